#!/usr/bin/python3
"""LIGGGHTS 3.8.0: a sphere beside an obtuse triangle is pushed or not, as the order of its corners is.

A sphere of radius 0.1 m has its centre in the plane of the triangle (0, 0), (1, 0), (2, 0.2), 0.09 m from its first side, which
makes an obtuse angle of 169 degrees with the next: the overlap is 10 mm, the force 100 N.  SurfaceMesh::calcObtuseAngleIndex is called for each of the three
corners and overwrites what it found for the one before, so that only the last one counts.  Prints which corner the obtuse one is, and the force [N]."""
import pathlib
import subprocess
import sys
import tempfile

MASS, STEP, STEPS = 1000.0 * 4.0 / 3.0 * 3.141592653589793 * 0.1 ** 3, 1e-7, 10
CORNERS = [(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (2.0, 0.2, 0.0)]
MODEL = "model hooke/stiffness tangential no_history"


def force(corners):
    tables = "".join(f"fix {name} all property/global {name} peratomtypepair 2" + 4 * f" {value!r}" + "\n" for name, value in (
        ("kn", 1e4), ("kt", 0.0), ("gamman_abs", 0.0), ("gammat_abs", 0.0), ("coefficientFriction", 1.0)))
    script = f"""units si
atom_style granular
boundary m m m
newton off
communicate single vel yes
hard_particles yes
region box block -1 3 -1 1 -1 1 units box
create_box 2 box
create_atoms 1 single 0.8 -0.09 0.0 units box
set type 1 diameter 0.2
set type 1 density 1000
neighbor 0.05 bin
neigh_modify delay 0
{tables}pair_style gran {MODEL} absolute_damping on
pair_coeff * *
fix move all nve/sphere
fix plate all mesh/surface file plate.stl type 2
fix wall all wall/gran {MODEL} mesh n_meshes 1 meshes plate absolute_damping on
timestep {STEP!r}
run {STEPS}
variable v equal vcm(all,y)
""" + 'print "velocity $v"\n'
    with tempfile.TemporaryDirectory() as folder:
        vertices = "".join("vertex {} {} {}\n".format(*corner) for corner in corners)
        pathlib.Path(folder, "plate.stl").write_text(f"solid plate\nfacet normal 0 0 1\nouter loop\n{vertices}endloop\nendfacet\nendsolid plate\n")
        done = subprocess.run(["liggghts", "-log", "none"], input=script, text=True, capture_output=True, check=False, cwd=folder)
    try:
        return -MASS * float(done.stdout.split("\nvelocity ")[1].split()[0]) / (STEP * STEPS)
    except IndexError:
        sys.exit(done.stdout[-500:] + done.stderr[-500:])


for first in range(3):
    print((1 - first) % 3 + 1, round(force(CORNERS[first:] + CORNERS[:first])))
