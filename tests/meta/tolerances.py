"""A claim is judged in quick by no more than its checks in full and long allow in the same case.
usage: tolerances.py SOURCE

A check without `tier` belongs to every tier.  Checks of one claim, one kind and one number are compared; a check whose error is needed looser in
quick names no claim there, or is one of full alone."""
import collections
import pathlib
import re
import sys

KINDS = "bound", "agree", "differ", "slope", "collapse", "fit", "crossing", "rises", "falls", "measure"


def checks(text):
    """Mappings of the list `checks`, one a line, each as key to its text."""
    within = False
    for line in text.splitlines():
        if re.match(r"\S", line):
            within = line.startswith("checks:")
        flow = re.match(r"  - \{(.*)\}", line)
        if within and flow:
            yield dict(re.findall(r"(?:^|, )(\w+): ((?:\[[^]]*\]|\{[^}]*\}|\"[^\"]*\"|[^,\[{\"])+)", flow[1]))


def looser(case, text):
    allowed = collections.defaultdict(list)
    for check in checks(text):
        if "reference" in check and "within" in check:
            kind = next((k for k in KINDS if k in check), "measure")
            allowed[check["reference"], kind, check.get(kind, ""), check.get("relative", "false")].append(check)
    for (claim, _, number, _), of in allowed.items():
        for quick in (check for check in of if check.get("tier", "quick") == "quick"):
            later = [float(c["within"]) for c in of if c.get("tier", "quick") != "quick" and ("where" not in c or "where" not in quick or c["where"] == quick["where"])]
            if later and float(quick["within"]) > max(later):
                yield f"{case}: {claim} {number}: quick allows {quick['within']}, later tiers {max(later):g}"


root = pathlib.Path(sys.argv[1])
files = sorted((root / "cases").rglob("*.yaml"))
n = sum(len(list(checks(file.read_text()))) for file in files)
faults = [fault for file in files for fault in looser(file.stem, file.read_text())]
print("\n".join(faults) or f"{n} checks")
# A reader that finds no checks finds no faults.
sys.exit(bool(faults) or n < 1000 or not list(looser("a", "checks:\n  - {reference: A, within: 2}\n  - {reference: A, within: 1, tier: full}\n")))
