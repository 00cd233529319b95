"""The frame of cylinders and lines that move: DynamO's rest, so that its spheres are told as they move relative to these walls.  At a corner
of a table, all spheres get a kick.  Planes that move alone move in DynamO's program (moving_plane.hpp)."""
import math

import numpy
from wall import Wall


class Frame:
    def __init__(self, walls, middle):
        """`middle`: the origin of DynamO's coordinates."""
        self.walls = [Wall({**w, "origin": [o - m for o, m in zip(w["origin"], middle)]}) for w in walls]
        self.wall = next((w for w in self.walls if w.shape != "plane" and w.moves()), None)  # None: all of them rest
        for w in self.walls:  # in the frame
            w.moving = self.wall is None and w.shape == "plane" and w.moves()
            w.start = w.start if w.moving else w.origin

    def is_rest(self, wall, rough):
        """Whether a wall rests in this frame, or slides along itself, which no smooth sphere feels."""
        axes = [wall.axis] if wall.shape == "plane" and not rough else numpy.identity(3)
        pairs = [(along(wall, axis), along(self.wall, axis)) for axis in axes] if self.wall else []
        return all(len(a) == len(b) and numpy.allclose(a, b, rtol=1e-12, atol=0.0) for a, b in pairs)

    def state(self, t):
        """Place and velocity of the frame."""
        if self.wall is None:
            return numpy.zeros((2, 3))
        place, velocity = self.wall(t)
        return numpy.array([numpy.subtract(place, self.wall.origin), velocity])

    def course(self, t, end):
        """What happens until then, in order: ("run", span) and ("kick", change of the velocities)."""
        corners = [c for c, _ in self.wall.table if t < c <= end] if self.wall else []
        for a, b in zip([t, *corners], [*corners, end]):
            if b > a:
                yield "run", b - a
            if b in corners:
                yield "kick", numpy.multiply(self.wall.direction, self.slope(a) - self.slope(b))

    def slope(self, t):
        rows = self.wall.table
        return next(((x1 - x0) / (t1 - t0) for (t0, x0), (t1, x1) in zip(rows, rows[1:]) if t0 <= t < t1), 0.0)


def along(wall, axis):
    """The motion along an axis: numbers that are the same for the same motion."""
    speed, part = numpy.dot(axis, wall.velocity), numpy.dot(axis, wall.direction)
    part = 0.0 if abs(part) < 1e-12 else part
    table = [(t, part * x) for t, x in wall.table] if part else []
    shake = [part * wall.amplitude, wall.omega, wall.phase] if part and wall.amplitude else []
    return [0.0 if abs(speed) < 1e-12 * math.hypot(*wall.velocity) else speed, len(shake), *shake, *(c for row in table for c in row)]
