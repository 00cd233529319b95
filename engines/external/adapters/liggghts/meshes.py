"""Walls of triangles: LIGGGHTS' primitive walls are planes and endless cylinders, at rest and along the axes of coordinates."""
import math
import os
import tempfile

import motion
import numpy
import surface
import tessellation
from wall import cross

WIDE = 4.0      # half the width of a wall without end, in the largest extent of the system
SMALL = 1e-6    # of the smallest radius: the radius of a line at rest, and what counts as one place
BINS = 4e-7     # of the half width: the least size of a point, as LIGGGHTS makes bins of the size of the largest triangle
PIECES = 512    # of a straight line
SAGITTA = 1e-4  # of the smallest radius: the distance of triangles from a round wall, half the width of a line, the size of a point
FINE, FEW = 1024, 100        # sides of a round wall where particles are so few
COARSE = 128    # sides that each has
HOLE = 256      # sides of a hole: with more of them spheres change from side to side while they touch it
LARGEST = {True: 4096, False: 8192}  # triangles of all walls, where their corners change place or velocity in every step and elsewhere
NEAR = 2.0      # sizes of a wall within which spheres may touch it
ROUND = ("disk", "cylinder", "ring", "cone", "orifice")


def primitive(wall):
    """LIGGGHTS' name of a wall that needs no mesh, else None.  Primitive cylinders can turn, but with the velocity at the centre of the sphere
    that touches them, and about y with that at another place."""
    d = wall.aligned()
    if d is None or wall.moves() or wall.spin and wall.shape != "line":
        return None
    if wall.shape == "plane":
        return "xyz"[d] + "plane"
    return "xyz"[d] + "cylinder" if wall.shape == "line" or wall.shape == "cylinder" and not wall.length else None


def needed(wall):
    return primitive(wall) is None


def words(wall, smallest):
    """Of a primitive wall: those of a cylinder's centre are in the cyclic order of the axes."""
    d = wall.aligned()
    if wall.shape == "plane":
        return f"{primitive(wall)} {wall.origin[d]!r}"
    radius = wall.radius if wall.shape == "cylinder" else SMALL * smallest
    return f"{primitive(wall)} {radius!r} {wall.origin[(d + 1) % 3]!r} {wall.origin[(d + 2) % 3]!r}"


