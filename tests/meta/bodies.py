"""Values of reference/literature/bodies.yaml: collisions of a few bodies with moving walls, with attached spheres and in
the TC model, worked out contact by contact, and soft contacts by their equation of motion.

Independent of engines/ and reference/theory: vectors in plain Python, straight flights, bisection, Runge-Kutta.  The
collision rule is PHYSICS.md's: normal impulse m (1 + e) u_n, tangential impulse m_t (1 - e_t) u_t, at most friction
times the normal one.  Without --write it compares the file with what it computes."""
import math

import derived
from vectors import add, add_all, cross, dot, norm


class Ball:
    def __init__(self, x, v, w, radius, mass):
        self.x, self.v, self.w, self.radius, self.mass = x, v, w, radius, mass
        self.last = -math.inf

    def fly(self, h):
        self.x = add(self.x, self.v, h)

    def push(self, p, arm):
        self.v = add(self.v, p, 1.0 / self.mass)
        self.w = add(self.w, cross(arm, p), 1.0 / (0.4 * self.mass * self.radius ** 2))


def collide(a, b, n, e, e_t, friction=0.0, surface=None):
    """Ball a meets ball b, or with b = None a surface of the given velocity; n points towards a."""
    def surface_velocity(body, arm):
        return add(body.v, cross(body.w, arm))
    arm_a = [-a.radius * c for c in n]
    u = add(surface_velocity(a, arm_a), surface if b is None else surface_velocity(b, [b.radius * c for c in n]), -1.0)
    u_n = -dot(u, n)
    u_t = add(u, n, u_n)
    m = a.mass if b is None else a.mass * b.mass / (a.mass + b.mass)
    slip, impulse = norm(u_t), m * (1.0 + e) * u_n
    shear = m * 2.0 / 7.0 * (1.0 - e_t) * slip
    if friction > 0.0:
        shear = min(shear, friction * impulse)
    p = add([impulse * c for c in n], u_t, -shear / slip if slip > 0.0 else 0.0)
    a.push(p, arm_a)
    if b is not None:
        b.push([-c for c in p], [b.radius * c for c in n])


def root(f, low, high):
    """f(low) > 0 >= f(high)."""
    for _ in range(200):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if f(middle) > 0.0 else (low, middle)
    return 0.5 * (low + high)


def first_root(f, end, steps=20000):
    for k in range(steps):
        if f(end * (k + 1) / steps) <= 0.0:
            return root(f, end * k / steps, end * (k + 1) / steps)
    return None


# --- walls-moving ---

RADIUS, END = 0.4, 4.0
OFFSET, SPEED = [0.9, 0.2, 2.0], [0.3, 0.0, -1.0]
PERIOD_RATE = 2.0 * math.pi * 0.5


def moving_walls():
    """Final states; the sphere starts at OFFSET from the wall's origin."""
    up = [0.0, 0.0, 1.0]
    flat = (RADIUS - OFFSET[2]) / SPEED[2]

    def shot(t, n, surface, e=0.8, e_t=0.5, friction=0.0):
        ball = Ball(list(OFFSET), list(SPEED), [0.0, 0.0, 0.0], RADIUS, 1.0)
        ball.fly(t)
        collide(ball, None, n, e, e_t, friction, surface)
        ball.fly(END - t)
        return ball

    def spinning(rate):
        at = add(OFFSET, SPEED, flat)
        return cross([0.0, 0.0, rate], [at[0], at[1], 0.0])

    def lift(t):
        return 0.05 * math.sin(PERIOD_RATE * t + 0.7)

    lifted = first_root(lambda t: OFFSET[2] - t - RADIUS - lift(t), 3.0)
    drum = first_root(lambda t: 3.0 - RADIUS - math.hypot(OFFSET[0] + 0.3 * t, OFFSET[2] - t), 8.0)
    across = [OFFSET[0] + 0.3 * drum, 0.0, OFFSET[2] - drum]
    inward = [-c / norm(across) for c in across]
    touch = [-3.0 * c for c in inward]
    yield "rest", shot(flat, up, [0.0] * 3)
    yield "rising", shot((OFFSET[2] - RADIUS) / 1.25, up, [0.0, 0.0, 0.25])
    yield "belt", shot(flat, up, [0.5, -0.2, 0.0])
    yield "shaken", shot(flat, up, [0.0, 0.1 * PERIOD_RATE * math.cos(PERIOD_RATE * flat + 0.7), 0.0])
    yield "lifted", shot(lifted, up, [0.0, 0.0, 0.05 * PERIOD_RATE * math.cos(PERIOD_RATE * lifted + 0.7)])
    yield "rough", shot(flat, up, [1.5, 0.0, 0.0], 1.0, 1e-3, 0.1)  # elastic: a dashpot that pulls has no friction
    yield "turning", shot(flat, up, spinning(0.6))
    yield "starting", shot(flat, up, spinning(0.6 * flat / 4.0))
    at = add(OFFSET, SPEED, flat)
    angle = 0.6 * (END - 0.5 * 3.0) - 0.5 * 0.6 * flat ** 2 / 3.0
    stuck = Ball([at[0] * math.cos(angle) - at[1] * math.sin(angle), at[0] * math.sin(angle) + at[1] * math.cos(angle),
                  at[2]], [0.0] * 3, [0.0, 0.0, 0.6], RADIUS, 1.0)
    stuck.v = cross(stuck.w, stuck.x)
    yield "sticky", stuck
    yield "disk", shot(flat, up, [0.5, 0.0, 0.0])
    free = Ball(list(OFFSET), list(SPEED), [0.0] * 3, RADIUS, 1.0)
    free.fly(END)
    yield "segment", free
    yield "drum", shot(drum, inward, cross([0.0, 0.6, 0.0], touch))


