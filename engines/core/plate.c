#include "engines/core/plate.h"

#include <float.h>
#include <math.h>

static const double two_pi = 6.283185307179586476925;
static const double pi = 3.141592653589793238463;

enum { NEWTON_MAX = 200 }; /* halving steps at a double root exhaust a double long before */

/* The body's path relative to the centre of the oscillation. */
struct path {
    const struct gravel_plate *plate;
    double t, z, v; /* at time t: height and velocity above and relative to the centre */
};

struct gap {
    double h, dh;
};

void
gravel_plate_init(struct gravel_plate *plate)
{
    const double a = plate->amplitude * plate->omega * plate->omega;
    plate->lift = a > fabs(plate->gravity) ? asin(plate->gravity / a) : 0.0;
    plate->convex = a > fabs(plate->gravity) ? pi - 2.0 * plate->lift : plate->gravity < 0.0 ? two_pi : 0.0;
}

/* Amplitude along the wall's axis, signed; of a vibration within the plane only rounding is along it. */
static double
normal_amplitude(const struct gravel_wall *wall)
{
    const double amplitude = v3_dot(gravel_wall_vibration(wall), wall->axis);
    return fabs(amplitude) <= 8.0 * DBL_EPSILON * fabs(wall->motion.amplitude) ? 0.0 : amplitude;
}

struct gravel_plate
gravel_plate_of_wall(const struct gravel_wall *wall, double t, double side, struct vec3 gravity)
{
    const struct gravel_motion *m = &wall->motion;
    const double amplitude = side * normal_amplitude(wall);
    const double angle = m->angular_frequency * t + m->phase + (amplitude < 0.0 ? pi : 0.0);
    struct gravel_plate plate = {
        .amplitude = fabs(amplitude),
        .omega = fabs(m->angular_frequency),
        .phase = m->angular_frequency < 0.0 ? pi - angle : angle,
        .gravity = -side * v3_dot(gravity, wall->axis),
    };
    if (plate.omega == 0.0) { /* at rest, away from its mean position */
        plate.mean = plate.amplitude * sin(plate.phase);
        plate.amplitude = 0.0;
    }
    gravel_plate_init(&plate);
    return plate;
}

struct gravel_vertical
gravel_plate_motion(const struct gravel_plate *plate, double t)
{
    struct gravel_vertical motion = {plate->mean + plate->velocity * t, plate->velocity};
    if (plate->amplitude > 0.0) {
        const double angle = plate->omega * t + plate->phase;
        motion.z += plate->amplitude * sin(angle);
        motion.v += plate->amplitude * plate->omega * cos(angle);
    }
    return motion;
}

/* Phase after the last lift-off phase, in [0, 2 pi): the gap is convex below `convex`. */
static double
phase_since_lift(const struct gravel_plate *plate, double t)
{
    const double angle = plate->omega * t + plate->phase - plate->lift;
    const double rest = angle - two_pi * floor(angle / two_pi);
    return rest < two_pi ? rest : 0.0;
}

bool
gravel_plate_drops(const struct gravel_plate *plate, double t)
{
    if (plate->convex == 0.0)
        return false;
    const double since = phase_since_lift(plate, t);
    return since > 0.0 && since < plate->convex;
}

double
gravel_plate_liftoff(const struct gravel_plate *plate, double t)
{
    if (plate->convex == 0.0)
        return INFINITY;
    const double since = phase_since_lift(plate, t);
    return since > 0.0 ? t + (two_pi - since) / plate->omega : t;
}

double
gravel_plate_drop_end(const struct gravel_plate *plate, double t)
{
    const double length = plate->convex, since = phase_since_lift(plate, t);
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
    const struct gravel_plate *plate = path->plate;
    const double angle = plate->omega * t + plate->phase;
    const double dh = path->v - plate->gravity * (t - path->t) - plate->amplitude * plate->omega * cos(angle);
    return (struct gap){height(path, t) - plate->amplitude * sin(angle), dh};
}

