"""Programs of somebody else as engines, from outside: an adapter that misbehaves in every way fails its point and nothing
else, and the templates and LAMMPS (where it is installed) are judged by unchanged cases.  Prints TAP.
usage: external.py GRAVEL SOURCE_ROOT CC..."""
import json
import os
import pathlib
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import parting_bodies  # noqa: E402
import tap  # noqa: E402

gravel, root, cc = str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2]).resolve(), sys.argv[3:]
adapters = root / "engines/external/adapters"
bad = root / "tests/cli/data/misbehaving_adapter.py"
case = parting_bodies.case(2, "final_state")


mark = {"GRAVEL_TEST": f"external {os.getpid()}"}  # the test of grades runs the same adapter at the same time
environment = {**os.environ, "NO_COLOR": "1", "GRAVEL_HOME": str(root), **mark}


def run(*arguments):
    return subprocess.run([gravel, *arguments], text=True, capture_output=True, check=False, timeout=100, env=environment)


fall = """\
name: fall
family: tests
title: Two spheres, one above the other, that fall
asks: Nothing?
source: {key: S3, where: none}
dimension: 3
gravity: [1, 0, -9.81]
particles: {count: 2, diameter: 1.0e-2, density: 2500.0}
material: {law: linear, restitution: 0.9, contact_time: 1.0e-2}
prepare: {list: {rows: "x y z vx vy vz\\n0 0 0 0 0.5 3\\n0 0 1 0 0.5 3\\n"}}
run: {time: 0.5, samples: 3}
engines: {md: {steps_per_contact: 5}}
measure: [final_state]
"""


def misbehave(what, *more):
    return run("run", "flight.yaml", "--store", f"{what}.sqlite", "--answer-limit", "1", *more,
               "--engine", f"exec:{sys.executable} {bad} {what}")


def message_of(what):
    """Of the only record in the store."""
    with sqlite3.connect(f"{what}.sqlite") as store:
        (message,), = store.execute("SELECT message FROM points")
    return message


def children():
    """Adapters of this test that still run."""
    found = []
    for process in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = process.read_bytes().decode(errors="replace").split("\0")
            is_ours = f"GRAVEL_TEST={mark['GRAVEL_TEST']}".encode() in (process.parent / "environ").read_bytes().split(b"\0")
        except OSError:  # it has just ended
            continue
        if str(bad) in words and gravel not in words and is_ours:
            found.append(words)
    return found


def wait_until(condition, seconds=20.0):
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.05)
    return condition()


def no_hello_is_exit_2_before_any_point():
    for what, words in (("protocol", "protocol: found 2, allowed: 1"), ("garbage-hello", "no JSON"),
                        ("silent-hello", "no answer within 1 s"), ("capability", 'found "time travel"'),
                        ("own-name", "an engine of gravel itself"), ("unknown-key", "colour")):
        result = misbehave(what)
        assert result.returncode == 2 and words in result.stderr and result.stdout == "", (what, result)
    gone = run("run", "flight.yaml", "--engine", "exec:./nowhere")
    assert gone.returncode == 2 and "ended with status 127" in gone.stderr and "nowhere" in gone.stderr, gone


def names_are_resolved_or_refused():
    for engines, words in (("steam", "no engine called steam"), ("../template", "no engine called"),
                           (f"md,exec:{sys.executable} {bad} good", "in whose place it runs")):
        result = run("run", "flight.yaml", "--engine", engines)
        assert result.returncode == 2 and words in result.stderr, result


def known_programs_are_listed():
    assert "\nlammps " in run("list", "engines").stdout


def every_fault_fails_its_point_and_says_why():
    for what, words in (("crash-create", ["signal 11", "about to die in create"]), ("exit", ["ended with status 0"]),
                        ("never-reads", ["no answer within 1 s"]), ("own-error", ["no licence"]),
                        ("crash-advance", ["signal 6", "about to die in advance"]), ("silence", ["no answer within 1 s"]),
                        ("garbage", ["no JSON"]), ("stdout-flood", ["a line of more than"]),
                        ("stderr-flood", ["no answer within 1 s", "flood"]), ("chatter", ["more than it was asked"]),
                        ("wrong-end", ["asked to advance to t = 0.25 s", "0.24999975"]),
                        ("wrong-number", ["bytes: found 72", "144"]), ("nan", ["particle 0 is not finite"]),
                        ("overlap", ["overlaps is broken at t = 0.25 s: found 1, allowed 0.2 diameters"]),
                        ("short-block", ["no answer within 1 s"]), ("counter", ["flux"])):
        began = time.monotonic()
        result = misbehave(what)
        ended = "broken" if what == "overlap" else "failed"
        assert result.returncode == 1 and f"1 points, 1 {ended}" in result.stdout, (what, result)
        for word in words:
            assert word in result.stderr and word in message_of(what), (what, word, result.stderr)
        assert time.monotonic() - began < 60, what
    assert children() == [], children()


