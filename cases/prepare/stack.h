/* Beads stacked on the z axis, shared by the generators of columns. */
#ifndef GRAVEL_CASES_PREPARE_STACK_H
#define GRAVEL_CASES_PREPARE_STACK_H

#include "engines/core/option.h"
#include "engines/core/system.h"

/* The free gap between neighbours [m]: `separation`, or sigma |speed| t_c with the contact time of a pair of the
 * first species at that speed (S3 Sec. 3.2.1).  Exactly one of the two options must be there. */
GRAVEL_MUST_USE enum gravel_status gravel_stack_separation(const struct gravel_system *system,
                                                           const struct gravel_options *options, double speed,
                                                           const char *name, double *separation,
                                                           struct gravel_error *error);

/* Put particles first .. first + n - 1 on the z axis, the lowest surface at `low`, `gap` between surfaces.
 * Returns the height of the highest surface. */
double gravel_stack_fill(struct gravel_system *system, size_t first, size_t n, double low, double gap);

/* Number particles on the z axis from below, as columns are. */
void gravel_stack_sort(struct gravel_system *system);

/* The declared keys that gravel_stack_separation reads. */
#define GRAVEL_STACK_KEYS                                                                              \
    {"separation",                                                                                     \
     GRAVEL_TYPE_REAL,                                                                                 \
     GRAVEL_OPTIONAL,                                                                                  \
     "m",                                                                                              \
     0,                                                                                                \
     INFINITY,                                                                                         \
     NULL,                                                                                             \
     NULL,                                                                                             \
     "gap s0 between neighbouring surfaces; excludes sigma"},                                          \
    {                                                                                                  \
        "sigma", GRAVEL_TYPE_REAL, GRAVEL_OPTIONAL, "1", 0, INFINITY, NULL, NULL,                      \
            "the gap in units of the way covered in a contact time, s0/(|v| t_c); excludes separation" \
    }

#endif
