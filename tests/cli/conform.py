"""Grades of programs of somebody else: the templates pass what they claim, and each of some faults planted in the one in C
fails the grades that are about it.  Prints TAP.
usage: conform.py GRAVEL SOURCE_ROOT CC..."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import tap  # noqa: E402

gravel, root, cc = str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2]).resolve(), sys.argv[3:]
template = (root / "engines/external/adapters/template/adapter.c").read_text()
bad = root / "tests/cli/data/misbehaving_adapter.py"
lammps = root / "engines/external/adapters/lammps/adapter"

# What is replaced, by what, and the grades that fail.
faults = [
    ("g[d] = number(&at, d == 0 ?", "g[d] = 0.999 * number(&at, d == 0 ?", "parabola"),
    ('number(&at, "\\"c\\":");', '0.9 * number(&at, "\\"c\\":");', "restitution"),
    ('number(&at, "\\"k\\":");', '1.1 * number(&at, "\\"k\\":");', "contact-time"),
    ("a[j][k] -= force", "a[j][k] -= 1.000001 * force", "momentum"),
    ("accelerate();                          /* the first", "/* the first", "parabola"),
    ("overlap = radius[p] + radius[q] - r;", "overlap = radius[p] + radius[q] - r + 1e-5 * (r > 1.0);", "units"),
    (' || strstr(message, "\\"walls\\":[]") == NULL', "", "refusal"),
]


def conform(*arguments):
    return subprocess.run([gravel, "conform", *arguments], text=True, capture_output=True, check=False, timeout=200,
                          env={**os.environ, "NO_COLOR": "1", "GRAVEL_HOME": str(root)})


def grades(command, *options):
    """Exit code, and the results by name."""
    done = conform(command, "--format", "json", *options)
    report = json.loads(done.stdout)
    assert report["schema"] == "gravel-grades/1", report
    return done.returncode, {g["grade"]: g["result"] for g in report["grades"]}


def build(name, text):
    pathlib.Path(f"{name}.c").write_text(text)
    subprocess.run([*cc, "-O2", f"{name}.c", "-o", name, "-lm"], check=True)
    return f"exec:./{name}"


def the_template_in_c_passes_what_it_claims():
    done = conform(build("right", template))
    lines = done.stdout.splitlines()
    assert done.returncode == 0 and lines[-1] == "16 passed, 0 failed, 12 refused", done
    refused = {line.split()[0]: line for line in lines if " refused " in line}
    assert "lacks: plane" in refused["floor"] and "lacks: rotation" in refused["spin"], lines


def a_fault_fails_the_grades_about_it():
    for number, (text, other, grade) in enumerate(faults):
        assert template.count(text) == 1, text
        assert grades(build(f"fault{number}", template.replace(text, other)), "--grade", grade) == (1, {grade: "FAIL"}), text


def a_program_that_dies_fails_with_its_last_words():
    done = conform(f"exec:{sys.executable} {bad} crash-advance")
    lines = [line for line in done.stdout.splitlines() if line.startswith("flight ")]
    assert done.returncode == 1 and "FAIL" in lines[0] and "about to die in advance" in lines[0], done


def to_refuse_everything_is_no_pass():
    done = conform(f"exec:{sys.executable} {bad} refuse")
    assert done.returncode == 1 and "passed no grade" in done.stderr, done
    assert "hexagons, rings" in done.stdout and done.stdout.splitlines()[-1].startswith("0 passed, 0 failed"), done


def bad_usage_is_exit_2():
    for arguments, words in (((), "which engine?"), (("md", "ed"), "one engine at a time"), (("steam",), "no engine called steam"),
                             (("md", "--format", "xml"), "table, json"), (("exec:./nowhere",), "127"),
                             (("md,ed",), "md,ed"), (("md", "--answer-limit", "-1"), "positive number"),
                             (("md", "--grade", "beauty"), 'found "beauty", allowed for md is one of: flight,')):
        done = conform(*arguments)
        assert done.returncode == 2 and words in done.stderr and done.stdout == "", (arguments, done)


def lammps_passes_all():
    if subprocess.run([str(lammps)], stdin=subprocess.DEVNULL, capture_output=True, check=False).returncode != 0:
        return "LAMMPS is not installed"
    done = conform("lammps")
    assert done.returncode == 0 and done.stdout.splitlines()[-1] == "27 passed, 0 failed, 1 refused", done
    return None


tests = [the_template_in_c_passes_what_it_claims, a_fault_fails_the_grades_about_it, a_program_that_dies_fails_with_its_last_words,
         to_refuse_everything_is_no_pass, bad_usage_is_exit_2, lammps_passes_all]
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    tap.run(tests)
    os.chdir("/")
