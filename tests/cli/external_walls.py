"""Walls that catch particles, and planes under a force, in a code of somebody else as in gravel's own engine.  77 (skipped) where it is not installed.
usage: external_walls.py GRAVEL SOURCE_ROOT CODE"""
import os
import pathlib
import sqlite3
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import installed  # noqa: E402

gravel, root, code = str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2]).resolve(), sys.argv[3]
run = installed.caller(gravel, root)
PERIOD = 4.0  # of the box in lid.yaml
LIMIT = 2e-3  # the codes follow the jump of a contact's force where it begins to first order, md to second
STATES = ("x", "y", "z", "vx", "vy", "vz", "wx", "wy", "wz")


def observables(name, engine):
    done = run("run", str(root / f"tests/cli/data/{name}.yaml"), "--engine", engine, "--store", f"{name}-{engine}.sqlite", "-q")
    assert done.returncode == 0, done
    with sqlite3.connect(f"{name}-{engine}.sqlite") as store:
        return dict(store.execute("SELECT name, value FROM observables"))


def far(name):
    """Of the code from md: the largest difference of places in a period, velocities and spins, and its name."""
    own, other = (observables(name, engine) for engine in ("md", code))
    off = {key: own[key] - other[key] for key in own if key.split(".")[0] in STATES}
    return max((abs(d - PERIOD * round(d / PERIOD) if key[0] in "xy" else d), key) for key, d in off.items())


installed.hello(root, code)
os.environ.pop("GRAVEL_STORE", None)
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    for case in ("nets", "held", "slot", "lid"):
        error, worst = far(case)
        print(f"{case}: off by {error:.2g} in {worst}")
        assert error < LIMIT, (case, worst, error)
    os.chdir("/")
