/* gravel advise: contact times, overlaps, rates and regime of a case before it runs. */
#include "harness/advise/advise.h"
#include "harness/advise/json.h"
#include "harness/advise/print.h"
#include "harness/case/case.h"
#include "harness/case/combination.h"
#include "harness/case/load.h"
#include "harness/cli/arguments.h"
#include "harness/cli/cli.h"
#include "harness/reference/load.h"
#include "harness/run/build.h"
#include "harness/run/plan.h"
#include "harness/util/home.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct arguments {
    struct gravel_arguments common;
    int point; /* number of the one point that is wanted; 0: all points, the first in full */
    double speed, pilot;
    bool json;
};

static const struct argp_option options[] = {
    {"speed", 'v', "V", 0, "typical speed of contacts [m/s], instead of an estimate", 0},
    {"pilot", 'p', "SECONDS", 0, "measure speed, rate and overlap in a short run of so much CPU time on each engine",
     0},
    {"point", 'n', "K", 0, "this point of a sweep only", 0},
    {"format", 'f', "table|json", 0, "default: table", 0},
    {0},
};

static void
parse_choice(struct argp_state *state, const char *option, const char *text, const char *one, const char *other)
{
    if (strcmp(text, one) != 0 && strcmp(text, other) != 0)
        argp_error(state, "--%s: found \"%s\", allowed is one of: %s, %s", option, text, one, other);
}

static const struct argp_child children[] = {{&gravel_argp_cases, 0, NULL, 0}, {&gravel_argp_sets, 0, NULL, 0}, {0}};

