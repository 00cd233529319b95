"""A gas of elastic hard spheres in EDMD.  Its lengths are in diameters of the largest sphere, its velocities in their root mean square."""
import ctypes
import os
import tempfile

import numpy
from session import Refused

ROOM, ROW = 100000, 8  # collisions that are fetched at once, and the numbers of each (edmd.c)


def pointer(array):
    return array.ctypes.data_as(ctypes.POINTER(ctypes.c_double))


class Simulation:
    realised, deviations, lacks = {"variant": "Cell"}, [], set()

    def __init__(self, message, rows):
        self.check(message)
        system, kinds, rows = message["system"], message["kinds"], numpy.reshape(rows, (-1, 11))
        self.low, self.spins, self.told, self.t = numpy.array(system["low"]), rows[:, 6:9], message["events"], 0.0
        kind = rows[:, 9].astype(int)
        radius, self.mass = (numpy.array([k[word] for k in kinds])[kind] for word in ("radius", "mass"))
        self.length = 2.0 * radius.max()
        self.speed = numpy.sqrt((rows[:, 3:6] ** 2).sum(axis=1).mean()) or 1.0
        box = numpy.array(system["high"]) - self.low
        self.edmd = ctypes.CDLL(os.environ["EDMD_LIBRARY"])
        self.edmd.gravel_time.restype = ctypes.c_double
        os.chdir(tempfile.mkdtemp())  # it writes a file of pressures
        start = [box, (rows[:, 0:3] - self.low) % box, rows[:, 3:6], radius, self.mass]
        units = [self.length, self.length, self.speed, self.length, self.mass[0]]
        self.edmd.gravel_start(len(rows), *(pointer(numpy.ascontiguousarray(a / u)) for a, u in zip(start, units)))

    def check(self, message):
        system, refused = message["system"], set()
        if system["dimension"] != 3 or not all(system["periodic"]):
            refused.add("systems other than three-dimensional ones in a box that is periodic on every axis")
        if any(c["restitution"] != 1.0 for c in message["contacts"]):
            refused.add("dissipative collisions")
        if message["options"].get("growth", 0.0) > 0.0:
            refused.add("spheres that grow")
        longest = 2.0 * max(k["radius"] for k in message["kinds"])
        if any(b - a < 3.0 * longest for a, b in zip(system["low"], system["high"])):
            refused.add("boxes of less than three cells")
        if refused:
            raise Refused(sorted(refused))

    def advance(self, end):
        """To the event that writes, at `end`; the rows of the collisions where they are told."""
        stop, rows, events = ctypes.c_double(end * self.speed / self.length), numpy.empty((ROOM, ROW)), []
        self.edmd.gravel_stop(stop)
        while self.edmd.gravel_time() < stop.value:
            n = self.edmd.gravel_advance(stop, pointer(rows), ROOM if self.told else 0)
            events += self.collisions(rows[:n])
        self.t = end
        return events if self.told else None

    def collisions(self, rows):
        i, j = rows[:, 1].astype(int), rows[:, 2].astype(int)
        approach, rebound = self.speed * rows[:, 6], self.speed * rows[:, 7]
        impulse = self.mass[i] * self.mass[j] / (self.mass[i] + self.mass[j]) * (approach + rebound)
        none = numpy.zeros(len(rows))
        columns = [rows[:, 0] * self.length / self.speed, none, rows[:, 1], rows[:, 2], *rows[:, 3:6].T, approach, rebound, impulse, none, none]
        return numpy.array(columns).T.tolist()

    def states(self):
        x, v = numpy.empty((2, len(self.spins), 3))
        self.edmd.gravel_states(pointer(x), pointer(v))
        return numpy.hstack([x * self.length + self.low, v * self.speed, self.spins]).ravel()

    def counters(self):
        return {"events": self.edmd.gravel_collisions()}
