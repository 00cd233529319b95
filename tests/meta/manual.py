"""The generated parts of the manual are those of the program: keys, measures, laws, options, speed, attacks, coverage, sources, man pages, and the first verdict of the README.
usage: manual.py GRAVEL SOURCE_ROOT [--renew]    (with --renew: make them so)"""
import csv
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

gravel, root = sys.argv[1], pathlib.Path(sys.argv[2])
renew = sys.argv[3:] == ["--renew"]
manual = root / "reports/manual"
stale = []


def output(*words):
    return subprocess.run([gravel, *words], text=True, capture_output=True, check=True, env={"COLUMNS": "100", "ARGP_HELP_FMT": "rmargin=99"}).stdout


def cell(text):
    return re.sub(r"([|<>*\\_])", r"\\\1", text.strip())


def pairs(lines):
    """Entries of a list: a line that begins at the margin, and the indented ones below it."""
    entry = []
    for line in lines:
        if line and not line.startswith(" ") and entry:
            yield entry
            entry = []
        entry += [line] if line.strip() else []
    if entry:
        yield entry


def keys():
    """One table a section of the case file, from gravel show --schema."""
    sections = {}
    for head, *text in pairs(output("show", "--schema").splitlines()):
        path, rest = re.match(r"(\S+)\s+(.*)", head).groups()
        allowed, default = rest.rsplit("; ", 1)
        top = path.split(".")[0] if "." in path else "at the top"
        if top in ("prepare", "engines", "measure", "walls", "contacts") and path.count(".") > 1:
            top = ".".join(path.split(".")[:2])
        sections.setdefault(top, []).append((path, allowed, default, " ".join(t.strip() for t in text)))
    out = []
    for top, rows in sections.items():
        out += [f"## `{top}`" if top != "at the top" else "## At the top", ""]
        for path, allowed, default, text in rows:
            out += [f"`{path}`", f":   {cell(text)}. Allowed: {cell(allowed)}; {cell(default)}.", ""]
    return out


def measures():
    out = []
    for head, fits, yields in pairs(output("list", "measures").splitlines()):
        name, what, source = re.match(r"(\S+)\s+(.*) \((.*)\)$", head).groups()
        names = [cell(y) for y in re.sub(r"^\s*yields ", "", yields).split(", ")]
        out += [f"## `{name}`", "", f"{cell(what)} Source: {cell(source)}.", "", f"Fits {cell(fits.strip()[5:])}. Yields {', '.join(names)}.", ""]
    return out


def rows(what):
    return [re.match(r"(\S+)\s+(.*) \((.*)\)$", entry[0]).groups() for entry in pairs(output("list", what).splitlines())]


def laws():
    contact, forms = output("list", "laws").split("closed forms, for `law:` in reference files:\n")
    names, meaning = contact.strip().split("\n")
    out = ["## Contact laws of soft spheres", "", names.split(": ")[1].replace("|", ", ") + ": " + cell(meaning) + ".", "", "## Closed forms", "",
           "Independent of the engines (`reference/theory/`); a claim on file names one by `law:`.", ""]
    for head, *more in pairs(forms.splitlines()):
        name, what, source = re.match(r"(\S+)\s+(.*) \((.*)\)$", head).groups()
        arguments, unit = re.match(r"\s*of: (.*?)\s*\[(.*)\]", more[0]).groups()
        out += [f"`{name}`", f":   {cell(what)}. Source: {cell(source)}. Of {cell(arguments)}; unit {cell(unit)}.", ""]
    for title, what in (("Initial states", "generators"),):
        out += [f"## {title}", ""]
        for name, text, source in rows(what):
            out += [f"`{name}`", f":   {cell(text)} Source: {cell(source)}.", ""]
    return out


def options():
    """What --help says, command by command."""
    out = []
    for line in output("--help").splitlines():
        command = re.match(r"  ([a-z]+) ", line)
        if command:
            text = "\n".join(t.rstrip() for t in output(command[1], "--help").split("Mandatory or optional")[0].splitlines()).rstrip()
            out += [f"### gravel {command[1]}", "", "```", text, "```", ""]
    return out


def listed(name):
    with open(manual / name, newline="") as file:
        return list(csv.DictReader(file))


def speed():
    out = ["| problem | gravel | unit | peer | peer's | ratio | measured |", "|---|---|---|---|---|---|---|"]
    for row in listed("speed.csv"):
        ratio = f"{row['ratio']} ({row['spread']})" if row["spread"] else row["ratio"]
        out.append(f"| {row['problem']} | {row['gravel']} | {row['unit']} | {row['peer']} | {row['peer_value']} | {ratio} | {row['measured']} |")
    return [*out, ""]


