#include "harness/cli/arguments.h"

#include "harness/case/combination.h"
#include "harness/case/find.h"
#include "harness/case/load.h"

#include <stdlib.h>
#include <string.h>

enum { KEY_TIER = 512, KEY_STORE, KEY_SET, KEY_SEEDS };

void
gravel_arguments_share(struct argp_state *state, const struct argp_child *children, struct gravel_arguments *arguments)
{
    for (size_t k = 0; children[k].argp != NULL; k++)
        state->child_inputs[k] = arguments;
}

struct gravel_selection
gravel_arguments_selection(const struct gravel_arguments *arguments)
{
    return (struct gravel_selection){.n_names = arguments->n_names,
                                     .names = arguments->names,
                                     .tier = arguments->tier,
                                     .engines = arguments->engines,
                                     .seeds = arguments->seeds,
                                     .n_sets = arguments->n_sets,
                                     .sets = arguments->sets};
}

void
gravel_arguments_one_case(struct argp_state *state, const struct gravel_arguments *arguments)
{
    if (arguments->n_names == 0)
        argp_error(state, "found no case, allowed a name of `gravel list` or a file");
    if (arguments->n_names > 1)
        argp_error(state, "one case at a time");
}

enum gravel_status
gravel_arguments_load_case(const struct gravel_arguments *arguments, struct gravel_case *c, struct gravel_error *error)
{
    char *path;
    enum gravel_status status = gravel_case_find(arguments->names[0], &path, error);
    if (status != GRAVEL_OK)
        return status;
    status = gravel_case_load(c, path, arguments->tier, error);
    free(path);
    return status == GRAVEL_OK ? gravel_case_set(c, arguments->n_sets, arguments->sets, error) : status;
}

double
gravel_argument_positive(struct argp_state *state, const char *option, const char *text)
{
    char *end;
    const double x = strtod(text, &end);
    if (*text == '\0' || *end != '\0' || !(x > 0.0) || x > 1e9)
        argp_error(state, "--%s: found \"%s\", allowed is a positive number", option, text);
    return x;
}

int
gravel_argument_count(struct argp_state *state, const char *option, const char *text)
{
    const double x = gravel_argument_positive(state, option, text);
    if (x != (double)(int)x)
        argp_error(state, "--%s: found \"%s\", allowed is a positive integer", option, text);
    return (int)x;
}

static error_t
parse_cases(int key, char *text, struct argp_state *state)
{
    struct gravel_arguments *a = state->input;
    switch (key) {
    case KEY_TIER:
        if (strcmp(text, "quick") != 0 && strcmp(text, "full") != 0)
            argp_error(state, "--tier: found \"%s\", allowed is one of: quick, full", text);
        a->tier = text;
        break;
    case ARGP_KEY_ARG:
        if (a->n_names == GRAVEL_CASES_MAX)
            argp_error(state, "found more than %d cases, allowed fewer", GRAVEL_CASES_MAX);
        a->names[a->n_names++] = text;
        break;
    default: return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

static error_t
parse_store(int key, char *text, struct argp_state *state)
{
    struct gravel_arguments *a = state->input;
    if (key != KEY_STORE)
        return ARGP_ERR_UNKNOWN;
    a->store = text;
    return 0;
}

static error_t
parse_sets(int key, char *text, struct argp_state *state)
{
    struct gravel_arguments *a = state->input;
    if (key != KEY_SET)
        return ARGP_ERR_UNKNOWN;
    if (a->n_sets == GRAVEL_SETS_MAX)
        argp_error(state, "found more than %d --set, allowed fewer", GRAVEL_SETS_MAX);
    a->sets[a->n_sets++] = text;
    return 0;
}

static error_t
parse_points(int key, char *text, struct argp_state *state)
{
    struct gravel_arguments *a = state->input;
    switch (key) {
    case 'e': a->engines = text; break;
    case 'j': a->run.workers = gravel_argument_count(state, "jobs", text); break;
    case 'q': a->run.quiet = true; break;
    case KEY_SEEDS: a->seeds = gravel_argument_count(state, "seeds", text); break;
    default: return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

static const struct argp_option case_options[] = {
    {"tier", KEY_TIER, "TIER", 0, "quick (default) or full", 0},
    {0},
};

static const struct argp_option store_options[] = {
    {"store", KEY_STORE, "FILE", 0, "default: $GRAVEL_STORE, else results/gravel.sqlite", 0},
    {0},
};

static const struct argp_option set_options[] = {
    {"set", KEY_SET, "KEY=VALUE", 0, "replace a parameter; may be repeated", 0},
    {0},
};

static const struct argp_option point_options[] = {
    {"engine", 'e', "LIST", 0, "only these engines, separated by commas", 0},
    {"jobs", 'j', "N", 0, "worker processes; default: one for every core", 0},
    {"seeds", KEY_SEEDS, "N", 0, "number of replicates, instead of the case's", 0},
    {"quiet", 'q', NULL, 0, "no progress; failures are still named", 0},
    {0},
};

const struct argp gravel_argp_cases = {.options = case_options, .parser = parse_cases};
const struct argp gravel_argp_store = {.options = store_options, .parser = parse_store};
const struct argp gravel_argp_sets = {.options = set_options, .parser = parse_sets};
const struct argp gravel_argp_points = {.options = point_options, .parser = parse_points};
