"""gravel new, and what a case of one's own is told: every template runs, is checked and is judged.  TAP.
usage: new.py GRAVEL SOURCE"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import tap  # noqa: E402

gravel, root = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
kinds = sorted(p.name.split(".")[0] for p in (root / "cases/templates").glob("*.yaml.in"))


def run(*words):
    return subprocess.run([gravel, *words], text=True, capture_output=True, timeout=100, env={**os.environ, "NO_COLOR": "1"})


def every_kind_is_listed():
    seen = run("new")
    assert seen.returncode == 0 and [line.split()[0] for line in seen.stdout.splitlines()] == kinds, seen
    assert {"pair", "column", "box", "drum", "gas", "packing", "hopper"} <= set(kinds)


def template(kind):
    def accepted_and_judged():
        made = run("new", kind, f"my-{kind}")
        text = pathlib.Path(f"my-{kind}.yaml").read_text()
        assert made.returncode == 0 and f"name: my-{kind} " in text and "@" not in text, made
        # Comments teach: a quarter of the lines has one.
        lines = text.splitlines()
        assert sum("#" in line for line in lines) * 4 > len(lines), text
        assert run("run", f"my-{kind}.yaml", "--quiet").returncode == 0
        seen = run("check", f"my-{kind}.yaml", "--all")
        n = re.match(r"\s*(?:PASS .*\n(?: .*\n)*)+\n0 unexpected failures; (\d+) of (\d+) checks decided", seen.stdout)
        assert seen.returncode == 0 and n and n[1] == n[2] and int(n[1]) > 0, seen.stdout + seen.stderr
        assert "claims on file" not in seen.stdout, seen.stdout
    accepted_and_judged.__name__ = f"the_template_{kind}_is_accepted_and_judged"
    return accepted_and_judged


def wrong_words_are_refused_and_nothing_is_lost():
    before = pathlib.Path("my-pair.yaml").read_text()
    for words, said in ((("new", "pair", "my-pair"), "allowed is a new name"), (("new", "piar", "x"), "did you mean pair?"),
                        (("new", "pair"), "found no name"), (("new", "pair", "My Case"), "lower-case letters"),
                        (("new", "pair", "../x"), "lower-case letters"), (("new", "pair", "x", "y"), "more than a kind and a name")):
        seen = run(*words)
        assert seen.returncode == 2 and said in seen.stderr, seen
    assert pathlib.Path("my-pair.yaml").read_text() == before and not pathlib.Path("x.yaml").exists()


def changed(name, *pairs):
    text = pathlib.Path("my-pair.yaml").read_text().replace("my-pair", name)
    for old, new in pairs:
        assert old in text, old
        text = text.replace(old, new, 1)
    pathlib.Path(f"{name}.yaml").write_text(text)
    return f"{name}.yaml"


def a_species_outside_a_list_is_told_that_a_list_is_wanted():
    text = re.sub(r"particles:.*?material:", "particles:\n  small: {count: 2, diameter: 1.0e-3, density: 2500.0}\nmaterial:",
                  pathlib.Path("my-pair.yaml").read_text(), flags=re.S)
    pathlib.Path("species.yaml").write_text(text)
    seen = run("run", "species.yaml")
    assert seen.returncode == 2 and "particles: [{name: small, ...}, ...]" in seen.stderr, seen


def run_refuses_wrong_names_of_checks_before_it_runs():
    for number, (old, new, said) in enumerate((("agree: restitution", "agree: restituton", "did you mean restitution?"),
                                               ("S3.lsd.closed.e", "S3.lsd.closed.f", "which is not on file (did you mean S3.lsd.closed.e?)"))):
        name = changed(f"wrong-{number}", (old, new))
        for command in ("run", "check"):
            seen = run(command, name, "--store", "none.sqlite")
            assert seen.returncode == 2 and said in seen.stderr and f"{name}:" in seen.stderr, seen
        assert not pathlib.Path("none.sqlite").exists()
    seen = run("run", changed("wrong-star", ("measure: [pair_collision]", "measure: [pair_collision, final_state]"),
                              ("bound: max_overlap", "bound: vz.frist")))
    assert seen.returncode == 2 and "found vz.frist, and the case has no species, wall, particle or component frist" in seen.stderr, seen


def check_and_report_take_set_as_run_does():
    words = ["my-pair.yaml", "--set", "prepare.pair.speed=0.1", "--store", "set.sqlite"]
    assert "6 points, 6 done" in run("run", *words).stdout
    seen = run("check", *words, "--no-run")
    assert seen.returncode == 0 and "0 unexpected failures" in seen.stdout and "SKIP" not in seen.stdout.splitlines()[0], seen
    assert run("report", *words, "-o", "out").returncode == 0 and pathlib.Path("out/index.html").exists()
    assert "gravel run first" in run("report", "my-pair.yaml", "--store", "set.sqlite", "-o", "other").stderr
    seen = run("check", "my-pair.yaml", "--set", "prepare.pair.sped=0.1")
    assert seen.returncode == 2 and "did you mean prepare.pair.speed?" in seen.stderr, seen


def inconclusive_says_how_long_the_run_must_be():
    text = pathlib.Path("my-gas.yaml").read_text().replace("my-gas", "short").replace("time: 400.0, samples: 1000", "time: 20.0, samples: 100")
    pathlib.Path("short.yaml").write_text(text.replace("within: 0.02", "within: 0.01"))
    seen = run("check", "short.yaml")
    notes = re.findall(r"run longer, ([\d.e+]+) times as long \(run\.time = ([\d.e+]+) instead of 20, or, of a random start, replicates = (\d+) instead of 1\)", seen.stdout)
    assert seen.returncode == 1 and notes, seen.stdout
    for times, length, replicates in notes:
        assert abs(float(length) / 20 / float(times) - 1) < 0.06 and int(replicates) >= float(times) - 0.1, notes


tests = [every_kind_is_listed, *map(template, kinds), wrong_words_are_refused_and_nothing_is_lost,
         a_species_outside_a_list_is_told_that_a_list_is_wanted, run_refuses_wrong_names_of_checks_before_it_runs,
         check_and_report_take_set_as_run_does, inconclusive_says_how_long_the_run_must_be]
os.environ.pop("GRAVEL_STORE", None)
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    failed = tap.run(tests)
    os.chdir("/")
sys.exit(failed)