# --- walls-table: the start of walls-moving, a triangle wave, and parts of it ---

TRIANGLE = [(0.0, 0.0), (1.0, 0.3), (3.0, -0.3), (5.0, 0.3)]


def table_shift(rows, t):
    """Displacement and velocity: straight between rows, constant before and after."""
    for (t0, x0), (t1, x1) in zip(rows, rows[1:]):
        if t0 <= t < t1:
            return x0 + (x1 - x0) / (t1 - t0) * (t - t0), (x1 - x0) / (t1 - t0)
    return (rows[0] if t < rows[0][0] else rows[-1])[1], 0.0


def table_walls():
    """Final states, as of moving_walls()."""
    up, sideways = [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]

    def meet(rows):
        t = first_root(lambda t: OFFSET[2] - t - RADIUS - table_shift(rows, t)[0], END)
        return t, table_shift(rows, t)[1]

    def shot(t, n, surface):
        ball = Ball(list(OFFSET), list(SPEED), [0.0] * 3, RADIUS, 1.0)
        ball.fly(t)
        collide(ball, None, n, 0.8, 0.5, 0.0, surface)
        ball.fly(END - t)
        return ball

    for name, rows in (("falling", TRIANGLE), ("disk", TRIANGLE), ("rising", [(0.0, 0.0), (2.0, 0.4), (3.0, 0.0)]),
                       ("over", [(0.0, 0.0), (0.7, 0.2), (1.1, 0.1)]), ("ahead", [(3.0, -0.2), (4.0, 0.8)]),
                       ("struck", [(0.0, 0.0), (1.5, 0.0), (2.0, 1.0)])):
        t, u = meet(rows)
        yield name, shot(t, up, [0.0, 0.0, u])
    flat = (RADIUS - OFFSET[2]) / SPEED[2]
    yield "belt", shot(flat, up, [table_shift(TRIANGLE, flat)[1], 0.0, 0.0])
    t, _ = meet(TRIANGLE)
    shift, u = table_shift(TRIANGLE, END)
    yield "sticky", Ball([OFFSET[0] + 0.3 * t, OFFSET[1], RADIUS + shift], [0.0, 0.0, u], [0.0] * 3, RADIUS, 1.0)

    def arm(t):
        return [OFFSET[0] + 0.3 * t - table_shift(TRIANGLE, t)[0], 0.0, OFFSET[2] - t]
    drum = first_root(lambda t: 3.0 - RADIUS - norm(arm(t)), END)
    yield "drum", shot(drum, [-c / norm(arm(drum)) for c in arm(drum)], [c * table_shift(TRIANGLE, drum)[1]
                                                                      for c in sideways])


SHOWN = {"rest": "vx vz wy", "rising": "vx vz", "belt": "vx vy wx wy", "shaken": "vy wx", "lifted": "vz",
         "rough": "vx vz wy", "turning": "vx vy", "starting": "vx vy", "sticky": "x y vx wz", "disk": "vx vz",
         "segment": "vz", "drum": "vx vz wy"}
LEVEL = {"rising": -100.0, "ahead": -300.0, "struck": -400.0, "sticky": -600.0}  # of the origins where z is shown
SHOWN_TABLE = {"falling": "z vz", "disk": "vz", "rising": "z vz", "over": "vz", "ahead": "z vz", "struck": "z vz",
               "belt": "vx wy", "sticky": "x z vz", "drum": "vx vz wy"}


