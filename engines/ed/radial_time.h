/* Contact times with a sphere or a circular cylinder: the distance from a point or an axis reaches a limit. */
#ifndef GRAVEL_ED_RADIAL_TIME_H
#define GRAVEL_ED_RADIAL_TIME_H

#include "engines/ed/flight.h"

/* Motion under constant acceleration. */
struct gravel_radial {
    struct vec3 p, v, a; /* relative to the centre, or projected along the axis */
};

/* Across the wall's axis, seen h later.  Translation along the axis, and so oscillation, has no effect. */
struct gravel_radial gravel_radial_across(const struct gravel_wall *wall, double t, const struct gravel_flight *flight,
                                          double h);

/* Time until the distance falls to `limit` [m] (side 1), or grows to it (side -1); INFINITY beyond the horizon, and for
 * a negative limit. */
double gravel_radial_time(const struct gravel_radial *radial, double limit, double side, double horizon);

#endif
