"""What adapters in Python share (engines/external/adapters/shared): flights, contacts on a line, and the steps from sample to sample.
A code of a few lines, beads with springs above a floor that vibrates, stands for those of others.  Prints TAP.
usage: external_shared.py SOURCE_ROOT"""
import math
import os
import pathlib
import random
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import tap  # noqa: E402

try:
    import numpy
except ImportError:
    print("1..0 # SKIP: numpy is not installed")
    sys.exit(0)

sys.path.append(str(pathlib.Path(sys.argv[1]).resolve() / "engines/external/adapters/shared"))
import contacts  # noqa: E402
import flight  # noqa: E402
import line  # noqa: E402
import stride  # noqa: E402
import surface  # noqa: E402
from wall import Wall  # noqa: E402

G, SPRING, RADIUS = -9.81, 1e5, 0.05
STILL = {"velocity": [0, 0, 0], "amplitude": 0.0, "direction": [0, 0, 1], "angular_frequency": 0.0, "phase": 0.0, "table": [], "spin": 0.0, "ramp": 0.0}


def wall(shape, motion=STILL, **more):
    return Wall({"name": "wall", "shape": shape, "touch": "bounce", "servo": None, "origin": [0, 0, 0], "axis": [0, 0, 1], "edge": [1, 0, 0], "radius": 0.0,
                 "radius_end": 0.0, "length": 0.0, "width": 0.0, "motion": motion, **more})


def floor(**motion):
    return wall("plane", {**STILL, **motion})


VIBRATING = floor(amplitude=0.01, angular_frequency=30.0, phase=0.3)


def found(walls, slack=flight.SLACK):
    message = {"system": {"dimension": 1, "periodic": [False] * 3, "gravity": [0, 0, G]}, "kinds": [{"attached": False}], "contacts": [{"range": 0.0}]}
    return flight.find(message, walls, [RADIUS] * 5, slack)


class Beads:
    """Velocity Verlet of five beads."""
    n, time_step, block, leaps, records, fresh = 5, 1e-4, 5, True, False, ()

    def __init__(self, flies, watch=None):
        self.z, self.v, self.t, self.steps = [0.06 + 0.15 * k for k in range(self.n)], [0.1 * (-1) ** k for k in range(self.n)], 0.0, 0
        self.flight, self.watch = found([VIBRATING]) if flies else None, None
        if watch is contacts.Watch:
            box = contacts.Box({"periodic": [False] * 3, "low": [0] * 3, "high": [0] * 3, "shear_rate": 0.0})
            self.watch = watch([RADIUS] * self.n, [1.0] * self.n, [VIBRATING], box, 0.0, *self.places())
        elif watch is not None:
            self.watch = watch([RADIUS] * self.n, [1.0] * self.n, [VIBRATING], 0.0, *self.places())

    def force(self, t):
        f = [G] * self.n
        for k in range(self.n):
            below = self.z[k - 1] if k > 0 else VIBRATING(t)[0][2] - RADIUS
            push = SPRING * max(0.0, 2.0 * RADIUS - (self.z[k] - below))
            f[k] += push
            if k > 0:
                f[k - 1] -= push
        return f

    def go(self, t, dt, n):
        self.told = []
        for k in range(n):
            f = self.force(t + k * dt)
            self.z = [z + v * dt + 0.5 * a * dt * dt for z, v, a in zip(self.z, self.v, f)]
            self.v = [v + 0.5 * (a + b) * dt for v, a, b in zip(self.v, f, self.force(t + (k + 1) * dt))]
            self.told.append(self.places())
        self.steps += n

    def recorded(self):
        return (numpy.array([places[k] for places in self.told]) for k in range(2))

    def places(self):
        x, v = numpy.zeros((2, self.n, 3))
        x[:, 2], v[:, 2] = self.z, self.v
        return x, v


