/* Prediction: which neighbour does a free particle meet first, if both go on as they do now? */
#ifndef GRAVEL_ED_PREDICT_H
#define GRAVEL_ED_PREDICT_H

#include "engines/ed/body.h"

#include <stdint.h>

struct gravel_query {
    struct vec3 x, v; /* of the asking particle, at time `now` */
    double radius, now;
    struct vec3 half_gravity;
    struct vec3 length, inverse_length; /* of the periodic box; both 0 on open axes */
};

struct gravel_meeting {
    double tau;      /* [s] from now; INFINITY: none */
    int32_t partner; /* the lowest number of those met first; -1 if none */
};

/* Free bodies near[0..n-1].  All implementations do the same operations in the same order, so that their
 * results are equal to the last bit. */
typedef struct gravel_meeting gravel_meet_function(const struct gravel_body *body, const int32_t *near, int32_t n,
                                                   const struct gravel_query *query);

gravel_meet_function gravel_meet_scalar;

/* The fastest one this processor has. */
gravel_meet_function *gravel_meet_best(void);

#endif
