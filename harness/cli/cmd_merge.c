/* gravel merge: one store from those of shards. */
#include "harness/cli/arguments.h"
#include "harness/cli/cli.h"
#include "harness/record/merge.h"
#include "harness/util/clock.h"
#include "harness/util/interrupt.h"
#include "harness/util/progress.h"

#include <stdio.h>
#include <stdlib.h>

enum { KEY_ANY_VERSION = 256 };

struct arguments {
    size_t n;
    const char **paths; /* [n], of at most argc; owned */
    const char *output;
    bool any_version, quiet;
};

static const struct argp_option options[] = {
    {"output", 'o', "STORE", 0, "the merged store; if it exists, its records are merged, too", 0},
    {"any-version", KEY_ANY_VERSION, NULL, 0,
     "merge stores of older schemas, and records of different versions of gravel, too", 0},
    {"quiet", 'q', NULL, 0, "no progress", 0},
    {0},
};

static error_t
parse(int key, char *text, struct argp_state *state)
{
    struct arguments *a = state->input;
    switch (key) {
    case 'o': a->output = gravel_argument_path(state, "output", text); return 0;
    case KEY_ANY_VERSION: a->any_version = true; return 0;
    case 'q': a->quiet = true; return 0;
    case ARGP_KEY_ARG: a->paths[a->n++] = text; return 0;
    case ARGP_KEY_END:
        if (a->n == 0)
            argp_error(state, "found no store, allowed: the stores to merge");
        if (a->output == NULL)
            argp_error(state, "which store shall have the records? (-o STORE)");
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static int
run(int argc, char **argv)
{
    static const struct argp argp = {
        .options = options,
        .parser = parse,
        .args_doc = "STORE...",
        .doc = "Write the records of several stores, as shards have them, to one store. Two different results of one "
               "point are refused; merging again changes nothing.",
    };
    struct arguments a = {.paths = calloc((size_t)argc + 1, sizeof *a.paths)};
    struct gravel_merged merged;
    struct gravel_error error;
    if (a.paths == NULL || !gravel_cli_parse(&argp, argc, argv, &a)) {
        free(a.paths);
        return GRAVEL_EXIT_FAILED;
    }
    const double started = gravel_clock_elapsed();
    gravel_interrupt_hold(); /* what is half written is removed */
    const enum gravel_status status =
        gravel_store_merge(a.n, a.paths, a.output, a.any_version, a.quiet, &merged, &error);
    gravel_interrupt_release();
    free(a.paths);
    if (status != GRAVEL_OK)
        return gravel_cli_error(&error);
    char time[32];
    gravel_print_duration(gravel_clock_elapsed() - started, time, sizeof time);
    printf("%zu records of %zu stores, %zu of them in more than one, in %s: %s\n", merged.n_records, merged.n_stores,
           merged.repeated, time, a.output);
    return GRAVEL_EXIT_OK;
}

const struct gravel_command gravel_cmd_merge = {"merge", "One store from several, as shards of a run have them.", run};
