#!/usr/bin/python3
"""YADE 2023.02a: rolling resistance of ViscElMat grows with the spin.

Its manual gives mRtype = 1 as equation (3) of Zhou et al. (1999), a torque of the size mR |F_n| against the relative spin.  Two
spheres overlap with F_n = 1 N, mR = 1 mm, and one spins: the torque must be 1e-3 N m at every spin.  The unit vector of the spin is
worked out, and thrown away; the torque is mR |F_n| times the spin in rad/s.  Prints spin, torque, torque/(mR |F_n|)."""
import os
import sys

sys.path.insert(1, "/usr/lib/x86_64-linux-gnu/yade-double/py")
sys.setdlopenflags(os.RTLD_NOW | os.RTLD_GLOBAL)
from yade import utils, wrapper  # noqa: E402

yade = wrapper.Omega()
for spin in (1.0, 10.0, 100.0):
    yade.reset()
    yade.materials.append(wrapper.ViscElMat(kn=2e5, ks=0.0, cn=0.0, cs=0.0, frictionAngle=0.0, mR=1e-3, mRtype=1))
    for z in (0.0, 0.00999):
        yade.bodies.append(utils.sphere((0, 0, z), 0.005, fixed=True))
    yade.bodies[0].state.angVel = (0, spin, 0)
    yade.engines = [wrapper.ForceResetter(), wrapper.InsertionSortCollider([wrapper.Bo1_Sphere_Aabb()]),
                    wrapper.InteractionLoop([wrapper.Ig2_Sphere_Sphere_ScGeom()],
                                            [wrapper.Ip2_ViscElMat_ViscElMat_ViscElPhys()],
                                            [wrapper.Law2_ScGeom_ViscElPhys_Basic()]),
                    wrapper.NewtonIntegrator(damping=0)]
    yade.dt = 1e-12
    yade.step()
    contact = yade.interactions[0, 1].phys
    torque = abs(yade.forces.t(0)[1])
    print(f"{spin:g} {torque:.6g} {torque / (contact.mR * contact.normalForce.norm()):.6g}")
