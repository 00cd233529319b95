"""Rows of the tiers full and long, from outputs of gravel check.  Prints TAP."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
import tap  # noqa: E402

import tiers


def judgement(**more):
    return {"case": "box-smooth", "family": "box2d", "engine": "ed", "check": "S3.x height", "reference": "S3.x", "kind": "simulation", "verdict": "PASS", "at": "",
            "contradicted": False, "red": False, "cpu_seconds": 2.0, **more}


def report(*judgements, tier="full"):
    return {"tier": tier, "suite": {"commit": "c0ffee"}, "judgements": list(judgements)}


def invariant(**more):
    return judgement(check="invariants", reference="", kind="invariant", **more)


def every_verdict_has_its_word():
    row, = tiers.rows_of(report(invariant(), invariant(), judgement(), judgement(reference="", check="bound height"), judgement(contradicted=True, verdict="FAIL"),
                                judgement(verdict="INCONCLUSIVE", at="alpha = 50"), judgement(verdict="NOT_APPLICABLE"), judgement(verdict="FAIL", red=True)))
    assert all(row[word] == 1 for word in tiers.COUNTED), row
    assert row["points"] == 2 and row["cpu_seconds"] == 4.0, row
    assert row["names_open"] == ["S3.x height [ed] alpha = 50"] and row["names_red"] == ["S3.x height [ed]"], row


def a_broken_invariant_is_red():
    row, = tiers.rows_of(report(invariant(), invariant(verdict="FAIL", red=True)))
    assert row["red"] == 1 and row["points"] == 2, row


def a_later_output_replaces_a_case_of_its_tier():
    path = pathlib.Path("tiers.json")
    for name, some in (("a", report(judgement(verdict="INCONCLUSIVE"))), ("b", report(judgement())), ("c", report(judgement(), tier="long"))):
        pathlib.Path(f"{name}.json").write_text(json.dumps(some))
    for name in "abc":
        tiers.take(path, [f"{name}.json"])
    full, long = json.loads(path.read_text())
    assert full["claims"] == 1 and "open" not in full and long["tier"] == "long", (full, long)
    pathlib.Path("quick.json").write_text(json.dumps(report(judgement(), tier="quick")))
    try:
        tiers.take(path, ["quick.json"])
    except SystemExit as refusal:
        print(f"# {refusal}")
    else:
        raise AssertionError("a row of the quick tier")


def the_page_tells_what_is_open_and_differs_from_an_old_one():
    golden, page = pathlib.Path("page.json"), pathlib.Path("page.md")
    golden.write_text(json.dumps(list(tiers.rows_of(report(invariant(), judgement(), judgement(verdict="INCONCLUSIVE", at="alpha = 50"))))))
    tiers.page(golden, page, True)
    assert "open: S3.x height [ed] alpha = 50" in page.read_text() and "1 cases: 1 judgements of claims" in page.read_text()
    tiers.page(golden, page, False)
    golden.write_text("[]")
    try:
        tiers.page(golden, page, False)
    except SystemExit as refusal:
        print(f"# {refusal}")
    else:
        raise AssertionError("an old page")


def tree(name):
    """A folder of sources with one commit."""
    source = pathlib.Path(name)
    source.mkdir()
    git = ["git", "-C", str(source), "-c", "user.name=n", "-c", "user.email=e"]
    (source / "case").write_text("1")
    for words in (["init", "--quiet"], ["add", "case"], ["commit", "--quiet", "-m", "one"]):
        subprocess.run([*git, *words], check=True)
    return source


def program(commit, *judgements):
    """A gravel that writes its store and has these verdicts."""
    gravel = pathlib.Path("gravel").resolve()
    gravel.write_text(f"#!/bin/sh\ntouch $6\necho '{json.dumps({**report(*judgements), 'suite': {'commit': commit}})}'\n")
    gravel.chmod(0o755)
    return gravel


def a_row_names_the_commit_of_program_and_cases():
    source, folder = tree("tree"), pathlib.Path("results")

    def refused(commit):
        try:
            tiers.run(source, program(commit, invariant(), judgement()), folder, "full", 1, ["box-smooth"])
        except SystemExit as refusal:
            print(f"# {refusal}")
            return True
        return False

    here = tiers.commit_of(source)
    assert refused("c0ffee") and not list(folder.glob("*.json"))
    (source / "case").write_text("2")
    assert tiers.commit_of(source) == here + "-dirty" and refused(here) and refused(here + "-dirty")
    (source / "case").write_text("1")
    assert not refused(here) and list(folder.glob("*.json")) and not list(folder.glob("*.sqlite"))


def what_is_red_or_open_keeps_its_store():
    source, folder = tree("other"), pathlib.Path("undecided")
    for more in {"verdict": "INCONCLUSIVE"}, {"verdict": "FAIL", "red": True}, {}:
        tiers.run(source, program(tiers.commit_of(source), invariant(), judgement(**more)), folder, "full", 1, ["box-smooth"])
        assert bool(list(folder.glob("*.sqlite"))) == bool(more), more
        (folder / "box-smooth-full.json").unlink()


tests = [every_verdict_has_its_word, a_broken_invariant_is_red, a_later_output_replaces_a_case_of_its_tier,
         the_page_tells_what_is_open_and_differs_from_an_old_one, a_row_names_the_commit_of_program_and_cases, what_is_red_or_open_keeps_its_store]
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    failed = tap.run(tests)
    os.chdir("/")
sys.exit(failed)
