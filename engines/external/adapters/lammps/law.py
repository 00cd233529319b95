"""gravel's contact constants as the words of LAMMPS' pair style `granular` and of its fix wall/gran."""
import math

NO_LIMIT = 1e10  # of friction: gravel's friction 0 is no Coulomb limit


def damping_of(e):
    """Of `damping tsuji`: c/sqrt(k m_red) for the restitution e (Tsuji, Tanaka and Ishida 1992, as LAMMPS fits it)."""
    return 1.2728 + e * (-4.2783 + e * (11.087 + e * (-22.348 + e * (27.467 + e * (-18.022 + e * 4.8218)))))


def tsuji(c):
    """The restitution that `damping tsuji` is to be given: the stated one, or that of the dashpot's constant; None beyond its range."""
    if c["restitution"] is not None:
        return c["restitution"]
    wanted, low, high = c["c"] / math.sqrt(c["k"] * c["m_red"]), 0.0, 1.0
    if not damping_of(1.0) <= wanted <= damping_of(0.0):
        return None
    for _ in range(60):
        e = 0.5 * (low + high)
        low, high = (e, high) if damping_of(e) > wanted else (low, e)
    return 0.5 * (low + high)


def normal(c, radius, refused):
    """Normal force.  `radius` is the reduced radius of the contact."""
    law = (c["beta"], c["gamma"])
    if c["range"]:  # the dashpot beside the pair style lj/cut
        words = f"hooke 0.0 {c['c']!r} damping velocity"
    elif law == (0.0, 0.0):
        words = f"hooke {c['k']!r} {c['c']!r} damping velocity"
    elif law == (0.5, 0.0):
        words = f"hertz {c['k'] / math.sqrt(radius)!r} {c['c']!r} damping velocity"
    elif law == (0.5, 0.5):
        words = (f"hertz {c['k'] / math.sqrt(radius)!r} {c['c'] / (math.sqrt(radius) * c['m_red'])!r} "
                 "damping viscoelastic")
    elif law == (0.5, 0.25) and tsuji(c) is not None:
        words = f"hertz {c['k'] / math.sqrt(radius)!r} {tsuji(c)!r} damping tsuji"
    else:
        refused.add("contact law beta = %g, gamma = %g" % law)
        words = ""
    return words


def tangential(c, radius, rotation, refused):
    """Tangential force; LAMMPS states its viscosity in units of the normal one."""
    if not rotation or (c["k_t"] == 0.0 and c["c_t"] == 0.0):
        return "tangential linear_nohistory 0.0 0.0"
    if c["c_t"] > 0.0 and (c["c"] == 0.0 or c["gamma"] != 0.0):
        refused.add("a tangential dashpot without the same kind of normal one")
        return ""
    viscosity = c["c_t"] / c["c"] if c["c_t"] > 0.0 else 0.0
    friction = c["friction"] or NO_LIMIT
    if c["k_t"] == 0.0:
        return f"tangential linear_nohistory {viscosity!r} {friction!r}"
    if c["beta"] == 0.0:
        return f"tangential linear_history {c['k_t']!r} {viscosity!r} {friction!r}"
    return f"tangential mindlin {c['k_t'] / math.sqrt(radius)!r} {viscosity!r} {friction!r}"


def words(c, radius, rotation, refused):
    if c["rolling"] or c["rolling_arm"]:
        refused.add("rolling resistance")
    clipped = " limit_damping" if c["cohesionless"] else ""
    return f"{normal(c, radius, refused)} {tangential(c, radius, rotation, refused)}{clipped}"


def shape(c, radius):
    """Of a contact with a wall: the size of its constants, and what two contacts share whose forces are in this proportion."""
    root = math.sqrt(radius) if c["beta"] else 1.0
    size = c["k"] / root
    parts = [c["c"] / size, c["k_t"] / root / size, c["c_t"] / size, c["friction"]]
    return size, (c["beta"], c["gamma"], c["cohesionless"], *(f"{x:.9e}" for x in parts))


def lennard_jones(c):
    """epsilon, sigma and cut-off; the force k d/6 q^7 (q^6 - 1) of q = d/r is that of the potential cut off in its minimum d."""
    return f"{c['k'] * c['range'] ** 2 / 72.0!r} {c['range'] / 2.0 ** (1.0 / 6.0)!r} {c['range']!r}"


def time_step(c, steps_per_contact):
    """Of the contact's time, shorter where the tangential spring is faster than the normal one."""
    faster = math.sqrt(3.5 * c["k_t"] / c["k"]) if c["k_t"] > 0.0 else 1.0
    return c["contact_time"] / (steps_per_contact * max(1.0, faster))
