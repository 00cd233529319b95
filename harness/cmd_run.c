/* gravel run: plan the points of cases, run those that the store lacks, say what came out. */
#include "harness/cli.h"
#include "harness/progress.h"
#include "harness/runner.h"

#include <argp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SETS_MAX = 32, CASES_MAX = 256 };

enum { KEY_TIER = 256, KEY_SET, KEY_SEEDS, KEY_STORE, KEY_AGAIN, KEY_TIME_LIMIT, KEY_RESUME };

struct arguments {
    const char *engines, *tier, *store;
    const char *sets[SETS_MAX], *names[CASES_MAX];
    size_t n_sets, n_names;
    int seeds;
    struct gravel_run_options options;
};

static const struct argp_option options[] = {
    {"engine", 'e', "LIST", 0, "only these engines, separated by commas", 0},
    {"tier", KEY_TIER, "TIER", 0, "quick (default) or full", 0},
    {"set", KEY_SET, "KEY=VALUE", 0, "replace a parameter; may be repeated", 0},
    {"jobs", 'j', "N", 0, "worker processes; default: one for every core", 0},
    {"seeds", KEY_SEEDS, "N", 0, "number of replicates, instead of the case's", 0},
    {"store", KEY_STORE, "FILE", 0, "default: $GRAVEL_STORE, else results/gravel.sqlite", 0},
    {"again", KEY_AGAIN, NULL, 0, "run points that the store has already", 0},
    {"resume", KEY_RESUME, NULL, 0, "reuse points that the store has (the default)", 0},
    {"time-limit", KEY_TIME_LIMIT, "SECONDS", 0, "CPU time of one point, after which it fails", 0},
    {"quiet", 'q', NULL, 0, "no progress; failures are still named", 0},
    {0},
};

static double
positive(struct argp_state *state, const char *option, const char *text)
{
    char *end;
    const double x = strtod(text, &end);
    if (*text == '\0' || *end != '\0' || !(x > 0.0) || x > 1e9)
        argp_error(state, "--%s: found \"%s\", allowed is a positive number", option, text);
    return x;
}

static int
positive_int(struct argp_state *state, const char *option, const char *text)
{
    const double x = positive(state, option, text);
    if (x != (double)(int)x)
        argp_error(state, "--%s: found \"%s\", allowed is a positive integer", option, text);
    return (int)x;
}

static void
add(struct argp_state *state, const char **list, size_t *n, size_t max, const char *text)
{
    if (*n == max)
        argp_error(state, "more than %zu of them: %s", max, text);
    else
        list[(*n)++] = text;
}

