/* The systems of `gravel bench md`, which its head describes. */
#ifndef GRAVEL_HARNESS_BENCH_MD_SYSTEMS_H
#define GRAVEL_HARNESS_BENCH_MD_SYSTEMS_H

#include "engines/engine.h"

/* Start the soft-sphere engine on so many threads, as by gravel_engine_start(). */
GRAVEL_MUST_USE enum gravel_status gravel_bench_md_start(void **engine, const struct gravel_system *system, int threads,
                                                         struct gravel_error *error);

/* Prepare the system of this name.  Packings settle on so many threads, which takes a minute, or are read from `path`
 * unless it is NULL.  *steps: time steps of one measurement.  The caller frees with gravel_system_free(), after
 * failures too. */
GRAVEL_MUST_USE enum gravel_status gravel_bench_md_prepare(struct gravel_system *system, const char *name, int threads,
                                                           const char *path, int *steps, struct gravel_error *error);

/* Settle the packing and write it to `path`: x y z vx vy vz, a particle a line. */
GRAVEL_MUST_USE enum gravel_status gravel_bench_md_write_settled(const char *path, struct gravel_error *error);

#endif
