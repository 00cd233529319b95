/* Speed of the engines, one file each, beside programs of others where they are installed: rates are measured and
 * nothing is judged.
 *
 * A peer is named by an environment variable, as its programs are built for speed by its user (harness/bench/peers.sh):
 *   LAMMPS_PROGRAMS  programs of LAMMPS, separated by colons; lmp where the variable is not set
 *   EDMD_PROGRAMS    programs of EDMD that read init.sph
 *   DYNARUN          the program of DynamO
 * Every program and setting (variant) is tried once; the fastest and gravel are then measured in turns.  What could
 * not be tried is named with the reason. */
#ifndef GRAVEL_HARNESS_BENCH_BENCH_H
#define GRAVEL_HARNESS_BENCH_BENCH_H

#include "engines/core/status.h"

#include <jansson.h>
#include <malloc.h>
#include <stdbool.h>
#include <stddef.h>

enum { GRAVEL_BENCH_BEADS_MAX = 4096, GRAVEL_BENCH_TURNS = 5, GRAVEL_BENCH_TEXT = 160 };

/* What a bench has measured of one problem. */
struct gravel_bench_row {
    char problem[GRAVEL_BENCH_TEXT];
    const char *unit;
    size_t n; /* particles; of the suite: points */
    int threads, turns;
    double rate[GRAVEL_BENCH_TURNS]; /* of gravel, in each turn */
    double bytes;                    /* that the engine holds, a particle; 0: not measured */
    json_t *tries;                   /* variants of peers, with their rates or why there is none; taken with the row */
    char peer[24];                   /* code of the fastest of them; "": there is none */
    char variant[GRAVEL_BENCH_TEXT]; /* its program and settings */
    double best;                     /* its rate when it was tried */
    double peer_rate[GRAVEL_BENCH_TURNS];
    double peer_bytes;                /* largest resident memory of its process, a particle; 0: not measured */
    char note[3 * GRAVEL_BENCH_TEXT]; /* what else was measured */
};

/* Where rows go: as text to stdout at once, or to a list. */
struct gravel_bench_output {
    json_t *rows; /* NULL: text */
    double began; /* processor time of this process and its children when the last row ended [s] */
};

/* Note a variant of a peer: its rate, or 0 and why there is none.  True when it is the fastest so far; it is the row's
 * peer then. */
bool gravel_bench_try(struct gravel_bench_row *row, const char *code, const char *variant, double rate,
                      const char *failure);

/* Take a row with at least one turn. */
void gravel_bench_take(struct gravel_bench_output *output, const struct gravel_bench_row *row);

/* What rates depend on besides the source: processor, vector instructions, cores, system, compiler; new reference. */
json_t *gravel_bench_machine(void);

/* Run the bench.  argv[0] is the bench's name; the other arguments have been checked against its forms
 * (harness/cli/cmd_bench.c).  Returns an exit code of the program. */
int gravel_bench_ed(struct gravel_bench_output *output, int argc, char **argv);
int gravel_bench_md(struct gravel_bench_output *output, int argc, char **argv);
int gravel_bench_suite(struct gravel_bench_output *output, int argc, char **argv);
int gravel_bench_column(struct gravel_bench_output *output, int argc, char **argv);

/* Memory that is allocated in this process [B], from the allocator's own count. */
static inline size_t
gravel_bench_bytes_held(void)
{
    const struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

#endif
