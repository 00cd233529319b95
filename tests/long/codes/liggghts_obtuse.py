"""LIGGGHTS 3.8.0: a sphere beside an obtuse triangle is pushed or not, as the order of its corners is.

A sphere of radius 0.1 m has its centre in the plane of the triangle (0, 0), (1, 0), (2, 0.2), 0.09 m from its first side, which
makes an obtuse angle of 169 degrees with the next: the overlap is 10 mm, the force 100 N.  SurfaceMesh::calcObtuseAngleIndex is called for each of the three
corners and overwrites what it found for the one before, so that only the last one counts.  Prints which corner the obtuse one is, and the force [N]."""
import liggghts_sphere

MASS, STEP, STEPS = 1000.0 * 4.0 / 3.0 * 3.141592653589793 * 0.1 ** 3, 1e-7, 10
CORNERS = [(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (2.0, 0.2, 0.0)]
MODEL, SETTINGS = "model hooke/stiffness tangential no_history", "absolute_damping on"


def force(corners):
    vertices = "".join("vertex {} {} {}\n".format(*corner) for corner in corners)
    plate = f"solid plate\nfacet normal 0 0 1\nouter loop\n{vertices}endloop\nendfacet\nendsolid plate\n"
    v, = liggghts_sphere.velocity(
        "y", "-1 3 -1 1 -1 1", (0.8, -0.09, 0.0), 0.2, 1000, MODEL, SETTINGS, (1e4, 0.0, 0.0, 0.0, 1.0),
        ["fix plate all mesh/surface file plate.stl type 2", f"fix wall all wall/gran {MODEL} mesh n_meshes 1 meshes plate {SETTINGS}", f"timestep {STEP!r}",
         f"run {STEPS}"], [("plate.stl", plate)])
    return -MASS * v / (STEP * STEPS)


for first in range(3):
    print((1 - first) % 3 + 1, round(force(CORNERS[first:] + CORNERS[:first])))
