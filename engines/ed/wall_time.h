/* Contact times of a free particle with a wall, or with a particle attached to a wall.
 *
 * Closed forms where they exist; otherwise the guaranteed root isolation of engines/core/root.h, with the exact
 * position of the wall at every time. */
#ifndef GRAVEL_ED_WALL_TIME_H
#define GRAVEL_ED_WALL_TIME_H

#include "engines/ed/flight.h"

/* Time h >= 0 from the present, which is time t of the wall, to the first contact within `horizon` [s]; INFINITY if
 * there is none.  A sphere that overlaps the wall by rounding is in contact now if it approaches; if it separates,
 * contacts count after it has separated.  Cost: a closed form, or a few evaluations of the wall's motion. */
double gravel_wall_time(const struct gravel_wall *wall, double t, const struct gravel_flight *flight, double horizon);

/* The same for an attached particle: a point that is at x at the present, the end of the `carrier`'s motion, seen at
 * its periodic image x + offset; `distance` is the sum of the two radii [m]. */
double gravel_wall_time_attached(const struct gravel_rigid_motion *carrier, struct vec3 x, struct vec3 offset,
                                 double distance, const struct gravel_flight *flight, double horizon);

#endif
