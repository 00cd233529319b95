"""Contacts seen from outside, by the distance of the bodies after every step: no code tells them as they end."""
import numpy
import surface

LARGEST = 1000  # particles: every two are looked at whenever the list of near ones is made


class Box:
    """Shortest vectors in the box that `create` describes, given in the axes of the code; the image above is displaced by the shear."""

    def __init__(self, system, order=(0, 1, 2)):
        self.length = numpy.array([system["high"][d] - system["low"][d] if system["periodic"][d] else numpy.inf for d in order])
        self.speed = system["shear_rate"] * self.length[2] if system["shear_rate"] else 0.0

    def nearest(self, d, t):
        """Of rows d, which are changed, and the velocities along x of the images that they lead to, negative."""
        slip = 0.0
        if self.speed:
            k = numpy.rint(d[:, 2] / self.length[2])
            d[:, 0] -= k * self.speed * t
            slip = k * self.speed
        for c in range(3):
            if numpy.isfinite(self.length[c]):
                d[:, c] -= self.length[c] * numpy.rint(d[:, c] / self.length[c])
        return d, slip


def vertex(a, b, c):
    """The largest value of the parabola through a, b, c, of which b is the largest."""
    curvature = a - 2.0 * b + c
    return b - (c - a) ** 2 / (8.0 * curvature) if curvature < 0.0 else b


def event(end, begun, i, j, normal, approach, rebound, mass, overlap):
    """The row of a contact that has ended."""
    m = mass[i] if j < 0 else mass[i] * mass[j] / (mass[i] + mass[j])
    return [float(a) for a in (end, end - begun, i, j, *normal, approach, rebound, m * (approach + rebound),
                               0.5 * m * (approach * approach - rebound * rebound), overlap)]


class Peaks:
    """Of every candidate the largest overlap since its contact began, with those of the steps before and after; NaN: there is none."""

    def __init__(self, n):
        self.last, self.top, self.left, self.right = numpy.zeros(n), numpy.zeros(n), numpy.full(n, numpy.nan), numpy.full(n, numpy.nan)

    def start(self, k, overlap):
        self.last[k], self.top[k], self.left[k], self.right[k] = overlap, overlap, numpy.nan, numpy.nan

    def add(self, overlap):
        higher = overlap > self.top
        after = ~higher & numpy.isnan(self.right) & (self.last == self.top)
        self.left[higher], self.right[higher], self.top[higher] = self.last[higher], numpy.nan, overlap[higher]
        self.right[after], self.last = overlap[after], overlap

    def of(self, k):
        """Of the parabola through the largest and its neighbours; NaN beside it: it is the first or the last."""
        return vertex(self.left[k], self.top[k], self.right[k])

    def keep(self, k):
        return self.last[k], self.top[k], self.left[k], self.right[k]

    def set(self, k, kept):
        self.last[k], self.top[k], self.left[k], self.right[k] = kept