def what_it_refuses_is_not_applicable_by_name():
    result = misbehave("refuse")
    assert result.returncode == 0 and "1 not applicable" in result.stdout, result
    assert "misbehaving lacks: hexagons, rings" in message_of("refuse")


def a_good_one_is_reused_and_its_record_says_what_it_did():
    first, second = misbehave("good"), misbehave("good")
    assert first.returncode == 0 and "1 done" in first.stdout and "1 reused" in second.stdout, (first, second)
    for words in ("deviates: the earth is flat", "grid", "misbehaving good", "not measured: the invariant energy"):
        assert words in message_of("good"), words
    slow = misbehave("progress")  # two seconds of work: every sign of progress counts
    assert slow.returncode == 0 and "1 done" in slow.stdout, slow
    assert children() == [], children()


def one_version_does_not_reuse_what_another_did():
    for what in ("good", "progress"):
        result = run("run", "flight.yaml", "--store", "both.sqlite", "--engine", f"exec:{sys.executable} {bad} {what}")
        assert "1 done" in result.stdout, result


def sizes_are_told_kind_by_kind_up_to_a_limit():
    """Of a hundred sizes, a hundred kinds; more than the limit are refused by name."""
    sizes = case.replace("name: flight", "name: sizes").replace("dimension: 1", "dimension: 3").replace(
        "particles: {count: 2, diameter: 1.0e-3, density: 2500.0}",
        "particles: {count: 100, diameter: 1.0e-3, density: 2500.0, distribution: uniform, spread: 0.1}")
    start, end = sizes.index("prepare:"), sizes.index("run:")
    sizes = sizes[:start] + "prepare: {lattice: {low: [0, 0, 0], high: [0.1, 0.1, 0.1], jitter: 0.5, temperature: 1.0e-12}}\n" + sizes[end:]
    pathlib.Path("sizes.yaml").write_text(sizes)
    command = f"exec:{sys.executable} {adapters}/template/adapter.py"
    result = run("run", "sizes.yaml", "--engine", command, "--set", "run.time=2e-8", "--store", "sizes.sqlite")
    assert "1 done" in result.stdout, result
    result = run("run", "sizes.yaml", "--engine", command, "--set", "particles.count=600", "--store", "more.sqlite")
    assert "1 not applicable" in result.stdout and "more than 512 kinds of particles" in message_of("more"), result


def only_the_point_of_the_fault_fails():
    many = case.replace("name: flight", "name: many") + "sweep: [{key: run.time, values: [0.1, 0.2, 0.3, 0.4]}]\n"
    pathlib.Path("many.yaml").write_text(many)
    result = run("run", "many.yaml", "--engine", f"exec:{sys.executable} {bad} crash-late")
    assert result.returncode == 1 and "4 points, 2 done, 2 failed" in result.stdout, result


def no_adapter_survives_a_gravel_that_is_stopped():
    for number, code in ((signal.SIGKILL, -9), (signal.SIGINT, 130)):
        with subprocess.Popen([gravel, "run", "flight.yaml", "--store", "stopped.sqlite", "-q", "--engine",
                               f"exec:{sys.executable} {bad} silence"], stdout=subprocess.DEVNULL, env=environment) as going:
            assert wait_until(lambda: pathlib.Path("stopped.sqlite").exists() and len(children()) > 0)
            going.send_signal(number)
            assert going.wait(30) == code, going.returncode
        assert wait_until(lambda: children() == []), children()
        pathlib.Path("stopped.sqlite").unlink()


def verdicts(*arguments):
    result = run("check", *arguments, "--format", "json", "--store", "verdicts.sqlite", "-q")
    return result, json.loads(result.stdout)


def count(report, verdict):
    return sum(1 for j in report["judgements"] if j["verdict"] == verdict)


def spheres_fall_on_a_parabola(command):
    """x + v t + g t^2/2, which velocity Verlet meets with any step; a first kick without gravity is off by g h t/2."""
    pathlib.Path("fall.sqlite").unlink(missing_ok=True)
    result = run("run", "fall.yaml", "--store", "fall.sqlite", "--engine", command)
    assert "1 done" in result.stdout, result
    with sqlite3.connect("fall.sqlite") as store:
        found = dict(store.execute("SELECT name, value FROM observables"))
    for name, right in (("x.1", 0.125), ("y.1", 0.25), ("z.1", 0.27375), ("z.2", 1.27375), ("vx.2", 0.5), ("vz.1", -1.905)):
        assert abs(found[name] - right) < 1e-12, (command, name, found[name], right)


