/* When a run ends: its length from the run.* keys, and the test for "until: separated". */
#ifndef GRAVEL_HARNESS_RUN_RUN_LENGTH_H
#define GRAVEL_HARNESS_RUN_RUN_LENGTH_H

#include "engines/core/option.h"
#include "engines/core/system.h"

/* Length of the run [s] from one of run.time, run.periods (of the first vibrating wall) and run.dissipation_times
 * (multiples of tau = pi A0 w / (g X^(3/2)), S3 Eq. 41a, leading term, with X = gravel_column_dissipation, as it is
 * reported). GRAVEL_INPUT when there is none or its wall or g is missing. */
GRAVEL_MUST_USE enum gravel_status gravel_run_length(const struct gravel_options *parameters,
                                                     const struct gravel_system *system, double *length,
                                                     struct gravel_error *error);

/* Conditions by which a column (particles in order of height) is not yet separated: neighbours that touch or
 * approach, and a lowest one that moves down or touches a wall.  Speeds below 1e-7 of the largest initial one count as
 * zero: smaller ones come from rounding. */
size_t gravel_count_unseparated(const struct gravel_system *system, const struct gravel_particle *particles, double t);

#endif
