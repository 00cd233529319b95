/* Advice as text. */
#ifndef GRAVEL_HARNESS_ADVISE_PRINT_H
#define GRAVEL_HARNESS_ADVISE_PRINT_H

#include "harness/advise/advice.h"

#include <stdio.h>

/* Print everything about one point. */
void gravel_advice_print(FILE *out, const struct gravel_advised_point *point);

/* Print a line for each point, or for each regime where there are more than 30 points, then each kind of warning once;
 * `names` of the sweep's values: "count, restitution". */
void gravel_advice_print_points(FILE *out, const char *names, const struct gravel_advised_point *points, size_t n);

#endif
