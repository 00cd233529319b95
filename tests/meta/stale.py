"""Results on file whose case has changed since they were run, in lines that their tier follows from, say so: `stale` in the tables of seeds and of
compilers, which also has the cases that were not compared as `missing`, and in the rows of the tiers full and long, from which the report has it.
usage: stale.py SOURCE [--renew]    (--renew: write what is found into the files; else compare: exit 1 if they differ, 77 without the history)"""
import collections
import difflib
import functools
import json
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from kept import write_rows, write_table  # noqa: E402

REPLACED = "measure", "replicates", "sweep"  # a tier's own take the place of the case's; other keys are merged


def what_counts(text, tier):
    """The lines of a case file that a run of this tier and its judgement follow from, without lines of comment."""
    lines = [line for line in text.splitlines() if line.strip()[:1] not in ("", "#")]
    placed, top, block = [], None, None
    for line in lines:
        if re.match(r"[a-z]", line):
            top, block = line.split(":")[0], None
        elif top == "tiers" and re.match(r"  [a-z]", line):
            block = line.split(":")[0].strip()
        placed.append((top, block, line))
    own = {line.split(":")[0].strip() for _, block, line in placed if block == tier and re.match(r"    [a-z]", line)}
    for top, block, line in placed:
        check_of = re.search(r"\btier: ([a-z]+)", line) if top == "checks" else None
        of_another = check_of and check_of[1] != tier and (check_of[1], tier) != ("full", "long")  # full means long too
        unused = top in ("changed", "figures", "title", "asks", "source") or (top in REPLACED and top in own)
        if not unused and block in (None, tier) and not of_another:
            yield line


@functools.cache
def changes(source, case, commit, tier):
    """Lines that differ between the case at this commit and the one of the work tree; a text where one of them is missing."""
    file = next(source.glob(f"cases/*/{case}.yaml"), None)
    if file is None:
        return ("no such case",)
    then = subprocess.run(["git", "-C", str(source), "show", f"{commit}:{file.relative_to(source)}"], text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if then.returncode != 0:
        return (f"no such case at {commit}",)
    texts = (list(what_counts(text, tier)) for text in (then.stdout, file.read_text()))
    return tuple(line for line in difflib.unified_diff(*texts, lineterm="", n=0) if line[:1] in "+-" and not line.startswith(("+++", "---")))


def commits_of(table):
    """Where the cases of a table of seeds were run: [case] = commits."""
    found = collections.defaultdict(set)
    for batch in table["batches"]:
        renewed = {row["case"]: row["commit"] for row in batch.get("renewed", [])}
        for case in batch["cases"]:
            found[case].add(renewed.get(case, batch["commit"]))
    return found


def mark_seeds(source, table):
    table["stale"] = sorted(case for case, commits in commits_of(table).items() if any(changes(source, case, commit, table["tier"]) for commit in commits))
    return [f"{case}: seeds of the tier {table['tier']}" for case in table["stale"]]


def mark_rows(source, rows):
    named = []
    for row in rows:
        row.pop("stale", None)
        if lines := changes(source, row["case"], row["suite"], row["tier"]):
            row["stale"] = True
            named.append(f"{row['case']}: row of the tier {row['tier']}, {len(lines)} lines, the first: {lines[0][:100]}")
    return named


def mark_compilers(source, table):
    table["stale"] = sorted(case for case in table["cases"] if changes(source, case, table["commit"], table["tier"]))
    table["missing"] = sorted({file.stem for file in source.glob("cases/*/*.yaml")} - set(table["cases"]))
    return [f"{case}: comparison of compilers" for case in table["stale"]] + [f"{case}: not compared with other compilers" for case in table["missing"]]


MARKS = {"seeds-quick": (mark_seeds, write_table), "seeds-full": (mark_seeds, write_table), "tiers": (mark_rows, write_rows),
         "compilers": (mark_compilers, write_table)}


def mark_all(source, renew):
    """Whether a file does not say which of its results are stale."""
    differs = False
    for name, (mark, write) in MARKS.items():
        path = source / f"reference/golden/{name}.json"
        data = json.loads(path.read_text())
        before = json.dumps(data)
        for line in mark(source, data):
            print(line)
        if json.dumps(data) == before:
            continue
        differs = True
        if renew:
            write(data, path)
        else:
            print(f"{path} does not say which cases have changed since, or which it lacks: ./run readme writes it")
    return differs and not renew


def has_history(source):
    shallow = subprocess.run(["git", "-C", str(source), "rev-parse", "--is-shallow-repository"], text=True, stdout=subprocess.PIPE,
                             stderr=subprocess.DEVNULL, check=False)
    return shallow.stdout.strip() == "false"


if __name__ == "__main__":
    root, renewing = pathlib.Path(sys.argv[1]), sys.argv[2:] == ["--renew"]
    if not has_history(root):
        print("a tree without its history: what is marked as stale stays as it is")
        sys.exit(0 if renewing else 77)
    sys.exit(mark_all(root, renewing))
