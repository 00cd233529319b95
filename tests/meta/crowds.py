"""Values of reference/literature/crowds.yaml: soft contacts of unequal spheres with each other and with turning walls, by their
equations of motion, so that all components, both spins and the spring's turn count; collisions with carried spheres; beads
on a ring.  The cases repeat most of them beside a crowd, in which a program may compute contacts otherwise.

Independent of engines/ and reference/theory: the contact law of PHYSICS.md Sec. 1 in plain Python, Runge-Kutta, and the
collision rule of Sec. 3.  Without --write it compares the file with what it computes."""
import math

import derived
from vectors import add, add_all, cross, dot, norm, reject, scale, unit


class Law:
    """k x^(1+beta) + c x^gamma x'; spring of stiffness k_t x^beta and dashpot c_t across, at most friction times the normal
    force; rolling torque rolling F against the relative spin across the normal, at its bound throughout."""

    def __init__(self, k, c, beta=0.0, gamma=0.0, k_t=0.0, c_t=0.0, friction=math.inf, rolling=0.0, clipped=False):
        self.k, self.c, self.beta, self.gamma, self.k_t, self.c_t = k, c, beta, gamma, k_t, c_t
        self.friction, self.rolling, self.clipped = friction, rolling, clipped

    def normal(self, overlap, rate):
        if overlap <= 0.0:
            return 0.0
        force = self.k * overlap ** (1.0 + self.beta) + self.c * overlap ** self.gamma * rate
        return max(force, 0.0) if self.clipped else force

    def tangential(self, overlap, push, u, xi):
        """Force and the slip that it leaves in the spring."""
        stiffness = self.k_t * max(overlap, 0.0) ** self.beta
        force, most = add(scale(-stiffness, xi), u, -self.c_t), self.friction * max(push, 0.0)
        size = norm(force)
        if size <= most:
            return force, xi
        force = scale(most / size, force)
        return force, scale(-1.0 / stiffness, add(force, u, self.c_t)) if stiffness > 0.0 else xi


def contact_time(m, k, c, beta, v):
    """Of the linear law, or at low dissipation (PHYSICS.md Sec. 1)."""
    if beta == 0.0 and c is not None:
        return math.pi / math.sqrt(k / m - (0.5 * c / m) ** 2)
    deepest = ((1.0 + 0.5 * beta) * m * v * v / k) ** (1.0 / (2.0 + beta))
    factor = math.sqrt(math.pi) * math.gamma(1.0 / (2.0 + beta)) / ((1.0 + 0.5 * beta) * math.gamma((4.0 + beta) / (4.0 + 2.0 * beta)))
    return factor * deepest / v


def tangential_dashpot(e_t, m, duration):
    return -math.log(e_t) * m / (3.5 * duration)


class Turned:
    """A wall that a line makes when it is turned about the axis, which turns and moves: at the radius `rho` in its middle, and
    `slope` wider for each metre along the axis; without rho a plane.  side: of the sphere, 1 outside or along the axis.
    swing: amplitude along three axes, frequency and phase of an oscillation about the origin."""

    def __init__(self, origin, axis, rate, rho=None, slope=0.0, side=1.0, velocity=(0.0, 0.0, 0.0), swing=([0.0, 0.0, 0.0], 0.0, 0.0)):
        self.origin, self.axis, self.rate, self.rho, self.side = origin, unit(axis), rate, rho, side
        self.drift, self.swing = list(velocity), swing
        length = math.hypot(1.0, slope)
        self.across = (0.0, 1.0) if rho is None else (1.0 / length, -slope / length)

    def geometry(self, t, x, v):
        """Normal, its rate, distance, and the surface's velocity."""
        amplitude, frequency, phase = self.swing
        omega = 2.0 * math.pi * frequency
        origin = add(add(self.origin, self.drift, t), amplitude, math.sin(omega * t + phase))
        velocity = add(self.drift, amplitude, omega * math.cos(omega * t + phase))
        p = add(x, origin, -1.0)
        along = dot(p, self.axis)
        out = reject(p, self.axis)
        radius = norm(out)
        out = unit(out) if radius > 0.0 else [0.0, 0.0, 0.0]
        s = (radius - (self.rho or 0.0)) * self.across[0] + along * self.across[1]
        n = scale(self.side, add(scale(self.across[0], out), self.axis, self.across[1]))
        d = self.side * s
        around = cross(self.axis, out)
        turn = dot(add(v, velocity, -1.0), around) / radius if self.across[0] != 0.0 else 0.0
        point = add(x, n, -d)
        surface = add(velocity, cross(scale(self.rate, self.axis), add(point, origin, -1.0)))
        return n, scale(self.side * self.across[0] * turn, around), d, surface