def the_template_in_python_is_right_and_its_limits_are_named():
    command = f"exec:{sys.executable} {adapters}/template/adapter.py"
    spheres_fall_on_a_parabola(command)
    result, report = verdicts("pair-linear", "--engine", command)
    own = [j for j in report["judgements"] if j["engine"] == "template"]
    assert len(own) == 72 and all(j["verdict"] == "PASS" for j in own), result.stdout[-2000:]
    result, report = verdicts("pair-oblique", "--engine", command)
    own = [j for j in report["judgements"] if j["engine"] == "template"]
    assert own and all(j["verdict"] == "NOT_APPLICABLE" and "rotation" in j["note"] for j in own), own[:3]
    assert result.returncode == 1, result  # a code of which nothing is decided


def the_template_in_c_is_right_and_its_limits_are_named():
    subprocess.run([*cc, "-O2", str(adapters / "template/adapter.c"), "-o", "template-c", "-lm"], check=True)
    spheres_fall_on_a_parabola("exec:./template-c")
    result, report = verdicts("pair-unequal", "--engine", "exec:./template-c")
    own = [j for j in report["judgements"] if j["engine"] == "template-c"]
    assert len(own) == 3 and all(j["verdict"] == "PASS" for j in own), result.stdout[-2000:]
    result, report = verdicts("pair-linear", "--engine", "exec:./template-c")
    own = [j for j in report["judgements"] if j["engine"] == "template-c"]
    assert own and all("events of contacts, which measure.pair_collision uses" in j["note"] for j in own), own[:3]


def a_measure_for_which_something_is_missing_leaves_the_others():
    text = (root / "cases/binary-collision/pair-unequal.yaml").read_text().replace("pair-unequal", "pair-drift")
    text = text.replace("measure: [final_state]", "measure: [final_state, energy_drift, pair_collision]")
    text = text.replace("checks:\n", "checks:\n  - {bound: energy_drift, engine: md, to: 1.0e-3}\n  - {bound: sliding_loss, engine: md, to: 1}\n")
    pathlib.Path("drift.yaml").write_text(text)
    result, report = verdicts("drift.yaml", "--engine", "exec:./template-c")
    own = {j["check"]: j for j in report["judgements"] if j["engine"] == "template-c"}
    assert own["D.unequal.vz.1 vz.1"]["verdict"] == "PASS" and len(own) == 5, own
    assert own["bound sliding_loss"]["verdict"] == "NOT_APPLICABLE", own  # a counter that the program does not tell
    drift = own["bound energy_drift"]
    assert drift["verdict"] == "NOT_APPLICABLE", drift
    for words in ("the ledger of energy, which measure.energy_drift", "events of contacts, which measure.pair_collision"):
        assert words in drift["note"], drift


def observables(store):
    with sqlite3.connect(store) as records:
        return dict(records.execute("SELECT name, value FROM observables"))


def kicks_of_a_thermostat_are_those_of_md():
    pathlib.Path("kicked.yaml").write_text(case.replace("run: {time: 0.5", "thermostat: {strength: 0.01, interval: 0.07}\nrun: {time: 0.5"))
    for store, engine in (("kicked-md.sqlite", "md"), ("kicked.sqlite", f"exec:{sys.executable} {bad} good")):
        result = run("run", "kicked.yaml", "--store", store, "--engine", engine)
        assert result.returncode == 0, result
    ours, theirs = observables("kicked-md.sqlite"), observables("kicked.sqlite")
    for name in ("z.1", "vz.1", "z.2", "vz.2"):
        assert abs(ours[name] - theirs[name]) < 1e-12 and abs(abs(ours[name]) - (1 if "v" in name else 0.5)) > 1e-3, (name, ours, theirs)
    result = run("run", "kicked.yaml", "--store", "kick.sqlite", "--engine", f"exec:{sys.executable} {bad} kick")
    assert result.returncode == 1 and "answer to kick: ok: found false, allowed: true" in message_of("kick"), result


