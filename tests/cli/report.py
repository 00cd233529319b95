"""gravel report from the outside: exit codes, files, the README's markers. TAP on standard output."""
import collections, html, json, os, pathlib, re, subprocess, sys, tempfile, time

gravel = os.path.abspath(sys.argv[1])
failures = 0
count = 0


def check(good, name, detail=""):
    global failures, count
    count += 1
    failures += not good
    print(("ok" if good else "not ok"), count, "-", name)
    if not good:
        print("#", str(detail).replace("\n", "\n# "))


def run(*args, **kwargs):
    return subprocess.run([gravel, *map(str, args)], capture_output=True, text=True, **kwargs)


def numbers(text):
    return [float(n) for n in re.findall(r"-?\d+(?:\.\d+)?", text)]


def discs_of(frame):
    """Places of the discs of one frame of an animation: paths of relative moves."""
    found = []
    for path in re.findall(r'<path id="p\d+" d="([^"]*)"', frame):
        x = y = 0
        for dx, dy in re.findall(r"m(-?\d+) ?(-?\d+)h0", path):
            x, y = x + int(dx), y + int(dy)
            found.append((x, y))
    return found


def frames_of(xyz):
    lines, frames = xyz.read_text().splitlines(), []
    while lines:
        n = int(lines[0])
        frames.append([numbers(" ".join(line.split()[1:])) for line in lines[2:2 + n]])
        lines = lines[2 + n:]
    return frames


def luminance(colour):
    rgb = [int(colour[k:k + 2], 16) / 255 for k in (1, 3, 5)]
    r, g, b = [v / 12.92 if v <= 0.03928 else ((v + 0.055) / 1.055) ** 2.4 for v in rgb]
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(a, b):
    bright, dim = max(luminance(a), luminance(b)), min(luminance(a), luminance(b))
    return (bright + 0.05) / (dim + 0.05)


FILM = """\
name: film
family: mine
title: Disks on a floor that shakes
asks: Is the film that of the trajectory?
source: {key: D, where: "test"}
dimension: 2
gravity: [0, 0, -9.81]
particles:
  - {name: small, count: 6, diameter: 1.0e-3, density: 2500.0}
  - {name: big, count: 4, diameter: 2.0e-3, density: 2500.0}
material: {law: linear, restitution: 0.9, contact_time: 1.0e-4}
walls:
  - {name: floor, shape: plane, contact: {rule: restitution, restitution: 0.9}, motion: {acceleration: 3.0, frequency: 20.0}}
  - {name: left, shape: plane, axis: [1, 0, 0], contact: {rule: restitution, restitution: 0.9}}
  - {name: right, shape: plane, origin: [0.012, 0, 0], axis: [-1, 0, 0], contact: {rule: restitution, restitution: 0.9}}
  - {name: funnel, shape: cone, origin: [0.006, 0, 0.03], radius: 0.002, radius_end: 0.005, length: 0.008, touch: absorb}
  - {name: lid, shape: orifice, origin: [0.006, 0, 0.04], radius: 0.004, touch: absorb}
prepare: {lattice: {low: [0, 0, 0.002], high: [0.012, 0, 0.02], jitter: 0.5, temperature: 1.0e-9}}
run: {time: 0.1, samples: 20}
engines: {md: {steps_per_contact: 25}}
measure: [snapshot]
output: {fields: species position radius}
figures:
  - {title: The film, style: animation, start: 0.02, frames: 12, caption: A test.}
"""


