"""Walls as triangles, in the frame of the wall: x and y across its axis, z along it.

LIGGGHTS adds the forces of all triangles that a sphere touches, except where their edges and corners are inactive: edges between triangles whose
planes make less than an angle (`curvature`) with each other, and corners where two edges are in a line.  These meshes are made such that a sphere
touches one triangle at a time."""
import math

BEND = math.radians(55.0)   # of a hem against the facet that it closes, less than CURVED
CURVED, FLAT = 59.0, 1e-3   # [degrees] the angle below which planes and edges count as one, in meshes of facets and in plane ones
HEM = 0.125                 # its width, in the radius of the shell
TIP = 0.02                  # of the radius of spheres: facets of a cone with a tip end so far from it
SLIM = 800.0                # length of a triangle in its width; LIGGGHTS takes up to 1000


def circle(n, radius, shift=0.0):
    return [(radius * math.cos(2.0 * math.pi * (k + shift) / n), radius * math.sin(2.0 * math.pi * (k + shift) / n), 0.0) for k in range(n)]


def middles(points):
    return [tuple(0.5 * (a + b) for a, b in zip(p, q)) for p, q in zip(points, points[1:] + points[:1])]


def between(points, i, j):
    """Triangles of a convex polygon's part from point i to point j."""
    if j - i < 2:
        return
    m = (i + j) // 2
    yield points[i], points[m], points[j % len(points)]
    yield from between(points, i, m)
    yield from between(points, m, j)


def tips(points):
    """The corners of a convex polygon: each belongs to one triangle, which the nearest point on both of its sides belongs to, too."""
    half = middles(points)
    yield from ((half[k - 1], points[k], half[k]) for k in range(len(points)))


def polygon(points):
    yield from tips(points)
    half, n = middles(points), len(points)
    third = n // 3, 2 * n // 3
    yield half[0], half[third[0]], half[third[1]]
    for i, j in ((0, third[0]), third, (third[1], n)):
        yield from between(half, i, j)


def rectangle(length, width):
    a, b = 0.5 * length, 0.5 * width
    return polygon([(-a, -b, 0.0), (a, -b, 0.0), (a, b, 0.0), (-a, b, 0.0)])


def disk(n, radius):
    return polygon(circle(n, radius))


def band(length, n):
    """A straight line along z: n squares in a row, as narrow as LIGGGHTS takes them, each of two triangles; at both ends two corners."""
    piece = length / n
    w = 0.5 * piece / SLIM
    z = [-0.5 * length + piece * k for k in range(n + 1)]
    for k in range(1, n - 1):
        yield from quad((-w, 0.0, z[k]), (w, 0.0, z[k]), (w, 0.0, z[k + 1]), (-w, 0.0, z[k + 1]))
    for end, near in ((z[0], z[1]), (z[-1], z[-2])):
        mid = 0.5 * (end + near)
        left, right, tip = (-w, 0.0, mid), (w, 0.0, mid), (0.0, 0.0, end)
        yield from (((-w, 0.0, end), tip, left), ((w, 0.0, end), right, tip), (left, tip, right))
        yield from quad(left, right, (w, 0.0, near), (-w, 0.0, near))


def obtuse_last(a, b, c):
    """In the order in which LIGGGHTS finds the nearest point of an obtuse triangle: it keeps the index of the obtuse corner if that is the last."""
    return max(((a, b, c), (b, c, a), (c, a, b)), key=lambda three: math.dist(three[0], three[1]))


def quad(a, b, c, d):
    yield a, b, c
    yield a, c, d


def whirl(n, radius, reach):
    """A hole with n sides: every second edge from one of its corners is a side that is continued, so that no corner is active.  The ends of these
    edges, `reach` away, are the middles of the sides of a polygon about all of it, which are returned, too."""
    hole = circle(n, radius)
    side = math.dist(hole[0], hole[1])
    ends = [tuple(q + reach / side * (q - p) for p, q in zip(hole[k - 1], hole[k])) for k in range(n)]
    triangles = []
    for k in range(n):
        q, e = hole[(k + 1) % n], ends[(k + 1) % n]
        triangles += [(hole[k], q, ends[k]), (q, e, ends[k])]
    return triangles, ends


def around(half):
    """The polygon whose sides have these middles, of the same distance from the origin."""
    grown = 1.0 / math.cos(math.pi / len(half)) ** 2
    return [tuple(grown * c for c in m) for m in middles(half)]


def ring(n, radius):
    side = 2.0 * radius * math.sin(math.pi / n)
    triangles, half = whirl(n, radius, side)
    yield from triangles
    yield from ((a, tip, b) for a, tip, b in zip(half, around(half), half[1:] + half[:1]))


