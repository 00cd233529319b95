/* When a free particle touches a wall, or a particle that a wall carries.
 *
 * Closed forms where they exist; everything else goes through the guaranteed isolation of
 * engines/core/root.h, with the wall at its own position at every instant. */
#ifndef GRAVEL_ED_TOUCH_H
#define GRAVEL_ED_TOUCH_H

#include "engines/core/wall.h"

/* Free flight from now on: x + v h + g h^2/2. */
struct gravel_flight {
    struct vec3 x, v, g;
    double radius;
};

/* Time from now, which is the wall's time t, to the first touch within `horizon` [s]; INFINITY if none. A
 * body that overlaps the wall by rounding touches now if it approaches and is free to leave otherwise. */
double gravel_touch_wall(const struct gravel_wall *wall, double t, const struct gravel_flight *flight, double horizon);

/* The same for an attached particle: a point of `carrier` that is at x now, seen through the periodic image
 * at x + offset; `reach` is the sum of the two radii. */
double gravel_touch_attached(const struct gravel_wall *carrier, double t, struct vec3 x, struct vec3 offset,
                             double reach, const struct gravel_flight *flight, double horizon);

/* First h >= 0 at which f + df h + acc h^2/2 falls to zero; INFINITY if never.  One that is below by rounding and
 * rises counts when it falls again. */
double gravel_touch_fall_time(double f, double df, double acc);

/* Upper bound of the speed at which anything the wall carries within `arm` of its origin moves [m/s]. */
double gravel_touch_wall_speed(const struct gravel_wall *wall, double arm);

#endif