class Watch:
    """Begin and end of a contact are interpolated inside a step, which bodies without contact cross at constant speed."""

    def __init__(self, radius, mass, walls, box, t, x, v):
        self.radius, self.mass, self.walls, self.box = numpy.array(radius), mass, walls, box
        self.open, self.events, self.t = {}, [], t
        self.caught, self.absorbed = numpy.zeros((2, len(radius)), bool)  # by walls
        self.skin = 0.5 * max(radius)
        self.all = numpy.tril_indices(len(radius), -1)
        self.list(t, x, v)
        for k in numpy.flatnonzero(self.inside):
            self.open[self.pair(k)] = {"t": t, "n": self.before[1][k], "approach": max(-self.before[2][k], 1e-300)}
            self.peaks.start(k, -self.before[0][k])

    def list(self, t, x, v):
        """The pairs that can meet before a body has moved by half a skin."""
        kept = {self.pair(k): self.peaks.keep(k) for k in numpy.flatnonzero(self.inside)} if self.open else {}
        i, j = self.all
        d, _ = self.box.nearest(x[i] - x[j], t)
        near = numpy.einsum("ij,ij->i", d, d) < (self.radius[i] + self.radius[j] + self.skin) ** 2
        near &= ~(self.absorbed[i] | self.absorbed[j])
        self.i, self.j, self.way = i[near], j[near], 0.0
        self.reach = self.radius[self.i] + self.radius[self.j]
        self.before = self.look(t, x, v)
        self.inside = self.before[0] < 0.0
        self.peaks = Peaks(len(self.inside))
        for k in numpy.flatnonzero(self.inside) if kept else ():
            self.peaks.set(k, kept[self.pair(k)])

    def pair(self, k):
        """Of the candidate k: two particles, or a particle and -1 - wall."""
        if k < len(self.i):
            return int(self.i[k]), int(self.j[k])
        return (k - len(self.i)) % len(self.radius), -1 - (k - len(self.i)) // len(self.radius)

    def look(self, t, x, v):
        """Of every candidate: gap, normal from j to i, velocity of separation."""
        n, slip = self.box.nearest(x[self.i] - x[self.j], t)
        u = v[self.i] - v[self.j]
        u[:, 0] -= slip
        r = numpy.sqrt(numpy.einsum("ij,ij->i", n, n))
        n /= r[:, None]
        gaps, normals, speeds = [r - self.reach], [n], [numpy.einsum("ij,ij->i", u, n)]
        for wall in self.walls:
            place, velocity = wall(t)
            d = surface.away(wall, x - place)
            r = numpy.sqrt((d * d).sum(axis=1))
            d /= r[:, None]
            gaps.append(numpy.where(self.caught, numpy.inf, r - self.radius) if not wall.carries else numpy.full(len(x), numpy.inf))
            normals.append(d)
            speeds.append(((v - velocity) * d).sum(axis=1))
        return (gaps[0], normals[0], speeds[0]) if not self.walls else tuple(numpy.concatenate(a) for a in (gaps, normals, speeds))

    def look_again(self, t, x, v):
        """Where velocities have changed at once."""
        self.before = self.look(t, x, v)

    def step(self, t, x, v):
        now = self.look(t, x, v)
        inside = now[0] < 0.0
        for k in numpy.flatnonzero(inside & ~self.inside):
            self.begin(k, t, now)
        for k in numpy.flatnonzero(self.inside & ~inside):
            last = self.before[0][k]
            self.close(k, self.t + last / (last - now[0][k]) * (t - self.t), now[2][k])
        self.peaks.add(-now[0])
        self.way += 2.0 * (numpy.sqrt((v * v).sum(axis=1).max()) + abs(self.box.speed)) * (t - self.t)
        self.t, self.before, self.inside = t, now, inside
        if self.way > 0.8 * self.skin:
            self.list(t, x, v)

    def begin(self, k, t, now):
        last = self.before[0][k]
        part = last / (last - now[0][k])
        turned = self.before[1][k] + part * (now[1][k] - self.before[1][k])
        self.open[self.pair(k)] = {"t": self.t + part * (t - self.t), "n": turned / numpy.sqrt(turned @ turned),
                                   "approach": max(-self.before[2][k], 1e-300)}
        self.peaks.start(k, 0.0)

    def close(self, k, end, rebound):
        i, j = self.pair(k)
        c = self.open.pop((i, j))
        self.events.append(event(end, c["t"], i, j, c["n"], c["approach"], rebound, self.mass, self.peaks.of(k)))

    def leave(self, i, absorbed, t, x, v):
        """A wall has caught particle i: its contacts with walls end, and if it was absorbed those with particles, too."""
        self.look_again(t, x, v)
        for k in numpy.flatnonzero(self.inside):
            a, b = self.pair(k)
            if i in (a, b) and (absorbed or b < 0):
                self.close(k, t, self.before[2][k])
        self.caught[i], self.absorbed[i] = True, absorbed
        self.list(t, x, v)

    def take(self):
        events, self.events = sorted(self.events), []
        return events
