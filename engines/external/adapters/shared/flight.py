"""How long bodies on a line touch nothing.  Only gravity acts on them then, and schemes of second order follow it exactly in one step
of any length: a column of beads is in flight for 99 % of its time and more."""
import math

CLOSE = 1e-3  # of the time that is left: a wall is not looked for more closely
SLACK = 1e-6  # of a radius: nearer bodies may touch for the code, whose walls are where its own sum of time steps puts them


class Flight:
    def __init__(self, radius, walls, gravity, slack):
        """`slack`: as SLACK, of two bodies whose places are those of the code."""
        self.radius, self.walls, self.gravity, self.slack = radius, walls, gravity, slack
        # The largest acceleration relative to each wall.
        self.pull = [abs(gravity) + w.amplitude * w.omega ** 2 for w in walls]

    def clear(self, t, limit, x, v):
        """A time, at most `limit`, before which no contact begins; 0 where there is one, or nearly."""
        beads = sorted(zip(x[:, 2].tolist(), v[:, 2].tolist(), self.radius))
        for (a, u, r), (b, w, s) in zip(beads, beads[1:]):
            gap = b - a - r - s
            if gap <= self.slack * min(r, s):
                return 0.0
            if u > w:
                limit = min(limit, gap / (u - w))
        for wall, pull in zip(self.walls, self.pull):
            height = wall(t)[0][2]
            near = [max((b for b in beads if b[0] <= height), default=None), min((b for b in beads if b[0] > height), default=None)]
            for bead in near:
                limit = limit if bead is None else self.before(wall, pull, t, limit, *bead)
        return limit

    def before(self, wall, pull, t, limit, z, v, r):
        """By steps within which the acceleration cannot close the gap."""
        side, time = 1.0 if z > wall(t)[0][2] else -1.0, 0.0
        while time < limit:
            origin, velocity = wall(t + time)
            gap = side * (z + (v + 0.5 * self.gravity * time) * time - origin[2]) - r
            speed = side * (v + self.gravity * time - velocity[2])
            if gap <= SLACK * r:
                return time
            step = (speed + math.sqrt(speed * speed + 2.0 * pull * gap)) / pull if pull else gap / -speed if speed < 0.0 else limit
            time += step
            if step < CLOSE * time:
                break
        return min(time, limit)


def find(message, walls, radius, slack=SLACK):
    """A Flight where bodies move on a line between walls whose motion is prescribed, and nothing but gravity acts on them at a distance; else None."""
    if any(w.catches or w.servo is not None for w in walls):
        return None
    walls = [w for w in walls if not w.carries]
    serves = (message["system"]["dimension"] == 1 and not any(message["system"]["periodic"]) and
              not any(kind["attached"] for kind in message["kinds"]) and not any(c["range"] for c in message["contacts"]) and
              all(w.shape == "plane" and not w.table for w in walls))
    return Flight(radius, walls, message["system"]["gravity"][2], slack) if serves else None
