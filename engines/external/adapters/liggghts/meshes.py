"""Walls of triangles: LIGGGHTS' primitive walls are planes and endless cylinders, at rest and along the axes of coordinates."""
import math
import os
import tempfile

import tessellation
from wall import cross

WIDE = 4.0      # half the width of a wall without end, in the largest extent of the system
SMALL = 1e-6    # of the smallest radius: the size of a point, the radius of a line, and what counts as one place
SAGITTA = 1e-4  # of the smallest radius: the distance of triangles from a round wall
FINE, FEW = 2048, 100        # sides of a round wall where particles are so few
HOLE = 256      # sides of a hole: with more of them spheres change from side to side while they touch it
LARGEST = {True: 4096, False: 16384}  # triangles of a wall whose corners change place or velocity in every step, and of another
ROUND = ("disk", "cylinder", "ring", "cone", "orifice")


def primitive(wall):
    """LIGGGHTS' name of a wall that needs no mesh, else None."""
    d = wall.aligned()
    if d is None or wall.moves() or not (wall.shape in ("plane", "line") or wall.shape == "cylinder" and not wall.length):
        return None
    if wall.spin and (wall.shape == "plane" or wall.shape == "cylinder" and (wall.ramp or d == 1)):
        return None  # LIGGGHTS has the wrong velocity of a ycylinder that turns
    return "xyz"[d] + ("plane" if wall.shape == "plane" else "cylinder")


def needed(wall):
    return primitive(wall) is None


def words(wall, smallest):
    """Of a primitive wall: those of a cylinder's centre are in the cyclic order of the axes."""
    d = wall.aligned()
    if wall.shape == "plane":
        return f"{primitive(wall)} {wall.origin[d]!r}"
    radius = wall.radius if wall.shape == "cylinder" else SMALL * smallest
    shear = f" shear {'xyz'[d]} {wall.spin * wall.axis[d]!r}" if wall.spin and wall.shape == "cylinder" else ""
    return f"{primitive(wall)} {radius!r} {wall.origin[(d + 1) % 3]!r} {wall.origin[(d + 2) % 3]!r}{shear}"


