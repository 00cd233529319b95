#include "engines/ed/radial_time.h"

#include "engines/core/root.h"

#include <stddef.h>

struct course {
    const struct gravel_radial *radial;
    double limit, side;
};

/* f = +-(p.p - limit^2).  (p.p)'' = 2 (v.v + p.a) + 6 v.a h + 3 a.a h^2, a convex parabola in h. */
static struct gravel_gap
gap_at(const void *context, double h, double h_end, double *bound)
{
    const struct course *course = context;
    const struct gravel_radial *r = course->radial;
    const struct vec3 v = v3_axpy(r->v, h, r->a);
    const struct vec3 p = v3_axpy(r->p, 0.5 * h, v3_add(r->v, v));
    if (bound != NULL) {
        const double va = v3_dot(v, r->a), aa = v3_norm2(r->a), span = h_end - h;
        const double at_start = 2.0 * (v3_norm2(v) + v3_dot(p, r->a));
        const double at_end = at_start + 3.0 * span * (2.0 * va + aa * span);
        if (course->side < 0.0)
            *bound = fmax(at_start, at_end);
        else if (-va > 0.0 && -va < aa * span)
            *bound = -(at_start - 3.0 * va * va / aa);
        else
            *bound = -fmin(at_start, at_end);
    }
    const double size = v3_norm(p), limit = course->limit;
    return (struct gravel_gap){course->side * (size - limit) * (size + limit), 2.0 * course->side * v3_dot(p, v)};
}

struct gravel_radial
gravel_radial_across(const struct gravel_wall *wall, double t, const struct gravel_flight *flight, double h)
{
    const struct vec3 mean = v3_axpy(wall->origin, t + h, wall->motion.velocity);
    const struct vec3 g = v3_reject(flight->g, wall->axis);
    const double noise = 1e-15 * v3_norm(flight->g);
    return (struct gravel_radial){
        .p = v3_reject(v3_sub(gravel_flight_position(flight, h), mean), wall->axis),
        .v = v3_reject(v3_sub(gravel_flight_velocity(flight, h), wall->motion.velocity), wall->axis),
        .a = v3_norm(g) > noise ? g : v3(0, 0, 0),
    };
}

double
gravel_radial_time(const struct gravel_radial *r, double limit, double side, double horizon)
{
    if (limit < 0.0)
        return INFINITY;
    if (v3_norm2(r->a) > 0.0) {
        const struct course course = {r, limit, side};
        return gravel_first_contact(gap_at, &course, 0.0, horizon, GRAVEL_GAP_ROUNDING * limit * limit);
    }
    const double b = v3_dot(r->p, r->v), v2 = v3_norm2(r->v), size = v3_norm(r->p);
    const double c = (size - limit) * (size + limit);
    if (side > 0.0)
        return gravel_pair_contact(b, c, v2);
    if (v2 == 0.0)
        return INFINITY;
    if (b > 0.0)
        return c >= 0.0 ? 0.0 : -c / (b + sqrt(b * b - v2 * c));
    return (sqrt(fmax(0.0, b * b - v2 * c)) - b) / v2;
}
