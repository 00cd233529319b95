#include "engines/ed/convex_time.h"

#include "engines/core/root.h"

#include <stddef.h>

/* For a sphere's centre at distance D from a convex set, only the acceleration of the path makes D^2 concave:
 * (D^2)'' >= -2 D |a|, with a the relative acceleration.  So one gap function is valid for faces, edges and corners. */
static struct gravel_gap
gap_at(const void *context, double h, double h_end, double *bound)
{
    const struct gravel_approach *a = context;
    const struct gravel_nearest near = gravel_wall_nearest(a->wall, a->t + h, gravel_flight_position(&a->flight, h));
    const struct vec3 v = v3_sub(gravel_flight_velocity(&a->flight, h), gravel_wall_velocity(a->wall, a->t + h));
    if (bound != NULL) {
        const double span = h_end - h;
        const double farthest = near.distance + span * (v3_norm(v) + 0.5 * a->acceleration * span);
        *bound = a->acceleration > 0.0 ? 2.0 * farthest * a->acceleration : 0.0;
    }
    const double s = a->flight.radius;
    return (struct gravel_gap){(near.distance - s) * (near.distance + s), 2.0 * near.distance * v3_dot(near.normal, v)};
}

double
gravel_convex_time(const struct gravel_wall *wall, double t, const struct gravel_flight *flight, double horizon)
{
    const struct gravel_approach a = gravel_approach_to(wall, t, flight);
    return gravel_first_contact(gap_at, &a, 0.0, horizon, GRAVEL_GAP_ROUNDING * flight->radius * flight->radius);
}
