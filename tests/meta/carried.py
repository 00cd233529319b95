"""Values of reference/literature/carried.yaml: spheres at walls that move in several ways at once, at spheres that such
walls carry, below walls, behind them and at absorbing ones.

Independent of engines/ and reference/theory: tests/meta/rigid.py has the flights and contacts.  Without --write it compares
the file with what it computes."""
import math

import derived
from rigid import Ball, FAR, STILL, TILTED, Wall, first_zero, on_carried, shot, stuck
from vectors import add, scale

# --- walls-combined: sphere k starts at AIM from wall k ---

AIM, AIMED, AIMED_SPIN, END = [0.9, 0.2, 2.0], [0.3, 0.0, -1.0], [2.0, -1.0, 3.0], 4.0
DRIFT, RISE = [0.5, -0.2, 0.0], [0.1, -0.2, 0.25]


def combined():
    return {
        "cone": Wall([0.0, 0.0, 20.0], ((0.5, -0.375), (1.5, 0.375)), velocity=RISE, amplitude=0.05, rate=0.6),
        "cylinder": Wall([20.0, 0.0, 20.0], ((1.2, -0.25), (1.2, 0.25)), velocity=RISE, amplitude=0.05, rate=0.6),
        "disk": Wall([40.0, 0.0, 20.0], ((0.0, 0.0), (3.0, 0.0)), TILTED, RISE, 0.05, rate=0.6, ramp=4.0),
        "drum": Wall([60.0, 0.0, 20.0], ((3.0, -FAR), (3.0, FAR)), [0.0, 1.0, 0.0], RISE, rate=-0.6),
        "floor-lifted": Wall([0.0, 0.0, -20.0], velocity=RISE, amplitude=0.05),
        "floor-oblique": Wall([0.0, 0.0, -40.0], velocity=RISE, amplitude=0.05, direction=[0.6, 0.0, 0.8], rate=0.6),
        "floor-shaken": Wall([0.0, 0.0, -60.0], velocity=DRIFT, amplitude=0.1, direction=[0.0, 1.0, 0.0], rate=-0.6, ramp=1.0),
        "floor-starting": Wall([0.0, 0.0, -80.0], velocity=RISE, rate=0.6, ramp=4.0),
        "floor-turning": Wall([0.0, 0.0, -100.0], velocity=DRIFT, rate=0.6),
        "orifice": Wall([0.0, 0.0, -120.0], ((1.4, 0.0), (FAR, 0.0)), velocity=RISE, amplitude=0.05, rate=0.6),
        "rectangle": Wall([100.0, 0.0, 20.0], ("rectangle", 2.0, 1.5), velocity=RISE, amplitude=0.05, rate=0.6, edge=[0.6, 0.8, 0.0]),
        "ring": Wall([120.0, 0.0, 20.0], ((1.0, 0.0), (1.0, 0.0)), TILTED, DRIFT, 0.05, rate=0.6),
        "sticky": Wall([0.0, 0.0, -140.0], velocity=RISE, amplitude=0.05, phase=1.5, direction=[0.6, 0.0, 0.8], rate=0.6, ramp=3.0),
    }


# --- walls-attached-moving: a sphere that each of these walls carries, and one that meets it ---

CARRIED, FREE, PULL = 0.2, 0.1, [0.2, -0.1, -0.5]
HELD_AT, MEETS_FROM, MEETS, MEETS_SPIN, MEETS_END = [0.8, 0.1, 1.0], [0.6, 0.3, 2.0], [0.3, -0.2, -1.0], [0.0, 3.0, 1.0], 1.6


def carriers():
    return {
        "belt": Wall([0.0, 0.0, -20.0], velocity=[0.2, -0.3, 0.0]),
        "lifted": Wall([0.0, 0.0, -40.0], amplitude=0.05),
        "oblique": Wall([0.0, 0.0, -60.0], velocity=RISE, amplitude=0.05, direction=[0.6, 0.0, 0.8]),
        "pivot": Wall([20.0, 0.0, 20.0], ((0.0, 0.0), (0.0, 0.0)), TILTED, RISE, 0.05, rate=0.1, ramp=1.5),
        "rising": Wall([0.0, 0.0, -80.0], velocity=RISE),
        "table": Wall([0.0, 0.0, -100.0], knots=[(0.0, 0.0), (0.4, 0.1), (1.5, -0.1)]),
        "turning": Wall([0.0, 0.0, -120.0], velocity=RISE, rate=0.1),
    }


