"""A program whose states are no motion, or whose contacts are not those of its states, is broken, whatever its claims say;
one that is honest is not.  Prints TAP.
usage: external_motion.py GRAVEL SOURCE_ROOT"""
import json
import os
import pathlib
import re
import sqlite3
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import tap  # noqa: E402

gravel, root = str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2]).resolve()
program = root / "tests/cli/data/deceiving_adapter.py"


told = {"free flight", "energy at samples", "displacement at samples", "spins without torque", "contacts and states"}
PAIR = "pair-linear", "material.restitution=0.6", "particles.second.mass=1e-3"


def deceive(what, command, case, *sets):
    """A command on the only point of a case, which the adapter runs into a new store; its output."""
    store = pathlib.Path(f"{what}.sqlite")
    store.unlink(missing_ok=True)
    options = [word for setting in sets for word in ("--set", setting)]
    return subprocess.run([gravel, *command, case, *options, "--store", store, "--quiet", "--engine",
                           f"exec:{sys.executable} {program} {what}"], text=True, capture_output=True, check=False, timeout=100,
                          env={**os.environ, "NO_COLOR": "1", "GRAVEL_HOME": str(root)}).stdout


def broken(what, case, *sets):
    """The names of the invariants that the only point of a case breaks."""
    deceive(what, ["run"], case, *sets)
    with sqlite3.connect(f"{what}.sqlite") as db:
        (status, message), = db.execute("SELECT status, message FROM points")
        names = {name for name, in db.execute("SELECT name FROM invariants WHERE ok = 0")}
    assert "nan" not in message and "inf " not in message, message
    assert not names or "codes.md" in message and all(re.search(rf"{name}: (\S+ is beyond \S+ \(|the numbers)", message) for name in names & told), message
    assert status in ("done", "broken") and (status == "broken") == (names != set()), (what, status, message)
    return names


def of_pair(what, *sets):
    return broken(what, *PAIR, *sets)


def an_honest_program_breaks_nothing():
    assert of_pair("honest") == set()
    assert of_pair("honest", "run.samples=1") == set()
    assert broken("honest", "pair-unequal") == set()


def states_that_are_no_motion_are_broken():
    for what, name in (("frozen", "free flight"), ("frozen-velocities", "free flight"), ("reversed", "free flight"),
                       ("centimetres", "energy at samples"), ("huge", "energy at samples"), ("spins", "spins without torque"),
                       ("growing", "free flight"), ("jump", "displacement at samples")):
        assert name in of_pair(what), what


def one_sample_is_enough():
    for what in ("frozen", "frozen-velocities", "reversed", "centimetres", "jump"):
        assert of_pair(what, "run.samples=1"), what


def contacts_that_the_states_do_not_have_are_broken():
    for what in ("twice", "impulse", "loss", "approach", "rebound"):
        for samples in (1, 4, 40):
            assert of_pair(what, f"run.samples={samples}") == {"contacts and states"}, (what, samples)


def contacts_that_are_not_told_are_missed():
    """Of a ball that bounces, by its velocity."""
    pathlib.Path("ball.yaml").write_text("""\
name: ball
family: tests
title: A ball that bounces
dimension: 1
gravity: [0, 0, -9.81]
particles: {count: 1, diameter: 1.0e-2, density: 2500.0}
material: {law: linear, restitution: 0.8, contact_time: 1.0e-3}
walls:
  - {name: floor, shape: plane, contact: {rule: restitution, restitution: 0.8}}
prepare: {list: {rows: "x y z vx vy vz\\n0 0 0.01 0 0 0\\n"}}
run: {time: 0.1, samples: 20}
engines: {md: {}}
measure: [final_state, event_intervals]
""")
    assert broken("honest", "ball.yaml") == set()
    assert "free flight" in broken("silent", "ball.yaml")
    assert "contacts and states" in broken("impulse", "ball.yaml")


def what_is_not_told_of_contacts_is_left_out_by_name():
    for what, words in (("untold", "the overlap of contacts"), ("untold-all", "the impulse loss overlap of contacts")):
        judgements = json.loads(deceive(what, ["check", "--format", "json"], *PAIR))["judgements"]
        verdicts = {j["check"]: j["verdict"] for j in judgements}
        left_out = {check for check, verdict in verdicts.items() if verdict == "NOT_APPLICABLE"}
        assert left_out == {"S3.lsd.closed.x_max max_overlap"} and "FAIL" not in verdicts.values(), (what, verdicts)
        note, = {j["note"] for j in judgements if j["verdict"] == "NOT_APPLICABLE"}
        assert "the record has no max_overlap" in note and words in note, note


tests = [what_is_not_told_of_contacts_is_left_out_by_name, an_honest_program_breaks_nothing, states_that_are_no_motion_are_broken, one_sample_is_enough,
         contacts_that_the_states_do_not_have_are_broken, contacts_that_are_not_told_are_missed]
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    failed = tap.run(tests)
sys.exit(failed)
