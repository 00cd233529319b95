/* Free flight of a sphere, and its approach to a wall. */
#ifndef GRAVEL_ED_FLIGHT_H
#define GRAVEL_ED_FLIGHT_H

#include "engines/core/wall.h"

#include <math.h>

/* A gap below this fraction of the square of the body's size counts as zero. */
#define GRAVEL_GAP_ROUNDING 1e-15

/* From the present on: x + v h + g h^2/2 at time h after it. */
struct gravel_flight {
    struct vec3 x, v, g; /* [m], [m/s], [m/s^2] */
    double radius;       /* [m] */
};

static inline struct vec3
gravel_flight_position(const struct gravel_flight *flight, double h)
{
    return v3_axpy(flight->x, h, v3_axpy(flight->v, 0.5 * h, flight->g));
}

static inline struct vec3
gravel_flight_velocity(const struct gravel_flight *flight, double h)
{
    return v3_axpy(flight->v, h, flight->g);
}

/* What a gap function needs to know. */
struct gravel_approach {
    const struct gravel_wall *wall;
    double t; /* the wall's time at h = 0 */
    struct gravel_flight flight;
    double own, acceleration; /* bounds of the wall's and of the relative acceleration [m/s^2] */
};

static inline struct gravel_approach
gravel_approach_to(const struct gravel_wall *wall, double t, const struct gravel_flight *flight)
{
    const struct gravel_motion *m = &wall->motion;
    const double own = fabs(m->amplitude) * m->angular_frequency * m->angular_frequency;
    return (struct gravel_approach){wall, t, *flight, own, v3_norm(flight->g) + own};
}

/* Position and velocity relative to the wall's origin, which vibrates along its axis. */
static inline struct vec3
gravel_approach_position(const struct gravel_approach *a, double h)
{
    const struct vec3 origin = v3_add(a->wall->origin, gravel_wall_shift(a->wall, a->t + h));
    return v3_sub(gravel_flight_position(&a->flight, h), origin);
}

static inline struct vec3
gravel_approach_velocity(const struct gravel_approach *a, double h)
{
    return v3_sub(gravel_flight_velocity(&a->flight, h), gravel_wall_velocity(a->wall, a->t + h));
}

#endif
