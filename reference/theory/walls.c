/* A sphere of radius s that falls straight down on a wall's primitive, and one that swings in a ring. */
#include "reference/theory/laws.h"

#include <gsl/gsl_sf_ellint.h>

#include <math.h>

/* Way down to the contact.  The nearest point of the primitive lies `offset` b aside of the path; seen along the fall
 * every edge, line, point and cylinder is a circle of radius S about it (S = s, or s + R outside a cylinder), met at
 * sqrt(S^2 - b^2) above its centre; a face is b = 0.  Inside a cylinder the circle is R - s and is met from within. */
static double
way(const double *a, double side)
{
    const double height = a[0], sum = a[1], offset = a[2];
    return offset <= sum ? height - side * sqrt(sum * sum - offset * offset) : NAN;
}

static double
contact_time(const double *a, double side)
{
    const double speed = a[3], gravity = a[4];
    return 2.0 * way(a, side) / (speed + sqrt(speed * speed + 2.0 * gravity * way(a, side)));
}

/* The normal makes an angle of sine b/S with the path. */
static double
rebound(const double *a, double side)
{
    const double sum = a[1], offset = a[2], speed = a[3], gravity = a[4], restitution = a[5];
    return restitution * sqrt(speed * speed + 2.0 * gravity * way(a, side)) * sqrt(1.0 - offset * offset / (sum * sum));
}

static double
fall_contact_time(const double *a)
{
    return contact_time(a, 1.0);
}
const struct gravel_theory gravel_theory_fall_contact_time = {
    "fall_contact_time",
    "t = 2 h'/(v + sqrt(v^2 + 2 g h')), h' = h - sqrt(S^2 - b^2)",
    "free fall",
    "s",
    {"height", "sum", "offset", "speed", "gravity"},
    fall_contact_time};

static double
fall_rebound(const double *a)
{
    return rebound(a, 1.0);
}
const struct gravel_theory gravel_theory_fall_rebound = {"fall_rebound",
                                                         "e sqrt(v^2 + 2 g h') sqrt(1 - b^2/S^2)",
                                                         "free fall",
                                                         "m/s",
                                                         {"height", "sum", "offset", "speed", "gravity", "restitution"},
                                                         fall_rebound};

static double
fall_inside_contact_time(const double *a)
{
    return contact_time(a, -1.0);
}
const struct gravel_theory gravel_theory_fall_inside_contact_time = {
    "fall_inside_contact_time",
    "t = 2 h'/(v + sqrt(v^2 + 2 g h')), h' = h + sqrt(S^2 - b^2), S = R - s",
    "free fall",
    "s",
    {"height", "sum", "offset", "speed", "gravity"},
    fall_inside_contact_time};

static double
fall_inside_rebound(const double *a)
{
    return rebound(a, -1.0);
}
const struct gravel_theory gravel_theory_fall_inside_rebound = {
    "fall_inside_rebound",
    "e sqrt(v^2 + 2 g h') sqrt(1 - b^2/S^2), h' = h + sqrt(S^2 - b^2)",
    "free fall",
    "m/s",
    {"height", "sum", "offset", "speed", "gravity", "restitution"},
    fall_inside_rebound};

/* A rolling sphere is a pendulum of length R - s with the inertia 7/5 of its mass; K = complete elliptic integral. */
static double
rolling_swing_period(const double *a)
{
    const double ring = a[0], radius = a[1], gravity = a[2], offset = a[3];
    const double length = ring - radius, amplitude = asin(offset / length);
    return 4.0 * sqrt(1.4 * length / gravity) * gsl_sf_ellint_Kcomp(sin(0.5 * amplitude), GSL_PREC_DOUBLE);
}
const struct gravel_theory gravel_theory_rolling_swing_period = {
    "rolling_swing_period",
    "4 sqrt(7 (R - s)/(5 g)) K(sin(theta/2)), sin(theta) = offset/(R - s)",
    "rolling without slip, pendulum",
    "s",
    {"ring_radius", "radius", "gravity", "offset"},
    rolling_swing_period};