# --- walls-attached-periodic: the free sphere meets the image of the held one beyond a side or an edge of the box ---

BOX, ACROSS_END = [2.0, 3.0, FAR], 1.1


def across_sides():
    """Wall, place of the held sphere, place and velocity of the free one."""
    forwards, back = [0.3, 0.2, -1.0], [-0.3, -0.2, -1.0]
    return {
        "belt": (Wall([0.0, 0.0, -20.0], velocity=[-0.2, 0.1, 0.0]), [0.1, 0.15, 1.0], [1.6, 2.95, 1.95], forwards),
        "corner": (Wall([0.0, 0.0, -40.0], velocity=[0.1, -0.2, 0.25]), [0.1, 0.15, 1.0], [1.7, 2.75, 1.9], forwards),
        "lifted": (Wall([0.0, 0.0, -60.0], amplitude=0.05), [0.1, 1.5, 1.0], [1.7, 1.1, 1.9], forwards),
        "low-side": (Wall([0.0, 0.0, -80.0], velocity=[0.0, 0.0, 0.25], amplitude=0.05), [1.9, 2.85, 1.0], [0.2, 0.1, 2.0], back),
        "rising": (Wall([0.0, 0.0, -100.0], velocity=[0.0, 0.0, 0.25]), [1.0, 0.15, 1.0], [0.75, 2.95, 2.0], forwards),
        "still": (Wall([0.0, 0.0, -120.0]), [0.1, 1.5, 1.0], [1.7, 1.1, 1.9], forwards),
    }


# --- walls-lids: parallel planes, met from the side to which the axis points or from behind, from above or below ---

FALL, LIDS_END = [0.0, 0.0, -9.81], 0.5
ABOVE, BELOW = ([0.6, 0.2, 1.0], [0.3, 0.0, -1.0]), ([-0.6, -0.2, -1.0], [1.0, 0.5, 5.0])


def lids():
    """Wall and the start of its sphere."""
    behind, places = scale(-1.0, TILTED), [scale(20.0 * k, TILTED) for k in range(8)]
    return {
        "floor": (Wall(places[0], axis=TILTED, amplitude=0.05, frequency=2.0), ABOVE),
        "floor-behind": (Wall(places[1], axis=behind, amplitude=0.05, frequency=2.0), ABOVE),
        "floor-behind-drifting": (Wall(places[2], axis=behind, velocity=RISE, amplitude=0.05, frequency=2.0), ABOVE),
        "floor-behind-oblique": (Wall(places[3], axis=behind, amplitude=0.05, frequency=2.0, direction=[0.6, 0.0, 0.8], rate=0.6), ABOVE),
        "lid": (Wall(places[4], axis=behind, amplitude=0.05, frequency=2.0), BELOW),
        "lid-behind": (Wall(places[5], axis=TILTED, amplitude=0.05, frequency=2.0), BELOW),
        "lid-behind-drifting": (Wall(places[6], axis=TILTED, velocity=RISE, amplitude=0.05, frequency=2.0), BELOW),
        "lid-behind-oblique": (Wall(places[7], axis=TILTED, amplitude=0.05, frequency=2.0, direction=[0.6, 0.0, 0.8], rate=0.6), BELOW),
    }


# --- walls-moving-bizon, -power: the restitution depends on the speed of approach to the wall ---

SPEED_OF_LAW = 1.1
LAWS = {"bizon": lambda v: 1.0 - 0.3 * min(1.0, v / SPEED_OF_LAW) ** 0.75, "power": lambda v: 1.0 - 0.3 * (v / SPEED_OF_LAW) ** 0.2}


