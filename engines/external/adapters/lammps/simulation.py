"""One system of gravel in LAMMPS.  Two dimensions are gravel's x and z, which become LAMMPS' x and y."""
import array
import ctypes
import itertools
import math
import operator

import contacts
import law
import library
from session import Refused
from wall import Wall


class Simulation:
    has_disks = True  # two dimensions of its own

    def __init__(self, message, rows, finer):
        self.system, self.kinds = message["system"], message["kinds"]
        self.flat = self.has_disks and self.system["dimension"] == 2
        self.there, self.back = (((0, 1), (2, 1), (1, -1)), ((0, 1), (2, -1), (1, 1))) if self.flat else [((0, 1), (1, 1), (2, 1))] * 2
        self.rows = [rows[k:k + 11] for k in range(0, len(rows), 11)]
        self.kind = [int(r[9]) for r in self.rows]
        self.walls = [Wall(w, self.turn) for w in message["walls"]]
        self.contact = {tuple(c["between"]): c for c in message["contacts"]}
        self.t, self.steps, self.dt, self.deviations = 0.0, 0, 0.0, []
        options = message["options"]
        self.check(message, options)
        self.time_step = min(law.time_step(c, options["steps_per_contact"]) for c in self.contact.values()) / finer
        self.realised = {"time_step": self.time_step}
        self.note_deviations(finer)
        self.start()
        self.watch = None
        if message["events"]:
            size = [self.kinds[k]["radius"] for k in self.kind]
            mass = [self.kinds[k]["mass"] for k in self.kind]
            self.watch = contacts.Watch(size, mass, self.walls, 0.0, *self.places())

    def turn(self, v):
        """To the axes of LAMMPS."""
        return [sign * v[d] for d, sign in self.there]

    def turn_back(self, v):
        return [sign * v[d] for d, sign in self.back]

    def check(self, message, options):
        refused = set()
        if options["integrator"] != "velocity-verlet":
            refused.add("integrator " + options["integrator"])
        if any(c["contact_time"] is None for c in self.contact.values()):
            refused.add("contacts without a contact time")
        refused.update("walls of the shape " + w["shape"] for w in message["walls"] if w["shape"] != "plane")
        share = 0.5 if self.flat else 0.4
        if any(abs(k["inertia"] - share * k["mass"] * k["radius"] ** 2) > 1e-9 * k["inertia"] for k in self.kinds):
            refused.add("moments of inertia that are not those of spheres or disks")
        if any(r[10] >= 0 and self.walls[int(r[10])].moves() for r in self.rows):
            refused.add("particles attached to moving walls")
        if message["events"] and (len(self.rows) > contacts.LARGEST or any(self.system["periodic"])):
            refused.add(f"events of contacts of more than {contacts.LARGEST} particles, or in a periodic box")
        for pair, c in self.contact.items():
            law.words(c, self.reduced_radius(*pair), self.system["rotation"], refused)
        if refused:
            raise Refused(sorted(refused))

    def note_deviations(self, finer):
        some = list(self.contact.values())
        if finer != 1:
            self.deviations.append(f"{finer} times the steps_per_contact that the case states")
        if any(c["cohesionless"] for c in some):
            self.deviations.append("a contact is taken to last as long as the bodies overlap")
        if self.system["rotation"] and any(c["friction"] and c["c"] and not c["cohesionless"] for c in some):
            self.deviations.append("friction acts in the attractive tail of a contact, too")

    def reduced_radius(self, a, b):
        r = self.kinds[a]["radius"]
        return r if b < 0 else r * self.kinds[b]["radius"] / (r + self.kinds[b]["radius"])

    # Input for LAMMPS

    def start(self):
        self.lmp = library.start()
        for command in itertools.chain(self.box(), self.atoms(), self.forces(), self.planes()):
            self.lmp.command(command) if isinstance(command, str) else command()

    def box(self):
        periodic, low, high = self.system["periodic"], self.system["low"], self.system["high"]
        periodic, low, high = (self.turn_axes(v) for v in (periodic, low, high))
        x = [self.turn(r[0:3]) for r in self.rows]
        margin = 4.0 * max(k["radius"] for k in self.kinds)
        for d in range(3):
            if not periodic[d]:
                low[d], high[d] = min(p[d] for p in x) - margin, max(p[d] for p in x) + margin
        words = ["p" if p else "m" for p in periodic]
        if self.flat:
            words[2], low[2], high[2] = "p", -margin, margin
        yield "units si"
        yield "atom_style sphere"
        yield "atom_modify map array sort 0 0.0"
        yield f"dimension {2 if self.flat else 3}"
        yield "boundary " + " ".join(words)
        yield "newton off"
        yield "comm_modify vel yes"
        yield "region box block " + " ".join(f"{a!r} {b!r}" for a, b in zip(low, high)) + " units box"
        yield f"create_box {len(self.kinds)} box"

    def turn_axes(self, v):
        return [v[0], v[2], v[1]] if self.flat else list(v)

    def atoms(self):
        n = len(self.rows)
        tags, types = array.array("i", range(1, n + 1)), array.array("i", (k + 1 for k in self.kind))
        yield lambda: self.lmp.create_atoms(n, tags, types, self.vectors(0), self.vectors(3))
        for k, kind in enumerate(self.kinds, 1):
            yield f"set type {k} diameter {2.0 * kind['radius']!r}"
            yield f"set type {k} mass {kind['mass']!r}"
            yield f"group kind{k} type {k}"
        yield lambda: self.lmp.scatter_atoms("omega", 1, 3, (ctypes.c_double * (3 * n)).from_buffer(self.vectors(6)))
        free = [str(k) for k, kind in enumerate(self.kinds, 1) if not kind["attached"]]
        yield "group free type " + " ".join(free)

    def vectors(self, first):
        """Three columns of the rows from `first` on, particle after particle."""
        values = array.array("d")
        for r in self.rows:
            values.extend(self.turn(r[first:first + 3]))
        return values

    def forces(self):
        rotation = self.system["rotation"]
        yield "pair_style granular"
        for (a, b), c in self.contact.items():
            if b >= 0:
                yield f"pair_coeff {a + 1} {b + 1} {law.words(c, self.reduced_radius(a, b), rotation, set())}"
        yield f"neighbor {0.5 * max(k['radius'] for k in self.kinds)!r} bin"
        yield "neigh_modify delay 0 every 1 check yes"
        yield "fix move free nve/sphere" + (" disc" if self.flat else "")
        g = self.turn(self.system["gravity"])
        size = math.sqrt(sum(c * c for c in g))
        if size > 0.0:
            yield f"fix gravity free gravity {size!r} vector {g[0] / size!r} {g[1] / size!r} {g[2] / size!r}"

    def planes(self):
        for w, plane in enumerate(self.walls):
            for k in range(len(self.kinds)):
                if self.kinds[k]["attached"]:
                    continue
                words = law.words(self.contact[k, -1 - w], self.reduced_radius(k, -1), self.system["rotation"], set())
                yield from self.plane(w, plane, k + 1, words)
        if self.flat:
            yield "fix flat all enforce2d"

    def plane(self, w, plane, k, words):
        d = plane.aligned()
        if d is not None and not plane.moves():
            yield f"fix wall{w}x{k} kind{k} wall/gran granular {words} {'xyz'[d]}plane {plane.origin[d]!r} NULL"
            return
        for d in range(3):
            yield (f"variable shift{w}x{k}x{d} equal {plane.velocity[d]!r}*time+"
                   f"{plane.direction[d] * plane.amplitude!r}*sin({plane.omega!r}*time+{plane.phase!r})")
        move = " move " + " ".join(f"v_shift{w}x{k}x{d}" for d in range(3)) if plane.moves() else ""
        for side, sign in (("a", 1.0), ("b", -1.0)):  # a region acts on one side
            place = " ".join(map(repr, plane.origin)) + " " + " ".join(repr(sign * c) for c in plane.axis)
            yield f"region wall{w}x{k}{side} plane {place} side in units box{move}"
            yield f"fix wall{w}x{k}{side} kind{k} wall/gran/region granular {words} region wall{w}x{k}{side}"

    # While it runs

    def gather(self, name):
        values = list(self.lmp.gather_atoms(name, 1, 3))
        return [values[k:k + 3] for k in range(0, len(values), 3)]

    def places(self):
        return self.gather("x"), self.gather("v")

    def advance(self, end):
        """To exactly `end`: steps are shortened evenly.  Returns the finished contacts where they are watched."""
        n = max(1, math.ceil((end - self.t) / self.time_step * (1.0 - 1e-12)))
        begin, dt = self.t, (end - self.t) / n
        # Forces are not set up again where the step stays: a setup is a half kick too many where they depend on what was.
        again = " pre no" if abs(dt - self.dt) < 1e-12 * dt else ""
        if not again:
            self.dt = dt
            self.lmp.command(f"timestep {dt!r}")
        if self.watch is None:
            self.lmp.command(f"run {n}{again} post no")
        else:
            for k in range(n):
                self.lmp.command(f"run 1{again if k == 0 else ' pre no'} post no")
                self.watch.step(begin + (k + 1) * dt, *self.places())
        self.t, self.steps = end, self.steps + n
        return [self.turn_event(e) for e in self.watch.take()] if self.watch is not None else None

    def turn_event(self, event):
        return [*event[:4], *self.turn_back(event[4:7]), *event[7:]]

    def states(self):
        block = array.array("d", bytes(72 * len(self.rows)))
        for k, name in enumerate(("x", "v", "omega")):
            values = array.array("d")
            values.frombytes(bytes(self.lmp.gather_atoms(name, 1, 3)))
            for column, (d, sign) in enumerate(self.back, 3 * k):
                block[column::9] = values[d::3] if sign > 0 else array.array("d", map(operator.neg, values[d::3]))
        return block

    def counters(self):
        return {"steps": self.steps, "time_step": self.time_step}
