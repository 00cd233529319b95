"""One system of gravel in LIGGGHTS, a descendant of LAMMPS: what differs from ../lammps/simulation.py."""
import ctypes
import math

import law
import meshes
import surface
from session import Refused
from simulation import Simulation


class System(Simulation):
    has_disks = False  # all systems are three-dimensional, and nothing pushes out of the plane

    def check(self, message, options):
        refused = set()
        if not self.system["rotation"]:
            for kind in self.kinds:  # of what cannot turn the inertia is not asked
                kind["inertia"] = 0.4 * kind["mass"] * kind["radius"] ** 2
        for (a, b), c in self.contact.items():
            c["radius"] = self.reduced_radius(a, b)
        if any(self.system["periodic"]) and any(meshes.needed(w) for w in self.walls):
            refused.add("walls in a periodic box other than planes at rest along its sides")
        if self.system["dimension"] == 2 and self.system["rotation"]:
            refused.add("disks that turn")
        if any(k["attached"] for k in self.kinds) and any(c["beta"] and c["c"] for c in self.contact.values()):
            refused.add("attached particles with Hertz springs and dashpots")
        if refused:
            raise Refused(sorted(refused))
        super().check(message, options)
        self.meshes = self.make_meshes()
        self.tables = law.Tables(self.contact, len(self.kinds), len(self.walls), self.system["rotation"])

    def check_walls(self, refused):
        radius = max(k["radius"] for k in self.kinds)
        refused.update(f"{w.shape} walls with particles inside and outside" for _, w in self.touched()
                       if meshes.side(w, self.places_at_start(), radius) == 0)

    def places_at_start(self):
        return [r[0:3] for r in self.rows]

    def make_meshes(self):
        """Numbers of the walls of triangles, with their meshes."""
        places, radii, walls = self.places_at_start(), [k["radius"] for k in self.kinds], [(w, wall) for w, wall in self.touched() if meshes.needed(wall)]
        half, flat = self.half(), self.system["dimension"] == 2
        return [(w, meshes.Mesh(wall, places, radii, half, flat, len(walls) - 1)) for w, wall in walls]

    def find_surfaces(self, _refused):
        """Tables over types have the constants of walls."""
        return None

    def missing(self):
        """What walls of triangles push it does not tell by wall, and of no wall it tells the moments."""
        untold = any(meshes.needed(w) or self.system["rotation"] for _, w in self.touched())
        return {"ledger"} | ({"contacts"} if untold else set())

    def note_deviations(self, finer):
        super().note_deviations(finer)
        self.realised["model"] = f"{self.tables.model} {self.tables.settings}"
        some = list(self.contact.values())
        if self.system["rotation"] and any(c["k_t"] and c["c_t"] for c in some):
            self.deviations.append("the tangential dashpot is not part of what Coulomb's law limits")
        if any(c["rolling_arm"] for c in some):
            self.deviations.append("rolling resistance is of constant size, also at small spin, and of the spring's force only")
        self.deviations += [mesh.deviation() for _, mesh in self.meshes]

    def box(self):
        for command in super().box():
            if command.startswith("atom_style"):
                yield "atom_style granular"
            elif command.startswith("comm_modify"):
                yield "communicate single vel yes"
                yield "hard_particles yes"  # moduli above 1e9 Pa and below 5e6 Pa, which it refuses otherwise
                yield "soft_particles yes"
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
        return super().has_bins() or any(meshes.needed(w) for _, w in self.touched())

    def neighbours(self):
        """Walls of triangles are much wider than what they hold: as few bins as that allows, as each setup goes through all."""
        yield from super().neighbours()
        if any(meshes.needed(w) for _, w in self.touched()):
            some = 0.5 if self.system["dimension"] == 1 else meshes.WIDE * max(8.0, len(self.rows) ** (1.0 / 3.0))
            size = self.half() / some
            if size > 1.25 * max(k["radius"] for k in self.kinds):
                yield f"neigh_modify binsize {size!r}"
            most = max(2000, *(len(mesh.triangles) for _, mesh in self.meshes))  # near to a particle
            yield f"neigh_modify one {most} page {10 * most}"

    def half(self):
        """The half width of a wall of triangles, which beads on a line need in no other direction."""
        x = [r[0:2 if self.system["dimension"] == 1 else 3] for r in self.rows]
        extent = max(max(some) - min(some) for some in zip(*x))
        return meshes.WIDE * max(extent, 8.0 * max(k["radius"] for k in self.kinds))

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
            for tag, force in self.lmp.of_atoms(f"force_wall{w}", 3).items():
                if any(force):
                    yield tag - 1, w, force, surface.away(wall, self.x[tag - 1:tag] - wall.origin)[0].tolist()

    def boundaries(self):
        for w, wall in self.touched():
            if not meshes.needed(wall):
                yield (f"fix wall{w} all wall/gran {self.tables.model} store_force yes primitive type {self.type_of(w)} "
                       f"{meshes.words(wall, self.smallest())} {self.tables.settings}")
        for w, mesh in self.meshes:
            yield from mesh.make(f"mesh{w}", self.type_of(w))
        if self.meshes:
            names = " ".join(f"mesh{w}" for w, _ in self.meshes)
            yield f"fix walls all wall/gran {self.tables.model} mesh n_meshes {len(self.meshes)} meshes {names} {self.tables.settings}"
        for w, mesh in self.meshes:  # after the forces, as a setup takes the velocity from the meshes
            yield from mesh.motion(f"mesh{w}")

    def type_of(self, w):
        return len(self.kinds) + w + 1

    def smallest(self):
        return min(k["radius"] for k in self.kinds)
