#!/usr/bin/python3
"""LIGGGHTS 3.8.0: a sliding sphere depends on how its run is cut into `run` commands.

A sphere slides down a plane at 60 degrees with friction 0.2 for 0.2 s: v = 1.50294 m/s.  Every `run` sets the forces up without moving
the tangential spring, which then stands exactly at Coulomb's limit, is taken for sticking, and gets the tangential dashpot on top: a
kick of half a step by a force that nothing limits (tangential history, hooke/stiffness; also in tangential_model_history.h for all
normal models).  LAMMPS limits the sum of both and does not depend on it.  Prints the number of runs and the velocity."""
import math
import subprocess
import sys
import tempfile

MASS, TC = 2500.0 * 4.0 / 3.0 * math.pi * 0.005 ** 3, 1e-4
MU = math.log(2.0) / TC  # restitution 0.5
K, C = MASS * ((math.pi / TC) ** 2 + MU ** 2), 2.0 * MASS * MU
MODEL = "model hooke/stiffness tangential history"
SETTINGS = "tangential_damping on absolute_damping on"


def velocity(runs):
    tables = "".join(f"fix {name} all property/global {name} peratomtypepair 2" + 4 * f" {value!r}" + "\n" for name, value in (
        ("kn", K), ("kt", 0.286 * K), ("gamman_abs", C), ("gammat_abs", 0.143 * C), ("coefficientFriction", 0.2)))
    script = f"""units si
atom_style granular
boundary m m m
newton off
communicate single vel yes
hard_particles yes
region box block -0.1 1 -0.1 0.1 -0.01 0.1 units box
create_box 2 box
create_atoms 1 single 0 0 0.005 units box
set type 1 diameter 0.01
set type 1 density 2500
neighbor 0.002 bin
neigh_modify delay 0
{tables}pair_style gran {MODEL} {SETTINGS}
pair_coeff * *
fix move all nve/sphere
fix weight all gravity 9.81 vector {math.sin(math.pi / 3)!r} 0 {-math.cos(math.pi / 3)!r}
fix floor all wall/gran {MODEL} primitive type 2 zplane 0.0 {SETTINGS}
timestep 1e-6
variable v equal vcm(all,x)
""" + f"run {200000 // runs}\n" * runs + 'print "velocity ${v}"\n'
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(["liggghts", "-log", "none"], input=script, text=True, capture_output=True, check=False, cwd=folder)
    try:
        return float(done.stdout.split("\nvelocity ")[1].split()[0])
    except IndexError:
        sys.exit(done.stdout[-500:] + done.stderr[-500:])


for number in (1, 100):
    print(f"{number} {velocity(number):.5f}")
