"""The nearest point of a wall: of places [n, 3] in the axes of the code, as gravel's engines have it (PHYSICS.md, Section 3)."""
import math

import numpy
from wall import cross


def profile(wall):
    """Of a surface of revolution the line that makes it: at the distance rho + s a from the axis and the height s b, low <= s <= high."""
    if wall.shape == "disk":
        return 0.0, 1.0, 0.0, 0.0, wall.radius
    if wall.shape == "orifice":
        return 0.0, 1.0, 0.0, wall.radius, math.inf
    if wall.shape == "cylinder":
        end = 0.5 * wall.length or math.inf
        return wall.radius, 0.0, 1.0, -end, end
    if wall.shape == "ring":
        return wall.radius, 0.0, 1.0, 0.0, 0.0
    wider = wall.radius_end - wall.radius  # a cone
    slant = math.hypot(wider, wall.length)
    return 0.5 * (wall.radius + wall.radius_end), wider / slant, wall.length / slant, -0.5 * slant, 0.5 * slant


def away(wall, d):
    """Of places d from the origin of the wall: the vectors to them from their nearest points."""
    axis = numpy.array(wall.axis)
    along = d @ axis
    return along[:, None] * axis if wall.shape == "plane" else d - foot(wall, d, axis, along)


def foot(wall, d, axis, along):
    if wall.shape == "point":
        return numpy.zeros_like(d)
    if wall.shape in ("line", "segment"):
        end = 0.5 * wall.length if wall.shape == "segment" else math.inf
        return numpy.clip(along, -end, end)[:, None] * axis
    if wall.shape == "rectangle":
        sides = (wall.edge, wall.length), (cross(wall.axis, wall.edge), wall.width)
        return sum(numpy.clip(d @ numpy.array(e), -0.5 * size, 0.5 * size)[:, None] * numpy.array(e) for e, size in sides)
    rho, a, b, low, high = profile(wall)
    radial = d - along[:, None] * axis
    r = numpy.sqrt((radial * radial).sum(axis=1))
    s = numpy.clip((r - rho) * a + along * b, low, high)
    return ((rho + s * a) / numpy.maximum(r, 1e-300))[:, None] * radial + (s * b)[:, None] * axis
