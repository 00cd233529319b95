"""Shapes of gravel's walls as regions of LAMMPS.  A region bounds a volume; a wall of no thickness is one without height or width, or one
whose ends are open, where LAMMPS' surface acts on both sides."""

THIN = 1e-9   # of the smallest particle's radius: a cylinder of LAMMPS has a radius, a cone a height
WIDE = 1e3    # of the extent of the system: a plate with a hole ends there


def refuse(wall, hertz, refused):
    """Adds to `refused` what LAMMPS cannot do of a wall that particles touch; `hertz`: some contact depends on the curvature."""
    if wall.shape == "plane":
        return
    if wall.shape != "point" and wall.aligned() is None or wall.shape == "rectangle" and side(wall) is None:
        refused.add(f"{wall.shape} walls that are not along the axes")
    if wall.shape == "rectangle" and wall.spin:
        refused.add("rectangles that turn")  # the region turns its outline, too
    if wall.shape != "rectangle" and hertz:  # LAMMPS takes the radius of curvature of surfaces and rims into account
        refused.add("Hertz springs at walls of the shape " + wall.shape)


def side(wall):
    """The axis of coordinates that the first side of a rectangle is along, if it is one."""
    return next((d for d in range(3) if abs(wall.edge[d]) == 1.0), None)


def words(wall, smallest, extent):
    """Of each region that makes the wall: the end of its name, and LAMMPS' words for it."""
    o = wall.origin
    if wall.shape == "plane":
        for end, sign in (("a", 1.0), ("b", -1.0)):  # such a region acts on one side only
            yield end, f"plane {numbers(o)} {numbers([sign * c for c in wall.axis])} side in"
    elif wall.shape == "point":
        yield "a", f"sphere {numbers(o)} 0.0 side out"
    elif wall.shape == "rectangle":
        half = [0.0, 0.0, 0.0]
        half[side(wall)] = 0.5 * wall.length
        half[3 - side(wall) - wall.aligned()] = 0.5 * wall.width
        yield "a", "block " + " ".join(f"{p - h!r} {p + h!r}" for p, h in zip(o, half)) + " side out"
    else:
        yield "a", about_axis(wall, smallest, extent)


def about_axis(wall, smallest, extent):
    """A surface of revolution about the axis `d`, between two heights."""
    d = wall.aligned()
    place = f"{'xyz'[d]} {numbers(p for k, p in enumerate(wall.origin) if k != d)}"
    half = 0.5 * wall.length
    between = f"{wall.origin[d] - half!r} {wall.origin[d] + half!r}"
    here, endless, ends_open = f"{wall.origin[d]!r} {wall.origin[d]!r}", "INF INF", "open 1 open 2"
    if wall.shape == "cone":
        radii = [wall.radius, wall.radius_end][::1 if wall.axis[d] > 0.0 else -1]
        return f"cone {place} {numbers(radii)} {between} {ends_open}"
    if wall.shape == "orifice":  # a cone of nearly no height
        return f"cone {place} {wall.radius!r} {WIDE * extent!r} {wall.origin[d]!r} {wall.origin[d] + THIN * smallest!r} {ends_open}"
    return f"cylinder {place} " + {"cylinder": f"{wall.radius!r} {between if half else endless} {ends_open}",
                                   "ring": f"{wall.radius!r} {here} {ends_open}",
                                   "disk": f"{wall.radius!r} {here} side out",
                                   "line": f"{THIN * smallest!r} {endless} side out",
                                   "segment": f"{THIN * smallest!r} {between} side out"}[wall.shape]


def numbers(values):
    return " ".join(map(repr, values))
