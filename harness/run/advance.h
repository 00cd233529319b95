/* Advancing the engine of a running point. */
#ifndef GRAVEL_HARNESS_RUN_ADVANCE_H
#define GRAVEL_HARNESS_RUN_ADVANCE_H

#include "harness/run/running.h"

/* Advance the engine to time *t [s], or to an earlier one, which replaces it, at which a run until separation has
 * ended; run->t is the time of the last sample.  Checkpoints are written on the way when they are due.  Errors are
 * those of the engine. */
GRAVEL_MUST_USE enum gravel_status gravel_point_advance(struct gravel_running *run, double *t,
                                                        struct gravel_error *error);

#endif