def walls_of_law():
    return {
        "disk": Wall([0.0, 0.0, 20.0], ((0.0, 0.0), (3.0, 0.0)), TILTED, RISE, 0.05, rate=0.6),
        "falling": Wall([0.0, 0.0, -20.0], velocity=[0.5, -0.2, -0.25]),
        "lifted": Wall([0.0, 0.0, -40.0], amplitude=0.05),
        "rising": Wall([0.0, 0.0, -60.0], velocity=[0.5, -0.2, 0.3]),
    }


# --- walls-plate-moving: two beads above a plate, one dimension ---

PLATES = {"rising": (0.0, 0.25), "falling": (0.003, -0.2), "swinging": (0.01, 0.25)}  # amplitude at 10 Hz, velocity
BEADS, BEADS_END = ((0.3, -0.2, 1.0), (0.5, -0.5, 0.5)), 0.4  # height of the centre, velocity, mass; the radius is 0.05


def on_plate(amplitude, velocity, e_plate, e_pair, g=-9.81, radius=0.05):
    """Beads after all their contacts, and how many these were."""
    wall = Wall([0.0, 0.0, 0.0], velocity=[0.0, 0.0, velocity], amplitude=amplitude, frequency=10.0)
    (z1, v1, m1), (z2, v2, m2) = BEADS
    now, contacts = 0.0, 0
    while True:
        def plate(t, z=z1, v=v1, since=now):
            return z + v * (t - since) + 0.5 * g * (t - since) ** 2 - radius - wall.place(t)[2]

        met = first_zero(plate, BEADS_END, now + 1e-9, 1e-4)
        pair = now + (z2 - z1 - 2.0 * radius) / (v1 - v2) if v1 > v2 else math.inf
        t = min(met or math.inf, pair, BEADS_END)
        z1, z2 = (z + v * (t - now) + 0.5 * g * (t - now) ** 2 for z, v in ((z1, v1), (z2, v2)))
        v1, v2, now = v1 + g * (t - now), v2 + g * (t - now), t
        if t == BEADS_END:
            return {"z.1": z1, "vz.1": v1, "z.2": z2, "vz.2": v2}, contacts
        contacts += 1
        if t == met:
            v1 += (1.0 + e_plate) * (wall.speed(t)[2] - v1)
        else:
            change = (1.0 + e_pair) * (v1 - v2) / (m1 + m2)
            v1, v2 = v1 - m2 * change, v2 + m1 * change


# --- walls-undersides: sphere k comes from below to parts of wall k that have negative coordinates ---

FROM_BELOW, UPWARDS, UNDERSIDES_END = [-0.3, -0.2, -2.0], [0.1, -0.02, 1.0], 5.0


def undersides():
    def round_wall(k, ends, axis=None):
        return Wall([20.0 * k, 0.0, 20.0], ends, axis)

    y = [0.0, 1.0, 0.0]
    return {
        "cone-rim": round_wall(0, ((0.5, -0.375), (1.5, 0.375))),
        "cone-side": round_wall(1, ((0.8, -0.375), (0.3, 0.375)), y),
        "cylinder-inside": round_wall(2, ((2.6, -0.5), (2.6, 0.5)), y),
        "cylinder-rim": round_wall(3, ((0.5, -0.5), (0.5, 0.5))),
        "cylinder-side": round_wall(4, ((0.5, -0.4), (0.5, 0.4)), y),
        "cylinder-tilted": round_wall(5, ((0.3, -0.3), (0.3, 0.3)), TILTED),
        "disk": round_wall(6, ((0.0, 0.0), (0.15, 0.0)), TILTED),
        "orifice": Wall([0.0, 0.0, -40.0], ((0.3, 0.0), (FAR, 0.0))),
        "point": round_wall(7, ((0.0, 0.0), (0.0, 0.0))),
        "rectangle-first": Wall([160.0, 0.0, 20.0], ("rectangle", 0.05, 1.0), edge=[1.0, 0.0, 0.0]),
        "rectangle-other": Wall([180.0, 0.0, 20.0], ("rectangle", 1.0, 0.05), edge=[1.0, 0.0, 0.0]),
        "ring": round_wall(10, ((0.15, 0.0), (0.15, 0.0))),
        "segment": round_wall(11, ((0.0, -0.05), (0.0, 0.05)), [0.6, 0.8, 0.0]),
    }