static error_t
parse(int key, char *text, struct argp_state *state)
{
    struct arguments *a = state->input;
    switch (key) {
    case 'e': a->engines = text; break;
    case KEY_TIER:
        if (strcmp(text, "quick") != 0 && strcmp(text, "full") != 0)
            argp_error(state, "--tier: found \"%s\", allowed is one of: quick, full", text);
        a->tier = text;
        break;
    case KEY_SET: add(state, a->sets, &a->n_sets, SETS_MAX, text); break;
    case 'j': a->options.workers = positive_int(state, "jobs", text); break;
    case KEY_SEEDS: a->seeds = positive_int(state, "seeds", text); break;
    case KEY_STORE: a->store = text; break;
    case KEY_AGAIN: a->options.again = true; break;
    case KEY_RESUME: a->options.again = false; break;
    case KEY_TIME_LIMIT: a->options.time_limit = positive(state, "time-limit", text); break;
    case 'q': a->options.quiet = true; break;
    case ARGP_KEY_ARG: add(state, a->names, &a->n_names, CASES_MAX, text); break;
    case ARGP_KEY_NO_ARGS: argp_error(state, "which case? (gravel list cases)"); break;
    default: return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

/* Cases live as long as the plan that points to them. */
struct batch {
    struct gravel_case *cases; /* owned */
    size_t n;
    struct gravel_plan plan;
};

static void
batch_free(struct batch *batch)
{
    gravel_plan_free(&batch->plan);
    for (size_t k = 0; k < batch->n; k++)
        gravel_case_free(&batch->cases[k]);
    free(batch->cases);
}

static enum gravel_status
add_case(struct batch *batch, const char *path, const struct arguments *a, struct gravel_error *error)
{
    struct gravel_case *c = &batch->cases[batch->n];
    enum gravel_status status = gravel_case_load(c, path, a->tier, error);
    if (status != GRAVEL_OK)
        return status;
    batch->n++;
    for (size_t k = 0; k < a->n_sets && status == GRAVEL_OK; k++)
        status = gravel_case_set(c, a->sets[k], error);
    return status == GRAVEL_OK ? gravel_plan_add(&batch->plan, c, a->engines, a->seeds, error) : status;
}

static enum gravel_status
add_paths(struct batch *batch, size_t n, char *const *paths, const struct arguments *a, struct gravel_error *error)
{
    enum gravel_status status = GRAVEL_OK;
    batch->cases = calloc(n + 1, sizeof *batch->cases);
    if (batch->cases == NULL)
        return gravel_fail(error, GRAVEL_MEMORY, "run: out of memory");
    for (size_t k = 0; k < n && status == GRAVEL_OK; k++)
        status = add_case(batch, paths[k], a, error);
    return status;
}

static enum gravel_status
add_all(struct batch *batch, const struct arguments *a, struct gravel_error *error)
{
    char **paths;
    size_t n;
    enum gravel_status status = gravel_case_list(&paths, &n, error);
    if (status != GRAVEL_OK)
        return status;
    status = add_paths(batch, n, paths, a, error);
    gravel_case_list_free(paths, n);
    return status;
}

static enum gravel_status
add_named(struct batch *batch, const struct arguments *a, struct gravel_error *error)
{
    char *paths[CASES_MAX];
    enum gravel_status status = GRAVEL_OK;
    size_t n = 0;
    while (n < a->n_names && status == GRAVEL_OK) {
        status = gravel_case_find(a->names[n], &paths[n], error);
        n += status == GRAVEL_OK;
    }
    if (status == GRAVEL_OK)
        status = add_paths(batch, n, paths, a, error);
    for (size_t k = 0; k < n; k++)
        free(paths[k]);
    return status;
}

static void
print_summary(const struct gravel_run_summary *s, const char *store)
{
    const struct {
        size_t n;
        const char *what;
    } parts[] = {{s->done, "done"},     {s->reused, "reused"},
                 {s->broken, "broken"}, {s->failed, "failed"},
                 {s->not_applicable, "not applicable"}};
    char time[32];
    gravel_print_duration(s->seconds, time, sizeof time);
    printf("%zu points", s->planned);
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
        if (parts[k].n > 0)
            printf(", %zu %s", parts[k].n, parts[k].what);
    printf(" in %s%s: %s\n", time, s->interrupted ? ", interrupted (the same command goes on)" : "", store);
}

static void
print_warnings(const struct gravel_contact_quality *contacts)
{
    if (contacts->deep > 0)
        printf("warning: contacts of %zu point%s overlap by more than %g %% of a diameter, the deepest by %.3g %%\n", contacts->deep,
               contacts->deep == 1 ? "" : "s", 100.0 * gravel_overlap_to_warn_of, 100.0 * contacts->largest_overlap);
    if (contacts->coarse > 0)
        printf("warning: contacts of %zu point%s take fewer than %g time steps, the shortest %g\n", contacts->coarse,
               contacts->coarse == 1 ? "" : "s", gravel_steps_to_warn_of, contacts->fewest_steps);
}

static int
run(int argc, char **argv)
{
    static const struct argp argp = {options, parse, "CASE|FILE.yaml|all...",
                                     "Run the points of cases. Points that the store has are reused.", NULL, NULL, NULL};
    struct arguments a = {.tier = "quick"};
    struct gravel_run_summary summary;
    struct gravel_error error = {0};
    struct gravel_store *store = NULL;
    struct batch batch = {0};
    argp_err_exit_status = GRAVEL_EXIT_USAGE;
    argp_parse(&argp, argc, argv, 0, NULL, &a);
    const bool all = a.n_names == 1 && strcmp(a.names[0], "all") == 0;
    enum gravel_status status = all ? add_all(&batch, &a, &error) : add_named(&batch, &a, &error);
    if (status == GRAVEL_OK && a.store == NULL)
        a.store = gravel_default_store();
    if (status == GRAVEL_OK)
        status = gravel_store_open(&store, a.store, false, &error);
    if (status == GRAVEL_OK)
        status = gravel_run(&batch.plan, store, &a.options, &summary, &error);
    gravel_store_close(store);
    batch_free(&batch);
    if (status != GRAVEL_OK)
        return gravel_cli_error(&error);
    print_summary(&summary, a.store);
    print_warnings(&summary.contacts);
    const size_t bad = summary.broken + summary.failed + summary.reused_bad + summary.interrupted;
    return bad == 0 ? GRAVEL_EXIT_OK : GRAVEL_EXIT_FAILED;
}

const struct gravel_command gravel_cmd_run = {"run", "Run the points of cases and keep their records.", run};
