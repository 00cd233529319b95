/* Resolved parameters of a case -> the physical system with its particles. */
#ifndef GRAVEL_HARNESS_RUN_BUILD_H
#define GRAVEL_HARNESS_RUN_BUILD_H

#include "engines/core/option.h"
#include "engines/core/system.h"

#include <stdint.h>

/* Build the system of `parameters`, in which every declared default is set, with the particles placed by the generator
 * called `prepare`, or by several with gravel_overlay (parts.h), from random numbers of `seed`.  The caller frees
 * *system with gravel_system_free; after a failure it is empty.  GRAVEL_INPUT when the parameters give no finite masses
 * and accelerations, when the generator cannot place the particles, when the system is one that no engine can run, or
 * when a statement has no effect on it (effect.h); a message of the generator carries the path "prepare.<generator>" or
 * "prepare.<part>".  Other errors are those of the generator. */
GRAVEL_MUST_USE enum gravel_status gravel_case_build(const struct gravel_options *parameters, const char *prepare,
                                                     uint64_t seed, struct gravel_system *system,
                                                     struct gravel_error *error);

/* The same system without particles, also of the parameters of a record: GRAVEL_INPUT where they do not state a law. */
GRAVEL_MUST_USE enum gravel_status gravel_case_build_empty(const struct gravel_options *parameters, uint64_t seed,
                                                           struct gravel_system *system, struct gravel_error *error);

#endif
