/* LAMMPS as a peer of `gravel bench md`, run as a program. */
#ifndef GRAVEL_HARNESS_BENCH_LAMMPS_H
#define GRAVEL_HARNESS_BENCH_LAMMPS_H

#include "engines/core/system.h"

enum { GRAVEL_BENCH_SAMPLES = 5 };

/* What is asked of it. */
struct gravel_bench_lammps_task {
    const struct gravel_system *system; /* from its present state */
    const char *pair, *wall; /* its styles for the contacts of pairs and of the floor (NULL: there is none) */
    double dt;               /* [s] */
    int steps, threads;      /* steps: a multiple of GRAVEL_BENCH_SAMPLES */
};

struct gravel_bench_result {
    double rate;                          /* particle-steps a second of processor time; a second with several threads */
    double kinetic[GRAVEL_BENCH_SAMPLES]; /* energy at equal intervals up to the last step */
    double bytes;                         /* largest resident memory */
};

/* Run this program of LAMMPS with this skin of its neighbour lists, in diameters; several threads by its package
 * OPENMP. */
GRAVEL_MUST_USE enum gravel_status gravel_bench_lammps(const struct gravel_bench_lammps_task *task, const char *program,
                                                       double skin, struct gravel_bench_result *result,
                                                       struct gravel_error *error);

#endif
