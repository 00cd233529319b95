"""DynamO's adapter without DynamO: the frame of walls that move, the configuration that it writes, what it refuses.
A program of a few lines, spheres that fly and touch nothing, stands for DynamO's.  Prints TAP.
usage: external_dynamo.py SOURCE_ROOT"""
import os
import pathlib
import stat
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import tap  # noqa: E402

try:
    import numpy
except ImportError:
    print("1..0 # SKIP: numpy is not installed")
    sys.exit(0)

adapters = pathlib.Path(sys.argv[1]).resolve() / "engines/external/adapters"
sys.path += [str(adapters / "shared"), str(adapters / "dynamo")]
import configuration  # noqa: E402
import frame  # noqa: E402
import session  # noqa: E402
import simulation  # noqa: E402

os.dup2(session.channel.fileno(), 1)  # which the protocol has taken
G, RADIUS = [0.0, 0.0, -9.81], 0.05
STILL = {"velocity": [0.0, 0.0, 0.0], "amplitude": 0.0, "direction": [0.0, 0.0, 1.0], "angular_frequency": 0.0, "phase": 0.0, "table": [],
         "spin": 0.0, "ramp": 0.0}
SHAKEN = {**STILL, "amplitude": 0.01, "angular_frequency": 60.0, "phase": 0.7}
LIFTED = {**STILL, "velocity": [0.2, 0.0, 0.0], "table": [[0.0, 0.0], [0.5, 0.0], [0.7, 0.1], [2.0, -0.3]]}

FLIGHT = f"""#!{sys.executable}
import struct, sys, xml.etree.ElementTree as xml
import numpy
root = xml.parse(sys.argv[1]).getroot()
read = lambda of, tag: [float(of.find(tag).get(axis)) for axis in "xyz"]
x, v = (numpy.array([read(p, tag) for p in root.iter("Pt")]) for tag in "PV")
at = root.find("Simulation/Dynamics/g")
g = numpy.array([float(at.get(axis)) for axis in "xyz"] if at is not None else [0.0] * 3)
out, number = sys.stdout.buffer, lambda n: numpy.frombuffer(sys.stdin.buffer.read(8 * n))
def write(a): out.write(numpy.array(a, float).tobytes()); out.flush()
write([0.0])
while what := sys.stdin.buffer.read(1):
    if what in b"as":
        t = number(1)[0]
        x, v = x + v * t + 0.5 * g * t * t, v + g * t
    if what == b"g":
        g = number(3)
    if what == b"k":
        v = v + number(v.size).reshape(v.shape)
    if what == b"a":
        write([0.0, 0.0, *numpy.hstack([x, v, 0.0 * x]).ravel()])
"""


def wall(shape="plane", motion=STILL, **more):
    return {"name": "wall", "shape": shape, "touch": "bounce", "servo": None, "origin": [0.0, 0.0, 0.0], "axis": [0.0, 0.0, 1.0], "edge": [1.0, 0.0, 0.0], "radius": 0.0,
            "radius_end": 0.0, "length": 0.0, "width": 0.0, "motion": motion, **more}


def message(walls, gravity=G, **more):
    """Of two spheres of one kind that touch every wall."""
    contacts = [{"between": [0, other], "restitution": 0.9, "tangential_restitution": 0.5, "friction": 0.0} for other in range(0, -1 - len(walls), -1)]
    kind = {"radius": RADIUS, "mass": 0.1, "inertia": 0.04 * RADIUS ** 2, "attached": False}
    system = {"dimension": 3, "rotation": False, "gravity": gravity, "periodic": [False] * 3, "low": [0.0] * 3, "high": [0.0] * 3, "shear_rate": 0.0}
    return {"system": {**system, **more}, "walls": walls, "kinds": [kind], "contacts": contacts, "options": {}, "events": False}


ROWS = [[0.0, 0.1, 9.0, 0.5, -0.2, 0.3, 0, 0, 0, 0, 0], [0.1, 0.3, 9.5, 0.0, 0.1, -0.3, 0, 0, 0, 0, 0]]