def film(home):
    """An animation is made from a trajectory, true to scale; a report of one's own cases says nothing of the catalogue's claims."""
    case, store = home / "film.yaml", home / "film.sqlite"
    case.write_text(FILM)
    r = run("run", case, "--store", store, "-q", cwd=home)
    check(r.returncode == 0, "a case with an animation runs", r.stdout + r.stderr)
    r = run("report", case, "--store", store, "-o", home / "film", "--from", home / "nowhere")
    check(r.returncode == 2 and "--from: found no frame of the 1 points below" in r.stderr and not (home / "film").exists(),
          "a folder without frames of the points is refused", r.stderr)
    (home / "elsewhere").mkdir()
    r = run("report", case, "--store", store, "-o", home / "film", cwd=home / "elsewhere")
    page = (home / "film" / "family-mine.html").read_text()
    check("have no trajectory below" in page and "film-1.svg" not in page, "no trajectory: the page says how to get it", r.stderr)
    r = run("report", case, "--store", store, "-o", home / "film", cwd=home)
    page, svg = (home / "film" / "family-mine.html").read_text(), (home / "film" / "figures" / "film-1.svg").read_text()
    check('src="figures/film-1.svg"' in page and "10 particles in 12 frames from t = 0.02 to 0.075 s" in page and "film-1.gp" not in page,
          "the page shows the animation and says what it is", r.stderr)
    frames = re.findall(r'<g class="f[^>]*>\n(.*?\n)</g>', svg, re.S)
    true = [f for k, f in enumerate(frames_of(next(home.glob("results/film/*/trajectory.xyz")))) if 4 <= k < 16]
    check(len(frames) == 12 and all(len(discs_of(f)) == 10 for f in frames), "every frame has every disc", len(frames))
    # Both axes have one scale: differences of places in the picture over those in the trajectory [1/m], whole units of the picture.
    seen, meant = sorted(discs_of(frames[5])), sorted((x, z) for x, _, z, *_ in true[5])
    scale = (seen[-1][0] - seen[0][0]) / (meant[-1][0] - meant[0][0])
    off = max(max(abs(a[0] - seen[0][0] - scale * (b[0] - meant[0][0])), abs(a[1] - seen[0][1] + scale * (b[1] - meant[0][1])))
              for a, b in zip(seen, meant))
    widths = sorted({int(w) for w in re.findall(r'stroke-width="(\d+)"><path id="p', svg)})
    check(off < 2 and [round(w / scale, 4) for w in widths] == [0.001, 0.002], "discs stand where the trajectory says, in their size",
          (off, scale, widths))
    floor = {re.search(r"M-?\d+ (-?\d+)L-?\d+ (-?\d+)", f).groups() for f in frames}
    check(len(floor) > 4 and all(a == b for a, b in floor) and "t = 0.020 s" in svg and "t = 0.075 s" in svg, "the floor moves, frames tell their time", floor)
    check("prefers-reduced-motion:reduce),print{.f.f{animation:none}" in svg and svg.count('class="f first"') == 2 and
          "<script" not in svg and "mm</text>" in svg and ">small</text>" in svg, "it stands still where it shall, has a scale bar and names of species")
    still = [tuple(map(int, m)) for m in re.findall(r'"M(-?\d+) (-?\d+)L(-?\d+) (-?\d+)"/>', svg.split('stroke-linecap="round"')[0])]
    # Places are whole numbers, so that a length is off by less than one.
    sloped = [(x, y, u, v) for x, y, u, v in still if x != u and y != v]
    hole = sorted(x for x, y, u, v in still if y == v)
    check(len(still) == 6 and len(sloped) == 2 and all(abs(abs(x - u) - 0.003 * scale) < 1 and abs(abs(y - v) - 0.008 * scale) <= 1.5 for x, y, u, v in sloped) and
          len(hole) == 2 and abs(hole[1] - hole[0] - 0.008 * scale) < 1,
          "a cone and an orifice are drawn on both sides of their axis", (still, scale))
    index = (home / "film" / "index.html").read_text()
    check("Claims on file" not in index and "contradict" not in re.sub(r"<style>.*?</style>", "", index, flags=re.S).split('id="matrix"')[0] and
          "nothing can decide" not in index and not (home / "film" / "evidence.html").exists() and "claims | on file" not in
          (home / "film" / "summary.md").read_text(), "a private case: no word of the catalogue's claims")
    for old, new, said in (("style: animation", "style: animation, colour: speed", "allowed for an animation: species, layers"),
                           ("style: animation", "style: animation, x: {measure: speed}", "allowed for an animation: x, y, z"),
                           ("output: {fields: species position radius}\n", "", "needs the section output")):
        (home / "wrong.yaml").write_text(FILM.replace("name: film", "name: wrong").replace(old, new))
        r = run("check", home / "wrong.yaml", "--store", store)
        check(r.returncode == 2 and said in r.stderr, f"refused: {new or 'no output'}", r.stderr)


def dark(svg):
    """Each colour of a figure, on the background of a dark screen: what it is changed to, else itself."""
    style = svg.split("<style>@media (prefers-color-scheme:dark)")[1].split("</style>")[0]
    rules = dict(re.findall(r'\[(?:stroke|fill|color)="([^"]+)"\]\{[a-z]+:(#[0-9a-f]{6})\}', style))
    back = re.search(r":root\{background:(#[0-9a-f]{6})\}", style)[1]
    data = {c for c in re.findall(r"""[ '"](?:stroke|fill|color)=["'](#[0-9a-f]{6})["']""", svg)} - {"#e2e2e2"}  # the grid is pale on purpose
    return {c: contrast(rules.get(c, c), back) for c in data}, back