static error_t
parse(int key, char *arg, struct argp_state *state)
{
    struct arguments *a = state->input;
    switch (key) {
    case ARGP_KEY_INIT: gravel_arguments_share(state, children, &a->common); return 0;
    case 'f':
        parse_choice(state, "format", arg, "table", "json");
        a->json = strcmp(arg, "json") == 0;
        return 0;
    case 'v': a->speed = gravel_argument_positive(state, "speed", arg); return 0;
    case 'p': a->pilot = gravel_argument_positive(state, "pilot", arg); return 0;
    case 'n': a->point = gravel_argument_count(state, "point", arg); return 0;
    case ARGP_KEY_END: gravel_arguments_one_case(state, &a->common); return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

/* Whether the values of this key differ along the axis, and no earlier key of the axis has the same values. */
static bool
is_shown(const struct gravel_axis *axis, size_t key)
{
    bool moves = false;
    for (size_t v = 1; v < axis->n_values; v++)
        moves = moves || strcmp(axis->values[v * axis->n_keys + key], axis->values[key]) != 0;
    for (size_t k = 0; k < key; k++) {
        bool same = true;
        for (size_t v = 0; v < axis->n_values; v++)
            same = same && strcmp(axis->values[v * axis->n_keys + key], axis->values[v * axis->n_keys + k]) == 0;
        moves = moves && !same;
    }
    return moves;
}

enum wording { NAMES, VALUES, BOTH };

/* The swept parameters at one combination: names, values, or "name = value"; the last axis runs fastest. */
static void
print_combination(const struct gravel_case *c, size_t combination, enum wording wording, char *text, size_t size)
{
    size_t used = 0, below = gravel_case_n_combinations(c);
    text[0] = '\0';
    for (size_t x = 0; x < c->n_axes; x++) {
        const struct gravel_axis *axis = &c->axes[x];
        below /= axis->n_values;
        const size_t v = combination / below % axis->n_values;
        for (size_t k = 0; k < axis->n_keys && used < size; k++) {
            const char *dot = strrchr(axis->keys[k], '.'), *name = dot != NULL ? dot + 1 : axis->keys[k];
            if (is_shown(axis, k))
                used += (size_t)snprintf(text + used, size - used, "%s%s%s%s", used > 0 ? ", " : "",
                                         wording == VALUES ? "" : name, wording == BOTH ? " = " : "",
                                         wording == NAMES ? "" : axis->values[v * axis->n_keys + k]);
        }
    }
}

static enum gravel_status
advise_point(const struct arguments *a, const struct gravel_case *c, uint64_t seed,
             const struct gravel_references *references, struct gravel_advised_point *point, struct gravel_error *error)
{
    struct gravel_options parameters = {0};
    struct gravel_system system = {0};
    enum gravel_status status = gravel_case_at(c, point->number - 1, &parameters, error);
    if (status == GRAVEL_OK)
        status = gravel_case_build(&parameters, c->prepare, seed, &system, error);
    if (status == GRAVEL_OK) {
        print_combination(c, point->number - 1, BOTH, point->at, sizeof point->at);
        print_combination(c, point->number - 1, VALUES, point->values, sizeof point->values);
        point->dimension = system.dimension;
        point->gravity = v3_norm(system.gravity);
        status = gravel_advise(&point->advice, &parameters, &system, references, a->speed, a->pilot, error);
    }
    if (status == GRAVEL_INPUT)
        gravel_case_locate(c, error);
    gravel_system_free(&system);
    gravel_options_free(&parameters);
    return status;
}

static enum gravel_status
print_json(const struct gravel_case *c, const struct gravel_advised_point *points, size_t n, struct gravel_error *error)
{
    json_t *list = json_array(), *all = json_pack("{s:s,s:s,s:o}", "case", c->name, "tier", c->tier, "points", list);
    for (size_t k = 0; k < n; k++)
        json_array_append_new(list, gravel_advice_to_json(&points[k]));
    const bool good = all != NULL && json_dumpf(all, stdout, JSON_INDENT(1) | JSON_REAL_PRECISION(6)) == 0;
    json_decref(all);
    printf("\n");
    return good ? GRAVEL_OK : gravel_no_memory(error);
}

static void
print_table(const struct gravel_case *c, const struct gravel_advised_point *points, size_t n)
{
    char names[160];
    printf("%s, tier %s, point %zu of %zu%s%s\n\n", c->name, c->tier, points[0].number, gravel_case_n_combinations(c),
           points[0].at[0] != '\0' ? ": " : "", points[0].at);
    gravel_advice_print(stdout, &points[0]);
    if (n == 1)
        return;
    print_combination(c, 0, NAMES, names, sizeof names);
    printf("\nall points (--point K prints another in full)\n");
    gravel_advice_print_points(stdout, names, points, n);
}

static enum gravel_status
advise(const struct arguments *a, const struct gravel_case *c, const struct gravel_references *references,
       struct gravel_error *error)
{
    struct gravel_plan plan = {0};
    struct gravel_advised_point *points = NULL;
    const size_t all = gravel_case_n_combinations(c), n = a->point > 0 ? 1 : all;
    /* For the seed of the first replicate. */
    enum gravel_status status = gravel_plan_add(
        &plan, c, (struct gravel_plan_choice){.seeds = 1, .max_points = a->common.points.max_points}, error);
    if (status == GRAVEL_OK && (size_t)a->point > all)
        status = gravel_fail(error, GRAVEL_INPUT, "--point: found %d, allowed: 1 to %zu", a->point, all);
    if (status == GRAVEL_OK && (points = calloc(n, sizeof *points)) == NULL)
        status = gravel_no_memory(error);
    if (status != GRAVEL_OK)
        goto fail;
    for (size_t k = 0; k < n && status == GRAVEL_OK; k++) {
        points[k].number = a->point > 0 ? (size_t)a->point : k + 1;
        status = advise_point(a, c, plan.points[0].seed, references, &points[k], error);
    }
    if (status == GRAVEL_OK && a->json)
        status = print_json(c, points, n, error);
    else if (status == GRAVEL_OK)
        print_table(c, points, n);
    for (size_t k = 0; k < n; k++)
        gravel_advice_free(&points[k].advice);
fail:
    free(points);
    gravel_plan_free(&plan);
    return status;
}

static enum gravel_status
load_and_advise(const struct arguments *a, struct gravel_error *error)
{
    char folder[4096];
    struct gravel_case c = {0};
    struct gravel_references references = {0};
    snprintf(folder, sizeof folder, "%s/reference", gravel_home());
    enum gravel_status status = gravel_arguments_load_case(&a->common, &c, error);
    if (status == GRAVEL_OK)
        status = gravel_references_load(&references, folder, error);
    if (status == GRAVEL_OK)
        status = advise(a, &c, &references, error);
    gravel_references_free(&references);
    gravel_case_free(&c);
    return status;
}

static int
run(int argc, char **argv)
{
    static const struct argp argp = {
        .children = children,
        .options = options,
        .parser = parse,
        .args_doc = "CASE|FILE.yaml",
        .doc = "Contact times, time step, overlaps, time between collisions and regime of a case that has not run yet, "
               "which engine suits "
               "it, how far soft and hard spheres will differ, and what to change.",
    };
    struct arguments a = {.common.tier = "quick"};
    struct gravel_error error;
    if (!gravel_cli_parse(&argp, argc, argv, &a))
        return GRAVEL_EXIT_FAILED;
    return load_and_advise(&a, &error) == GRAVEL_OK ? GRAVEL_EXIT_OK : gravel_cli_error(&error);
}

const struct gravel_command gravel_cmd_advise = {
    .name = "advise",
    .what = "contact time, time step, regime, engine and expected error of a case before it is run",
    .run = run,
};
