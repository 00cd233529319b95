/* The lateral face and the rims, which are rings or a tip, each have a gap function of their own.
 *
 * The face is the part of an endless surface.  A sphere is outside of it, inside, or in the layer of one radius on
 * either side, which it enters beyond a rim without contact; it goes from zone to zone until it touches. */
#include "engines/ed/turned_time.h"

#include "engines/core/root.h"
#include "engines/ed/convex_time.h"
#include "engines/ed/radial_time.h"

#include <stdbool.h>
#include <stddef.h>

/* --- rims --- */

/* f = (P^2 - 4 R^2 rho^2), P = p.p + R^2 - s^2: the torus around the ring, a quartic without gravity (S1). */
static struct gravel_gap
ring_gap(const void *context, double h, double h_end, double *bound)
{
    const struct gravel_approach *a = context;
    const struct gravel_wall *wall = a->wall;
    const double ring = wall->radius, s = a->flight.radius;
    const struct vec3 p = gravel_approach_position(a, h), v = gravel_approach_velocity(a, h);
    const struct vec3 across = v3_reject(p, wall->axis);
    const double rho = v3_norm(across), z = v3_dot(p, wall->axis);
    if (bound != NULL) {
        const double acc = a->acceleration, span = h_end - h;
        const double far = v3_norm(p) + span * (v3_norm(v) + 0.5 * acc * span);
        const double fast = v3_norm(v) + acc * span;
        const double size = far * far + fabs(ring * ring - s * s);
        *bound = 4.0 * size * far * acc + 8.0 * ring * ring * (fast * fast + far * acc);
        if (s > ring)
            *bound += 4.0 * (s * s - ring * ring) * fast * fast;
    }
    const double inner = (rho - ring) * (rho - ring) + z * z - s * s;
    const double outer = (rho + ring) * (rho + ring) + z * z - s * s;
    const double big_p = v3_norm2(p) + ring * ring - s * s;
    return (struct gravel_gap){inner * outer, 4.0 * big_p * v3_dot(p, v) - 8.0 * ring * ring * v3_dot(across, v)};
}

static double
ring_time(const struct gravel_wall *wall, double t, const struct gravel_flight *flight, double horizon)
{
    const struct gravel_approach a = gravel_approach_to(wall, t, flight);
    const double size = 2.0 * wall->radius * flight->radius;
    return gravel_first_contact(ring_gap, &a, 0.0, horizon, GRAVEL_GAP_ROUNDING * size * size);
}

/* The circle, or tip, in which the line ends at s. */
static double
rim_time(const struct gravel_wall *wall, double t, const struct gravel_flight *flight,
         const struct gravel_profile *profile, double s, double horizon)
{
    struct gravel_wall rim = *wall;
    rim.radius = profile->rho + s * profile->along_rho;
    rim.origin = v3_axpy(wall->origin, s * profile->along_z, wall->axis);
    rim.shape = rim.radius > 1e-12 * profile->rho ? GRAVEL_RING : GRAVEL_POINT;
    return rim.shape == GRAVEL_RING ? ring_time(&rim, t, flight, horizon)
                                    : gravel_convex_time(&rim, t, flight, horizon);
}

/* --- face --- */

/* Of a place at the distance rho from the axis and the height z: its distance from the endless line, positive outside,
 * and the place s of its foot on the line. */
static double
outside_of(const struct gravel_profile *p, double rho, double z, double *s)
{
    *s = (rho - p->rho) * p->along_rho + z * p->along_z;
    return (rho - p->rho) * p->along_z - z * p->along_rho;
}

struct level {
    struct gravel_approach approach;
    struct gravel_profile profile;
    double level, side;
};

/* f = +-(L - level).  The distance L from the line is a convex function of the place, as rho is, so that from outside
 * only the acceleration makes f concave.  From inside f is multiplied by its mirror image, which has -rho for rho: a
 * polynomial, smooth on the axis.  The mirror image is nowhere less than f, so that the first zero is that of f. */
