/* Judging cases, shared by `gravel check` and `gravel judge`. */
#ifndef GRAVEL_HARNESS_CLI_CHECK_H
#define GRAVEL_HARNESS_CLI_CHECK_H

#include "harness/cli/arguments.h"
#include "harness/judge/verdict_io.h"

struct gravel_check_arguments {
    struct gravel_arguments common;
    const struct gravel_verdict_writer *format;
    const char *baseline; /* file of known failures; NULL: none */
    bool no_run, all;
    bool one_point; /* refuse a selection of any other number of points */
};

/* Run the points that are missing, judge, write the verdicts to stdout.  Returns the exit code: 1
 * also where points are missing, where every check is SKIP though no engine was chosen, and where a program of somebody
 * else or a trajectory was judged and no check was decided; stderr has the reason. */
int gravel_check(const struct gravel_check_arguments *arguments);

/* The writer of this name; the program ends with a message when there is none. */
const struct gravel_verdict_writer *gravel_check_format(struct argp_state *state, const char *name);

#endif
