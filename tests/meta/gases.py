"""Values of reference/literature/gases.yaml: spheres that meet through the sides of a periodic box - falling, in a shear flow, between their own images,
growing - and the heat that random kicks give to particles of two masses.

Independent of engines/ and reference/theory: every pair of images is solved for its contact, one event after the other, in plain Python.  The rows of the
spheres are those of the case files.  Without --write it compares the file with what it computes."""
import itertools
import math
import pathlib
import re
import sys

import derived
from vectors import add, dot

CASES = pathlib.Path(__file__).resolve().parents[2] / "cases/gas"


def rows(case, rate=0.0, middle=0.0):
    """Place, velocity, radius and mass of the spheres of a case, whose rows give velocities relative to the flow."""
    table = re.search(r'rows: "([^"]*)"', (CASES / f"{case}.yaml").read_text())[1].split("\\n")
    names = table[0].split()
    for line in table[1:]:
        of = dict(zip(names, map(float, line.split())))
        yield [of[c] for c in "xyz"], [of["vx"] + rate * (of["z"] - middle), of["vy"], of["vz"]], of["radius"], of["mass"]


class Gas:
    """Smooth spheres in a periodic box (length 0: not periodic on this axis), seen in a frame that falls with them.  The image k boxes up moves along x at k
    rate L_z.  Radii grow from 0 at `growth` times their value a second, up to that value."""

    def __init__(self, spheres, length, e, rate=0.0, growth=0.0, reach=1, end=0.0):
        self.x, self.v, self.r, self.m = (list(column) for column in zip(*spheres))
        self.length, self.e, self.rate, self.growth = length, e, rate, growth
        far = [range(-reach, reach + 1) if side > 0.0 else (0,) for side in length]
        if rate != 0.0:
            drift = math.ceil(abs(rate) * length[2] * end / length[0])
            far[0] = range(-reach - drift, reach + drift + 1)
        self.images = list(itertools.product(*far))
        self.t, self.events = 0.0, []
        self.due = {}

    def size(self):
        """Present radius over the full one, and its rate."""
        if self.growth == 0.0 or self.growth * self.t >= 1.0 - 1e-12:
            return 1.0, 0.0
        return self.growth * self.t, self.growth

    def image(self, i, k):
        """Place and velocity of the image k of sphere i now."""
        slip = k[2] * self.rate * self.length[2]
        x = self.x[i]
        return ([x[0] + k[0] * self.length[0] + slip * self.t, x[1] + k[1] * self.length[1], x[2] + k[2] * self.length[2]],
                add(self.v[i], [1.0, 0.0, 0.0], slip))

    def meets(self, i, j):
        """(time, image) of the first contact of i with an image of j on their present paths: r^2 = s^2 where they approach."""
        size, growth = self.size()
        s, w = size * (self.r[i] + self.r[j]), growth * (self.r[i] + self.r[j])
        first = (math.inf, None)
        for k in self.images:
            x, v = self.image(j, k)
            r, u = add(self.x[i], x, -1.0), add(self.v[i], v, -1.0)
            a, b, c = dot(u, u) - w * w, dot(r, u) - s * w, dot(r, r) - s * s
            if c < 0.0 and b < -1e-9:
                raise SystemExit(f"spheres {i + 1} and {j + 1} overlap")
            if b * b < a * c or a == 0.0:
                continue
            for sign in (-1.0, 1.0):
                tau = (-b + sign * math.sqrt(b * b - a * c)) / a
                if 1e-12 < tau < first[0] - self.t and a * tau + b < 0.0:  # the distance of the surfaces falls
                    first = (self.t + tau, k)
        return first

    def predict(self, which):
        for i in which:
            for j in range(len(self.x)):
                if i != j:
                    self.due[min(i, j), max(i, j)] = self.meets(min(i, j), max(i, j))

    def fly(self, t):
        self.x = [add(x, v, t - self.t) for x, v in zip(self.x, self.v)]
        self.t = t

    def collide(self, i, j, k):
        _, growth = self.size()
        x, v = self.image(j, k)
        r, u = add(self.x[i], x, -1.0), add(self.v[i], v, -1.0)
        n = [c / math.sqrt(dot(r, r)) for c in r]
        approach = growth * (self.r[i] + self.r[j]) - dot(u, n)
        impulse = (1.0 + self.e) * approach / (1.0 / self.m[i] + 1.0 / self.m[j])
        self.v[i] = add(self.v[i], n, impulse / self.m[i])
        self.v[j] = add(self.v[j], n, -impulse / self.m[j])
        for b in (i, j) if self.rate == 0.0 else ():
            self.x[b] = [c % side if side > 0.0 else c for c, side in zip(self.x[b], self.length)]
        self.events.append((self.t, i + 1, j + 1, k, approach))

    def run(self, end):
        grown = 1.0 / self.growth if self.growth > 0.0 else math.inf
        self.predict(range(len(self.x)))
        while True:
            pair = min(self.due, key=lambda p: self.due[p][0])
            t, k = self.due[pair]
            if self.t < grown <= min(t, end):
                self.fly(grown)
                self.predict(range(len(self.x)))
            elif t > end:
                self.fly(end)
                return self
            else:
                self.fly(t)
                self.collide(*pair, k)
                self.predict(pair)

    def in_box(self, i):
        """Velocity of the image of sphere i between the z sides of the box."""
        k = math.floor(self.x[i][2] / self.length[2])
        return add(self.v[i], [1.0, 0.0, 0.0], -k * self.rate * self.length[2])


