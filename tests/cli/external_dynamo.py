"""DynamO's adapter without DynamO: the frame of lines that move, the configuration that it writes, what it refuses.
A program of a few lines, spheres that fly and touch nothing, stands for DynamO's.  Prints TAP.
usage: external_dynamo.py SOURCE_ROOT"""
import os
import pathlib
import stat
import sys
import tempfile
import xml.etree.ElementTree as xml

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
        for what, much in of.course(t, end):
            if what == "kick":
                v = v + much
                continue
            x, t = x + v * much, t + much
            yield t, x, v
        t = end


def a_frame_on_a_table_is_where_its_wall_is():
    of = frame.Frame([wall("line", LIFTED)], [0.0] * 3)
    for ends in ([0.5, 0.7, 3.0], [0.6, 2.0], [0.1, 0.2, 1.0]):
        for t, x, _ in follow(of, ends):
            assert numpy.allclose(x, -of.state(t)[0], rtol=0.0, atol=1e-12), (t, x)


def planes_rest_in_the_frame_of_a_line_or_move_themselves():
    side, moved = {"axis": [1.0, 0.0, 0.0]}, {**STILL, "velocity": [0.0, 0.0, 0.4]}
    for walls, smooth, rough in (([wall(), wall("line", **side)], True, True), ([wall(motion=SHAKEN), wall()], True, True),
                                 ([wall("line", LIFTED), wall(motion=LIFTED)], True, True), ([wall("line", moved), wall(**side)], True, False),
                                 ([wall("line", moved), wall()], False, False), ([wall("line", moved), wall("line", LIFTED)], False, False),
                                 ([wall("line", LIFTED), wall(motion=SHAKEN)], False, False)):
        of = frame.Frame(walls, [0.0] * 3)
        assert [all(of.is_rest(w, is_rough) for w in of.walls) for is_rough in (False, True)] == [smooth, rough], walls
    assert [w.moving for w in frame.Frame([wall(motion=SHAKEN), wall(), wall("line")], [0.0] * 3).walls] == [True, False, False]
    assert [w.moving for w in frame.Frame([wall(motion=LIFTED), wall("line", LIFTED)], [0.0] * 3).walls] == [False, False]


def refused(walls, **more):
    try:
        simulation.Simulation(message(walls, **more), ROWS)
    except session.Refused as refusal:
        return refusal.args[0]
    return []


def what_dynamo_cannot_do_is_refused():
    around, beside = {"radius": 20.0}, {"radius": 1.0, "origin": [5.0, 0.0, 0.0]}
    assert refused([wall("line", LIFTED), wall()]) == ["walls that move unlike each other"]
    assert refused([wall("line", SHAKEN)]) == ["walls other than planes that vibrate"]
    assert refused([wall("cylinder", **around)]) == ["cylinders around spheres under gravity"]
    assert refused([wall("cylinder", length=1.0, **beside)]) == ["cylinders with ends"]
    assert refused([wall("cylinder", radius=0.2)], gravity=[0.0] * 3) == ["cylinders with spheres on both sides"]
    assert refused([wall("disk", radius=1.0)]) == ["walls other than planes, cylinders and lines"]
    assert refused([wall("line")], rotation=True) == ["rough walls other than planes"]
    assert refused([wall("line")], periodic=[True, False, False], high=[1.0, 0.0, 0.0]) == ["walls other than planes in a periodic box"]
    for walls, more in (([wall(), wall("line"), wall("cylinder", **beside)], {}), ([wall("cylinder", **around)], {"gravity": [0.0] * 3}),
                        ([wall(motion=SHAKEN), wall(axis=[0.6, 0.8, 0.0]), wall(motion=LIFTED)], {}), ([wall(motion=SHAKEN)], {"rotation": True})):
        assert refused(walls, **more) == [], walls


def written(walls, x, rough=False, flat=(False, False, False)):
    """A configuration in units of a diameter and of 0.1 s."""
    told = message(walls, rotation=rough, sides=[0.0] * 3, flat=flat, slow=0.03)
    page = configuration.Configuration(told["system"], told["kinds"], frame.Frame(walls, [0.0] * 3).walls, told["contacts"], {}, 0.1)
    return page.tree(x, [[0.0] * 3] * len(x), [[0.0] * 3] * len(x), [0] * len(x)).find("Simulation")


def walls_are_written_as_dynamo_has_them():
    x = [[0.0, 0.0, 2.0]]
    walls = [wall(origin=[0.0, 0.0, -0.4]), wall("line"), wall("cylinder", radius=0.5), wall("cylinder", radius=0.5, origin=[3.0, 0.0, 0.0])]
    plane, line, inside, outside = written(walls, x).iter("Local")
    assert plane.get("Type") == "Wall" and float(plane.find("Origin").get("z")) == -4.0 and float(plane.get("Elasticity")) == 0.9
    assert [w.get("Type") for w in (line, inside, outside)] == ["Cylinder"] * 3
    assert [float(w.get("CylinderRadius")) for w in (line, inside, outside)] == [0.0, -5.0, 5.0]
    for height, normal in ((2.0, 1.0), (-2.0, -1.0)):
        rough, = written([wall()], [[0.0, 0.0, height]], rough=True).iter("Local")
        assert rough.get("Type") == "RoughWall" and float(rough.get("Radius")) == 0.5 and float(rough.find("Norm").get("z")) == normal