def follow(of, ends):
    """Place and velocity of a point that is free in the frame, which the frame's own must undo: after every order."""
    x, v = -of.state(0.0)
    t = 0.0
    for end in ends:
        for what, *numbers in of.course(t, end):
            if what == "kick":
                v = v + numbers[0]
                continue
            for gravity, span in zip(*numbers) if what == "fall" else [(numpy.zeros(3), numbers[0])]:
                x, v, t = x + v * span + 0.5 * gravity * span ** 2, v + gravity * span, t + span
                yield t, x, v
        t = end


def a_frame_that_vibrates_is_where_its_wall_is():
    of = frame.Frame([wall(), wall(motion=SHAKEN)], [0.0] * 3, 4, [0.0] * 3)
    speed, far, places = 0.01 * 60.0, 0.0, list(follow(of, [0.031, 0.07, 0.5]))
    for t, x, v in places:
        place, velocity = of.state(t)
        far = max(far, abs(v + velocity)[2])
        assert numpy.allclose(x, -place, rtol=0.0, atol=0.1 * of.error() * speed), (t, x, place)
    assert 0.2 * of.error() * speed < far < of.error() * speed, (far, of.error() * speed)
    t, x, v = places[-1]
    assert abs(t - 0.5) < 1e-12 and numpy.allclose([x, v], -of.state(t), rtol=0.0, atol=1e-12), (t, x, v)


def a_frame_on_a_table_is_where_its_wall_is():
    of = frame.Frame([wall(motion=LIFTED)], [0.0] * 3, 4, [0.0] * 3)
    for ends in ([0.5, 0.7, 3.0], [0.6, 2.0], [0.1, 0.2, 1.0]):
        for t, x, _ in follow(of, ends):
            assert numpy.allclose(x, -of.state(t)[0], rtol=0.0, atol=1e-12), (t, x)


def walls_rest_in_the_frame_of_another():
    side = {"axis": [1.0, 0.0, 0.0]}
    late = {**SHAKEN, "phase": 0.8}
    for walls, smooth, rough in (([wall(), wall(**side)], True, True), ([wall(motion=SHAKEN), wall(**side)], True, False),
                                 ([wall(motion=SHAKEN), wall(motion=SHAKEN, **side)], True, True), ([wall(motion=SHAKEN), wall()], False, False),
                                 ([wall(motion=SHAKEN), wall(motion=late)], False, False), ([wall(motion=SHAKEN), wall(motion=late, **side)], True, False),
                                 ([wall(motion=LIFTED), wall(motion=SHAKEN)], False, False), ([wall(motion=SHAKEN), wall("line", **side)], False, False),
                                 ([wall(motion=LIFTED), wall(motion=SHAKEN, **side)], False, False)):
        of = frame.Frame(walls, G, 4, [0.0] * 3)
        assert [all(of.is_rest(w, is_rough) for w in of.walls) for is_rough in (False, True)] == [smooth, rough], walls


def refused(walls, **more):
    try:
        simulation.Simulation(message(walls, **more), ROWS)
    except session.Refused as refusal:
        return refusal.args[0]
    return []


def what_dynamo_cannot_do_is_refused():
    around, beside = {"radius": 20.0}, {"radius": 1.0, "origin": [5.0, 0.0, 0.0]}
    assert refused([wall(motion=SHAKEN), wall()]) == ["walls that move unlike each other"]
    assert refused([wall("cylinder", **around)]) == refused([wall("cylinder", SHAKEN, **around)], gravity=[0.0] * 3) == \
        ["cylinders around spheres under gravity or that vibrate"]
    assert refused([wall("cylinder", length=1.0, **beside)]) == ["cylinders with ends"]
    assert refused([wall("cylinder", radius=0.2)], gravity=[0.0] * 3) == ["cylinders with spheres on both sides"]
    assert refused([wall("disk", radius=1.0)]) == ["walls other than planes, cylinders and lines"]
    assert refused([wall("line")], rotation=True) == ["rough walls other than planes"]
    assert refused([wall("line")], periodic=[True, False, False], high=[1.0, 0.0, 0.0]) == ["walls other than planes in a periodic box"]
    for walls, more in (([wall(), wall("line"), wall("cylinder", **beside)], {}), ([wall("cylinder", **around)], {"gravity": [0.0] * 3}),
                        ([wall(motion=SHAKEN), wall(axis=[0.6, 0.8, 0.0])], {}), ([wall(motion=LIFTED)], {"rotation": True})):
        assert refused(walls, **more) == [], walls


