"""One system of gravel in LAMMPS.  Two dimensions are gravel's x and z, which become LAMMPS' x and y."""
import array
import ctypes
import itertools
import math

import contacts
import flight
import law
import library
import line
import motion
import numpy
import reacting
import record
import regions
import stride
import surfaces
from session import Refused
from wall import Wall, cross, extent


class Simulation:
    has_disks = True  # two dimensions of its own

    def __init__(self, message, rows, finer, newton="off", ranks=1):
        self.system, self.kinds, self.newton = message["system"], message["kinds"], newton
        self.flat = self.has_disks and self.system["dimension"] == 2
        self.there, self.back = (((0, 1), (2, 1), (1, -1)), ((0, 1), (2, -1), (1, 1))) if self.flat else [((0, 1), (1, 1), (2, 1))] * 2
        self.rows = [rows[k:k + 11] for k in range(0, len(rows), 11)]
        self.kind = [int(r[9]) for r in self.rows]
        self.held = [int(r[10]) for r in self.rows]
        self.captures, self.fresh = [], []
        self.walls = [Wall(w, self.turn) for w in message["walls"]]
        self.contact = {tuple(c["between"]): c for c in message["contacts"]}
        self.t, self.steps, self.dt, self.deviations = 0.0, 0, 0.0, []
        self.first, self.set_up = 0, False  # the step of the last setup; whether there was one
        self.turning = [(i, wall) for _, particles, wall in self.carried() if wall.spin for i in particles]
        self.soft = any(c["range"] for c in self.contact.values())
        self.reacting = reacting.Reacting(self)
        self.lacks = self.missing()
        options = message["options"]
        self.check(message, options)
        self.time_step = min(law.time_step(c, options["steps_per_contact"]) for c in self.contact.values()) / finer
        self.realised = {"time_step": self.time_step}
        self.note_deviations(finer)
        self.block = max(1, int(options["steps_per_contact"]) * finer // 2)
        self.flight = flight.find(message, self.walls, [self.radius(i) for i in range(len(self.rows))])
        self.leaps = self.can_leap()
        if self.flight is not None and self.leaps:
            self.realised["flights without contact"] = "one step"
        self.records = ranks == 1 and self.can_record(message)
        self.start()
        self.watch = None
        if message["events"]:
            size = [self.kinds[k]["radius"] for k in self.kind]
            mass = [self.kinds[k]["mass"] for k in self.kind]
            box = contacts.Box(self.system, (0, 2, 1) if self.flat else (0, 1, 2))
            self.watch = (contacts.Watch(size, mass, self.walls, box, 0.0, *self.places()) if self.flight is None else
                          line.Line(size, mass, self.walls, 0.0, *self.places()))

    def missing(self):
        """LAMMPS tells the energy of Lennard-Jones contacts only, and no forces of several pair styles together."""
        elastic = self.soft and not any(c["c"] for c in self.contact.values())
        return ({"contacts"} if self.soft else set()) | (set() if elastic and not self.walls else {"ledger"})

    def can_leap(self):
        return True

    def can_record(self, message):
        """Whether all steps of a run are told after it: on one rank, which has all particles, and on a line, where they keep their order."""
        return self.flight is not None and message["events"]

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
        self.check_walls(refused)
        if self.system["dimension"] == 2 and any(w.spin for _, w in self.touched()):
            refused.add("walls that turn in two dimensions")
        share = 0.5 if self.flat else 0.4
        if any(abs(k["inertia"] - share * k["mass"] * k["radius"] ** 2) > 1e-9 * k["inertia"] for k in self.kinds):
            refused.add("moments of inertia that are not those of spheres or disks")
        self.surfaces = self.find_surfaces(refused)
        if self.system["shear_rate"] and (self.flat or not all(self.system["periodic"])):
            refused.add("sheared boxes other than three-dimensional ones")
        if message["events"] and len(self.rows) > contacts.LARGEST:
            self.lacks.add("events")
            message["events"] = False
        for pair, c in self.contact.items():
            if pair[1] >= 0 or not self.walls[-1 - pair[1]].carries:
                law.words(c, self.reduced_radius(*pair), self.system["rotation"], refused)
        if min(self.held, default=reacting.FREE) == reacting.ABSORBED:
            refused.add("particles that are gone from the start")
        if self.soft and (self.walls or self.system["rotation"]):
            refused.add("Lennard-Jones contacts with walls or rotation")
        if refused:
            raise Refused(sorted(refused))

    def carried(self):
        """Of each wall that moves particles: its number, theirs, and the wall."""
        at = [(w, [i for i, r in enumerate(self.rows) if r[10] == w], wall) for w, wall in enumerate(self.walls) if not wall.rests()]
        return [group for group in at if group[1]]

    def touched(self):
        """Numbers of the walls that particles touch, with these."""
        return [(w, wall) for w, wall in enumerate(self.walls) if not wall.carries]

    def check_walls(self, refused):
        for w, wall in self.touched():
            hertz = not wall.catches and any(c["beta"] or c["gamma"] for (_, b), c in self.contact.items() if b == -1 - w)
            regions.refuse(wall, hertz, refused)

    def find_surfaces(self, refused):
        size = extent([self.turn(r[0:3]) for r in self.rows] + [w.origin for w in self.walls], max(k["radius"] for k in self.kinds))
        found = surfaces.Surfaces(self.touched(), self.contact, self.kinds, self.system["rotation"], len(self.carried()) + reacting.GROUPS * bool(self.reacting.nets), size)
        surfaces.check(found, refused)
        return found

    def note_deviations(self, finer):
        some = list(self.contact.values())
        if finer != 1:
            self.deviations.append(f"{finer} times the steps_per_contact that the case states")
        if any(c["cohesionless"] for c in some):
            self.deviations.append("a contact is taken to last as long as the bodies overlap")
        if self.surfaces and self.surfaces.scaled:
            self.deviations.append("forces of walls are those of one kind of particles, times a factor for each of the others, as LAMMPS has too few groups")
        if self.system["rotation"] and any(c["friction"] and c["c"] and not c["cohesionless"] for c in some):
            self.deviations.append("friction acts in the attractive tail of a contact, too")

    def reduced_radius(self, a, b):
        r = self.kinds[a]["radius"]
        return r if b < 0 else r * self.kinds[b]["radius"] / (r + self.kinds[b]["radius"])

    # Input for LAMMPS

    def start(self):
        self.lmp = library.start()
        for command in itertools.chain(self.box(), self.atoms(), self.forces(), self.boundaries()):
            self.lmp.command(command) if isinstance(command, str) else command()
        if self.surfaces:
            self.surfaces.start(self.lmp)
        if self.reacting:
            self.reacting.start(self.lmp)
        if self.turning:
            self.turn_carried(0.0)
        if self.records:
            self.record = record.Record(self.lmp, [self.kinds[k]["mass"] for k in self.kind], self.block)

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
        self.low, self.high = low, high
        self.volume = math.prod(b - a for a, b in zip(low, high))
        yield "units si"
        yield "atom_style sphere"
        yield "atom_modify map array sort 0 0.0"
        yield f"dimension {2 if self.flat else 3}"
        yield "boundary " + " ".join(words)
        yield "newton " + self.newton
        yield "comm_modify vel yes"
        shape, tilt = ("prism", " 0 0 0") if self.system["shear_rate"] else ("block", "")
        yield f"region box {shape} " + " ".join(f"{a!r} {b!r}" for a, b in zip(low, high)) + f"{tilt} units box"
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
        yield lambda: self.lmp.scatter_atoms("omega", 1, 3, (ctypes.c_double * (3 * n)).from_buffer(self.vectors(6)))
        free = [str(k) for k, kind in enumerate(self.kinds, 1) if not kind["attached"]]
        yield "group free " + ("type " + " ".join(free) if free else "subtract all all")

    def vectors(self, first):
        """Three columns of the rows from `first` on, particle after particle."""
        values = array.array("d")
        for r in self.rows:
            values.extend(self.turn(r[first:first + 3]))
        return values

    def forces(self):
        rotation = self.system["rotation"]
        yield f"pair_style hybrid/overlay granular lj/cut {self.contact[0, 0]['range']!r}" if self.soft else "pair_style granular"
        for (a, b), c in self.contact.items():
            if b >= 0:
                granular = "granular " if self.soft else ""
                yield f"pair_coeff {a + 1} {b + 1} {granular}{law.words(c, self.reduced_radius(a, b), rotation, set())}"
                if self.soft:
                    yield f"pair_coeff {a + 1} {b + 1} lj/cut {law.lennard_jones(c)}"
        if self.soft:
            yield "pair_modify pair lj/cut shift yes"
        # What LAMMPS prints at both ends of each run: nothing that has to be computed.
        yield "thermo_style custom step" + (" pe" if self.soft else "")
        yield "thermo_modify norm no"
        yield from self.neighbours()
        yield "fix move free nve/sphere" + (" disc" if self.flat else "")
        yield from self.motions()

    def neighbours(self):
        largest = max(k["radius"] for k in self.kinds)
        yield f"neighbor {0.5 * largest!r} {'bin' if self.has_bins() else 'nsq'}"
        # LAMMPS' bins are half of 2.5 radii wide: a dilute gas of 1e6 would have more of them than an int counts.
        mean_distance = (self.volume / len(self.rows)) ** (1.0 / 3.0)
        if mean_distance > 10.0 * largest:
            yield f"neigh_modify binsize {mean_distance!r}"
        yield "neigh_modify delay 0 every 1 check yes"

    def has_bins(self):
        """Beads on a line may part by more of them than an int counts."""
        return self.system["dimension"] > 1

    def motions(self):
        """Gravity, shear, particles that walls move, and what tells contacts."""
        g = self.turn(self.system["gravity"])
        size = math.sqrt(sum(c * c for c in g))
        if size > 0.0:
            yield f"fix gravity free gravity {size!r} vector {g[0] / size!r} {g[1] / size!r} {g[2] / size!r}"
        for w, particles, wall in self.carried():
            yield from motion.commands(w, particles, wall)
        if self.system["shear_rate"]:
            yield f"fix shear all deform 1 xz erate {self.system['shear_rate']!r} remap v units box"
        yield from self.locals()

    def locals(self):
        """What tells contacts."""
        parts = "p10 p11 p12 fx fy fz" + (" p1 p2 p3" if self.system["rotation"] else "")
        yield f"compute forces all pair/local {parts} cutoff radius"

    def boundaries(self):
        yield from self.surfaces.commands()
        yield from self.reacting.commands()
        if self.flat:
            yield "fix flat all enforce2d"
        if self.records:
            yield from record.Record.commands()

    # While it runs

    def gather(self, name):
        return numpy.array(self.lmp.gather_atoms(name, 1, 3)).reshape(-1, 3)

    def places(self):
        return self.gather("x"), self.gather("v")

    def advance(self, end):
        events = stride.advance(self, end)
        return events and [self.turn_event(e) for e in events]

    def go(self, t, dt, n):
        """Take n steps of dt from t on.  A new step needs a setup, which takes the velocity of walls that move as 0: differences
        of two samples by rounding are none."""
        if abs(dt - self.dt) > 1e-10 * dt:
            self.dt, self.set_up = dt, False
            self.lmp.command(f"timestep {dt!r}")
        if self.records:
            self.record.open(self.steps, n)
        self.fresh = []
        some = self.reacting.go if self.reacting else lambda _t, _dt, n: self.run(n)
        # Nothing integrates the spin of particles that a wall moves: it stays as it is told.
        if not any(t < wall.ramp for _, wall in self.turning):
            some(t, dt, n)
            return
        for k in range(n):
            self.turn_carried(t + (k + 1) * dt)
            some(t + k * dt, dt, 1)

    def recorded(self):
        return self.record.told(self.dt)

    def run(self, n):
        """Forces are not set up again where the step stays: a setup is a half kick too many where they depend on what was."""
        again = " pre no" if self.set_up else ""
        if not self.set_up:
            self.first, self.set_up = self.steps, True
            self.renew()
        # A box that deforms does so from the first step of the run that the words `start` and `stop` describe.
        span = f" start {self.first} stop {self.first + 10 ** 15}" if self.system["shear_rate"] else ""
        self.lmp.command(f"run {n}{span}{again} post no")
        self.steps += n

    def renew(self):
        """What a setup would spoil."""
        if self.surfaces:
            self.surfaces.renew()

    def turn_carried(self, t):
        spins = self.gather("omega")
        for i, wall in self.turning:
            spins[i] = wall.turning(t)
        self.scatter("omega", spins)

    def scatter(self, name, rows):
        flat = numpy.ascontiguousarray(rows, dtype=float).ravel()
        self.lmp.scatter_atoms(name, 1, 3, (ctypes.c_double * len(flat))(*flat))

    def kick(self, velocities):
        self.scatter("v", self.gather("v") + [self.turn(velocities[k:k + 3]) for k in range(0, len(velocities), 3)])
        self.set_up = False

    def energy(self):
        return {"elastic": self.lmp.get_thermo("pe"), "work": 0.0, "dissipated": 0.0}

    def contacts_now(self):
        if not self.set_up:
            self.renew()
            self.lmp.command("run 0 post no")
        rows = []
        for i, j, force, friction in self.pairs_now():
            a, b = self.held[i], self.held[j]
            if a >= 0 and b >= 0 and (a == b or not (self.walls[a].carries and self.walls[b].carries)):
                continue  # both are attached, and do not touch in gravel
            branch = self.branch(i, j)
            rows += self.contact_row(i, j, branch, force, friction, *self.arms(i, j, math.sqrt(sum(c * c for c in branch))))
        for i, wall, force, branch in self.walls_now():
            size = math.sqrt(sum(c * c for c in branch))
            n = [c / size for c in branch]
            push = sum(f * c for f, c in zip(force, n))
            friction = [f - push * c for f, c in zip(force, n)]
            rows += self.contact_row(i, -1 - wall, branch, [push * c for c in n], friction, self.radius(i), 0.0)
        return rows

    def radius(self, i):
        return self.kinds[self.kind[i]]["radius"]

    def branch(self, i, j):
        box = contacts.Box(self.system, (0, 2, 1) if self.flat else (0, 1, 2))
        return box.nearest((self.x[i] - self.x[j])[None, :], self.t)[0][0]

    def arms(self, i, j, _distance):
        """The lever arms of the tangential force are the full radii in LAMMPS."""
        return self.radius(i), self.radius(j)

    def contact_row(self, i, j, branch, normal, friction, r, s):
        size = math.sqrt(sum(c * c for c in branch))
        n = [c / size for c in branch]
        torque = cross(friction, n)
        force = [a + b for a, b in zip(normal, friction)]
        parts = [branch, force, [r * c for c in torque], [s * c for c in torque]]
        return [float(i), float(j), *(c for part in parts for c in self.turn_back(part))]

    def pairs_now(self):
        """Of particles that touch: numbers, normal and tangential force on the first."""
        self.x = self.gather("x")
        if not self.lmp.extract_compute("forces", library.LOCAL, library.ROWS):
            return
        parts = self.lmp.numpy.extract_compute("forces", library.LOCAL, library.ARRAY)
        # LAMMPS does not say whose force it is (property/local has other rows): the pair is known by the vector between the two.
        i, j = numpy.tril_indices(len(self.x), -1)
        d, _ = contacts.Box(self.system, (0, 2, 1) if self.flat else (0, 1, 2)).nearest(self.x[i] - self.x[j], self.t)
        radius = numpy.array([self.kinds[k]["radius"] for k in self.kind])
        near = numpy.flatnonzero((d * d).sum(axis=1) < (1.001 * (radius[i] + radius[j])) ** 2)
        for row in parts.tolist():
            ahead, back = (abs(d[near] - s * numpy.array(row[0:3])).sum(axis=1) for s in (1.0, -1.0))
            k = near[numpy.minimum(ahead, back).argmin()]
            pair = (int(i[k]), int(j[k])) if ahead.min() <= back.min() else (int(j[k]), int(i[k]))
            yield *pair, row[3:6], row[6:9] or [0.0] * 3

    def walls_now(self):
        """Of particles that touch walls: number, wall, force on the particle, and the vector to it from the point of contact."""
        yield from self.surfaces.forces()

    def turn_event(self, event):
        return [*event[:4], *self.turn_back(event[4:7]), *event[7:]]

    def states(self):
        order, sign = zip(*self.back)
        return numpy.hstack([self.gather(name)[:, order] * sign for name in ("x", "v", "omega")]).ravel()

    def counters(self):
        return {"steps": self.steps, "time_step": self.time_step}
