"""Planes at rest as formulas of LAMMPS' input, for more kinds of particles than it has groups.

A wall of LAMMPS has one spring for the group that it acts on, and there are 32 groups.  Here spring and dashpot are
properties of the particles, and `fix addforce` adds the linear normal force, by the velocities that a wall would see."""


def refuse(planes, contact, kinds, rotation, refused):
    """Adds to `refused` what such a plane cannot do."""
    some = [contact[k, -1 - w] for w, plane in planes for k in range(kinds)]
    if any(plane.moves() for _, plane in planes):
        refused.add("walls that move beside more kinds of particles than LAMMPS has groups")
    if any(c["beta"] or c["gamma"] for c in some):
        refused.add("nonlinear contacts with walls of more kinds of particles than LAMMPS has groups")
    if rotation and any(c["k_t"] or c["c_t"] for c in some):
        refused.add("tangential forces of walls on more kinds of particles than LAMMPS has groups")


def properties(planes, contact, kinds):
    """Of every particle: its radius, and spring and dashpot at each plane."""
    names = [f"d_{word}{w}" for w, _ in planes for word in "kc"]
    yield f"fix constants all property/atom {' '.join(names)}"
    for k in range(kinds):
        yield f"set type {k + 1} " + " ".join(f"d_{word}{w} {contact[k, -1 - w][word]!r}" for w, _ in planes for word in "kc")
    yield f"compute own all property/atom radius {' '.join(names)}"


def plane(w, plane, column, clipped):
    """`column` of the compute `own` has the spring; a plane acts on both of its sides."""
    height = "+".join(f"({x}-{o!r})*{n!r}" for x, o, n in zip("xyz", plane.origin, plane.axis))
    speed = "+".join(f"v{x}*{n!r}" for x, n in zip("xyz", plane.axis))
    yield f"variable height{w} atom {height}"
    yield f"variable side{w} atom (v_height{w}>0)-(v_height{w}<=0)"
    yield f"variable overlap{w} atom c_own[1]-abs(v_height{w})"
    yield f"variable push{w} atom c_own[{column}]*v_overlap{w}-c_own[{column + 1}]*v_side{w}*({speed})"
    acts = f"(v_overlap{w}>0)" + (f"*(v_push{w}>0)" if clipped else "")
    for x, n in zip("xyz", plane.axis):
        yield f"variable push{w}{x} atom {n!r}*v_side{w}*v_push{w}*{acts}"
    yield f"fix wall{w} free addforce v_push{w}x v_push{w}y v_push{w}z"
