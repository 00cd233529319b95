/* Event-driven codes of others beside `gravel bench ed`: EDMD (github.com/FSmallenburg/EDMD; Smallenburg 2022, Eur.
 * Phys. J. E 45, 22) and DynamO (Bannerman, Sargant and Lue 2011, J. Comput. Chem. 32, 3329).
 *
 * EDMD's programs have their parameters compiled in and read init.sph; those in which writeinterval is small against
 * the run are measured between the lines that they print.  DynamO is run to two numbers of events. */
#ifndef GRAVEL_HARNESS_BENCH_ED_PEERS_H
#define GRAVEL_HARNESS_BENCH_ED_PEERS_H

#include "engines/core/system.h"

#include <stdint.h>

/* What is asked of a peer: an elastic gas in a periodic cube, `melt` collisions before `measured` others. */
struct gravel_bench_ed_task {
    const struct gravel_system *system;
    uint64_t melt, measured;
};

struct gravel_bench_ed_result {
    double rate;  /* collisions a second of processor time */
    double bytes; /* largest resident memory */
};

struct gravel_bench_ed_peer {
    const char *code;
    const char *variable; /* of the environment, which names its programs */
    enum gravel_status (*run)(const struct gravel_bench_ed_task *task, const char *program,
                              struct gravel_bench_ed_result *result, struct gravel_error *error);
};

extern const struct gravel_bench_ed_peer gravel_bench_ed_peers[]; /* ended by one without a code */

#endif
