"""Spheres that fall on walls of every shape, in gravel and in a code of somebody else: what tests of adapters share."""
import pathlib
import sqlite3

# Spheres fall on each shape, at its face or its edge; bodies of revolution turn, and the plates move, too.
primitives = """\
name: primitives
family: tests
title: A sphere falls on each shape
asks: Is each shape where it is in gravel?
source: {key: S1, where: "Sec. 2"}
dimension: DIMENSION
gravity: [0, 0, -9.81]
particles: {count: 13, radius: 0.4, mass: 1.0}
material: {law: linear, restitution: 1.0, contact_time: 5.0e-4, rotation: true, tangential_stiffness: 0.2857142857, friction: 0.2}
walls:
WALLS
prepare:
  aimed: {offset: [0.3, OFFSET, 2.0], velocity: [0, 0, -1]}
run: {time: 0.9, samples: 2}
engines: {md: {steps_per_contact: STEPS}}
measure: [final_state]
"""
shapes = ["cylinder, length: 1.0, radius: 0.5, rotation: {rate: 3, ramp: 1.0}", "cylinder, axis: [0, 1, 0], radius: 2.45, rotation: {rate: 3}",
          "cylinder, axis: [0, -1, 0], radius: 0.5, motion: {velocity: [0.1, 0, 0.2]}", "disk, radius: 0.2, rotation: {rate: 3}",
          "disk, radius: 1.0, motion: {amplitude: 0.01, frequency: 3}", "ring, radius: 0.6, rotation: {rate: 3}", "line, axis: [0, 1, 0]", "point",
          "rectangle, edge: [1, 0, 0], length: 0.2, width: 2.0, motion: {table: \"t x\\n0 0\\n0.4 0.1\\n1 0\"}", "segment, axis: [1, 0, 0], length: 2.0",
          "cone, radius: 0.5, radius_end: 1.5, length: 0.75, rotation: {rate: 3}", "cone, axis: [0, 0, -1], radius: 0.3, radius_end: 1.0, length: 0.75",
          "orifice, radius: 0.6, rotation: {rate: 3}"]


# A drum speeds up; a sphere that is attached to its inside hits one that falls.
drum = """\
name: drum
family: tests
title: A sphere in a drum that carries another one
asks: Does what is attached turn with the drum?
source: {key: S1, where: "Sec. 2"}
dimension: 3
gravity: [0, 0, -9.81]
particles:
  - {name: held, count: 1, radius: 0.3, mass: 1.0}
  - {name: free, count: 1, radius: 0.4, mass: 1.0}
material: {law: linear, restitution: 1.0, contact_time: 5.0e-4, rotation: true, tangential_stiffness: 0.2857142857, friction: 0.2}
walls:
  - {name: drum, shape: cylinder, axis: [0, 1, 0], radius: 2.0, rotation: {rate: 2, ramp: 0.5}, contact: {rule: restitution, restitution: 1.0, friction: 0.2}}
prepare: {list: {rows: "x y z vx vy vz omegax omegay omegaz species attached\\n-1.6 0.1 -0.6 0 0 0 0 0 0 held 0\\n-1.0 0 1.0 0 0 0 0 0 0 free -1\\n"}}
run: {time: 0.9, samples: 3}
engines: {md: {steps_per_contact: 50}}
measure: [final_state]
"""


# A bead that bounces three times, of a law that states constants: the dashpot is Tsuji's, and no restitution is told.
tsuji = """\
name: tsuji
family: tests
title: A bead bounces on a floor
asks: Is a dashpot the same at each bounce?
source: {key: S3, where: "App. C"}
dimension: 1
gravity: [0, 0, -9.81]
particles: {count: 1, radius: 2.5e-3, density: 4000.0}
material: {law: taguchi, stiffness: 1.0e+7, damping: 5.0, reference_velocity: 1.0}
walls:
  - {name: floor, shape: plane, contact: {rule: same-force-constants}}
prepare: {list: {rows: "x y z\\n0 0 0.02"}}
run: {time: 0.3, samples: 30}
engines: {md: {steps_per_contact: 400}}
measure: [final_state]
"""


class Thrower:
    """`run` calls gravel with arguments; `engine` is the code."""

    def __init__(self, run, engine):
        self.run, self.engine = run, engine

    def thrown(self, dimension, steps=100):
        """How many spheres met a shape, and the largest difference of velocities and spins from gravel's.  Walls that turn are for three dimensions."""
        contact = "contact: {rule: restitution, restitution: 1.0, friction: 0.2}"
        some = [shape if dimension == 3 else shape.split(", rotation")[0] for shape in shapes]
        walls = [f"  - {{name: w{k:02d}, shape: {shape}, origin: [{10 * k}, 0, {-100 * (shape[:7] == 'orifice')}], {contact}}}" for k, shape in enumerate(some)]
        text = primitives.replace("WALLS", "\n".join(walls)).replace("DIMENSION", str(dimension)).replace("STEPS", str(steps))
        own, far, worst = self.compared(f"primitives-{dimension}", text.replace("OFFSET", "0.2" if dimension == 3 else "0"))
        return sum(own[f"vz.{k}"] > -9.0 for k in range(1, len(shapes) + 1)), far, worst  # a sphere that met nothing has -9.83 m/s

    def compared(self, name, text):
        """Observables of md, and the velocity or spin in which the code is off by most, with how much."""
        pathlib.Path(f"{name}.yaml").write_text(text)
        found = []
        for engine in ("md", self.engine):
            done = self.run("run", f"{name}.yaml", "--engine", engine, "--store", f"{name}-{engine}.sqlite", "-q")
            assert done.returncode == 0, done
            with sqlite3.connect(f"{name}-{engine}.sqlite") as records:
                found.append(dict(records.execute("SELECT name, value FROM observables")))
        own, other = found
        return own, *max((abs(own[what] - other[what]), what) for what in own if what[0] in "vw")