# --- walls-late: as walls-attached-moving, when hundreds of thousands of events of another sphere have passed ---

LATE_END = 2.0


CEILING = Wall([0.0, 0.0, -98.25], ((0.0, 0.0), (3.0, 0.0)))


def turned_back(start):
    """The sphere that has left the ceiling, on its straight way as it would have begun at the time 0."""
    ball = shot(CEILING, Ball(start, [0.3, -0.2, 1.0], MEETS_SPIN, FREE), LATE_END)
    return Ball(add(ball.x, ball.v, -LATE_END), ball.v, ball.w, FREE)


def late():
    """Wall, whether it carries a sphere, and the start of the free one, which a ceiling turns back in one of them."""
    return {
        "lifted": (Wall([0.0, 0.0, -20.0], amplitude=0.05), True, [0.3, 0.5, 2.7]),
        "returned": (Wall([0.0, 0.0, -100.0], amplitude=0.05), True, [0.2, 0.45, 0.45]),
        "sticky": (Wall([0.0, 0.0, -80.0], velocity=RISE, amplitude=0.05, rate=0.6), False, [0.3, 0.5, 2.0]),
        "struck": (Wall([0.0, 0.0, -40.0], amplitude=0.05, rate=0.6, ramp=3.0), False, [0.3, 0.5, 1.6]),
        "turning": (Wall([0.0, 0.0, -60.0], rate=0.2, ramp=3.0), True, [0.4, 0.4, 2.7]),
    }


# --- walls-absorbing-row: one sphere meets an absorbing wall, another comes after it through its place ---

DISK_FALLS = -0.2
FIRST, FIRST_MOVES = [0.0, 0.0, 1.0], [0.1, 0.0, -1.0]
AFTER_IT, AFTER_MOVES = [0.2, 0.1, 1.9], [-0.1, -0.05, -1.0]
PASSES, PASSING = [1.6, 0.0, 0.15], [-1.0, 0.02, 0.0]


def absorbed(start, velocity, radius, wall_velocity=0.0):
    """Where a sphere is when it touches a level wall from above, which moves from the height 0 on."""
    t = (start[2] - radius) / (wall_velocity - velocity[2])
    return Ball(add(start, velocity, t), STILL, STILL, radius)


def absorbing_row():
    """Final states in the order of the particles; large spheres are absorbed first, small ones come after them."""
    end, x = 2.5, [1.0, 0.0, 0.0]
    level, apart = [40.0, 0.0, 20.0], scale(10.0, x)
    on_floor = (absorbed(FIRST, FIRST_MOVES, 0.2), absorbed(AFTER_IT, AFTER_MOVES, 0.1))
    on_disk = (absorbed(FIRST, FIRST_MOVES, 0.2, DISK_FALLS), Ball(add(PASSES, PASSING, end), PASSING, STILL, 0.1))
    places = ((on_floor, STILL), (on_floor[::-1], apart), (on_disk, level), (on_disk[::-1], add(level, apart)))
    return [Ball(add(b.x, place), b.v, STILL, b.radius) for pair, place in places for b in pair]


MOTION = ("vx", "vy", "vz", "wx", "wy", "wz")
SHOWN = {"combined": (*MOTION, "x", "z"), "lids": ("vx", "vy", "vz", "z"), "undersides": ("vx", "vy", "vz"), "wall-law.bizon": ("vx", "vz"),
         "wall-law.power": ("vx", "vz"), "carried": (*MOTION, "z"), "across": MOTION, "late": (*MOTION, "x", "z")}
HELD = {"carried": ("x", "z", "vx"), "across": ("z",), "late": ("x", "z")}
RULE = "collision rule at the velocity that the wall's material has where and when the sphere meets it"
HOLDS = "moves with the wall from the touch on"
RIDES = "collision rule with a sphere of infinite mass that the wall carries"