FALL = [0.4, -0.7, -1.0]  # gravity of gas-sides


def sides(end):
    return Gas(rows("gas-sides"), [9.0, 13.0, 11.0], 0.8).run(end)


def sides_disks(end):
    return Gas(rows("gas-sides-disks"), [13.0, 0.0, 9.0], 0.8).run(end)


def shear_sides(end):
    return Gas(rows("gas-shear-sides", -1.2, 4.0), [14.0, 9.0, 8.0], 0.8, rate=-1.2, end=end).run(end)


def shear_sides_disks(end):
    return Gas(rows("gas-shear-sides-disks", -2.0, 4.5), [40.0, 0.0, 9.0], 0.8, rate=-2.0, end=end).run(end)


def clock():
    return Gas(list(rows("gas-shear-clock", 0.5, 4.0))[:-1], [10.0, 9.0, 8.0], 0.8, rate=0.5, end=1.2).run(1.2)


def narrow(end):
    return Gas(rows("gas-narrow"), [2.3, 2.5, 2.7], 0.9, reach=3).run(end)


def growing():
    return Gas(rows("gas-growing-sizes"), [10.0, 12.0, 14.0], 0.8, growth=0.5).run(2.6)


# --- gas-heated-axes, gas-heated-line: kicks of variance S h less the mean velocity that they give; as many particles of 1 kg as others ---

KICKED, OTHERS, VOLUME = 1000, {1: 0.25, 2: 4.0, 3: 0.05}, {2: 1.0e6, 3: 1.0e9}  # of either mass; mass of the others [kg] and volume by dimension


def weighted(a, b):
    return sum(p * q for p, q in zip(a, b))


def heated(dimension, power):
    """sum m <v^2> on an axis, the sum of the masses, and the mean of <v^2> over the particles: each kick adds S h (1 - 2 m/M + sum m^2/M^2) to the square of
    a velocity, `power` is the sum of S h."""
    masses = [1.0] * KICKED + [OTHERS[dimension]] * KICKED
    whole, squares = sum(masses), sum(m * m for m in masses)
    gains = [power * (1.0 - 2.0 * m / whole + squares / whole ** 2) for m in masses]
    return weighted(masses, gains), whole, sum(gains) / len(gains)


def way(h, end=0.26, strength=1.0):
    """Root mean square of the way on a line: the kick at k h has end - k h to act."""
    return math.sqrt(heated(1, sum(strength * h * (end - k * h) ** 2 for k in range(1, math.floor(end / h) + 1)))[2])


def listed(prefix, of, names, which, why, ends=None, fall=0.0):
    """References of the velocities of these spheres at the end, or at these times."""
    gases = {end: of(end) for end in ends} if ends else {None: of()}
    for i in which:
        for name in names:
            values = {t: add(gas.in_box(i - 1), FALL, fall * gas.t)["xyz".index(name[1])] for t, gas in gases.items()}
            yield f"D.{prefix}.{name}.{i}", "gas", f"{name}.{i}", ("run.time", values) if ends else values[None], why


def references():
    """(id, family, quantity, value or (key, {x: y}), where)"""
    space, plane = ("vx", "vy", "vz"), ("vx", "vz")
    why = "contacts of all images of every pair, collision rule of smooth spheres"
    yield from listed("sides", sides, space, range(1, 25, 2), why + ", free fall", (0.8, 4.0), 1.0)
    yield from listed("sides.disks", sides_disks, plane, range(1, 17, 2), why, (0.8, 4.0))
    images = "; the image above moves with the velocity rate L_z"
    yield from listed("shear.sides", shear_sides, space, range(1, 25, 2), why + images, (1.5, 2.5))
    yield from listed("shear.disks", shear_sides_disks, plane, range(1, 17, 2), why + images, (1.5, 2.5))
    yield from listed("shear.clock", clock, space, range(1, 7), why + images)
    yield from listed("narrow", narrow, space, (1, 2, 3), why, (0.6, 2.4))
    yield from listed("growing.sizes", growing, space, range(1, 13), why + " in the frame of the growing surfaces")
    why = "each velocity component gains the variance strength x interval in a kick, less the mass-weighted mean of all particles"
    power = {1: 0.25, 2: 0.5, 3: 0.5}  # kicks in the time of the run
    yield ("D.kicks.temperature", "gas", "temperature_over_mass",
           ("dimension", {d: heated(d, power[d])[0] / heated(d, power[d])[1] for d in OTHERS}), why)
    for name, components in (("xx", (2, 3)), ("yy", (3,)), ("zz", (2, 3))):
        yield (f"D.kicks.{name}", "gas", f"kinetic_stress.{name}",
               ("dimension", {d: heated(d, power[d])[0] / VOLUME[d] for d in components}), why)
    yield ("D.kicks.way", "gas", "rms_displacement", ("thermostat.interval", {h: way(h) for h in (0.0625, 0.0125)}),
           why + "; free flights between the kicks")
    for name in ("xy", "xz", "yz"):
        yield f"D.kicks.{name}", "gas", f"kinetic_stress.{name}", 0.0, "the components of a kick are independent"


if __name__ == "__main__":
    if sys.argv[1:2] == ["--events"]:
        for gas in (sides(4.0), sides_disks(4.0), shear_sides(2.5), shear_sides_disks(2.5), clock(), narrow(2.4), growing()):
            print("\n".join(f"{t:.4f} {i:3d} {j:3d} {k} {u:.3f}" for t, i, j, k, u in gas.events), len(gas.x), "spheres\n")
    else:
        derived.main("gases", __doc__, references())
