"""YADE's adapter beside its claims: a bead in flight has the velocity that belongs to its place, from which the next flight is worked out.
77 (skipped) where YADE is not installed.   usage: external_yade.py SOURCE_ROOT"""
import pathlib
import sys

adapters = pathlib.Path(sys.argv[1]).resolve() / "engines/external/adapters"
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
           "walls": [], "kinds": [{"species": "bead", "radius": 0.005, "mass": 0.001, "inertia": 1e-8, "attached": False, "caught": None}], "contacts": [CONTACT],
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
