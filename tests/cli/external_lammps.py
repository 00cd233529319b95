"""LAMMPS judged by unchanged cases.  77 (skipped) where LAMMPS is not installed.
usage: external_lammps.py GRAVEL SOURCE_ROOT"""
import json
import os
import pathlib
import sqlite3
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import installed  # noqa: E402
import shapes  # noqa: E402

gravel, root = str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2]).resolve()
adapter = root / "engines/external/adapters/lammps/adapter"
installed.hello(root, "lammps")
run = installed.caller(gravel, root)

def verdicts(case):
    done = run("check", case, "--engine", "lammps", "--format", "json", "-q", "--store", "verdicts.sqlite")
    return [j for j in json.loads(done.stdout)["judgements"] if j["engine"] == "lammps" and j["reference"]]


def restitution(finer):
    """Of a pair with e = 0.9, with `finer` times the 50 steps a contact of the case."""
    store = f"{finer}.sqlite"
    done = run("run", "pair-linear", "--engine", f"exec:'{adapter}' --finer {finer}", "--store", store, "-q",
               "--set", "material.restitution=0.9", "--set", "particles.second.mass=1e-3")
    assert done.returncode == 0, done
    with sqlite3.connect(store) as records:
        (value,), = records.execute("SELECT value FROM observables WHERE name = 'restitution'")
    return value


two_kinds = """\
name: two-kinds
family: tests
title: Two spheres of two sizes, spinning, on a rough floor
asks: Does each kind have its own forces and moments at the floor?
source: {key: S3, where: none}
dimension: 3
gravity: [0, 0, -9.81]
particles:
  - {name: small, count: 1, radius: 1.0e-3, density: 2500.0}
  - {name: large, count: 1, radius: 2.0e-3, density: 1000.0}
material: {law: linear, restitution: 0.5, contact_time: 1.0e-4, rotation: true, tangential_restitution: 0.2, tangential_stiffness: 0.2857142857, friction: 0.3}
walls:
  - {name: floor, shape: plane, contact: {rule: restitution, restitution: 0.5, tangential_restitution: 0.2, friction: 0.3}, motion: {velocity: [0, 0, 0]}}
prepare: {list: {rows: "x y z vx vy vz omegax omegay omegaz species\\n0 0 1.05e-3 0.3 0.1 -0.5 50 100 10 small\\n0.1 0 2.1e-3 0.2 -0.1 -0.5 -50 -100 10 large\\n"}}
run: {time: 5.0e-3, samples: 10}
engines: {md: {steps_per_contact: 50}}
measure: [final_state]
"""


def landed(command, speed):
    """States of the two after some contacts with a floor that goes up."""
    store = f"{speed}-{command.split('/')[-1]}.sqlite"
    done = run("run", "two-kinds.yaml", "--engine", command, "--store", store, "-q", "--set", f"walls.floor.motion.velocity=[0, 0, {speed}]")
    assert done.returncode == 0, done
    with sqlite3.connect(store) as records:
        return dict(records.execute("SELECT name, value FROM observables"))


shaken = """\
name: shaken
family: tests
title: Five beads above a plate that vibrates
asks: Nothing?
source: {key: S3, where: none}
dimension: 1
gravity: [0, 0, -9.81]
particles: {count: 5, radius: 0.01, mass: 0.1}
material: {law: linear, restitution: 0.9, contact_time: 2.0e-5}
walls:
  - {name: plate, shape: plane, contact: {rule: restitution, restitution: 0.9}, motion: {direction: [0, 0, 1], amplitude: 2.0e-3, frequency: 20}}
prepare: {list: {rows: "x y z vx vy vz\\n0 0 0.02 0 0 1\\n0 0 0.06 0 0 -1\\n0 0 0.1 0 0 0.5\\n0 0 0.15 0 0 0\\n0 0 0.2 0 0 -1\\n"}}
run: {time: 0.1, samples: 5}
engines: {md: {steps_per_contact: 50}}
measure: [final_state]
"""


def column(command):
    """The beads at the end, and the steps that it took."""
    pathlib.Path("shaken.yaml").write_text(shaken)
    store = f"column-{command.split('/')[-1]}.sqlite"
    done = run("run", "shaken.yaml", "--engine", command, "--store", store, "-q")
    assert done.returncode == 0, done
    with sqlite3.connect(store) as records:
        return dict(records.execute("SELECT name, value FROM observables UNION SELECT name, value FROM counters"))


