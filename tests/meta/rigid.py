"""What carried.py derives its values with: walls that move rigidly, and a sphere's contact with them or with what they carry.

Vectors in plain Python, parabolas, the nearest point of each shape, the first zero of the gap by bisection.  The collision
rule is PHYSICS.md's."""
import math

from vectors import add, cross, dot, norm, scale

UP, STILL = [0.0, 0.0, 1.0], [0.0, 0.0, 0.0]
TILTED = [0.48, 0.36, 0.8]
FAR = 1e6  # half the extent of what has no end


def turned(a, axis, angle):
    along = scale(dot(a, axis), axis)
    across = add(a, along, -1.0)
    return add(add(along, across, math.cos(angle)), cross(axis, across), math.sin(angle))


class Wall:
    """shape: "plane", "rectangle" with half sides, or the ends (rho, z) of a line that is turned about the axis."""

    def __init__(self, origin, shape="plane", axis=None, velocity=None, amplitude=0.0, frequency=0.5, phase=0.7, direction=None,
                 rate=0.0, ramp=0.0, edge=None, knots=None):
        self.origin, self.shape, self.axis, self.edge = origin, shape, axis or UP, edge
        self.drift, self.amplitude, self.phase = velocity or STILL, amplitude, phase
        self.pulse = 2.0 * math.pi * frequency
        self.direction = direction or self.axis
        self.rate_at_last, self.ramp, self.knots = rate, ramp, knots

    def row(self, t):
        """Displacement and velocity of the table of knots."""
        for (t0, x0), (t1, x1) in zip(self.knots or [], (self.knots or [])[1:]):
            if t0 <= t < t1:
                return x0 + (x1 - x0) / (t1 - t0) * (t - t0), (x1 - x0) / (t1 - t0)
        return (self.knots[-1][1], 0.0) if self.knots else (0.0, 0.0)

    def place(self, t):
        sway = self.amplitude * math.sin(self.pulse * t + self.phase) + self.row(t)[0]
        return add(add(self.origin, self.drift, t), self.direction, sway)

    def speed(self, t):
        return add(self.drift, self.direction, self.amplitude * self.pulse * math.cos(self.pulse * t + self.phase) + self.row(t)[1])

    def angle(self, t):
        return 0.5 * self.rate_at_last * t * t / self.ramp if t < self.ramp else self.rate_at_last * (t - 0.5 * self.ramp)

    def rate(self, t):
        return self.rate_at_last * t / self.ramp if t < self.ramp else self.rate_at_last

    def surface(self, t, point):
        """Velocity of the wall's material at a point in space."""
        return add(self.speed(t), cross(scale(self.rate(t), self.axis), add(point, self.place(t), -1.0)))

    def carries(self, x0, t):
        """Where the material is that was at x0 at the start."""
        return add(self.place(t), turned(add(x0, self.place(0.0), -1.0), self.axis, self.angle(t)))

    def nearest(self, t, x):
        centre = self.place(t)
        p = add(x, centre, -1.0)
        z = dot(p, self.axis)
        across = add(p, self.axis, -z)
        if self.shape == "plane":
            return add(centre, across)
        if self.shape[0] == "rectangle":
            other = cross(self.axis, self.edge)
            a, b = (max(-h, min(h, dot(p, side))) for h, side in zip(self.shape[1:], (self.edge, other)))
            return add(add(centre, self.edge, a), other, b)
        (rho0, z0), (rho1, z1) = self.shape
        rho, square = norm(across), (rho1 - rho0) ** 2 + (z1 - z0) ** 2
        s = ((rho - rho0) * (rho1 - rho0) + (z - z0) * (z1 - z0)) / square if square > 0.0 else 0.0
        s = max(0.0, min(1.0, s))
        return add(add(centre, self.axis, z0 + s * (z1 - z0)), across, (rho0 + s * (rho1 - rho0)) / rho)


