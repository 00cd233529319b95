"""The table of reports/manual/codes.md: claims of sources that codes decide, by family.
usage: table.py FILE.json...     outputs of gravel check --engine CODE --format json; a judgement of a later file replaces an earlier one

A row a family, a column an engine: claims passed + failed, refused (NOT_APPLICABLE), undecided (INCONCLUSIVE), contradicted, where
gravel's own engines have the same value and the source another, and late, where the point came to its limit of time; then cases and
the processor time of their points."""
import collections
import json
import sys

FAMILIES = ("binary-collision", "detachment", "column", "gas", "packing")
ORDER = ("md", "ed", "ed-column", "lammps", "liggghts", "yade", "edmd", "rebound", "dynamo")
REST = ("refused", "undecided", "contradicted", "late")


def result(judgement):
    """The word for a verdict; a point that came to its limit of time is not a failure of the claim."""
    if judgement["contradicted"]:
        return "contradicted"
    late = "limit" in judgement["note"] and "the point is failed" in judgement["note"]
    return {"PASS": "pass", "FAIL": "late" if late else "fail", "NOT_APPLICABLE": "refused", "INCONCLUSIVE": "undecided"}.get(judgement["verdict"])


def load(paths):
    """Judgements by engine, case and name."""
    found = {}
    for path in paths:
        with open(path) as file:
            for j in json.load(file)["judgements"]:
                if j["family"] in FAMILIES and j["engine"] in ORDER:
                    found[j["engine"], j["case"], j["name"]] = j
    return found


def cell(judgements):
    n = collections.Counter(result(j) for j in judgements if j["reference"])
    if not sum(n[word] for word in ("pass", "fail", *REST)):
        return "none"
    words = [f"{n['pass']} + {n['fail']}"] + [f"{n[word]} {word}" for word in REST if n[word]]
    seconds = sum(j["cpu_seconds"] or 0.0 for j in judgements if j["check"] == "invariants")
    return f"{', '.join(words)}; {len({j['case'] for j in judgements})} cases, {seconds:.0f} s"


def main(paths):
    found = load(paths)
    engines = [e for e in ORDER if any(key[0] == e for key in found)]
    print("| family | " + " | ".join(engines) + " |")
    print("|---" * (len(engines) + 1) + "|")
    for family in FAMILIES:
        cells = [cell([j for key, j in found.items() if key[0] == engine and j["family"] == family]) for engine in engines]
        print(f"| {family} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main(sys.argv[1:])
