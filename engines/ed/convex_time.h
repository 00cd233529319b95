/* First contact with a convex wall: a disk, point, rectangle or segment. */
#ifndef GRAVEL_ED_CONVEX_TIME_H
#define GRAVEL_ED_CONVEX_TIME_H

#include "engines/ed/flight.h"

/* As gravel_wall_time. */
double gravel_convex_time(const struct gravel_wall *wall, double t, const struct gravel_flight *flight, double horizon);

#endif
