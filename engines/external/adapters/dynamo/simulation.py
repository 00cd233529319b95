"""Inelastic hard spheres in DynamO: a configuration file for the program of dynamo.cpp, which then runs from time to time.

Planes that move do so in that program (moving_plane.hpp); other walls that move rest there, which has the spheres in their frame (frame.py).
A sheared box of DynamO moves its images along x as they are above each other along y: the axes x, z and -y of gravel are its x, y, z."""
import atexit
import math
import os
import struct
import subprocess
import sys
import tempfile

import numpy
from configuration import Configuration, side
from frame import Frame
from session import Refused
from surface import away

ROW = 18  # numbers of a collision (dynamo.cpp)
SLOW = 4e-4  # of the largest velocity of a plane that shakes: collisions slower than that are elastic; what case column-cutoff allows
SHEARED = numpy.array([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]])  # a row of gravel's numbers times this is one of DynamO's


class Shear:
    """A sheared box.  DynamO's places and velocities are those of a particle that has never come back through a z face."""

    def __init__(self, system, n):
        self.low, (self.length, _, self.height) = system["low"][2], numpy.subtract(system["high"], system["low"])
        self.speed = system["shear_rate"] * self.height  # of the image above
        self.boxes, self.periods = numpy.zeros(n), numpy.zeros(n)  # boxes up; periods along x that this has been displaced less

    def wrap(self, x, v, t):
        """As gravel does: with the displacement of the image less the nearest multiple of the period."""
        boxes = numpy.floor((x[:, 2] - self.low) / self.height)
        self.periods += (boxes - self.boxes) * numpy.rint(self.speed * t / self.length)
        self.boxes = boxes
        x[:, 2] -= boxes * self.height
        x[:, 0] -= boxes * self.speed * t - self.periods * self.length
        v[:, 0] -= boxes * self.speed