def particles_of_a_kind_are_a_range_or_a_list():
    page = configuration.Configuration(message([])["system"], message([])["kinds"], [], [], {}, 1.0)
    for of_kind, words, ids in (([1, 0, 0], {"Type": "Ranged", "Start": "1", "End": "2"}, []), ([0, 1, 0], {"Type": "List"}, ["0", "2"])):
        parent = xml.Element("Species")
        page.ids(parent, 0, of_kind)
        some = parent.find("IDRange")
        assert some.attrib == words and [each.get("val") for each in some] == ids, of_kind


def planes_that_move_have_their_motion():
    x = [[0.0, 0.0, 2.0]]
    shaken, rest = written([wall(motion=SHAKEN), wall()], x).iter("Local")
    motion = shaken.find("Motion")
    assert rest.find("Motion") is None and numpy.allclose([float(motion.get(word)) for word in ("Amplitude", "Omega", "Phase")], [0.1, 6.0, 0.7])
    assert float(motion.find("Direction").get("z")) == 1.0 and motion.findall("Knot") == []
    lifted = written([wall(motion=LIFTED)], x).find("Locals/Local/Motion")
    assert abs(float(lifted.find("Velocity").get("x")) - 0.2) < 1e-15  # 0.02 m, of 0.1 m, in 0.1 s
    assert numpy.allclose([[float(k.get("t")), float(k.get("shift"))] for k in lifted.findall("Knot")], [[0, 0], [5, 0], [7, 1], [20, -3]])
    assert written([wall("line", LIFTED), wall(motion=LIFTED)], x).findall("Locals/Local/Motion") == []
    far = {**SHAKEN, "amplitude": 5.0, "phase": -1.5}
    below = [[0.0, 0.0, -2.0]]  # the middle of the vibration, and above the plane
    assert float(written([wall(motion=far)], below, rough=True).find("Locals/Local/Norm").get("z")) == 1.0


def slow_collisions_are_elastic_on_a_plane_that_shakes_under_gravity():
    drifting = {**STILL, "velocity": [0.0, 0.0, 0.4]}
    for gravity, motion, slow in ((G, SHAKEN, 4e-4 * 0.6), ([0.0] * 3, SHAKEN, 0.0), (G, drifting, 0.0), (G, LIFTED, 4e-4 * 0.5), (G, STILL, 0.0)):
        now = simulation.Simulation(message([wall(motion=motion)], gravity), ROWS)
        assert abs(now.slow - slow) < 1e-12 and bool(now.deviations) == (slow > 0.0), (gravity, motion, now.slow)
    assert float(written([wall()], [[0.0, 0.0, 2.0]]).find("Dynamics").get("ElasticV")) == 0.03


def a_box_that_planes_close_has_cells():
    x, top = [[0.3, 0.0, 0.5]], {"axis": [0.0, 0.0, -1.0], "origin": [0.0, 0.0, 1.5]}
    sides = [wall(axis=[1.0, 0.0, 0.0], origin=[at, 0.0, 0.0]) for at in (0.0, 1.0)]
    whole = written([wall(motion=SHAKEN), wall(**top), *sides], x, flat=(False, True, False))
    assert whole.find("Scheduler").get("Type") == "NeighbourList"
    assert numpy.allclose([float(whole.find("SimulationSize").get(axis)) for axis in "xz"], [22.0, 32.0])
    for walls in ([wall(), *sides], [wall(motion=LIFTED), wall(**top), *sides], [wall(origin=[0.0, 0.0, 0.6]), wall(**top), *sides]):
        assert written(walls, x, flat=(False, True, False)).find("Scheduler").get("Type") == "Dumb", walls


def spheres_that_touch_nothing_fly_on_whatever_the_frame_does():
    x, v = numpy.array(ROWS)[:, 0:3], numpy.array(ROWS)[:, 3:6]
    for gravity, motion in ((G, LIFTED), ([0.0] * 3, {**STILL, "velocity": [0.0, 0.0, 0.4]}), (G, STILL)):
        now, kick = simulation.Simulation(message([wall("line", motion)], gravity), ROWS), numpy.array([[0.0, 0.1, 0.0], [0.2, 0.0, 0.0]])
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
    tap.run([a_frame_on_a_table_is_where_its_wall_is, planes_rest_in_the_frame_of_a_line_or_move_themselves,
             what_dynamo_cannot_do_is_refused, walls_are_written_as_dynamo_has_them, particles_of_a_kind_are_a_range_or_a_list, planes_that_move_have_their_motion,
             slow_collisions_are_elastic_on_a_plane_that_shakes_under_gravity, a_box_that_planes_close_has_cells, spheres_that_touch_nothing_fly_on_whatever_the_frame_does])
