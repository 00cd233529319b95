#!/usr/bin/python3
"""YADE 2023.02a: the normal dashpot of Law2_ScGeom_FrictViscoPhys_CundallStrackVisco grows with the overlap.

ScGeom::getIncidentVel multiplies the relative velocity of the centres by d/(d - x), its remedy for the ratcheting of tangential springs (d: distance
at the touch, x: overlap), and the law takes the normal part of that.  Two spheres of 0.25 kg reduced mass collide at 1 m/s with the spring and the dashpot that
give e = 0.4 and a contact of 1 ms, at 5000 steps a contact.  Rows: radius [m], restitution in YADE, of the equation with that factor, and of the one without."""
import math
import os
import sys

sys.path.insert(1, "/usr/lib/x86_64-linux-gnu/yade-double/py")
sys.setdlopenflags(os.RTLD_NOW | os.RTLD_GLOBAL)
from yade import utils, wrapper  # noqa: E402

yade = wrapper.Omega()
E, TIME, MASS = 0.4, 1e-3, 0.5
STEP = TIME / 5000
rate = -math.log(E) / TIME
spring, dashpot = 0.5 * MASS * (rate ** 2 + (math.pi / TIME) ** 2), MASS * rate


def collide(radius):
    yade.reset()
    yade.materials.append(wrapper.FrictViscoMat(betan=dashpot / (2.0 * math.sqrt(spring * 0.5 * MASS))))
    for side in (-1, 1):
        body = utils.sphere((0, 0, side * radius * 1.00001), radius)
        body.state.mass, body.state.vel = MASS, (0, 0, -0.5 * side)
        yade.bodies.append(body)
    constants = wrapper.Ip2_FrictViscoMat_FrictViscoMat_FrictViscoPhys(
        **{name: wrapper.MatchMaker(algo="val", val=value) for name, value in (("kn", spring), ("kRatio", 0.0), ("frictAngle", 0.0))})
    yade.engines = [wrapper.ForceResetter(), wrapper.InsertionSortCollider([wrapper.Bo1_Sphere_Aabb()]),
                    wrapper.InteractionLoop([wrapper.Ig2_Sphere_Sphere_ScGeom()], [constants], [wrapper.Law2_ScGeom_FrictViscoPhys_CundallStrackVisco()]),
                    wrapper.NewtonIntegrator(damping=0)]
    yade.dt = STEP
    below, above = (b.state for b in yade.bodies)
    while above.vel[2] < below.vel[2] or above.pos[2] - below.pos[2] < 2.0 * radius:
        yade.step()
    return above.vel[2] - below.vel[2]


def solve(factor):
    """The equation of the overlap by the rule of the middle."""
    x, v, h = 0.0, 1.0, STEP

    def pull(x, v):
        return -(spring * x + dashpot * factor(x) * v) / (0.5 * MASS)
    while x >= 0.0:
        middle = x + 0.5 * h * v, v + 0.5 * h * pull(x, v)
        x, v = x + h * middle[1], v + h * pull(*middle)
    return -v


for r in (0.0025, 0.005, 0.05):
    print(f"{r:g} {collide(r):.4f} {solve(lambda x: 2.0 * r / (2.0 * r - x)):.4f} {solve(lambda x: 1.0):.4f}")