def shots():
    """(topic, wall, ball)"""
    def ball(wall, offset, velocity):
        return Ball(add(wall.origin, offset), velocity, AIMED_SPIN, 0.4)

    for name, wall in combined().items():
        meet = stuck if name == "sticky" else shot
        yield "combined", name, meet(wall, ball(wall, AIM, AIMED), END)
    for name, (wall, start) in lids().items():
        yield "lids", name, shot(wall, ball(wall, *start), LIDS_END, g=FALL)
    for name, wall in undersides().items():
        yield "undersides", name, shot(wall, ball(wall, FROM_BELOW, UPWARDS), UNDERSIDES_END)
    for law, restitution in LAWS.items():
        for name, wall in walls_of_law().items():
            yield f"wall-law.{law}", name, shot(wall, ball(wall, AIM, AIMED), END, restitution)


def pairs():
    """(topic, wall, free sphere, held one)"""
    for name, wall in carriers().items():
        free = Ball(add(wall.origin, MEETS_FROM), MEETS, MEETS_SPIN, FREE)
        yield "carried", name, *on_carried(wall, add(wall.origin, HELD_AT), CARRIED, free, MEETS_END, g=PULL)
    for name, (wall, held, start, velocity) in across_sides().items():
        free = Ball(add(wall.origin, start), velocity, MEETS_SPIN, FREE)
        yield "across", name, *on_carried(wall, add(wall.origin, held), CARRIED, free, ACROSS_END, g=PULL, box=BOX)
    for name, (wall, carries, start) in late().items():
        free = Ball(add(wall.origin, start), MEETS, MEETS_SPIN, FREE)
        if name == "returned":
            free = turned_back(free.x)
        if carries:
            yield "late", name, *on_carried(wall, add(wall.origin, HELD_AT), CARRIED, free, LATE_END)
        else:
            yield "late", name, (stuck if name == "sticky" else shot)(wall, free, LATE_END), None


def references():
    """Spheres are in the order of the walls' names; a held one stands before the free one that meets it."""
    numbers = {}

    def rows(topic, name, ball, shown, where):
        numbers[topic] = numbers.get(topic, 0) + 1
        for q, value in ball.components(shown).items():
            yield f"D.{topic}.{name}.{q}", f"{q}.{numbers[topic]}", value, where

    for topic, name, ball in shots():
        yield from rows(topic, name, ball, SHOWN[topic], HOLDS if name == "sticky" else RULE)
    for topic, name, free, held in pairs():
        if held is not None:
            yield from rows(topic, f"{name}.held", held, HELD[topic], "carried by the wall")
        yield from rows(topic, name, free, SHOWN[topic], HOLDS if name == "sticky" else RULE if held is None else RIDES)
    for name, (amplitude, velocity) in PLATES.items():
        values, contacts = on_plate(amplitude, velocity, 0.8, 0.6)
        assert contacts == 4
        for q, value in values.items():
            yield f"D.plate-moving.{name}.{q}", q, value, "parabolas between collisions at the plate's velocity"
    for k, ball in enumerate(absorbing_row(), 1):
        for q, value in ball.components(("x", "z", "vx", "vz")).items():
            yield f"D.absorbing-row.{q}.{k}", f"{q}.{k}", value, "straight flight, to the touch of the wall where there is one"
    # The floor takes two spheres of 0.5 kg and two of 1 kg at 1 m/s, each disk one of 0.5 kg at 1 m/s less its own speed, in 2.5 s.
    for name, momentum in (("floor", 2.0 * (0.5 + 1.0) * 1.0), ("disk", 0.5 * (1.0 + DISK_FALLS))):
        yield (f"D.absorbing-row.force.{name}", f"wall_force.{name}", momentum / 2.5,
               "an absorbed sphere gives the wall its momentum, as seen from the wall, over the time")


if __name__ == "__main__":
    derived.main("carried", __doc__, ((name, "walls", *rest) for name, *rest in references()))
