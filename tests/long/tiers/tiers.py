"""Verdicts of the tiers full and long, case by case, on file in reference/golden/tiers.json; reports/manual/tiers.md shows them.
usage: tiers.py SOURCE run GRAVEL FOLDER [CASE...] [--tier full|long] [-j N]
           judge the cases (default: all) one by one, each with a store of its own; FOLDER keeps CASE-TIER.json, and what it has is not run again; where
           something is red or open it keeps CASE-TIER.sqlite, from which the same command judges it again when CASE-TIER.json is removed
       tiers.py SOURCE take FILE.json...   outputs of `gravel check CASE... --tier TIER --format json`; a case replaces its row of before
       tiers.py SOURCE page [--renew]      compare the page with the file, or write it

A row has the judgements by verdict without the invariants, PASS as those of claims of sources and other checks; *contradicted* are those where the
source has another value and ours is on file, *red* what was unexpected; then the processor time of the points [s] and the commit of the suite."""
import argparse
import collections
import datetime
import json
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from kept import remove_store, write_rows  # noqa: E402

TIERS = "full", "long"
COUNTED = "claims", "checks", "contradicted", "open", "not_applicable", "red"


def result(judgement):
    if judgement["red"]:
        return "red"
    if judgement["contradicted"]:
        return "contradicted"
    if judgement["verdict"] == "PASS":
        return "claims" if judgement["reference"] else "checks"
    return {"INCONCLUSIVE": "open", "NOT_APPLICABLE": "not_applicable"}.get(judgement["verdict"])


def name_of(judgement):
    return re.sub(r"^(check|bound) ", "", f"{judgement['check']} [{judgement['engine']}]") + (f" {judgement['at']}" if judgement["at"] else "")


def rows_of(report):
    groups = collections.defaultdict(list)
    for j in report["judgements"]:
        groups[j["case"]].append(j)
    for case, judgements in groups.items():
        invariants = [j for j in judgements if j["kind"] == "invariant"]
        judged = [(name_of(j), result(j)) for j in judgements if j["kind"] != "invariant" or j["red"]]
        n = collections.Counter(word for _, word in judged)
        yield {"case": case, "tier": report["tier"], "family": judgements[0]["family"], **{word: n[word] for word in COUNTED if n[word]},
               **{f"names_{word}": sorted({name for name, found in judged if found == word}) for word in ("open", "red") if n[word]},
               "points": len(invariants), "cpu_seconds": round(sum(j["cpu_seconds"] or 0.0 for j in invariants), 1),
               "suite": report["suite"]["commit"], "date": datetime.date.today().isoformat()}


def key(row):
    return TIERS.index(row["tier"]), row["family"], row["case"]


def take(path, files):
    rows = {key(row): row for row in (json.loads(path.read_text()) if path.exists() else [])}
    for file in files:
        report = json.loads(pathlib.Path(file).read_text())
        if report["tier"] not in TIERS:
            sys.exit(f"{file}: tier: found {report['tier']}, allowed one of: {' '.join(TIERS)}")
        rows.update((key(row), row) for row in rows_of(report))
    write_rows([rows[k] for k in sorted(rows)], path)


def commit_of(source):
    """Of the cases, as the program states its own; they are read when it runs, whatever it was built from."""
    git = ["git", "-C", str(source)]
    commit, changes = (subprocess.run([*git, *words], text=True, stdout=subprocess.PIPE, check=True).stdout.strip()
                       for words in (["rev-parse", "--short=12", "HEAD"], ["status", "--porcelain", "--untracked-files=no"]))
    return commit + ("-dirty" if changes else "")


