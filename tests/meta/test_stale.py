"""Which results on file are stale, in a tree with a history of its own.  Prints TAP."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import tap  # noqa: E402

import stale

GIT = ["-c", "user.name=n", "-c", "user.email=e"]


def commit(source):
    for words in (["add", "."], [*GIT, "commit", "--quiet", "-m", "one"]):
        subprocess.run(["git", "-C", str(source), *words], check=True)
    return subprocess.run(["git", "-C", str(source), "rev-parse", "--short=12", "HEAD"], text=True, stdout=subprocess.PIPE, check=True).stdout.strip()


def tree(name):
    """A folder of sources with one case, box-smooth, and its commit."""
    source = pathlib.Path(name)
    (source / "cases/box2d").mkdir(parents=True)
    (source / "reference/golden").mkdir(parents=True)
    subprocess.run(["git", "init", "--quiet", str(source)], check=True)
    case = source / "cases/box2d/box-smooth.yaml"
    case.write_text("# few\nreplicates: 4\n")
    return source, case, commit(source)


def write_tables(source, at, renewed=None):
    batch = {"commit": at, "seeds": [1, 2], "cases": ["box-smooth"], "renewed": [{"case": "box-smooth", "commit": renewed}] if renewed else []}
    for name, data in (("seeds-quick", {"tier": "quick", "batches": [batch]}), ("seeds-full", {"tier": "full", "batches": [batch]}),
                       ("tiers", [{"case": "box-smooth", "tier": "full", "suite": renewed or at}]),
                       ("compilers", {"tier": "quick", "commit": renewed or at, "cases": ["box-smooth"]})):
        (source / f"reference/golden/{name}.json").write_text(json.dumps(data))


def marks(source):
    """What the tables say: seeds of quick and of full, the comparison of compilers and what it lacks, the row."""
    quick, full, rows, compilers = (json.loads((source / f"reference/golden/{name}.json").read_text()) for name in stale.MARKS)
    return quick["stale"], full["stale"], compilers["stale"], compilers["missing"], rows[0].get("stale", False)


NONE, ALL = ([], [], [], [], False), (["box-smooth"], ["box-smooth"], ["box-smooth"], [], True)


def results_of_a_case_that_has_changed_are_named():
    source, case, at = tree("tree")
    write_tables(source, at)
    assert stale.mark_all(source, False) and not stale.mark_all(source, True) and not stale.mark_all(source, False)
    assert marks(source) == NONE
    case.write_text("# more\nreplicates: 4\n")
    stale.changes.cache_clear()
    assert not stale.mark_all(source, False)
    case.write_text("# more\nreplicates: 8\n")
    stale.changes.cache_clear()
    assert stale.mark_all(source, False) and marks(source) == NONE
    stale.mark_all(source, True)
    assert marks(source) == ALL and not stale.mark_all(source, False)
    write_tables(source, at, renewed=commit(source))  # run again
    stale.changes.cache_clear()
    stale.mark_all(source, True)
    assert marks(source) == NONE
    case.rename(case.with_name("box-wide.yaml"))
    stale.changes.cache_clear()
    assert stale.mark_all(source, False)
    stale.mark_all(source, True)
    assert marks(source) == (*ALL[:3], ["box-wide"], True)


def a_commit_of_no_history_is_stale():
    source, _, _ = tree("other")
    write_tables(source, "c0ffee")
    stale.mark_all(source, True)
    assert marks(source) == ALL


def lines_of_another_tier_do_not_count():
    text = ("title: T\nrun: {time: 1}  # s\nsweep:\n  - {key: a}\nreplicates: 2\ntiers:\n  quick:\n    run: {time: 2}\n  full:\n    run: {time: 3}\n    replicates: 5\n\nchecks:\n"
            "  - {measure: a, tier: quick}\n  - {measure: b, tier: full}\n  - {measure: c}\n\nchanged:\n  - {what: w}\n\nfigures:\n  - title: F\n")
    counts = list(stale.what_counts(text, "full"))
    for old, new, matters in (("title: T", "title: U", False), ("time: 1", "time: 4", True), ("time: 2", "time: 4", False), ("time: 3", "time: 4", True), ("key: a", "key: b", True),
                              ("\nreplicates: 2", "\nreplicates: 3", False), ("replicates: 5", "replicates: 6", True), ("measure: a", "measure: d", False),
                              ("measure: b", "measure: d", True), ("measure: c", "measure: d", True), ("{what: w}", "{what: v}", False), ("title: F", "title: G", False)):
        assert text.count(old) == 1 and (list(stale.what_counts(text.replace(old, new), "full")) != counts) == matters, old
    assert [tier for tier in ("quick", "full", "long") if any("measure: b" in line for line in stale.what_counts(text, tier))] == ["full", "long"]


tests = [results_of_a_case_that_has_changed_are_named, a_commit_of_no_history_is_stale, lines_of_another_tier_do_not_count]
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    failed = tap.run(tests)
    os.chdir("/")
sys.exit(failed)
