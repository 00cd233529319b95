"""REBOUND 5.0.0: what its Python module tells a function `collision_resolve`, and what `hardsphere` does with `collision = "line"`.

First rows: the indices that the function gets when sphere 1 meets sphere 2 (sphere 0 is far away).  The structure in rebound/simulation.py
has int where src/rebound.h has size_t, so that p2 is the upper half of p1: 0.
Last rows: the speed after a head-on collision of two spheres of radius 1 at speed 1 and e = 1, for time steps dt.  `direct` needs an
overlap at the end of a step; `line` finds every crossing, but reb_collision_resolve_hardsphere leaves those alone that do not overlap then.
REBOUND_PATH: the folder of the module, if it is not installed."""
import os
import sys

sys.path.append(os.environ.get("REBOUND_PATH", ""))
import rebound  # noqa: E402


def head_on(search, dt, resolve="hardsphere"):
    sim = rebound.Simulation()
    sim.integrator, sim.gravity, sim.collision, sim.dt = "leapfrog", "none", search, dt
    sim.rand_seed = 1
    sim.add(x=100.0, m=1.0, r=1.0)
    sim.add(x=-3.0, vx=1.0, m=1.0, r=1.0)
    sim.add(x=3.0, vx=-1.0, m=1.0, r=1.0)
    sim.collision_resolve = resolve
    sim.integrate(20.0)
    return sim.particles[1].vx


def told(search):
    seen = []

    def resolve(_sim, collision):
        seen.append({collision.p1, collision.p2})
        return 0

    head_on(search, 0.1, resolve)
    return sorted(seen[0])


print("p1 p2 told for 1 2: direct, line")
for search in ("direct", "line"):
    print(*(float(p) for p in told(search)))
print("dt, speed after: direct, line")
for dt in (0.1, 10.0):
    print(dt, head_on("direct", dt), head_on("line", dt))
sys.stdout.flush()
