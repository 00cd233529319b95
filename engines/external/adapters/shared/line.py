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
        places = [wall(t) for wall in reversed(self.walls)]  # the wall w has the number -1 - w
        self.z = x[:, 2].tolist() + [place[2] for place, _ in places]
        self.v = v[:, 2].tolist() + [speed[2] for _, speed in places]

    def distance(self, m):
        return m.side * (self.z[m.i] - self.z[m.j])

    def speed(self, m):
        """Of separation."""
        return m.side * (self.v[m.i] - self.v[m.j])

    def begin(self, m, t, overlap, approach):
        m.begun, m.approach, m.last, m.top, m.left, m.right = t, max(approach, 1e-300), overlap, overlap, None, None
        self.open.add(m)

    def step(self, t, x, v):
        approaching = [-self.speed(m) for m in self.meetings]
        self.look_again(t, x, v)
        for m, approach in zip(self.meetings, approaching):
            gap = self.distance(m) - m.reach
            if gap < 0.0 <= m.gap:
                self.begin(m, self.t + m.gap / (m.gap - gap) * (t - self.t), 0.0, approach)
            elif m.gap < 0.0 <= gap:
                self.close(m, self.t + m.gap / (m.gap - gap) * (t - self.t))
            if m in self.open:
                m.deepen(-gap)
            m.gap = gap
        self.t = t

    def close(self, m, end):
        self.open.remove(m)
        self.events.append(contacts.event(end, m.begun, m.i, m.j, (0.0, 0.0, m.side), m.approach, self.speed(m), self.mass, m.largest()))

    def take(self):
        events, self.events = sorted(self.events), []
        return events
