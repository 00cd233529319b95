"""Claims of sources that codes decide, case by case, on file in reference/golden/codes.json; reports/manual/codes.md has their sum by family.
usage: table.py SOURCE take FILE.json...   outputs of `gravel check CASE... --engine CODE --format json`; a case replaces its row of before
       table.py SOURCE page [--renew]      compare the page's table with the file, or write it

A row has the claims that passed, failed, were refused (NOT_APPLICABLE), undecided (INCONCLUSIVE), late (the point came to its limit of time) and
contradicted (gravel's own engines have the same value, and the source another), the names of those that failed, the processor time of the points
[s], and the versions of the code, its adapter and the suite.  A case without a decided claim and without a refused one has no row.  Results of
before this file are one row a family, the case `*`, until a case of that family is taken again."""
import collections
import datetime
import json
import pathlib
import re
import sys

FAMILIES = ("binary-collision", "detachment", "column", "gas", "packing")
ORDER = ("md", "ed", "ed-column", "lammps", "liggghts", "yade", "edmd", "rebound", "dynamo")
COUNTED = ("passed", "failed", "refused", "undecided", "contradicted", "late")
BEGIN, END = "<!-- from reference/golden/codes.json by ./run readme -->\n", "<!-- end of the table -->\n"


def result(judgement):
    """The word for a verdict; a point that came to its limit of time is not a failure of the claim."""
    if judgement["contradicted"] and not judgement["red"]:
        return "contradicted"
    late = any(word in judgement["note"] for word in ("limit", "ended with -24")) and "the point is failed" in judgement["note"]  # 24: SIGXCPU
    words = {"PASS": "passed", "FAIL": "late" if late else "failed", "NOT_APPLICABLE": "refused", "INCONCLUSIVE": "undecided"}
    return words.get(judgement["verdict"])


def version(engine, judgements):
    """What the notes of records say of a program; None of gravel's own engines, and of a case that the program refuses as a whole."""
    found = (re.search(rf"(?:^|; ){engine} (?!lacks:|deviates:)([^;]+)", j["note"]) for j in judgements)
    return next((match[1] for match in found if match), None)


def rows_of(report):
    groups = collections.defaultdict(list)
    for j in report["judgements"]:
        if j["family"] in FAMILIES and j["engine"] in ORDER:
            groups[j["engine"], j["case"]].append(j)
    for (engine, case), judgements in groups.items():
        claims = [(j["reference"], result(j)) for j in judgements if j["reference"]]
        n = collections.Counter(word for _, word in claims)
        if not any(n[word] for word in COUNTED):
            continue
        seconds = sum(j["cpu_seconds"] or 0.0 for j in judgements if j["check"] == "invariants")
        broken = sum(j["verdict"] == "FAIL" for j in judgements if j["check"] == "invariants")
        yield {"code": engine, "case": case, "family": judgements[0]["family"], **{word: n[word] for word in COUNTED if n[word]},
               **({"invariants_broken": broken} if broken else {}), "cpu_seconds": round(seconds, 1), "version": version(engine, judgements),
               "suite": report["suite"]["commit"], "date": datetime.date.today().isoformat(),
               **({"claims_failed": sorted({name for name, word in claims if word == "failed"})} if n["failed"] else {})}


def name_versions(rows):
    """Of cases whose points all failed no record has the version: it is that of the others, where these have one."""
    for row in rows:
        known = {other["version"] for other in rows if other["code"] == row["code"] and other["version"]}
        if row["version"] is None and row.get("failed") and len(known) == 1:
            row["version"] = known.pop()


def take(path, files):
    rows = {(row["code"], row["case"], row["family"]): row for row in (json.loads(path.read_text()) if path.exists() else [])}
    texts = [pathlib.Path(file).read_text() for file in files]
    new = [row for text in texts if text for row in rows_of(json.loads(text))]  # of a case that has no such engine the output is empty
    name_versions(new)
    again = {(row["code"], row["family"]) for row in new}
    rows = {key: row for key, row in rows.items() if key[1] != "*" or (row["code"], row["family"]) not in again}
    rows.update({(row["code"], row["case"], row["family"]): row for row in new})
    ordered = sorted(rows.values(), key=lambda row: (ORDER.index(row["code"]), FAMILIES.index(row["family"]), row["case"]))
    path.write_text("[\n" + ",\n".join(" " + json.dumps(row) for row in ordered) + "\n]\n")


def cell(rows):
    if not rows:
        return "none"
    n = {word: sum(row.get(word, 0) for row in rows) for word in COUNTED}
    words = [f"{n['passed']} + {n['failed']}"] + [f"{n[word]} {word}" for word in COUNTED[2:] if n[word]]
    cases, seconds = sum(row.get("cases", 1) for row in rows), sum(row["cpu_seconds"] for row in rows)
    return f"{', '.join(words)}; {cases} cases, {seconds:.0f} s"


def table(rows):
    engines = [e for e in ORDER if any(row["code"] == e for row in rows)]
    lines = ["| family | " + " | ".join(engines) + " |", "|---" * (len(engines) + 1) + "|"]
    for family in FAMILIES:
        cells = [cell([row for row in rows if row["code"] == engine and row["family"] == family]) for engine in engines]
        lines.append(f"| {family} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def page(golden, path, renew):
    head, _, rest = path.read_text().partition(BEGIN)
    old, end, tail = rest.partition(END)
    assert end, f"{path} has no place for the table"
    new = table(json.loads(golden.read_text()))
    if renew:
        path.write_text(head + BEGIN + new + END + tail)
    elif old != new:
        sys.exit(f"{path}: the table is not that of {golden}: `./run readme`")


if __name__ == "__main__":
    root, command, more = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3:]
    golden = root / "reference/golden/codes.json"
    if command == "take":
        take(golden, more)
        print(f"{golden}: {len(json.loads(golden.read_text()))} rows")
    else:
        page(golden, root / "reports/manual/codes.md", more == ["--renew"])
