"""The frame of the walls that move: DynamO's walls rest, so that its spheres are told as they move relative to these walls.

Where these vibrate, gravity in their frame changes with time.  DynamO's is constant; it is set anew twice in each of some intervals of a period,
to those two values after which place and velocity of the walls are exact again.  In between their velocity is off by up to (omega h)^2/24 of
its amplitude in an interval h.  At a corner of a table, all spheres get a kick."""
import math

import numpy
from wall import Wall

FEWEST = 200  # intervals of a period, each of which takes a time that grows with the square of the number of spheres
MOST = 5e4    # for one sphere; fewer for more, in proportion to the cube of their number
PIECE = numpy.dtype([("g", "S1"), ("gravity", "f8", 3), ("s", "S1"), ("span", "f8")])  # as dynamo.cpp reads it


class Frame:
    def __init__(self, walls, gravity, n, middle):
        """`n`: spheres; `middle`: the origin of DynamO's coordinates."""
        self.walls = [Wall({**w, "origin": [o - m for o, m in zip(w["origin"], middle)]}) for w in walls]
        self.wall = next((w for w in self.walls if w.moves()), None)  # None: all rest
        self.gravity = numpy.array(gravity, float)
        self.per_period = max(FEWEST, MOST / n ** 3)

    def is_rest(self, wall, rough):
        """Whether a wall rests in this frame, or slides along itself, which no smooth sphere feels."""
        axes = [wall.axis] if wall.shape == "plane" and not rough else numpy.identity(3)
        pairs = [(along(wall, axis), along(self.wall, axis)) for axis in axes] if self.wall else []
        return all(len(a) == len(b) and numpy.allclose(a, b, rtol=1e-12, atol=0.0) for a, b in pairs)

    def vibrates(self):
        return self.wall is not None and self.wall.amplitude != 0.0

    def error(self):
        """Of the velocity of walls that vibrate, in its amplitude."""
        return (2.0 * math.pi / self.per_period) ** 2 / 24.0

    def state(self, t):
        """Place and velocity of the frame."""
        if self.wall is None:
            return numpy.zeros((2, 3))
        place, velocity = self.wall(t)
        return numpy.array([numpy.subtract(place, self.wall.origin), velocity])

    def course(self, t, end):
        """What happens until then, in order: ("run", span), ("fall", gravity and spans of pieces) and ("kick", change of the velocities)."""
        corners = [c for c, _ in self.wall.table if t < c <= end] if self.wall else []
        for a, b in zip([t, *corners], [*corners, end]):
            if b > a:
                yield ("fall", *self.pieces(a, b)) if self.vibrates() else ("run", b - a)
            if b in corners:
                yield "kick", numpy.multiply(self.wall.direction, self.slope(a) - self.slope(b))

    def slope(self, t):
        rows = self.wall.table
        return next(((x1 - x0) / (t1 - t0) for (t0, x0), (t1, x1) in zip(rows, rows[1:]) if t0 <= t < t1), 0.0)

    def pieces(self, a, b):
        w = self.wall
        n = math.ceil((b - a) * w.omega / (2.0 * math.pi) * self.per_period)
        h = (b - a) / n
        angle, u = w.omega * (a + (numpy.arange(n) + 0.5) * h) + w.phase, 0.5 * w.omega * h
        mean = -2.0 * w.amplitude * w.omega / h * math.sin(u) * numpy.sin(angle)
        change = 8.0 * w.amplitude / h ** 2 * (math.sin(u) - u * math.cos(u)) * numpy.cos(angle)
        acceleration = numpy.array([mean + change, mean - change]).T.ravel()
        return self.gravity - acceleration[:, None] * numpy.array(w.direction), numpy.full(2 * n, 0.5 * h)


def along(wall, axis):
    """The motion along an axis: numbers that are the same for the same motion."""
    speed, part = numpy.dot(axis, wall.velocity), numpy.dot(axis, wall.direction)
    part = 0.0 if abs(part) < 1e-12 else part
    table = [(t, part * x) for t, x in wall.table] if part else []
    shake = [part * wall.amplitude, wall.omega, wall.phase] if part and wall.amplitude else []
    return [0.0 if abs(speed) < 1e-12 * math.hypot(*wall.velocity) else speed, len(shake), *shake, *(c for row in table for c in row)]
