"""DynamO: what its own program, dynarun, does with walls other than planes at rest.  A sphere of diameter 1 is alone with one wall.

Vibrating planes, rows of an amplitude and of the velocity after a sphere of speed 1 has met a plane that is at `amplitude` cos t:
  Boundary: the plane stands still, whatever its amplitude, and its e is 1.
  OscillatingPlate, two planes that are 10 below and above their middle: right, with the middle at the origin of coordinates.
  The same with the middle at 20: the sphere goes through the lower plane, as the test of a root forgets the middle.
OscillatingPlate, e = 0.5, rows of the speed relative to a plate whose largest speed is 1, before and after a collision: below 0.002, e is 1;
  below 0.001, the sphere leaves at 0.01.
Cylinder of radius 3, rows of gravity along its axis and of the distance from the axis at t = 10 of a sphere that flies inside, where 2.5 is the
  largest: with gravity it goes through.
TriangleMesh, velocities after a sphere has fallen onto the face of a triangle and, beside it by 0.3, onto its edge: 0.28 is right, but the normal
  is that from the edge to the place of the sphere at the event before, 3 above it.
Last row: whether dynarun ends well with OscillatingPlate, the same with gravity, TriangleMesh, the same with gravity: neither has gravity.
DYNARUN names the program."""
import math
import os
import pathlib
import re
import subprocess
import tempfile

PAGE = """<DynamOconfig version="1.5.0"><Simulation><Scheduler Type="Dumb"><Sorter Type="BoundedPQMinMax3"/></Scheduler>
<SimulationSize x="1000" y="1000" z="1000"/><Genus><Species Mass="1" Name="A" Type="Point"><IDRange Type="All"/></Species></Genus>
<BC Type="None"/><Topology/><Interactions><Interaction Type="HardSphere" Diameter="1" Elasticity="1" Name="A"><IDPairRange Type="All"/></Interaction>
</Interactions><Locals>{wall}</Locals><Globals/><SystemEvents/>{dynamics}</Simulation><Properties/>
<ParticleData><Pt ID="0"><P x="0" y="{y}" z="{z}"/><V x="{u}" y="0" z="{v}"/></Pt></ParticleData></DynamOconfig>"""
RANGE = '<IDRange Type="All"/>'
CYLINDER = f'''<Local Type="Cylinder" Name="B" ParticleDiameter="1" CylinderRadius="-3" Elasticity="1">{RANGE}<Axis x="0" y="0" z="1"/>
<Origin x="0" y="0" z="0"/></Local>'''
MESH = f'''<Local Type="TriangleMesh" Name="B" Diameter="1" Elasticity="1">{RANGE}<Vertices>-9 -9 0 9 -9 0 0 9 0</Vertices>
<Elements>0 1 2</Elements></Local>'''
NEWTON = '<Dynamics Type="Newtonian"/>'


def point(name, x=0.0, y=0.0, z=0.0):
    return f'<{name} x="{x!r}" y="{y!r}" z="{z!r}"/>'


def gravity(g):
    return f'<Dynamics Type="NewtonianGravity">{point("g", z=-g)}</Dynamics>' if g else NEWTON


def run(wall, span, z, v=0.0, u=0.0, y=0.0, dynamics=NEWTON):
    """Place and velocity at the end; None where dynarun ends with an error."""
    with tempfile.TemporaryDirectory() as folder:
        page = pathlib.Path(folder, "in.xml")
        page.write_text(PAGE.format(wall=wall, dynamics=dynamics, y=repr(y), z=repr(z), u=repr(u), v=repr(v)))
        words = [os.environ["DYNARUN"], "-E", "-f", repr(span), "-c", "100", "-o", "out.xml", "--out-data-file", "data.xml", "in.xml"]
        if subprocess.run(words, cwd=folder, capture_output=True, check=False).returncode:
            return None
        text = pathlib.Path(folder, "out.xml").read_text()
    return [[float(x) for x in re.search(rf'<{name} x="([^"]*)" y="([^"]*)" z="([^"]*)"', text).groups()] for name in "PV"]


def boundary(amplitude):
    return f"""<Local Type="Boundary" Name="B" Diameter="1" Frequency="1" Phase="0">{RANGE}{point("Amplitude", z=amplitude)}{point("Origin")}
<Object Type="PlanarWall">{point("Position")}{point("Normal", z=1.0)}</Object></Local>"""


def plate(amplitude, middle=0.0, e=1.0, shift=0.0):
    """Two plates, 10 below and above the middle."""
    return f"""<Local Type="OscillatingPlate" Name="B" Elasticity="{e}" Omega0="1" Sigma="10" Delta="{amplitude}" Mass="1e18" TimeShift="{shift!r}"
StrongPlate="1">{RANGE}{point("Norm", z=1.0)}{point("Origin", z=middle)}</Local>"""


def main():
    print("amplitude, velocity after: Boundary; OscillatingPlate; the same off the origin")
    for amplitude in (1e-9, 0.5):
        after = [run(wall, 6.0, z, v=-1.0)[1][2] for wall, z in ((boundary(amplitude), 3.0), (plate(amplitude), -7.0), (plate(amplitude, 20.0), 13.0))]
        print(amplitude if amplitude > 1e-6 else 0, *(f"{v:.4f}" for v in after))
    print("speed relative to a plate, before and after, e = 0.5")
    for speed in (0.0100, 0.0015, 0.0005):
        _, velocity = run(plate(1.0, e=0.5, shift=-0.5 * math.pi), 1e-3, 1e-8 - 10.0, v=1.0 - speed)
        print(speed, f"{velocity[2] - 1.0:.4f}")
    print("gravity, distance from the axis of a cylinder at t = 10")
    for g in (0.0, 1.0):
        place, _ = run(CYLINDER, 10.0, 0.0, u=1.1, dynamics=gravity(g))
        print(g, f"{abs(place[0]):.4f}")
    print("velocity after: on a triangle, on its edge")
    print(*(f"{run(MESH, 4.0, 3.0, v=-1.0, y=y)[1][2]:.4f}" for y in (0.0, -9.3)))
    print("ends well: OscillatingPlate, with gravity, TriangleMesh, with gravity")
    print(*(int(run(wall, 4.0, z, v=-1.0, dynamics=gravity(g)) is not None) for wall, z in ((plate(0.5), -7.0), (MESH, 3.0)) for g in (0.0, 1.0)))


main()