class Mesh:
    """The triangles of a wall; of a cone or a cylinder for the spheres on one `side` of it."""

    def __init__(self, wall, rows, radii, half, flat, others):
        """`others`: walls of triangles beside."""
        self.wall, self.side, self.half, self.flat = wall, side(wall, rows, max(radii)), half, flat
        self.smallest, self.reach = min(radii), min(radii) if self.side == -1 else max(radii)
        self.place = wall(0.0)[0]
        self.frame = self.axes()
        height = [abs(sum((p - o) * a for p, o, a in zip(row, self.place, wall.axis))) for row in rows]
        self.height = WIDE * (max(height) + 2.0 * max(radii))
        self.n = self.sides(len(rows))
        self.triangles = list(self.made())
        while wall.shape in ROUND and self.n > COARSE and len(self.triangles) > LARGEST[wall.moves() or bool(wall.ramp)] // (1 + others):
            self.n //= 2
            self.triangles = list(self.made())

    def sides(self, particles):
        n, most = 8, HOLE if self.wall.shape in ("ring", "orifice") else FINE
        while n < most and (particles < FEW or self.sagitta(n) > SAGITTA * self.smallest):
            n *= 2
        return n

    def sagitta(self, n):
        return max(self.wall.radius, self.wall.radius_end) * (1.0 - math.cos(math.pi / n))

    def axes(self):
        """Two directions across the wall's axis, and that; of a line in the plane of a flat system, which gets a width, its own and that width's."""
        z = self.wall.axis
        if self.widened():
            return z, [0.0, 1.0, 0.0], cross(z, [0.0, 1.0, 0.0])
        smallest = min(range(3), key=lambda d: abs(z[d]))
        u = list(self.wall.edge) if self.wall.shape == "rectangle" else cross(z, [float(d == smallest) for d in range(3)])
        size = math.sqrt(sum(c * c for c in u))
        u = [c / size for c in u]
        return u, cross(z, u), z

    def widened(self):
        return self.flat and self.wall.shape in ("segment", "line") and self.wall.axis[1] == 0.0

    def made(self):
        w, n = self.wall, self.n
        if w.shape in ("segment", "line"):
            return self.straight(w.length if w.shape == "segment" else 2.0 * self.height)
        if w.shape in ("cylinder", "cone"):
            half = 0.5 * w.length or self.height
            ends = (w.radius, -half), (w.radius_end if w.shape == "cone" else w.radius, half)
            return tessellation.Shell(n, *ends, self.side, self.reach, w.length > 0.0).triangles()
        return {"plane": lambda: tessellation.rectangle(2.0 * self.half, 2.0 * self.half),
                "rectangle": lambda: tessellation.rectangle(w.length, w.width),
                "point": lambda: [tessellation.circle(3, max(SAGITTA * self.smallest, BINS * self.half))],
                "disk": lambda: tessellation.disk(n, w.radius),
                "ring": lambda: tessellation.ring(n, w.radius),
                "orifice": lambda: tessellation.orifice(n, w.radius, self.half)}[w.shape]()

    def straight(self, length):
        if self.widened():
            return tessellation.rectangle(length, length)
        pieces = math.ceil(length / (2.0 * SAGITTA * self.smallest * tessellation.SLIM))
        return tessellation.band(length, min(max(2, pieces), PIECES))

    def deviation(self):
        wall, words = self.wall, f"the wall {self.wall.name} is {len(self.triangles)} triangles"
        if wall.shape in ("plane", "line", "orifice") or wall.shape == "cylinder" and not wall.length:
            words += " of finite extent"
        if wall.shape in ROUND:
            words += f", {self.n} sides, up to {self.sagitta(self.n):.1e} m and {180.0 / self.n:.1e} degrees from its shape"
        if wall.shape in ("ring", "orifice") or wall.length and self.side:
            words += ", whose rim pushes a sphere twice where it touches two sides of it from inside"
        return words

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
            shift = f"{motion.table(wall)}-{motion.table(wall, '(time-dt)')}" if wall.table else ""
            for d, axis in enumerate("xyz"):
                swing = wall.amplitude * wall.direction[d]
                table = f"+{wall.direction[d]!r}*({shift})/dt" if wall.table and wall.direction[d] else ""
                yield f"variable speed{name}{axis} equal {wall.velocity[d]!r}" + (f"+{swing!r}*{turn}" if swing else "") + table
            yield f"fix move{name} all move/mesh mesh {name} linear/variable " + " ".join(f"v_speed{name}{d}" for d in "xyz")
        if self.turns():
            yield from spin(name, wall, "(time-0.5*dt)")
            yield f"fix turn{name} all move/mesh mesh {name} rotate/variable origin {numbers(self.place)} axis {numbers(wall.axis)} omega v_spin{name}"


def spin(name, wall, time):
    part = f"((time<{wall.ramp!r})*{time}/{wall.ramp!r}+(time>={wall.ramp!r}))" if wall.ramp else "1.0"
    yield f"variable spin{name} equal {wall.spin!r}*{part}"


def numbers(values):
    return " ".join(map(repr, values))


def side(wall, places, radius):
    """On which side of a cone or a cylinder, which are continued beyond their ends, spheres near to it begin: -1 inside, 1 outside, 0 on both; else None."""
    if wall.shape not in ("cylinder", "cone") or not needed(wall):
        return None
    d = numpy.array(places) - wall(0.0)[0]
    along = d @ numpy.array(wall.axis)
    across = numpy.sqrt(numpy.maximum(0.0, (d * d).sum(axis=1) - along * along))
    slope = (wall.radius_end - wall.radius) / wall.length if wall.shape == "cone" else 0.0
    middle = 0.5 * (wall.radius + wall.radius_end) if wall.shape == "cone" else wall.radius
    within = across < middle + slope * along
    distance = numpy.sqrt((surface.away(wall, d) ** 2).sum(axis=1))
    near = distance <= max(distance.min(), NEAR * max(wall.radius, wall.radius_end, wall.length, radius))
    return 0 if within[near].any() and not within[near].all() else -1 if within[near].any() else 1
