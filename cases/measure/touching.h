/* Contacts of a state, found by distance: the same for every engine. */
#ifndef GRAVEL_CASES_MEASURE_TOUCHING_H
#define GRAVEL_CASES_MEASURE_TOUCHING_H

#include "cases/measure/measure.h"

/* The declared key `touch`. */
#define GRAVEL_TOUCH_KEY                                                                                          \
    {                                                                                                             \
        "touch", GRAVEL_TYPE_REAL, 0, "1", 0, 1, "0", NULL,                                                       \
            "largest distance of the surfaces in a contact, in smaller diameters; soft grains in contact overlap" \
    }

/* Call visit(self, i, j, normal) for every pair, and for every particle i and wall -1 - j, whose surfaces are apart by
 * less than `touch` of the smaller diameter; `normal` is the unit vector from j to i.  O(n).  GRAVEL_MEMORY. */
GRAVEL_MUST_USE enum gravel_status gravel_touching_visit(const struct gravel_state *state, double touch,
                                                         void (*visit)(void *self, int32_t i, int32_t j,
                                                                       struct vec3 normal),
                                                         void *self, struct gravel_error *error);

#endif
