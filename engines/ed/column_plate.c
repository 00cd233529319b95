#include "engines/ed/column_plate.h"

#include <float.h>
#include <math.h>

static const double two_pi = 6.283185307179586476925;
static const double pi = 3.141592653589793238463;

enum { NEWTON_MAX = 200 }; /* at a double root a step halves the error, which reaches rounding within far fewer steps */

/* The bead's path relative to the centre of the oscillation. */
struct path {
    const struct gravel_column_plate *plate;
    double t, z, v; /* at time t: height and velocity above and relative to the centre */
};

struct gap {
    double h, dh;
};

void
gravel_column_plate_init(struct gravel_column_plate *plate)
{
    const double a = plate->amplitude * plate->omega * plate->omega;
    plate->lift = a > plate->gravity ? asin(plate->gravity / a) : NAN;
}

struct gravel_column_motion
gravel_column_plate_motion(const struct gravel_column_plate *plate, double t)
{
    struct gravel_column_motion motion = {plate->mean + plate->velocity * t, plate->velocity};
    if (plate->amplitude > 0.0) {
        const double angle = plate->omega * t + plate->phase;
        motion.z += plate->amplitude * sin(angle);
        motion.v += plate->amplitude * plate->omega * cos(angle);
    }
    return motion;
}

/* Phase after the last lift-off phase, in [0, 2 pi): the gap is convex below pi - 2 lift. */
static double
phase_since_lift(const struct gravel_column_plate *plate, double t)
{
    const double angle = plate->omega * t + plate->phase - plate->lift;
    const double rest = angle - two_pi * floor(angle / two_pi);
    return rest < two_pi ? rest : 0.0;
}

bool
gravel_column_plate_drops(const struct gravel_column_plate *plate, double t)
{
    if (isnan(plate->lift))
        return false;
    const double since = phase_since_lift(plate, t);
    return since > 0.0 && since < pi - 2.0 * plate->lift;
}

double
gravel_column_plate_liftoff(const struct gravel_column_plate *plate, double t)
{
    if (isnan(plate->lift))
        return INFINITY;
    const double since = phase_since_lift(plate, t);
    return since > 0.0 ? t + (two_pi - since) / plate->omega : t;
}

double
gravel_column_plate_drop_end(const struct gravel_column_plate *plate, double t)
{
    const double length = pi - 2.0 * plate->lift, since = phase_since_lift(plate, t);
    return t + (since < length ? length - since : length) / plate->omega;
}

static double
height(const struct path *path, double t)
{
    const double s = t - path->t;
    return path->z + s * (path->v - 0.5 * path->plate->gravity * s);
}

static struct gap
gap_at(const struct path *path, double t)
{
    const struct gravel_column_plate *plate = path->plate;
    const double angle = plate->omega * t + plate->phase;
    const double dh = path->v - plate->gravity * (t - path->t) - plate->amplitude * plate->omega * cos(angle);
    return (struct gap){height(path, t) - plate->amplitude * sin(angle), dh};
}

/* First time >= `from` at which the path, at or above `level` at `from`, falls through `level`. */
static double
fall_time(const struct path *path, double from, double level)
{
    const double g = path->plate->gravity, s = from - path->t;
    const double q = fmax(height(path, from) - level, 0.0), v = path->v - g * s;
    if (g == 0.0)
        return v < 0.0 ? from + q / -v : INFINITY;
    const double root = sqrt(v * v + 2.0 * g * q);
    return from + (v > 0.0 ? (v + root) / g : q > 0.0 ? 2.0 * q / (root - v) : 0.0);
}

/* Newton iteration on an interval where the gap's curvature has one sign, from time t with value `gap`; `direction`
 * is +1 when t is left of the root of a convex gap and -1 when t is right of the root of a concave gap.  The zero of
 * the tangent then lies between t and the root, so the iterates are monotonic; a step against the direction means
 * that rounding has been reached.  INFINITY if a convex gap has its minimum before zero or its root beyond `end`.  The
 * root of a concave gap exists; if the iterates pass the maximum of the gap or `end`, the gap is smaller than rounding,
 * and that time is the contact time. */
static double
newton(const struct path *path, double t, struct gap gap, double end, double direction)
{
    for (int k = 0; k < NEWTON_MAX; k++) {
        if (gap.dh >= 0.0)
            return k > 0 && direction < 0.0 ? t : INFINITY;
        if (direction * gap.h <= 0.0)
            return t;
        const double next = t - gap.h / gap.dh;
        if (direction * (next - t) <= DBL_EPSILON * fabs(t))
            return t;
        t = next;
        if (direction * (t - end) > 0.0)
            return direction > 0.0 ? INFINITY : end;
        gap = gap_at(path, t);
    }
    return t;
}

/* The contact time on the concave interval [a, b], or INFINITY: a gap that is not negative at a has a zero if it is
 * not positive at b, or at the time when the bead is clearly below the lowest position of the plate. */
static double
concave_contact(const struct path *path, double a, double b)
{
    const double low = fall_time(path, a, -1.001 * path->plate->amplitude);
    const double right = fmin(b, fmax(low, a));
    const struct gap gap = gap_at(path, right);
    return gap.h <= 0.0 ? newton(path, right, gap, a, -1.0) : INFINITY;
}

struct gravel_column_landing
gravel_column_plate_landing(const struct gravel_column_plate *plate, double t, double z, double v, double from)
{
    const struct path path = {plate, t, z - plate->mean - plate->velocity * t, v - plate->velocity};
    const double top = plate->amplitude;
    if (top == 0.0)
        return (struct gravel_column_landing){fall_time(&path, from, 0.0), true};

    const double convex = isnan(plate->lift) ? 0.0 : pi - 2.0 * plate->lift;
    const double period = two_pi / plate->omega;
    for (double a = from;;) {
        /* Skip only a considerable time, so that rounding cannot repeat the skip for a bead already at `top`. */
        if (height(&path, a) > top) {
            const double fall = fall_time(&path, a, top);
            if (fall > a + 1e-3 * period)
                return (struct gravel_column_landing){fall, false};
        }
        /* Without gravity, a bead that does not approach and has no contact within one period has none at all. */
        if (plate->gravity == 0.0 && path.v >= 0.0 && a >= from + period)
            return (struct gravel_column_landing){INFINITY, true};
        const struct gap gap = gap_at(&path, a);
        if (gap.h <= 0.0 && gap.dh < 0.0)
            return (struct gravel_column_landing){a, true};

        double b = a + period, contact;
        const double since = isnan(plate->lift) ? 0.0 : phase_since_lift(plate, a);
        if (since < convex) {
            b = a + (convex - since) / plate->omega;
            contact = newton(&path, a, gap, b, 1.0);
        } else {
            if (!isnan(plate->lift))
                b = a + (two_pi - since) / plate->omega;
            contact = concave_contact(&path, a, b);
        }
        if (contact < INFINITY)
            return (struct gravel_column_landing){contact, true};
        a = b > a ? b : nextafter(a, INFINITY);
    }
}