class Ball:
    def __init__(self, x, v, w, radius, mass=1.0):
        self.x, self.v, self.w, self.radius, self.mass = list(x), list(v), list(w), radius, mass

    def at(self, h, g):
        return add(add(self.x, self.v, h), g, 0.5 * h * h)

    def fly(self, h, g):
        self.x, self.v = self.at(h, g), add(self.v, g, h)

    def push(self, p, arm):
        self.v = add(self.v, p, 1.0 / self.mass)
        self.w = add(self.w, cross(arm, p), 1.0 / (0.4 * self.mass * self.radius ** 2))

    def surface(self, arm):
        return add(self.v, cross(self.w, arm))

    def components(self, which):
        sets = {"": self.x, "v": self.v, "w": self.w}
        return {q: sets[q[:-1]]["xyz".index(q[-1])] for q in which}


def collide(ball, n, surface, e, e_t):
    """With a body of infinite mass; n points to the ball.  e may be a function of the speed of approach."""
    arm = scale(-ball.radius, n)
    u = add(ball.surface(arm), surface, -1.0)
    approach = -dot(u, n)
    slip = add(u, n, approach)
    ratio = e(approach) if callable(e) else e
    ball.push(add(scale(ball.mass * (1.0 + ratio) * approach, n), slip, -2.0 / 7.0 * ball.mass * (1.0 - e_t)), arm)


def first_zero(f, end, start=0.0, step=1e-3):
    """Of a function that is positive at the start; None without a zero."""
    low = start
    while low < end:
        high = min(low + step, end)
        if f(high) <= 0.0:
            for _ in range(100):
                middle = 0.5 * (low + high)
                low, high = (middle, high) if f(middle) > 0.0 else (low, middle)
            return 0.5 * (low + high)
        low = high
    return None


def alone(gap, now, end):
    """The bodies have no contact between now and the end."""
    assert all(gap(now + (end - now) * k / 1000.0) > 0.0 for k in range(2, 1001))


def shot(wall, ball, end, e=0.8, e_t=0.5, g=None):
    """The ball after its contact with the wall."""
    g = g or STILL

    def gap_after(now):
        return lambda t: norm(add(ball.at(t - now, g), wall.nearest(t, ball.at(t - now, g)), -1.0)) - ball.radius

    t = first_zero(gap_after(0.0), end)
    ball.fly(t, g)
    point = wall.nearest(t, ball.x)
    collide(ball, scale(1.0 / ball.radius, add(ball.x, point, -1.0)), wall.surface(t, point), e, e_t)
    alone(gap_after(t), t, end)
    ball.fly(end - t, g)
    return ball


def stuck(wall, ball, end, g=None):
    """The ball that a wall has held since they touched."""
    g = g or STILL
    t = first_zero(lambda t: norm(add(ball.at(t, g), wall.nearest(t, ball.at(t, g)), -1.0)) - ball.radius, end)
    arm = turned(add(ball.at(t, g), wall.place(t), -1.0), wall.axis, wall.angle(end) - wall.angle(t))
    x = add(wall.place(end), arm)
    return Ball(x, wall.surface(end, x), scale(wall.rate(end), wall.axis), ball.radius)


def on_carried(wall, x0, radius, ball, end, e=0.8, e_t=0.5, g=None, box=None):
    """The ball after its contact with a sphere that the wall carries from x0 on, or with an image of it in a periodic box, and
    that sphere."""
    g = g or STILL
    lengths = box or [FAR] * 3

    def arm(t, x):
        d = add(x, wall.carries(x0, t), -1.0)
        return [c - length * round(c / length) for c, length in zip(d, lengths)]

    def gap_after(now):
        return lambda t: norm(arm(t, ball.at(t - now, g))) - radius - ball.radius

    t = first_zero(gap_after(0.0), end)
    ball.fly(t, g)
    n = scale(1.0 / (radius + ball.radius), arm(t, ball.x))
    collide(ball, n, wall.surface(t, add(wall.carries(x0, t), n, radius)), e, e_t)
    alone(gap_after(t), t, end)
    alone(lambda t, since=t: norm(add(ball.at(t - since, g), wall.nearest(t, ball.at(t - since, g)), -1.0)) - ball.radius, t, end)
    ball.fly(end - t, g)
    x = wall.carries(x0, end)
    return ball, Ball(x, wall.surface(end, x), scale(wall.rate(end), wall.axis), radius)
