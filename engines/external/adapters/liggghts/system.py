"""One system of gravel in LIGGGHTS, a descendant of LAMMPS: what differs from ../lammps/simulation.py."""
import ctypes
import math
import tempfile

import law
from session import Refused
from simulation import Simulation
from wall import cross

WIDE = 4.0  # half the width of a wall of triangles, in the largest extent of the system


class System(Simulation):
    has_disks = False  # all systems are three-dimensional, and nothing pushes out of the plane

    def check(self, message, options):
        refused = set()
        if not self.system["rotation"]:
            for kind in self.kinds:  # of what cannot turn the inertia is not asked
                kind["inertia"] = 0.4 * kind["mass"] * kind["radius"] ** 2
        for (a, b), c in self.contact.items():
            c["radius"] = self.reduced_radius(a, b)
        for w in self.walls:
            if w.amplitude and (w.phase or any(w.velocity)) and not w.carries:
                refused.add("vibrations with a phase, or of walls that move")
        if any(self.system["periodic"]) and any(w.aligned() is None or w.moves() for w in self.walls):
            refused.add("walls in a periodic box other than planes at rest along its sides")
        if self.system["dimension"] == 2 and self.system["rotation"]:
            refused.add("disks that turn")
        if any(k["attached"] for k in self.kinds) and any(c["beta"] and c["c"] for c in self.contact.values()):
            refused.add("attached particles with Hertz springs and dashpots")
        if refused:
            raise Refused(sorted(refused))
        super().check(message, options)
        self.tables = law.Tables(self.contact, len(self.kinds), len(self.walls), self.system["rotation"])

    def check_walls(self, refused):
        refused.update("walls of the shape " + w.shape for _, w in self.touched() if w.shape != "plane")

    def find_surfaces(self, _refused):
        """Tables over types have the constants of walls."""
        return None

    def missing(self):
        """What walls of triangles push it does not tell by wall, and of no wall it tells the moments."""
        untold = any(self.has_triangles(w) or self.system["rotation"] for _, w in self.touched())
        return {"ledger"} | ({"contacts"} if untold else set())

    def can_leap(self):
        """A wall that vibrates is moved by its velocity times the step."""
        return not any(w.amplitude for w in self.walls)

    def can_record(self, _message):
        return False

    @staticmethod
    def has_triangles(wall):
        return wall.aligned() is None or wall.moves()

    def note_deviations(self, finer):
        super().note_deviations(finer)
        self.realised["model"] = f"{self.tables.model} {self.tables.settings}"
        some = list(self.contact.values())
        if self.system["rotation"] and any(c["k_t"] and c["c_t"] for c in some):
            self.deviations.append("the tangential dashpot is not part of what Coulomb's law limits")
        if any(c["rolling_arm"] for c in some):
            self.deviations.append("rolling resistance is of constant size, also at small spin, and of the spring's force only")
        if any(self.has_triangles(w) for _, w in self.touched()):
            self.deviations.append("walls that move or are not along an axis are two triangles of finite size")

    def box(self):
        for command in super().box():
            if command.startswith("atom_style"):
                yield "atom_style granular"
            elif command.startswith("comm_modify"):
                yield "communicate single vel yes"
                yield "hard_particles yes"  # it refuses soft ones otherwise
            elif command.startswith("create_box"):
                yield f"create_box {len(self.kinds) + len(self.walls)} box"
            elif command.startswith("dimension"):
                yield "dimension 3"
            else:
                yield command

    def atoms(self):
        for command in super().atoms():
            if isinstance(command, str) and " mass " in command:
                k = int(command.split()[2]) - 1
                yield f"set type {k + 1} density {self.kinds[k]['mass'] / (4.0 / 3.0 * math.pi * self.kinds[k]['radius'] ** 3)!r}"
            else:
                yield command

    def forces(self):
        yield from self.tables.commands()
        yield f"pair_style gran {self.tables.model} {self.tables.settings}"
        yield "pair_coeff * *"
        yield from self.neighbours()
        yield "fix move free nve/sphere"
        yield from self.motions()

    def has_bins(self):
        return super().has_bins() or any(self.has_triangles(w) for _, w in self.touched())

    def locals(self):
        if "contacts" not in self.lacks:
            yield "compute pairs all pair/gran/local id force_normal force_tangential"
            for word in ("sum", "ave"):
                yield f"compute {word} all reduce {word} c_pairs[1]"

    def pairs_now(self):
        self.x = self.gather("x")
        total = self.lmp.scalar("sum")
        n = round(total / self.lmp.scalar("ave")) if total else 0  # how many rows there are it does not say otherwise
        for row in self.lmp.table("pairs", n, 9):
            yield round(row[0]) - 1, round(row[1]) - 1, row[3:6], row[6:9]

    def arms(self, i, j, distance):
        overlap = self.radius(i) + self.radius(j) - distance
        return self.radius(i) - 0.5 * overlap, self.radius(j) - 0.5 * overlap

    def walls_now(self):
        for w, wall in self.touched():
            d = wall.aligned()
            for tag, force in self.lmp.of_atoms(f"force_wall{w}", 3).items():
                if any(force):
                    yield tag - 1, w, force, [self.x[tag - 1][k] - wall.origin[k] if k == d else 0.0 for k in range(3)]

    def boundaries(self):
        meshes = []
        for w, wall in enumerate(self.walls):
            kind = len(self.kinds) + w + 1
            if wall.carries:
                continue
            if not self.has_triangles(wall):
                d = wall.aligned()
                yield (f"fix wall{w} all wall/gran {self.tables.model} store_force yes primitive type {kind} {'xyz'[d]}plane "
                       f"{wall.origin[d]!r} {self.tables.settings}")
                continue
            meshes.append(f"mesh{w}")
            yield f"fix mesh{w} all mesh/surface file {self.triangles(wall)} type {kind}"
            if wall.amplitude:
                a = " ".join(repr(wall.amplitude * c) for c in wall.direction)
                yield f"fix swing{w} all move/mesh mesh mesh{w} wiggle amplitude {a} period {2.0 * math.pi / wall.omega!r}"
            elif wall.moves():
                yield f"fix move{w} all move/mesh mesh mesh{w} linear " + " ".join(map(repr, wall.velocity))
        if meshes:
            yield (f"fix walls all wall/gran {self.tables.model} mesh n_meshes {len(meshes)} meshes {' '.join(meshes)} "
                   f"{self.tables.settings}")

    def triangles(self, wall):
        """A file with a square about the wall's origin."""
        x = [r[0:3] for r in self.rows]
        half = WIDE * max(max(max(p[d] for p in x) - min(p[d] for p in x) for d in range(3)), 8.0 * self.kinds[0]["radius"])
        z, smallest = wall.axis, min(range(3), key=lambda d: abs(wall.axis[d]))
        u = cross(z, [float(d == smallest) for d in range(3)])
        length = math.sqrt(sum(c * c for c in u))
        u = [c / length for c in u]
        v = cross(z, u)
        corner = [[o + half * (a * p + b * q) for o, p, q in zip(wall.origin, u, v)] for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        with tempfile.NamedTemporaryFile("w", suffix=".stl", delete=False) as file:
            file.write("solid wall\n")
            for three in ((0, 1, 2), (0, 2, 3)):
                file.write("facet normal {} {} {}\nouter loop\n".format(*z))
                file.writelines("vertex {!r} {!r} {!r}\n".format(*corner[k]) for k in three)
                file.write("endloop\nendfacet\n")
            file.write("endsolid wall\n")
        return file.name
