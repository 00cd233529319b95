"""LAMMPS judged by unchanged cases.  77 (skipped) where LAMMPS is not installed.
usage: external_lammps.py GRAVEL SOURCE_ROOT"""
import json
import os
import pathlib
import sqlite3
import subprocess
import sys
import tempfile

gravel, root = str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2]).resolve()
adapter = root / "engines/external/adapters/lammps/adapter"
probe = subprocess.run([str(adapter)], stdin=subprocess.DEVNULL, text=True, capture_output=True, check=False)
if probe.returncode != 0:
    print(probe.stderr.strip().splitlines()[-1] if probe.stderr else "no adapter")
    sys.exit(77)
print(json.loads(probe.stdout)["version"])


environment = {**os.environ, "GRAVEL_HOME": str(root), "OMP_NUM_THREADS": "1"}


def run(*arguments):
    return subprocess.run([gravel, *arguments], text=True, capture_output=True, check=False, env=environment)


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


def bounce(command, store):
    """Restitution and duration of a collision with a plane."""
    done = run("run", "pair-wall", "--engine", command, "--store", store, "-q", "--set", "material.restitution=0.8")
    assert done.returncode == 0, done
    with sqlite3.connect(store) as records:
        return dict(records.execute("SELECT name, value FROM observables WHERE name IN ('restitution', 'duration')"))


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
    # A LAMMPS without groups has every plane as a formula: what it does to a sphere is that of LAMMPS' own.
    program = f"import runpy, sys; sys.path.insert(0, '{adapter.parent}'); sys.path.append('{adapter.parent.parent}/shared'); import session, simulation; "
    pathlib.Path("formulas.py").write_text(program + f"simulation.GROUPS = 0; runpy.run_path('{adapter}', run_name='__main__')\n")
    own, formulas = bounce(f"exec:{adapter}", "own.sqlite"), bounce("exec:/usr/bin/python3 formulas.py", "formulas.sqlite")
    expect(f"a plane as a formula acts as one of LAMMPS: {own} {formulas}", own.keys() == formulas.keys() == {"restitution", "duration"} and
           all(abs(own[name] - formulas[name]) < 1e-9 * own[name] for name in own))
    refused = verdicts("pair-rolling")
    expect("what is refused is named", refused and all(j["verdict"] == "NOT_APPLICABLE" and "rolling resistance" in j["note"]
                                                       for j in refused))
    os.chdir("/")
sys.exit(1 if faults else 0)
