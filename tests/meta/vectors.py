"""Vectors of three components in plain Python, for the scripts that derive references."""
import math


def add(a, b, s=1.0):
    return [x + s * y for x, y in zip(a, b)]


def scale(s, a):
    return [s * x for x in a]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def norm(a):
    return math.sqrt(dot(a, a))


def unit(a):
    return scale(1.0 / norm(a), a)


def reject(a, n):
    """The part of a across the unit vector n."""
    return add(a, n, -dot(a, n))
