/* The part of a box that the walls leave, in which generators draw random places.
 *
 * What lies on the other side of a plane or of an infinite cylinder than the centre of the box does not belong to it.
 */
#ifndef GRAVEL_CASES_PREPARE_REGION_H
#define GRAVEL_CASES_PREPARE_REGION_H

#include "engines/core/option.h"
#include "engines/core/rng.h"
#include "engines/core/system.h"

struct gravel_region {
    const struct gravel_system *system; /* borrowed */
    struct vec3 low, high, centre;      /* corners [m] */
    double drawn, inside;               /* places drawn so far, and those between the walls */
};

/* From the keys low and high; `name` is the generator's, for errors. */
GRAVEL_MUST_USE enum gravel_status gravel_region_init(struct gravel_region *region, const struct gravel_system *system,
                                                      const struct gravel_options *options, const char *name,
                                                      struct gravel_error *error);

/* A place uniform in the region for a particle of this radius, which no wall and no face of the box cuts; false when
 * none was found in 1e5 draws.  Faces that the periodic box has too cut nothing. */
bool gravel_region_draw(struct gravel_region *region, gsl_rng *rng, double radius, struct vec3 *place);

/* Random sequential insertion: every particle, the largest first, takes a random place of the region that is free.  An
 * error names the packing that was reached. */
GRAVEL_MUST_USE enum gravel_status gravel_region_insert(struct gravel_region *region, struct gravel_system *system,
                                                        gsl_rng *rng, const char *name, struct gravel_error *error);

/* The declared keys. */
#define GRAVEL_REGION_KEYS                                                                          \
    {"low",                                                                                         \
     GRAVEL_TYPE_VEC3,                                                                              \
     GRAVEL_REQUIRED,                                                                               \
     "m",                                                                                           \
     0,                                                                                             \
     0,                                                                                             \
     NULL,                                                                                          \
     NULL,                                                                                          \
     "lower corner of a box; what walls cut off from its centre is left out"},                      \
    {                                                                                               \
        "high", GRAVEL_TYPE_VEC3, GRAVEL_REQUIRED, "m", 0, 0, NULL, NULL, "upper corner of the box" \
    }

#endif
