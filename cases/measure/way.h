/* How far particles go from sample to sample in a periodic box: the shortest way between the two places, which is the
 * way that was gone only if that was shorter than half the box. */
#ifndef GRAVEL_CASES_MEASURE_WAY_H
#define GRAVEL_CASES_MEASURE_WAY_H

#include "engines/core/status.h"
#include "engines/core/system.h"

/* Shortest way from a to b [m].  *longest, 0 at first, becomes the largest part of a periodic length that one has had.
 */
struct vec3 gravel_way(const struct gravel_box *box, struct vec3 a, struct vec3 b, double *longest);

/* GRAVEL_INPUT if the longest way was more than 0.4 of a periodic length: particles that go further than half of it
 * have shortest ways of any length up to half, so that already of a few the longest is above this bound.  `remedy` says
 * what makes ways shorter. */
GRAVEL_MUST_USE enum gravel_status gravel_way_check(double longest, const char *measure, const char *remedy,
                                                    struct gravel_error *error);

#endif