static struct gravel_gap
level_gap(const void *context, double h, double h_end, double *bound)
{
    const struct level *l = context;
    const struct gravel_approach *a = &l->approach;
    const struct vec3 axis = a->wall->axis, p = gravel_approach_position(a, h), v = gravel_approach_velocity(a, h);
    const struct vec3 p_t = v3_reject(p, axis), v_t = v3_reject(v, axis), g_t = v3_reject(a->flight.g, axis);
    const double n_rho = l->profile.along_z, n_z = -l->profile.along_rho, span = h_end - h;
    const double rho = v3_norm(p_t), v_z = v3_dot(v, axis), g_z = v3_dot(a->flight.g, axis), a_t = v3_norm(g_t);
    const double v_rho = rho > 0.0 ? v3_dot(p_t, v_t) / rho : v3_norm(v_t);
    double s;
    const double f = l->side * (outside_of(&l->profile, rho, v3_dot(p, axis), &s) - l->level);
    const double df = l->side * (n_rho * v_rho + n_z * v_z);
    if (l->side > 0.0 || n_rho == 0.0) {
        if (bound != NULL)
            *bound = n_rho * a_t - l->side * n_z * g_z + fabs(n_z) * a->own;
        return (struct gravel_gap){f, df};
    }
    const double q = f + n_rho * rho, mirror = q + n_rho * rho, a_z = fabs(g_z) + a->own;
    if (bound != NULL) {
        const double fast = v3_norm(v_t) + a_t * span, far = rho + span * (v3_norm(v_t) + 0.5 * a_t * span);
        const double far_q = fabs(q) + fabs(n_z) * span * (fabs(v_z) + 0.5 * a_z * span);
        *bound = 2.0 * (far_q * fabs(n_z) * a_z + n_rho * n_rho * (fast * fast + far * a_t));
    }
    return (struct gravel_gap){f * mirror, df * mirror + f * (n_rho * v_rho - n_z * v_z)};
}

/* Time from h on until L falls to `level` (side 1) or grows to it (side -1). */
static double
level_time(const struct gravel_approach *a, const struct gravel_profile *profile, double h, double level, double side,
           double horizon)
{
    if (profile->along_rho == 0.0) {
        const struct gravel_radial r = gravel_radial_across(a->wall, a->t, &a->flight, h);
        return gravel_radial_time(&r, profile->rho + level, side, horizon - h);
    }
    const struct level l = {*a, *profile, level, side};
    const bool linear = side > 0.0 || profile->along_z == 0.0;
    const double size = a->flight.radius * (linear ? 1.0 : 2.0 * profile->rho);
    return gravel_first_contact(level_gap, &l, h, horizon, GRAVEL_GAP_ROUNDING * size) - h;
}

enum zone { INSIDE, OUTSIDE, BEYOND_THE_RIM };

/* Of a sphere h from now; whether its foot is on the face. */
static enum zone
zone_at(const struct gravel_approach *a, const struct gravel_profile *profile, double h, bool *beside)
{
    const struct vec3 p = gravel_approach_position(a, h);
    double s;
    const double distance = outside_of(profile, v3_norm(v3_reject(p, a->wall->axis)), v3_dot(p, a->wall->axis), &s);
    *beside = profile->low <= s && s <= profile->high;
    if (!*beside && fabs(distance) < a->flight.radius)
        return BEYOND_THE_RIM;
    return distance < 0.0 ? INSIDE : OUTSIDE;
}

/* The distance from the line is the root of a quartic in time, and reaches a value at most four times; that of a wall
 * which vibrates, four times more in every half period. */
static int
passages_most(const struct gravel_wall *wall, double horizon)
{
    const double half_periods = fmin(wall->motion.angular_frequency * horizon / M_PI, 1e6);
    return wall->motion.amplitude != 0.0 ? 8 + 8 * (int)half_periods : 8;
}

static double
face_time(const struct gravel_approach *a, const struct gravel_profile *profile, double horizon)
{
    const double radius = a->flight.radius;
    const int most = passages_most(a->wall, horizon);
    double h = 0.0;
    bool beside;
    enum zone zone = zone_at(a, profile, h, &beside);
    for (int k = 0; k <= most && h <= horizon; k++) {
        if (zone == BEYOND_THE_RIM) {
            const double in = level_time(a, profile, h, -radius, 1.0, horizon),
                         out = level_time(a, profile, h, radius, -1.0, horizon);
            zone = in < out ? INSIDE : OUTSIDE;
            h += fmin(in, out);
            continue;
        }
        h += zone == INSIDE ? level_time(a, profile, h, -radius, -1.0, horizon)
                            : level_time(a, profile, h, radius, 1.0, horizon);
        if (h <= horizon) {
            (void)zone_at(a, profile, h, &beside);
            if (beside)
                return h;
            zone = BEYOND_THE_RIM;
        }
    }
    return INFINITY;
}

double
gravel_turned_time(const struct gravel_wall *wall, double t, const struct gravel_flight *flight, double horizon)
{
    const struct gravel_approach a = gravel_approach_to(wall, t, flight);
    const struct gravel_profile profile = gravel_wall_profile(wall);
    double first = profile.low < profile.high ? face_time(&a, &profile, horizon) : INFINITY;
    first = fmin(first, rim_time(wall, t, flight, &profile, profile.low, fmin(first, horizon)));
    if (profile.low < profile.high && isfinite(profile.high))
        first = fmin(first, rim_time(wall, t, flight, &profile, profile.high, fmin(first, horizon)));
    return first;
}