# --- tc-three-contacts ---

def three_contacts(tc):
    """Pair of masses 4 and 1 above a floor: pair, floor, pair."""
    e, e_t, r, theta = 0.8, 0.5, 0.01, math.radians(30.0)
    u = [math.sin(theta), 0.0, -math.cos(theta)]
    a = Ball([0.0, 0.0, r], [0.2 * c for c in u], [0.0, 40.0, 10.0], r, 4.0)
    b = Ball([0.0, 0.0, -r], [-0.8 * c for c in u], [5.0, 0.0, 0.0], r, 1.0)
    now, end = 1e-3 / math.cos(theta), 0.03
    a.fly(0.0)
    floor, events = -0.022, 0

    def elastic(*balls):
        recent = any(now - ball.last < tc for ball in balls)
        for ball in balls:
            ball.last = now
        return recent

    pair_due = True
    while True:
        events += 1
        if pair_due:
            n = [c / norm(add(a.x, b.x, -1.0)) for c in add(a.x, b.x, -1.0)]
            smooth = elastic(a, b)
            collide(a, b, n, 1.0 if smooth else e, 1.0 if smooth else e_t)
        else:
            smooth = elastic(b)
            collide(b, None, [0.0, 0.0, 1.0], 1.0 if smooth else 0.7, 1.0 if smooth else 0.6, 0.0, [0.0] * 3)
        left = end - now
        rel, vel = add(a.x, b.x, -1.0), add(a.v, b.v, -1.0)
        to_pair = None
        if dot(rel, vel) < -1e-12:
            to_pair = first_root(lambda h: norm(add(rel, vel, h)) - 2.0 * r, left, 4000)
        to_floor = (floor + r - b.x[2]) / b.v[2] if b.v[2] < 0.0 else None
        due = min((h for h in (to_pair, to_floor) if h is not None and h < left), default=None)
        h = left if due is None else due
        a.fly(h)
        b.fly(h)
        now += h
        if due is None:
            return a, b, events
        pair_due = due == to_pair


TC = (0.002, 0.005, 0.008, 0.02)


# --- walls-attached-turning ---

def turntable():
    """A free sphere after its collision at 0.3 s with a sphere of 0.2 m that turns at 2 rad/s, 1 m from the axis."""
    n, rate, angle = [0.48, 0.36, 0.8], 2.0, 0.6
    carried = [math.cos(angle), math.sin(angle), 0.0]
    ball = Ball(add(carried, n, 0.3), [-0.3, -0.2, -1.0], [0.0, 3.0, 0.0], 0.1, 1.0)
    collide(ball, None, n, 0.8, 0.5, 0.0, cross([0.0, 0.0, rate], add(carried, n, 0.2)))
    return ball


# --- soft contacts by their equation of motion ---

def turning_contact(angle):
    """Two equal spheres with linear normal and tangential springs, the tangential force at most `friction` times the normal
    one: the contact turns while it lasts.  Relative motion in the plane; the spring's elongation is a number along the
    tangent."""
    radius, mass, k, ratio, speed, friction = 0.5, 1.0, 500.0, 0.5, 1.0, 0.5
    theta = math.radians(angle)
    inertia = 0.4 * mass * radius ** 2
    # r: separation of 1 from 2; both spheres get the same spin w
    state = [0.0, 2.0 * radius, speed * math.sin(theta), -speed * math.cos(theta), 0.0, 0.0]

    def rates(s):
        x, z, vx, vz, w, xi = s
        d = math.hypot(x, z)
        nx, nz = x / d, z / d
        tx, tz = nz, -nx
        overlap = 2.0 * radius - d
        u = vx * tx + vz * tz - w * d  # arms d/2 each: (w x -d/2 n) twice, along t
        force_n, force_t = k * overlap, -ratio * k * xi
        ax = (force_n * nx + force_t * tx) / (0.5 * mass)
        az = (force_n * nz + force_t * tz) / (0.5 * mass)
        return [vx, vz, ax, az, -0.5 * d * force_t / inertia, u]

    def step(s, h):
        k1 = rates(s)
        k2 = rates(add_all(s, k1, 0.5 * h))
        k3 = rates(add_all(s, k2, 0.5 * h))
        k4 = rates(add_all(s, k3, h))
        return [y + h / 6.0 * (p + 2.0 * q + 2.0 * r + t) for y, p, q, r, t in zip(s, k1, k2, k3, k4)]

    h = 5e-6
    while True:
        following = step(state, h)
        most = friction / ratio * max(2.0 * radius - math.hypot(following[0], following[1]), 0.0)
        following[5] = max(-most, min(most, following[5]))
        if math.hypot(following[0], following[1]) >= 2.0 * radius:
            h_end = root(lambda s: 2.0 * radius - math.hypot(*step(state, s)[:2]), 0.0, h)
            return step(state, h_end)
        state = following