class Sphere:
    def __init__(self, radius, mass, x, v, w):
        self.radius, self.mass, self.x, self.v, self.w = radius, mass, x, v, w
        self.inertia = 0.4 * mass * radius ** 2

    def state(self):
        return self.x + self.v + self.w


class Contact:
    """Of sphere a with the sphere or wall b; the state is that of a, of the sphere b, and the spring's slip."""

    def __init__(self, a, b, law):
        self.a, self.b, self.law, self.wall = a, b, law, isinstance(b, Turned)
        self.reach = a.radius if self.wall else a.radius + b.radius
        self.state = a.state() + ([] if self.wall else b.state()) + [0.0, 0.0, 0.0]

    def geometry(self, t, s):
        """Normal towards a, its rate, overlap and its rate, slip velocity, arms, spin of both about the normal, relative spin."""
        x, v, w = s[:3], s[3:6], s[6:9]
        if self.wall:
            n, turn, d, surface = self.b.geometry(t, x, v)
            u, other = add(v, surface, -1.0), scale(self.b.rate, self.b.axis)
            arms, about = (d, 0.0), dot(other, n)
            slip = reject(add(u, cross(w, n), -d), n)
        else:
            r, u, other = add(x, s[9:12], -1.0), add(v, s[12:15], -1.0), s[15:18]
            d = norm(r)
            n = scale(1.0 / d, r)
            turn = scale(1.0 / d, reject(u, n))
            arms = tuple(d * body.radius / self.reach for body in (self.a, self.b))
            both = add(scale(arms[0] / d, w), other, arms[1] / d)
            about = dot(both, n)
            slip = reject(add(u, cross(both, n), -d), n)
        return n, turn, self.reach - d, -dot(u, n), slip, arms, about, add(w, other, -1.0)

    def rates(self, t, s):
        n, turn, overlap, rate, slip, arms, about, spin = self.geometry(t, s)
        xi = s[-3:]
        push = self.law.normal(overlap, rate)
        tangential, _ = self.law.tangential(overlap, push, slip, xi)
        force = add(scale(push, n), tangential)
        twist = cross(tangential, n)  # (-n) x f_t
        rolled = scale(-self.law.rolling * max(push, 0.0), unit(reject(spin, n))) if self.law.rolling > 0.0 else [0.0] * 3
        out = s[3:6] + scale(1.0 / self.a.mass, force) + scale(1.0 / self.a.inertia, add(rolled, twist, arms[0]))
        if not self.wall:
            out += s[12:15] + scale(-1.0 / self.b.mass, force)
            out += scale(1.0 / self.b.inertia, add(scale(-1.0, rolled), twist, arms[1]))
        return out + add(add(slip, n, -dot(turn, xi)), cross(n, xi), about)

    def step(self, t, s, h):
        a = self.rates(t, s)
        b = self.rates(t + 0.5 * h, add_all(s, a, 0.5 * h))
        c = self.rates(t + 0.5 * h, add_all(s, b, 0.5 * h))
        d = self.rates(t + h, add_all(s, c, h))
        return [x + h / 6.0 * (p + 2.0 * q + 2.0 * r + z) for x, p, q, r, z in zip(s, a, b, c, d)]

    def run(self, h):
        """Velocities and spins after the contact, a's and then b's.  The cut of the spring after each step is of first order."""
        coarse, fine = self.course(h), self.course(0.5 * h)
        return [2.0 * y - x for x, y in zip(coarse, fine)]

    def course(self, h):
        def flown(t):
            s = list(self.state)
            for k in range(0, len(s) - 3, 9):
                s[k:k + 3] = add(s[k:k + 3], s[k + 3:k + 6], t)
            return s
        late = 0.0
        while self.geometry(late, flown(late))[2] < 0.0:
            late += h
        early = late - h
        for _ in range(60):
            middle = 0.5 * (early + late)
            early, late = (middle, late) if self.geometry(middle, flown(middle))[2] < 0.0 else (early, middle)
        t, s = late, flown(late)
        while True:
            length = min(h, 1.0e-3 * h + 0.1 * (t - late))  # powers of the overlap have no rate at its beginning
            following = self.step(t, s, length)
            n, _, overlap, rate, slip, _, _, _ = self.geometry(t + length, following)
            if t > late and overlap <= 0.0:
                return self.outcome(t, s, length)
            t, s = t + length, following
            s[-3:] = self.law.tangential(overlap, self.law.normal(overlap, rate), slip, reject(s[-3:], n))[1]

    def outcome(self, t, s, high):
        """Where the overlap ends, within `high` after t."""
        low = 0.0
        for _ in range(40):
            middle = 0.5 * (low + high)
            low, high = (middle, high) if self.geometry(t + middle, self.step(t, s, middle))[2] > 0.0 else (low, middle)
        s = self.step(t, s, low)
        return s[3:9] if self.wall else s[3:9] + s[12:18]


