"""Values of reference/literature/laws.yaml: single contacts of every statement of the material, between bodies of unequal
radius and mass and at walls: contacts that differ by species and wall, disks, stated force constants, elastic constants,
nonlinear dashpots, tangential dashpots and Mindlin's spring; and beads of several species on a line.

Independent of engines/ and reference/theory: the collision rule, closed forms of the linear contact, and Runge-Kutta for
the others, in plain Python.  Without --write it compares the file with what it computes."""
import functools
import math

import derived
from vectors import add, cross, dot, norm, scale


def falling_root(f, low, high, rounds=200):
    for _ in range(rounds):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if f(middle) > 0.0 else (low, middle)
    return 0.5 * (low + high)


def ball_mass(radius, density):
    return 4.0 / 3.0 * math.pi * radius ** 3 * density


# --- the collision rule; inertia I = shape m R^2 ---

SPHERE, DISK = 0.4, 0.5


class Body:
    def __init__(self, v, w, radius, mass, shape):
        self.v, self.w, self.radius, self.mass, self.inertia = v, w, radius, mass, shape * mass * radius ** 2

    def energy(self):
        return 0.5 * self.mass * dot(self.v, self.v) + 0.5 * self.inertia * dot(self.w, self.w)

    def surface(self, arm):
        return add(self.v, cross(self.w, arm))

    def push(self, p, arm):
        self.v = add(self.v, p, 1.0 / self.mass)
        self.w = add(self.w, cross(arm, p), 1.0 / self.inertia)


def collide(a, b, n, e, e_t, friction=0.0):
    """a meets b, or with b = None a wall at rest; n points towards a.  The tangential impulse takes 1 - e_t of the slip, which
    an impulse p_t changes by p_t (1/m + R1^2/I1 + R2^2/I2), but at most friction times the normal impulse."""
    bodies = [(a, scale(-a.radius, n))] + ([(b, scale(b.radius, n))] if b else [])
    u = a.surface(bodies[0][1])
    if b:
        u = add(u, b.surface(bodies[1][1]), -1.0)
    u_n = dot(u, n)
    u_t = add(u, n, -u_n)
    inverse = sum(1.0 / body.mass for body, _ in bodies)
    turning = inverse + sum(body.radius ** 2 / body.inertia for body, _ in bodies)
    impulse, shear = -(1.0 + e) * u_n / inverse, (1.0 - e_t) * norm(u_t) / turning
    if friction > 0.0:
        shear = min(shear, friction * impulse)
    p = add(scale(impulse, n), u_t, -shear / norm(u_t))
    for (body, arm), sign in zip(bodies, (1.0, -1.0)):
        body.push(scale(sign, p), arm)


# --- the linear contact: x'' + 2 mu x' + w0^2 x = 0 ---

class Linear:
    """Of stiffness k, dashpot c and reduced mass m; clipped: the contact does not pull."""

    def __init__(self, k, c, m, clipped=False):
        self.w0, self.mu = math.sqrt(k / m), 0.5 * c / m
        self.w = math.sqrt(self.w0 ** 2 - self.mu ** 2)
        self.clipped = clipped
        # The force k x + c x' is zero where tan(w t) = -2 mu w/(w0^2 - 2 mu^2).
        end = math.atan2(2.0 * self.mu * self.w, 2.0 * self.mu ** 2 - self.w0 ** 2) if clipped else math.pi
        self.force_time = end / self.w
        self.e = math.exp(-self.mu * self.force_time)

    def overlap(self, t):
        return math.exp(-self.mu * t) * math.sin(self.w * t) / self.w

    def duration(self):
        """Until the overlap ends, which opens at e v once the force has ended."""
        return self.force_time + (self.overlap(self.force_time) / self.e if self.clipped else 0.0)

    def deepest(self, v):
        return v * self.overlap(math.atan2(self.w, self.mu) / self.w)