def orifice(n, radius, extent):
    """A plane with a hole; n is 8 times a power of 2.  Outwards the triangles become wider."""
    side = 2.0 * radius * math.sin(math.pi / n)
    triangles, inner = whirl(n, radius, min(math.pi / n * SLIM * side, radius))
    yield from triangles
    while len(inner) > 8:
        n, far = len(inner) // 2, max(1.5 * math.hypot(*inner[0]), math.hypot(*inner[0]) + math.dist(inner[0], inner[1]))
        turn = math.atan2(inner[0][1], inner[0][0]) / (2.0 * math.pi) * n
        outer = circle(n, far, turn)
        for k in range(n):
            a, b, c = inner[2 * k], inner[2 * k + 1], inner[(2 * k + 2) % len(inner)]
            p, q = outer[k], outer[(k + 1) % n]
            yield from ((a, b, p), (b, q, p), (b, c, q))
        inner = outer
    while math.hypot(*inner[0]) < extent:
        turn = math.atan2(inner[0][1], inner[0][0]) / (2.0 * math.pi) * 8
        outer = circle(8, min(100.0 * math.hypot(*inner[0]), max(2.0 * math.hypot(*inner[0]), extent)), turn)
        for k in range(8):
            yield from quad(inner[k], inner[(k + 1) % 8], outer[(k + 1) % 8], outer[k])
        inner = outer


class Shell:
    """A cone or a cylinder from (radius, z) to (radius, z) as n facets that are tangent to it, for spheres inside (`side` -1) or outside (1).

    The facets are as wide as the sector where the centre of a sphere of the radius `reach` is that touches them, and not joined with each
    other.  A hem along each of their sides, bent away from the spheres, makes it inactive."""

    def __init__(self, n, begin, end, side, reach, rims):
        (self.r0, self.z0), (self.r1, self.z1) = begin, end
        self.n, self.side, self.slant = n, side, math.hypot(self.r1 - self.r0, self.z1 - self.z0)
        self.lean, self.rise = (self.r1 - self.r0) / self.slant, (self.z1 - self.z0) / self.slant
        self.reach, self.half_angle, self.rims = reach, math.pi / n, rims
        # Before a tip facets end; inside, where no sphere reaches them.
        self.blunt = TIP * reach if side > 0 else 0.5 * reach * self.rise / max(abs(self.lean), 1e-3)

    def radius(self, s):
        return self.r0 + s * self.lean

    def half_width(self, s):
        """At the rims inside, that of the rim itself, which spheres touch with the centre near to it or far from it."""
        r = self.radius(s)
        if self.side > 0 or self.rims and s in (0.0, self.slant):
            return (r + max(self.side, 0) * self.reach * self.rise) * math.tan(self.half_angle)
        return max(r - self.reach * self.rise, 0.25 * r) * math.tan(self.half_angle)

    def stations(self):
        """Heights along the slant between which the triangles are not too slim."""
        begin, end = (self.blunt if r == 0.0 else 0.0 for r in (self.r0, self.r1))
        end = self.slant - end
        near = min(0.5 * self.reach, 0.25 * self.slant) if self.rims and self.side < 0 else 0.0
        first, last = max(begin, near), min(end, self.slant - near)
        found = [begin, first] if first > begin else [begin]
        while True:
            step = SLIM * self.narrowest(found[-1])
            step = SLIM * min(self.narrowest(found[-1]), self.narrowest(min(found[-1] + step, last)))
            if found[-1] + step >= last:
                return [*found, last, end] if last < end else [*found, end]
            found.append(found[-1] + step)

    def narrowest(self, s):
        return min(2.0 * self.half_width(s), HEM * self.radius(s))

    def facet(self):
        """Of the azimuth 0."""
        rows = []
        for s in self.stations():
            r, z, w = self.radius(s), self.z0 + s * self.rise, self.half_width(s)
            along, (x, h) = HEM * r * math.cos(BEND), self.below(s, r)
            rows.append(((x, -w - along, h), (r, -w, z), (r, w, z), (x, w + along, h)))
        for a, b in zip(rows, rows[1:]):
            for k in range(3):
                yield from quad(a[k], a[k + 1], b[k + 1], b[k])
        for row, s, back in ((rows[0], self.stations()[0], -1.0), (rows[-1], self.stations()[-1], 1.0)):
            r = self.radius(s)
            if s in (0.0, self.slant):
                continue
            x, h = self.below(s + back * HEM * r * math.cos(BEND), r)
            yield from quad(row[1], row[2], (x, row[2][1], h), (x, row[1][1], h))

    def below(self, s, r):
        """The edge of a hem at a place along the slant, for a radius r."""
        down = -self.side * HEM * r * math.sin(BEND)
        return self.radius(s) + down * self.rise, self.z0 + s * self.rise - down * self.lean

    def triangles(self):
        some = list(self.facet())
        for k in range(self.n):
            c, s = math.cos(2.0 * math.pi * k / self.n), math.sin(2.0 * math.pi * k / self.n)
            for triangle in some:
                yield tuple((c * x - s * y, s * x + c * y, z) for x, y, z in triangle)
        for r, z in ((self.r0, self.z0), (self.r1, self.z1)):
            if r == 0.0 and self.side > 0:
                yield from [tuple((x, y, z) for x, y, _ in circle(3, 1e-5 * self.reach))]