COMPONENTS = ("vx", "vy", "vz", "wx", "wy", "wz")

# --- pair-crowd-unequal and pair-crowd-viscous: damping, which tells the laws apart, with stiffness, exponents, law across,
# rolling friction ---

LAWS = {4.0: (500.0, 0.0, 0.0, "spring", 0.05), 5.0: (2500.0, 0.5, 0.0, "spring", 0.0), 20.0: (2500.0, 0.5, 0.5, "spring", 0.05),
        9.0: (2500.0, 0.5, 0.25, "spring", 0.0), 10.0: (500.0, 0.0, 0.25, "spring", 0.05), 6.0: (2500.0, 0.5, 0.0, "viscous", 0.0),
        21.0: (500.0, 0.0, 0.5, "viscous", 0.0), 8.0: (2500.0, 0.5, 0.25, "viscous", 0.0), 3.0: (500.0, 0.0, 0.0, "viscous", 0.0)}


def unequal_pair(damping, h=1.0e-4):
    k, beta, gamma, across, rolling = LAWS[damping]
    a = Sphere(0.3, 1.0, [0.3888, 0.2916, 0.648], [-0.6, 0.2, -0.8], [3.0, -4.0, 6.0])
    b = Sphere(0.5, 2.0, [0.0, 0.0, 0.0], [0.1, -0.2, 0.3], [-2.0, 5.0, 4.0])
    m = a.mass * b.mass / (a.mass + b.mass)
    linear = beta == gamma == 0.0
    c_t = tangential_dashpot(0.7, m, contact_time(m, k, damping if linear else None, beta, 1.0))
    radius = a.radius * b.radius / (a.radius + b.radius)
    law = Law(k, damping, beta, gamma, 0.5 * k if across == "spring" else 0.0, c_t, 0.3, rolling * radius)
    return Contact(a, b, law).run(h)


# --- walls-rolling-turning: a sphere at each of six turning walls, and the law by its damping ---

TURNING = {4.0: (500.0, 0.0, 0.0), 20.0: (2500.0, 0.5, 0.5)}