class Simulation:
    realised, lacks = {"program": "gravel-dynamo"}, set()

    def __init__(self, message, rows):
        system, self.kinds, self.contacts = message["system"], message["kinds"], message["contacts"]
        rows = numpy.reshape(rows, (-1, 11))
        self.kind, self.spins = rows[:, 9].astype(int), rows[:, 6:9]
        self.middle = numpy.where(system["periodic"], 0.5 * numpy.add(system["low"], system["high"]), 0.0)
        self.frame = Frame(message["walls"], self.middle)
        self.walls = self.frame.walls
        self.rough = system["rotation"]
        self.x, self.v = rows[:, 0:3], rows[:, 3:6]
        place, velocity = self.frame.state(0.0)
        self.check(message, self.x - self.middle - place)
        self.slow = SLOW * max((w.fastest() - math.hypot(*w.velocity) for w in self.walls if w.moving), default=0.0) if any(system["gravity"]) else 0.0
        self.deviations = [f"collisions slower than {self.slow:.3g} m/s, {SLOW:g} of the largest velocity of a plane, are elastic (DynamO's ElasticV), "
                           "as spheres that rest on each other would collide without end"] if self.slow else []
        self.told, self.collisions, self.t = message["events"], 0, 0.0
        self.radius, self.mass = (numpy.array([k[word] for k in self.kinds])[self.kind] for word in ("radius", "mass"))
        self.length = 2.0 * self.radius.min()
        fastest = max(numpy.linalg.norm(self.v - velocity, axis=1).max(), math.sqrt(math.hypot(*system["gravity"]) * self.length),
                      *(w.fastest() for w in self.walls if w.moving))
        self.time = self.length / (fastest or 1.0)
        self.speed = self.length / self.time
        self.wall_of = [-1 - c["between"][1] for c in self.contacts if c["between"][1] < 0]  # by DynamO's number of the wall
        self.turn, self.shear = (SHEARED, Shear(system, len(rows))) if system["shear_rate"] else (numpy.identity(3), None)
        self.start({**system, "slow": self.slow}, message["options"], self.x - place, self.v - velocity)

    def check(self, message, x):
        system, kinds, tc = message["system"], message["kinds"], message["options"].get("tc", 0.0)
        refused = self.refused_walls(x, system, tc)
        if message["options"].get("growth", 0.0) > 0.0:
            refused.add("spheres that grow")
        if any(k["attached"] for k in kinds):
            refused.add("attached particles")
        if any(c["restitution"] is None for c in message["contacts"]):
            refused.add("contacts without a restitution")
        if system["shear_rate"] and (message["walls"] or any(system["gravity"])):
            refused.add("walls and gravity in a sheared box")
        if system["rotation"]:
            if any(abs(k["inertia"] - 0.4 * k["mass"] * k["radius"] ** 2) > 1e-12 * k["inertia"] for k in kinds):
                refused.add("moments of inertia other than those of spheres")
            if any(c["tangential_restitution"] is None or c["friction"] for c in message["contacts"]):
                refused.add("rough spheres without a constant tangential restitution")
            if tc > 0.0:
                refused.add("rough collisions without loss soon after another one (tc)")
        if refused:
            raise Refused(sorted(refused))

    def refused_walls(self, x, system, tc):
        shapes = [w for w in self.walls if w.shape != "plane"]
        cylinders = [w for w in shapes if w.shape == "cylinder"]
        names = {
            "walls other than planes, cylinders and lines": any(w.shape not in ("cylinder", "line") for w in shapes),
            "walls that move unlike each other": any(not self.frame.is_rest(w, self.rough) for w in self.walls),
            "walls other than planes that vibrate": any(w.amplitude for w in shapes),
            "rough planes with spheres on both sides": self.rough and any(side(w, x) == 0.0 for w in self.walls),
            "rough walls other than planes": shapes and self.rough,
            "walls other than planes with tc": shapes and tc > 0.0,
            "walls other than planes in a periodic box": shapes and any(system["periodic"]),
            "cylinders with ends": any(w.length for w in cylinders),
            "cylinders with spheres on both sides": any(side(w, x) == 0.0 for w in cylinders),
            "cylinders around spheres under gravity": any(system["gravity"]) and any(side(w, x) < 0.0 for w in cylinders)}
        return {name for name, is_so in names.items() if is_so}

    def start(self, system, options, x, v):
        axes = [0, 2, 1] if system["shear_rate"] else [0, 1, 2]
        is_flat = {1: [True, True, False], 2: [False, True, False], 3: [False] * 3}[system["dimension"]]
        box = {"periodic": system["periodic"], "flat": is_flat, "sides": numpy.subtract(system["high"], system["low"])}
        turned = {**system, **{word: [list_[d] for d in axes] for word, list_ in box.items()}}
        rows = [(a @ self.turn).tolist() for a in (x - self.middle, v, self.spins)]
        file = Configuration(turned, self.kinds, self.walls, self.contacts, options, self.time).tree(*rows, self.kind.tolist())
        with tempfile.TemporaryDirectory() as folder:
            file.write(f"{folder}/in.xml")
            words = [os.environ["DYNAMO_PROGRAM"], f"{folder}/in.xml"] + (["--tell"] if self.told else [])
            self.program = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            self.numbers(1)  # it has read the file
        atexit.register(self.program.communicate)  # the end of its input ends it; its processor time counts when it is waited for

    def orders(self, end):
        """The course of the frame in the units of the program."""
        for what, much in self.frame.course(self.t, end):
            yield b"s" + struct.pack("=d", much / self.time) if what == "run" else self.kicked(numpy.tile(much, (len(self.kind), 1)))

    def advance(self, end):
        self.program.stdin.write(b"".join(self.orders(end)) + b"a" + struct.pack("=d", 0.0))
        self.program.stdin.flush()
        self.collisions, n = (int(c) for c in self.numbers(2))
        rows, states = self.numbers(ROW * n).reshape(-1, ROW), self.numbers(9 * len(self.kind)).reshape(-1, 9)
        x, self.v, spins = (states[:, k:k + 3] @ self.turn.T * unit for k, unit in ((0, self.length), (3, self.speed), (6, 1.0 / self.time)))
        place, velocity = self.frame.state(end)
        self.x, self.v = x + self.middle + place, self.v + velocity
        self.spins, self.t = spins if self.rough else self.spins, end
        if self.shear:
            self.shear.wrap(self.x, self.v, end)
        return self.events(rows) if self.told else None

    def numbers(self, n):
        data = self.program.stdout.read(8 * n)
        if len(data) < 8 * n:
            sys.exit(f"{os.environ['DYNAMO_PROGRAM']} ended with {self.program.wait()}")  # and has said why
        return numpy.frombuffer(data)

    def events(self, rows):
        """Rows of the protocol.  What a collision dissipates is the impulse times the mean of the velocities of the contact before and after."""
        i, j = rows[:, 1].astype(int), rows[:, 2].astype(int)
        units = (self.length, self.speed, self.speed, 1.0 / self.time, 1.0 / self.time)
        d, before, after, *spins = (rows[:, k:k + 3] @ self.turn.T * unit for k, unit in zip(range(3, ROW, 3), units))
        at_wall, other = j < 0, numpy.maximum(j, 0)
        wall = numpy.array(self.wall_of + [0])[-1 - j[at_wall]]
        for k, w in enumerate(self.walls):
            at_this = numpy.flatnonzero(at_wall)[wall == k]
            d[at_this] = away(w, d[at_this] - w.origin)
        j[at_wall] = -1 - wall
        n = d / numpy.sqrt((d * d).sum(axis=1))[:, None]
        inverse = 1.0 / self.mass[i] + numpy.where(at_wall, 0.0, 1.0 / self.mass[other])
        impulse = (after - before) / inverse[:, None]
        approach, rebound = -(before * n).sum(axis=1), (after * n).sum(axis=1)
        loss = 0.5 / inverse * (approach * approach - rebound * rebound)
        if self.rough:
            loss -= self.across(impulse, after, n, inverse, (i, other), spins)
        none = numpy.zeros(len(rows))
        columns = [rows[:, 0] * self.time, none, i, j, *n.T, numpy.maximum(approach, 1e-300), rebound, (impulse * n).sum(axis=1), loss, none]
        return numpy.array(columns).T.tolist()

    def across(self, impulse, after, n, inverse, bodies, spins):
        """The work of the tangential impulse; a wall has no spin."""
        impulse = impulse - (impulse * n).sum(axis=1)[:, None] * n
        reach = sum(self.radius[k][:, None] * w for k, w in zip(bodies, spins))
        slip = after - (after * n).sum(axis=1)[:, None] * n - numpy.cross(reach, n)
        turning = inverse * 3.5  # 1/m + r^2/I of each, I = 2/5 m r^2
        return ((slip - 0.5 * turning[:, None] * impulse) * impulse).sum(axis=1)

    def kick(self, velocities):
        kick = numpy.reshape(velocities, (-1, 3))
        self.v = self.v + kick
        self.program.stdin.write(self.kicked(kick))

    def kicked(self, kick):
        return b"k" + (kick @ self.turn / self.speed).tobytes()

    def states(self):
        return numpy.hstack([self.x, self.v, self.spins]).ravel()

    def counters(self):
        return {"events": self.collisions}
