"""How walls move, and the particles attached to them, as formulas of the time: LAMMPS reads their text again in every step, so they are as short as
they can be."""


def shift(wall, d):
    """The displacement of a wall along d; empty where there is none."""
    if wall.servo is not None:
        return f"{wall.axis[d]!r}*({wall.way!r}+{wall.speed!r}*(time-{wall.since!r}))" if wall.axis[d] else ""
    terms = [f"{wall.velocity[d]!r}*time"] if wall.velocity[d] else []
    if wall.direction[d] * wall.amplitude:
        phase = f"+{wall.phase!r}" if wall.phase else ""
        terms.append(f"{wall.direction[d] * wall.amplitude!r}*sin({wall.omega!r}*time{phase})")
    if wall.table and wall.direction[d]:
        terms.append(f"{wall.direction[d]!r}*{table(wall)}")
    return "+".join(terms)


def table(wall, time="time"):
    """The shift along the direction at the time of this text."""
    (first, start), (last, end) = wall.table[0], wall.table[-1]
    rows = [f"{start!r}*({time}<{first!r})", *(f"{during(a, b, time)}*({x!r}+{(y - x) / (b - a)!r}*({time}-{a!r}))"
                                               for (a, x), (b, y) in zip(wall.table, wall.table[1:])), f"{end!r}*({time}>={last!r})"]
    return f"({'+'.join(rows)})"


def during(begin, end, time="time"):
    """1 from `begin` to `end`, else 0."""
    return f"({time}>={begin!r})*({time}<{end!r})"


def speed(wall, d):
    """The velocity that belongs to shift()."""
    terms = [f"{wall.velocity[d]!r}"] if wall.velocity[d] else []
    if wall.direction[d] * wall.amplitude:
        terms.append(f"{wall.direction[d] * wall.amplitude * wall.omega!r}*cos({wall.omega!r}*time+{wall.phase!r})")
    terms += [f"{wall.direction[d] * (y - x) / (b - a)!r}*{during(a, b)}" for (a, x), (b, y) in zip(wall.table, wall.table[1:])
              if wall.direction[d] * (y - x)]
    return "+".join(terms)


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
    shifts, speeds = ([part(wall, d) or "0.0" for d in range(3)] for part in (shift, speed))
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
            shifts[d] += f"+v_side{w}x{d}*sin(v_angle{w})+v_flat{w}x{d}*(cos(v_angle{w})-1.0)"
            speeds[d] += f"+v_rate{w}*(v_side{w}x{d}*cos(v_angle{w})-v_flat{w}x{d}*sin(v_angle{w}))"
    style = "atom" if wall.spin else "equal"
    for d in range(3):
        yield f"variable shift{w}x{d} {style} {shifts[d]}"
        yield f"variable speed{w}x{d} {style} {speeds[d]}"
    yield f"fix {group} {group} move variable " + " ".join(f"v_{word}{w}x{d}" for word in ("shift", "speed") for d in range(3))
