"""The motion of a wall, which a code is given step by step or as a formula."""
import math


class Wall:
    """Called with a time it gives the place of the origin and its velocity; `turn` goes to the axes of the code."""

    def __init__(self, wall, turn=list):
        m = wall["motion"]
        self.carries = wall["carries"]  # nothing touches it: it moves the particles that are attached to it
        self.name, self.shape, self.origin, self.axis = wall["name"], wall["shape"], turn(wall["origin"]), turn(wall["axis"])
        self.edge = turn(wall["edge"])
        self.radius, self.radius_end, self.length, self.width = (wall[key] for key in ("radius", "radius_end", "length", "width"))
        self.velocity, self.direction = turn(m["velocity"]), turn(m["direction"])
        self.amplitude, self.omega, self.phase, self.table = m["amplitude"], m["angular_frequency"], m["phase"], m["table"]
        self.spin, self.ramp = m["spin"], m["ramp"]

    def __call__(self, t):
        angle = self.omega * t + self.phase
        shift, speed = self.amplitude * math.sin(angle), self.amplitude * self.omega * math.cos(angle)
        for (t0, x0), (t1, x1) in zip(self.table, self.table[1:]):
            if t0 <= t < t1:
                shift, speed = shift + x0 + (x1 - x0) * (t - t0) / (t1 - t0), speed + (x1 - x0) / (t1 - t0)
        if self.table and not self.table[0][0] <= t < self.table[-1][0]:
            shift += self.table[0 if t < self.table[0][0] else -1][1]
        return ([o + v * t + d * shift for o, v, d in zip(self.origin, self.velocity, self.direction)],
                [v + d * speed for v, d in zip(self.velocity, self.direction)])

    def heights(self, times):
        """Places along z and the velocities, where there is no table: many at once take a fifth of the time."""
        z, v, a, w, phase = self.origin[2], self.velocity[2], self.direction[2] * self.amplitude, self.omega, self.phase
        return [z + v * t + a * math.sin(w * t + phase) for t in times], [v + a * w * math.cos(w * t + phase) for t in times]

    def turning(self, t):
        """Angular velocity about the axis, which grows from 0 in the time `ramp`."""
        return [self.spin * (min(1.0, t / self.ramp) if self.ramp > 0.0 else 1.0) * c for c in self.axis]

    def angle(self, t):
        """By which it has turned about its axis."""
        return self.spin * (t - 0.5 * self.ramp if t >= self.ramp else 0.5 * t * t / self.ramp)

    def carried(self, place, t):
        """Place and velocity of a body that is held, and was at `place` at t = 0."""
        (origin, velocity), spin, angle = self(t), self.turning(t), self.angle(t)
        arm = [p - o for p, o in zip(place, self.origin)]
        along = sum(a * n for a, n in zip(arm, self.axis))
        arm = [along * n + math.cos(angle) * (a - along * n) + math.sin(angle) * s
               for a, n, s in zip(arm, self.axis, cross(self.axis, arm))]
        return [o + a for o, a in zip(origin, arm)], [v + c for v, c in zip(velocity, cross(spin, arm))]

    def moves(self):
        return self.amplitude != 0.0 or any(self.velocity) or bool(self.table)

    def rests(self):
        """Neither its place nor the velocity of its surface changes."""
        return not self.moves() and self.spin == 0.0

    def aligned(self):
        """The axis of coordinates that the wall's axis is along, if it is one."""
        return next((d for d in range(3) if abs(self.axis[d]) == 1.0), None)


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