def turning_walls(damping, h=1.0e-4):
    """(name, velocity and spin); friction, restitution across and rolling friction are the walls'."""
    k, beta, gamma = TURNING[damping]
    linear = beta == gamma == 0.0
    shots = (
        ("cone", Turned([0, 0, 0], [0.6, 0, 0.8], -3.0, 1.0, 0.75), Sphere(0.3, 1.0, [-0.93, 0.77, 0.61], [1.9, 0.9, -2.3], [4.0, -6.0, 7.0]), 0.8, 0.05),
        ("disk", Turned([20, 0, 0], [0, 0.6, 0.8], 7.0, velocity=(0.2, -0.1, 0.3)), Sphere(0.5, 2.0, [20.24, 0.52, 0.25], [-4.1, -0.9, -0.3], [4.0, -3.0, 5.0]), 0.9, 0.08),
        ("drum", Turned([40, 0, 0], [0.8, 0.6, 0], 2.0, 1.0), Sphere(0.3, 1.0, [39.91, 0.88, -1.09], [-2.7, -1.2, 1.7], [-6.0, 5.0, 9.0]), 0.4, 0.1),
        ("floor", Turned([60, 0, -20], [0, 0, 1], -8.0), Sphere(0.5, 2.0, [59.88, -0.24, -19.48], [-3.6, 0.6, -1.0], [3.0, -4.0, 5.0]), 0.9, 0.05),
        ("plate", Turned([80, 0, 0], [0.36, -0.48, 0.8], 9.0, side=-1.0), Sphere(0.3, 1.0, [80.01, -0.05, -0.44], [2.5, 3.9, 2.5], [6.0, 4.0, -8.0]), 0.8, 0.05),
        ("shaken", Turned([100, 0, 0], [0, 0.6, 0.8], 5.0, swing=([0.0, 0.03, 0.04], 2.0, 2.5)), Sphere(0.3, 1.0, [100.3, 0.2, 0.28], [2.0, -1.6, -1.9], [5.0, -4.0, 6.0]), 0.8, 0.05))
    for name, wall, ball, friction, rolling in shots:
        duration = contact_time(ball.mass, k, damping if linear else None, beta, 1.0)
        law = Law(k, damping, beta, gamma, 0.5 * k, tangential_dashpot(0.7, ball.mass, duration), friction, rolling * ball.radius)
        yield name, Contact(ball, wall, law).run(h)


# --- pair-rolling-crowd: head-on, at the bound of the rolling torque ---

def rolled(friction):
    """Spins of both spheres: the bound's impulse along the relative spin across the line of centres, z."""
    radius, mass, w1, w2 = 0.01, 0.01, [300.0, 400.0, 250.0], [0.0, -200.0, -150.0]
    impulse = 0.5 * mass * (1.0 + 0.8)
    change = friction * 0.5 * radius * impulse / (0.4 * mass * radius ** 2)
    along = unit(reject(add(w1, w2, -1.0), [0.0, 0.0, 1.0]))
    return add(w1, along, -change), add(w2, along, change)


# --- walls-attached-crowd ---

def strike(ball, x, radius, surface, e, e_t, friction=math.inf):
    """`ball`, with m = 1, meets a body of infinite mass at x, whose surface has this velocity at the point of contact n."""
    n = unit(add(ball.x, x, -1.0))
    u = add(add(ball.v, cross(ball.w, n), -ball.radius), surface(add(x, n, radius)), -1.0)
    slip = reject(u, n)
    impulse = -(1.0 + e) * ball.mass * dot(u, n)
    across = min(2.0 / 7.0 * ball.mass * (1.0 - e_t), friction * impulse / norm(slip))
    p = add(scale(impulse, n), slip, -across)
    return add(ball.v, p, 1.0 / ball.mass) + add(ball.w, cross(n, p), -ball.radius / ball.inertia)


def carried_spheres():
    """(number of the free sphere, velocity and spin after it has met its carried one)"""
    turn, n = 0.02, [0.48, 0.36, 0.8]  # of a turntable at 2 rad/s at 0.01 s, 1 m from the axis
    x = [math.cos(turn), math.sin(turn), 0.0]
    ball = Sphere(0.1, 1.0, add(x, n, 0.3), [-0.3, -0.2, -1.0], [0.0, 3.0, 0.0])
    yield 2, strike(ball, x, 0.2, lambda p: cross([0.0, 0.0, 2.0], p), 0.8, 0.5)
    # A shuttle at (0.4, -0.3, 0.2) m/s, met at 0.008 s; strong dashpot, so that the contact slides.
    x, n = [20.0032, -0.0024, 0.0016], [0.64, 0.6, 0.48]
    ball = Sphere(0.15, 0.8, add(x, n, 0.45), [-0.6, -0.8, -0.1], [2.0, -1.0, 4.0])
    yield 4, strike(ball, x, 0.3, lambda p: [0.4, -0.3, 0.2], 1.0, 1.0e-3, 0.05)
    # A sphere that has stuck to the floor, whose centre is 0.25 m above it.
    n = [0.48, -0.36, 0.8]
    x = [40.0, 0.0, -29.75]
    ball = Sphere(0.15, 0.8, add(x, n, 0.4), [-0.2, 0.3, -1.5], [1.0, 2.0, 3.0])
    yield 6, strike(ball, x, 0.25, lambda p: [0.0, 0.0, 0.0], 0.7, 0.5)


