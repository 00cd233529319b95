"""A gas of elastic hard spheres in EDMD.  Its lengths are in diameters of the largest sphere, its velocities in their root mean square."""
import math
import os
import tempfile

import library
from session import Refused


class Simulation:
    realised, deviations, lacks = {"variant": "Cell"}, [], set()

    def __init__(self, message, rows):
        self.check(message)
        system, kinds = message["system"], message["kinds"]
        rows = [rows[k:k + 11] for k in range(0, len(rows), 11)]
        self.low, self.rows, self.told = system["low"], rows, message["events"]
        kind = [int(r[9]) for r in rows]
        self.radius, self.mass = [kinds[k]["radius"] for k in kind], [kinds[k]["mass"] for k in kind]
        self.length = 2.0 * max(self.radius)
        self.speed = math.sqrt(sum(c * c for r in rows for c in r[3:6]) / len(rows)) or 1.0
        self.box = [b - a for a, b in zip(system["low"], system["high"])]
        self.edmd, self.t = library.Edmd(), 0.0
        os.chdir(tempfile.mkdtemp())  # it writes a file of pressures
        self.edmd.start([b / self.length for b in self.box],
                        [[(x - a) % b / self.length for x, a, b in zip(r[0:3], self.low, self.box)] for r in rows],
                        [[v / self.speed for v in r[3:6]] for r in rows],
                        [r / self.length for r in self.radius], [m / self.mass[0] for m in self.mass])
        self.edmd.real("writeinterval").value = 1e300  # every stop is asked for

    def check(self, message):
        system, refused = message["system"], set()
        if system["dimension"] != 3 or not all(system["periodic"]):
            refused.add("systems other than three-dimensional ones in a box that is periodic on every axis")
        if any(c["restitution"] != 1.0 for c in message["contacts"]):
            refused.add("dissipative collisions")
        longest = 2.0 * max(k["radius"] for k in message["kinds"])
        if any(b - a < 3.0 * longest for a, b in zip(system["low"], system["high"])):
            refused.add("boxes of less than three cells")
        if refused:
            raise Refused(sorted(refused))

    def advance(self, end):
        """Event by event to the one that writes, at `end`; the list of the collisions where they are told."""
        stop = end * self.speed / self.length
        self.edmd.library.createevent(stop, None, None, library.STOP)
        events = [] if self.told else None
        while self.edmd.time.value < stop:
            if self.told:
                self.watch(events)
            else:
                self.edmd.step()
        self.t = end
        return events

    def watch(self, events):
        """One event, and its row if it is a collision."""
        event = self.edmd.following()
        if event.type != 0:
            self.edmd.step()
            return
        p, q, time = event.p1.contents, event.p2.contents, event.time
        i, j = self.edmd.number(event.p1), self.edmd.number(event.p2)
        before = [a - b for a, b in zip(p.v, q.v)]
        self.edmd.step()
        d = [a - b for a, b in zip(p.x, q.x)]
        d = [c - b / self.length * round(c * self.length / b) for c, b in zip(d, self.box)]
        size = math.sqrt(sum(c * c for c in d))
        n = [c / size for c in d]
        approach = -self.speed * sum(a * b for a, b in zip(before, n))
        rebound = self.speed * sum((a - b) * c for a, b, c in zip(p.v, q.v, n))
        reduced = self.mass[i] * self.mass[j] / (self.mass[i] + self.mass[j])
        events.append([time * self.length / self.speed, 0.0, i, j, *n, approach, rebound, reduced * (approach + rebound), 0.0, 0.0])

    def states(self):
        block, now = [], self.edmd.time.value
        for k, r in enumerate(self.rows):
            p = self.edmd.particles[k]
            turns = zip(p.x, p.v, p.boxes, self.box, self.low)
            block += [(x + v * (now - p.t) + 0.0) * self.length + n * b + a for x, v, n, b, a in turns]
            block += [v * self.speed for v in p.v]
            block += r[6:9]
        return block

    def counters(self):
        return {"events": self.edmd.collisions.value}
