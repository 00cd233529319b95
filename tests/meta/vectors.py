"""Vectors of three components in plain Python, for the scripts that derive references.  Each component is written out: with loops
over the components a whole script took twice the time."""
import math


def add(a, b, s=1.0):
    return [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]]


def add_all(a, b, s):
    """Of states, which are several vectors one after the other."""
    return [x + s * y for x, y in zip(a, b)]


def scale(s, a):
    return [s * a[0], s * a[1], s * a[2]]


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def norm(a):
    return math.sqrt(dot(a, a))


def unit(a):
    return scale(1.0 / norm(a), a)


def reject(a, n):
    """The part of a across the unit vector n."""
    return add(a, n, -dot(a, n))