def run(source, gravel, folder, tier, jobs, cases):
    folder.mkdir(parents=True, exist_ok=True)
    at = commit_of(source)
    if not cases:
        listed = subprocess.run([gravel, "list", "cases"], text=True, stdout=subprocess.PIPE, check=True).stdout.splitlines()
        cases = [line.split()[0] for line in listed if line and not line[0].isspace()]
    for case in cases:
        result_file, store = folder / f"{case}-{tier}.json", folder / f"{case}-{tier}.sqlite"
        if result_file.exists():
            continue
        done = subprocess.run([gravel, "check", case, "--tier", tier, "--store", store, "-j", str(jobs), "--quiet", "--format", "json"],
                              text=True, stdout=subprocess.PIPE, check=False)
        if done.returncode not in (0, 1):
            sys.exit(f"{case}: exit code {done.returncode}")
        if done.stdout:
            row, = rows_of(json.loads(done.stdout))
            if not at == commit_of(source) == row["suite"] or at.endswith("-dirty"):
                sys.exit(f"{case}: the program is of commit {row['suite']}, the cases were of {at} and are of {commit_of(source)}: its row would name none of them; "
                         f"build what is committed, and the same command goes on")
            result_file.write_text(done.stdout)
            print(f"{case}: {', '.join(f'{row[word]} {word}' for word in COUNTED if word in row)}; {row['cpu_seconds']:.0f} s", flush=True)
            if "red" in row or "open" in row:
                continue
        remove_store(store)


def line_of(row):
    told = [f"{word}: {'; '.join(row[f'names_{word}'])}" for word in ("red", "open") if word in row]
    numbers = (row.get("claims", 0), row.get("checks", 0), row.get("contradicted", 0), row.get("open", 0), row.get("red", 0), row["points"])
    cells = (row["family"], row["case"], *numbers, f"{row['cpu_seconds']:.0f}", f"`{row['suite'][:8]}`, {row['date']}{', stale' if row.get('stale') else ''}", "<br>".join(told).replace("|", "\\|"))
    return "| " + " | ".join(map(str, cells)) + " |"


def page_of(rows):
    text = ["# The tiers full and long, case by case", "",
            "The quick tier is in the [catalogue](catalogue.md). These rows are results on file (`reference/golden/tiers.json`), each with the commit it was run at; `tests/long/tiers/tiers.py run` repeats them,",
            "`gravel check CASE --tier full` one. *Claims* and *checks* passed; *contradicted*: the source has another value, and ours, on file, was met; *open*: INCONCLUSIVE; *unexpected*: what turns a run red.",
            "A case of the long tier has a row there where it has longer runs than in full. *stale*: since then the case has changed in lines that the tier follows from (`tests/meta/stale.py`).", ""]
    for tier in TIERS:
        some = [row for row in rows if row["tier"] == tier]
        n = {word: sum(row.get(word, 0) for row in some) for word in COUNTED}
        text += [f"## Tier {tier}", "",
                 f"{len(some)} cases: {n['claims']} judgements of claims and {n['checks']} of other checks passed, {n['contradicted']} contradicted with our value on file, {n['open']} open, {n['red']} unexpected; "
                 f"{sum(row['points'] for row in some)} points, {sum(row['cpu_seconds'] for row in some) / 60:.0f} minutes of processor time.", "",
                 "| family | case | claims | checks | contradicted | open | unexpected | points | CPU s | run at | names |", "|---" * 11 + "|",
                 *(line_of(row) for row in some), ""]
    return "\n".join(text)


def page(golden, path, renew):
    new = page_of(json.loads(golden.read_text()))
    if renew:
        path.write_text(new)
    elif not path.exists() or path.read_text() != new:
        sys.exit(f"{path} is not made of {golden}: `./run readme`")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", type=pathlib.Path)
    commands = parser.add_subparsers(dest="command", required=True)
    running, taking, showing = (commands.add_parser(name) for name in ("run", "take", "page"))
    running.add_argument("gravel")
    running.add_argument("folder", type=pathlib.Path)
    running.add_argument("--tier", choices=TIERS, default="full")
    running.add_argument("-j", "--jobs", type=int, default=1)
    running.add_argument("cases", nargs="*")
    taking.add_argument("files", nargs="+")
    showing.add_argument("--renew", action="store_true")
    chosen = parser.parse_args()
    file = chosen.source / "reference/golden/tiers.json"
    if chosen.command == "run":
        run(chosen.source, chosen.gravel, chosen.folder, chosen.tier, chosen.jobs, chosen.cases)
    elif chosen.command == "take":
        take(file, chosen.files)
    else:
        page(file, chosen.source / "reports/manual/tiers.md", chosen.renew)
