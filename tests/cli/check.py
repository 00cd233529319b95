"""gravel check from outside: what it refuses, what it says of points that are missing, what it repeats.  Prints TAP.
usage: check.py GRAVEL SOURCE"""
import os
import pathlib
import shlex
import sqlite3
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import tap  # noqa: E402

gravel, root = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
case = """\
name: impact
family: tests
title: Beads on a floor
dimension: 1
particles: {count: 3, diameter: 1.0e-3, density: 2500.0}
material: {law: linear, restitution: 0.9, contact_time: 2.0e-5}
walls: [{name: floor, shape: plane, contact: {rule: same-force-constants}}]
prepare: {column: {sigma: 10.0, velocity: -0.2}}
run: {time: 0.5, samples: 200, until: separated}
engines: {md: {steps_per_contact: 100}, ed-column: {}}
measure: [effective_restitution]
sweep: [{key: prepare.column.sigma, values: [10, 100]}]
checks:
  - {bound: effective_restitution, from: 0, to: 1}
"""


def run(*words, code=0, program=gravel, **environment):
    done = subprocess.run([program, *words], text=True, capture_output=True, timeout=100,
                          env={**os.environ, "NO_COLOR": "1", **environment}, check=False)
    assert done.returncode == code, (words, done.returncode, done.stdout[-1500:], done.stderr)
    return done.stdout + done.stderr


def write(name, check):
    pathlib.Path(name).write_text(case.replace("{bound: effective_restitution, from: 0, to: 1}", check))
    return name


def a_misspelt_condition_is_refused_before_anything_runs():
    name = write("where.yaml", "{bound: max_overlap, engine: md, to: 1.0e-12, where: {material.restituton: 0.9}}")
    text = run("check", name, "-q", "--engine", "md", "--store", "where.sqlite", code=2)
    assert "where.yaml:14:" in text and "did you mean material.restitution?" in text and text.count("\n") == 1, text
    assert not pathlib.Path("where.sqlite").exists()


def so_is_an_invariant_that_does_not_exist():
    name = write("invariant.yaml", '{bound: "invariant:energie", from: -1, to: 1}')
    text = run("check", name, "-q", "--store", "invariant.sqlite", code=2)
    assert "invariant.yaml:14:5: checks.bound: found invariant:energie" in text, text
    assert "did you mean invariant:energy?" in text and not pathlib.Path("invariant.sqlite").exists(), text
    run("check", write("energy.yaml", '{bound: "invariant:energy", from: -1, to: 1}'), "-q", "--store", "s.sqlite")


def missing_points_are_told_and_red():
    run("run", "case.yaml", "-q", "--shard", "1/4", "--store", "part.sqlite")
    text = run("check", "case.yaml", "--no-run", "--store", "part.sqlite", code=1)
    assert "part.sqlite: 3 of 4 points are missing" in text and "0 unexpected failures" in text, text
    run("run", "case.yaml", "-q", "--store", "whole.sqlite")
    text = run("check", "case.yaml", "--no-run", "--store", "whole.sqlite")
    assert "missing" not in text, text
    text = run("check", "case.yaml", "--no-run", "--seeds", "3", "--store", "whole.sqlite", code=1)
    assert "8 of 12 points are missing" in text, text


def where_nothing_was_judged_the_run_is_red():
    name = write("agree.yaml", "{agree: effective_restitution, engines: [md, ed-column], within: 1}")
    text = run("check", name, "-q", "-e", "md", "--store", "agree.sqlite")  # half of what the check compares was asked for
    assert "SKIP" in text and "no check was judged" in text, text
    text = run("check", name, "-q", "--no-run", "--store", "agree.sqlite", code=1)
    assert "no check was judged" in text, text
    assert "no check was judged" not in run("check", name, "-q", "--store", "agree.sqlite")
    pathlib.Path("bare.yaml").write_text(case[:case.index("checks:")])  # its invariants are all that is asked for
    run("check", "bare.yaml", "-q", "-e", "md", "--store", "agree.sqlite")


def the_command_that_repeats_names_the_store_and_the_limits():
    """Elsewhere the records are others: a default store would answer with those of another build."""
    name = write("fails.yaml", "{bound: effective_restitution, from: 2, to: 3}")
    text = run("check", name, "-q", "-e", "md", "--store", "it's.sqlite", "--time-limit", "50", "--memory-limit", "2.5", code=1)
    command = text.split("repeat with: ")[1].split(" (")[0]
    assert "--time-limit=50 --memory-limit=2.5 '--store=" in command or "--time-limit=50 --memory-limit=2.5 --store=" in command, command
    words = shlex.split(command)[1:]
    assert "--store=it's.sqlite" in words, words
    assert "2 points, 2 reused" in run("run", name, "-e", "md", "--store", "it's.sqlite")
    run(*words, "--no-run", code=1)
    text = run("check", name, "-q", "-e", "md", code=1, GRAVEL_STORE="default.sqlite")
    assert "--store" not in text.split("repeat with: ")[1], text


