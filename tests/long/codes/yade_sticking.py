#!/usr/bin/python3
"""YADE 2023.02a: the tangential force of Law2_ScGeom_MindlinPhys_Mindlin is a sum of k_t(x) du, so that it stays where a contact opens.

gravel's is k_t(x) times the length u of the spring, k_t(x) = k_t sqrt(x) at the overlap x.  Rows, each with YADE, the sum, and the length:
- "4" and "0.25": a contact that was sheared opens, or closes, to this part of the overlap: the tangential force of before is 1;
- "1" and "2": energy that a cycle gives, in units of that with which it is sheared.  1: sheared at an overlap of 4, opened to 1, sheared back, closed
  again; 2: sheared at 1 and back at 4.  Either law gives more than it got on one of the two;
- angles [deg] at which a sphere hits a wall, elastic but for friction: tangential restitution of the centre with a friction of 0.092, and without a limit.
Without one the two laws are equal, as a collision that is the same backwards gives them the same equation; with one, the force that stays slips as the
contact opens."""
import math
import os
import sys

sys.path.insert(1, "/usr/lib/x86_64-linux-gnu/yade-double/py")
sys.setdlopenflags(os.RTLD_NOW | os.RTLD_GLOBAL)
from yade import utils, wrapper  # noqa: E402

yade = wrapper.Omega()
RADIUS, DENSITY, YOUNG, POISSON, SPEED, FRICTION, NO_LIMIT = 2.5e-3, 4000.0, 3.8e11, 0.23, 3.9, 0.092, 1e10
MASS = 4.0 / 3.0 * math.pi * RADIUS ** 3 * DENSITY
DEEP, TURN, STEPS = 1e-4 * RADIUS, 1e-6, 1000  # overlap [m], angle of shear, steps of each part of a path


def start(friction, spheres):
    yade.reset()
    yade.materials.append(wrapper.FrictMat(young=YOUNG, poisson=POISSON, frictionAngle=math.atan(friction)))
    yade.bodies.append(utils.sphere((0, 0, RADIUS), RADIUS))
    yade.bodies.append(utils.sphere((0, 0, -RADIUS), RADIUS) if spheres else utils.wall(0.0, axis=2))
    yade.engines = [wrapper.ForceResetter(), wrapper.InsertionSortCollider([wrapper.Bo1_Sphere_Aabb(), wrapper.Bo1_Wall_Aabb()]),
                    wrapper.InteractionLoop([wrapper.Ig2_Sphere_Sphere_ScGeom(), wrapper.Ig2_Wall_Sphere_ScGeom(hertzian=True)],
                                            [wrapper.Ip2_FrictMat_FrictMat_MindlinPhys()], [wrapper.Law2_ScGeom_MindlinPhys_Mindlin()]),
                    wrapper.NewtonIntegrator(damping=0)]
    return yade.bodies[0].state


class Path:
    """Two spheres on prescribed paths: one presses, or both turn."""

    def __init__(self):
        self.above, self.work, self.force = start(NO_LIMIT, True), 0.0, 0.0
        for body in yade.bodies:
            body.state.blockedDOFs = "xyzXYZ"
        yade.dt = 1.0 / STEPS

    def go(self, deeper=0.0, turn=0.0):
        for state in (b.state for b in yade.bodies):
            state.angVel = (0, turn, 0)
        self.above.vel = (0, 0, -deeper)
        for _ in range(STEPS):
            yade.step()
            before, self.force = self.force, sum(i.phys.shearForce[0] for i in yade.interactions if i.isReal)
            self.work += 0.5 * (before + self.force) * turn
        # The forces of a step are those of its begin: one more for the end.
        self.above.vel = (0, 0, 0)
        for state in (b.state for b in yade.bodies):
            state.angVel = (0, 0, 0)
        yade.step()
        self.force = sum(i.phys.shearForce[0] for i in yade.interactions if i.isReal)


def kept(part):
    """Of the force, in a contact that goes to this part of its overlap."""
    path = Path()
    path.go(deeper=DEEP)
    path.go(turn=TURN)
    first = path.force
    path.go(deeper=(part - 1.0) * DEEP)
    return path.force / first


def gained(out, back):
    """In a cycle that is sheared at the overlap `out` and sheared back at `back`."""
    path = Path()
    path.go(deeper=out * DEEP)
    path.go(turn=TURN)
    given = path.work
    path.go(deeper=(back - out) * DEEP)
    path.go(turn=-TURN)
    return -path.work / given


def hit(angle, friction):
    """In YADE."""
    state = start(friction, False)
    state.mass, state.inertia = MASS, [0.4 * MASS * RADIUS ** 2] * 3
    along = SPEED * math.sin(math.radians(angle))
    state.vel = (along, 0, -SPEED * math.cos(math.radians(angle)))
    yade.dt = duration() / 5000
    while state.pos[2] <= RADIUS:
        yade.step()
    return state.vel[0] / along


def spring():
    """Of two bodies of this material: the constants of the normal and of the tangential force."""
    return (4.0 / 3.0 * YOUNG / (2.0 * (1.0 - POISSON ** 2)) * math.sqrt(RADIUS),
            8.0 * YOUNG / (4.0 * (1.0 + POISSON) * (2.0 - POISSON)) * math.sqrt(RADIUS))


def duration():
    return 2.9432 * (1.25 * MASS / spring()[0]) ** 0.4 / SPEED ** 0.2


def solve(angle, friction, summed):
    """The same collision by the equations, with a sum of k_t(x) du or with k_t(x) u."""
    k, k_t = spring()
    x, v, h = 0.0, SPEED * math.cos(math.radians(angle)), duration() / 20000
    along = centre = slip = SPEED * math.sin(math.radians(angle))
    u = force = 0.0
    while x + h * v > 0.0:
        x, u = x + h * v, u + h * slip
        stiffness, limit = k_t * math.sqrt(x), friction * k * x ** 1.5
        force = force + stiffness * h * slip if summed else stiffness * u
        if abs(force) > limit:
            force = math.copysign(limit, force)
            u = force / stiffness
        v -= h * k * x ** 1.5 / MASS
        centre, slip = centre - h * force / MASS, slip - 3.5 * h * force / MASS
    return centre / along


for share in (4, 0.25):
    print(f"{share:g} {kept(share):.4f} 1.0000 {math.sqrt(share):.4f}")
for number, (sheared, returned) in enumerate(((4.0, 1.0), (1.0, 4.0)), 1):
    ratio = math.sqrt(returned / sheared)
    print(f"{number} {gained(sheared, returned):.4f} {1.0 - ratio:.4f} {ratio - 1.0:.4f}")
for degrees in (2.24, 4.22, 9.84):
    print(f"{degrees:g} " + " ".join(f"{f(degrees, mu):.4f}" for mu in (FRICTION, NO_LIMIT) for f in
                                     (hit, lambda a, m: solve(a, m, True), lambda a, m: solve(a, m, False))))
