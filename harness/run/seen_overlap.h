/* The largest overlap of a state, from its positions alone: the same for every engine, whatever that says of itself. */
#ifndef GRAVEL_HARNESS_RUN_SEEN_OVERLAP_H
#define GRAVEL_HARNESS_RUN_SEEN_OVERLAP_H

#include "engines/core/system.h"

/* *largest: overlap of two particles, of which one is free, in diameters of the smaller one; 0 without any.  In a
 * sheared box pairs across its upper and lower side are left out.  O(n).  GRAVEL_MEMORY is the only failure. */
GRAVEL_MUST_USE enum gravel_status gravel_seen_overlap(const struct gravel_system *system,
                                                       const struct gravel_particle *particles, double *largest);

#endif
