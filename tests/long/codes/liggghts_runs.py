"""LIGGGHTS 3.8.0: a sliding sphere depends on how its run is cut into `run` commands.

A sphere slides down a plane at 60 degrees with friction 0.2 for 0.2 s: v = 1.50294 m/s.  Every `run` sets the forces up without moving
the tangential spring, which then stands exactly at Coulomb's limit, is taken for sticking, and gets the tangential dashpot on top: a
kick of half a step by a force that nothing limits (tangential history, hooke/stiffness; also in tangential_model_history.h for all
normal models).  LAMMPS limits the sum of both and does not depend on it.  Prints the number of runs and the velocity."""
import math

import liggghts_sphere

MASS, TC = 2500.0 * 4.0 / 3.0 * math.pi * 0.005 ** 3, 1e-4
MU = math.log(2.0) / TC  # restitution 0.5
K, C = MASS * ((math.pi / TC) ** 2 + MU ** 2), 2.0 * MASS * MU
MODEL = "model hooke/stiffness tangential history"
SETTINGS = "tangential_damping on absolute_damping on"


def velocity(runs):
    v, = liggghts_sphere.velocity(
        "x", "-0.1 1 -0.1 0.1 -0.01 0.1", (0, 0, 0.005), 0.01, 2500, MODEL, SETTINGS, (K, 0.286 * K, C, 0.143 * C, 0.2),
        [f"fix weight all gravity 9.81 vector {math.sin(math.pi / 3)!r} 0 {-math.cos(math.pi / 3)!r}",
         f"fix floor all wall/gran {MODEL} primitive type 2 zplane 0.0 {SETTINGS}", "timestep 1e-6", *[f"run {200000 // runs}"] * runs])
    return v


for number in (1, 100):
    print(f"{number} {velocity(number):.5f}")