def linear_stated(e, time, m, clipped=False):
    """k and c of the contact whose force lasts `time` and which has the restitution e."""
    ratio = falling_root(lambda r: Linear(1.0, 2.0 * r, 1.0, clipped).e - e, 0.0, 1.0 - 1e-12)  # e falls with mu/w0
    w0 = Linear(1.0, 2.0 * ratio, 1.0, clipped).force_time / time
    return m * w0 * w0, 2.0 * m * ratio * w0


# --- the power-law contact: s'' + delta s^gamma s' + s^(1 + beta) = 0, s(0) = 0, s'(0) = 1 ---

@functools.lru_cache(maxsize=None)
def reduced(beta, gamma, delta, h=1e-3):
    """Restitution, duration, largest s.  p = s' + delta s^(1 + gamma)/(1 + gamma) keeps the right-hand sides smooth."""
    def rates(s, p):
        s = max(s, 0.0)
        return p - delta * s ** (1.0 + gamma) / (1.0 + gamma), -s ** (1.0 + beta)

    def step(s, p, h):
        a, i = rates(s, p)
        b, j = rates(s + 0.5 * h * a, p + 0.5 * h * i)
        c, k = rates(s + 0.5 * h * b, p + 0.5 * h * j)
        d, l = rates(s + h * c, p + h * k)
        return s + h / 6.0 * (a + 2.0 * b + 2.0 * c + d), p + h / 6.0 * (i + 2.0 * j + 2.0 * k + l)

    s, p, t, deepest = 0.0, 1.0, 0.0, 0.0
    while True:
        following = step(s, p, h)
        if following[0] <= 0.0:
            rest = falling_root(lambda r: step(s, p, r)[0], 0.0, h, 60)
            return -rates(*step(s, p, rest))[0], t + rest, deepest
        if rates(s, p)[0] > 0.0 >= rates(*following)[0]:
            deepest = step(s, p, falling_root(lambda r: rates(*step(s, p, r))[0], 0.0, h, 60))[0]
        (s, p), t = following, t + h


@functools.lru_cache(maxsize=None)
def reduced_damping(beta, gamma, e):
    """delta of a restitution: secant on ln e, which is nearly linear in delta."""
    if e == 1.0:
        return 0.0
    def excess(delta):
        return math.log(reduced(beta, gamma, delta)[0]) - math.log(e)
    a, b = 0.0, -math.log(e)
    f_a, f_b = -math.log(e), excess(b)
    while abs(f_b) > 1e-12 and a != b:
        a, b, f_a = b, b - f_b * (b - a) / (f_b - f_a), f_b
        f_b = excess(b)
    return b


LAWS = {"linear": (0.0, 0.0), "hertz": (0.5, 0.0), "hertz-kuwabara-kono": (0.5, 0.5), "taguchi": (0.5, 0.25)}


def power_contact(law, k, m, v, delta):
    """Restitution, duration, largest overlap at the speed v: time in units of T = (m/k)^(1/(2+beta)) v^(-beta/(2+beta))."""
    beta, gamma = LAWS[law]
    unit = (m / k) ** (1.0 / (2.0 + beta)) * v ** (-beta / (2.0 + beta))
    e, time, deepest = reduced(beta, gamma, delta)
    return e, time * unit, deepest * unit * v


def elastic_stiffness(beta, sides, radius):
    """F = E d (x/d)^(1 + beta) with E = 2/3 E* and d = 4 R*: 4/3 E* sqrt(R*) x^1.5 of Hertz.  sides: (Young, Poisson);
    radius: R*, at a wall that of the sphere."""
    effective = 1.0 / sum((1.0 - nu ** 2) / young for young, nu in sides)
    return 2.0 / 3.0 * effective * (4.0 * radius) ** (1.0 - beta)


def mindlin_stiffness(beta, sides, radius):
    """k_t of F_t = k_t x^beta xi: a contact of radius a has 8 G* a along it and dF/dx = 2 E* a across, at every law's x."""
    effective = 1.0 / sum((1.0 - nu ** 2) / young for young, nu in sides)
    shear = 1.0 / sum(2.0 * (2.0 - nu) * (1.0 + nu) / young for young, nu in sides)
    return 4.0 * shear / effective * (1.0 + beta) * elastic_stiffness(beta, sides, radius)


