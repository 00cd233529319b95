"""Lines and branches that the tests have run, by folder, each at least its floor.
usage: coverage.py SOURCE BUILD [--floor LINES BRANCHES] [--only-count]

Builds BUILD for it without optimisation and runs the suites of unit, conform, cli and badinput in it; --only-count: they have run.  Branches that gcc adds for exceptions and for assertions of the vector
copies are not counted: gcovr leaves out what cannot be reached."""
import argparse
import collections
import json
import pathlib
import subprocess
import sys

FOLDERS = ("engines/core", "engines/md", "engines/ed", "engines/io", "cases/prepare", "cases/measure", "reference/theory", "reports",
           "harness/util", "harness/stats", "harness/record", "harness/case", "harness/reference", "harness/run", "harness/judge",
           "harness/advise", "harness/bench", "harness/cli")


def run_tests(source, build):
    if not (build / "build.ninja").exists():
        subprocess.run(["meson", "setup", build, source, "-Dbuildtype=debug", "-Db_coverage=true"], check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["ninja", "-C", build], check=True, stdout=subprocess.DEVNULL)
    suites = [word for suite in ("unit", "conform", "cli", "badinput") for word in ("--suite", suite)]
    subprocess.run(["meson", "test", "-C", build, "--no-rebuild", "-t", "10", *suites], check=True)


def best(a, b):
    """Branches of one line in two copies of it: those of the copy that took more, whose number the compiler chose."""
    return max(a, b, key=lambda taken: (sum(taken) / max(len(taken), 1), len(taken)))


def count(source, build):
    """[folder] = [lines, lines run, branches, branches taken]"""
    report = subprocess.run(["gcovr", "--json", "-", "--root", source, "--exclude-unreachable-branches", "--exclude-throw-branches",
                             "--exclude", str(source / "tests"), build], stdout=subprocess.PIPE, check=True).stdout
    places = {}  # a line of a source file: a file is compiled several times, for vector widths, and its lines count once
    for file in json.loads(report)["files"]:
        for line in (l for l in file["lines"] if not l["gcovr/noncode"]):
            taken = [branch["count"] > 0 for branch in line["branches"]]
            run, before = places.get((file["file"], line["line_number"]), (False, []))
            places[file["file"], line["line_number"]] = (run or line["count"] > 0, best(before, taken))
    totals = collections.defaultdict(lambda: [0, 0, 0, 0])
    for (file, _), (run, taken) in places.items():
        folder = str(pathlib.PurePath(file).parent)
        total = totals[next((f for f in FOLDERS if folder.startswith(f)), folder)]
        for k, n in enumerate((1, run, len(taken), sum(taken))):
            total[k] += n
    return totals


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("source", type=pathlib.Path)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--only-count", action="store_true", help="the tests have run in this build")
    parser.add_argument("--floor", nargs=2, type=float, default=[80.0, 45.0], metavar=("LINES", "BRANCHES"),
                        help="of every folder, in per cent")
    args = parser.parse_args()
    if not args.only_count:
        run_tests(args.source.resolve(), args.build.resolve())
    totals = count(args.source.resolve(), args.build.resolve())
    absent = [f for f in FOLDERS if f not in totals]
    low = 0
    for folder, (lines, run, branches, taken) in sorted(totals.items()):
        percent = [100.0 * run / max(lines, 1), 100.0 * taken / max(branches, 1)]
        below = folder in FOLDERS and any(p < floor for p, floor in zip(percent, args.floor))
        low += below
        print(f"{folder:20} lines {percent[0]:5.1f} % of {lines:5}   branches {percent[1]:5.1f} % of {branches:5}{'   below the floor' if below else ''}")
    if absent:
        print("no data of:", *absent)
    return 1 if low or absent else 0


if __name__ == "__main__":
    sys.exit(main())
