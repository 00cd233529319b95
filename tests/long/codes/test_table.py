"""Rows of claims by code, from outputs of gravel check.  Prints TAP."""
import json
import os
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
import tap  # noqa: E402

import table


def judgement(**more):
    return {"case": "pair-linear", "family": "binary-collision", "engine": "yade", "check": "S.e restitution", "reference": "S.e", "verdict": "PASS",
            "note": "", "contradicted": False, "red": False, "cpu_seconds": 2.0, **more}


def report(*judgements):
    return {"suite": {"commit": "c0ffee"}, "judgements": list(judgements)}


def every_verdict_has_its_word():
    late = "limit of time: the point is failed"
    found = [judgement(), judgement(verdict="FAIL", reference="S.t"), judgement(verdict="FAIL", note=late), judgement(verdict="NOT_APPLICABLE"),
             judgement(verdict="INCONCLUSIVE"), judgement(contradicted=True), judgement(verdict="SKIP"), judgement(verdict="FAIL", reference=""),
             judgement(check="invariants", reference="", note="time step; yade 2023.02a, adapter 5; realised: {}"), judgement(engine="md"),
             judgement(family="tumbler")]
    rows = list(table.rows_of(report(*found)))
    assert [row["code"] for row in rows] == ["yade", "md"], rows
    assert table.result(judgement(verdict="FAIL", note="the point is failed: gravel-dynamo ended with -24")) == "late"
    assert table.result(judgement(verdict="FAIL", contradicted=True, red=True)) == "failed"  # neither the source's value nor gravel's
    row = rows[0]
    assert all(row[word] == 1 for word in table.COUNTED) and row["claims_failed"] == ["S.t"], row
    assert table.version("yade", [judgement(note="not measured; yade lacks: rotation"), judgement(note="yade deviates: x; yade 1, adapter 5")]) == "1, adapter 5"
    assert row["version"] == "2023.02a, adapter 5" and row["cpu_seconds"] == 2.0 and "invariants_broken" not in row, row


def a_broken_invariant_is_told():
    row, = table.rows_of(report(judgement(), judgement(check="invariants", reference="", verdict="FAIL")))
    assert row["invariants_broken"] == 1 and row["passed"] == 1, row


def a_case_that_fails_as_a_whole_has_the_version_of_the_others():
    rows = [{"code": "yade", "version": "1"}, {"code": "yade", "version": None, "failed": 2}, {"code": "yade", "version": None, "refused": 2},
            {"code": "lammps", "version": None, "failed": 1}]
    table.name_versions(rows)
    assert [row["version"] for row in rows] == ["1", "1", None, None], rows


def what_decides_nothing_has_no_row():
    assert not list(table.rows_of(report(judgement(reference=""), judgement(verdict="SKIP"))))


def a_later_output_replaces_a_case():
    path = pathlib.Path("codes.json")
    for name, verdicts in (("a", ["PASS", "FAIL"]), ("b", ["PASS"])):
        pathlib.Path(f"{name}.json").write_text(json.dumps(report(*(judgement(verdict=v) for v in verdicts))))
    table.take(path, ["a.json"])
    assert json.loads(path.read_text())[0]["failed"] == 1
    table.take(path, ["b.json"])
    row, = json.loads(path.read_text())
    assert row["passed"] == 1 and "failed" not in row, row


def a_case_replaces_the_row_of_its_family():
    path = pathlib.Path("families.json")
    path.write_text(json.dumps([{"code": "yade", "case": "*", "family": family, "cases": 3, "passed": 7, "cpu_seconds": 1.0} for family in ("gas", "binary-collision")]))
    table.take(path, ["b.json"])
    rows = json.loads(path.read_text())
    assert [(row["family"], row["case"], row["passed"]) for row in rows] == [("binary-collision", "pair-linear", 1), ("gas", "*", 7)], rows
    assert table.cell(rows[1:]) == "7 + 0; 3 cases, 1 s", table.cell(rows[1:])


def the_page_has_the_sum_of_the_rows():
    golden, page = pathlib.Path("golden.json"), pathlib.Path("page.md")
    golden.write_text(json.dumps([row | {"case": case} for case in ("a", "b") for row in table.rows_of(report(judgement(), judgement(verdict="FAIL")))]))
    page.write_text(f"before\n{table.BEGIN}old\n{table.END}after\n")
    table.page(golden, page, True)
    text = page.read_text()
    assert "| binary-collision | 2 + 2; 2 cases, 0 s |" in text and text.startswith("before\n") and text.endswith("after\n"), text
    table.page(golden, page, False)
    page.write_text(text.replace("2 + 2", "3 + 1"))
    try:
        table.page(golden, page, False)
    except SystemExit as stop:
        assert "./run readme" in str(stop)
    else:
        raise AssertionError("a changed page is not noticed")


tests = [every_verdict_has_its_word, a_case_that_fails_as_a_whole_has_the_version_of_the_others, a_broken_invariant_is_told,
         what_decides_nothing_has_no_row, a_later_output_replaces_a_case, a_case_replaces_the_row_of_its_family,
         the_page_has_the_sum_of_the_rows]
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    failed = tap.run(tests)
    os.chdir("/")
sys.exit(failed)
