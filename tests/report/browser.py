"""The pages of a report in headless Chromium: three widths, light and dark, search, print.  TAP; skipped without Chromium.
usage: browser.py GRAVEL [REPORT_FOLDER]    (with a folder: that report instead of one of a few cases)"""
import functools, html, http.server, json, pathlib, re, shutil, subprocess, sys, tempfile, threading

gravel = sys.argv[1]
chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
if not chromium:
    print("1..0 # SKIP Chromium is not installed")
    sys.exit(0)
failures = count = 0
WIDTHS = 400, 800, 1400
ROOT = pathlib.Path(__file__).resolve().parents[2]
CASES = "pair-oblique", "detachment-sigma"

# Served beside the pages: frames of three widths, so that media queries see the width of a phone, a tablet and a screen.  All pages in one
# start of Chromium, which takes more time than a page.
WATCH = """<!DOCTYPE html><meta charset="utf-8"><body><script>
const pages = PAGES, widths = WIDTHS, seen = [];
function rgb(text) { return text.match(/[\\d.]+/g).map(Number); }
function light(c) { const [r, g, b] = c.slice(0, 3).map(v => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b; }
function behind(e) { for (; e; e = e.parentElement) { const c = rgb(getComputedStyle(e).backgroundColor);
  if (c.length < 4 || c[3] > 0.99) return c; } return [255, 255, 255]; }
function contrast(e) { const a = light(rgb(getComputedStyle(e).color)), b = light(behind(e));
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05); }
function wide(doc, width) { return [...doc.querySelectorAll("main *")].filter(e => !e.closest(".wide") && !e.matches("figure img") &&
  e.getBoundingClientRect().right > width + 1).slice(0, 3).map(e => e.tagName + "." + e.className + ": " + e.textContent.slice(0, 40)); }
async function watch(page, width) {
  const frame = document.createElement("iframe");
  frame.style = `width:${width}px;height:900px;border:0`;
  document.body.append(frame);
  const errors = [];
  await new Promise(done => { frame.onload = done; frame.src = page; });
  const doc = frame.contentDocument, win = frame.contentWindow;
  win.addEventListener("error", e => errors.push(String(e.message)));
  const images = [...doc.images];
  images.forEach(i => { i.loading = "eager"; });
  await Promise.all(images.map(i => i.decode().catch(() => 0)));
  const folded = doc.documentElement.scrollWidth;
  doc.querySelectorAll("details").forEach(d => { d.open = true; });
  const text = [...doc.querySelectorAll("h1, p, li, td, th, b, summary, a")].slice(0, 1500);
  const result = { page, width, inner: win.innerWidth, folded, open: doc.documentElement.scrollWidth, wide: wide(doc, width),
    images: images.length, broken: images.filter(i => !i.naturalWidth).map(i => i.src), silent: images.filter(i => i.alt.length < 20).length,
    back: light(behind(doc.body)), contrast: Math.min(...text.map(contrast)), words: doc.querySelector("main").innerText.length };
  const form = doc.querySelector(".filter");
  if (form) {
    const rows = [...doc.querySelectorAll("table.list tbody tr")], choice = form.querySelector("select");
    const shown = () => rows.filter(r => r.getClientRects().length > 0);
    const all = shown().length;
    choice.value = "passed"; choice.dispatchEvent(new Event("input", { bubbles: true }));
    const passed = shown();
    choice.value = ""; form.querySelector("input").value = rows[0].children[1].textContent;
    form.dispatchEvent(new Event("input"));
    const found = shown();
    result.filter = { all, rows: rows.length, passed: passed.length, wrong: passed.filter(r => r.dataset.v !== "passed").length,
      found: found.length, strange: found.filter(r => !r.textContent.includes(rows[0].children[1].textContent)).length };
    const link = rows[0].querySelector("a").hash.slice(1), target = doc.getElementById(link);
    if (target) {
      doc.querySelectorAll("details").forEach(d => { d.open = false; });
      win.location.hash = link;
      await new Promise(done => setTimeout(done, 100));
      result.unfolded = target.getClientRects().length > 0;
    }
  }
  result.errors = errors;
  seen.push(result);
  frame.remove();
}
(async () => { for (const p of pages) for (const w of widths) await watch(p, w);
  const out = document.createElement("pre"); out.id = "seen"; out.textContent = JSON.stringify(seen); document.body.append(out); })();
</script>"""