faults = []


def expect(what, is_so):
    print(f"{what}: {'yes' if is_so else 'NO'}")
    if not is_so:
        faults.append(what)


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    # Its dashpot acts on the velocity of half a step before: the error is of first order in the step.
    errors = [abs(restitution(finer) - 0.9) for finer in (1, 10)]
    expect(f"the restitution is off by {errors[0]:.2g} at 50 steps and {errors[1]:.2g} at 500", errors[0] < 5e-3)
    expect("the error falls with the step", errors[1] < errors[0] / 4)
    linear = verdicts("pair-linear")
    expect("every claim of pair-linear is decided",
           len(linear) == 60 and {j["verdict"] for j in linear} <= {"PASS", "FAIL"})
    expect("elastic contacts pass", all(j["verdict"] == "PASS" for j in linear if "restitution = 1," in j["at"]))
    packing = verdicts("packing-stress")  # 80 kinds of particles, more than LAMMPS has groups
    expect("a packing of distributed sizes passes", packing and all(j["verdict"] == "PASS" for j in packing))
    # A LAMMPS with one group for walls: two kinds share one, and forces and moments of the second are multiplied.
    program = f"import runpy, sys; sys.path.insert(0, '{adapter.parent}'); sys.path.append('{adapter.parent.parent}/shared'); import session, surfaces; "
    pathlib.Path("shared.py").write_text(program + f"surfaces.GROUPS = 3; runpy.run_path('{adapter}', run_name='__main__')\n")
    pathlib.Path("two-kinds.yaml").write_text(two_kinds)
    for speed in (0, 0.1):
        own, shared = landed(f"exec:{adapter}", speed), landed("exec:/usr/bin/python3 shared.py", speed)
        far = max(abs(own[name] - shared[name]) / max(abs(own[name]), 1e-3) for name in own)
        expect(f"kinds that share a floor at {speed} m/s move as with one each, within {far:.1g}",
               own["wy.2"] > 0.0 and own.keys() == shared.keys() and 0.0 <= far < 1e-9)
    # Beads fly to their next contact in one step: a column on a plate that vibrates moves as with every step.
    pathlib.Path("steps.py").write_text(program.replace("surfaces; ", "flight; ") +
                                        f"flight.find = lambda *_: None; runpy.run_path('{adapter}', run_name='__main__')\n")
    flown, stepped = column(f"exec:{adapter}"), column("exec:/usr/bin/python3 steps.py")
    far = max(abs(flown[f"{axis}.{k}"] - stepped[f"{axis}.{k}"]) for axis in ("z", "vz") for k in range(1, 6))
    expect(f"a column moves in {flown['steps']:.0f} steps as in {stepped['steps']:.0f}, within {far:.1g}",
           flown["steps"] < 0.1 * stepped["steps"] and far < 1e-6)
    # The lever arm of LAMMPS is off by the overlap, 0.1 % of spins of up to 22 rad/s.
    spheres = shapes.Thrower(run, "lammps")
    for dimension in (3, 2):
        struck, far, worst = spheres.thrown(dimension)
        expect(f"{struck} shapes in {dimension} dimensions return and turn spheres as in gravel, {worst} within {far:.1g}", struck == len(shapes.shapes) and far < 3e-2)
    own, far, worst = spheres.compared("drum", shapes.drum)
    expect(f"a drum turns what is attached to it, {worst} within {far:.1g}", own["wy.1"] > 1.99 and own["wy.2"] > 10.0 and far < 3e-2)
    own, far, worst = spheres.compared("tsuji", shapes.tsuji)
    expect(f"a bead bounces as in gravel where the law states no restitution, {worst} within {far:.1g}", abs(own["vz.1"]) > 0.05 and far < 2e-3)
    refused = verdicts("pair-rolling")
    expect("what is refused is named", refused and all(j["verdict"] == "NOT_APPLICABLE" and "rolling resistance" in j["note"]
                                                       for j in refused))
    os.chdir("/")
sys.exit(1 if faults else 0)
