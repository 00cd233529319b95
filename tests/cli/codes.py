"""The page of other codes: what their files of verdicts and grades say is what the page shows.  Prints TAP.
usage: codes.py GRAVEL SOURCE_ROOT CC..."""
import copy
import html
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import tap  # noqa: E402

gravel, root, cc = str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2]).resolve(), sys.argv[3:]
template = root / "engines/external/adapters/template/adapter.c"
CASES = "pair-unequal", "pair-oblique"


def run(*arguments, code=0):
    done = subprocess.run([gravel, *arguments], text=True, capture_output=True, check=False, timeout=200,
                          env={**os.environ, "NO_COLOR": "1", "GRAVEL_HOME": str(root), "GRAVEL_STORE": "s.sqlite"})
    assert done.returncode == code, (arguments, done)
    return done


def write(name, value):
    pathlib.Path(name).write_text(value if isinstance(value, str) else json.dumps(value))
    return name


def text_of(element):
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", element)).split())


def page(*files):
    run("report", *CASES, "-o", "out", *(word for f in files for word in ("--code", f)))
    return pathlib.Path("out/codes.html").read_text()


def row(text, table, name):
    """The cells of the row that begins with `name`, behind the place `table` of the page."""
    for line in re.findall(r"<tr>.*?</tr>", text[text.index(table):], re.S):
        cells = [text_of(c) for c in re.findall(r"<t[hd].*?</t[hd]>", line, re.S)]
        if cells[0].split()[0] == name:
            return cells
    raise AssertionError((table, name))


def prepare():
    """Verdicts and grades of the template in C, which lacks rotation and walls."""
    subprocess.run([*cc, "-O2", str(template), "-o", "template-c", "-lm"], check=True)
    run("run", *CASES, "-q")
    write("verdicts.json", run("check", *CASES, "-q", "--engine", "exec:./template-c", "--format", "json").stdout)
    write("grades.json", run("conform", "exec:./template-c", "--format", "json").stdout)


def claims_and_grades_stand_beside_gravels_engines():
    text = page("verdicts.json", "grades.json")
    assert row(text, "<h1>Codes", "template-c")[1:7] == ["16 passed, 0 failed , 12 refused", "2", "0", "0", "0", "4"], row(text, "<h1>Codes", "template-c")
    assert row(text, "<h1>Codes", "md")[1:7] == ["–", "6", "0", "0", "0", "0"]
    cells = row(text, 'id="claims"', "D.unequal.vz.1")
    assert cells[1].startswith("passed 1 of 1") and cells[4].startswith("passed 1 of 1") and "for 0.6" in cells[4], cells
    assert row(text, 'id="claims"', "S1.rotation.kick")[4] == "refused" and "template-c lacks: rotation" in text
    assert row(text, 'id="code-template-c"', "parabola")[1] == "pass"
    assert "50 times the steps_per_contact of the case" in text and "Failed claims" not in text
    assert 'href="codes.html"' in pathlib.Path("out/index.html").read_text()
    assert float(row(text, "Processor time a case", "pair-unequal")[1].split()[0]) > 0


def a_failed_claim_and_a_failed_grade_are_named():
    verdicts, grades = json.loads(pathlib.Path("verdicts.json").read_text()), json.loads(pathlib.Path("grades.json").read_text())
    wrong = next(j for j in verdicts["judgements"] if j["check"] == "D.unequal.vz.1 vz.1" and j["engine"] == "template-c")
    wrong.update(verdict="FAIL", value=0.75, ratio=300.0, red=True)
    grades["grades"][1].update(result="FAIL", value=0.125)
    text = page(write("v.json", verdicts), write("g.json", grades))
    assert row(text, "<h1>Codes", "template-c")[1:5] == ["15 passed, 1 failed , 12 refused", "1", "0", "1"], row(text, "<h1>Codes", "template-c")
    assert row(text, 'id="claims"', "D.unequal.vz.1")[4] == "failed 1 of 1 0.75 for 0.6 , ratio 300", row(text, 'id="claims"', "D.unequal.vz.1")
    assert row(text, "Failed claims", "D.unequal.vz.1")[1:] == ["pair-unequal", "", "0.75", "0.6", "300", "1 of 1"], row(text, "Failed claims", "D.unequal.vz.1")
    assert row(text, 'id="code-template-c"', grades["grades"][1]["grade"])[1:3] == ["FAIL", "0.12"]


def two_codes_have_two_columns():
    other = json.loads(pathlib.Path("verdicts.json").read_text().replace("template-c", "other"))
    text = page("verdicts.json", write("other.json", other))
    assert len(row(text, 'id="claims"', "D.unequal.vz.1")) == 6 and 'id="code-other"' in text


def without_other_codes_there_is_no_such_page():
    run("report", *CASES, "-o", "plain")
    assert not pathlib.Path("plain/codes.html").exists() and "codes.html" not in pathlib.Path("plain/index.html").read_text()


def wrong_files_are_exit_2():
    own = run("check", CASES[0], "-q", "-e", "md", "--format", "json").stdout
    lacking = copy.deepcopy(json.loads(pathlib.Path("verdicts.json").read_text()))
    del lacking["judgements"][0]["verdict"]
    for files, words in ((["none.json"], "none.json"), ([write("a.json", "{")], "a.json"), ([write("b.json", {"schema": "x/1"})], "schema: found x/1"),
                         ([write("c.json", own)], "no verdict on a code that is not gravel's"), ([write("d.json", lacking)], "verdicts[0]"),
                         ([write("e.json", {"schema": "gravel-grades/1"})], "no engine or no grades"),
                         ([write("f.json", {"schema": "gravel-grades/1", "engine": "x", "grades": [{}]})], "grades[0]"),
                         (["grades.json", "grades.json"], "again")):
        done = run("report", *CASES, "-o", "wrong", *(word for f in files for word in ("--code", f)), code=2)
        assert words in done.stderr and not pathlib.Path("wrong").exists(), done


tests = [claims_and_grades_stand_beside_gravels_engines, a_failed_claim_and_a_failed_grade_are_named, two_codes_have_two_columns,
         without_other_codes_there_is_no_such_page, wrong_files_are_exit_2]
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    prepare()
    tap.run(tests)
    os.chdir("/")