# A picture alone: which frames are seen at some times, and the contrast of its texts with its background.
PICTURE = """<!DOCTYPE html><meta charset="utf-8"><body><script>
FUNCTIONS
(async () => {
  const frame = document.createElement("iframe");
  frame.style = "width:960px;height:600px;border:0";
  document.body.append(frame);
  await new Promise(done => { frame.onload = done; frame.src = SOURCE; });
  const doc = frame.contentDocument, style = e => frame.contentWindow.getComputedStyle(e), groups = [...doc.querySelectorAll(".f")];
  const seen = [], back = style(doc.documentElement).backgroundColor;
  const ground = back === "rgba(0, 0, 0, 0)" ? [255, 255, 255] : rgb(back);
  const contrasts = [...doc.querySelectorAll("text")].map(e => { const a = light(rgb(style(e).fill)), b = light(ground);
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05); });
  for (const time of [40, 300, 1000, 2500]) {
    doc.getAnimations().forEach(a => { a.pause(); a.currentTime = time; });
    seen.push(groups.map((g, i) => style(g).visibility === "visible" ? i : -1).filter(i => i >= 0));
  }
  const out = document.createElement("pre"); out.id = "seen";
  out.textContent = JSON.stringify({ groups: groups.length, moving: doc.getAnimations().length, seen, contrast: Math.min(...contrasts), dark: light(ground) < 0.1 });
  document.body.append(out); })();
</script>""".replace("FUNCTIONS", re.search(r"function rgb.*?\nfunction behind", WATCH, re.S)[0].rsplit("\n", 1)[0])


def check(good, name, detail=""):
    global failures, count
    count += 1
    failures += not good
    print(("ok" if good else "not ok"), count, "-", name)
    if not good:
        print("#", str(detail).replace("\n", "\n# "))


def start(*args):
    # A profile of its own: another Chromium of the same user would take the page over.
    with tempfile.TemporaryDirectory() as profile:
        return subprocess.run([chromium, "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--enable-logging=stderr",
                               f"--user-data-dir={profile}", *args], capture_output=True, text=True, timeout=240)


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *args):
        pass


def look(address, folder, pages, dark):
    (folder / "watch.html").write_text(WATCH.replace("PAGES", json.dumps(pages)).replace("WIDTHS", json.dumps(WIDTHS)))
    r = start(f"--blink-settings=preferredColorScheme={0 if dark else 1}", "--window-size=1500,1000", "--virtual-time-budget=60000",
              "--dump-dom", f"{address}/watch.html")
    (folder / "watch.html").unlink()
    found = re.search(r'<pre id="seen">(.*?)</pre>', r.stdout, re.S)
    seen = json.loads(html.unescape(found.group(1))) if found else []
    light = "dark" if dark else "light"
    said = [line for line in r.stderr.splitlines() if "CONSOLE" in line]
    check(not said, f"{light}: the console is silent", "\n".join(said))
    check([(s["page"], s["width"]) for s in seen] == [(page, width) for page in pages for width in WIDTHS], f"{light}: the pages load", r.stderr[-2000:])
    for s in seen:
        page, at = s["page"], f"{s['page']} {light} {s['width']} px"
        check(s["inner"] == s["width"] and s["words"] > 300, f"{at}: it has its width and a text", s)
        check(max(s["folded"], s["open"]) <= s["width"] and not s["wide"], f"{at}: nothing is wider than the page", s)
        check(not s["broken"] and not s["silent"], f"{at}: {s['images']} pictures, each with its text", s)
        check((s["back"] < 0.1) == dark and s["contrast"] >= 4.5, f"{at}: contrast {s['contrast']:.1f}", s)
        f = s.get("filter")
        if page not in ("evidence.html", "codes.html"):
            check(f and f["all"] == f["rows"] > 0 and 0 < f["passed"] < f["rows"] + 1 and f["wrong"] == 0 and
                  0 < f["found"] <= f["rows"] and f["strange"] == 0, f"{at}: search and filter", f)
        check(s.get("unfolded", True) and not s["errors"], f"{at}: a link to a check unfolds it", s)