def what_is_reused_is_told_and_run_again_when_asked_for():
    words = ["check", "case.yaml", "-e", "md", "--store", "again.sqlite"]
    assert "reused" not in run(*words)
    assert "gravel: 2 of 2 points reused from again.sqlite" in run(*words)
    started = "SELECT group_concat(started || cpu_seconds) FROM points"
    before = sqlite3.connect("again.sqlite").execute(started).fetchall()
    assert "reused" not in run(*words, "--again") and "reused" not in run(*words, "-q")
    assert sqlite3.connect("again.sqlite").execute(started).fetchall() != before
    assert "--again: found with --no-run" in run(*words, "--again", "--no-run", code=2)


def what_another_build_has_run_is_told():
    """The other build is a copy of the program with another commit."""
    words = ["case.yaml", "-e", "md", "--store", "builds.sqlite"]
    run("run", *words)
    commit = sqlite3.connect("builds.sqlite").execute("SELECT git_commit FROM points").fetchone()[0].encode()
    other, of_this_build = pathlib.Path("other-gravel"), "another build" in run("check", *words)
    assert of_this_build == commit.endswith(b"-dirty"), commit
    program = gravel.read_bytes()
    assert program.count(commit) == 1, commit
    other.write_bytes(program.replace(commit, bytes(reversed(commit))))
    other.chmod(0o755)
    home = {"program": other.resolve(), "GRAVEL_HOME": str(root)}
    assert "points reused from builds.sqlite, 2 of them run by another build of gravel; --again" in run("check", *words, **home)
    assert "warning: another build of gravel has run 2 of the 2 reused points; --again runs them" in run("run", *words, **home)
    assert "another build" not in run("check", *words, "--again", **home)


def a_claim_on_a_quantity_of_another_unit_is_refused():
    name = write("unit.yaml", "{reference: S3.lsd.closed.t_c, measure: effective_restitution, engine: md, within: 10}")
    text = run("check", name, "-q", "--store", "unit.sqlite", code=2)
    assert "unit.yaml:14:" in text and "found effective_restitution [1], allowed an observable in s" in text, text
    assert not pathlib.Path("unit.sqlite").exists()


def a_start_that_cannot_be_built_is_refused_by_every_command():
    pathlib.Path("start.xyz").write_text('2\nProperties=species:S:1:pos:R:3:radius:R:1 Time=0\ngrain 0 0 1 0.0005\ngrain 0 0 2 0.0005\n')
    beads = case[:case.index("checks:")].replace("sweep: [{key: prepare.column.sigma, values: [10, 100]}]\n", "")
    starts = {"file.yaml": "prepare: {file: {path: start.xyz}}", "lattice.yaml": "prepare: {lattice: {low: [0, 0, 0], high: [0, 0, 0.001]}}"}
    for name, prepare in starts.items():
        pathlib.Path(name).write_text(beads.replace("prepare: {column: {sigma: 10.0, velocity: -0.2}}", prepare))
        shown = run("show", name, code=2)
        assert f"{name}:8:" in shown, shown
        for command in (["run", "-q"], ["check", "-q"], ["converge", "-e", "md"], ["plan"]):
            text = run(command[0], name, *command[1:], code=2, GRAVEL_STORE="never.sqlite")
            assert text == shown, (command, text, shown)
    assert not pathlib.Path("never.sqlite").exists()


def a_label_is_one_line():
    """Of a sweep over tables of rows, too."""
    rows = [f"x y z vx vy vz\\n0 0 1 0 0 {speed}\\n0 0 3 0 0 0\\n0 0 5 0 0 0" for speed in (1, 2)]
    text = case.replace("prepare: {column: {sigma: 10.0, velocity: -0.2}}", f'prepare: {{list: {{rows: "{rows[0]}"}}}}').replace(
        "key: prepare.column.sigma, values: [10, 100]", f'key: prepare.list.rows, values: ["{rows[0]}", "{rows[1]}"]').replace(
        "[effective_restitution]", "[final_state]").replace("{bound: effective_restitution, from: 0, to: 1}", "{bound: z.1, from: 0}").replace(
        "until: separated", "steady: false")
    pathlib.Path("rows.yaml").write_text(text)
    lines = run("check", "rows.yaml", "-q", "--all", "--engine", "md", "--store", "rows.sqlite", "--format", "tap").splitlines()
    labels = sorted(line.split("rows = ")[1].split(", ")[0] for line in lines if line.startswith("ok "))
    assert labels == [f"x y z vx vy vz 0 0 1 0 0 {k} 0 0 3... ({k} of 2)" for k in (1, 1, 2, 2)], lines
    assert all(line.startswith(("TAP", "1..", "ok ", "#", " ")) for line in lines), lines


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    pathlib.Path("case.yaml").write_text(case)
    sys.exit(tap.run([
        a_misspelt_condition_is_refused_before_anything_runs,
        so_is_an_invariant_that_does_not_exist,
        missing_points_are_told_and_red,
        where_nothing_was_judged_the_run_is_red,
        the_command_that_repeats_names_the_store_and_the_limits,
        what_is_reused_is_told_and_run_again_when_asked_for,
        what_another_build_has_run_is_told,
        a_claim_on_a_quantity_of_another_unit_is_refused,
        a_start_that_cannot_be_built_is_refused_by_every_command,
        a_label_is_one_line,
    ]))
