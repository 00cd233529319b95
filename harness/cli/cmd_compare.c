/* gravel compare: two stores of the same cases, before and after a change of the program. */
#include "harness/cli/cli.h"
#include "harness/judge/compare.h"
#include "harness/record/store.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct arguments {
    const char *stores[2];
    int n;
};

static error_t
parse(int key, char *text, struct argp_state *state)
{
    struct arguments *a = state->input;
    switch (key) {
    case ARGP_KEY_ARG:
        if (a->n == 2)
            argp_error(state, "found \"%s\", allowed: two stores", text);
        a->stores[a->n++] = text;
        break;
    case ARGP_KEY_END:
        if (a->n < 2)
            argp_error(state, "found %d store%s, allowed: two", a->n, a->n == 1 ? "" : "s");
        break;
    default: return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

static enum gravel_status
load(const char *path, struct gravel_records *records, struct gravel_error *error)
{
    struct gravel_store *store;
    enum gravel_status status = gravel_store_open(&store, path, true, error);
    if (status == GRAVEL_MEMORY)
        return status;
    if (status != GRAVEL_OK)
        return error->status = GRAVEL_INPUT; /* a file that is no store is a wrong argument */
    status = gravel_store_load(store, NULL, records, error);
    gravel_store_close(store);
    return status;
}

static void
print_difference(const struct gravel_compared *x)
{
    const struct gravel_decision *d = &x->d;
    printf("DIFFERS  %s %s %s: ", x->a->case_name, x->a->engine, x->name);
    if (isinf(d->ratio))
        printf("A is %s, B is %s", gravel_point_status_name(x->a->status), gravel_point_status_name(x->b->status));
    else
        printf("A %.9g +- %.2g, B %.9g +- %.2g, %.3g times what chance allows", d->expected, d->expected_err, d->value,
               d->err, d->ratio);
    printf(" (points %s, %s)\n", x->a->key, x->b->key);
}

static void
print_speed(const struct gravel_speed *s)
{
    printf("  %-28s %-10s %6zu points  CPU time of B over A %7.3f", s->case_name, s->engine, s->n, s->ratio);
    if (isnan(s->low))
        printf("  (too few points for an interval)\n");
    else
        printf("  [%.3f, %.3f]%s\n", s->low, s->high, s->low > 1.0 ? "  slower" : s->high < 1.0 ? "  faster" : "");
}

static void
print(const struct gravel_comparison *c)
{
    printf("%zu points in both stores, %zu only in A, %zu only in B\n", c->n_matched, c->n_only_a, c->n_only_b);
    for (size_t k = 0; k < c->n_different; k++)
        print_difference(&c->items[k]);
    printf("%zu numbers compared, %zu differ; %zu without an error were not\n", c->n_compared, c->n_different,
           c->n_unknown);
    printf("speed (median of the points, 95 %% interval of the sign test):\n");
    for (size_t k = 0; k < c->n_speeds; k++)
        print_speed(&c->speeds[k]);
}

static int
run(int argc, char **argv)
{
    static const struct argp argp = {NULL,
                                     parse,
                                     "A B",
                                     "Compare two stores of the same cases: what they measured, judged by its "
                                     "errors, and how fast they were. Exit code 1 when something differs.",
                                     NULL,
                                     NULL,
                                     NULL};
    struct arguments a = {0};
    struct gravel_records records[2] = {{0}, {0}};
    struct gravel_comparison comparison = {0};
    struct gravel_error error = {0};
    if (!gravel_cli_parse(&argp, argc, argv, &a))
        return GRAVEL_EXIT_FAILED;
    enum gravel_status status = GRAVEL_OK;
    for (int k = 0; k < 2 && status == GRAVEL_OK; k++)
        status = load(a.stores[k], &records[k], &error);
    if (status == GRAVEL_OK)
        status = gravel_compare(&records[0], &records[1], &comparison, &error);
    if (status == GRAVEL_OK && comparison.n_matched == 0)
        status = gravel_fail(&error, GRAVEL_INPUT,
                             "compare: found no point that %s and %s have in common, allowed: stores of the "
                             "same cases with the same parameters and seeds",
                             a.stores[0], a.stores[1]);
    if (status == GRAVEL_OK)
        print(&comparison);
    const size_t n_different = comparison.n_different;
    gravel_comparison_free(&comparison);
    gravel_records_free(&records[0]);
    gravel_records_free(&records[1]);
    if (status != GRAVEL_OK)
        return gravel_cli_error(&error);
    return n_different == 0 ? GRAVEL_EXIT_OK : GRAVEL_EXIT_FAILED;
}

const struct gravel_command gravel_cmd_compare = {"compare",
                                                  "Compare two stores of the same cases: accuracy and speed.", run};