def a_flight_ends_just_before_the_first_contact():
    rng = random.Random(7)
    for wall in (floor(), VIBRATING, floor(velocity=[0, 0, 0.4])):
        for _ in range(40):
            z = numpy.zeros((5, 3))
            z[:, 2] = numpy.cumsum([rng.uniform(0.11, 0.3) for _ in range(5)])
            v = numpy.zeros((5, 3))
            v[:, 2] = [rng.gauss(0.0, 1.0) for _ in range(5)]
            clear = found([wall]).clear(0.2, 9.0, z, v)
            touch = next(t for t in numpy.arange(0.0, 9.0, 1e-4) if gap(wall, 0.2, t, z[:, 2], v[:, 2]) <= 0.0)
            assert touch - 2e-3 * touch - 2e-4 <= clear <= touch, (clear, touch)


def gap(wall, begin, t, z, v):
    now = z + v * t + 0.5 * G * t * t
    return min(now[0] - wall(begin + t)[0][2] - RADIUS, min(numpy.diff(now)) - 2.0 * RADIUS)


def no_flight_where_something_touches_or_is_held():
    x, v = Beads(True).places()
    assert found([VIBRATING]).clear(0.0, 9.0, x, v) > 0.0
    x[1, 2] = x[0, 2] + 1.9 * RADIUS
    assert found([VIBRATING]).clear(0.0, 9.0, x, v) == 0.0
    # What is about to part may still touch for the code.
    x, v = Beads(True).places()
    x[0, 2], v[0, 2] = VIBRATING(0.0)[0][2] + (1.0 + 1e-8) * RADIUS, VIBRATING(0.0)[1][2]
    assert found([VIBRATING]).clear(0.0, 9.0, x, v) == 0.0
    x, v = Beads(True).places()
    x[1, 2] = x[0, 2] + (2.0 + 1e-8) * RADIUS
    assert found([VIBRATING]).clear(0.0, 9.0, x, v) == 0.0
    assert found([VIBRATING], 1e-9).clear(0.0, 9.0, x, v) > 0.0
    assert found([floor(table=[[0.0, 0.0], [1.0, 1.0]])]) is None


def steps_of_a_wall_end_where_it_is():
    for moving in (VIBRATING, floor(velocity=[0.3, 0, -0.2], amplitude=0.01, angular_frequency=30.0, table=[[0.0, 0.0], [0.1, 0.2], [0.3, 0.1]]),
                   floor(velocity=[0, 0.1, 0], spin=2.0, ramp=0.2)):
        dt, place, held = 1.7e-4, moving(0.05)[0], moving.carried([1.0, 2.0, 3.0], 0.05)[0]
        told = zip(moving.steps(0.05, dt, 2500), moving.carried_steps([1.0, 2.0, 3.0], 0.05, dt, 2500))
        for k, ((velocity, spin), (carried, turning)) in enumerate(told, 1):
            place, held = ([x + v * dt for x, v in zip(*both)] for both in ((place, velocity), (held, carried)))
            assert spin == (turning if moving.spin else None) and turning == moving.turning(0.05 + (k - 1) * dt + 0.5 * dt), (k, spin, turning)
        end = 0.05 + 2500 * dt
        assert k == 2500 and max(abs(a - b) for a, b in zip(place, moving(end)[0])) < 1e-12, (place, moving(end)[0])
        assert max(abs(a - b) for a, b in zip(held, moving.carried([1.0, 2.0, 3.0], end)[0])) < 1e-12
        assert moving.path(2, [0.05, end]) == [moving(0.05)[0][2], moving(end)[0][2]]


def a_flight_is_one_step_and_changes_nothing():
    steps, flown = Beads(False), Beads(True)
    for end in (0.05, 0.1, 0.15, 0.2):
        for code in (steps, flown):
            stride.advance(code, end)
            assert code.t == end
    far = max(abs(a - b) for a, b in zip(steps.z + steps.v, flown.z + flown.v))
    assert far < 1e-9 and steps.steps == 2000 and flown.steps < 1000, (far, steps.steps, flown.steps)


