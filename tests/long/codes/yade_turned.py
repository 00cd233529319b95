"""YADE: the lever arm of the tangential spring (ViscElPhys) between unequal spheres, and its turning with the pair.

Radii 0.5 and 1 m, then 0.5 and 0.5 m, overlap 0.05 m, k_n 1e7 N/m, k_t 5e6 N/m.  The first sphere goes round the other by 0.01 rad,
spinning along: the slip is 0.01 rad times the lever arm of the other, which the tangential force tells.  Then both turn as one
rigid body, and the force must stay.  Prints the radius, the angle of the rigid rotation [rad], and the lever arm [m] that the force
tells at steps of 1e-3 and of 1e-4 s."""
import math
import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[3] / "engines/external/adapters/yade"))
import library  # noqa: E402,F401  (finds YADE's module)
from yade import utils, wrapper  # noqa: E402

SLIP = 0.01  # [rad]


def arm(radius, angle, dt):
    yade = wrapper.Omega()
    yade.reset()
    material = wrapper.ViscElMat(kn=2e7, ks=1e7, cn=0, cs=0, frictionAngle=1.5)  # two in series
    yade.materials.append(material)
    d = radius + 0.45
    for size, height in ((radius, 0.0), (0.5, d)):
        body = utils.sphere((0, 0, height), size, material=material)
        body.state.blockedDOFs = "xyzXYZ"  # moves as it is told
        yade.bodies.append(body)
    base, mover = (b.state for b in yade.bodies)
    yade.engines = [wrapper.ForceResetter(), wrapper.InsertionSortCollider([wrapper.Bo1_Sphere_Aabb()]),
                    wrapper.InteractionLoop([wrapper.Ig2_Sphere_Sphere_ScGeom()], [wrapper.Ip2_ViscElMat_ViscElMat_ViscElPhys()],
                                            [wrapper.Law2_ScGeom_ViscElPhys_Basic()]),
                    wrapper.NewtonIntegrator(damping=0)]
    yade.dt = dt
    n = round(SLIP / dt)
    for k in range(n + round(angle / dt) + 1):
        now, then = k * dt, (k + 1) * dt
        mover.vel = [d * (math.sin(then) - math.sin(now)) / dt, 0, d * (math.cos(then) - math.cos(now)) / dt]
        mover.angVel, base.angVel = (0, 1, 0), (0, 0 if k < n else 1, 0)
        yade.step()
    return next(i for i in yade.interactions if i.isReal).phys.shearForce.norm() / (5e6 * SLIP)


for radius in (1.0, 0.5):
    for angle in (0, 2, 16):
        print(f"{radius:g} {angle} {arm(radius, angle, 1e-3):.4f} {arm(radius, angle, 1e-4):.4f}")