def hertz_time(d1, d2, mass_of_wall=False):
    """Contact time of elastic steel spheres at 1 m/s: 2.9432 x_max/v."""
    young, poisson, density, v = 2.06e11, 0.28, 7800.0, 1.0
    m1, m2 = (density * math.pi / 6.0 * d ** 3 for d in (d1, d2))
    m, radius = m1 * m2 / (m1 + m2), 0.5 * d1 * d2 / (d1 + d2)
    stiffness = 4.0 / 3.0 * young / (2.0 * (1.0 - poisson ** 2)) * math.sqrt(radius)
    deepest = (1.25 * m * v * v / stiffness) ** 0.4
    whole = 2.0 * math.sqrt(math.pi) * math.gamma(1.4) / math.gamma(0.9) * deepest / v
    return whole, deepest


def dashpot(k, c, m):
    """Restitution and contact time of a linear spring and dashpot."""
    mu = 0.5 * c / m
    w = math.sqrt(k / m - mu * mu)
    return math.exp(-math.pi * mu / w), math.pi / w


# --- hourglass-passage: a sphere falls on the upper cone of an hourglass, through the neck and on the floor ---

def passage(end=0.36, g=9.81, radius=3.0e-3, e=0.6, friction=0.1, start=(0.08, 0.15), neck=0.025, slope=0.575, floor=-0.2):
    """The cone's wall is rho = neck + slope z; the floor is smooth."""
    slant = math.hypot(1.0, slope)
    inward = [-1.0 / slant, 0.0, slope / slant]
    met = start[1] - (radius * slant - neck + start[0]) / slope  # way of the fall on the cone
    ball = Ball([start[0], 0.0, start[1] - met], [0.0, 0.0, -math.sqrt(2.0 * g * met)], [0.0, 0.0, 0.0], radius, 1.0)

    def fall(t):
        ball.x = add(add(ball.x, ball.v, t), [0.0, 0.0, -0.5 * g * t * t])
        ball.v = add(ball.v, [0.0, 0.0, -g * t])

    collide(ball, None, inward, e, 0.2, friction, [0.0] * 3)
    way = ball.x[2] - floor - radius
    landed = (ball.v[2] + math.sqrt(ball.v[2] ** 2 + 2.0 * g * way)) / g
    fall(landed)
    ball.v[2] *= -e
    fall(end - math.sqrt(2.0 * met / g) - landed)
    return ball


