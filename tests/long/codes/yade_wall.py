#!/usr/bin/python3
"""YADE 2023.02a: ViscElMat(tc=, en=, et=) gives a wall half the mass of the sphere.

A sphere falls on a wall, or hits another sphere, at 1 m/s with tc = 0.1 ms and restitution en.  A wall, which has no mass, gets the
sphere's, so that stiffness and damping are those of a pair: the contact lasts sqrt(2) times as long and loses less.  Between two
spheres the restitution is too large, too, as the formulas are those of a contact that attracts at its end, which the law cuts off.
Prints en, restitution and contact time in tc of the pair, and of the wall, at 3000 steps a contact."""
import os
import sys

sys.path.insert(1, "/usr/lib/x86_64-linux-gnu/yade-double/py")
sys.setdlopenflags(os.RTLD_NOW | os.RTLD_GLOBAL)
from yade import utils, wrapper  # noqa: E402

yade = wrapper.Omega()
TC, STEPS = 1e-4, 3000


def bounce(en, wall):
    yade.reset()
    yade.materials.append(wrapper.ViscElMat(tc=TC, en=en, et=1.0, frictionAngle=0.0))
    yade.bodies.append(utils.sphere((0, 0, 0.00501), 0.005))
    yade.bodies.append(utils.wall(0.0, axis=2) if wall else utils.sphere((0, 0, -0.005), 0.005))
    first, other = (b.state for b in yade.bodies)
    first.vel = (0, 0, -1)
    yade.engines = [wrapper.ForceResetter(), wrapper.InsertionSortCollider([wrapper.Bo1_Sphere_Aabb(), wrapper.Bo1_Wall_Aabb()]),
                    wrapper.InteractionLoop([wrapper.Ig2_Sphere_Sphere_ScGeom(), wrapper.Ig2_Wall_Sphere_ScGeom()],
                                            [wrapper.Ip2_ViscElMat_ViscElMat_ViscElPhys()],
                                            [wrapper.Law2_ScGeom_ViscElPhys_Basic()]),
                    wrapper.NewtonIntegrator(damping=0)]
    yade.dt = TC / STEPS
    touching = 0
    while touching == 0 or any(i.isReal for i in yade.interactions):
        yade.step()
        touching += any(i.isReal for i in yade.interactions)
    return first.vel[2] - other.vel[2], touching / STEPS


for restitution in (0.3, 0.5, 0.9):
    print(f"{restitution:g} " + " ".join(f"{x:.4f}" for wall in (False, True) for x in bounce(restitution, wall)))
