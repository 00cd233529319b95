"""gravel check --format junit: valid for Jenkins, by family, with stable names; contradictions on file are no skips.  TAP.
usage: junit.py GRAVEL SOURCE"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml

gravel, root = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
schema = root / "tests/cli/data/junit.xsd"
done = failed = 0


def report(ok, what, detail=""):
    global done, failed
    done += 1
    failed += not ok
    print(f"{'ok' if ok else 'not ok'} {done} - {what}")
    if not ok:
        print("# " + str(detail).replace("\n", "\n# "))


def judged(name, *words):
    """Write NAME.xml in the present folder; returns the exit code and the document's root."""
    seen = subprocess.run([gravel, "check", *words, "--format", "junit", "--store", "s.sqlite", "--quiet"], text=True,
                          capture_output=True, timeout=100)
    pathlib.Path(name).write_text(seen.stdout)
    return seen.returncode, xml.fromstring(seen.stdout)


def is_valid(name):
    if shutil.which("xmllint") is None:
        return None
    seen = subprocess.run(["xmllint", "--noout", "--schema", schema, name], text=True, capture_output=True)
    return seen.returncode == 0, seen.stderr


def names(suites):
    return [(case.get("classname"), case.get("name")) for case in suites.iter("testcase")]


with tempfile.TemporaryDirectory() as folder:
    import os
    os.chdir(folder)
    # pair-conflict has contradictions on file; the other is of another family, and takes many times the millisecond to which times are told.
    code, suites = judged("good.xml", "pair-conflict", "walls-ring-ride")
    report(code == 0 and [s.get("name") for s in suites] == ["binary-collision", "walls"], "one suite a family",
           [s.get("name") for s in suites])
    texts = [t.findtext("system-out") for t in suites.iter("testcase")]
    expected = [t for t in suites.iter("testcase") if "FAIL (expected)" in t.findtext("system-out")]
    report(len(expected) == 4 and all(t.find("skipped") is None and t.find("failure") is None for t in expected)
           and suites[0].get("skipped") == "0", "contradictions on file are neither skipped nor failed", texts)
    report(float(suites[1].get("time")) > 0 and suites[0].find("properties/property[@name='gravel.tier']").get("value") == "quick",
           "suites have a time and properties")
    report(not any(re.search(r"\d\.\d|\de[-+]", name.split(" ", 1)[-1]) for _, name in names(suites)), "no name has a number of the sweep",
           names(suites))

    text = (root / "cases/binary-collision/pair-linear.yaml").read_text().replace("name: pair-linear", "name: mine")
    pathlib.Path("mine.yaml").write_text(text)
    code, before = judged("before.xml", "mine.yaml", "--engine", "ed")
    pathlib.Path("mine.yaml").write_text(text.replace("0.95, 1.0]", "0.96, 1.0]"))
    code_after, after = judged("after.xml", "mine.yaml", "--engine", "ed")
    report(code == code_after == 0 and names(before) == names(after) and len(names(before)) > 10,
           "names stay when a value of the sweep changes", names(after))

    pathlib.Path("bad.yaml").write_text(text.replace("name: mine", "name: bad").replace("family: binary-collision", "family: a<b&c").replace(
        "within: 1.0e-12", "within: 1.0e-30") + "  \n")
    pathlib.Path("bad.yaml").write_text(re.sub(r"checks:.*?figures:", "checks:\n  - {bound: restitution, from: 1.5, to: 2}\n\nfigures:",
                                               pathlib.Path("bad.yaml").read_text(), flags=re.S))
    code, bad = judged("bad.xml", "bad.yaml", "--engine", "ed")
    n = len(bad.findall(".//failure"))
    report(code == 1 and n == int(bad[0].get("failures")) == int(bad.get("failures")) > 0, "failures are counted", bad.attrib)
    for name in "good.xml", "before.xml", "bad.xml":
        valid = is_valid(name)
        if valid is None:
            done += 1
            print(f"ok {done} - {name} fits the schema # SKIP xmllint is not installed")
        else:
            report(valid[0], f"{name} fits the schema", valid[1])
    pathlib.Path("wrong.xml").write_text(pathlib.Path("good.xml").read_text().replace(' time="', ' length="', 2))
    wrong = is_valid("wrong.xml")
    report(wrong is None or not wrong[0], "the schema refuses another document")
    os.chdir("/")
print(f"1..{done}")
sys.exit(failed > 0)
