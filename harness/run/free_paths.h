/* Which bodies can have met something between two instants, and which touch something at one. */
#ifndef GRAVEL_HARNESS_RUN_FREE_PATHS_H
#define GRAVEL_HARNESS_RUN_FREE_PATHS_H

#include "engines/core/system.h"

/* Up to this number of bodies every two are looked at. */
enum { GRAVEL_FEW = 64 };

/* The paths that the bodies would have if none met anything, from the states `from` at the time t on, for the time dt,
 * or backward in time. */
struct gravel_free_paths {
    const struct gravel_system *system;
    const struct gravel_particle *from;
    double t, dt;        /* [s] */
    double sense;        /* 1, or -1: backward */
    double slack;        /* rounding of a distance [m] */
    const bool *fixed;   /* [n] bodies that are attached at either end of the time */
    const double *reach; /* [n] how far a body can be from its place if it is fixed or has met something [m]; may be
                            infinite, or negative for one that is gone */
};

/* Set met[i] for every body i that is fixed or may have met something; the others have their free path. */
void gravel_free_paths_meet(const struct gravel_free_paths *paths, bool *met);

/* Set touching[i] for every free body that is nearer to another or to a wall than the sum of radii and a small gap. */
GRAVEL_MUST_USE enum gravel_status gravel_touching(const struct gravel_system *system,
                                                   const struct gravel_particle *particles, double t, double slack,
                                                   bool *touching);

#endif