/* When the path, seen from time `from` at or above `level`, falls through `level`. */
static double
fall_time(const struct path *path, double from, double level)
{
    const double g = path->plate->gravity, s = from - path->t;
    const double q = fmax(height(path, from) - level, 0.0), v = path->v - g * s;
    if (g == 0.0)
        return v < 0.0 ? from + q / -v : INFINITY;
    const double square = v * v + 2.0 * g * q;
    if (g < 0.0 && (v >= 0.0 || square < 0.0))
        return INFINITY;
    const double root = sqrt(square);
    return from + (v > 0.0 ? (v + root) / g : q > 0.0 ? 2.0 * q / (root - v) : 0.0);
}

/* Newton's iteration along a stretch on which the gap keeps its curvature, from time t, where it is `gap`;
 * `direction` is +1 when t is left of the root on a convex stretch and -1 when it is right of the root on a
 * concave one.  The tangent is then zero on the near side of the root, so the iterates are monotonic; a
 * step against the direction means that rounding has been reached.  INFINITY if a convex gap has its minimum before
 * zero or has its root beyond `end`.  On a concave stretch the root is known to exist; if the iterates pass the maximum
 * of the gap or `end`, then the gap is below its rounding error, and the contact is there. */
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

/* The contact on the concave stretch [a, b], or INFINITY: a gap that is not negative at a has a zero if it is
 * not positive at b, or when the body has come clearly below the lowest position of the plate.  The gap there may be
 * positive by rounding if the amplitude is in the rounding of the positions. */
static double
concave_contact(const struct path *path, double a, double b)
{
    const double low = fall_time(path, a, -1.001 * path->plate->amplitude);
    const double right = fmin(b, fmax(low, a));
    const struct gap gap = gap_at(path, right);
    return gap.h <= 0.0 || low <= b ? newton(path, right, gap, a, -1.0) : INFINITY;
}

/* The contact on the stretch of one curvature that begins at a; *b becomes its end. */
static double
stretch_contact(const struct path *path, double a, struct gap gap, double *b)
{
    const struct gravel_plate *plate = path->plate;
    const double since = plate->convex > 0.0 ? phase_since_lift(plate, a) : 0.0;
    if (since < plate->convex) {
        *b = a + (plate->convex - since) / plate->omega;
        return newton(path, a, gap, *b, 1.0);
    }
    *b = a + (plate->convex > 0.0 ? two_pi - since : two_pi) / plate->omega;
    return concave_contact(path, a, *b);
}

struct gravel_plate_landing
gravel_plate_landing(const struct gravel_plate *plate, double t, double z, double v, double from, double end)
{
    const struct path path = {plate, t, z - plate->mean - plate->velocity * t, v - plate->velocity};
    const double top = plate->amplitude;
    if (top == 0.0)
        return (struct gravel_plate_landing){fall_time(&path, from, 0.0), true};

    const double period = two_pi / plate->omega;
    for (double a = from; a <= end;) {
        /* Skip to the fall through `top` only if it is clearly later: rounding could return the same time again. */
        if (height(&path, a) > top) {
            const double fall = fall_time(&path, a, top);
            if (fall > a + 1e-3 * period)
                return (struct gravel_plate_landing){fall, fall == INFINITY}; /* never: without gravity, upwards */
        }
        /* Without gravity towards the plate, a body that has not approached for a period and was not touched in it is
         * not touched at all. */
        if (plate->gravity <= 0.0 && path.v - plate->gravity * (a - period - t) >= 0.0 && a >= from + period)
            return (struct gravel_plate_landing){INFINITY, true};
        const struct gap gap = gap_at(&path, a);
        if (gap.h <= 0.0 && gap.dh < 0.0)
            return (struct gravel_plate_landing){a, true};
        double b;
        const double contact = stretch_contact(&path, a, gap, &b);
        if (contact < INFINITY)
            return (struct gravel_plate_landing){contact, true};
        a = b > a ? b : nextafter(a, INFINITY);
    }
    return (struct gravel_plate_landing){INFINITY, true};
}