# --- pair-law-walls: every one of three species at every one of three walls ---

SPECIES = {"glass": (2.0e-3, 2500.0), "steel": (1.5e-3, 7800.0), "wood": (3.0e-3, 700.0)}
NORMAL = {"floor": [0.6, 0.0, 0.8], "left": [0.0, -0.28, 0.96], "right": [0.48, 0.36, 0.8]}
SHOT = {"floor": [0.3, 0.5, -1.2], "left": [0.9, -0.4, -1.1], "right": [-0.6, 0.8, -1.5]}
SPIN = [40.0, -60.0, 90.0]


def doubled(e, dashpot=1.0, time=1.0e-6):
    """Restitution at a wall of the k and a multiple of the c of a pair of equal beads, whose reduced mass is half."""
    k, c = linear_stated(e, time, 0.5)
    return Linear(k, dashpot * c, 1.0).e


def species_at_walls():
    contacts = {  # e, e_t, friction
        ("glass", "floor"): (0.85, 0.3, 0.0), ("steel", "floor"): (0.7, 0.6, 0.0), ("wood", "floor"): (1.0, 1e-3, 0.05),
        ("glass", "left"): (1.0, 1e-3, 0.08), ("steel", "left"): (0.5, 0.45, 0.0), ("wood", "left"): (1.0, 1e-3, 0.12),
        ("glass", "right"): (doubled(0.75), 0.8, 0.0), ("steel", "right"): (doubled(0.95, 0.4), 0.8, 0.0),
        ("wood", "right"): (0.6, 0.2, 0.0)}
    number = 0
    for species in ("glass", "steel", "wood"):
        radius, density = SPECIES[species]
        for wall in ("floor", "left", "right"):
            number += 1
            body = Body(list(SHOT[wall]), list(SPIN), radius, ball_mass(radius, density), SPHERE)
            collide(body, None, NORMAL[wall], *contacts[species, wall])
            for what, value in (("vx", body.v[0]), ("vz", body.v[2]), ("wy", body.w[1])):
                yield (f"walls.{species}-{wall}.{what}", f"{what}.{number}", value,
                       "collision rule with what is stated of the species at the wall")


# --- pair-disk-oblique, pair-disk-wall ---

def disks(angle):
    """Both disks after the collision: centre of mass at rest, line of centres along z, tangent along x."""
    t, masses = math.radians(angle), (0.01, 0.03)
    u = [math.sin(t), 0.0, -math.cos(t)]
    a = Body(scale(0.75, u), [0.0, 40.0, 0.0], 0.01, masses[0], DISK)
    b = Body(scale(-0.25, u), [0.0, -15.0, 0.0], 0.02, masses[1], DISK)
    before = a.energy() + b.energy()
    collide(a, b, [0.0, 0.0, 1.0], 0.8, 0.4)
    return {"vx.1": a.v[0], "vz.1": a.v[2], "wy.1": a.w[1], "vx.2": b.v[0], "vz.2": b.v[2], "wy.2": b.w[1],
            "loss": before - a.energy() - b.energy()}


def disk_at_wall(e, e_t, friction):
    """A wall across (0.6, 0, 0.8), met at 60 degrees."""
    n, along, t = [0.6, 0.0, 0.8], [0.8, 0.0, -0.6], math.radians(60.0)
    a = Body(add(scale(math.sin(t), along), n, -math.cos(t)), [0.0, 25.0, 0.0], 0.01, 0.01, DISK)
    before = a.energy()
    collide(a, None, n, e, e_t, friction)
    return {"vx.1": a.v[0], "vz.1": a.v[2], "wy.1": a.w[1], "loss": before - a.energy()}


# --- pair-law-tangential: a tangential dashpot over a nonlinear contact ---

