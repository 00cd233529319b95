"""Inelastic hard spheres in REBOUND."""
import ctypes
import math

import rebound
from rebound.simulation import Simulation as Rebound
from session import Refused

DIRECT = 100              # particles up to which every two are looked at; more go through REBOUND's tree
FEW, MANY = 2.5e-6, 0.01  # of the smallest radius that the fastest sphere covers in a step, for up to DIRECT and for more


class Collision(ctypes.Structure):
    """`struct reb_collision` of src/rebound.h.  The class of REBOUND 5.0.0's own module has int in the place of size_t: its p2 is 0."""
    _fields_ = [("p1", ctypes.c_size_t), ("p2", ctypes.c_size_t), ("shift", ctypes.c_double * 6), ("root", ctypes.c_size_t)]


RESOLVE = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, Collision)


class Simulation:
    def __init__(self, message, rows, step):
        system, kinds = message["system"], message["kinds"]
        self.rows = [rows[k:k + 11] for k in range(0, len(rows), 11)]
        self.kind = [int(r[9]) for r in self.rows]
        self.contact = {tuple(c["between"]): c["restitution"] for c in message["contacts"]}
        self.low = [a if p else 0.0 for a, p in zip(system["low"], system["periodic"])]
        self.box = [b - a for a, b in zip(system["low"], system["high"])]
        self.axes = {1: [2], 2: [0, 2], 3: [0, 1, 2]}[system["dimension"]]
        self.periodic = all(system["periodic"][d] for d in self.axes)
        self.check(message)
        self.told, self.collisions, self.events, self.t, self.restitution = message["events"], 0, [], 0.0, 1.0
        self.radius = [kinds[k]["radius"] for k in self.kind]
        self.mass = [kinds[k]["mass"] for k in self.kind]
        step = step or (FEW if len(self.rows) <= DIRECT else MANY)
        self.reach = step * min(self.radius)
        self.start()
        self.realised = {"collision": self.sim.collision, "integrator": "leapfrog"}
        self.lacks = set()  # but what `hello` leaves out
        self.deviations = [f"collisions at the end of a time step, late by up to {2 * step:g} of the smallest radius"]

    def check(self, message):
        system, refused = message["system"], set()
        sides = [self.box[d] for d in self.axes]
        if any(system["periodic"]) and not (self.periodic and max(sides) - min(sides) <= 1e-12 * max(sides)):
            refused.add("boxes other than squares and cubes that are periodic on every axis")
        if any(c["tangential_restitution"] not in (None, -1.0) or c["friction"] for c in message["contacts"]) and system["rotation"]:
            refused.add("rough spheres")
        if message["walls"]:
            refused.add("walls")
        if message["options"].get("growth", 0.0) > 0.0:
            refused.add("spheres that grow")
        if message["options"].get("tc", 0.0) > 0.0:
            refused.add("collisions without loss soon after another one (tc)")
        if any(c is None for c in self.contact.values()):
            refused.add("contacts without a restitution")
        if refused:
            raise Refused(sorted(refused))

    def start(self):
        self.sim = rebound.Simulation()
        self.sim.integrator, self.sim.gravity = "leapfrog", "none"
        self.sim.rand_seed = 1  # collisions of one step are gone through in random order
        self.sim.collision = "direct" if len(self.rows) <= DIRECT else "tree"
        if self.periodic:
            self.sim.root_size = self.box[self.axes[0]]
            self.sim.N_root_x = self.sim.N_root_y = self.sim.N_root_z = 1
            self.sim.boundary = "periodic"
            self.sim.N_ghost_x, self.sim.N_ghost_y, self.sim.N_ghost_z = (int(d in self.axes) for d in range(3))
        elif self.sim.collision == "tree":
            raise Refused([f"more than {DIRECT} particles without a periodic box"])
        self.middle = [a + 0.5 * b if self.periodic and d in self.axes else 0.0 for d, (a, b) in enumerate(zip(self.low, self.box))]
        for r, radius, mass in zip(self.rows, self.radius, self.mass):
            x = [c - m for c, m in zip(r[0:3], self.middle)]
            self.sim.add(m=mass, r=radius, x=x[0], y=x[1], z=x[2], vx=r[3], vy=r[4], vz=r[5])
        self.sim.coefficient_of_restitution = lambda _sim, _speed: self.restitution
        self.hard = rebound.clibrebound.reb_collision_resolve_hardsphere
        self.hard.argtypes, self.hard.restype = [ctypes.c_void_p, Collision], ctypes.c_int
        self.resolve = RESOLVE(self.collide)  # kept: ctypes does not
        field = next(kind for name, kind in Rebound._fields_ if name == "_collision_resolve")
        self.sim._collision_resolve = ctypes.cast(self.resolve, field)

    def collide(self, sim, c):
        """REBOUND's own rule, with the restitution of the two, and what it did."""
        i, j = c.p1, c.p2
        p, q = self.sim.particles[i], self.sim.particles[j]
        kinds = self.kind[i], self.kind[j]
        self.restitution = self.contact[kinds] if kinds in self.contact else self.contact[kinds[::-1]]
        d = [p.x + c.shift[0] - q.x, p.y + c.shift[1] - q.y, p.z + c.shift[2] - q.z]
        u = p.vx - q.vx, p.vy - q.vy, p.vz - q.vz
        outcome = self.hard(sim, c)
        w = p.vx - q.vx, p.vy - q.vy, p.vz - q.vz
        if w != u:
            self.collisions += 1
            if self.told:
                self.note(i, j, d, u, w)
        return outcome

    def note(self, i, j, d, u, w):
        size = math.sqrt(sum(c * c for c in d))
        n = [c / size for c in d]
        approach, rebound_ = -sum(a * b for a, b in zip(u, n)), sum(a * b for a, b in zip(w, n))
        reduced = self.mass[i] * self.mass[j] / (self.mass[i] + self.mass[j])
        loss = 0.5 * reduced * (approach * approach - rebound_ * rebound_)
        self.events.append([self.sim.t, 0.0, i, j, *n, approach, rebound_, reduced * (approach + rebound_), loss, self.radius[i] + self.radius[j] - size])

    def advance(self, end):
        """To exactly `end`, with steps that the fastest sphere of now allows."""
        fastest = math.sqrt(max(p.vx * p.vx + p.vy * p.vy + p.vz * p.vz for p in self.sim.particles)) or 1e-300
        n = max(1, math.ceil((end - self.t) * fastest / self.reach))
        self.sim.dt = (end - self.t) / n
        self.sim.integrate(end)
        self.t = end
        events, self.events = self.events, []
        return events if self.told else None

    def kick(self, velocities):
        for k, p in enumerate(self.sim.particles):
            p.vx, p.vy, p.vz = p.vx + velocities[3 * k], p.vy + velocities[3 * k + 1], p.vz + velocities[3 * k + 2]

    def states(self):
        block = []
        for p, r in zip(self.sim.particles, self.rows):
            block += [p.x + self.middle[0], p.y + self.middle[1], p.z + self.middle[2], p.vx, p.vy, p.vz, *r[6:9]]
        return block

    def counters(self):
        return {"events": self.collisions, "steps": int(self.sim.steps_done)}
