"""Walls of LAMMPS whose particles decide what becomes of them: sticky and absorbing ones, and planes under a force.  The adapter looks at the contacts that
LAMMPS has with them between runs: these have one step where a particle may touch a wall that catches it, or where a plane is under a force.

A particle that is caught leaves all groups but one: `held`, which moves as it is told and feels no force, or `gone`, which is in no list of neighbours."""
import math

import numpy
import surface

FREE, ABSORBED = -1, -2  # beside the numbers of walls, what holds a particle
FASTER = 3.0             # what a collision may make of the largest speed
GROUPS = 2


class Reacting:
    def __init__(self, code):
        self.code, self.held_here = code, []  # of each particle that was caught and not absorbed: number, wall, place at t = 0
        self.nets = [(w, wall) for w, wall in code.touched() if wall.catches]
        self.servos = [(w, wall) for w, wall in code.touched() if wall.servo is not None]
        self.radius = numpy.array([code.radius(i) for i in range(len(code.rows))])
        self.pull = math.sqrt(sum(g * g for g in code.system["gravity"]))

    def __bool__(self):
        return bool(self.nets or self.servos)

    def commands(self):
        if self.nets:
            yield "group held subtract all all"
            yield "group gone subtract all all"
            yield "neigh_modify exclude group gone all"
            yield "fix held held nve/noforce"

    def start(self, lmp):
        self.lmp = lmp
        names = lmp.available_ids("group")
        self.bit = {name: 1 << names.index(name) for name in ("held", "gone")} if self.nets else {}

    def go(self, t, dt, n):
        done = 0
        while done < n:
            begin = t + done * dt
            some = min(n - done, self.clear(begin, dt)) if self.nets and not self.servos else 1
            self.lead(begin, dt, some)
            self.code.run(some)
            done += some
            self.tell(t + done * dt)
            if self.nets and some == 1:
                self.catch(t + done * dt)
            for w, wall in self.servos:
                wall.push(self.code.surfaces.force_on(w), t + done * dt, dt)
                self.code.surfaces.steer(w, wall)

    def rows(self):
        """Where each particle is in LAMMPS' arrays."""
        return numpy.argsort(self.lmp.numpy.extract_atom("id"))

    def clear(self, t, dt):
        """Steps in which no free particle touches a wall that catches it, or what such a wall moves unevenly; at least one, and at most half a contact's."""
        rows, held = self.rows(), numpy.array(self.code.held)
        x, v = (self.lmp.numpy.extract_atom(name)[rows] for name in "xv")
        free, speed = held == FREE, FASTER * math.sqrt((v * v).sum(axis=1).max())
        if not free.any():
            return self.code.block
        time = math.inf
        for _, wall in self.nets:
            d = surface.away(wall, x[free] - wall(t)[0])
            time = min(time, self.time((numpy.sqrt((d * d).sum(axis=1)) - self.radius[free]).min(), speed + wall.fastest()))
        for i, wall, _ in self.held_here:
            if is_uneven(wall):
                d = x[free] - x[i]
                time = min(time, self.time((numpy.sqrt((d * d).sum(axis=1)) - self.radius[free]).min() - self.radius[i], speed + wall.fastest()))
        return max(1, min(self.code.block, int(min(time / dt, self.code.block))))

    def time(self, gap, speed):
        """In which a gap may close, of bodies with this speed of approach and gravity."""
        return 2.0 * gap / max(speed + math.sqrt(speed * speed + 2.0 * self.pull * gap), 1e-300) if gap > 0.0 else 0.0

    def lead(self, t, dt, n):
        """What is held gets the mean velocity of the next n steps."""
        moved = [(i, wall, place) for i, wall, place in self.held_here if not wall.rests()]
        if moved:
            rows, v = self.rows(), self.lmp.numpy.extract_atom("v")
            for i, wall, place in moved:
                v[rows[i]] = [(b - a) / (n * dt) for a, b in zip(wall.carried(place, t)[0], wall.carried(place, t + n * dt)[0])]

    def tell(self, t):
        """Velocities and spins at t of what is held."""
        moved = [(i, wall, place) for i, wall, place in self.held_here if not wall.rests()]
        if moved:
            rows, v, spin = self.rows(), self.lmp.numpy.extract_atom("v"), self.lmp.numpy.extract_atom("omega", dim=3)
            for i, wall, place in moved:
                v[rows[i]], spin[rows[i]] = wall.carried(place, t)[1], wall.turning(t)

    def catch(self, t):
        """What touches a sticky or absorbing wall at t is held or gone; LAMMPS sets its lists and forces up again."""
        code, fresh = self.code, []
        tags = self.lmp.numpy.extract_atom("id")
        for w, _, touching, _ in code.surfaces.touching(self.nets):
            for row in touching.tolist():
                i = int(tags[row]) - 1
                if code.held[i] == FREE:
                    self.hold(row, i, w, t)
                    fresh.append((i, code.held[i] == ABSORBED))
        if fresh:
            code.fresh, code.set_up = code.fresh + fresh, False

    def hold(self, row, i, w, t):
        code, wall = self.code, self.code.walls[w]
        arrays = self.lmp.numpy
        x, v, mask, types = (arrays.extract_atom(name) for name in ("x", "v", "mask", "type"))
        spin = arrays.extract_atom("omega", dim=3)
        code.captures.append([i, w, t])
        absorbed = wall.touch == "absorb"
        code.held[i] = ABSORBED if absorbed else w
        mask[row] = 1 | self.bit["gone" if absorbed else "held"]  # bit 0: all
        v[row], spin[row] = 0.0, 0.0
        if not absorbed:
            code.kind[i] = code.kinds[code.kind[i]]["caught"]
            types[row] = code.kind[i] + 1
            place = wall.place_at_start(x[row].tolist(), t)
            v[row], spin[row] = wall.carried(place, t)[1], wall.turning(t)
            self.held_here.append((i, wall, place))


def is_uneven(wall):
    """Its velocity, or that of what it carries, changes."""
    return wall.spin != 0.0 or wall.amplitude != 0.0 or bool(wall.table)
