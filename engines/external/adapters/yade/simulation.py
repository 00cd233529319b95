"""One system of gravel in YADE.

YADE's leapfrog has velocities half a step before the places.  The adapter takes half a kick back at the start and half a
kick on where gravel asks, so that both belong to one time, to second order."""
import math

import contacts
import flight
import law
import line
import numpy
import stride
from session import Refused
from wall import Wall, extent
from yade import utils, wrapper

SHAPES = ("plane", "rectangle", "segment", "line", "point")
BITS = 30   # of a mask, beside the one of all particles
SLACK = 1e-9  # of a radius, between beads that are in flight
FREE, ABSORBED = -1, -2  # beside the numbers of walls, what holds a particle
FAR = 1e3  # half the length of what is endless, in the largest extent of the system
PERIODS = 1000  # half of those that a wall covers


class Simulation:
    def __init__(self, message, rows, finer, stated):
        self.system, self.kinds = message["system"], message["kinds"]
        self.rows = [rows[k:k + 11] for k in range(0, len(rows), 11)]
        self.kind = [int(r[9]) for r in self.rows]
        self.held = [int(r[10]) for r in self.rows]
        self.captures, self.fresh = [], []
        self.walls = [Wall(w) for w in message["walls"]]
        self.contact = {tuple(c["between"]): c for c in message["contacts"]}
        for (a, b), c in self.contact.items():
            p = self.kinds[a]["radius"]
            c["radius"] = p if b < 0 else p * self.kinds[b]["radius"] / (p + self.kinds[b]["radius"])
        self.lacks = set()
        self.check(message)
        self.law = law.choose(self.met(), len(self.kinds), self.system["rotation"], stated)
        self.t, self.steps, self.deviations = 0.0, 0, self.law.deviations
        steps_per_contact = finer * message["options"]["steps_per_contact"]
        self.time_step = min(c["contact_time"] * min(1.0, math.sqrt(c["k"] / (3.5 * c["k_t"])) if c["k_t"] else 1.0)
                             for c in self.contact.values()) / steps_per_contact
        if finer != 1:
            self.deviations.append(f"{finer} times the steps_per_contact that the case states")
        self.realised = {"time_step": self.time_step, "law": self.law.name}
        self.block, self.leaps = max(1, int(steps_per_contact) // 2), True
        self.flight = flight.find(message, self.walls, [self.kinds[k]["radius"] for k in self.kind], SLACK)
        if self.flight is not None:
            self.realised["flights without contact"] = "one step"
        self.records = self.flight is not None and message["events"]
        self.start(message)
        self.watch = None
        if message["events"]:
            size = [self.kinds[k]["radius"] for k in self.kind]
            mass = [self.kinds[k]["mass"] for k in self.kind]
            self.watch = (contacts.Watch(size, mass, self.walls, contacts.Box(self.system), 0.0, *self.places()) if self.flight is None else
                          line.Line(size, mass, self.walls, 0.0, *self.places()))

    def met(self):
        """Contacts but those of attached particles with each other, unless walls carry them, and with walls, and those with walls that catch."""
        free, carried = self.free_kinds(), any(w.carries for w in self.walls)
        return {(a, b): c for (a, b), c in self.contact.items()
                if (b >= 0 or not self.walls[-1 - b].catches) and (a in free or b in free or (carried and b >= 0) or not free)}

    def free_kinds(self):
        return [k for k, kind in enumerate(self.kinds) if not kind["attached"]]

    def check(self, message):
        refused = set()
        if message["options"]["integrator"] != "velocity-verlet":
            refused.add("integrator " + message["options"]["integrator"])
        if any(c["contact_time"] is None for c in self.contact.values()):
            refused.add("contacts without a contact time")
        flat = self.system["dimension"] == 2  # where an orifice is a floor with a slot
        refused.update("walls of the shape " + w.shape for w in self.walls if w.shape not in (*SHAPES, *["orifice"] * flat) and not w.carries)
        if any(self.system["periodic"]) and any(w.aligned() is None or w.shape != "plane" for w in self.walls):
            refused.add("walls in a periodic box other than planes along its sides")
        if any(w.spin and w.shape in ("rectangle", "orifice") for w in self.walls):
            refused.add("rectangles and slots that turn")
        if ABSORBED in self.held:
            refused.add("particles that are gone from the start")
        if message["events"] and len(self.rows) > contacts.LARGEST:
            self.lacks.add("events")
            message["events"] = False
        if self.system["rotation"] and any(c["c_t"] for c in self.contact.values()):
            self.lacks.add("contacts")  # YADE does not keep the tangential dashpot's part
        if refused:
            raise Refused(sorted(refused))

    def start(self, message):
        self.yade = wrapper.Omega()
        low, high = self.system["low"], self.system["high"]
        self.extent = extent([r[0:3] for r in self.rows] + [w.origin for w in self.walls], max(k["radius"] for k in self.kinds))
        periodic = self.system["periodic"]
        # YADE's cell begins at 0, where a plane across it would not be found.
        self.shift = [-a if p else 0.5 * FAR * self.extent if any(periodic) else 0.0 for a, p in zip(low, periodic)]
        if any(periodic):
            # Its cell is periodic in all directions: where the box is not, it is so long that nothing meets its image.
            self.yade.periodic = True
            self.yade.cell.setBox(*(b - a if p else FAR * self.extent
                                    for a, b, p in zip(low, high, periodic)))
        constants, force = self.law.functors()
        self.masks()
        self.particles = [self.particle(k, r) for k, r in zip(self.kind, self.rows)]
        self.carried = [(r[0:3], state, self.walls[held]) for r, state, held in zip(self.rows, self.particles, self.held) if held >= 0]
        bodies = {i: [body for material, mask in self.parts[i].items() for body in self.wall(w, mask, material)]
                  for i, w in enumerate(self.walls) if not w.carries}
        self.planes = [(self.walls[i], [body.state for body in some]) for i, some in bodies.items()]
        self.wall_of = [i for i, some in bodies.items() for _ in some]  # of every body after the particles
        self.nets = [(w, some) for w, some in bodies.items() if self.walls[w].catches]
        self.servos = [(w, some) for w, some in bodies.items() if self.walls[w].servo is not None]
        self.newton = wrapper.NewtonIntegrator(damping=0.0, gravity=self.system["gravity"], warnNoForceReset=False)
        # The forces come last, as the same sequence of moves and forces goes on, so that those of the present can be told.
        self.yade.engines = [
            self.newton, wrapper.ForceResetter(),
            wrapper.InsertionSortCollider([wrapper.Bo1_Sphere_Aabb(), wrapper.Bo1_Wall_Aabb(), wrapper.Bo1_Box_Aabb()],
                                          # The first contacts are looked for along an axis across which no body is longer than a period.
                                          sortAxis=periodic.index(False) if False in periodic else 0, allowBiggerThanPeriod=True),
            wrapper.InteractionLoop(
                [wrapper.Ig2_Sphere_Sphere_ScGeom(), wrapper.Ig2_Wall_Sphere_ScGeom(hertzian=True), wrapper.Ig2_Box_Sphere_ScGeom()],
                [constants], [force])]
        self.place_walls(0.0)
        self.yade.dt = 1e-12 * self.time_step  # Mindlin's law divides by it
        self.yade.step()  # of no length: the forces of the start
        self.behind = 0.0

    def masks(self):
        """A wall is a body for each material that it has, which meets the kinds of particles that this material is for: these share
        a bit of the mask.  Bit 0: all particles."""
        groups, self.parts = {}, {}
        for i, wall in enumerate(self.walls):
            kinds = {}
            for k in range(len(self.kinds)) if not wall.carries else ():
                if (-1 - i, k) in self.law.number:
                    kinds.setdefault(self.law.number[-1 - i, k], set()).add(k)
            if wall.catches:  # its force has no effect: any material serves
                kinds = {self.law.number[k]: set(self.free_kinds()) for k in self.free_kinds()[:1]}
            self.parts[i] = {m: 2 << groups.setdefault(frozenset(some), len(groups)) for m, some in kinds.items()}
        if len(groups) > BITS:
            raise Refused([f"walls with different constants for more than {BITS} kinds of particles"])
        self.mask = [1 + sum(2 << bit for some, bit in groups.items() if k in some) for k in range(len(self.kinds))]

    def particle(self, k, row):
        kind = self.kinds[k]
        body = utils.sphere([a + s for a, s in zip(row[0:3], self.shift)], kind["radius"], material=self.law.number[k])
        blocked = {1: "xy", 2: "y", 3: ""}[self.system["dimension"]]
        turning = {1: "", 2: "Y", 3: "XYZ"}[self.system["dimension"]] if self.system["rotation"] else ""
        body.state.blockedDOFs = "xyzXYZ" if kind["attached"] else blocked + "".join(a for a in "XYZ" if a not in turning)
        body.state.mass, body.state.inertia = kind["mass"], [kind["inertia"]] * 3
        body.state.vel, body.state.angVel = row[3:6], row[6:9]
        body.mask = 1 if kind["attached"] else self.mask[k]  # what is attached touches no wall
        self.yade.bodies.append(body)
        return body.state

    def wall(self, wall, mask, material):
        """The bodies that make the wall."""
        bodies = self.slot(wall, material) if wall.shape == "orifice" else [self.body(wall, material)]
        for body in bodies:
            body.mask = mask
            self.yade.bodies.append(body)
        return bodies

    def slot(self, wall, material):
        """A floor to each side of it."""
        place, along, half = wall(0.0)[0], [-wall.axis[2], 0.0, wall.axis[0]], 0.5 * FAR * self.extent
        return [utils.box([p + side * (wall.radius + half) * a for p, a in zip(place, along)], (half, half, 0.0),
                          orientation=frame(wall.axis, along), fixed=True, material=material) for side in (1.0, -1.0)]

    def body(self, wall, material):
        place = [a + s for a, s in zip(wall(0.0)[0], self.shift)]
        d = wall.aligned()
        if wall.shape == "plane" and d is not None and not self.yade.periodic:
            return utils.wall(place, axis=d, material=material)
        if self.yade.periodic:
            # With a Wall, which has no end, the collider sorts for ever.  A box covers more periods than a particle crosses while it
            # touches, as YADE keeps the image that met the box, and less than the length where there is no period.
            half = [(PERIODS + 0.6 if p else 0.45) * s for s, p in zip(self.yade.cell.size, self.system["periodic"])]
            middle = [x if c == d else 0.5 * s for c, (x, s) in enumerate(zip(place, self.yade.cell.size))]
            return utils.box(middle, [0.0 if c == d else h for c, h in enumerate(half)], fixed=True, material=material)
        # A box without thickness: Ig2_Box_Sphere_ScGeom looks for its point that is nearest.
        half = {"plane": (FAR * self.extent, FAR * self.extent, 0.0), "line": (0.0, 0.0, FAR * self.extent),
                "segment": (0.0, 0.0, 0.5 * wall.length), "point": (0.0, 0.0, 0.0),
                "rectangle": (0.5 * wall.length, 0.5 * wall.width, 0.0)}[wall.shape]
        return utils.box(place, half, orientation=frame(wall.axis, wall.edge), fixed=True, material=material)

    # While it runs

    def place_walls(self, t):
        for wall, states in self.planes:
            for state in states:
                state.vel, state.angVel = wall(t)[1], wall.turning(t)
        for place, state, wall in self.carried:
            state.vel, state.angVel = wall.carried(place, t)[1], wall.turning(t)

    def ways(self, t, dt, n):
        """Of every wall that moves as it is told, and of what it carries, the states and what tells their velocities step by step.  These are
        the mean ones of a step, which end at the right place."""
        return ([(states, wall.steps(t, dt, n)) for wall, states in self.planes if is_led(wall)] +
                [([state], wall.carried_steps(place, t, dt, n)) for place, state, wall in self.carried if is_led(wall)])

    def lag(self, time):
        """Velocities belong to the time `time` before that of the places, by the present forces."""
        if time == self.behind:
            return
        g, h = self.system["gravity"], self.behind - time
        for b, (state, kind) in enumerate(zip(self.particles, self.kind)):
            free = [a not in state.blockedDOFs for a in "xyzXYZ"]
            f, m, inertia = self.yade.forces.f(b), self.yade.forces.t(b), self.kinds[kind]["inertia"]
            state.vel = [v + h * (f[d] / state.mass + g[d]) * free[d] for d, v in enumerate(state.vel)]
            state.angVel = [w + h * m[d] / inertia * free[3 + d] for d, w in enumerate(state.angVel)]
        self.behind = time

    def places(self):
        # Number by number: numpy takes ten times as long for YADE's vectors.
        if self.system["dimension"] == 1:
            x, v = numpy.array([r[0:3] for r in self.rows]), numpy.zeros((len(self.rows), 3))
            x[:, 2], v[:, 2] = [p.pos[2] - self.shift[2] for p in self.particles], [p.vel[2] for p in self.particles]
            return x, v
        rows = numpy.array([(x[0], x[1], x[2], v[0], v[1], v[2]) for x, v in ((p.pos, p.vel) for p in self.particles)])
        return rows[:, 0:3] - self.shift, rows[:, 3:6]

    def go(self, t, dt, n):
        """Take n steps of dt from t on."""
        self.lag(0.5 * dt)
        self.yade.dt, self.dt = dt, dt
        ways, step, particles = self.ways(t, dt, n), self.yade.step, self.particles
        self.record, self.fresh = [[p.pos[2] for p in particles]] if self.records else [], []
        for k in range(n):
            for states, way in ways:
                velocity, spin = next(way)
                for state in states:
                    state.vel = velocity
                    if spin:
                        state.angVel = spin
            step()
            if self.records:
                self.record.append([p.pos[2] for p in particles])
            if self.nets:
                ways += self.catch(t + (k + 1) * dt, n - k - 1)
            if self.servos:
                self.push(t + (k + 1) * dt)
        self.steps += n
        if dt > 1.5 * self.time_step:  # the step of a flight: a velocity of half of it before is far from that of its end
            self.lag(0.0)

    def catch(self, t, left):
        """Particles that touch a sticky or absorbing wall at t are attached or leave, and forces are those without their contacts that
        end.  The ways of these particles for the steps that are left."""
        some = [(min(i.id1, i.id2), w) for w, bodies in self.nets for body in bodies for i in body.intrs()]
        ways, before = [], len(self.captures)
        for a, w in some:
            if self.held[a] == FREE:
                self.captures.append([a, w, t])
                ways += self.hold(a, w, t, left)
        if len(self.captures) > before:
            self.fresh += [(a, self.held[a] == ABSORBED) for a, _, _ in self.captures[before:]]
            self.yade.dt = 1e-12 * self.time_step
            self.yade.step()
            self.yade.dt = self.dt
        return ways

    def hold(self, a, w, t, left):
        wall, state = self.walls[w], self.particles[a]
        state.blockedDOFs = "xyzXYZ"
        if wall.touch == "absorb":
            self.held[a], state.vel, state.angVel = ABSORBED, (0, 0, 0), (0, 0, 0)
            self.yade.bodies.erase(a)
            return []
        self.held[a] = w
        self.kind[a] = self.kinds[self.kind[a]]["caught"]
        self.yade.bodies[a].mask, self.yade.bodies[a].material = 1, self.yade.materials[self.law.number[self.kind[a]]]
        place = wall.place_at_start([x - s for x, s in zip(state.pos, self.shift)], t)
        state.vel, state.angVel = wall.carried(place, t)[1], wall.turning(t)
        self.carried.append((place, state, wall))
        return [([state], wall.carried_steps(place, t, self.dt, left))] if is_led(wall) else []

    def push(self, t):
        """Planes under a force get the velocity of the step after t."""
        for w, bodies in self.servos:
            wall = self.walls[w]
            wall.push(sum((self.force_on(body) for body in bodies), utils.Vector3(0, 0, 0)), t, self.dt)
            for state in [body.state for body in bodies] + [state for _, state, carrier in self.carried if carrier is wall]:
                state.vel = wall(t)[1]

    def force_on(self, body):
        """Of free particles on a body of a wall: YADE keeps the contacts that a particle had when another wall caught it."""
        force = self.yade.forces.f(body.id)
        for i in body.intrs() if self.carried else ():
            if self.held[min(i.id1, i.id2)] != FREE:
                push = i.phys.normalForce + i.phys.shearForce
                force += push if i.id1 == body.id else -push
        return force

    def recorded(self):
        """Velocities are those of YADE, of half a step before, to rounding: it moves bodies by them."""
        z = numpy.array(self.record)[:, :, None]
        return z[1:], numpy.diff(z, axis=0) / self.dt

    def advance(self, end):
        events = stride.advance(self, end)
        self.place_walls(end)
        self.lag(0.0)
        return events

    def states(self):
        x, v = (a.tolist() for a in self.places())
        return [c for row in zip(x, v, self.particles) for c in (*row[0], *row[1], *row[2].angVel)]

    def kick(self, velocities):
        for k, state in enumerate(self.particles):
            state.vel = [v + dv for v, dv in zip(state.vel, velocities[3 * k:3 * k + 3])]

    def contacts_now(self):
        rows = []
        for i in self.yade.interactions:
            row = self.contact_row(i) if i.isReal else None
            rows += row or []
        return rows

    def contact_row(self, interaction):
        """None for two that are attached and do not touch in gravel."""
        a, b = sorted((interaction.id1, interaction.id2))
        force = interaction.phys.normalForce + interaction.phys.shearForce  # on the second body
        if a == interaction.id1:
            force = -force
        place, point = self.particles[a].pos, interaction.geom.contactPoint
        if b >= len(self.particles):  # walls come after the particles
            if self.held[a] != FREE:
                return None
            number = self.wall_of[b - len(self.particles)]
            arm = point - place
            return [float(a), float(-1 - number), *(-arm), *force, *arm.cross(force), 0.0, 0.0, 0.0]
        held = self.held[a], self.held[b]
        if min(held) >= 0 and (held[0] == held[1] or not all(self.walls[h].carries for h in held)):
            return None
        size = self.kinds[self.kind[a]]["radius"], self.kinds[self.kind[b]]["radius"]
        depth, n = interaction.geom.penetrationDepth, interaction.geom.normal
        n = -n if a == interaction.id1 else n  # from b to a
        arms = [r - 0.5 * depth for r in size]
        return [float(a), float(b), *(n * sum(arms)), *force, *(n * -arms[0]).cross(force), *(n * arms[1]).cross(-force)]

    def counters(self):
        return {"steps": self.steps, "time_step": self.time_step}


def is_led(wall):
    """It moves, in a way that is prescribed."""
    return wall.servo is None and not wall.rests()


def frame(axis, edge):
    """The rotation that turns z into `axis` and x into `edge`, or anywhere across where there is none."""
    z = utils.Vector3(axis)
    x = utils.Vector3(edge) if any(edge) else z.cross(utils.Vector3(*((1, 0, 0) if abs(z[0]) < 0.9 else (0, 1, 0))))
    x.normalize()
    y = z.cross(x)
    turn = utils.Matrix3(x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2])
    return utils.Quaternion(turn)