def slip_left(law, e, v):
    """The dashpot is set to leave e_t = 0.5 over the elastic contact time at 0.01 m/s: it acts for the contact's own time."""
    beta, gamma = LAWS[law]
    time = reduced(beta, gamma, reduced_damping(beta, gamma, e))[1] / reduced(beta, gamma, 0.0)[1]
    return 0.5 ** (time * (v / 0.01) ** (-beta / (2.0 + beta)))


# --- pair-law-wall-damped: walls of nonlinear contacts ---

def damped_wall(law, radius, density, multiple):
    """Exact restitution, duration and overlap, and the restitution of low dissipation, 1 - e in proportion to delta.  The pair
    of equal beads has e = 0.98 at 0.3 m/s; delta = c/m T (v T)^gamma with T ~ m^(1/(2+beta))."""
    beta, gamma = LAWS[law]
    mass, v = ball_mass(radius, density), 0.3
    k = elastic_stiffness(beta, [(7.0e7, 0.25)] * 2, 0.5 * radius)
    if multiple is None:  # an own restitution, 0.8: twice the k of the pair keeps k/m_red
        return power_contact(law, 2.0 * k, mass, v, reduced_damping(beta, gamma, 0.8)) + (0.8,)
    factor = multiple * 2.0 ** ((1.0 + gamma) / (2.0 + beta) - 1.0)
    exact = power_contact(law, k, mass, v, factor * reduced_damping(beta, gamma, 0.98))
    return exact + (1.0 - factor * 0.02,)


# --- pair-mindlin-path: sheared along (0.6, 0.8, 0) over a fixed height, friction 0.1 ---

def mindlin_path(beta, end=2.2, steps=20000):
    """Forces and torques; arms in the ratio of the radii 1 and 0.5.  The centres stay in one plane, in which the normal has
    the angle phi to z, so that the spring is a number along the tangent: its rate is the speed times cos(phi)."""
    sides, radii, friction = ((1.0e9, 0.25), (4.0e8, 0.45)), (1.0, 0.5), 0.1
    radius = radii[0] * radii[1] / sum(radii)
    k, k_t = elastic_stiffness(beta, sides, radius), mindlin_stiffness(beta, sides, radius)

    def at(t):
        """cos(phi), sin(phi), distance"""
        d = math.hypot(0.01 * math.sin(t), 1.45)
        return 1.45 / d, 0.01 * math.sin(t) / d, d

    xi, h = 0.0, end / steps
    for step in range(steps):
        xi += h * 0.01 * math.cos((step + 0.5) * h) * at((step + 0.5) * h)[0]
        x = sum(radii) - at((step + 1) * h)[2]
        most = friction * k * x / k_t
        xi = max(-most, min(most, xi))
    c, s, d = at(end)
    x = sum(radii) - d
    f_n, f_t = k * x ** (1.0 + beta), -k_t * x ** beta * xi
    side, up = f_n * s + f_t * c, f_n * c - f_t * s
    n, force = [0.6 * s, 0.8 * s, c], [0.6 * side, 0.8 * side, up]
    first, second = (cross(scale(-d * r / sum(radii), n), force) for r in radii)  # arm and force both turn for the second
    return {"normal_force": f_n, "tangential_force": abs(f_t), "force.x": force[0], "force.y": force[1],
            "torque.1.x": first[0], "torque.1.y": first[1], "torque.2.x": second[0]}


# --- column-species: four beads of three species on a line over a floor ---

