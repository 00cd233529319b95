/* First contact with a wall that is a straight line turned about an axis, and is not convex: a ring, a finite cylinder,
 * a cone, an orifice. */
#ifndef GRAVEL_ED_TURNED_TIME_H
#define GRAVEL_ED_TURNED_TIME_H

#include "engines/ed/flight.h"

/* As gravel_wall_time. */
double gravel_turned_time(const struct gravel_wall *wall, double t, const struct gravel_flight *flight, double horizon);

#endif