@functools.cache
def look_at_picture(address, folder, source, *options):
    (folder / "watch.html").write_text(PICTURE.replace("SOURCE", json.dumps(source)))
    r = start(*options, "--virtual-time-budget=20000", "--dump-dom", f"{address}/watch.html")
    (folder / "watch.html").unlink()
    found = re.search(r'<pre id="seen">(.*?)</pre>', r.stdout, re.S)
    check(found, f"{source} {' '.join(options)} loads", r.stderr[-2000:])
    return json.loads(html.unescape(found.group(1))) if found else {"groups": 0, "moving": 0, "seen": [], "contrast": 0, "dark": None}


def look_at_film(gravel, scratch, address, folder):
    """One frame after the other, the first alone where the reader wants less motion; legible in light and dark."""
    for args in ("new", "hopper", "film"), ("run", "film.yaml", "-q", "--store", "f.sqlite"), ("report", "film.yaml", "--store", "f.sqlite", "-o", "film"):
        subprocess.run([gravel, *args], check=True, stdout=subprocess.DEVNULL, cwd=scratch)
    shutil.copy(scratch / "film/figures/film-1.svg", folder / "figures")
    source = "figures/film-1.svg"
    s = look_at_picture(address, folder, source, "--blink-settings=preferredColorScheme=1")
    n = s["groups"] // 2  # labels, then pictures
    check(n == 40 and s["moving"] == 2 * n and s["seen"] == [[k, n + k] for k in (0, 3, 12, 30)], "one frame is seen at a time, twelve a second", s)
    still = look_at_picture(address, folder, source, "--force-prefers-reduced-motion")
    check(still["moving"] == 0 and still["seen"] == [[0, n]] * 4, "less motion: the first frame stands still", still)
    for picture in source, "figures/detachment-sigma-1.svg":
        for dark in False, True:
            s = look_at_picture(address, folder, picture, f"--blink-settings=preferredColorScheme={0 if dark else 1}")
            check(s["contrast"] > 4.5 and s["dark"] == dark, f"{picture} {'dark' if dark else 'light'}: contrast of its texts {s['contrast']:.1f}", s)


def pages_of(pdf):
    return len(re.findall(rb"/Type\s*/Page[^s]", pdf.read_bytes()))


with tempfile.TemporaryDirectory() as scratch:
    scratch = pathlib.Path(scratch)
    folder = scratch / "report"
    if len(sys.argv) > 2:
        shutil.copytree(sys.argv[2], folder)
    else:
        code = f"exec:{sys.executable} {ROOT / 'engines/external/adapters/template/adapter.py'}"
        for args in ("run", *CASES, "-q"), ("check", CASES[0], "-q", "--format", "json", "--engine", code), ("report", *CASES, "-o", str(folder), "--code", str(scratch / "check.json")):
            with open(scratch / f"{args[0]}.json", "w") as said:
                subprocess.run([gravel, *args, "--store", str(scratch / "s.sqlite")], check=args[0] != "check", stdout=said)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_address[1]}"
    pages = sorted(p.name for p in folder.glob("*.html"))
    for dark in False, True:
        look(address, folder, pages, dark)
    for page in pages:
        pdf = scratch / "page.pdf"
        start("--no-pdf-header-footer", f"--print-to-pdf={pdf}", f"{address}/{page}")
        n = pages_of(pdf) if pdf.exists() else 0
        check(0 < n < 40, f"{page}: prints on {n} pages")
    if len(sys.argv) == 2:
        look_at_film(str(pathlib.Path(gravel).resolve()), scratch, address, folder)
    first = sum(p.stat().st_size for p in (folder / "index.html", *folder.glob("figures/detachment-sigma-1.svg")))
    check(first < 1e6, f"the first load is {first} bytes")
    server.shutdown()

print(f"1..{count}")
sys.exit(failures > 0)