def contacts_of_the_present_are_asked_for():
    pathlib.Path("pushed.yaml").write_text(case.replace("[final_state]", "[final_state, pair_force]"))
    engine = f"exec:{sys.executable} {bad}"
    assert run("run", "pushed.yaml", "--store", "pushed.sqlite", "--engine", f"{engine} good").returncode == 0
    found = observables("pushed.sqlite")
    assert [found[name] for name in ("force.x", "torque.1.y", "torque.2.y")] == [2.0, 3.0, 5.0], found
    for what, words in (("contact-of-nobody", "row 0 of the contacts"), ("contact-short", "rows of 14 numbers")):
        result = run("run", "pushed.yaml", "--store", f"{what}.sqlite", "--engine", f"{engine} {what}")
        assert result.returncode == 1 and words in message_of(what), (result, message_of(what))


def what_is_not_told_of_this_system_leaves_the_other_measures():
    engine = f"exec:{sys.executable} {bad}"
    assert run("run", "pushed.yaml", "--store", "lacks.sqlite", "--engine", f"{engine} lacks").returncode == 0
    found = observables("lacks.sqlite")
    assert "vz.1" in found and "force.x" not in found, found
    assert "forces of contacts, which measure.pair_force uses" in message_of("lacks"), message_of("lacks")
    result = run("run", "pushed.yaml", "--store", "lacks-what.sqlite", "--engine", f"{engine} lacks-what")
    assert result.returncode == 1 and "allowed: a list of events, contacts or ledger" in message_of("lacks-what"), result


nets = """walls:
  - {name: glue, shape: plane, origin: [0, 0, -0.2], touch: stick}
  - {name: sink, shape: plane, origin: [0, 0, 1.3], touch: absorb}
  - {name: stage, shape: plane, origin: [0, 0, -9], contact: {rule: same-force-constants}}
"""


def what_walls_catch_is_held_or_gone_as_in_md():
    """The first body is attached after 0.2 s, the second absorbed after 0.3 s; kicks are those of the bodies that are still free."""
    text = case.replace("run: {time: 0.5", nets + "thermostat: {strength: 1.0e-5, interval: 0.03}\nrun: {time: 0.5")
    for name, time_span in (("nets", 0.26), ("nets-late", 0.5)):
        pathlib.Path(f"{name}.yaml").write_text(text.replace("time: 0.5", f"time: {time_span}"))
        for engine in ("md", f"exec:{sys.executable} {bad} net"):
            result = run("run", f"{name}.yaml", "--store", f"{name}-{engine[:2]}.sqlite", "--engine", engine)
            assert result.returncode == 0, (result, message_of(f"{name}-{engine[:2]}"))
        ours, theirs = observables(f"{name}-md.sqlite"), observables(f"{name}-ex.sqlite")
        assert ours.keys() >= theirs.keys() and "z.1" in theirs and abs(theirs["z.1"] + 0.1995) < 1e-12 and theirs["vz.1"] == 0.0, theirs
        assert all(abs(ours[key] - theirs[key]) < 1e-6 for key in theirs if key[0] in "vz"), (ours, theirs)
        assert (abs(theirs["vz.2"]) > 0.9) == (name == "nets"), theirs


def a_capture_that_cannot_be_fails_its_point():
    pathlib.Path("caught.yaml").write_text(case.replace("run: {time: 0.5", nets + "run: {time: 0.5"))
    for what in ("nobody", "wall", "below", "stage", "twice", "again", "late", "early", "half", "null", "short"):
        result = run("run", "caught.yaml", "--store", f"caught-{what}.sqlite", "--engine", f"exec:{sys.executable} {bad} caught-{what}")
        row = 1 if what == "twice" else 0
        for words in (f"caught: row {row}: found [", "allowed: [i, wall, t] of a free particle that a sticky or absorbing wall caught between"):
            assert result.returncode == 1 and words in message_of(f"caught-{what}"), (what, result)
        assert ("between 0.25 s and 0.5 s" in message_of(f"caught-{what}")) == (what == "again"), what


def planes_under_a_force_and_what_walls_make_of_particles_are_told():
    result = run("run", "packing-lid", "--set", "run.time=1.03", "--set", "engines.md.integrator=gear", "--store", "servo.sqlite", "--engine", f"exec:{sys.executable} {bad} servo")
    assert result.returncode == 1, result
    told = '[[["bounce", null], ["bounce", {"force": 200.0, "mass": 100.0, "damping": 10.0}]], [[false, null]]]'
    assert told in message_of("servo"), message_of("servo")
    run("run", "caught.yaml", "--store", "twins.sqlite", "--engine", f"exec:{sys.executable} {bad} servo")
    assert '[[["stick", null], ["absorb", null], ["bounce", null]], [[false, 1], [true, null]]]' in message_of("twins"), message_of("twins")
    for name, lacks in (("packing-lid", "planes with a servo"), ("walls-attached", "sticky or absorbing walls")):
        own = [j for j in verdicts(name, "--engine", f"exec:{sys.executable} {adapters}/template/adapter.py")[1]["judgements"] if j["engine"] == "template"]
        assert own and all(j["verdict"] == "NOT_APPLICABLE" and lacks in j["note"] for j in own), own


