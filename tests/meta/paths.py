"""Values of reference/literature/paths.yaml: forces and torques of two spheres on prescribed paths.

Independent of engines/ and reference/theory: the contact law of PHYSICS.md Sec. 1 and 2 in plain Python along the given
paths.  With the normal n from body 2 to body 1 and the distance d, the slip xi follows xi' = u_t - n (n'.xi), u_t the
relative velocity of the surfaces at the contact point, which divides d in the ratio of the radii; it is cut where
k_t xi exceeds friction times the normal force.  Classical Runge-Kutta.  Without --write it compares the file with what
it computes."""
import math

import derived
from vectors import add, cross, dot, norm, scale


class Pair:
    """Two spheres; path(t) gives position, velocity and spin of each."""

    def __init__(self, path, radii, normal, k_t=0.0, c_t=0.0, friction=math.inf):
        self.path, self.radii, self.normal = path, radii, normal
        self.k_t, self.c_t, self.friction = k_t, c_t, friction

    def geometry(self, t):
        (x1, v1, w1), (x2, v2, w2) = self.path(t)
        r = add(x1, x2, -1.0)
        d = norm(r)
        n = scale(1.0 / d, r)
        arms = [d * radius / sum(self.radii) for radius in self.radii]
        v = add(v1, v2, -1.0)
        u = add(add(v, cross(w1, n), -arms[0]), cross(w2, n), -arms[1])
        return n, d, arms, v, add(u, n, -dot(u, n))

    def rate(self, t, xi):
        """The spring turns with n, and about n with the mean spin."""
        n, d, arms, v, u_t = self.geometry(t)
        (_, _, w1), (_, _, w2) = self.path(t)
        spin = dot(add(scale(arms[0], w1), w2, arms[1]), n) / d
        return add(add(u_t, n, -dot(add(v, n, -dot(v, n)), xi) / d), cross(n, xi), spin)

    def normal_force(self, t):
        n, d, _, v, _ = self.geometry(t)
        return self.normal(sum(self.radii) - d, -dot(v, n))

    def stiffness(self, t):
        """k_t may be a function of the overlap."""
        return self.k_t(sum(self.radii) - self.geometry(t)[1]) if callable(self.k_t) else self.k_t

    def cut(self, t, xi):
        most, size = self.friction * self.normal_force(t), self.stiffness(t) * norm(xi)
        return scale(most / size, xi) if size > most else xi

    def at(self, end, step=2e-3):
        """Force on body 1 (normal part, tangential part, vector) and the torques on both bodies."""
        steps = round(end / step)  # which divides the ramps, too
        xi, h = [0.0, 0.0, 0.0], end / steps
        for s in range(steps if self.stiffness(0.0) > 0.0 else 0):
            t = s * h
            a = self.rate(t, xi)
            b = self.rate(t + 0.5 * h, add(xi, a, 0.5 * h))
            c = self.rate(t + 0.5 * h, add(xi, b, 0.5 * h))
            e = self.rate(t + h, add(xi, c, h))
            xi = self.cut(t + h, [x + h / 6.0 * (p + 2.0 * q + 2.0 * r + z) for x, p, q, r, z in zip(xi, a, b, c, e)])
        n, d, arms, _, u_t = self.geometry(end)
        f_n, f_t = self.normal_force(end), add(scale(-self.stiffness(end), xi), u_t, -self.c_t)
        force = add(scale(f_n, n), f_t)
        values = {"overlap": sum(self.radii) - d, "normal_force": f_n, "tangential_force": norm(f_t)}
        for i, axis in enumerate("xyz"):
            values[f"force.{axis}"] = force[i]
            for body in (0, 1):  # the arm points from the centre to the contact, the force on body 2 is the opposite
                arm = scale(-arms[0] if body == 0 else arms[1], n)
                values[f"torque.{body + 1}.{axis}"] = cross(arm, force if body == 0 else scale(-1.0, force))[i]
        return values


STILL = [0.0, 0.0, 0.0]


def spring(k):
    return lambda overlap, rate: k * overlap


def approaching(t):
    return ([0.0, 0.0, 1.99 - 0.01 * t], [0.0, 0.0, -0.01], STILL), (STILL, STILL, STILL)


def hertz(young, poisson, radius):
    effective = 0.5 * young / (1.0 - poisson ** 2)
    return lambda overlap, rate: 4.0 / 3.0 * effective * math.sqrt(0.5 * radius) * overlap ** 1.5


def hertz_mindlin(sides, radius):
    """Normal force of two materials (Young's modulus, Poisson's ratio), and their tangential stiffness over the normal
    force's factor of overlap^1.5: 8 G* sqrt(R* x) over 4/3 E* sqrt(R*) x^1.5 times x."""
    effective = 1.0 / sum((1.0 - nu ** 2) / young for young, nu in sides)
    shear = 1.0 / sum(2.0 * (2.0 - nu) * (1.0 + nu) / young for young, nu in sides)
    return (lambda overlap, rate: 4.0 / 3.0 * effective * math.sqrt(radius) * overlap ** 1.5,
            lambda overlap: 8.0 * shear * math.sqrt(radius * overlap))


