#!/usr/bin/python3
"""LIGGGHTS 3.8.0: what a primitive cylinder that turns gives to a sphere inside.

A sphere of radius 0.2 m is pressed by 10 mm onto the inside of a cylinder of radius 1 m that turns at 1 rad/s about its axis (`primitive ...
shear`), at 3/5 and 4/5 of the radius along the other two axes; a tangential dashpot of 10 N s/m drags it along the surface, which has 1 m/s: 10 N.
LIGGGHTS takes the velocity at the centre of the sphere, 0.81 m/s, and for a ycylinder with the two coordinates exchanged, so that this is not along
the surface.  Prints the axis (1: x) and the force along the surface [N]."""
import subprocess
import sys
import tempfile

MASS, STEP, STEPS = 1000.0 * 4.0 / 3.0 * 3.141592653589793 * 0.2 ** 3, 1e-7, 10
MODEL = "model hooke/stiffness tangential no_history"
SETTINGS = "tangential_damping on absolute_damping on"


def force(d):
    e, f = (d + 1) % 3, (d + 2) % 3
    place = [0.0, 0.0, 0.0]
    place[e], place[f] = 0.6 * 0.81, 0.8 * 0.81
    tables = "".join(f"fix {name} all property/global {name} peratomtypepair 2" + 4 * f" {value!r}" + "\n" for name, value in (
        ("kn", 1e4), ("kt", 0.0), ("gamman_abs", 0.0), ("gammat_abs", 10.0), ("coefficientFriction", 1e10)))
    script = f"""units si
atom_style granular
boundary m m m
newton off
communicate single vel yes
hard_particles yes
region box block -2 2 -2 2 -2 2 units box
create_box 2 box
create_atoms 1 single {place[0]} {place[1]} {place[2]} units box
set type 1 diameter 0.4
set type 1 density 1000
neighbor 0.05 bin
neigh_modify delay 0
{tables}pair_style gran {MODEL} {SETTINGS}
pair_coeff * *
fix move all nve/sphere
fix drum all wall/gran {MODEL} primitive type 2 {'xyz'[d]}cylinder 1.0 0.0 0.0 shear {'xyz'[e]} 1.0 {SETTINGS}
timestep {STEP!r}
run {STEPS}
variable e equal vcm(all,{'xyz'[e]})
variable f equal vcm(all,{'xyz'[f]})
""" + 'print "velocity $e $f"\n'
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(["liggghts", "-log", "none"], input=script, text=True, capture_output=True, check=False, cwd=folder)
    try:
        ve, vf = map(float, done.stdout.split("\nvelocity ")[1].split()[:2])
    except (IndexError, ValueError):
        sys.exit(done.stdout[-500:] + done.stderr[-500:])
    return MASS * (0.6 * vf - 0.8 * ve) / (STEP * STEPS)


for axis in range(3):
    print(axis + 1, f"{force(axis):.2f}")
