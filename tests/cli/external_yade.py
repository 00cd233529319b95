"""YADE's adapter beside its claims: a bead in flight has the velocity that belongs to its place, from which the next flight is worked out;
walls catch particles and planes move under a force as in gravel's engine.
77 (skipped) where YADE is not installed.   usage: external_yade.py GRAVEL SOURCE_ROOT"""
import os
import pathlib
import sqlite3
import subprocess
import sys
import tempfile

gravel, root = str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2]).resolve()
adapters = root / "engines/external/adapters"
sys.path[:0] = [str(adapters / "yade"), str(adapters / "shared")]
try:
    import library  # noqa: F401
except ImportError:
    sys.exit(77)
import simulation  # noqa: E402

G, STEP = -9.81, 2e-6
CONTACT = {"between": [0, 0], "m_red": 0.0005, "k": 494058.0, "c": 1.0536, "beta": 0.0, "gamma": 0.0, "range": 0.0, "k_t": 0.0, "c_t": 0.0, "friction": 0.0,
           "rolling_arm": 0.0, "rolling": 0.0, "cohesionless": False, "restitution": 0.9, "tangential_restitution": 1.0, "contact_time": 1e-4}
MESSAGE = {"system": {"dimension": 1, "rotation": False, "gravity": [0.0, 0.0, G], "periodic": [False] * 3, "low": [0.0] * 3, "high": [0.0] * 3, "shear_rate": 0.0},
           "walls": [], "kinds": [{"species": "bead", "radius": 0.005, "mass": 0.001, "inertia": 1e-8, "attached": False}], "contacts": [CONTACT],
           "options": {"integrator": "velocity-verlet", "steps_per_contact": 50}, "events": False}


beads = simulation.Simulation(MESSAGE, [0.0, 0.0, 0.1, 0.0, 0.0, 0.5, 0.0, 0.0, 0.0, 0.0, -1.0], 1, False)
t = 0.0
for dt in (0.01, STEP, 0.02):
    beads.go(t, dt, 1)
    t += dt
    x, v = beads.places()
    late = 0.5 * STEP * abs(G) if dt == STEP else 0.0  # after an ordinary step the velocities are YADE's, of half a step before
    print(f"t = {t}: z = {x[0, 2]}, v = {v[0, 2]}")
    assert abs(v[0, 2] - 0.5 - G * t) < late + 1e-13 and abs(x[0, 2] - 0.1 - 0.5 * t - 0.5 * G * t * t) < 1e-15


# Spheres that fall on walls which catch them, from (0.1, 0.2, 2) above each; the last three rest on each other: the lowest one is absorbed, the two above fall on.
NETS = """\
name: nets
family: tests
title: Spheres that walls catch
asks: Are they where the walls take them?
source: {key: S1, where: "Sec. 2"}
dimension: 3
gravity: [0, 0, -9.81]
particles: {count: 9, radius: 0.4, mass: 1.0}
material: {law: linear, restitution: 0.8, contact_time: 1.0e-3, rotation: true, tangential_restitution: 0.5}
walls:
  - {name: turns, shape: plane, rotation: {rate: 3, ramp: 1.0}, touch: stick}
  - {name: shakes, shape: plane, origin: [0, 0, -100], motion: {amplitude: 0.1, direction: [0, 1, 0], frequency: 2, phase: 0.7}, touch: stick}
  - {name: follows, shape: plane, origin: [0, 0, -200], axis: [0.6, 0, 0.8], motion: {table: "t x\\n0 0.1\\n0.4 0.3\\n0.7 -0.2\\n2 0.3"}, touch: stick}
  - {name: segment, shape: segment, origin: [100, 0, 50], axis: [1, 0, 0], length: 1.0, motion: {velocity: [0.5, 0, -0.2]}, touch: stick}
  - {name: rectangle, shape: rectangle, origin: [200, 0, 50], edge: [1, 0, 0], length: 0.6, width: 0.6, touch: absorb}
  - {name: sinks, shape: plane, origin: [0, 0, -300], motion: {velocity: [0, 0, -0.5]}, touch: absorb}
  - {name: floor, shape: plane, origin: [0, 0, -302], contact: {rule: restitution, restitution: 0.8, tangential_restitution: 0.5}}
prepare:
  list: {rows: "x y z vx vy vz\\n0.1 0.2 2 0.5 0 -1\\n0.1 0.2 -98 0 0 -1\\n0.1 0.2 -198 0 0 -1\\n100.1 0.2 52 0 0 -1\\n200.1 0.2 52 0 0 -1\\n0 0 -299 0 0 0\\n0 0 -298.2 0 0 0\\n0 0 -297.4 0 0 0\\n0.3 0.2 -100.8 0 0 5"}
run: {time: 1.0, samples: 3}
engines: {md: {steps_per_contact: 50}}
measure: [final_state]
"""
# The lid comes down on spheres that slide through the box and past its end, and swings on them.
LID = """\
name: lid
family: tests
title: A lid on spheres
asks: Does it move as in gravel?
source: {key: D, where: none}
dimension: 3
box: {periodic_x: true, periodic_y: true, low: [0, 0, 0], high: [4, 4, 0]}
particles: {count: 3, radius: 0.5, mass: 1.0}
material: {law: linear, stiffness: 1.0e+4, damping: 0}
walls:
  - {name: floor, shape: plane, contact: {rule: same-force-constants}}
  - {name: lid, shape: plane, origin: [0, 0, 1.1], axis: [0, 0, -1], contact: {rule: same-force-constants}, servo: {force: 100.0, mass: 20.0, damping: 5.0}}
prepare:
  list: {rows: "x y z vx vy vz\\n0.5 0.5 0.5 9 0 0\\n1.5 1.8 0.5 8 0 0.1\\n2.5 3.1 0.5 -9 0 0"}
run: {time: 1.0, samples: 3}
engines: {md: {steps_per_contact: 100}}
measure: [final_state, wall_pressure]
"""
PERIOD = 4.0


def far(name, text):
    """Of YADE from md: the largest difference of places in a period, velocities and spins, and its name."""
    pathlib.Path(f"{name}.yaml").write_text(text)
    found = []
    for engine in ("md", "yade"):
        subprocess.run([gravel, "run", f"{name}.yaml", "--engine", engine, "--store", f"{name}-{engine}.sqlite", "-q"], check=True, env={**os.environ, "GRAVEL_HOME": str(root)})
        with sqlite3.connect(f"{name}-{engine}.sqlite") as store:
            found.append(dict(store.execute("SELECT name, value FROM observables")))
    own, other = found
    d = {key: own[key] - other[key] for key in own if key.split(".")[0] in ("x", "y", "z", "vx", "vy", "vz", "wx", "wy", "wz")}
    return max((abs(far - PERIOD * round(far / PERIOD) if key[0] in "xy" else far), key) for key, far in d.items())


os.environ.pop("GRAVEL_STORE", None)
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    for name, text, limit in (("nets", NETS, 2e-3), ("lid", LID, 2e-3)):
        error, worst = far(name, text)
        print(f"{name}: off by {error:.2g} in {worst}")
        assert error < limit, (name, worst, error)
    os.chdir("/")