double
gravel_fall_time(double f, double df, double acc)
{
    const double discriminant = df * df - 2.0 * acc * f;
    if (df < 0.0) {
        if (f <= 0.0)
            return 0.0;
        return discriminant < 0.0 ? INFINITY : 2.0 * f / (sqrt(discriminant) - df);
    }
    if (acc >= 0.0)
        return INFINITY;
    /* A hop too small to undo a rounding overlap ends at the level where it began. */
    return discriminant < 0.0 ? -2.0 * df / acc : (sqrt(discriminant) + df) / -acc;
}

/* The contact that ends a short hop from time 0 on a concave stretch, or INFINITY if this is none.  At its present
 * acceleration the body is back after `hop`.  Where (omega hop)^3 is in the rounding of 1, so is the error of this;
 * else Newton's iteration begins at twice that time, nearer than the end of the stretch. */
static double
hop_contact(const struct path *path, struct gap gap)
{
    const struct gravel_plate *plate = path->plate;
    const double curvature = plate->omega * plate->omega * (path->z - gap.h) - plate->gravity;
    if (path->z > plate->amplitude || curvature >= 0.0)
        return INFINITY;
    const double hop = gravel_fall_time(gap.h, gap.dh, curvature), end = 2.0 * hop;
    if (plate->omega * hop <= 1e-5)
        return hop;
    const double since = plate->convex > 0.0 ? phase_since_lift(plate, 0.0) : 0.0;
    if (since < plate->convex || plate->omega * end >= two_pi - since)
        return INFINITY;
    const struct gap last = gap_at(path, end);
    return last.h <= 0.0 ? newton(path, end, last, 0.0, -1.0) : INFINITY;
}

/* Contact with an oscillating plate, within `horizon`, of a body that is at z and has velocity v at time 0.  However
 * rounding has placed it, one that separates is not touched before its velocity can have changed its sign. */
static double
oscillating_contact(const struct gravel_plate *plate, double z, double v, double horizon)
{
    const struct path path = {plate, 0.0, z - plate->mean, v - plate->velocity};
    const struct gap gap = gap_at(&path, 0.0);
    const double acceleration = fabs(plate->gravity) + plate->amplitude * plate->omega * plate->omega;
    const double from = fmax(gap.dh, 0.0) / acceleration, hop = hop_contact(&path, gap);
    if (hop < INFINITY)
        return fmax(hop, from);
    struct gravel_plate_landing landing = {from, false};
    while (!landing.exact && landing.t <= horizon)
        landing = gravel_plate_landing(plate, 0.0, z, v, landing.t, horizon);
    return landing.t;
}

double
gravel_plate_contact_time(const struct gravel_wall *wall, double t, struct vec3 x, struct vec3 v, struct vec3 gravity,
                          double radius, double horizon)
{
    const struct gravel_motion *m = &wall->motion;
    const double amplitude = normal_amplitude(wall);
    const double above = v3_dot(v3_sub(x, v3_axpy(wall->origin, t, m->velocity)), wall->axis);
    const double velocity = v3_dot(v3_sub(v, m->velocity), wall->axis), acceleration = v3_dot(gravity, wall->axis);
    /* No sine is needed for a body that does not come down to the highest position of the plate within the horizon. */
    const double clearance = fabs(above) - radius - fabs(amplitude), away = copysign(1.0, above);
    if (clearance > 0.0 && gravel_fall_time(clearance, away * velocity, away * acceleration) > horizon)
        return INFINITY;
    const double shift = amplitude != 0.0 ? amplitude * sin(m->angular_frequency * t + m->phase) : 0.0;
    const double side = above - shift >= 0.0 ? 1.0 : -1.0;
    const double z = side * above - radius, dz = side * velocity;
    double contact;
    if (amplitude == 0.0 || m->angular_frequency == 0.0) {
        contact = gravel_fall_time(z - side * shift, dz, side * acceleration);
    } else {
        const struct gravel_plate plate = gravel_plate_of_wall(wall, t, side, gravity);
        contact = oscillating_contact(&plate, z, dz, horizon);
    }
    return contact <= horizon ? contact : INFINITY;
}