# --- pair-crowd-ring, pair-crowd-ring-two: elastic beads of unequal size and mass on a periodic line of 1 m ---

RING = ((0.05, 1.0, 0.15, 0.7), (0.03, 3.0, 0.4, -0.35), (0.04, 0.4, 0.75, 1.3))  # radius, mass, z, v
RING_END = 1.8


def ring(count):
    """Places on the path without returns, and velocities at the end.  The order never changes: bead k + 1 is above bead k, the first one a
    turn above the last.  The end is one at which all places are in the box."""
    radius, mass, z, v = (list(column) for column in zip(*RING[:count]))
    now = 0.0
    pairs = [(k, (k + 1) % count) for k in range(count)]
    while True:
        due, which = RING_END - now, None
        for below, above in pairs:
            gap = (z[above] + (1.0 if above <= below else 0.0)) - z[below] - radius[above] - radius[below]
            if v[below] > v[above] and max(gap, 0.0) / (v[below] - v[above]) < due:
                due, which = max(gap, 0.0) / (v[below] - v[above]), (below, above)
        z, now = [place + due * speed for place, speed in zip(z, v)], now + due
        if which is None:
            return z, v
        a, b = which
        centre = (mass[a] * v[a] + mass[b] * v[b]) / (mass[a] + mass[b])
        v[a], v[b] = 2.0 * centre - v[a], 2.0 * centre - v[b]


def references():
    """(id, family, quantity, value or (key, {x: y}), where)"""
    found = {damping: unequal_pair(damping) for damping in LAWS}
    for name, across in (("unequal", "spring"), ("viscous", "viscous")):
        for k in range(12):
            what = f"{COMPONENTS[k % 6]}.{1 + k // 6}"
            rows = {x: y[k] for x, y in found.items() if LAWS[x][3] == across}
            yield (f"D.crowd-{name}.{what}", "binary-collision", what, ("material.damping", rows),
                   "equations of motion of two spheres under the contact law, solved numerically")
    for sphere in (0, 1):
        for k, axis in enumerate("xyz"):
            yield (f"D.crowd-rolled.w{axis}.{sphere + 1}", "binary-collision", f"w{axis}.{sphere + 1}",
                   ("material.rolling_friction", {mu: rolled(mu)[sphere][k] for mu in (0.05, 0.1)}),
                   "impulse of the torque at its bound, mu_r R m_red (1 + e) v, across the line of centres alone")
    for count in (2, 3):
        for k, (place, speed) in enumerate(zip(*ring(count)), 1):
            yield (f"D.crowd-ring.{count}.z.{k}", "binary-collision", f"z.{k}", place, "elastic collisions of beads in a fixed order, one by one")
            yield (f"D.crowd-ring.{count}.vz.{k}", "binary-collision", f"vz.{k}", speed, "elastic collisions of beads in a fixed order, one by one")
    walls = {damping: dict(turning_walls(damping)) for damping in TURNING}
    for number, name in enumerate(("cone", "disk", "drum", "floor", "plate", "shaken"), 1):
        for k, what in enumerate(COMPONENTS):
            yield (f"D.crowd-turned.{name}.{what}", "walls", f"{what}.{number}", ("material.damping", {x: y[name][k] for x, y in walls.items()}),
                   "equations of motion of a sphere at a turning wall under the contact law, solved numerically")
    for what, value in (("vx", -2.0 * math.sin(0.04)), ("vy", 2.0 * math.cos(0.04)), ("wz", 2.0)):
        yield f"D.crowd-carried.{what}.1", "walls", f"{what}.1", value, "1 m from the axis of a turntable at 2 rad/s, after 0.02 s"
    for number, end in carried_spheres():
        for k, what in enumerate(COMPONENTS):
            yield (f"D.crowd-carried.{what}.{number}", "walls", f"{what}.{number}", end[k],
                   "collision rule with a body of infinite mass at its surface's velocity")


if __name__ == "__main__":
    derived.main("crowds", __doc__, references())