def legend_entries(folder):
    """(figure, entry of its legend, is it drawn?): gnuplot drops the columns that do not fit."""
    def plain(text):
        return re.sub(r"[{}_^\\\\ ]", "", text).replace("%%", "%").replace("''", "'")

    for script in sorted(folder.glob("*.gp")):
        text = re.sub(r"set title '.*", "", script.read_text())
        shown = [plain(html.unescape(re.sub("<[^>]*>", "", t))) for t in re.findall(r"<text>(.*?)</text>", script.with_suffix(".svg").read_text(), re.S)]
        for entry in re.findall(r"\btitle '((?:[^']|'')+)'", text):
            yield script.stem, entry, plain(entry) in shown


with tempfile.TemporaryDirectory() as folder:
    home = pathlib.Path(folder)
    film(home)
    store, out, readme = home / "s.sqlite", home / "out", home / "catalogue.md"
    case = "detachment-sigma"

    r = run("report", "--store", store, "-o", out, case)
    check(r.returncode == 2 and "gravel run first" in r.stderr and not out.exists(), "no store: exit 2 and what to do",
          r.stdout + r.stderr)
    run("run", "pair-oblique", "agreement-detachment", "--store", store, "-q")
    r = run("report", "--store", store, "-o", out, case)
    check(r.returncode == 2 and "gravel run first" in r.stderr, "no points of the case: exit 2", r.stdout + r.stderr)

    r = run("run", case, "--store", store, "-q")
    check(r.returncode == 0, "the case runs", r.stdout + r.stderr)
    r = run("report", "--store", store, "-o", out, case)
    check(r.returncode == 0 and str(out) in r.stdout, "report: exit 0 and says where", r.stdout + r.stderr)
    r = run("report", "--store", store, "-o", home / "all", "all")
    whole = json.loads((home / "all" / "verdicts.json").read_text())["verdicts"] if r.returncode == 0 else []
    check({case, "pair-oblique"} <= {v["case"] for v in whole}, "report all: every case that has points", r.stdout + r.stderr)
    legends = list(legend_entries(home / "all" / "figures"))
    check(len(legends) > 12 and all(shown for *_, shown in legends), "every entry of a legend is in its figure", [l for l in legends if not l[2]])
    page = (out / "index.html").read_text()
    verdicts = json.loads((out / "verdicts.json").read_text())["verdicts"]
    family = (out / "family-detachment.html").read_text()
    check(all(f'src="figures/{case}-{k}.svg"' in family for k in (1, 2)) and family.rstrip().endswith("</html>") and
          f'src="figures/{case}-1.svg"' in page and page.rstrip().endswith("</html>"), "the pages are whole and show their figures")
    seen, back = dark((out / "figures" / f"{case}-1.svg").read_text())
    css = (pathlib.Path(__file__).resolve().parent.parent.parent / "reports/style.css").read_text()
    check(len(seen) > 5 and min(seen.values()) > 3.9 and f"--back: {back};" in css, "figures can be read on a dark screen, whose background they have", seen)
    check("validated" not in page and "no claim" not in page.split("</header>")[0], "the title claims nothing")
    check(all(v["case"] == case for v in verdicts) and len(verdicts) > 0, "verdicts are those of the case asked for")
    kept = json.loads((out / "verdicts.json").read_text())["invariants_kept"]
    check(kept > 0 and not any(v["kind"] == "invariant" and v["verdict"] == "PASS" for v in verdicts), "invariants that hold are counted", kept)
    for verdict in ("PASS", "FAIL"):
        n = sum(v["verdict"] == verdict and v["kind"] != "invariant" for v in verdicts)
        total = page.split('id="verdicts-by-kind"')[1].split('<tr class="total">')[1].split("</tr>")[0]
        column = 0 if verdict == "PASS" else 1
        shown = total.split("</td>")[column].rsplit(">", 1)[1]
        check(shown == str(n), f"{verdict}: the page counts {n} like verdicts.json", total)
    check(sorted(p.suffix for p in (out / "figures").glob(case + "*")) == sorted([".dat", ".gp", ".svg"] * 2),
          "script, data and SVG of both figures are kept", str(list((out / "figures").iterdir())))

    golden = pathlib.Path(__file__).resolve().parent.parent.parent / "reference/golden"
    evidence = (out / "evidence.html").read_text()
    for table, section in ("seeds-quick", "false-alarms"), ("sensitivity", "sensitivity"), ("compilers", "compilers"):
        check((golden / f"{table}.json").exists() == (f'<section id="{section}">' in evidence), f"the section {section} is that of its table")
    cases = len(json.loads((golden / "sensitivity.json").read_text())["cases"])
    changed, lacking = "of these cases have changed since, so that these numbers are not of their present runs", "cases of the catalogue were not run"
    expected = collections.Counter()
    for table, key, what in ("seeds-quick", "stale", changed), ("seeds-full", "stale", changed), ("compilers", "stale", changed), ("compilers", "missing", lacking):
        if names := json.loads((golden / f"{table}.json").read_text())[key]:
            expected[f"<p>{len(names)} {what}: {', '.join(names)}.</p>"] += 1
    told = collections.Counter(line for line in evidence.splitlines() if changed in line or lacking in line)
    check(told == expected, "the evidence names the cases that have changed since, or that a table lacks, and no others", str(told - expected))
    for table in "seeds-quick", "seeds-full":
        n = len(json.loads((golden / f"{table}.json").read_text())["equal_errors"])
        check(n == 0 or f" For {n} of the cases, run before, the errors" in evidence, f"{table}: the caption counts the cases of equal errors")
    check(f" {cases} cases of the tier" in evidence, "the section of sensitivities counts the cases of its table")

    plain = home / "plain"
    r = run("report", "--store", store, "-o", plain, "--tier", "quick", case, env={**os.environ, "PATH": "/nonexistent"})
    check(r.returncode == 0 and "pictures are not drawn: gnuplot cannot be started" in r.stderr, "no gnuplot: a warning, no failure", r.stderr)
    check("Not drawn: gnuplot cannot be started" in (plain / "family-detachment.html").read_text() and
          (plain / "verdicts.json").read_text() == (out / "verdicts.json").read_text(), "no gnuplot: verdicts are there, figures say why not")
    tools = home / "tools"
    tools.mkdir()
    (tools / "gnuplot").write_text("#!/bin/sh\n/bin/sleep 300 & wait\n")
    (tools / "gnuplot").chmod(0o755)
    began = time.monotonic()
    r = run("report", "--store", store, "-o", plain, "--gnuplot-seconds", "0.5", case, env={**os.environ, "PATH": str(tools)})
    check(r.returncode == 0 and "took longer than 0.5 s" in r.stderr and time.monotonic() - began < 60, "a gnuplot that hangs is ended", r.stderr)
    check(run("report", "--store", store, "--gnuplot-seconds", "soon", case).returncode == 2, "--gnuplot-seconds takes a time")

    r = run("report", "--store", store, "-o", home / "next", "--against", out, case)
    next_page = (home / "next" / "index.html").read_text() if r.returncode == 0 else ""
    check("0 verdicts differ, 0 values differ" in next_page and "0 checks are on one side only" in next_page, "--against its own report: nothing changed", r.stderr)
    r = run("report", "--store", store, "-o", home / "next", "--against", store, case)
    check(r.returncode == 0 and "0 verdicts differ, 0 values differ" in (home / "next" / "index.html").read_text(), "--against its own store: nothing changed", r.stderr)
    old = json.loads((out / "verdicts.json").read_text())
    changed = [v for v in old["verdicts"] if v["kind"] != "invariant" and v["verdict"] == "PASS" and v["value"]]
    changed[0]["verdict"] = "FAIL"
    changed[1]["value"] *= 1.5
    (home / "old").mkdir()
    (home / "old" / "verdicts.json").write_text(json.dumps(old))
    r = run("report", "--store", store, "-o", home / "next", "--against", home / "old", case)
    check("1 verdicts differ, 1 values differ" in (home / "next" / "index.html").read_text(), "--against: a verdict and a value that changed", r.stderr)
    check(run("report", "--store", store, "-o", home / "next", "--against", home / "tools", case).returncode == 2, "--against no report: exit 2")
    check(run("report", "--store", store, "-o", home / "next", "--against", home / "none", case).returncode == 2, "--against nothing: exit 2")

    readme.write_text("head\n<!-- catalogue:begin -->\n<!-- catalogue:end -->\ntail\n")
    check(run("report", "--store", store, "--catalogue", readme, "--check-catalogue", case).returncode == 1, "a stale catalogue: exit 1")
    check(run("report", "--store", store, "--catalogue", readme, case).returncode == 0, "the catalogue is renewed")
    check(run("report", "--store", store, "--catalogue", readme, "--check-catalogue", case).returncode == 0, "and fresh")
    text = readme.read_text()
    check(text.startswith("head\n") and text.endswith("tail\n") and case in text, "outside the markers nothing changed", text)
    readme.write_text("no markers\n")
    check(run("report", "--store", store, "--catalogue", readme, case).returncode == 2, "no markers: exit 2")
    check(run("report", "--store", store, "--tier", "slow", case).returncode == 2, "an unknown tier: exit 2")

print(f"1..{count}")
sys.exit(failures > 0)
