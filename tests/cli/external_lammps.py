"""LAMMPS judged by unchanged cases.  77 (skipped) where LAMMPS is not installed.
usage: external_lammps.py GRAVEL SOURCE_ROOT"""
import json
import os
import pathlib
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


def verdicts(case, engine):
    done = subprocess.run([gravel, "check", case, "--engine", engine, "--format", "json", "-q", "--store", "s.sqlite"],
                          text=True, capture_output=True, check=False,
                          env={**os.environ, "GRAVEL_HOME": str(root), "OMP_NUM_THREADS": "1"})
    return [j for j in json.loads(done.stdout)["judgements"] if j["engine"] == "lammps" and j["reference"]]


faults = []


def expect(what, is_so):
    print(f"{what}: {'yes' if is_so else 'NO'}")
    if not is_so:
        faults.append(what)


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    # Its dashpot acts on the velocity of half a step before: of first order, seen at 50 steps a contact.
    coarse = verdicts("pair-linear", "lammps")
    fine = verdicts("pair-linear", f"exec:'{adapter}' --finer 100")
    expect("every claim of pair-linear is decided", len(coarse) == 60 and {j["verdict"] for j in coarse} <= {"PASS", "FAIL"})
    expect("elastic contacts pass", all(j["verdict"] == "PASS" for j in coarse if "restitution = 1," in j["at"]))
    expect("the dashpot is off by more than 1e-3 at 50 steps", any(j["verdict"] == "FAIL" for j in coarse))
    expect("with 5000 steps all claims pass", len(fine) == 60 and all(j["verdict"] == "PASS" for j in fine))
    hard = verdicts("pair-path-normal", "lammps")
    expect("what is refused is named", hard and all(j["verdict"] == "NOT_APPLICABLE" and "lacks" in j["note"] for j in hard))
    os.chdir("/")
sys.exit(1 if faults else 0)
