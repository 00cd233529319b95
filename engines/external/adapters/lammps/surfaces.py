"""Walls in LAMMPS: a fix wall/gran for every part of the particles, which are those with one spring.

A wall of LAMMPS acts with one spring on a group, and there are 32 groups.  Where there are more kinds of particles, those whose constants
are in proportion are one part: LAMMPS' wall has the constants of the first of them, and the force and the moment that it tells are
multiplied by the ratio of each (fix external)."""
import math

import law
import motion
import numpy
import regions

GROUPS = 32  # of atoms in LAMMPS
USED = 2     # `all` and `free`


class Part:
    """Kinds of particles with one fix at a wall, in proportion to the constants of the first."""

    def __init__(self, kinds):
        self.kinds, self.ratio = kinds, None

    def scale(self, sizes):
        self.ratio = numpy.ones(len(sizes) + 1)  # by the type, which counts from 1
        for k in self.kinds:
            self.ratio[k + 1] = sizes[k] / sizes[self.kinds[0]]


class Surfaces:
    """`walls`: numbers and walls that particles touch; `contact`: by (kind, -1 - wall); `others`: groups beside; `extent` of the system."""

    def __init__(self, walls, contact, kinds, rotation, others, extent):
        self.walls, self.contact, self.kinds, self.rotation = walls, contact, kinds, rotation
        self.smallest, self.extent = min(kind["radius"] for kind in kinds), extent
        self.free = [k for k, kind in enumerate(kinds) if not kind["attached"]]
        self.parts = {w: [Part([k]) for k in self.free] for w, _ in walls}
        room = GROUPS - USED - others
        if walls and len(self.free) > room:
            self.parts = {w: self.proportional(w) for w, _ in walls}
        self.tsuji, self.groups = [], {}
        for parts in self.parts.values():
            for part in parts:
                self.groups.setdefault(tuple(part.kinds), f"kinds{len(self.groups)}")
        self.fits = len(self.groups) <= room
        self.scaled = any(part.ratio is not None for parts in self.parts.values() for part in parts)

    def proportional(self, w):
        shapes, sizes = {}, {}
        for k in self.free:
            sizes[k], shape = law.shape(self.contact[k, -1 - w], self.kinds[k]["radius"])
            shapes.setdefault(shape, []).append(k)
        parts = [Part(some) for some in shapes.values()]
        for part in parts:
            if len(part.kinds) > 1:
                part.scale([sizes.get(k, 1.0) for k in range(len(self.kinds))])
        return parts

    def commands(self):
        for kinds, name in self.groups.items():
            yield f"group {name} type " + " ".join(str(k + 1) for k in kinds)
        for w, wall in self.walls:
            for p, part in enumerate(self.parts[w]):
                k = part.kinds[0]
                words = law.words(self.contact[k, -1 - w], self.kinds[k]["radius"], self.rotation, set())
                yield from self.surface(f"{w}x{p}", wall, self.groups[tuple(part.kinds)], words)
        if self.scaled:
            yield "fix scale all external pf/callback 1 1"

    def regions(self, wall):
        """Ends of names and words; of a plane that needs no region one without words."""
        simple = wall.shape == "plane" and wall.aligned() is not None and wall.rests()
        return [("", None)] if simple else list(regions.words(wall, self.smallest, self.extent))

    @staticmethod
    def shifts(name, wall):
        return [f"variable shift{name}x{d} equal {motion.shift(wall, d)}" for d in range(3) if motion.shift(wall, d)]

    def surface(self, name, wall, group, words):
        moving = [d for d in range(3) if motion.shift(wall, d)]
        yield from self.shifts(name, wall)
        rotate = ""
        if wall.spin:
            yield from motion.turned(f"wall{name}", wall)
            rotate = f" rotate v_anglewall{name} {regions.numbers(wall.origin + wall.axis)}"
        move = " move " + " ".join(f"v_shift{name}x{d}" if d in moving else "NULL" for d in range(3)) if moving else ""
        for end, shape in self.regions(wall):
            if shape is None:
                d = wall.aligned()
                fix = f"fix wall{name} {group} wall/gran granular {words} {'xyz'[d]}plane {wall.origin[d]!r} NULL contacts"
            else:
                yield f"region wall{name}{end} {shape} units box{move}{rotate}"
                fix = f"fix wall{name}{end} {group} wall/gran/region granular {words} region wall{name}{end} contacts"
            if "damping tsuji" in words:
                self.tsuji.append(fix)
            yield fix

    # While it runs

    def start(self, lmp):
        self.lmp = lmp
        if self.scaled:
            lmp.set_fix_external_callback("scale", self.rescale, None)

    def renew(self):
        """Before a setup: `damping tsuji` would work its damping out again, from the last one in the place of the restitution."""
        for fix in self.tsuji:
            self.lmp.command(fix)

    def touching(self, walls=None):
        """Of every fix of these walls, or of all: wall, part, rows of the particles that it touches, and what it tells of these."""
        for w, wall in self.walls if walls is None else walls:
            for p, part in enumerate(self.parts[w]):
                for end, _ in self.regions(wall):
                    table = self.lmp.numpy.extract_fix(f"wall{w}x{p}{end}", 1, 2)
                    rows = numpy.flatnonzero(table[:, 0])
                    if len(rows):
                        yield w, part, rows, table[rows]

    def rescale(self, _caller, _step, n, _tags, x, force):
        """What the other kinds of a part feel beyond the force of the first; a moment has the radius as its arm."""
        force[:] = 0.0
        types = self.lmp.numpy.extract_atom("type")
        torque = self.lmp.numpy.extract_atom("torque", nelem=n, dim=3)
        for _, part, rows, table in self.touching():
            if part.ratio is None:
                continue
            more = (part.ratio[types[rows]] - 1.0)[:, None] * table[:, 1:4]
            force[rows] += more
            if self.rotation:
                arm = table[:, 4:7] - x[rows]
                arm *= (table[:, 7] / numpy.sqrt((arm * arm).sum(axis=1)))[:, None]
                torque[rows] += numpy.cross(arm, more)

    def force_on(self, w):
        """Of the particles on one wall."""
        types, total = self.lmp.numpy.extract_atom("type"), numpy.zeros(3)
        for _, part, rows, table in self.touching([wall for wall in self.walls if wall[0] == w]):
            ratio = numpy.ones(len(rows)) if part.ratio is None else part.ratio[types[rows]]
            total -= ratio @ table[:, 1:4]
        return total.tolist()

    def steer(self, w, wall):
        """LAMMPS moves the wall from now on as wall(t) does."""
        for p in range(len(self.parts[w])):
            for command in self.shifts(f"{w}x{p}", wall):
                self.lmp.command(command)

    def forces(self):
        """Of particles that touch walls: number, wall, force on the particle, and the vector to it from the point of contact."""
        x, tags, types = (self.lmp.numpy.extract_atom(name) for name in ("x", "id", "type"))
        for w, part, rows, table in self.touching():
            ratio = numpy.ones(len(rows)) if part.ratio is None else part.ratio[types[rows]]
            yield from ((int(tag) - 1, w, list(force), list(branch))
                        for tag, force, branch in zip(tags[rows], ratio[:, None] * table[:, 1:4], x[rows] - table[:, 4:7]))


def check(surfaces, refused):
    """Adds to `refused` what so many kinds of particles cannot have."""
    if not surfaces.fits:
        refused.add("walls with more springs that are not in proportion than LAMMPS has groups")
    some = [surfaces.contact[k, -1 - w] for w, parts in surfaces.parts.items() for part in parts if part.ratio is not None for k in part.kinds]
    if any(c["gamma"] for c in some):
        refused.add("dashpots of a power of the overlap at walls of more kinds of particles than LAMMPS has groups")
