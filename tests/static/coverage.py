"""Lines and branches that the tests have run, by folder, each at least what reports/manual/coverage.csv has, less a margin.
usage: coverage.py SOURCE BUILD [--only-count] [--renew]

Builds BUILD for it without optimisation and runs the suites of unit, conform, cli and badinput in it; --only-count: they have run; --renew: write
the file.  Branches that cannot be reached are left out by gcovr."""
import argparse
import collections
import csv
import json
import pathlib
import subprocess
import sys

MARGIN = (1.0, 2.0)  # of lines and branches [per cent]: how far tests that depend on time and place move them
# Arithmetic of vectors: gcc makes a branch of every lane of a choice between two of them, 4082 of the 6992 branches of engines/md.
VECTORS = ("engines/md/kernel.c", "engines/md/width.h")


def run_tests(source, build):
    if not (build / "build.ninja").exists():
        subprocess.run(["meson", "setup", build, source, "-Dbuildtype=debug", "-Db_coverage=true",
                        f"-Dc_args=-include {source / 'tests/static/coverage_exit.h'}"], check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["ninja", "-C", build], check=True, stdout=subprocess.DEVNULL)
    suites = [word for suite in ("unit", "conform", "cli", "badinput") for word in ("--suite", suite)]
    # Not checked: a program that counts has paths of this machine in it, which the test of the installation refuses.
    subprocess.run(["meson", "test", "-C", build, "--no-rebuild", "-t", "20", *suites, "--no-suite", "sums"], check=False)


def count(source, build):
    """[folder] = [lines, lines run, branches, branches taken]"""
    report = subprocess.run(["gcovr", "--json", "-", "--root", source, "--exclude-unreachable-branches", "--exclude-throw-branches",
                             "--exclude", str(source / "tests"), build], stdout=subprocess.PIPE, check=True).stdout
    totals = collections.defaultdict(lambda: [0, 0, 0, 0])
    for file in json.loads(report)["files"]:
        total = totals[str(pathlib.PurePath(file["file"]).parent)]
        for line in (l for l in file["lines"] if not l["gcovr/noncode"]):
            taken = [branch["count"] > 0 for branch in line["branches"]] if file["file"] not in VECTORS else []
            for k, n in enumerate((1, line["count"] > 0, len(taken), sum(taken))):
                total[k] += n
    return totals


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("source", type=pathlib.Path)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--only-count", action="store_true", help="the tests have run in this build")
    parser.add_argument("--renew", action="store_true")
    args = parser.parse_args()
    if not args.only_count:
        run_tests(args.source.resolve(), args.build.resolve())
    page = args.source / "reports/manual/coverage.csv"
    with open(page, newline="", encoding="utf-8") as file:
        on_file = {row["folder"]: (float(row["lines"]), float(row["branches"])) for row in csv.DictReader(file)}
    rows, low = [], 0
    for folder, (lines, run, branches, taken) in sorted(count(args.source.resolve(), args.build.resolve()).items()):
        percent = (100.0 * run / max(lines, 1), 100.0 * taken / max(branches, 1))
        rows.append((folder, f"{percent[0]:.1f}", lines, f"{percent[1]:.1f}", branches))
        # A folder that is new has a row before it counts.
        below = folder not in on_file or any(p < floor - m for p, floor, m in zip(percent, on_file[folder], MARGIN))
        low += below
        print(f"{folder:20} lines {percent[0]:5.1f} % of {lines:5}   branches {percent[1]:5.1f} % of {branches:5}{'   below the floor' if below else ''}")
    absent = sorted(set(on_file) - {row[0] for row in rows})
    if absent:
        print("no data of:", *absent)
    if args.renew:
        with open(page, "w", newline="", encoding="utf-8") as file:
            csv.writer(file, lineterminator="\n").writerows([("folder", "lines", "n_lines", "branches", "n_branches"), *rows])
        return 0
    return 1 if low or absent or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