def column(end=0.013, g=9.81):
    """Heights and velocities of the beads in the order of the list: a, a, b, c; on the line a, b, c, a."""
    kind, mass, radius = "abca", {"a": 0.01, "b": 0.03, "c": 0.002}, {"a": 0.005, "b": 0.008, "c": 0.003}
    e = {"ab": 0.9, "bc": 0.6, "ac": 0.75, "floor": 0.7}
    z, v = [0.008, 0.024, 0.038, 0.049], [-0.9, -0.2, 0.7, -1.0]
    last, now = None, 0.0
    while True:
        due = [(end - now, None)]
        fall = (v[0] + math.sqrt(v[0] ** 2 + 2.0 * g * (z[0] - radius[kind[0]]))) / g
        if last != "floor":
            due.append((fall, "floor"))
        for i in range(3):
            gap = z[i + 1] - z[i] - radius[kind[i]] - radius[kind[i + 1]]
            if v[i] > v[i + 1]:
                due.append((gap / (v[i] - v[i + 1]), i))
        h, which = min(due, key=lambda event: event[0])
        z, v = [x + u * h - 0.5 * g * h * h for x, u in zip(z, v)], [u - g * h for u in v]
        now += h
        if which is None:
            return [z[k] for k in (0, 3, 1, 2)], [v[k] for k in (0, 3, 1, 2)]
        last = which
        if which == "floor":
            v[0] *= -e["floor"]
            continue
        m = [mass[kind[which + k]] for k in (0, 1)]
        kick = (1.0 + e["".join(sorted(kind[which:which + 2]))]) * (v[which] - v[which + 1]) / sum(m)
        v[which] -= kick * m[1]
        v[which + 1] += kick * m[0]


