"""Values of reference/literature/primitives_touch.yaml: a sphere that falls on each primitive, which moves and holds or
absorbs it, or oscillates, or holds it while it oscillates or turns.  Independent of engines/ and reference/theory;
compares the file with what it computes, and the walls of these cases with the table of what each must have.

usage: primitives.py SOURCE"""
import math
import pathlib
import re
import sys

G, RADIUS, START, SIDE = 9.81, 0.4, 2.0, (0.3, 0.2)
VELOCITY, END = (0.5, -0.2, 0.25), 1.2
AMPLITUDE, RATE, PHASE, RESTITUTION = 0.05, 2.0 * math.pi * 0.5, 0.7, 0.8
away = math.hypot(*SIDE)
# Name: height of the contact curve's centre, distance of the sphere's centre from it at contact, distance aside, side.
WALLS = {
    "cylinder-end": (0.5, RADIUS, 0.5 - away, 1),
    "cylinder-inside": (0.0, 3.0 - RADIUS, SIDE[0], -1),
    "cylinder-outside": (0.0, 0.5 + RADIUS, SIDE[0], 1),
    "disk-edge": (0.0, RADIUS, away - 0.2, 1),
    "disk-face": (0.0, RADIUS, 0.0, 1),
    "line": (0.0, RADIUS, SIDE[0], 1),
    "plane": (0.0, RADIUS, 0.0, 1),
    "point": (0.0, RADIUS, away, 1),
    "rectangle-edge": (0.0, RADIUS, SIDE[0] - 0.1, 1),
    "rectangle-face": (0.0, RADIUS, 0.0, 1),
    "ring": (0.0, RADIUS, 0.6 - away, 1),
    "segment": (0.0, RADIUS, SIDE[1], 1),
    # Faces tilted by 3 in 4: a sphere stands on them as one of RADIUS/0.8^2 does on a point, RADIUS 0.6/0.8^2 aside.
    "cone-inside": (0.75 * (away - 1.0), RADIUS / 0.64, 0.6 * RADIUS / 0.64, 1),
    "cone-outside": (0.375 - 0.75 * away, RADIUS / 0.64, 0.6 * RADIUS / 0.64, 1),
    "cone-tip": (0.48, RADIUS, away, 1),
    "orifice-edge": (0.0, RADIUS, 0.6 - away, 1),
    "orifice-face": (0.0, RADIUS, 0.0, 1),
}
LEVEL = {"plane": -100.0, "orifice-edge": -200.0, "orifice-face": -300.0}  # of endless walls, clear of the others
OSCILLATING = ("cylinder-end", "disk-edge", "disk-face", "plane", "point", "rectangle-edge", "rectangle-face", "ring",
               "cone-inside", "cone-outside", "cone-tip", "orifice-edge", "orifice-face")
SPIN = 3.0
# Axis of those whose outline a turn about it leaves: y of these, z of the others.
AROUND_Y = ("cylinder-inside", "cylinder-outside", "line")
ROTATING = tuple(n for n in WALLS if not n.startswith(("rectangle", "segment")))


def height(wall):
    base, reach, aside, side = wall
    return base + side * math.sqrt(reach ** 2 - aside ** 2)


def root(f):
    """First zero of f that falls from above zero; f changes little in a millisecond."""
    high = 0.0
    while f(high) > 0.0:
        low, high = high, high + 1e-3
    for _ in range(100):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if f(middle) > 0.0 else (low, middle)
    return 0.5 * (low + high)


expected = {}
for place, (name, wall) in enumerate(WALLS.items(), 1):
    k = sorted(WALLS).index(name) + 1  # particles are in the order of the walls' names
    contact = root(lambda t: START - t - 0.5 * G * t * t - height(wall))  # the fall at 1 m/s, seen from the wall
    for touch, t in (("sticky", END), ("absorbing", contact)):
        expected[f"S1.{touch}.{name}.x"] = f"x.{k}", 10.0 * place + SIDE[0] + VELOCITY[0] * t
        expected[f"S1.{touch}.{name}.z"] = f"z.{k}", LEVEL.get(name, 0.0) + height(wall) + VELOCITY[2] * t
    if name in OSCILLATING:
        t = root(lambda t: START - t - 0.5 * G * t * t - height(wall) - AMPLITUDE * math.sin(RATE * t + PHASE))
        speed = 1.0 + G * t + AMPLITUDE * RATE * math.cos(RATE * t + PHASE)
        expected[f"S1.oscillating.{name}"] = f"contact_time.{name}", t
        expected[f"S1.oscillating.{name}.rebound"] = (
            f"rebound.{name}", RESTITUTION * speed * math.sqrt(1.0 - (wall[2] / wall[1]) ** 2))
        k = sorted(OSCILLATING).index(name) + 1
        expected[f"S1.sticky-oscillating.{name}.z"] = (
            f"z.{k}", LEVEL.get(name, 0.0) + height(wall) + AMPLITUDE * math.sin(RATE * END + PHASE))
    if name in ROTATING:
        k, turn = sorted(ROTATING).index(name) + 1, SPIN * (END - contact)
        arm = (height(wall), SIDE[0]) if name in AROUND_Y else SIDE  # (z, x) or (x, y)
        turned = (arm[0] * math.cos(turn) - arm[1] * math.sin(turn), arm[0] * math.sin(turn) + arm[1] * math.cos(turn))
        around_y = name in AROUND_Y
        expected[f"S1.sticky-rotating.{name}.x"] = f"x.{k}", 10.0 * place + turned[1 if around_y else 0]
        expected[f"S1.sticky-rotating.{name}.{'z' if around_y else 'y'}"] = (
            (f"z.{k}", turned[0]) if around_y else (f"y.{k}", turned[1]))

path = pathlib.Path(sys.argv[1]) / "reference/literature/primitives_touch.yaml"
found = {i: (q, float(v)) for i, q, v in re.findall(
    r"- id: (\S+)\n.*\n    quantity: (\S+)\n    value: (\S+)", path.read_text())}
wrong = [i for i in sorted(expected.keys() | found.keys())
         if i not in found or i not in expected or found[i][0] != expected[i][0]
         or abs(found[i][1] - expected[i][1]) > 1e-12 * max(1.0, abs(expected[i][1]))]
for i in wrong:
    print(f"{i}: found {found.get(i)}, computed {expected.get(i)}")
# Shape x motion x touch: every primitive stands in every case that it fits (the table in cases/README.md).
TABLE = {"": WALLS, "-moving": WALLS, "-oscillating": WALLS, "-rotating": ROTATING, "-sticky": WALLS, "-absorbing": WALLS,
         "-sticky-oscillating": OSCILLATING, "-sticky-rotating": ROTATING}
for case, names in TABLE.items():
    text = (pathlib.Path(sys.argv[1]) / f"cases/walls/walls-primitives{case}.yaml").read_text()
    differs = set(re.findall(r"^  - \{name: ([\w-]+), shape", text, re.M)) ^ set(names)
    if differs:
        wrong.append(case)
        print(f"walls-primitives{case}: walls too many or missing: {', '.join(sorted(differs))}")
sys.exit(1 if wrong or not found else 0)
