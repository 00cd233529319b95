"""Count the tests of one run of meson: every TAP subtest inside a program, and every other test once.
Every test that failed has a line "failed: TEST: SUBTEST, SUBTEST", and every test of which something was skipped "skipped: TEST"; the last line is "N passed, N failed, N skipped"; the
exit code is 1 if a test failed, none passed, or the run has left no log.   usage: count.py LOG_FOLDER BEGAN      (BEGAN: when the run began, in seconds since 1970)

Meson writes the result of each test to testlog*.json while it runs, and the subtests to testlog*.junit.xml at its end.
Logs from before BEGAN are those of another run."""
import json
import pathlib
import sys
import xml.etree.ElementTree as xml


def subtests(path):
    """{"suite / test": (passed, failed, skipped, names of the failed)} of the tests that have subtests; other tests
    share one suite, which has the project's name."""
    counts = {}
    for suite in xml.parse(path).getroot():
        project, _, test = suite.get("name").partition(".")
        if not test:
            continue
        bad = [case.get("name") for case in suite.iter("testcase") if case.find("failure") is not None or case.find("error") is not None]
        skipped = sum(case.find("skipped") is not None for case in suite.iter("testcase"))
        counts[test] = (int(suite.get("tests")) - len(bad) - skipped, len(bad), skipped, bad)
    return counts


def count(folder, began):
    """([passed, failed, skipped], lines about the failed and skipped) of the run that began then; ValueError when its logs are not there."""
    logs = [log for log in folder.glob("testlog*.json") if log.stat().st_mtime >= began]
    if not logs:
        raise ValueError(f"{folder}: no test log of this run")
    results = max(logs, key=lambda log: log.stat().st_mtime)
    junit = results.with_suffix(".junit.xml")
    if not junit.exists() or junit.stat().st_mtime < began:
        raise ValueError(f"{junit}: none of this run, which did not come to its end")
    inside, total, lines = subtests(junit), [0, 0, 0], []
    for line in results.read_text().splitlines():
        test = json.loads(line)
        good = test["result"] in ("OK", "EXPECTEDFAIL", "SKIP")
        *counts, bad = inside.get(test["name"]) or (0, 0, 0, [])
        if not any(counts):
            counts = (int(good and test["result"] != "SKIP"), 0, int(test["result"] == "SKIP"))
        if not good and counts[1] == 0:  # a crash, a timeout, or fewer subtests than planned
            counts = (counts[0], 1, counts[2])
        total = [a + b for a, b in zip(total, counts)]
        if counts[1]:
            lines.append(f"failed: {test['name']}: " + (", ".join(bad) or test["result"]))
        if counts[2]:
            lines.append(f"skipped: {test['name']}")
    return total, lines


if __name__ == "__main__":
    try:
        (passed, failed, skipped), lines = count(pathlib.Path(sys.argv[1]), float(sys.argv[2]))
    except ValueError as missing:
        print(f"count: {missing}", file=sys.stderr)
        passed, failed, skipped, lines = 0, 1, 0, [f"failed: {missing}"]
    for line in lines:
        print(line)
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    sys.exit(1 if failed or not passed else 0)
