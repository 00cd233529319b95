"""Figures say what they show: units on the axes of every case's figures, error bars of every series that has errors, and citations, not
ids, in the legends of drawn ones.  TAP.
usage: figures.py GRAVEL SOURCE_ROOT"""
import os, pathlib, re, subprocess, sys, tempfile

gravel, root = sys.argv[1], pathlib.Path(sys.argv[2])
CASES = "box-dissipation", "pair-linear", "pair-tsuji", "pair-kharaz", "pair-exponents"  # with errors; laws, rows and slopes of sources
failures = count = 0


def check(good, name, detail=""):
    global failures, count
    count += 1
    failures += not good
    print(("ok" if good else "not ok"), count, "-", name)
    if not good:
        print("#", str(detail).replace("\n", "\n# "))


def run(*words):
    return subprocess.run([gravel, *words], capture_output=True, text=True, timeout=100, env={**os.environ, "NO_COLOR": "1"})


def units_of_numbers():
    """Unit of each observable, and of each key that is a number; "1" is a pure number.  Names with several units are left out."""
    found = {}
    for name, unit in re.findall(r"\b([a-z_]+(?:\.[a-z_]+)*) \[([^]]+)\]", run("list", "measures").stdout):
        found.setdefault(name, set()).add(unit)
    keys = (root / "reports/manual/keys.md").read_text()
    for path, unit in re.findall(r"^`([a-z_.<>]+)`\n:.*?a (?:whole )?number[^\[\n]*?(?: \[([^]\n]+)\])?[;.,]", keys, re.M):
        found.setdefault(path.split(".")[-1], set()).add(unit or "1")
    return {name: next(iter(units)) for name, units in found.items() if len(units) == 1 and "|" not in next(iter(units))}


def axes_of_figures():
    for path in sorted((root / "cases").rglob("*.yaml")):
        text = path.read_text().split("\nfigures:")
        for figure in re.split(r"\n  - ", text[1])[1:] if len(text) > 1 else []:
            if "table:" in figure or "style: map" in figure:
                continue
            for axis, measure, label in re.findall(r'^    ([xy]): \{measure: ([^,}]+)(?:, label: "([^"]*)")?', figure, re.M):
                if label:
                    yield path.name, axis, measure.split(".")[-1], label


units = units_of_numbers()
check(units.get("height") == "m" and units.get("scaled_height") == "1" and units.get("contact_time") == "s", "units of numbers are known", units)
axes = list(axes_of_figures())
known = [a for a in axes if a[2] in units]
check(len(known) > 60, f"{len(known)} of {len(axes)} axes name a number whose unit is known")
wrong = [a for a in known if (units[a[2]] != "1") != ("[" in a[3].replace("[d/period]", ""))]  # diameters a period: a pure number
check(not wrong, "an axis has a unit where its number has one, and none else", "\n".join(map(str, wrong)))

LONGEST = 50  # characters of a y axis: a figure is 440 px high
plain = [(name, re.sub(r"[{}^_]|\bomega\b", lambda m: "w" if m[0] == "omega" else "", label)) for name, axis, _, label in axes if axis == "y"]
check(plain and not [p for p in plain if len(p[1]) > LONGEST], "the label of a y axis is not longer than the axis", [p for p in plain if len(p[1]) > LONGEST])

with tempfile.TemporaryDirectory() as scratch:
    store, out = pathlib.Path(scratch) / "s.sqlite", pathlib.Path(scratch) / "report"
    for words in ("run", *CASES, "-q"), ("report", *CASES, "-o", str(out)):
        done = run(*words, "--store", str(store))
        check(done.returncode in (0, 1), f"gravel {words[0]}", done.stderr)
    ids = {m for p in (root / "reference").rglob("*.yaml") for m in re.findall(r"^  - id: (\S+)", p.read_text(), re.M)}
    with_errors = cited = paired = 0
    for script in sorted((out / "figures").glob("*.gp")):
        text = script.read_text()
        if script.stem.startswith(("seeds", "advice")) or "multiplot" in text:  # of no case
            continue
        blocks = script.with_suffix(".dat").read_text().split("\n\n\n")
        bare = []
        for k, block in enumerate(blocks):
            rows = [list(map(float, line.split())) for line in block.splitlines() if line and line[0] != "#"]
            if any(r[3] > 0 for r in rows) and "# reference" not in block:
                with_errors += 1
                bare += [] if re.search(rf"index {k} using 1:3:(?:2:)?4 with x?yerrorlines", text) else [k]
        check(not bare, f"{script.stem}: every series with errors has error bars", bare)
        titles = re.findall(r"title '((?:[^']|'')+)'", text)
        named = [(t, i) for t in titles for i in ids if i in t]
        cited += sum(bool(re.search(r"(?:19|20)\d\d", t)) for t in titles)
        check(not named and len(set(titles)) == len(titles), f"{script.stem}: a legend of citations, each line another", named or titles)
        size = {(lt, pt): float(ps) for lt, pt, ps in re.findall(r"linespoints lt (\d+) .*? pt (\d+) ps ([\d.]+)", text)}
        pairs = {(lt, pt): size[lt, str(int(pt) - 1)] for lt, pt in size if int(pt) % 2 and (lt, str(int(pt) - 1)) in size}  # to the open symbol's
        paired += len(pairs)
        hidden = [symbol for symbol, around in pairs.items() if around <= size[symbol]]
        check(not hidden, f"{script.stem}: an open symbol is larger than the filled one of its colour and shape", hidden)
        for axis in "xy":
            label = re.search(rf"set {axis}label '([^']*)'", text)
            check(label and label[1], f"{script.stem}: the {axis} axis is named")
    check(with_errors > 2 and cited > 6 and paired > 2,
          f"{with_errors} series with errors, {cited} citations and {paired} pairs of open and filled symbols were seen")
print(f"1..{count}")
sys.exit(failures > 0)
