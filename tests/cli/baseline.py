"""gravel check --baseline: known failures are accepted by name, one more or one less turns the run red; and a repository of somebody else
that is gated so (data/example).  Prints TAP.   usage: baseline.py GRAVEL SOURCE"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import tap  # noqa: E402

gravel, root = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
CASES = ["pair-linear", "pair-unequal"]
FAULTY = ["-e", "ed,md", "--bias", "restitution=1.05"]


def run(*words, code=0):
    done = subprocess.run([gravel, *words], text=True, capture_output=True, timeout=100)
    assert done.returncode == code, (words, done.returncode, done.stdout[-1500:], done.stderr)
    return done.stdout + done.stderr


def check(*words, code=0):
    return run("check", *CASES, "-q", "--store", "s.sqlite", *words, code=code)


def known_failures_are_accepted():
    text = check(*FAULTY, "--format", "baseline", code=1)
    pathlib.Path("known.yaml").write_text(text)
    n = text.count("verdict: FAIL")
    assert n > 5, text
    table = check(*FAULTY, "--baseline", "known.yaml")
    assert table.count("FAIL (known)") == n and f"0 unexpected failures; {n} known to the baseline" in table, table
    suites = xml.fromstring(check(*FAULTY, "--baseline", "known.yaml", "--format", "junit"))
    assert suites.get("failures") == "0" and not list(suites.iter("failure"))
    assert sum("FAIL (known)" in t.findtext("system-out") for t in suites.iter("testcase")) == n
    assert "not ok" not in re.sub(r"not ok .*# TODO known to the baseline", "", check(*FAULTY, "--baseline", "known.yaml", "--format", "tap"))
    # The same file is written again while it is in use, and the names are those of JUnit.
    again = check(*FAULTY, "--baseline", "known.yaml", "--format", "baseline")
    assert again == text
    names = {t.get("name") for t in suites.iter("testcase")}
    assert set(re.findall(r'name: "(.*)", verdict', text)) <= names


def one_more_failure_is_red():
    lines = pathlib.Path("known.yaml").read_text().splitlines(keepends=True)
    pathlib.Path("fewer.yaml").write_text("".join(lines[:-1]))
    name = re.search(r'name: "(.*) #', lines[-1])[1]
    text = check(*FAULTY, "--baseline", "fewer.yaml", code=1)
    assert "1 unexpected failures" in text and name.split(" [")[0] in text, text


def other_broken_invariants_are_red():
    """Of a program with two faults, one of which is known; all invariants of a point have one name."""
    def judge(what, *words, code):
        return run("check", "pair-linear", "-q", "--set", "material.restitution=0.6", "--set", "particles.second.mass=1e-3", "--store", f"{what}.sqlite",
                   "--engine", f"exec:{sys.executable} {root}/tests/cli/data/deceiving_adapter.py {what}", *words, code=code)
    text = judge("impulse", "--format", "baseline", code=1)
    assert 'verdict: FAIL, broken: "contacts and states"}' in text, text
    text = "".join(line for line in text.splitlines(keepends=True) if line[0] in "# b")  # without the standard error
    pathlib.Path("one.yaml").write_text(text)
    assert "FAIL (known)" in judge("impulse", "--baseline", "one.yaml", code=0)
    worse = judge("frozen", "--baseline", "one.yaml", code=1)
    assert "says FAIL, broken: contacts and states: write it again" in worse and "1 unexpected failures" in worse, worse
    pathlib.Path("old.yaml").write_text(re.sub(', broken: ".*"', "", text))
    assert "old.yaml:4:5: broken: found no such key" in judge("impulse", "--baseline", "old.yaml", code=2)


def a_mended_failure_is_red():
    text = check("-e", "ed,md", "--baseline", "known.yaml", code=1)
    n = pathlib.Path("known.yaml").read_text().count("verdict: FAIL")
    assert f"{n} unexpected failures" in text and "says FAIL: write it again" in text, text
    suites = xml.fromstring(check("-e", "ed,md", "--baseline", "known.yaml", "--format", "junit", code=1))
    assert suites.get("failures") == str(n) == str(len(list(suites.iter("failure"))))
    empty = check("-e", "ed,md", "--baseline", "known.yaml", "--format", "baseline", code=1)
    assert "baseline: []" in empty
    pathlib.Path("empty.yaml").write_text(empty)
    check("-e", "ed,md", "--baseline", "empty.yaml")


def contradictions_on_file_need_no_baseline():
    """And an entry for one is red: it is no failure."""
    text = run("check", "pair-conflict", "-q", "--store", "s.sqlite", "--format", "baseline")
    assert "baseline: []" in text, text
    name = re.search(r"^FAIL \(expected\) +pair-conflict +(.*?) \(", run("check", "pair-conflict", "-q", "--store", "s.sqlite"), re.M)[1]
    pathlib.Path("wrong.yaml").write_text(f'baseline:\n  - {{case: pair-conflict, name: "{name} #1", verdict: FAIL}}\n')
    assert "1 unexpected" in run("check", "pair-conflict", "-q", "--store", "s.sqlite", "--baseline", "wrong.yaml", code=1)


def entries_of_other_cases_are_left_alone():
    text = run("check", "pair-unequal", "-q", "--store", "s.sqlite", *FAULTY, "--baseline", "known.yaml")
    assert "known to the baseline" in text, text


def an_entry_of_a_judged_engine_without_a_judgement_is_refused():
    """Also where --engine leaves others out, whose entries stay."""
    entry = '  - {{case: pair-unequal, name: "D.unequal.vz.1 vz.1 [{}] #9", verdict: FAIL}}\n'
    for engine, code in (("ed", 2), ("md", 0), ("ed, md", 0)):
        pathlib.Path("stale.yaml").write_text("baseline:\n" + entry.format(engine))
        out = run("check", "pair-unequal", "-q", "--store", "s.sqlite", "-e", "ed", "--baseline", "stale.yaml", code=code)
        assert ("stale.yaml:2:5: name: found D.unequal.vz.1 vz.1 [ed] #9, which no judgement" in out) == (code == 2), out


def wrong_files_are_refused():
    entry = 'case: pair-unequal, name: "D.unequal.vz.1 vz.1 [ed] #1", verdict: FAIL'
    for text, place, word in (
            ("baseline: 1\n", ":1:1: ", "found no list `baseline`"), ("known: []\n", ":1:", "found no list"),
            ("baseline: []\nmore: []\n", ":1:", "found no list"), ("baseline: [1]\n", ":1:12: ", "found no mapping"),
            (f"baseline:\n  - {{{entry}, reason: none}}\n", ":2:", "reason: found an unknown key"),
            ("baseline:\n  - {case: pair-unequal, verdict: FAIL}\n", ":2:5: ", "name: found no such key"),
            (f"baseline:\n  - {{{entry[:-4]}SKIP}}\n", ":2:", "verdict: found SKIP, allowed one of"),
            (f"baseline:\n  - {{{entry}}}\n  - {{{entry}}}\n", ":3:5: ", "stands in line 2 already"),
            (f"baseline:\n  - {{{entry.replace('#1', '#9')}}}\n", ":2:5: ", "which no judgement of pair-unequal has"),
            (f"baseline:\n  - {{{entry.replace('pair-unequal', 'x' * 300)}}}\n", ":2:", "case: "), ("- {\n", ":", "")):
        pathlib.Path("bad.yaml").write_text(text)
        out = check("--baseline", "bad.yaml", code=2)
        assert f"bad.yaml{place}" in out and word in out and out.count("\n") == 1, (text, out)
    assert "none.yaml" in check("--baseline", "none.yaml", code=2)


def the_example_repository_is_gated():
    """The script of its workflow, on the template of an adapter with too weak a dashpot; the packages are those of ./run."""
    shutil.copytree(root / "tests/cli/data/example", "example")
    workflow = pathlib.Path("example/.github/workflows/gravel.yml").read_text()
    installed = set(re.search(r"install -y (gcc.*)", workflow)[1].split())
    needed = set(re.search(r'packages="(.*?)\$', (root / "run").read_text(), re.S)[1].split())
    assert needed - installed <= {"hdf5-tools"} and installed <= needed, (needed, installed)
    assert "gravel.xml" in workflow
    judge = re.search(r"- name: Judge\n +run: (.*)", workflow)[1]
    os.makedirs("programs")
    os.symlink(gravel, "programs/gravel")
    template = (root / "engines/external/adapters/template/adapter.c").read_text()
    assert template.count("c_of[p][q] * u") == 1
    faulty, worse = (template.replace("c_of[p][q] * u", f"c_of[p][q] * u * {factor}") for factor in (0.99, 0.95))
    environment = {**os.environ, "PATH": f"{os.getcwd()}/programs:{os.environ['PATH']}"}
    for code, text in (0, faulty), (1, worse), (1, template):
        pathlib.Path("example/adapter.c").write_text(text)
        done = subprocess.run(["sh", "-c", judge], cwd="example", env=environment, text=True, capture_output=True)
        suites = xml.parse("example/gravel.xml").getroot()
        assert done.returncode == code and (int(suites.get("failures")) > 0) == bool(code), (code, done)
        assert int(suites.get("tests")) > 30


def the_example_gets_the_revision_that_it_is_told():
    """The lines of its workflow that get the source, as the shell of GitHub runs them, from a repository of two commits: the first is told."""
    workflow = (root / "tests/cli/data/example/.github/workflows/gravel.yml").read_text()
    lines = re.findall(r"^ +(git .*)$", workflow, re.M)
    assert len(lines) == 2 and all(f"{{{{ vars.GRAVEL_{name} }}}}" in workflow for name in ("REPOSITORY", "REVISION")), lines

    def git(*words):
        return subprocess.run(["git", "-C", "suite", "-c", "user.name=a", "-c", "user.email=a@b", *words], text=True, capture_output=True, check=True).stdout

    os.makedirs("suite")
    git("init", "-q")
    revisions = []
    for text in "first", "second":
        pathlib.Path("suite/meson.build").write_text(text)
        git("add", "meson.build")
        git("commit", "-q", "-m", text)
        revisions.append(git("rev-parse", "HEAD").strip())
    for number, (revision, found) in enumerate(((revisions[0], "first"), ("0" * 40, None), ("", None))):
        script = "\n".join(lines).replace("/opt/gravel", f"source{number}")
        done = subprocess.run(["bash", "-e", "-c", script], text=True, capture_output=True,
                              env={**os.environ, "REPOSITORY": f"file://{os.getcwd()}/suite", "REVISION": revision})
        source = pathlib.Path(f"source{number}/meson.build")
        assert (done.returncode == 0) == (found is not None) and (source.read_text() if source.exists() else None) == found, done
    assert "set the variable GRAVEL_REVISION" in done.stderr, done


def the_known_failures_of_other_codes_are_read():
    """Also where these are not installed: their entries are those of engines that are not judged."""
    files = sorted((root / "tests/long/codes").glob("*.yaml"))
    assert len(files) > 5, files
    for file in files:
        run("check", "pair-unequal", "-q", "--store", "s.sqlite", "-e", "ed", "--baseline", file)


tests = [known_failures_are_accepted, the_known_failures_of_other_codes_are_read, one_more_failure_is_red, other_broken_invariants_are_red, a_mended_failure_is_red, contradictions_on_file_need_no_baseline,
         entries_of_other_cases_are_left_alone, an_entry_of_a_judged_engine_without_a_judgement_is_refused, wrong_files_are_refused, the_example_repository_is_gated,
         the_example_gets_the_revision_that_it_is_told]
os.environ.pop("GRAVEL_STORE", None)
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    tap.run(tests)
