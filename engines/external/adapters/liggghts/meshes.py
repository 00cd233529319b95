"""Walls of two triangles, which move and turn: LIGGGHTS' primitive walls are at rest and along the axes."""
import math
import os
import tempfile

from wall import cross

WIDE = 4.0  # half the width of a wall, in the largest extent of the system


def needed(wall):
    return wall.aligned() is None or not wall.rests()


def corners(wall, half):
    """Of a square about the wall's origin at t = 0."""
    z, smallest = wall.axis, min(range(3), key=lambda d: abs(wall.axis[d]))
    u = cross(z, [float(d == smallest) for d in range(3)])
    length = math.sqrt(sum(c * c for c in u))
    u = [c / length for c in u]
    v = cross(z, u)
    return [[o + half * (a * p + b * q) for o, p, q in zip(wall(0.0)[0], u, v)] for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]


def write(wall, half):
    """A file with the two triangles, which LIGGGHTS reads as it makes the mesh."""
    corner = corners(wall, half)
    with tempfile.NamedTemporaryFile("w", suffix=".stl", delete=False) as file:
        file.write("solid wall\n")
        for three in ((0, 1, 2), (0, 2, 3)):
            file.write("facet normal {} {} {}\nouter loop\n".format(*wall.axis))
            file.writelines("vertex {!r} {!r} {!r}\n".format(*corner[k]) for k in three)
            file.write("endloop\nendfacet\n")
        file.write("endsolid wall\n")
    return file.name


def make(w, wall, kind, half):
    """Commands, and what is to be done between them, for the mesh of the wall with number w, whose type is `kind`."""
    name = write(wall, half)
    yield f"fix mesh{w} all mesh/surface file {name} type {kind}"
    yield lambda: os.unlink(name)


def motion(w, wall):
    """LIGGGHTS moves a mesh by a velocity times the step, and gives that velocity to what touches it.  It gets the mean velocity of
    each step, so that the wall is at the right place at its end, however long it is; `time` is the end of the step."""
    if wall.moves():
        turn = f"2*sin({0.5 * wall.omega!r}*dt)/dt*cos({wall.omega!r}*(time-0.5*dt)+{wall.phase!r})"
        for d, name in enumerate("xyz"):
            swing = wall.amplitude * wall.direction[d]
            yield f"variable speed{w}{name} equal {wall.velocity[d]!r}" + (f"+{swing!r}*{turn}" if swing else "")
        yield f"fix move{w} all move/mesh mesh mesh{w} linear/variable " + " ".join(f"v_speed{w}{d}" for d in "xyz")
    if wall.spin:
        part = f"((time<{wall.ramp!r})*(time-0.5*dt)/{wall.ramp!r}+(time>={wall.ramp!r}))" if wall.ramp else "1.0"
        yield f"variable spin{w} equal {wall.spin!r}*{part}"
        origin, axis = (" ".join(map(repr, v)) for v in (wall(0.0)[0], wall.axis))
        yield f"fix turn{w} all move/mesh mesh mesh{w} rotate/variable origin {origin} axis {axis} omega v_spin{w}"