def passing(speed):
    """Oblique approach at 0.02 m/s down and `speed` aside."""
    def path(t):
        return ([speed * t, 0.0, 1.99 - 0.02 * t], [speed, 0.0, -0.02], STILL), (STILL, STILL, STILL)
    return path


def sheared(amplitude, spin=0.0, height=1.95):
    """To and fro along x at the angular frequency 1; both bodies spin about z."""
    def path(t):
        w = [0.0, 0.0, spin]
        return (([amplitude * math.sin(t), 0.0, height], [amplitude * math.cos(t), 0.0, 0.0], w), (STILL, STILL, w))
    return path


def ramp(length, t):
    """Angle and rate of a rotation that reaches 1 rad/s after a ramp."""
    return (0.5 * t * t / length, t / length) if t < length else (t - 0.5 * length, 1.0)


def turned(t):
    """Body 1 turns about body 2, which spins with it but for a longer ramp."""
    angle, rate = ramp(1.0, t)
    x = scale(1.45, [math.sin(angle), 0.0, math.cos(angle)])
    w = [0.0, rate, 0.0]
    return (x, cross(w, x), w), (STILL, STILL, [0.0, ramp(1.02, t)[1], 0.0])


def references():
    def rows(prefix, key, pairs, quantities, where):
        values = {x: pair.at(end) for x, (pair, end) in pairs.items()}
        for q in quantities:
            yield f"D.path.{prefix}.{q}", q, (key, {x: v[q] for x, v in values.items()}), where

    equal = (1.0, 1.0)
    pair = Pair(approaching, equal, hertz(1.0e9, 0.25, 1.0))
    yield from rows("normal", "run.time", {t: (pair, t) for t in (1.0, 2.0, 4.0)}, ("overlap", "normal_force"),
                    "Hertz: 4/3 E* sqrt(R*) x^1.5 on the path")
    damping, reduced_mass = 4.0e5, 5.0e4
    duration = math.pi / math.sqrt(1.0e7 / reduced_mass - (0.5 * damping / reduced_mass) ** 2)
    pair = Pair(passing(0.05), equal, lambda overlap, rate: 1.0e7 * overlap + damping * rate,
                c_t=-math.log(0.5) * reduced_mass / (3.5 * duration))
    yield from rows("viscous", "run.time", {t: (pair, t) for t in (0.2, 0.5, 1.0)},
                    ("normal_force", "tangential_force", "force.x", "torque.1.y"),
                    "k x + c x' and c_t u_t at the velocities of the path, c_t = -ln(e_t) m_red/(7/2 t_c)")
    times = (0.8, 1.6, 2.6, 4.0, 4.7, 6.0)
    for name, amplitude in (("elastic", 0.02), ("slip", 0.08)):
        pair = Pair(sheared(amplitude), equal, spring(1.0e7), k_t=5.0e6, friction=0.5)
        yield from rows(f"shear.{name}", "run.time", {t: (pair, t) for t in times},
                        ("tangential_force", "force.x", "torque.1.y", "torque.2.y"),
                        "k_t times the slip along the path, at most friction times the normal force")
    pair = Pair(turned, (0.5, 1.0), spring(1.0e7), k_t=5.0e6, friction=0.5)
    yield from rows("turned", "run.time", {t: (pair, t) for t in (2.0, 5.0, 9.0, 18.0)},
                    ("tangential_force", "force.x", "force.z", "torque.1.y", "torque.2.y"),
                    "the spring that the ramps of the rotations leave turns with the pair at constant size")
    pair = Pair(sheared(0.02, spin=0.5), equal, spring(1.0e7), k_t=5.0e6, friction=0.5)
    yield from rows("spun", "run.time", {t: (pair, t) for t in (0.8, 1.6, 2.6)}, ("force.x", "force.y"),
                    "the spring turns with the spin about the normal, so that it lies along the path")
    normal, k_t = hertz_mindlin(((1.0e9, 0.25), (4.0e8, 0.45)), 1.0 * 0.5 / 1.5)
    pair = Pair(sheared(0.01, height=1.45), (1.0, 0.5), normal, k_t=k_t, friction=0.5)
    yield from rows("mindlin", "run.time", {t: (pair, t) for t in (0.8, 1.6, 2.6)}, ("normal_force", "tangential_force"),
                    "4/3 E* sqrt(R*) x^1.5 and 8 G* sqrt(R* x) times the slip along the path")


derived.main("paths", __doc__, ((name, "binary-collision", *rest) for name, *rest in references()))