class Mesh:
    """The triangles of a wall, for the spheres on one `side` of a cone or a cylinder (-1: inside), else for all (0)."""

    def __init__(self, wall, side, rows, radii, half, flat):
        self.wall, self.side, self.half, self.flat = wall, side, half, flat
        self.smallest, self.reach = min(radii), min(radii) if side < 0 else max(radii)
        self.place = wall(0.0)[0]
        self.frame = self.axes()
        height = [abs(sum((p - o) * a for p, o, a in zip(row, self.place, wall.axis))) for row in rows]
        self.height = WIDE * (max(height, default=0.0) + 2.0 * max(radii))
        size = max(wall.radius, wall.radius_end)
        self.n, most = 8, HOLE if wall.shape in ("ring", "orifice") else FINE
        while self.n < most and (len(rows) < FEW or size * (1.0 - math.cos(math.pi / self.n)) > SAGITTA * self.smallest):
            self.n *= 2
        while True:
            self.triangles = list(self.made())
            if wall.shape not in ROUND or len(self.triangles) <= LARGEST[wall.moves() or bool(wall.ramp)] or self.n == 8:
                break
            self.n //= 2

    def axes(self):
        """Two directions across the wall's axis, and that."""
        z = self.wall.axis
        if self.flat and self.wall.shape in ("segment", "line") and abs(z[1]) < 1.0:  # as wide across the plane as it is long
            return z, [0.0, 1.0, 0.0], cross(z, [0.0, 1.0, 0.0])
        smallest = min(range(3), key=lambda d: abs(z[d]))
        u = list(self.wall.edge) if self.wall.shape == "rectangle" else cross(z, [float(d == smallest) for d in range(3)])
        size = math.sqrt(sum(c * c for c in u))
        u = [c / size for c in u]
        return u, cross(z, u), z

    def made(self):
        w, n = self.wall, self.n
        if w.shape == "plane":
            return tessellation.rectangle(2.0 * self.half, 2.0 * self.half)
        if w.shape == "point":
            return [tessellation.circle(3, SMALL * self.smallest * 10.0)]
        if w.shape in ("line", "segment"):
            length = w.length if w.shape == "segment" else 2.0 * self.height
            if abs(self.frame[2][1]) != 1.0 and self.flat and abs(w.axis[1]) < 1.0:
                return tessellation.rectangle(length, length)
            pieces = math.ceil(length / (2.0 * SAGITTA * self.smallest * tessellation.SLIM))
            return tessellation.band(length, min(max(2, pieces), 512))
        if w.shape == "rectangle":
            return tessellation.rectangle(w.length, w.width)
        if w.shape == "disk":
            return tessellation.disk(n, w.radius)
        if w.shape == "ring":
            return tessellation.ring(n, w.radius)
        if w.shape == "orifice":
            return tessellation.orifice(n, w.radius, self.half)
        return self.shell()

    def shell(self):
        w = self.wall
        half = 0.5 * w.length or self.height
        begin, end = (w.radius, -half), (w.radius_end if w.shape == "cone" else w.radius, half)
        return tessellation.Shell(self.n, begin, end, self.side, self.reach, w.length > 0.0).triangles()

    def deviation(self):
        wall, words = self.wall, f"{len(self.triangles)} triangles"
        if wall.shape in ROUND:
            size = max(wall.radius, wall.radius_end)
            far = size * (1.0 - math.cos(math.pi / self.n))
            words += f" of {self.n} sides, up to {far:.1e} m and {180.0 / self.n:.1e} degrees from its shape"
        return f"the wall {wall.name} is {words}"

    def write(self):
        """A file that LIGGGHTS reads as it makes the mesh."""
        u, v, z = self.frame
        with tempfile.NamedTemporaryFile("w", suffix=".stl", delete=False) as file:
            file.write("solid wall\n")
            for three in self.triangles:
                file.write("facet normal {} {} {}\nouter loop\n".format(*z))
                for a, b, c in tessellation.obtuse_last(*three):
                    file.write("vertex {!r} {!r} {!r}\n".format(*(o + a * p + b * q + c * r for o, p, q, r in zip(self.place, u, v, z))))
                file.write("endloop\nendfacet\n")
            file.write("endsolid wall\n")
        return file.name

    def make(self, name, kind):
        """Commands, and what is to be done between them, for a mesh with this name, whose type is `kind`."""
        path = self.write()
        angle = tessellation.CURVED if self.side else tessellation.FLAT
        words = f"precision {min(1e-3, SMALL * self.smallest)!r} curvature {angle!r} curvature_tolerant yes"
        if self.slides():
            if self.wall.ramp:
                yield from spin(name, self.wall, "time")
            omega = f"v_spin{name}" if self.wall.ramp else repr(self.wall.spin)
            words += f" surface_ang_vel origin {numbers(self.place)} axis {numbers(self.wall.axis)} omega {omega}"
        yield f"fix {name} all mesh/surface file {path} type {kind} {words}"
        yield lambda: os.unlink(path)

    def slides(self):
        """A round wall that turns in its place needs not be moved."""
        return self.wall.spin and not self.wall.moves() and self.wall.shape in ROUND

    def turns(self):
        return self.wall.spin and not self.slides() and self.wall.shape not in ("line", "point")

    def motion(self, name):
        """LIGGGHTS moves a mesh by a velocity times the step, and gives that velocity to what touches it.  It gets the mean velocity of
        each step, so that the wall is at the right place at its end, however long it is; `time` is the end of the step."""
        wall = self.wall
        if wall.moves():
            turn = f"2*sin({0.5 * wall.omega!r}*dt)/dt*cos({wall.omega!r}*(time-0.5*dt)+{wall.phase!r})"
            for d, axis in enumerate("xyz"):
                swing = wall.amplitude * wall.direction[d]
                yield f"variable speed{name}{axis} equal {wall.velocity[d]!r}" + (f"+{swing!r}*{turn}" if swing else "")
            yield f"fix move{name} all move/mesh mesh {name} linear/variable " + " ".join(f"v_speed{name}{d}" for d in "xyz")
        if self.turns():
            yield from spin(name, wall, "(time-0.5*dt)")
            yield f"fix turn{name} all move/mesh mesh {name} rotate/variable origin {numbers(self.place)} axis {numbers(wall.axis)} omega v_spin{name}"


def spin(name, wall, time):
    part = f"((time<{wall.ramp!r})*{time}/{wall.ramp!r}+(time>={wall.ramp!r}))" if wall.ramp else "1.0"
    yield f"variable spin{name} equal {wall.spin!r}*{part}"


def numbers(values):
    return " ".join(map(repr, values))


def inside(wall, place):
    """Whether a place is inside a cone or a cylinder, which are continued beyond their ends."""
    away = [p - o for p, o in zip(place, wall(0.0)[0])]
    along = sum(a * n for a, n in zip(away, wall.axis))
    across = math.sqrt(max(0.0, sum(a * a for a in away) - along * along))
    slope = (wall.radius_end - wall.radius) / wall.length if wall.shape == "cone" else 0.0
    middle = 0.5 * (wall.radius + wall.radius_end) if wall.shape == "cone" else wall.radius
    return across < middle + slope * along


def sides(wall, places):
    """Of a wall: side of a mesh, and the numbers of the particles that it is for; None: all of them."""
    if wall.shape not in ("cylinder", "cone") or not needed(wall):
        return [(0, None)]
    within = [inside(wall, place) for place in places]
    if len(set(within)) == 1:
        return [(-1 if within[0] else 1, None)]
    return [(side, [k for k, is_in in enumerate(within) if is_in == (side < 0)]) for side in (-1, 1)]