def attacks():
    out = ["| attack | part | what | tries | failures | not tried | date | commit |", "|---|---|---|---|---|---|---|---|"]
    return [*out, *("| " + " | ".join(row.values()) + " |" for row in listed("attacks.csv")), ""]


def coverage():
    out = ["| folder | lines [%] | of | branches [%] | of |", "|---|---|---|---|---|"]
    return [*out, *("| " + " | ".join(row.values()) + " |" for row in listed("coverage.csv")), ""]


def sources():
    """The sources of the claims and guides, by the number of entries that rest on each."""
    counts, cites = {}, {}
    for path in sorted((root / "reference").rglob("*.yaml")):
        text = path.read_text()
        key = re.search(r"^ +key: *([\w-]+)", text, re.M)
        if key is None or path.name == "contradictions.yaml":
            continue
        counts[key[1]] = counts.get(key[1], 0) + len(re.findall(r"^ *- *\{?id: ", text, re.M))
        cites.setdefault(key[1], re.search(r"^ +cite: *\"?([^\"\n]*)", text, re.M)[1])
    out = ["| key | entries | source |", "|---|---|---|"]
    for key in sorted(counts, key=lambda k: (-counts[k], k)):
        out.append(f"| {key} | {counts[key]} | {cell(cites[key])} |")
    return [*out, ""]


def first():
    """The verdict of the first case."""
    with tempfile.TemporaryDirectory() as folder:
        text = output("check", "pair-unequal", "--all", "--quiet", "--store", f"{folder}/store.sqlite")
    blocks = text.split("\n\n")[:2]
    lines = [line for line in blocks[0].splitlines() if not line.startswith(" ") or "expected" in line]
    kept = [k for k, line in enumerate(lines) if " expected " in line]
    shown = [line for k in kept for line in lines[k - 1:k + 1]]
    return [f"    {line}".rstrip() for line in [*shown, "", *blocks[1].splitlines()[:2]]]


def put(name, mark, lines):
    """Put the lines between the marks of a page."""
    path = manual / name
    begin, end = f"<!-- {mark}:begin -->\n", f"<!-- {mark}:end -->"
    old = path.read_text()
    head, rest = old.split(begin)
    new = head + begin + "\n" + "\n".join(lines).rstrip() + "\n\n" + end + rest.split(end, 1)[1]
    if new != old:
        stale.append(name)
        if renew:
            path.write_text(new)


def sections(chapter, first):
    """A chapter for a man page: the headings of the first one are the page's sections, later ones are a section each."""
    lines = (manual / chapter).read_text().splitlines()
    if first:
        lines = [line[1:] if line.startswith("##") else line for line in lines if not line.startswith("# ")]
    return "\n".join(line.upper() if line.startswith("# ") else line for line in lines) + "\n\n"


def man(page, *chapters):
    """A man page from chapters; pandoc writes its version into the first line, and other versions write other pages."""
    name, section = page.rsplit(".", 1)
    if shutil.which("pandoc") is None:
        return False
    source = "".join(sections(chapter, chapter == chapters[0]) for chapter in chapters)
    text = subprocess.run(["pandoc", "--standalone", "--from=markdown", "--to=man", "--metadata", f"title={name.upper()}", "--metadata",
                           f"section={section}", "--metadata", "header=gravel"], input=source, text=True, capture_output=True, check=True).stdout
    path = manual / "man" / page
    old = path.read_text() if path.exists() else ""
    if not renew and old.splitlines()[:1] != text.splitlines()[:1]:
        return False
    if text != old:
        stale.append(f"man/{page}")
        if renew:
            path.write_text(text)
    return True


put("../../README.md", "first", first())
put("keys.md", "keys", keys())
put("measures.md", "measures", measures())
put("laws.md", "laws", laws())
put("commands.md", "options", options())
put("speed.md", "speed", speed())
put("reliability.md", "attacks", attacks())
put("reliability.md", "coverage", coverage())
put("data.md", "sources", sources())
made = [man("gravel.1", "commands.md"), man("gravel-case.5", "case.md", "keys.md")]
if not all(made):
    print("man pages: not compared, since this is not the pandoc that made them")
for name in stale:
    print(f"reports/manual/{name} " + ("is renewed" if renew else "is stale: ./run readme renews it"))
sys.exit(1 if stale and not renew else 0)
