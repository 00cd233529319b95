/* Arguments that several commands share, as argp children: each command lists the ones it takes and points their
 * inputs at one struct gravel_arguments, with gravel_arguments_share() at ARGP_KEY_INIT. */
#ifndef GRAVEL_HARNESS_CLI_ARGUMENTS_H
#define GRAVEL_HARNESS_CLI_ARGUMENTS_H

#include "harness/run/runner.h"
#include "harness/run/workspace.h"

#include <argp.h>
#include <stdio.h>

enum { GRAVEL_CASES_MAX = 256, GRAVEL_SETS_MAX = 32 };

struct gravel_arguments {
    const char *tier, *store; /* store NULL: the default one */
    const char *names[GRAVEL_CASES_MAX];
    size_t n_names;
    const char *sets[GRAVEL_SETS_MAX]; /* "key=value" */
    size_t n_sets;
    const char *engines;
    double answer_limit; /* [s]; 0: the usual one */
    struct gravel_plan_choice points;
    const char *costs;      /* store of known costs; NULL: none */
    size_t shard, n_shards; /* from 1 on; 0: all points */
    const char *output;     /* folder of trajectories; NULL: where cases state output, in the default one */
    struct gravel_run_options run;
};

/* --tier, --max-points and CASE...; --store; --set; and --engine, --answer-limit, --jobs, --seeds, --seed, --bias,
 * --quiet; and --costs. */
extern const struct argp gravel_argp_cases, gravel_argp_store, gravel_argp_sets, gravel_argp_points, gravel_argp_costs;

/* Make `arguments` the input of every child of the command; called at ARGP_KEY_INIT.  (argp_parse() puts the command
 * into a parser of its own, so that state->root_argp has other children.) */
void gravel_arguments_share(struct argp_state *state, const struct argp_child *children,
                            struct gravel_arguments *arguments);

/* The cases and points that the arguments name; it points into `arguments`. */
struct gravel_selection gravel_arguments_selection(const struct gravel_arguments *arguments);

/* Write the options of gravel_argp_cases, _store, _sets and _points that the arguments state but for --jobs and
 * --quiet, each after a space, as a shell reads them. */
void gravel_arguments_print_options(FILE *file, const struct gravel_arguments *arguments);

/* The end of a command that takes one case: if there is none or another, the program ends with a message. */
void gravel_arguments_one_case(struct argp_state *state, const struct gravel_arguments *arguments);

/* Load the one case, with its parameters replaced.  The caller frees it with gravel_case_free. */
GRAVEL_MUST_USE enum gravel_status gravel_arguments_load_case(const struct gravel_arguments *arguments,
                                                              struct gravel_case *c, struct gravel_error *error);

/* The number in `text`.  If it is not positive, or no integer, the program ends with a message that names the option.
 */
double gravel_argument_positive(struct argp_state *state, const char *option, const char *text);
int gravel_argument_count(struct argp_state *state, const char *option, const char *text);

/* The path in `text`.  If it is empty, the program ends with a message that names the option. */
const char *gravel_argument_path(struct argp_state *state, const char *option, const char *text);

#endif
