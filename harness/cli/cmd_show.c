/* gravel show: the resolved case, its points, claims and cost; or all declared keys.  Writes nothing. */
#include "engines/engine.h"
#include "harness/case/case.h"
#include "harness/case/check_kinds.h"
#include "harness/case/load.h"
#include "harness/case/schema.h"
#include "harness/cli/arguments.h"
#include "harness/cli/cli.h"
#include "harness/cli/show_contacts.h"
#include "harness/record/store.h"
#include "harness/run/first_start.h"
#include "harness/run/plan.h"
#include "harness/util/home.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct arguments {
    struct gravel_arguments common;
    bool schema;
};

static const struct argp_option options[] = {
    {"schema", 'S', NULL, 0, "print all declared keys of case files", 0},
    {0},
};

static const struct argp_child children[] = {
    {&gravel_argp_cases, 0, NULL, 0}, {&gravel_argp_store, 0, NULL, 0}, {&gravel_argp_sets, 0, NULL, 0}, {0}};

static error_t
parse(int key, char *arg, struct argp_state *state)
{
    struct arguments *a = state->input;
    (void)arg;
    switch (key) {
    case ARGP_KEY_INIT: gravel_arguments_share(state, children, &a->common); return 0;
    case 'S': a->schema = true; return 0;
    case ARGP_KEY_END:
        if (!a->schema)
            gravel_arguments_one_case(state, &a->common);
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static void
print_key(void *self, const char *prefix, const struct gravel_key *key)
{
    char allowed[256], path[192];
    (void)self;
    gravel_key_allowed(key, allowed, sizeof allowed);
    snprintf(path, sizeof path, "%s%s%s", prefix, prefix[0] != '\0' ? "." : "", key->name);
    printf("%-44s %s%s%s%s; %s%s\n%-44s %s\n", path, allowed, key->unit != NULL ? " [" : "",
           key->unit != NULL ? key->unit : "", key->unit != NULL ? "]" : "",
           key->fallback != NULL            ? "default "
           : (key->flags & GRAVEL_REQUIRED) ? "required"
                                            : "optional",
           key->fallback != NULL ? key->fallback : "", "", key->help);
}

static void
print_parameters(const struct gravel_case *c)
{
    printf("\nparameters (* default)\n");
    for (size_t k = 0; k < c->parameters.n; k++) {
        const struct gravel_option *option = &c->parameters.items[k];
        const struct gravel_key *key = gravel_schema_find(option->path, &c->parameters, NULL);
        char value[256];
        gravel_value_print(&option->value, value, sizeof value);
        value[strcspn(value, "\n")] = '\0'; /* of a table the names of its columns */
        if (option->value.type == GRAVEL_TYPE_REAL)
            snprintf(value, sizeof value, "%.10g", option->value.real);
        else if (option->value.type == GRAVEL_TYPE_VEC3)
            snprintf(value, sizeof value, "[%.10g, %.10g, %.10g]", option->value.vec.x, option->value.vec.y,
                     option->value.vec.z);
        printf("%c %-42s %s %s\n", gravel_case_states(c, option->path) ? ' ' : '*', option->path, value,
               key != NULL && key->unit != NULL && strcmp(key->unit, "1") != 0 ? key->unit : "");
    }
}

static void
print_sweep(const struct gravel_case *c)
{
    for (size_t a = 0; a < c->n_axes; a++) {
        const struct gravel_axis *axis = &c->axes[a];
        printf("%s", a == 0 ? "\nsweep\n" : "");
        for (size_t k = 0; k < axis->n_keys; k++) {
            printf("  %s:", axis->keys[k]);
            for (size_t v = 0; v < axis->n_values; v++)
                printf(" %s", axis->values[v * axis->n_keys + k]);
            printf("\n");
        }
    }
}

static void
print_checks(const struct gravel_case *c)
{
    for (size_t k = 0; k < c->n_checks; k++) {
        const struct gravel_check *check = &c->checks[k];
        printf("%s  %-10s %s", k == 0 ? "\nchecks\n" : "", check->kind->name, check->measure);
        if (check->along[0] != '\0')
            printf(" along %s", check->along);
        for (size_t e = 0; e < check->n_engines; e++)
            printf("%s%s", e == 0 ? " on " : ", ", check->engines[e]);
        printf("%s%s%s%s\n", check->reference[0] != '\0' ? " against " : "", check->reference,
               check->title[0] != '\0' ? ": " : "", check->title);
    }
}

/* CPU time of all points; those that are not stored count with the mean of the stored ones. */
static enum gravel_status
print_cost(const struct gravel_plan *plan, const char *path, struct gravel_error *error)
{
    struct gravel_store *store;
    double seconds = 0.0;
    size_t n_stored = 0;
    if (path == NULL)
        path = gravel_default_store();
    if (access(path, R_OK) != 0)
        return GRAVEL_OK;
    enum gravel_status status = gravel_store_open(&store, path, true, error);
    if (status != GRAVEL_OK)
        return status;
    for (size_t k = 0; k < plan->n && status == GRAVEL_OK; k++) {
        struct gravel_record record;
        bool found = false;
        status = gravel_store_get(store, plan->points[k].key, &record, &found, error);
        if (status != GRAVEL_OK || !found)
            continue;
        seconds += record.cpu_seconds;
        n_stored++;
        gravel_record_free(&record);
    }
    gravel_store_close(store);
    if (status == GRAVEL_OK && n_stored > 0)
        printf("cost: %zu of %zu points are stored; all take about %.3g s of CPU time\n", n_stored, plan->n,
               seconds * (double)plan->n / (double)n_stored);
    return status;
}

/* The points, and the capabilities that the system of the first one needs. */
static void
print_points(const struct gravel_case *c, const struct gravel_plan *plan, const struct gravel_system *system)
{
    char needs[512];
    printf("\n%zu points (%zu combinations, %zu engines, %d replicates)\n", plan->n, gravel_case_n_combinations(c),
           c->n_engines, c->replicates);
    const unsigned wanted = gravel_system_needs(system);
    gravel_capability_names(wanted, needs, sizeof needs);
    printf("%zu particles, %zu walls; needs: %s\n", system->n_particles, system->n_walls, needs);
    for (size_t e = 0; e < c->n_engines; e++) {
        const struct gravel_engine_ops *engine = gravel_engine_find(c->engines[e]);
        const unsigned missing = wanted & ~engine->capabilities;
        gravel_capability_names(missing, needs, sizeof needs);
        printf("  %-10s %s%s%s\n", engine->name, engine->method, missing != 0 ? "; lacks: " : "",
               missing != 0 ? needs : "");
    }
}

static void
print_case(const struct gravel_case *c)
{
    printf("%s: %s\n%s%s", c->name, c->title, c->asks, c->asks[0] != '\0' ? "\n" : "");
    printf("%s, family %s, tier %s, seed %llu\n", c->path, c->family, c->tier, (unsigned long long)c->seed);
    if (c->source_key[0] != '\0')
        printf("follows %s %s\n", c->source_key, c->source_where);
    printf("prepare %s; measures:", c->prepare);
    for (size_t k = 0; k < c->n_measures; k++)
        printf(" %s", c->measures[k]);
    printf("\n");
}

/* All errors of a case file are found before the first line of output. */
static enum gravel_status
show(const struct gravel_arguments *a, struct gravel_error *error)
{
    struct gravel_case c = {0}, other = {0};
    struct gravel_plan plan = {0};
    struct gravel_system system = {0};
    enum gravel_status status = gravel_arguments_load_case(a, &c, error);
    /* The other tier must be as good. */
    if (status == GRAVEL_OK)
        status = gravel_case_load(&other, c.path, strcmp(a->tier, "full") == 0 ? "quick" : "full", error);
    if (status == GRAVEL_OK)
        status = gravel_plan_add(&plan, &c, a->points, error);
    if (status == GRAVEL_OK)
        status = gravel_first_start_build(&plan.points[0], &system, error);
    if (status == GRAVEL_OK)
        status = gravel_first_starts_check(&plan, error);
    if (status == GRAVEL_OK) {
        print_case(&c);
        print_parameters(&c);
        print_sweep(&c);
        print_checks(&c);
        gravel_show_contacts(&system);
        print_points(&c, &plan, &system);
        status = print_cost(&plan, a->store, error);
    }
    gravel_system_free(&system);
    gravel_plan_free(&plan);
    gravel_case_free(&other);
    gravel_case_free(&c);
    return status;
}

static int
run(int argc, char **argv)
{
    static const struct argp argp = {
        .options = options,
        .parser = parse,
        .args_doc = "CASE|FILE.yaml",
        .doc = "Print a case as it would run: parameters with units and defaults, sweep, checks, points and the cost, "
               "estimated from the records of the store.",
        .children = children,
    };
    struct arguments a = {.common.tier = "quick"};
    struct gravel_error error;
    if (!gravel_cli_parse(&argp, argc, argv, &a))
        return GRAVEL_EXIT_FAILED;
    if (a.schema) {
        gravel_case_schema(print_key, NULL);
        return GRAVEL_EXIT_OK;
    }
    return show(&a.common, &error) == GRAVEL_OK ? GRAVEL_EXIT_OK : gravel_cli_error(&error);
}

const struct gravel_command gravel_cmd_show = {
    .name = "show",
    .what = "print a case as it would run, or all declared keys (--schema)",
    .run = run,
};
