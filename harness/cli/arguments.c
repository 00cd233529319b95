#include "harness/cli/arguments.h"

#include "harness/case/combination.h"
#include "harness/case/find.h"
#include "harness/case/load.h"
#include "harness/case/tier.h"
#include "harness/util/escape.h"

#include <stdlib.h>
#include <string.h>

enum {
    KEY_TIER = 512,
    KEY_MAX_POINTS,
    KEY_STORE,
    KEY_SET,
    KEY_SEEDS,
    KEY_SEED,
    KEY_BIAS,
    KEY_ANSWER,
    KEY_TIME_LIMIT,
    KEY_MEMORY_LIMIT,
    KEY_COSTS
};

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
                                     .answer_limit = arguments->answer_limit,
                                     .points = arguments->points,
                                     .n_sets = arguments->n_sets,
                                     .sets = arguments->sets};
}

static void
print_option(FILE *file, const char *option, const char *text)
{
    fprintf(file, " --%s=", option);
    gravel_write_shell_word(file, text);
}

void
gravel_arguments_print_options(FILE *file, const struct gravel_arguments *a)
{
    const struct {
        const char *option;
        double number;
    } numbers[] = {{"answer-limit", a->answer_limit},  {"max-points", a->points.max_points},
                   {"seeds", a->points.seeds},         {"seed", (double)a->points.seed_shift},
                   {"time-limit", a->run.limits.time}, {"memory-limit", a->run.limits.memory}};
    print_option(file, "tier", a->tier);
    for (size_t k = 0; k < a->n_sets; k++)
        print_option(file, "set", a->sets[k]);
    if (a->engines != NULL)
        print_option(file, "engine", a->engines);
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++)
        if (numbers[k].number > 0.0)
            fprintf(file, " --%s=%.17g", numbers[k].option, numbers[k].number);
    if (a->store != NULL)
        print_option(file, "store", a->store);
    if (a->points.bias.ops != NULL)
        fprintf(file, " --bias=%s=%.17g", a->points.bias.ops->name, a->points.bias.factor);
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

const char *
gravel_argument_path(struct argp_state *state, const char *option, const char *text)
{
    if (*text == '\0')
        argp_error(state, "--%s: found an empty path", option);
    return text;
}

static error_t
parse_cases(int key, char *text, struct argp_state *state)
{
    struct gravel_arguments *a = state->input;
    switch (key) {
    case KEY_TIER:
        if (!gravel_tier_is_known(text))
            argp_error(state, "--tier: found \"%s\", allowed is one of: quick, full, long", text);
        a->tier = text;
        break;
    case KEY_MAX_POINTS: a->points.max_points = gravel_argument_count(state, "max-points", text); break;
    case ARGP_KEY_ARG:
        if (a->n_names == GRAVEL_CASES_MAX)
            argp_error(state, "found more than %d cases, allowed fewer", GRAVEL_CASES_MAX);
        a->names[a->n_names++] = text;
        break;
    default: return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

static uint64_t
parse_seed_shift(struct argp_state *state, const char *text)
{
    static const uint64_t largest = UINT64_C(1) << 53;
    const size_t n_digits = strspn(text, "0123456789");
    const unsigned long long shift = strtoull(text, NULL, 10);
    if (n_digits == 0 || text[n_digits] != '\0' || shift > largest)
        argp_error(state, "--seed: found \"%s\", allowed is an integer from 0 to 2^53", text);
    return shift;
}

static struct gravel_bias
parse_bias(struct argp_state *state, const char *text)
{
    struct gravel_error error;
    struct gravel_bias bias;
    if (gravel_bias_parse(text, &bias, &error) != GRAVEL_OK)
        argp_error(state, "%s", error.text);
    return bias;
}

static error_t
parse_store(int key, char *text, struct argp_state *state)
{
    struct gravel_arguments *a = state->input;
    if (key != KEY_STORE)
        return ARGP_ERR_UNKNOWN;
    a->store = gravel_argument_path(state, "store", text);
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
parse_costs(int key, char *text, struct argp_state *state)
{
    struct gravel_arguments *a = state->input;
    if (key != KEY_COSTS)
        return ARGP_ERR_UNKNOWN;
    a->costs = gravel_argument_path(state, "costs", text);
    return 0;
}

static error_t
parse_points(int key, char *text, struct argp_state *state)
{
    struct gravel_arguments *a = state->input;
    switch (key) {
    case 'e': a->engines = text; break;
    case KEY_ANSWER: a->answer_limit = gravel_argument_positive(state, "answer-limit", text); break;
    case KEY_TIME_LIMIT: a->run.limits.time = gravel_argument_positive(state, "time-limit", text); break;
    case KEY_MEMORY_LIMIT: a->run.limits.memory = gravel_argument_positive(state, "memory-limit", text); break;
    case 'j': a->run.workers = gravel_argument_count(state, "jobs", text); break;
    case 'q': a->run.quiet = true; break;
    case KEY_SEEDS: a->points.seeds = gravel_argument_count(state, "seeds", text); break;
    case KEY_BIAS: a->points.bias = parse_bias(state, text); break;
    case KEY_SEED: a->points.seed_shift = parse_seed_shift(state, text); break;
    default: return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

static const struct argp_option case_options[] = {
    {"tier", KEY_TIER, "TIER", 0, "quick (default), full or long", 0},
    {"max-points", KEY_MAX_POINTS, "N", 0, "refuse more points than this; default: 100000", 0},
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
    {"engine", 'e', "LIST", 0,
     "only these engines, separated by commas; one may be a program of somebody else, which runs in the place of md or "
     "ed: the name of a folder of engines/external/adapters, or at the end of the list exec:COMMAND",
     0},
    {"answer-limit", KEY_ANSWER, "SECONDS", 0,
     "elapsed time in which such a program must answer or tell its progress; default 60", 0},
    {"time-limit", KEY_TIME_LIMIT, "SECONDS", 0, "CPU time of one point, after which it fails", 0},
    {"memory-limit", KEY_MEMORY_LIMIT, "GB", 0, "memory that one point allocates, beyond which it fails", 0},
    {"jobs", 'j', "N", 0, "worker processes; default: one for every core", 0},
    {"seeds", KEY_SEEDS, "N", 0, "number of replicates, instead of the case's", 0},
    {"seed", KEY_SEED, "N", 0, "added to the seed of every case: another set of runs; default: 0", 0},
    {"bias", KEY_BIAS, "NAME=FACTOR", 0,
     "the engine simulates this parameter times the factor, and is judged as if it did not: restitution, contact_time, "
     "gravity, diameter, friction, amplitude or frequency",
     0},
    {"quiet", 'q', NULL, 0, "no progress; failures are still named", 0},
    {0},
};

static const struct argp_option cost_options[] = {
    {"costs", KEY_COSTS, "STORE", 0,
     "a store from which the processor time of points is known, by which shards are balanced: the same for all shards",
     0},
    {0},
};

const struct argp gravel_argp_cases = {.options = case_options, .parser = parse_cases};
const struct argp gravel_argp_store = {.options = store_options, .parser = parse_store};
const struct argp gravel_argp_sets = {.options = set_options, .parser = parse_sets};
const struct argp gravel_argp_points = {.options = point_options, .parser = parse_points};
const struct argp gravel_argp_costs = {.options = cost_options, .parser = parse_costs};
