/* LAMMPS as a peer of `gravel bench md`, run as a program where it is installed. */
#ifndef GRAVEL_HARNESS_BENCH_LAMMPS_H
#define GRAVEL_HARNESS_BENCH_LAMMPS_H

#include "engines/core/system.h"

enum { GRAVEL_BENCH_SAMPLES = 5 };

/* Input for LAMMPS: its styles for the contacts of pairs and of the floor (NULL: there is none), and the skin of its
 * neighbour lists, in diameters. */
struct gravel_bench_peer {
    const char *pair, *wall;
    double skin;
};

struct gravel_bench_result {
    double rate;                          /* particle-steps a second of processor time */
    double kinetic[GRAVEL_BENCH_SAMPLES]; /* energy at equal intervals up to the last step */
};

/* Whether the program lmp is installed. */
bool gravel_bench_lammps_exists(void);

/* Run the system from its present state for `steps` steps of dt, a multiple of the number of samples. */
GRAVEL_MUST_USE enum gravel_status gravel_bench_lammps(const struct gravel_system *system,
                                                       const struct gravel_bench_peer *peer, double dt, int steps,
                                                       struct gravel_bench_result *result, struct gravel_error *error);

#endif
