/* The systems of `gravel bench ed`, which its head describes. */
#ifndef GRAVEL_HARNESS_BENCH_ED_SYSTEMS_H
#define GRAVEL_HARNESS_BENCH_ED_SYSTEMS_H

#include "engines/core/system.h"

/* Prepare about n particles of this packing fraction and kind.  The caller frees with gravel_system_free(), after
 * failures too. */
GRAVEL_MUST_USE enum gravel_status gravel_bench_ed_prepare(struct gravel_system *system, size_t n, double phi,
                                                           const char *kind, struct gravel_error *error);

#endif
