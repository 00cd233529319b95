"""The motion of a wall, which a code is given step by step or as a formula."""
import math

SOME = 1000  # steps that are worked out together


class Wall:
    """Called with a time it gives the place of the origin and its velocity; `turn` goes to the axes of the code."""

    def __init__(self, wall, turn=list):
        m = wall["motion"]
        self.touch, self.servo = wall["touch"], wall["servo"]
        self.carries = self.touch == "carry"  # nothing touches it: it moves the particles that are attached to it
        self.catches = self.touch in ("stick", "absorb")
        self.name, self.shape, self.origin, self.axis = wall["name"], wall["shape"], turn(wall["origin"]), turn(wall["axis"])
        self.edge = turn(wall["edge"])
        self.radius, self.radius_end, self.length, self.width = (wall[key] for key in ("radius", "radius_end", "length", "width"))
        self.velocity, self.direction = turn(m["velocity"]), turn(m["direction"])
        self.amplitude, self.omega, self.phase, self.table = m["amplitude"], m["angular_frequency"], m["phase"], m["table"]
        self.spin, self.ramp = m["spin"], m["ramp"]
        self.way, self.speed, self.since = 0.0, 0.0, 0.0  # of a plane under a force: along its axis until `since`, and from then on
        self.start = self(0.0)[0]

    def __call__(self, t):
        if self.servo is not None:
            way = self.way + self.speed * (t - self.since)
            return [o + a * way for o, a in zip(self.origin, self.axis)], [a * self.speed for a in self.axis]
        shift, speed = self.along(t)
        return ([o + v * t + d * shift for o, v, d in zip(self.origin, self.velocity, self.direction)],
                [v + d * speed for v, d in zip(self.velocity, self.direction)])

    def along(self, t):
        """Shift and velocity along the direction."""
        angle = self.omega * t + self.phase
        shift, speed = self.amplitude * math.sin(angle), self.amplitude * self.omega * math.cos(angle)
        for (t0, x0), (t1, x1) in zip(self.table, self.table[1:]):
            if t0 <= t < t1:
                return shift + x0 + (x1 - x0) * (t - t0) / (t1 - t0), speed + (x1 - x0) / (t1 - t0)
        return shift + (self.table[0 if t < self.table[0][0] else -1][1] if self.table else 0.0), speed

    def push(self, force, t, dt):
        """A plane under a force, at the end t of a step of dt: its velocity in the next one by the semi-implicit Euler method, as gravel's
        engine has it, from the force of the particles."""
        self.way, self.since = self.way + self.speed * (t - self.since), t
        rate = dt / self.servo["mass"]
        along = self.servo["force"] + sum(f * a for f, a in zip(force, self.axis))
        self.speed = (self.speed + rate * along) / (1.0 + rate * self.servo["damping"])

    def path(self, c, times):
        """Places along one axis of coordinates."""
        o, v, d, a, w, p = self.origin[c], self.velocity[c], self.direction[c], self.amplitude, self.omega, self.phase
        if self.table:
            return [o + v * t + d * self.along(t)[0] for t in times]
        return [o + v * t + d * (a * math.sin(w * t + p)) for t in times] if v or d else [o] * len(times)

    def steps(self, t, dt, n):
        """The mean velocity and the angular velocity in each of n steps of dt from t on."""
        for first in range(0, n, SOME):
            begin = [t + k * dt for k in range(first, min(n, first + SOME))]
            end = [a + dt for a in begin]
            parts = [[(b - a) / dt for a, b in zip(self.path(c, begin), self.path(c, end))] for c in range(3)]
            spins = [self.turning(a + 0.5 * dt) for a in begin] if self.spin else [None] * len(begin)
            yield from zip(zip(*parts), spins)

    def turning(self, t):
        """Angular velocity about the axis, which grows from 0 in the time `ramp`."""
        return [self.spin * (min(1.0, t / self.ramp) if self.ramp > 0.0 else 1.0) * c for c in self.axis]

    def angle(self, t):
        """By which it has turned about its axis."""
        return self.spin * (t - 0.5 * self.ramp if t >= self.ramp else 0.5 * t * t / self.ramp)

    def carried(self, place, t):
        """Place and velocity of a body that is held, and was at `place` at t = 0."""
        (origin, velocity), spin = self(t), self.turning(t)
        arm = self.turned([p - o for p, o in zip(place, self.start)], self.angle(t))
        return [o + a for o, a in zip(origin, arm)], [v + c for v, c in zip(velocity, cross(spin, arm))]

    def place_at_start(self, place, t):
        """Where a body that is held from t on, and is at `place` then, would have been at t = 0."""
        arm = self.turned([p - o for p, o in zip(place, self(t)[0])], -self.angle(t))
        return [o + a for o, a in zip(self.start, arm)]

    def turned(self, arm, angle):
        along = sum(a * n for a, n in zip(arm, self.axis))
        return [along * n + math.cos(angle) * (a - along * n) + math.sin(angle) * s
                for a, n, s in zip(arm, self.axis, cross(self.axis, arm))]

    def carried_steps(self, place, t, dt, n):
        """As steps(), of such a body."""
        for k in range(n):
            begin = t + k * dt
            a, b = self.carried(place, begin)[0], self.carried(place, begin + dt)[0]
            yield [(q - p) / dt for p, q in zip(a, b)], self.turning(begin + 0.5 * dt)

    def moves(self):
        return self.servo is not None or self.amplitude != 0.0 or any(self.velocity) or bool(self.table)

    def fastest(self):
        """A bound of the speed of its origin, where that is prescribed."""
        slopes = [abs((b - a) / (t - s)) for (s, a), (t, b) in zip(self.table, self.table[1:])]
        return math.sqrt(sum(v * v for v in self.velocity)) + abs(self.amplitude * self.omega) + max(slopes, default=0.0)

    def rests(self):
        """Neither its place nor the velocity of its surface changes."""
        return not self.moves() and self.spin == 0.0

    def aligned(self):
        """The axis of coordinates that the wall's axis is along, if it is one."""
        return next((d for d in range(3) if abs(self.axis[d]) == 1.0), None)


def extent(places, radius):
    """Of a system: the longest side of the box about these places, with two diameters."""
    return max(max(p[d] for p in places) - min(p[d] for p in places) for d in range(3)) + 4.0 * radius


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
