/* What a refinement found, as text and as JSON. */
#ifndef GRAVEL_HARNESS_CONVERGE_PRINT_H
#define GRAVEL_HARNESS_CONVERGE_PRINT_H

#include "harness/converge/converge.h"

#include <stdio.h>

/* One observable at all levels. */
struct gravel_converged {
    const char *name, *unit; /* borrowed from a record */
    struct gravel_estimate y[GRAVEL_LEVELS_MAX];
    bool extrapolated;
    struct gravel_extrapolation found;
    char why[200]; /* it is not extrapolated */
};

/* "time step and contact time": what is refined. */
const char *gravel_refined_words(const struct gravel_refined *refined);

/* A table of the levels, then for each of n observables its levels, order and limit. */
void gravel_converged_print(FILE *out, const struct gravel_refined *refined, const struct gravel_converged *results,
                            size_t n);

/* The same as one JSON object.  GRAVEL_MEMORY when it could not be made or written. */
GRAVEL_MUST_USE enum gravel_status gravel_converged_json(FILE *out, const struct gravel_case *c,
                                                         const struct gravel_refined *refined,
                                                         const struct gravel_converged *results, size_t n_results,
                                                         struct gravel_error *error);

#endif
