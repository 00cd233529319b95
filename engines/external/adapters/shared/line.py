"""Contacts of bodies on a line seen from outside, as those of contacts.py, in a fifth of its time: only neighbours meet."""
import contacts


class Meeting:
    """Of bodies i and j, j < 0: a wall, whose order on the line never changes; `side` is 1 where i is above."""

    def __init__(self, i, j, side, reach):
        self.i, self.j, self.side, self.reach = i, j, side, reach
        self.gap, self.begun, self.approach, self.last, self.top, self.left, self.right = 0.0, 0.0, 0.0, 0.0, 0.0, None, None

    def deepen(self, overlap):
        """The largest overlap, with those of the steps before and after."""
        if overlap > self.top:
            self.top, self.left, self.right = overlap, self.last, None
        elif self.right is None and self.last == self.top:
            self.right = overlap
        self.last = overlap

    def largest(self):
        return self.top if self.left is None or self.right is None else contacts.vertex(self.left, self.top, self.right)


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
        self.open = set()
        self.look_again(t, x, v)
        for m in self.meetings:
            m.gap = self.distance(m) - m.reach
            if m.gap < 0.0:
                self.begin(m, t, -m.gap, -self.speed(m))

    def look_again(self, t, x, v):
        self.z, self.v = ([column[-1] for column in some] for some in self.columns([t], x[None], v[None]))

    def columns(self, times, x, v):
        """Of every body, and of every wall (w has the number -1 - w), the places and the velocities at these times."""
        walls = [wall.heights(times) for wall in reversed(self.walls)]
        return x[:, :, 2].T.tolist() + [places for places, _ in walls], v[:, :, 2].T.tolist() + [speeds for _, speeds in walls]

    def distance(self, m):
        return m.side * (self.z[m.i] - self.z[m.j])

    def speed(self, m):
        """Of separation."""
        return m.side * (self.v[m.i] - self.v[m.j])

    def begin(self, m, t, overlap, approach):
        m.begun, m.approach, m.last, m.top, m.left, m.right = t, max(approach, 1e-300), overlap, overlap, None, None
        self.open.add(m)

    def step(self, t, x, v):
        self.steps([t], x[None], v[None])

    def steps(self, times, x, v):
        """Several steps at once: x and v by step, body and direction."""
        z, u = self.columns(times, x, v)
        for m in self.meetings:
            gaps = [m.side * (a - b) - m.reach for a, b in zip(z[m.i], z[m.j])]
            if m.gap >= 0.0 and min(gaps) >= 0.0:
                m.gap = gaps[-1]
            else:
                self.follow(m, times, gaps, [m.side * (a - b) for a, b in zip(u[m.i], u[m.j])])
        self.z, self.v, self.t = [column[-1] for column in z], [column[-1] for column in u], times[-1]

    def follow(self, m, times, gaps, speeds):
        """A meeting at the end of each step; the approach is the speed before the step in which a contact begins."""
        before, speed_before = self.t, self.speed(m)
        for t, gap, speed in zip(times, gaps, speeds):
            if gap < 0.0 <= m.gap:
                self.begin(m, before + m.gap / (m.gap - gap) * (t - before), 0.0, -speed_before)
            elif m.gap < 0.0 <= gap:
                self.close(m, before + m.gap / (m.gap - gap) * (t - before), speed)
            if gap < 0.0:
                m.deepen(-gap)
            m.gap, before, speed_before = gap, t, speed

    def close(self, m, end, rebound):
        self.open.remove(m)
        self.events.append(contacts.event(end, m.begun, m.i, m.j, (0.0, 0.0, m.side), m.approach, rebound, self.mass, m.largest()))

    def take(self):
        events, self.events = sorted(self.events), []
        return events
