#include "harness/judge/compare.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sort_double.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double rounding = 1e-9, zero = 1e-12; /* relative; absolute, of pure numbers */

/* A point with its coordinates in words; the points of one sweep point stand together, by case and engine first. */
struct named {
    const struct gravel_record *record;
    char *coordinates; /* owned */
};
struct names {
    size_t n;
    struct named *items;
};

static int
by_point(const void *a, const void *b)
{
    const struct named *x = a, *y = b;
    const int order = strcmp(x->coordinates, y->coordinates);
    return order != 0 ? order : (x->record->seed > y->record->seed) - (x->record->seed < y->record->seed);
}

static int
by_point_and_time(const void *a, const void *b)
{
    const int point = by_point(a, b);
    return point != 0 ? point
                      : strcmp(((const struct named *)a)->record->started, ((const struct named *)b)->record->started);
}

static char *
coordinates_of(const struct gravel_record *record)
{
    char *text = NULL, value[512];
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        return NULL;
    fprintf(out, "%s\n%s\n", record->case_name, record->engine);
    for (size_t k = 0; k < record->parameters.n; k++) {
        gravel_value_print(&record->parameters.items[k].value, value, sizeof value);
        fprintf(out, "%s = %s\n", record->parameters.items[k].path, value);
    }
    if (fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}

static void
names_free(struct names *names)
{
    for (size_t k = 0; k < names->n; k++)
        free(names->items[k].coordinates);
    free(names->items);
}

/* Sorted, the last of equal points kept. */
static enum gravel_status
names_of(const struct gravel_records *records, struct names *names)
{
    *names = (struct names){0, calloc(records->n + 1, sizeof *names->items)};
    if (names->items == NULL)
        return GRAVEL_MEMORY;
    for (; names->n < records->n; names->n++) {
        names->items[names->n] = (struct named){&records->items[names->n], coordinates_of(&records->items[names->n])};
        if (names->items[names->n].coordinates == NULL)
            return GRAVEL_MEMORY;
    }
    qsort(names->items, names->n, sizeof *names->items, by_point_and_time);
    size_t kept = 0;
    for (size_t k = 0; k < names->n; k++) {
        if (k + 1 < names->n && by_point(&names->items[k], &names->items[k + 1]) == 0)
            free(names->items[k].coordinates);
        else
            names->items[kept++] = names->items[k];
    }
    names->n = kept;
    return GRAVEL_OK;
}

struct pair {
    const struct named *a, *b;
};

/* Merge the two lists into the pairs of equal points. */
static size_t
match(const struct names *a, const struct names *b, struct pair *pairs)
{
    size_t n = 0;
    for (size_t i = 0, j = 0; i < a->n && j < b->n;) {
        const int order = by_point(&a->items[i], &b->items[j]);
        if (order == 0)
            pairs[n++] = (struct pair){&a->items[i], &b->items[j]};
        i += order <= 0;
        j += order >= 0;
    }
    return n;
}

static bool
is_done(const struct gravel_record *record)
{
    return record->status == GRAVEL_POINT_DONE;
}

/* Mean of an observable over the replicates of a sweep point that are done on both sides; of A's records or B's. */
static struct gravel_estimate
mean_of(const struct pair *pairs, size_t n, const char *name, bool of_a, struct gravel_estimate *work)
{
    size_t found = 0;
    for (size_t k = 0; k < n; k++) {
        const struct gravel_record *a = pairs[k].a->record, *b = pairs[k].b->record;
        const struct gravel_observable *x = gravel_record_observable(of_a ? a : b, name);
        if (is_done(a) && is_done(b) && x != NULL)
            work[found++] = gravel_series_estimate(x->value, x->err, x->n_eff);
    }
    return gravel_combine(found, work);
}

static struct gravel_decision
decide(struct gravel_estimate a, struct gravel_estimate b, const char *unit, double alarm)
{
    const double systematic = fmax(rounding * fabs(a.value), strcmp(unit, "1") == 0 ? zero : 0.0);
    if (isnan(a.value) && isnan(b.value))
        return (struct gravel_decision){.verdict = GRAVEL_PASS, .value = NAN, .expected = NAN, .why = ""};
    return gravel_decide_equal(b, a, systematic, alarm);
}

static void
add(struct gravel_comparison *c, const struct pair *pair, const char *name, struct gravel_decision d)
{
    c->items[c->n_compared++] = (struct gravel_compared){pair->a->record, pair->b->record, name, d};
    c->n_different += d.verdict == GRAVEL_FAIL;
}

/* Compare all numbers of the n replicates of a sweep point; returns how many of them have an error. */
static size_t
compare_sweep_point(struct gravel_comparison *c, const struct pair *pairs, size_t n, double alarm,
                    struct gravel_estimate *work)
{
    size_t n_stochastic = 0;
    for (size_t k = 0; k < n; k++)
        if (is_done(pairs[k].a->record) != is_done(pairs[k].b->record)) {
            add(c, &pairs[k], "status", (struct gravel_decision){.verdict = GRAVEL_FAIL, .ratio = INFINITY});
            break;
        }
    const struct gravel_record *first = pairs[0].a->record;
    for (size_t o = 0; o < first->n_observables; o++) {
        const struct gravel_observable *x = &first->observables[o];
        const struct gravel_estimate a = mean_of(pairs, n, x->name, true, work),
                                     b = mean_of(pairs, n, x->name, false, work);
        const bool differ_in_nan = isnan(a.value) != isnan(b.value);
        if (!differ_in_nan && !isnan(a.value) && (a.err < 0.0 || b.err < 0.0)) {
            c->n_unknown++;
            continue;
        }
        n_stochastic += a.err > 0.0 || b.err > 0.0;
        add(c, &pairs[0], x->name, decide(a, b, x->unit, alarm));
    }
    return n_stochastic;
}

/* All sweep points; the first pass, whose verdicts do not count, finds how many comparisons share the budget. */
static size_t
compare_sweep_points(struct gravel_comparison *c, const struct pair *pairs, double alarm, struct gravel_estimate *work)
{
    size_t n_stochastic = 0;
    c->n_compared = c->n_different = c->n_unknown = 0;
    for (size_t from = 0, to; from < c->n_matched; from = to) {
        for (to = from + 1; to < c->n_matched && strcmp(pairs[to].a->coordinates, pairs[from].a->coordinates) == 0;
             to++)
            continue;
        n_stochastic += compare_sweep_point(c, &pairs[from], to - from, alarm, work);
    }
    return n_stochastic;
}

static int
by_ratio(const void *a, const void *b)
{
    const struct gravel_decision *x = &((const struct gravel_compared *)a)->d,
                                 *y = &((const struct gravel_compared *)b)->d;
    const bool p = x->verdict == GRAVEL_FAIL, q = y->verdict == GRAVEL_FAIL;
    return p != q ? q - p : (x->ratio < y->ratio) - (x->ratio > y->ratio);
}

/* Median and its distribution-free interval: the k-th of n from either end, with 2 P(Binomial(n, 1/2) < k) <= 5 %. */
static void
median_of(double *ratios, struct gravel_speed *speed)
{
    const size_t n = speed->n;
    size_t k = 0;
    gsl_sort(ratios, 1, n);
    speed->ratio = gsl_stats_median_from_sorted_data(ratios, 1, n);
    while (k < n / 2 && gsl_cdf_binomial_P((unsigned)k, 0.5, (unsigned)n) <= 0.025)
        k++;
    speed->low = k > 0 ? ratios[k - 1] : NAN;
    speed->high = k > 0 ? ratios[n - k] : NAN;
}

static void
compare_speeds(struct gravel_comparison *c, const struct pair *pairs, double *ratios)
{
    for (size_t from = 0, to; from < c->n_matched; from = to) {
        const struct gravel_record *first = pairs[from].a->record;
        struct gravel_speed speed = {.case_name = first->case_name, .engine = first->engine};
        for (to = from; to < c->n_matched; to++) {
            const struct gravel_record *a = pairs[to].a->record, *b = pairs[to].b->record;
            if (strcmp(a->case_name, first->case_name) != 0 || strcmp(a->engine, first->engine) != 0)
                break;
            if (is_done(a) && is_done(b) && a->cpu_seconds > 0.0 && b->cpu_seconds > 0.0)
                ratios[speed.n++] = b->cpu_seconds / a->cpu_seconds;
        }
        if (speed.n == 0)
            continue;
        median_of(ratios, &speed);
        c->speeds[c->n_speeds++] = speed;
    }
}

enum gravel_status
gravel_compare(const struct gravel_records *a, const struct gravel_records *b, struct gravel_comparison *c,
               struct gravel_error *error)
{
    struct names of_a, of_b = {0};
    struct pair *pairs = calloc(a->n + 1, sizeof *pairs);
    struct gravel_estimate *work = calloc(a->n + 1, sizeof *work);
    double *ratios = calloc(a->n + 1, sizeof *ratios);
    size_t most = 1;
    *c = (struct gravel_comparison){.speeds = calloc(a->n + 1, sizeof *c->speeds)};
    for (size_t k = 0; k < a->n; k++)
        most += a->items[k].n_observables + 1;
    c->items = calloc(most, sizeof *c->items);
    enum gravel_status status = names_of(a, &of_a);
    if (status == GRAVEL_OK)
        status = names_of(b, &of_b);
    if (status != GRAVEL_OK || pairs == NULL || work == NULL || ratios == NULL || c->speeds == NULL ||
        c->items == NULL) {
        status = gravel_no_memory(error);
        goto out;
    }
    c->n_matched = match(&of_a, &of_b, pairs);
    c->n_only_a = of_a.n - c->n_matched;
    c->n_only_b = of_b.n - c->n_matched;
    const size_t n_stochastic = compare_sweep_points(c, pairs, GRAVEL_FALSE_ALARM, work);
    if (n_stochastic > 0)
        compare_sweep_points(c, pairs, gravel_decision_alarm(GRAVEL_FALSE_ALARM, n_stochastic), work);
    if (c->n_compared > 0)
        qsort(c->items, c->n_compared, sizeof *c->items, by_ratio);
    compare_speeds(c, pairs, ratios);
out:
    names_free(&of_a);
    names_free(&of_b);
    free(pairs);
    free(work);
    free(ratios);
    if (status != GRAVEL_OK)
        gravel_comparison_free(c);
    return status;
}

void
gravel_comparison_free(struct gravel_comparison *c)
{
    free(c->items);
    free(c->speeds);
    *c = (struct gravel_comparison){0};
}
