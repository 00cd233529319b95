"""Inelastic hard spheres in DynamO: a configuration file in, one out, and the events that its plugin `Trajectory` writes.

Lengths are in diameters of the smallest sphere.  That plugin writes four decimals of the time, whose unit is therefore 1e-6 of that in
which the fastest sphere covers a diameter."""
import math
import os
import re
import subprocess
import tempfile
import xml.etree.ElementTree as xml

from session import Refused

NUMBER = r"-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?"
FAR = 1e9  # diameters
VECTOR = rf"Vector\{{({NUMBER}),({NUMBER}),({NUMBER})\}}"


def dot(a, b):
    return sum(p * q for p, q in zip(a, b))


class Simulation:
    realised, deviations, lacks = {"program": "dynarun"}, [], set()

    def __init__(self, message, rows):
        self.system, self.kinds, self.walls = message["system"], message["kinds"], message["walls"]
        self.rows = [rows[k:k + 11] for k in range(0, len(rows), 11)]
        self.kind = [int(r[9]) for r in self.rows]
        self.of_kind = [[i for i, k in enumerate(self.kind) if k == kind] for kind in range(len(self.kinds))]
        self.restitution = {tuple(c["between"]): c["restitution"] for c in message["contacts"]}
        self.check(message)
        self.told, self.collisions, self.t = message["events"], 0, 0.0
        self.mass = [self.kinds[k]["mass"] for k in self.kind]
        self.unit_mass = min(self.mass)
        size = 2.0 * min(k["radius"] for k in self.kinds)
        fastest = math.sqrt(max(dot(r[3:6], r[3:6]) for r in self.rows))
        g = math.sqrt(dot(self.system["gravity"], self.system["gravity"]))
        self.length, self.time = size, 1e-6 * size / max(fastest, math.sqrt(g * size), 1e-300)
        self.middle = [0.5 * (a + b) if p else 0.0 for a, b, p in zip(self.system["low"], self.system["high"], self.system["periodic"])]
        self.x = [[c - m for c, m in zip(r[0:3], self.middle)] for r in self.rows]
        self.v = [list(r[3:6]) for r in self.rows]
        self.folder = tempfile.TemporaryDirectory()

    def check(self, message):
        system, refused = self.system, set()
        if message["options"].get("tc", 0.0) > 0.0:
            refused.add("collisions without loss soon after another one (tc)")
        if message["options"].get("growth", 0.0) > 0.0:
            refused.add("spheres that grow")
        if any(w["shape"] != "plane" or any(w["motion"]["velocity"]) or w["motion"]["amplitude"] or w["motion"]["table"] for w in self.walls):
            refused.add("walls other than planes at rest")
        if system["rotation"]:
            refused.add("rotation")
        if any(k["attached"] for k in self.kinds):
            refused.add("attached particles")
        if any(e is None for e in self.restitution.values()):
            refused.add("contacts without a restitution")
        if refused:
            raise Refused(sorted(refused))

    # The configuration file

    def vector(self, parent, name, v, unit):
        xml.SubElement(parent, name, {axis: repr(c / unit) for axis, c in zip("xyz", v)})

    def ids(self, parent, kind):
        some = xml.SubElement(parent, "IDRange", Type="List")
        for i in self.of_kind[kind]:
            xml.SubElement(some, "ID", val=str(i))

    def configuration(self):
        periodic = self.system["periodic"]
        root = xml.Element("DynamOconfig", version="1.5.0")
        simulation = xml.SubElement(root, "Simulation")
        scheduler = xml.SubElement(simulation, "Scheduler", Type="NeighbourList" if all(periodic) else "Dumb")
        xml.SubElement(scheduler, "Sorter", Type="BoundedPQMinMax3")
        # Its boxes are periodic on every axis or on none: where ours is not, nothing comes to the end.
        extent = [b - a if p else FAR * self.length for a, b, p in zip(self.system["low"], self.system["high"], periodic)]
        self.vector(simulation, "SimulationSize", extent, self.length)
        genus = xml.SubElement(simulation, "Genus")
        for k, kind in enumerate(self.kinds):
            self.ids(xml.SubElement(genus, "Species", Type="Point", Name=f"kind{k}", Mass=repr(kind["mass"] / self.unit_mass)), k)
        xml.SubElement(simulation, "BC", Type="PBC" if any(periodic) else "None")
        xml.SubElement(simulation, "Topology")
        self.contacts(simulation)
        xml.SubElement(simulation, "Globals")
        xml.SubElement(simulation, "SystemEvents")
        falling = any(self.system["gravity"])
        dynamics = xml.SubElement(simulation, "Dynamics", Type="NewtonianGravity" if falling else "Newtonian")
        if falling:
            self.vector(dynamics, "g", self.system["gravity"], self.length / self.time ** 2)
        xml.SubElement(root, "Properties")
        data = xml.SubElement(root, "ParticleData")
        for i, (x, v) in enumerate(zip(self.x, self.v)):
            particle = xml.SubElement(data, "Pt", ID=str(i))
            self.vector(particle, "P", x, self.length)
            self.vector(particle, "V", v, self.length / self.time)
        return xml.ElementTree(root)

    def contacts(self, simulation):
        interactions, places = xml.SubElement(simulation, "Interactions"), xml.SubElement(simulation, "Locals")
        for (a, b), e in self.restitution.items():
            size = 2.0 * self.kinds[a]["radius"] if b < 0 else self.kinds[a]["radius"] + self.kinds[b]["radius"]
            words = {"Elasticity": repr(e), "Diameter": repr(size / self.length), "Name": f"contact{a}x{b}"}
            if b >= 0:
                some = xml.SubElement(interactions, "Interaction", Type="HardSphere", **words)
                pairs = xml.SubElement(some, "IDPairRange", Type="Pair" if a != b else "Single")
                for kind in (a, b) if a != b else (a,):
                    self.ids(pairs, kind)
            else:
                wall = xml.SubElement(places, "Local", Type="Wall", **words)
                self.ids(wall, a)
                self.vector(wall, "Norm", self.walls[-1 - b]["axis"], 1.0)
                self.vector(wall, "Origin", self.walls[-1 - b]["origin"], self.length)

    # While it runs

    def advance(self, end):
        folder, begin = self.folder.name, self.t
        self.configuration().write(f"{folder}/in.xml")
        words = [os.environ["DYNARUN"], "in.xml", "-o", "out.xml", "--out-data-file", "data.xml", "--unwrapped", "-s", "1", "-f", repr((end - begin) / self.time)]
        done = subprocess.run(words + (["-L", "Trajectory"] if self.told else []), cwd=folder, text=True, capture_output=True, check=False)
        if done.returncode != 0:
            raise RuntimeError(f"dynarun: {done.stderr[-400:]}")
        tree = xml.parse(f"{folder}/out.xml")
        for i, particle in enumerate(tree.find("ParticleData")):
            self.x[i] = [float(particle.find("P").get(axis)) * self.length for axis in "xyz"]
            self.v[i] = [float(particle.find("V").get(axis)) * self.length / self.time for axis in "xyz"]
        self.t = end
        self.collisions += sum(int(e.get("Count")) for e in xml.parse(f"{folder}/data.xml").iter("Entry") if e.get("Event") in ("CORE", "WALL"))
        return self.events(begin) if self.told else None

    def events(self, begin):
        """Rows of what the plugin wrote; velocities there are those after the event."""
        found, t = [], begin
        with open(f"{self.folder.name}/trajectory.out", encoding="ascii") as lines:
            for line in lines:
                time = re.search(rf", t=({NUMBER}), dt=", line)
                if time:
                    t = begin + float(time[1]) * self.time
                if "2PEvent" in line:
                    found.append(self.pair(t, line))
                elif "1PEvent" in line and "Type=WALL" in line:
                    found.append(self.wall(t, line))
        return found

    def numbers(self, line, name, unit):
        return [float(c) * unit for c in re.search(rf"{name}={VECTOR}", line).groups()]

    def pair(self, t, line):
        i, j = (int(re.search(rf"p{k}=\s*(\d+)", line)[1]) for k in (1, 2))
        speed = self.length / self.time
        d, after = self.numbers(line, "post-r12", self.length), self.numbers(line, "post-v12", speed)
        change = self.numbers(line, "delP1", speed * self.unit_mass)
        n = [c / math.sqrt(dot(d, d)) for c in d]
        reduced = self.mass[i] * self.mass[j] / (self.mass[i] + self.mass[j])
        rebound, impulse = dot(after, n), abs(dot(change, n))
        return self.row(t, i, j, n, impulse / reduced - rebound, rebound, impulse, reduced)

    def wall(self, t, line):
        i, speed = int(re.search(r"p1=\s*(\d+)", line)[1]), self.length / self.time
        x, after, before = self.numbers(line, "pos", self.length), self.numbers(line, "vel", speed), self.numbers(line, "oldvel", speed)
        near = [(abs(abs(dot([a - b for a, b in zip(x, w["origin"])], w["axis"])) - self.kinds[self.kind[i]]["radius"]), k)
                for k, w in enumerate(self.walls)]
        k = min(near)[1]
        axis = self.walls[k]["axis"]
        n = axis if dot([a - b for a, b in zip(x, self.walls[k]["origin"])], axis) > 0.0 else [-c for c in axis]
        return self.row(t, i, -1 - k, n, -dot(before, n), dot(after, n), self.mass[i] * dot([a - b for a, b in zip(after, before)], n), self.mass[i])

    def row(self, t, i, j, n, approach, rebound, impulse, mass):
        return [t, 0.0, i, j, *n, max(approach, 1e-300), rebound, impulse, 0.5 * mass * (approach * approach - rebound * rebound), 0.0]

    def kick(self, velocities):
        self.v = [[c + velocities[3 * k + d] for d, c in enumerate(v)] for k, v in enumerate(self.v)]

    def states(self):
        return [c for x, v, r in zip(self.x, self.v, self.rows) for c in (*(a + b for a, b in zip(x, self.middle)), *v, *r[6:9])]

    def counters(self):
        return {"events": self.collisions}
