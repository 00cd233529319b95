/* gravel judge: the checks of a case on a trajectory that somebody else's program has written. */
#include "harness/cli/check.h"
#include "harness/cli/cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_TRAJECTORY = 256, KEY_INSTEAD, KEY_FORMAT, KEY_ALL };

struct arguments {
    struct gravel_check_arguments check;
    const char *trajectory, *instead;
};

static const struct argp_option options[] = {
    {"trajectory", KEY_TRAJECTORY, "FILE", 0,
     "frames from the start of `gravel export CASE --format start` to the end of the run, at every sample: .xyz, "
     ".dump, .h5, .vtkhdf or .csv",
     0},
    {"instead-of", KEY_INSTEAD, "ENGINE", 0, "the engine of the case in whose place it is judged; default: md", 0},
    {"format", KEY_FORMAT, "FORMAT", 0, "table (default), tap, junit or json", 0},
    {"all", KEY_ALL, NULL, 0, "show what passed, too", 0},
    {0},
};

static const struct argp_child children[] = {
    {&gravel_argp_cases, 0, NULL, 0},
    {&gravel_argp_store, 0, NULL, 0},
    {&gravel_argp_sets, 0, NULL, 0},
    {0},
};

static error_t
parse(int key, char *text, struct argp_state *state)
{
    struct arguments *a = state->input;
    switch (key) {
    case ARGP_KEY_INIT: gravel_arguments_share(state, children, &a->check.common); break;
    case KEY_TRAJECTORY: a->trajectory = text; break;
    case KEY_INSTEAD:
        if (gravel_engine_find(text) == NULL)
            argp_error(state, "--instead-of: found no engine called %.60s; see `gravel list engines`", text);
        a->instead = text;
        break;
    case KEY_FORMAT: a->check.format = gravel_check_format(state, text); break;
    case KEY_ALL: a->check.all = true; break;
    case ARGP_KEY_END:
        gravel_arguments_one_case(state, &a->check.common);
        if (a->trajectory == NULL)
            argp_error(state, "which --trajectory?");
        break;
    default: return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

static int
run(int argc, char **argv)
{
    static const struct argp argp = {options,
                                     parse,
                                     "CASE|FILE.yaml",
                                     "Judge a trajectory by the checks of a case.  What a trajectory does not tell "
                                     "(contacts, forces, the ledger of energy) is not judged.\v"
                                     "Exit code: 0 nothing unexpected, 1 a check failed, 2 usage, 130 interrupted.",
                                     children,
                                     NULL,
                                     NULL};
    struct arguments a = {
        .check = {.common = {.tier = "quick", .points.seeds = 1, .run = {.workers = 1, .quiet = true}},
                  .format = gravel_verdict_writers[0],
                  .one_point = true},
        .instead = "md"};
    if (!gravel_cli_parse(&argp, argc, argv, &a))
        return GRAVEL_EXIT_FAILED;
    char engine[4096 + 64];
    snprintf(engine, sizeof engine, "trajectory:%s:%s", a.instead, a.trajectory);
    a.check.common.engines = engine;
    return gravel_check(&a.check);
}

const struct gravel_command gravel_cmd_judge = {"judge", "Judge a trajectory of another program by a case.", run};
