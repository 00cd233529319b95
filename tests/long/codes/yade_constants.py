#!/usr/bin/python3
"""YADE 2023.02a: restitution and stiffness that its functors work out.

A sphere hits another one at 1 m/s, at 3000 steps a contact.  Rows of en: en, the restitution with ViscElMat(young, poisson, en), whose
Newton iteration for the dashpot stops at an error of 1 %, and that with Ip2_FrictMat_FrictMat_MindlinPhys(en=), a fit.  The row of 0: the
time of an elastic Hertz contact with a wall over that of Hertz's theory, with Ig2_Wall_Sphere_ScGeom() and with hertzian=True; by default
the wall has the radius of the sphere."""
import math
import os
import sys

sys.path.insert(1, "/usr/lib/x86_64-linux-gnu/yade-double/py")
sys.setdlopenflags(os.RTLD_NOW | os.RTLD_GLOBAL)
from yade import utils, wrapper  # noqa: E402

yade = wrapper.Omega()
RADIUS, MASS, YOUNG, POISSON = 0.005, 1e-3, 7e7, 0.25


def bounce(material, constants, law, dt, wall=None):
    """Restitution and contact time, with another sphere or with a wall by this functor."""
    yade.reset()
    yade.materials.append(material)
    yade.bodies.append(utils.sphere((0, 0, 0.00501), RADIUS))
    yade.bodies.append(utils.wall(0.0, axis=2) if wall else utils.sphere((0, 0, -RADIUS), RADIUS))
    first, other = (b.state for b in yade.bodies)
    first.mass, first.vel = MASS, (0, 0, -1)
    if not wall:
        other.mass = MASS
    yade.engines = [wrapper.ForceResetter(), wrapper.InsertionSortCollider([wrapper.Bo1_Sphere_Aabb(), wrapper.Bo1_Wall_Aabb()]),
                    wrapper.InteractionLoop([wrapper.Ig2_Sphere_Sphere_ScGeom(), wall or wrapper.Ig2_Wall_Sphere_ScGeom()],
                                            [constants], [law]),
                    wrapper.NewtonIntegrator(damping=0)]
    yade.dt = dt
    touching = 0
    while touching == 0 or any(i.isReal for i in yade.interactions):
        yade.step()
        touching += any(i.isReal for i in yade.interactions)
    return first.vel[2] - other.vel[2], touching * dt


def linear(en):
    material = wrapper.ViscElMat(young=1e6, poisson=POISSON, en=en, et=1.0, frictionAngle=0.0)
    step = math.pi / math.sqrt(1e6 * RADIUS / (0.5 * MASS)) / 3000
    return bounce(material, wrapper.Ip2_ViscElMat_ViscElMat_ViscElPhys(), wrapper.Law2_ScGeom_ViscElPhys_Basic(), step)[0]


def hertz(wall=None, **damping):
    return bounce(wrapper.FrictMat(young=YOUNG, poisson=POISSON, frictionAngle=0.0),
                  wrapper.Ip2_FrictMat_FrictMat_MindlinPhys(**damping), wrapper.Law2_ScGeom_MindlinPhys_Mindlin(), 1.5e-7, wall)


for restitution in (0.3, 0.9, 0.95):
    print(f"{restitution:g} {linear(restitution):.4f} {hertz(en=restitution)[0]:.4f}")
k = 4.0 / 3.0 * YOUNG / (2.0 * (1.0 - POISSON ** 2)) * math.sqrt(RADIUS)
theory = 2.9432 * (5.0 * MASS / (4.0 * k)) ** 0.4
print("0 " + " ".join(f"{hertz(wrapper.Ig2_Wall_Sphere_ScGeom(hertzian=h))[1] / theory:.4f}" for h in (False, True)))
