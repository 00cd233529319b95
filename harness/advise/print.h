/* Advice as text and as JSON. */
#ifndef GRAVEL_HARNESS_ADVISE_PRINT_H
#define GRAVEL_HARNESS_ADVISE_PRINT_H

#include "harness/advise/advise.h"

#include <jansson.h>
#include <stdio.h>

/* One point of a sweep and the advice on it. */
struct gravel_advised_point {
    size_t number;    /* from 1 */
    char at[240];     /* "count = 10, restitution = 0.9"; "" without a sweep */
    char values[160]; /* "10, 0.9" */
    int dimension;
    double gravity; /* [m/s^2] */
    struct gravel_advice advice;
};

/* Everything about one point. */
void gravel_advice_print(FILE *out, const struct gravel_advised_point *point);
/* A line each, or one a regime where they are many, then each kind of warning once; `names` of the values: "count,
 * restitution". */
void gravel_advice_print_points(FILE *out, const char *names, const struct gravel_advised_point *points, size_t n);
/* A new reference; NULL without memory.  Numbers that are not known are null. */
json_t *gravel_advice_to_json(const struct gravel_advised_point *point);

#endif
