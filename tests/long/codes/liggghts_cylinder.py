"""LIGGGHTS 3.8.0: what a primitive cylinder that turns gives to a sphere inside.

A sphere of radius 0.2 m is pressed by 10 mm onto the inside of a cylinder of radius 1 m that turns at 1 rad/s about its axis (`primitive ...
shear`), at 3/5 and 4/5 of the radius along the other two axes; a tangential dashpot of 10 N s/m drags it along the surface, which has 1 m/s: 10 N.
LIGGGHTS takes the velocity at the centre of the sphere, 0.81 m/s, and for a ycylinder with the two coordinates exchanged, so that this is not along
the surface.  Prints the axis (1: x) and the force along the surface [N]."""
import liggghts_sphere

MASS, STEP, STEPS = 1000.0 * 4.0 / 3.0 * 3.141592653589793 * 0.2 ** 3, 1e-7, 10
MODEL = "model hooke/stiffness tangential no_history"
SETTINGS = "tangential_damping on absolute_damping on"


def force(d):
    e, f = (d + 1) % 3, (d + 2) % 3
    place = [0.0, 0.0, 0.0]
    place[e], place[f] = 0.6 * 0.81, 0.8 * 0.81
    ve, vf = liggghts_sphere.velocity(
        "xyz"[e] + "xyz"[f], "-2 2 -2 2 -2 2", place, 0.4, 1000, MODEL, SETTINGS, (1e4, 0.0, 0.0, 10.0, 1e10),
        [f"fix drum all wall/gran {MODEL} primitive type 2 {'xyz'[d]}cylinder 1.0 0.0 0.0 shear {'xyz'[e]} 1.0 {SETTINGS}", f"timestep {STEP!r}", f"run {STEPS}"])
    return MASS * (0.6 * vf - 0.8 * ve) / (STEP * STEPS)


for axis in range(3):
    print(axis + 1, f"{force(axis):.2f}")
