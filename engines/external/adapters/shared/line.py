"""Contacts of bodies on a line seen from outside, as those of contacts.py, in a fifth of its time: only neighbours meet."""
import contacts
import numpy


class Meeting:
    """Of bodies i and j, j < 0: a wall, whose order on the line never changes; `side` is 1 where i is above."""

    def __init__(self, i, j, side, reach):
        self.i, self.j, self.side, self.reach = i, j, side, reach
        self.begun, self.approach, self.last, self.least, self.left, self.right = 0.0, 0.0, 0.0, 0.0, None, None

    def deepen(self, gaps):
        """The least gap, with those of the steps before and after."""
        least = min(gaps)
        if least < self.least:
            k = gaps.index(least)
            self.left, self.right = gaps[k - 1] if k else self.last, gaps[k + 1] if k + 1 < len(gaps) else None
            self.least = least
        elif self.right is None and self.last == self.least:
            self.right = gaps[0]
        self.last = gaps[-1]

    def overlap(self):
        """The largest one."""
        return -self.least if self.left is None or self.right is None else contacts.vertex(-self.left, -self.least, -self.right)


class Line:
    """The interface of contacts.Watch."""

    def __init__(self, radius, mass, walls, t, x, v):
        self.mass, self.walls, self.events, self.t = mass, walls, [], t
        z = x[:, 2].tolist()
        order = sorted(range(len(z)), key=z.__getitem__)
        self.meetings = [Meeting(max(a, b), min(a, b), 1.0 if b > a else -1.0, radius[a] + radius[b]) for a, b in zip(order, order[1:])]
        for w, wall in enumerate(walls):
            below = [k for k in order if z[k] <= wall(t)[0][2]]
            above = order[len(below):]
            self.meetings += [Meeting(some, -1 - w, side, radius[some]) for side, near in ((1.0, above[:1]), (-1.0, below[-1:])) for some in near
                              if not wall.carries]
        self.i, self.j, self.side, self.reach = (numpy.array([getattr(m, name) for m in self.meetings]) for name in ("i", "j", "side", "reach"))
        self.open = set()
        self.look_again(t, x, v)
        self.gap = self.gaps([t], x[None])[0]
        for m, gap in zip(self.meetings, self.gap.tolist()):
            if gap < 0.0:
                self.begin(m, t, gap, -self.speed(m))

    def look_again(self, t, _x, v):
        self.known, self.v = t, v[:, -1]

    def gaps(self, times, x):
        """By step and meeting."""
        # A wall w is in the column -1 - w.
        z = numpy.column_stack([x[:, :, -1], *(wall.path(2, times) for wall in reversed(self.walls))])
        return self.side * (z[:, self.i] - z[:, self.j]) - self.reach

    def speed(self, m):
        """Of separation, when velocities were told last."""
        return m.side * (self.v[m.i] - (self.v[m.j] if m.j >= 0 else self.walls[-1 - m.j](self.known)[1][2]))

    def speeds(self, m, times, v):
        other = v[:, m.j, -1] if m.j >= 0 else [self.walls[-1 - m.j](t)[1][2] for t in times]
        return (m.side * (v[:, m.i, -1] - other)).tolist()

    def begin(self, m, t, gap, approach):
        m.begun, m.approach, m.last, m.least, m.left, m.right = t, max(approach, 1e-300), gap, gap, None, None
        self.open.add(m)

    def step(self, t, x, v):
        self.steps([t], x[None], v[None])

    def steps(self, times, x, v):
        """Several steps at once: x and v by step, body and direction, of which the last counts."""
        gaps = self.gaps(times, x)
        touching = gaps < 0.0
        open_before = self.gap < 0.0
        for k in numpy.flatnonzero(open_before | touching.any(axis=0)).tolist():
            m, some = self.meetings[k], gaps[:, k].tolist()
            if open_before[k] and touching[:, k].all():
                m.deepen(some)
            else:
                self.follow(m, float(self.gap[k]), times, some, self.speeds(m, times, v))
        self.gap, self.t = gaps[-1], times[-1]
        self.look_again(self.t, x[-1], v[-1])

    def follow(self, m, gap_before, times, gaps, speeds):
        """A meeting at the end of each step; the approach is the speed before the step in which a contact begins."""
        before, speed_before = self.t, self.speed(m)
        for t, gap, speed in zip(times, gaps, speeds):
            if gap < 0.0 <= gap_before:
                self.begin(m, before + gap_before / (gap_before - gap) * (t - before), 0.0, -speed_before)
            elif gap_before < 0.0 <= gap:
                self.close(m, before + gap_before / (gap_before - gap) * (t - before), speed)
            if gap < 0.0:
                m.deepen([gap])
            gap_before, before, speed_before = gap, t, speed

    def close(self, m, end, rebound):
        self.open.remove(m)
        self.events.append(contacts.event(end, m.begun, m.i, m.j, (0.0, 0.0, m.side), m.approach, rebound, self.mass, m.overlap()))

    def take(self):
        events, self.events = sorted(self.events), []
        return events
