#include "engines/ed/wall_time.h"

#include "engines/core/plate.h"
#include "engines/core/root.h"
#include "engines/ed/convex_time.h"
#include "engines/ed/radial_time.h"
#include "engines/ed/turned_time.h"

#include <stdbool.h>
#include <stddef.h>

/* A line, or the cylinder without ends. */
static double
endless_time(const struct gravel_wall *wall, double t, const struct gravel_flight *flight, double horizon)
{
    const struct gravel_radial r = gravel_radial_across(wall, t, flight, 0.0);
    const double radius = wall->shape == GRAVEL_LINE ? 0.0 : wall->radius;
    return v3_norm(r.p) < radius ? gravel_radial_time(&r, radius - flight->radius, -1.0, horizon)
                                 : gravel_radial_time(&r, radius + flight->radius, 1.0, horizon);
}

double
gravel_wall_time(const struct gravel_wall *wall, double t, const struct gravel_flight *flight, double horizon)
{
    double h = INFINITY;
    switch (wall->shape) {
    case GRAVEL_PLANE:
        h = gravel_plate_contact_time(wall, t, flight->x, flight->v, flight->g, flight->radius, horizon);
        break;
    case GRAVEL_CYLINDER:
        h = wall->length > 0.0 ? gravel_turned_time(wall, t, flight, horizon) : endless_time(wall, t, flight, horizon);
        break;
    case GRAVEL_LINE: h = endless_time(wall, t, flight, horizon); break;
    case GRAVEL_RING:
    case GRAVEL_CONE:
    case GRAVEL_ORIFICE: h = gravel_turned_time(wall, t, flight, horizon); break;
    case GRAVEL_DISK:
    case GRAVEL_POINT:
    case GRAVEL_RECTANGLE:
    case GRAVEL_SEGMENT: h = gravel_convex_time(wall, t, flight, horizon); break;
    case GRAVEL_SHAPE_COUNT: break;
    }
    return h <= horizon ? h : INFINITY;
}

/* --- attached particles --- */

struct attached_pair {
    const struct gravel_rigid_motion *carrier;
    struct vec3 x, offset;
    const struct gravel_flight *flight;
    double contact_distance, acceleration;
};

/* Of centres at a distance p with the relative velocity u; the bound holds for the time `span`. */
static struct gravel_gap
pair_gap(const struct attached_pair *c, struct vec3 p, struct vec3 u, double span, double *bound)
{
    const double distance = v3_norm(p);
    if (bound != NULL) {
        const double speed = v3_norm(u), acc = c->acceleration;
        const double slowest = fmax(0.0, speed - acc * span);
        const double farthest = distance + span * (speed + 0.5 * acc * span);
        *bound = 2.0 * (farthest * acc - slowest * slowest);
    }
    return (struct gravel_gap){(distance - c->contact_distance) * (distance + c->contact_distance), 2.0 * v3_dot(p, u)};
}

static struct gravel_gap
attached_gap(const void *context, double h, double h_end, double *bound)
{
    const struct attached_pair *c = context;
    const double t = c->carrier->to;
    struct vec3 x, v, omega;
    gravel_wall_carry(c->carrier->wall, t, c->x, t + h, &x, &v, &omega);
    const struct vec3 p = v3_sub(v3_sub(gravel_flight_position(c->flight, h), x), c->offset);
    return pair_gap(c, p, v3_sub(gravel_flight_velocity(c->flight, h), v), h_end - h, bound);
}

/* Whether the pair is certain not to meet before the horizon, by the parabola below the gap at the start, which does
 * not need the carrier's path; nine of ten pairs in a drum are.  The margin exceeds the rounding errors, so that
 * gravel_first_contact() would find no contact either. */
static bool
is_out_of_reach(const struct attached_pair *c, double horizon)
{
    double bound;
    const struct gravel_gap gap =
        pair_gap(c, v3_sub(v3_sub(c->flight->x, c->x), c->offset),
                 v3_sub(c->flight->v, gravel_rigid_velocity(c->carrier, c->x)), horizon, &bound);
    const double least = gap.f + (gap.df - 0.5 * fmax(bound, 0.0) * horizon) * horizon;
    return least > 1e-6 * fmax(gap.f, c->contact_distance * c->contact_distance);
}

double
gravel_wall_time_attached(const struct gravel_rigid_motion *carrier, struct vec3 x, struct vec3 offset, double sum,
                          const struct gravel_flight *flight, double horizon)
{
    const struct gravel_motion *m = &carrier->wall->motion;
    double h;
    if (m->amplitude == 0.0 && m->spin == 0.0) {
        const struct gravel_radial r = {v3_sub(v3_sub(flight->x, x), offset), v3_sub(flight->v, m->velocity),
                                        flight->g};
        h = gravel_radial_time(&r, sum, 1.0, horizon);
    } else {
        const double arm = v3_norm(v3_reject(v3_sub(x, carrier->origin), carrier->wall->axis));
        const double ramp = m->ramp > 0.0 ? fabs(m->spin) / m->ramp : 0.0;
        const double own =
            fabs(m->amplitude) * m->angular_frequency * m->angular_frequency + arm * (m->spin * m->spin + ramp);
        const struct attached_pair c = {carrier, x, offset, flight, sum, v3_norm(flight->g) + own};
        h = is_out_of_reach(&c, horizon)
                ? INFINITY
                : gravel_first_contact(attached_gap, &c, 0.0, horizon, GRAVEL_GAP_ROUNDING * sum * sum);
    }
    return h <= horizon ? h : INFINITY;
}
