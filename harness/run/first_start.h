/* The start of the first point of a case, built before anything runs: what cannot be placed is bad input. */
#ifndef GRAVEL_HARNESS_RUN_FIRST_START_H
#define GRAVEL_HARNESS_RUN_FIRST_START_H

#include "harness/run/plan.h"

/* Build the system of the point, and see whether the measures fit its particles and the engine can run it.  The caller
 * frees *system with gravel_system_free; after a failure it is empty.  GRAVEL_INPUT at its place in the case file. */
GRAVEL_MUST_USE enum gravel_status gravel_first_start_build(const struct gravel_point *point,
                                                            struct gravel_system *system, struct gravel_error *error);

/* GRAVEL_INPUT when the start of the first planned point of a case on one of its engines cannot be built.  Starts that
 * cost as much as a run (of many particles, or of a generator that lets them settle) are left to their points, and so
 * are other failures. */
GRAVEL_MUST_USE enum gravel_status gravel_first_starts_check(const struct gravel_plan *plan,
                                                             struct gravel_error *error);

#endif