def references():
    """(id, quantity, value or (key, {x: y}), where)"""
    yield from species_at_walls()
    angles = {angle: disks(angle) for angle in (0, 30, 60)}
    for q in angles[0]:
        yield (f"disk.{q}", q, ("prepare.pair.angle", {a: angles[a][q] for a in angles}),
               "collision rule with I = m R^2/2: m_t = m/3")
    yield "disk.slip", "slip_restitution", 0.4, "the tangential dashpot leaves e_t of the slip"
    rough = {0.0: disk_at_wall(0.8, 0.5, 0.0), 0.1: disk_at_wall(1.0, 1e-3, 0.1)}
    for q in rough[0.0]:
        yield (f"disk.wall.{q}", q, ("walls.floor.contact.friction", {f: rough[f][q] for f in rough}),
               "collision rule with I = m R^2/2, with e_t = 0.5 and sliding throughout")
    # pair-law-wall: the contact time is that of the pair of equal beads, m_red = m/2.
    timed, stiff, rated = ball_mass(5.0e-3, 2500.0), 2.0e-3, 1.0e-3
    for name, mass, e in (("timed", timed, 0.7), ("stiff", stiff, 0.65), ("rated", rated, 0.9)):
        rows = {}
        for clipped in (0, 1):
            time = (1.0e-5 if name == "timed" else
                    Linear(4.0e5, 3.0, 0.5 * mass, clipped).force_time if name == "stiff" else
                    Linear(1.0e11, 5.0e4, 1.0, clipped).force_time)
            rows[clipped] = Linear(*linear_stated(e, time, mass, clipped), mass, clipped)
        for q, value in (("restitution", lambda c: c.e), ("duration", lambda c: c.duration()),
                         ("max_overlap", lambda c: c.deepest(0.5))):
            yield (f"wall.{name}.{q}", q, ("material.cohesionless", {c: value(rows[c]) for c in rows}),
                   "a wall with an own restitution touches as long as a pair of equal beads")
    for clipped, name in ((0, "pulling"), (1, "clipped")):  # pair-dashpot-unequal
        pairs = {m: Linear(1.0e6, 40.0, 0.02 * m / (0.02 + m), clipped) for m in (0.004, 0.05)}
        for q, value in (("restitution", lambda m: pairs[m].e), ("duration", lambda m: pairs[m].duration()),
                         ("max_overlap", lambda m: pairs[m].deepest(0.8)),
                         ("vz.1", lambda m: pairs[m].e * 0.8 * m / (0.02 + m)),
                         ("vz.2", lambda m: -pairs[m].e * 0.8 * 0.02 / (0.02 + m))):
            yield (f"dashpot.{name}.{q}", q, ("particles.second.mass", {m: value(m) for m in pairs}),
                   "linear contact of the stated k and c with m_red = m1 m2/(m1 + m2)")
    # pair-elastic-wall: e at 0.5 m/s
    sides = {"glass": ((6.0e9, 0.2), 4.0e-3, 2500.0), "steel": ((9.0e10, 0.3), 1.0e-3, 7800.0)}
    walls = {"rigid": ((math.inf, 0.0), 1.0), "soft": ((2.0e9, 0.35), 1.0), "damped": ((2.0e9, 0.35), 0.7)}
    for law in ("linear", "hertz", "taguchi"):
        beta, gamma = LAWS[law]
        for body, (side, radius, density) in sides.items():
            for wall, (half_space, e) in walls.items():
                k = elastic_stiffness(beta, (side, half_space), radius)
                values = power_contact(law, k, ball_mass(radius, density), 0.5, reduced_damping(beta, gamma, e))
                for q, which in (("duration", 1), ("max_overlap", 2)):
                    yield (f"elastic.{law}.{body}-{wall}.{q}", q, values[which],
                           "4/3 E* sqrt(R) x^1.5 of a half space; E d x of the linear law with d = 4 R")
    yield "elastic.damped.restitution", "restitution", 0.7, "stated at the speed of the impact"
    mass, radius = [ball_mass(0.5 * d, 2500.0) for d in (1.0e-2, 0.6e-2)], 0.5 * 1.0e-2 * 0.6e-2 / 1.6e-2
    for law, (beta, gamma) in LAWS.items():  # pair-elastic-constants
        rows = {e: power_contact(law, elastic_stiffness(beta, [(1.0e8, 0.3)] * 2, radius), mass[0] * mass[1] / sum(mass), 0.5,
                                 reduced_damping(beta, gamma, e)) for e in (0.7, 0.95)}
        for q, which in (("duration", 1), ("max_overlap", 2)):
            yield (f"young.{law}.{q}", q, ("material.restitution", {e: rows[e][which] for e in rows}),
                   "K = Y/(3 (1 - nu^2)) d^(1 - beta), d = 2 d1 d2/(d1 + d2), and the dashpot of the restitution")
    for law, e in (("hertz", 1.0), ("taguchi", 0.7)):  # pair-law-tangential
        yield (f"tangential.{law}", "slip_restitution",
               ("prepare.pair.speed", {v: slip_left(law, e, 0.5 * v) for v in (0.004, 0.02, 0.1)}),
               "e_t over the contact time at the reference velocity; the contact time falls with v^(1/5)")
    yield "tangential.hard", "slip_restitution", 0.5, "hard spheres have e_t at every speed"
    bodies = {"same": (1.0e-3, 2500.0, 1.0), "scaled": (2.5e-3, 1200.0, 0.5), "own": (2.5e-3, 1200.0, None)}
    for law in list(LAWS)[1:]:
        for name, body in bodies.items():
            for q, value in zip(("restitution", "duration", "max_overlap", "low"), damped_wall(law, *body)):
                yield (f"damped.{law}.{name}.{q}", "restitution" if q == "low" else q, value,
                       "1 - e in proportion to the damping, low dissipation; or as stated" if q == "low" else
                       "equation of motion with the mass of the sphere, k of a pair of equal ones (own: twice that), and the dashpot")
    paths = {beta: mindlin_path(beta) for beta in (0.0, 0.25, 0.5)}
    for q in paths[0.0]:
        yield (f"mindlin.{q}", q, ("material.beta", {beta: paths[beta][q] for beta in paths}),
               "k_t x^beta = 4 G*/E* dF/dx times the slip along the path, at most friction times the normal force")
    heights, speeds = column()
    for k in range(4):
        for what, value in (("z", heights[k]), ("vz", speeds[k])):
            yield f"column.{what}.{k + 1}", f"{what}.{k + 1}", value, "free fall, and the restitution of each pair of species"


derived.main("laws", __doc__, ((f"D.law.{name}", "column" if name.startswith("column") else "binary-collision", *rest)
                               for name, *rest in references()))