def written(walls, x, rough=False, **more):
    """The walls of a configuration in units of a diameter."""
    told = message(walls, rotation=rough, sides=[0.0] * 3, flat=[False] * 3, has_gravity=True, **more)
    of = frame.Frame(walls, G, len(x), [0.0] * 3)
    page = configuration.Configuration(told["system"], told["kinds"], of.walls, told["contacts"], {}, 1.0)
    return page.tree(x, [[0.0] * 3] * len(x), [[0.0] * 3] * len(x), [0] * len(x)).findall("Simulation/Locals/Local")


def walls_are_written_as_dynamo_has_them():
    x = [[0.0, 0.0, 2.0]]
    walls = [wall(origin=[0.0, 0.0, -0.4]), wall("line"), wall("cylinder", radius=0.5), wall("cylinder", radius=0.5, origin=[3.0, 0.0, 0.0])]
    plane, line, inside, outside = written(walls, x)
    assert plane.get("Type") == "Wall" and float(plane.find("Origin").get("z")) == -4.0 and float(plane.get("Elasticity")) == 0.9
    assert [w.get("Type") for w in (line, inside, outside)] == ["Cylinder"] * 3
    assert [float(w.get("CylinderRadius")) for w in (line, inside, outside)] == [0.0, -5.0, 5.0]
    for height, normal in ((2.0, 1.0), (-2.0, -1.0)):
        rough, = written([wall()], [[0.0, 0.0, height]], rough=True)
        assert rough.get("Type") == "RoughWall" and float(rough.get("Radius")) == 0.5 and float(rough.find("Norm").get("z")) == normal


def spheres_that_touch_nothing_fly_on_whatever_the_frame_does():
    x, v = numpy.array(ROWS)[:, 0:3], numpy.array(ROWS)[:, 3:6]
    for gravity, motion in ((G, SHAKEN), ([0.0] * 3, SHAKEN), (G, LIFTED), ([0.0] * 3, {**STILL, "velocity": [0.0, 0.0, 0.4]}), (G, STILL)):
        now, kick = simulation.Simulation(message([wall(motion=motion)], gravity), ROWS), numpy.array([[0.0, 0.1, 0.0], [0.2, 0.0, 0.0]])
        assert bool(now.deviations) == (motion is SHAKEN)
        for t in (0.013, 0.5, 0.8):
            now.advance(t)
            states, g = now.states().reshape(-1, 9), numpy.array(gravity)
            assert numpy.allclose(states[:, 0:3], x + v * t + 0.5 * g * t * t, rtol=0.0, atol=1e-10), (motion, t)
            assert numpy.allclose(states[:, 3:6], v + g * t, rtol=0.0, atol=1e-10), (motion, t)
        now.kick(kick.ravel())
        now.advance(1.0)
        assert numpy.allclose(now.states().reshape(-1, 9)[:, 3:6], v + g + kick, rtol=0.0, atol=1e-10), motion


with tempfile.TemporaryDirectory() as folder:
    program = pathlib.Path(folder, "flight")
    program.write_text(FLIGHT)
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    os.environ["DYNAMO_PROGRAM"] = str(program)
    tap.run([a_frame_that_vibrates_is_where_its_wall_is, a_frame_on_a_table_is_where_its_wall_is, walls_rest_in_the_frame_of_another,
             what_dynamo_cannot_do_is_refused, walls_are_written_as_dynamo_has_them, spheres_that_touch_nothing_fly_on_whatever_the_frame_does])
