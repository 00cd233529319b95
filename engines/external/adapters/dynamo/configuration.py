"""DynamO's configuration file: XML, in units of the smallest diameter, the lightest mass, and a time."""
import math
import xml.etree.ElementTree as xml

FAR = 1e9   # diameters
CELLS = 4   # along each side of a list of neighbours, at least


class Configuration:
    """Of a system in the axes of DynamO: `x`, `v`, `w` are rows of three numbers a particle, `kind` numbers."""

    def __init__(self, system, kinds, walls, contacts, options, time):
        self.system, self.kinds, self.walls, self.contacts, self.options = system, kinds, walls, contacts, options
        self.length, self.time, self.mass = 2.0 * min(k["radius"] for k in kinds), time, min(k["mass"] for k in kinds)
        self.rough = system["rotation"]

    def vector(self, parent, name, v, unit):
        xml.SubElement(parent, name, {axis: repr(float(c / unit)) for axis, c in zip("xyz", v)})

    def ids(self, parent, kind, of_kind):
        """A list is gone through for every two particles; those of a kind mostly follow each other."""
        ids = [i for i, k in enumerate(of_kind) if k == kind]
        if ids == list(range(ids[0], ids[-1] + 1)):
            xml.SubElement(parent, "IDRange", Type="Ranged", Start=str(ids[0]), End=str(ids[-1]))
            return
        some = xml.SubElement(parent, "IDRange", Type="List")
        for i in ids:
            xml.SubElement(some, "ID", val=str(i))

    def extent(self, x):
        """The sides of its box, which is periodic on every axis or on none: where ours is not, nothing comes to the end.  A flat system
        needs no more than a thickness; one in which cells fit along every side has a list of neighbours."""
        cell, system = 2.0 * max(k["radius"] for k in self.kinds), self.system
        closed = [self.closed(d, x, cell) for d in range(3)]
        is_whole = all(p or flat or c for p, flat, c in zip(system["periodic"], system["flat"], closed))
        other = (CELLS + 1) * cell if is_whole else FAR * self.length
        sides = [side if p else c or other for side, p, c in zip(system["sides"], system["periodic"], closed)]
        return sides, is_whole and min(sides) >= CELLS * cell

    def closed(self, d, x, margin):
        """A side of the box, whose middle is the origin, that contains two planes with all spheres between them; 0 without such planes."""
        planes = [w for w in self.walls if w.shape == "plane" and w.aligned() == d and not any(w.velocity) and not w.table]
        places, heights = [w.origin[d] for w in planes], [place[d] for place in x]
        is_between = any(p < min(heights) for p in places) and any(p > max(heights) for p in places)
        return 2.0 * max(abs(w.origin[d]) + abs(w.amplitude) + margin for w in planes) if is_between else 0.0

    def tree(self, x, v, w, of_kind):
        root = xml.Element("DynamOconfig", version="1.5.0")
        simulation = xml.SubElement(root, "Simulation")
        sides, has_cells = self.extent(x)
        scheduler = xml.SubElement(simulation, "Scheduler", Type="NeighbourList" if has_cells else "Dumb")
        xml.SubElement(scheduler, "Sorter", Type="BoundedPQMinMax3")
        self.vector(simulation, "SimulationSize", sides, self.length)
        genus = xml.SubElement(simulation, "Genus")
        for k, kind in enumerate(self.kinds):
            words = {"Type": "Point", "Name": f"kind{k}", "Mass": repr(kind["mass"] / self.mass)}
            if self.rough:
                words.update(Type="SphericalTop", InertiaConstant=repr(kind["inertia"] / (kind["mass"] * self.length ** 2)))
            self.ids(xml.SubElement(genus, "Species", **words), k, of_kind)
        self.boundary(simulation)
        xml.SubElement(simulation, "Topology")
        self.interactions(simulation, of_kind)
        self.locals(simulation, x, of_kind)
        xml.SubElement(simulation, "Globals")
        xml.SubElement(simulation, "SystemEvents")
        self.dynamics(simulation)
        xml.SubElement(xml.SubElement(root, "Properties"), "Property", Type="PerParticle", Name="D", Units="Length")
        self.particles(xml.SubElement(root, "ParticleData"), x, v, w, of_kind)
        return xml.ElementTree(root)

    def boundary(self, simulation):
        if self.system["shear_rate"]:
            xml.SubElement(simulation, "BC", Type="LE", DXD="0", Rate=repr(self.system["shear_rate"] * self.time))
        else:
            xml.SubElement(simulation, "BC", Type="PBC" if any(self.system["periodic"]) else "None")

    def dynamics(self, simulation):
        """DynamO has the rule for collisions soon after another one beside gravity, which may be 0."""
        has_gravity = any(self.system["gravity"]) or self.options.get("tc")
        dynamics = xml.SubElement(simulation, "Dynamics", Type="NewtonianGravity" if has_gravity else "Newtonian")
        if has_gravity:
            self.vector(dynamics, "g", self.system["gravity"], self.length / self.time ** 2)
        if self.system["slow"]:
            dynamics.set("ElasticV", repr(self.system["slow"] * self.time / self.length))
        if self.options.get("tc"):
            dynamics.set("tc", repr(self.options["tc"] / self.time))

    def interactions(self, simulation, of_kind):
        interactions = xml.SubElement(simulation, "Interactions")
        for c in (c for c in self.contacts if c["between"][1] >= 0):
            a, b = c["between"]
            words = {"Elasticity": repr(c["restitution"]), "Diameter": "D", "Name": f"contact{a}x{b}"}
            if self.rough:
                words["TangentialElasticity"] = repr(c["tangential_restitution"])
            some = xml.SubElement(interactions, "Interaction", Type="HardSphere", **words)
            pairs = xml.SubElement(some, "IDPairRange", Type="Pair" if a != b else "Single")
            for kind in (a, b) if a != b else (a,):
                self.ids(pairs, kind, of_kind)

    def locals(self, simulation, x, of_kind):
        """A wall for each kind that touches it."""
        places = xml.SubElement(simulation, "Locals")
        for c in (c for c in self.contacts if c["between"][1] < 0):
            a, wall = c["between"][0], self.walls[-1 - c["between"][1]]
            words = {"Elasticity": repr(c["restitution"]), "Name": f"contact{a}x{c['between'][1]}"}
            some = xml.SubElement(places, "Local", **words)
            self.ids(some, a, of_kind)
            if wall.shape == "plane":
                self.plane(some, wall, c, x)
            else:
                self.cylinder(some, wall, x)

    def plane(self, some, wall, c, x):
        """The normal of a rough one points to the spheres."""
        if self.rough:
            radius = self.kinds[c["between"][0]]["radius"] / self.length
            some.attrib.update(Type="RoughWall", TangentialElasticity=repr(c["tangential_restitution"]), Radius=repr(radius), Render="0")
        else:
            some.attrib.update(Type="Wall", Diameter="D")
        self.vector(some, "Norm", wall.axis, math.copysign(1.0, side(wall, x)))
        self.vector(some, "Origin", wall.origin, self.length)
        if wall.moving:
            self.motion(some, wall)

    def motion(self, some, wall):
        """For moving_plane.hpp."""
        words = {"Amplitude": wall.amplitude / self.length, "Omega": wall.omega * self.time, "Phase": wall.phase}
        motion = xml.SubElement(some, "Motion", {name: repr(value) for name, value in words.items()})
        self.vector(motion, "Velocity", wall.velocity, self.length / self.time)
        self.vector(motion, "Direction", wall.direction, 1.0)
        for t, shift in wall.table:
            xml.SubElement(motion, "Knot", t=repr(t / self.time), shift=repr(shift / self.length))

    def cylinder(self, some, wall, x):
        """A negative radius: the spheres are inside."""
        radius = side(wall, x) * wall.radius if wall.shape == "cylinder" else 0.0
        some.attrib.update(Type="Cylinder", ParticleDiameter="D", CylinderRadius=repr(radius / self.length))
        self.vector(some, "Axis", wall.axis, 1.0)
        self.vector(some, "Origin", wall.origin, self.length)

    def particles(self, data, x, v, w, of_kind):
        if self.rough:
            data.set("OrientationData", "Y")
        for i, kind in enumerate(of_kind):
            particle = xml.SubElement(data, "Pt", ID=str(i), D=repr(2.0 * self.kinds[kind]["radius"] / self.length))
            self.vector(particle, "P", x[i], self.length)
            self.vector(particle, "V", v[i], self.length / self.time)
            if self.rough:
                xml.SubElement(particle, "U", x="0", y="0", z="0", w="1")
                self.vector(particle, "O", w[i], 1.0 / self.time)


def side(wall, x):
    """1 or -1: the side of a plane, or of a cylinder's surface, on which every place is; 0 where they are on both."""
    arms = [[p - o for p, o in zip(place, wall.start)] for place in x]
    heights = [sum(a * c for a, c in zip(arm, wall.axis)) for arm in arms]
    if wall.shape == "cylinder":
        heights = [math.sqrt(max(sum(a * a for a in arm) - h * h, 0.0)) - wall.radius for arm, h in zip(arms, heights)]
    sides = {math.copysign(1.0, h) for h in heights}
    return sides.pop() if len(sides) == 1 else 0.0
