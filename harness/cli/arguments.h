/* Arguments that several commands share, as argp children: each command lists the ones it takes and points their
 * inputs at one struct gravel_arguments, with gravel_arguments_share() at ARGP_KEY_INIT. */
#ifndef GRAVEL_HARNESS_CLI_ARGUMENTS_H
#define GRAVEL_HARNESS_CLI_ARGUMENTS_H

#include "harness/run/runner.h"

#include <argp.h>

enum { GRAVEL_CASES_MAX = 256 };

struct gravel_arguments {
    const char *tier, *store; /* store NULL: the default one */
    const char *names[GRAVEL_CASES_MAX];
    size_t n_names;
    const char *engines; /* NULL: those of the cases */
    int seeds;           /* 0: the cases' replicates */
    struct gravel_run_options run;
};

/* --tier, --store and CASE...; and --engine, --jobs, --seeds, --quiet. */
extern const struct argp gravel_argp_cases, gravel_argp_points;

/* Give every child of the command the same input. */
void gravel_arguments_share(struct argp_state *state, struct gravel_arguments *arguments);

/* The whole catalogue is meant: no case is named, or the one name is `all`. */
bool gravel_arguments_mean_all(const struct gravel_arguments *arguments);

/* Refuse, naming the option, what is not positive, or not an integer. */
double gravel_argument_positive(struct argp_state *state, const char *option, const char *text);
int gravel_argument_count(struct argp_state *state, const char *option, const char *text);

#endif