def references():
    """(id, family, quantity, value or {x: y} with its key, where)"""
    for number, (name, ball) in enumerate(sorted(moving_walls(), key=lambda wall: wall[0]), 1):  # as gravel sorts walls
        for what in SHOWN[name].split():
            value = {"v": ball.v, "w": ball.w}.get(what[0], ball.x)["xyz".index(what[-1])]
            yield (f"D.moving.{name}.{what}", "walls", f"{what}.{number}", value,
                   "collision rule at the wall's velocity where and when the sphere meets it")
    for number, (name, ball) in enumerate(sorted(table_walls(), key=lambda wall: wall[0]), 1):
        for what in SHOWN_TABLE[name].split():
            value = {"v": ball.v, "w": ball.w}.get(what[0], ball.x)["xyz".index(what[-1])]
            yield (f"D.table.{name}.{what}", "walls", f"{what}.{number}", value + LEVEL.get(name, 0.0) * (what == "z"),
                   "collision rule at the velocity of the segment of the table on which the sphere meets the wall")
    for what in ("vx.1", "vz.1", "wy.1", "wz.1", "vx.2", "vz.2", "wx.2", "wy.2"):
        rows = {}
        for tc in TC:
            a, b, _ = three_contacts(tc)
            ball = a if what[-1] == "1" else b
            rows[tc] = {"v": ball.v, "w": ball.w}[what[0]]["xyz".index(what[1])]
        yield (f"D.tc.{what}", "binary-collision", what, ("engines.ed.tc", rows),
               "TC model: no loss, normal or tangential, where either body's last contact was less than t_c ago")
    for what in ("vx.2", "vz.2", "wy.2", "wz.2", "vx.1", "vz.1", "wx.1", "wy.1"):
        rows = {}
        for tc in TC:
            a, b, _ = three_contacts(tc)
            ball = b if what[-1] == "1" else a
            rows[tc] = {"v": ball.v, "w": ball.w}[what[0]]["xyz".index(what[1])] * (1.0 if what[1] == "y" else -1.0)
        yield (f"D.tc-turned.{what}", "binary-collision", what, ("engines.ed.tc", rows),
               "D.tc turned by half a turn about y: the lighter sphere is the first")
    angles = (20, 40, 60, 75)
    turned = {angle: turning_contact(angle) for angle in angles}
    for what, at in (("vx.1", 2), ("vz.1", 3), ("wy.1", 4)):
        factor = 1.0 if what[0] == "w" else 0.5
        yield (f"D.turning-contact.{what}", "binary-collision", what,
               ("prepare.pair.angle", {a: factor * turned[a][at] for a in angles}),
               "equation of motion in the plane, solved numerically; the spring turns with the contact")
    sizes = (2e-3, 4e-3, 12e-3)
    for quantity, which in (("duration", 0), ("max_overlap", 1)):
        yield (f"D.hertz.sizes.{quantity}", "binary-collision", quantity,
               ("particles.second.radius", {0.5 * d: hertz_time(2e-3, d)[which] for d in sizes}),
               "Hertz: R = r1 r2/(r1 + r2), t_c = 2.943 x_max/v")
    yield ("D.hertz.wall.restitution", "binary-collision", "restitution",
           ("walls.floor.contact.restitution", {e: e for e in (0.8, 1.0)}), "the restitution that the wall states")
    yield ("D.hertz.wall.duration", "binary-collision", "duration", hertz_time(2e-3, 2e-3)[0],
           "PHYSICS.md Sec. 1: a wall with its own restitution has K/m_red of a pair, and so a pair's contact time")
    for quantity, which in (("restitution", 0), ("duration", 1)):
        yield (f"D.dashpot.wall.{quantity}", "binary-collision", quantity,
               ("walls.floor.contact.dashpot", {f: dashpot(1.0e6, f * 40.0, 0.02)[which] for f in (1.0, 0.4)}),
               "linear spring and dashpot with m_red = m, the dashpot times the wall's factor")
    ball = turntable()
    for what in ("vx", "vy", "vz", "wx", "wy", "wz"):
        yield (f"D.turntable.{what}", "walls", f"{what}.2", {"v": ball.v, "w": ball.w}[what[0]]["xyz".index(what[1])],
               "collision with a body of infinite mass that has the velocity of the turning wall at the point of contact")
    yield ("D.attached.vz", "walls", "vz.1", 0.8,
           "an attached sphere has infinite mass: with m_red = m the contact returns what the material states")
    w = 2.0 * math.pi * 10.0
    met = first_root(lambda t: 0.008 - 0.05 * t - 0.01 * math.sin(w * t + 0.7), 0.02)
    plate = 0.01 * w * math.cos(w * met + 0.7)
    away = plate + 0.8 * (plate + 0.05)
    yield "D.plate.vz", "walls", "vz.1", away, "collision rule at the plate's velocity where its path meets the bead's"
    yield ("D.plate.z", "walls", "z.1", 0.058 - 0.05 * met + away * (0.02 - met), "from there on at that velocity")
    for k, m in ((1, 3.0), (2, -1.0)):
        yield (f"D.unequal.vz.{k}", "binary-collision", f"vz.{k}", 0.8 * m / 4.0, "e V m2/(m1 + m2), e V m1/(m1 + m2)")
    ball = passage()
    for what, value in (("x", ball.x[0]), ("z", ball.x[2]), ("vx", ball.v[0]), ("vz", ball.v[2]), ("wy", ball.w[1])):
        yield (f"D.passage.{what}", "hourglass", f"{what}.1", value,
               "free fall, a sliding impact on the cone, free fall through the neck, a smooth impact on the floor")
    speeds = (0.05, 0.3, 1.0, 3.0)
    normal = math.cos(math.radians(40.0))
    yield ("D.law.bizon", "binary-collision", "restitution",
           ("prepare.pair.speed", {v: 1.0 - 0.3 * min(1.0, v * normal) ** 0.75 for v in speeds}),
           "Bizon et al. 1998 at the normal speed")
    yield ("D.law.power", "binary-collision", "restitution",
           ("prepare.pair.speed", {v: 1.0 - 0.3 * (v * normal) ** 0.2 for v in speeds}),
           "1 - (1 - e) (v_n/v_ref)^p at the normal speed")


derived.main("bodies", __doc__, references())
