/* The plane on which the particles of an atmosphere fall. */
#ifndef GRAVEL_CASES_MEASURE_GROUND_H
#define GRAVEL_CASES_MEASURE_GROUND_H

#include "engines/core/system.h"

struct gravel_ground {
    struct vec3 up, origin; /* unit vector against gravity; a point of the plane [m] */
    double gravity;         /* [m/s^2] */
};

/* The first plane that is normal to gravity.  `name` is the measure's, for errors: GRAVEL_INPUT without such a plane.
 */
GRAVEL_MUST_USE enum gravel_status gravel_ground_of(const struct gravel_system *system, const char *name,
                                                    struct gravel_ground *ground, struct gravel_error *error);

/* Height of the particle's lowest point above the plane [m]. */
static inline double
gravel_ground_bottom(const struct gravel_ground *ground, const struct gravel_particle *p)
{
    return v3_dot(v3_sub(p->x, ground->origin), ground->up) - p->radius;
}

#endif