def a_program_of_hard_spheres_runs_the_beads_of_cases_without_ed():
    engine = f"exec:{sys.executable} {bad} hard"
    for engines, others in (("{md: {}, ed-column: {}}", "md"), ("{ed: {}, ed-column: {}}", "ed-column")):
        pathlib.Path("beads.yaml").write_text(case.replace("{md: {steps_per_contact: 100}}", engines))
        pathlib.Path("beads.sqlite").unlink(missing_ok=True)
        result = run("run", "beads.yaml", "--store", "beads.sqlite", "--engine", f"{others},{engine}" if others == "md" else engine)
        with sqlite3.connect("beads.sqlite") as store:
            found = sorted(row[0] for row in store.execute("SELECT engine FROM points"))
        assert found == (["md", "misbehaving"] if others == "md" else ["misbehaving"]), (result, found)
    result = run("run", "beads.yaml", "--engine", f"ed-column,{engine}")
    assert result.returncode == 2 and "found misbehaving beside ed-column" in result.stderr, result


def hard_spheres_get_no_case_whose_restitution_depends_on_the_speed():
    """The message has one restitution a contact; soft spheres have the law from their force."""
    for engine, is_refused in (("hard-nonlinear", True), ("md-nonlinear", False)):
        done = run("check", "detachment-trajectories-hertz", "--engine", f"exec:{sys.executable} {bad} {engine}", "--format", "json", "--store", f"{engine}.sqlite", "-q")
        points = [j for j in json.loads(done.stdout)["judgements"] if j["check"] == "invariants"]
        refused = [j["verdict"] == "NOT_APPLICABLE" and "hard spheres whose restitution depends on the speed" in j["note"] for j in points]
        assert points and refused == [is_refused] * len(points), (engine, points)


def soft_contacts_are_not_asked_for_where_only_impacts_count():
    """`support` uses collisions without duration: an adapter of soft spheres without events can serve it, one of hard spheres cannot."""
    text = case.replace("[final_state]", "[final_state, support]").replace("dimension: 1", "dimension: 1\ngravity: [0, 0, -9.81]\nwalls: [{name: floor, shape: plane, "
                        "origin: [0, 0, -9], contact: {rule: restitution, restitution: 0.9}}]").replace("}}\nmeasure", "}, ed: {}}\nmeasure")
    pathlib.Path("support.yaml").write_text(text)
    for what, told in (("floor", True), ("hard-floor", False)):
        result = run("run", "support.yaml", "--store", f"{what}.sqlite", "--engine", f"exec:{sys.executable} {bad} {what}")
        assert result.returncode == 0 and ("support" in observables(f"{what}.sqlite")) == told, (what, result)
        assert ("events of contacts, which measure.support uses" in message_of(what)) != told, message_of(what)


def templates_are_short():
    for name in ("adapter.py", "adapter.c"):
        assert len((adapters / "template" / name).read_text().splitlines()) < 100, name


tests = [no_hello_is_exit_2_before_any_point, names_are_resolved_or_refused, known_programs_are_listed, every_fault_fails_its_point_and_says_why,
         what_it_refuses_is_not_applicable_by_name, a_good_one_is_reused_and_its_record_says_what_it_did,
         one_version_does_not_reuse_what_another_did, sizes_are_told_kind_by_kind_up_to_a_limit, only_the_point_of_the_fault_fails, no_adapter_survives_a_gravel_that_is_stopped,
         the_template_in_python_is_right_and_its_limits_are_named, the_template_in_c_is_right_and_its_limits_are_named,
         a_measure_for_which_something_is_missing_leaves_the_others, kicks_of_a_thermostat_are_those_of_md,
         contacts_of_the_present_are_asked_for, what_is_not_told_of_this_system_leaves_the_other_measures,
         what_walls_catch_is_held_or_gone_as_in_md, a_capture_that_cannot_be_fails_its_point, planes_under_a_force_and_what_walls_make_of_particles_are_told,
         a_program_of_hard_spheres_runs_the_beads_of_cases_without_ed,
         hard_spheres_get_no_case_whose_restitution_depends_on_the_speed, soft_contacts_are_not_asked_for_where_only_impacts_count, templates_are_short]
os.environ.pop("GRAVEL_STORE", None)
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    pathlib.Path("flight.yaml").write_text(case)
    pathlib.Path("fall.yaml").write_text(fall)
    tap.run(tests)
    os.chdir("/")
