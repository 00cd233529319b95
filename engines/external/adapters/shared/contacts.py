"""Contacts seen from outside, by the distance of the bodies after every step: LAMMPS tells none."""
import math

LARGEST = 16  # particles: every two are looked at after every step


def sub(a, b):
    return [p - q for p, q in zip(a, b)]


def dot(a, b):
    return sum(p * q for p, q in zip(a, b))


class Watch:
    """Begin and end of a contact are interpolated inside a step, which bodies without contact cross at constant speed."""

    def __init__(self, radius, mass, walls, t, x, v):
        self.radius, self.mass, self.walls, self.open, self.events = radius, mass, walls, {}, []
        self.t, self.before = t, self.look(t, x, v)
        for pair, (gap, n, u) in self.before.items():
            if gap < 0.0:
                self.open[pair] = {"t": t, "n": n, "approach": max(-u, 1e-300), "overlaps": [-gap]}

    def look(self, t, x, v):
        """Of every two bodies: gap, normal from j to i, velocity of separation."""
        seen = {}
        for i, p in enumerate(x):
            for j in range(i):
                d = sub(p, x[j])
                r = math.sqrt(dot(d, d))
                n = [c / r for c in d]
                seen[i, j] = r - self.radius[i] - self.radius[j], n, dot(sub(v[i], v[j]), n)
            for w, wall in enumerate(self.walls):
                place, velocity = wall(t)
                h = dot(sub(p, place), wall.axis)
                n = wall.axis if h > 0.0 else [-c for c in wall.axis]
                seen[i, -1 - w] = abs(h) - self.radius[i], n, dot(sub(v[i], velocity), n)
        return seen

    def step(self, t, x, v):
        now = self.look(t, x, v)
        for pair, (gap, n, u) in now.items():
            last, normal, speed = self.before[pair]
            if gap < 0.0 and pair not in self.open:
                part = last / (last - gap)
                turned = [a + part * (b - a) for a, b in zip(normal, n)]
                length = math.sqrt(dot(turned, turned))
                self.open[pair] = {"t": self.t + part * (t - self.t), "n": [c / length for c in turned],
                                   "approach": max(-speed, 1e-300), "overlaps": [0.0]}
            if gap < 0.0:
                self.open[pair]["overlaps"].append(-gap)
            elif pair in self.open:
                self.close(pair, self.t + last / (last - gap) * (t - self.t), u)
        self.t, self.before = t, now

    def close(self, pair, end, rebound):
        i, j = pair
        c = self.open.pop(pair)
        m = self.mass[i] if j < 0 else self.mass[i] * self.mass[j] / (self.mass[i] + self.mass[j])
        u = c["approach"]
        self.events.append([end, end - c["t"], i, j, *c["n"], u, rebound, m * (u + rebound),
                            0.5 * m * (u * u - rebound * rebound), peak(c["overlaps"])])

    def take(self):
        events, self.events = sorted(self.events), []
        return events


def peak(values):
    """Of the parabola through the largest value and its neighbours."""
    k = values.index(max(values))
    if not 0 < k < len(values) - 1:
        return values[k]
    a, b, c = values[k - 1:k + 2]
    curvature = a - 2.0 * b + c
    return b - (c - a) ** 2 / (8.0 * curvature) if curvature < 0.0 else b
