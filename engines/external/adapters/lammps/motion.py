"""Particles that walls move, as formulas of the time for LAMMPS' fix move."""

from wall import cross

LARGEST = 16  # particles: each has a group of its own


def angle(wall):
    """By which the wall has turned, and the rate, which grows from 0 in the time `ramp`."""
    s, ramp = wall.spin, wall.ramp
    if ramp == 0.0:
        return f"{s!r}*time", repr(s)
    return (f"{s!r}*((time<{ramp!r})*time*time/{2.0 * ramp!r}+(time>={ramp!r})*(time-{0.5 * ramp!r}))",
            f"{s!r}*((time<{ramp!r})*time/{ramp!r}+(time>={ramp!r}))")


def turned(number, wall):
    """Variables angleNUMBER and rateNUMBER of a wall that turns about its axis."""
    by, rate = angle(wall)
    yield f"variable angle{number} equal {by}"
    yield f"variable rate{number} equal {rate}"


def commands(i, place, wall):
    """Move particle i, which is at `place` at t = 0, with its wall: R(t) a - a = sin n x a + (cos - 1) (a - n (n.a)) of its arm a."""
    arm = [p - o for p, o in zip(place, wall.origin)]
    along = sum(a * n for a, n in zip(arm, wall.axis))
    flat, side = [a - along * n for a, n in zip(arm, wall.axis)], cross(wall.axis, arm)
    yield f"group carried{i} id {i + 1}"
    yield from turned(i, wall)
    for d, name in enumerate("xyz"):
        swing, phase = wall.direction[d] * wall.amplitude, f"({wall.omega!r}*time+{wall.phase!r})"
        yield (f"variable shift{i}{name} equal {wall.velocity[d]!r}*time+{swing!r}*sin{phase}+{side[d]!r}*sin(v_angle{i})+"
               f"{flat[d]!r}*(cos(v_angle{i})-1.0)")
        yield (f"variable speed{i}{name} equal {wall.velocity[d]!r}+{swing * wall.omega!r}*cos{phase}+"
               f"v_rate{i}*({side[d]!r}*cos(v_angle{i})-{flat[d]!r}*sin(v_angle{i}))")
    shifts, speeds = (" ".join(f"v_{word}{i}{d}" for d in "xyz") for word in ("shift", "speed"))
    yield f"fix carried{i} carried{i} move variable {shifts} {speeds}"