def a_code_that_cannot_leap_takes_every_step():
    steps, flown = Beads(False), Beads(True)
    flown.leaps = False
    stride.advance(steps, 0.2)
    stride.advance(flown, 0.2)
    far = max(abs(a - b) for a, b in zip(steps.z, flown.z))
    assert flown.steps == steps.steps == 2000 and far < 1e-9, far


def contacts_on_a_line_are_those_seen_among_all():
    lists = [stride.advance(Beads(True, watch), 0.6) for watch in (line.Line, contacts.Watch)]
    assert len(lists[0]) > 10 and lists[0] == lists[1], [len(some) for some in lists]
    assert {row[3] for row in lists[0]} >= {-1.0, 0.0, 1.0}
    duration = math.pi / math.sqrt(2.0 * SPRING)  # of a pair; of two at once it is longer
    shortest = min(row[1] for row in lists[0] if row[3] >= 0.0)
    assert abs(shortest - duration) < 0.02 * duration, (shortest, duration)


def steps_told_together_have_the_same_contacts():
    lists = []
    for flies, records in ((False, False), (False, True), (True, True)):
        code = Beads(flies, line.Line)
        code.records = records
        lists.append([row for end in (0.2, 0.4, 0.6) for row in stride.advance(code, end)])
    assert len(lists[0]) > 10 and len({len(rows) for rows in lists}) == 1, [len(some) for some in lists]
    for rows, allowed in zip(lists[1:], (1e-12, 1e-6)):
        far = max(abs(a - b) for row, other in zip(rows, lists[0]) for a, b in zip(row, other))
        assert far < allowed, (far, allowed)


def the_nearest_point_of_each_shape():
    cone = {"radius": 1.0, "radius_end": 4.0, "length": 4.0}  # a slope of 3 in 4, of length 5
    for shape, more, place, expected in (
            ("plane", {}, [3, 4, -2], [0, 0, -2]), ("point", {}, [3, 4, 5], [3, 4, 5]), ("line", {}, [3, 4, 9], [3, 4, 0]),
            ("segment", {"length": 4.0}, [3, 4, 1], [3, 4, 0]), ("segment", {"length": 4.0}, [3, 4, 5], [3, 4, 3]),
            ("rectangle", {"length": 2.0, "width": 6.0}, [3, 4, -2], [2, 1, -2]), ("rectangle", {"length": 2.0, "width": 6.0}, [0.5, -2, 7], [0, 0, 7]),
            ("disk", {"radius": 10.0}, [3, 4, 2], [0, 0, 2]), ("disk", {"radius": 2.5}, [3, 4, 2], [1.5, 2, 2]),
            ("orifice", {"radius": 2.5}, [3, 4, 2], [0, 0, 2]), ("orifice", {"radius": 10.0}, [3, 4, 2], [-3, -4, 2]),
            ("ring", {"radius": 10.0}, [3, 4, 2], [-3, -4, 2]), ("cylinder", {"radius": 10.0}, [3, 4, 99], [-3, -4, 0]),
            ("cylinder", {"radius": 2.5, "length": 4.0}, [3, 4, -5], [1.5, 2, -3]), ("cone", cone, [2.5 + 0.8, 0, -0.6], [0.8, 0, -0.6]),
            ("cone", cone, [0, -9, 3], [0, -5, 1]), ("cone", cone, [0.5, 0, -3], [-0.5, 0, -1])):
        found = surface.away(wall(shape, **more), numpy.array([place, place], dtype=float))
        assert abs(found - expected).max() < 1e-12, (shape, more, place, found)


