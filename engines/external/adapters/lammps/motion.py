"""Particles that walls move, as formulas of the time for LAMMPS' fix move."""


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


def commands(w, particles, wall):
    """Move the particles (numbers from 0) with wall w: R(t) a - a = sin n x a + (cos - 1) (a - n (n.a)) of the arm a of each at t = 0."""
    group = f"carried{w}"
    yield f"group {group} id " + " ".join(str(i + 1) for i in particles)
    swing, phase = [wall.amplitude * c for c in wall.direction], f"({wall.omega!r}*time+{wall.phase!r})"
    shift = [f"{v!r}*time+{a!r}*sin{phase}" for v, a in zip(wall.velocity, swing)]
    speed = [f"{v!r}+{a * wall.omega!r}*cos{phase}" for v, a in zip(wall.velocity, swing)]
    if wall.spin:
        yield from turned(w, wall)
        yield f"fix start{w} {group} store/state 0 xu yu zu"
        arm = [f"(f_start{w}[{d + 1}]-{o!r})" for d, o in enumerate(wall.origin)]
        along = "+".join(f"{c!r}*{a}" for c, a in zip(wall.axis, arm))
        yield f"variable along{w} atom {along}"
        for d in range(3):
            e, f = (d + 1) % 3, (d + 2) % 3
            yield f"variable side{w}x{d} atom {wall.axis[e]!r}*{arm[f]}-{wall.axis[f]!r}*{arm[e]}"
            yield f"variable flat{w}x{d} atom {arm[d]}-{wall.axis[d]!r}*v_along{w}"
            shift[d] += f"+v_side{w}x{d}*sin(v_angle{w})+v_flat{w}x{d}*(cos(v_angle{w})-1.0)"
            speed[d] += f"+v_rate{w}*(v_side{w}x{d}*cos(v_angle{w})-v_flat{w}x{d}*sin(v_angle{w}))"
    style = "atom" if wall.spin else "equal"
    for d in range(3):
        yield f"variable shift{w}x{d} {style} {shift[d]}"
        yield f"variable speed{w}x{d} {style} {speed[d]}"
    shifts, speeds = (" ".join(f"v_{word}{w}x{d}" for d in range(3)) for word in ("shift", "speed"))
    yield f"fix {group} {group} move variable {shifts} {speeds}"