def what_a_wall_catches_ends_its_contacts():
    """The lower of two bodies that touch sinks into a wall, and is attached or absorbed at its first contact with it."""
    box = contacts.Box({"periodic": [False] * 3, "low": [0] * 3, "high": [0] * 3, "shear_rate": 0.0})
    for absorbed in (False, True):
        x, v = numpy.array([[0.0, 0.0, 0.052], [0.0, 0.0, 0.150]]), numpy.array([[0.0, 0.0, -1.0]] * 2)
        watch = contacts.Watch([RADIUS] * 2, [1.0] * 2, [floor()], box, 0.0, x, v)
        watch.step(0.01, x + 0.01 * v, v)
        v[0] = 0.0
        watch.leave(0, absorbed, 0.01, x + 0.01 * v, v)
        events = {tuple(event[2:4]): event for event in watch.take()}
        assert events.keys() == ({(0, -1), (1, 0)} if absorbed else {(0, -1)}), events
        begun, approach, rebound = events[0, -1][1], *events[0, -1][7:9]
        assert abs(begun - 0.008) < 1e-12 and approach == 1.0 and rebound == 0.0, events
        watch.step(0.2, x * [1.0, 1.0, 2.0], v)
        assert [tuple(event[2:4]) for event in watch.take()] == ([] if absorbed else [(1, 0)])


def a_plane_under_a_force_moves_by_the_semi_implicit_method():
    """M u' = F + f - c u along the axis, which looks down, in steps of 0.1 s."""
    lid = wall("plane", axis=[0, 0, -1], servo={"force": 4.0, "mass": 2.0, "damping": 5.0})
    way, speed = 0.0, 0.0
    for k, push in enumerate((0.0, 1.0, 30.0)):
        t = 0.1 * (k + 1)
        lid.push([7.0, 0.0, push], t, 0.1)
        way, speed = way + 0.1 * speed, (speed + 0.05 * (4.0 - push)) / 1.25
        place, velocity = lid(t + 0.04)
        assert abs(place[2] + way + 0.04 * speed) < 1e-15 and abs(velocity[2] + speed) < 1e-15 and place[0] == 0.0, (place, velocity, way, speed)
    assert found([lid]) is None and found([wall("plane", touch="stick")]) is None


def what_is_caught_late_stays_with_its_wall():
    turning = floor(velocity=[0.1, 0, 0.2], amplitude=0.3, angular_frequency=2.0, phase=0.5, spin=1.5, ramp=0.4)
    start = turning.place_at_start([0.7, -0.2, 0.9], 0.8)
    place, velocity = turning.carried(start, 0.8)
    later = turning.carried(start, 0.8 + 1e-7)[0]
    assert max(abs(a - b) for a, b in zip(place, [0.7, -0.2, 0.9])) < 1e-15
    assert max(abs((b - a) / 1e-7 - u) for a, b, u in zip(place, later, velocity)) < 1e-6


def a_program_of_mpi_has_a_folder_of_its_own():
    """While it runs, and no more when it has ended; what the user has set stays."""
    script = "import sys; sys.path.insert(0, sys.argv[1]); import os, mpi; mpi.alone(); print(os.environ.get('OMPI_MCA_orte_tmpdir_base'), os.path.isdir(os.environ['OMPI_MCA_orte_tmpdir_base']))"
    shared = str(pathlib.Path(sys.argv[1]).resolve() / "engines/external/adapters/shared")

    def told(**more):
        environment = {key: value for key, value in os.environ.items() if not key.startswith("OMPI_")}
        return subprocess.run([sys.executable, "-c", script, shared], env={**environment, **more}, text=True, stdout=subprocess.PIPE, check=True).stdout.split()

    (one, was_there), (other, _) = told(), told()
    assert one != other and was_there == "True" and not pathlib.Path(one).exists() and not pathlib.Path(other).exists(), (one, other)
    assert told(OMPI_MCA_orte_tmpdir_base="/tmp") == ["/tmp", "True"]


tests = [the_nearest_point_of_each_shape, a_flight_ends_just_before_the_first_contact, no_flight_where_something_touches_or_is_held,
         steps_of_a_wall_end_where_it_is, a_flight_is_one_step_and_changes_nothing, a_code_that_cannot_leap_takes_every_step,
         contacts_on_a_line_are_those_seen_among_all, steps_told_together_have_the_same_contacts,
         what_a_wall_catches_ends_its_contacts, a_plane_under_a_force_moves_by_the_semi_implicit_method, what_is_caught_late_stays_with_its_wall,
         a_program_of_mpi_has_a_folder_of_its_own]
tap.run(tests)
