#include "harness/judge/sweep_point.h"
#include "harness/case/observables.h"

#include "engines/core/array.h"
#include "harness/case/coordinates.h"
#include "harness/judge/decide.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct gravel_sweep_point *
find(const struct gravel_sweep_points *points, const struct gravel_case *c, const struct gravel_record *record)
{
    for (size_t k = 0; k < points->n; k++)
        if (strcmp(points->items[k].engine, record->engine) == 0 &&
            gravel_coordinates_match(c, points->items[k].records[0], record, GRAVEL_NO_AXIS))
            return &points->items[k];
    return NULL;
}

static enum gravel_status
add_record(struct gravel_sweep_points *points, const struct gravel_case *c, const struct gravel_record *record)
{
    struct gravel_sweep_point *point = find(points, c, record);
    if (!point) {
        if (!gravel_array_grow(&points->items, &points->capacity, points->n + 1, sizeof *points->items))
            return GRAVEL_MEMORY;
        point = &points->items[points->n++];
        *point = (struct gravel_sweep_point){.engine = record->engine, .c = c};
        gravel_coordinates_print(c, record, point->at, sizeof point->at);
    }
    if (!gravel_array_grow(&point->records, &point->capacity, point->n + 1, sizeof *point->records))
        return GRAVEL_MEMORY;
    if (!gravel_array_resize(&point->each, point->capacity, sizeof *point->each))
        return GRAVEL_MEMORY;
    point->records[point->n++] = record;
    return GRAVEL_OK;
}

enum gravel_status
gravel_sweep_points_build(struct gravel_sweep_points *points, const struct gravel_case *c,
                          const struct gravel_records *records, struct gravel_error *error)
{
    *points = (struct gravel_sweep_points){0};
    for (size_t k = 0; k < records->n; k++)
        if (add_record(points, c, &records->items[k]) != GRAVEL_OK) {
            gravel_sweep_points_free(points);
            return gravel_no_memory(error);
        }
    return GRAVEL_OK;
}

void
gravel_sweep_points_free(struct gravel_sweep_points *points)
{
    for (size_t k = 0; k < points->n; k++) {
        free((void *)points->items[k].records);
        free(points->items[k].each);
    }
    free(points->items);
    *points = (struct gravel_sweep_points){0};
}

/* An observable that a measure of the case yields is not replaced by a counter of its name, which may have another
 * unit. */
static struct gravel_estimate
record_estimate(const struct gravel_case *c, const struct gravel_record *record, const char *name)
{
    static const char prefix[] = "invariant:";
    if (strncmp(name, prefix, sizeof prefix - 1) == 0) {
        const struct gravel_invariant *invariant = gravel_record_invariant(record, name + sizeof prefix - 1);
        return (struct gravel_estimate){invariant ? fabs(invariant->value) : NAN, 0.0, 0.0};
    }
    const struct gravel_observable *o = gravel_record_observable(record, name);
    if (o)
        return gravel_series_estimate(o->value, o->err, o->n_eff);
    const double counter = gravel_case_yields(c, name) ? NAN : gravel_record_measured(record, name);
    return (struct gravel_estimate){counter, 0.0, 0.0};
}

static bool
is_same(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

/* Whether two records have the same numbers, to the last bit. */
static bool
are_equal(const struct gravel_record *a, const struct gravel_record *b)
{
    bool equal =
        a->n_observables == b->n_observables && a->n_invariants == b->n_invariants && a->n_counters == b->n_counters;
    for (size_t k = 0; equal && k < a->n_observables; k++)
        equal = is_same(a->observables[k].value, b->observables[k].value);
    for (size_t k = 0; equal && k < a->n_invariants; k++)
        equal = is_same(a->invariants[k].value, b->invariants[k].value);
    for (size_t k = 0; equal && k < a->n_counters; k++)
        equal = is_same(a->counters[k].value, b->counters[k].value);
    return equal;
}

/* Whether all replicates are one run: they have no random numbers, and a number of theirs has no error.  That one of
 * their numbers is equal does not tell, as whole numbers are so by chance. */
static bool
is_one_run(const struct gravel_sweep_point *point)
{
    bool equal = point->n > 1;
    for (size_t k = 1; equal && k < point->n; k++)
        equal = are_equal(point->records[0], point->records[k]);
    return equal;
}

struct gravel_estimate
gravel_sweep_point_estimate(const struct gravel_sweep_point *point, const char *name, bool *found)
{
    struct gravel_estimate combined = {NAN, -1.0, 0.0};
    struct gravel_estimate *const each = point->each;
    *found = true;
    for (size_t k = 0; k < point->n; k++) {
        each[k] = record_estimate(point->c, point->records[k], name);
        *found = *found && (!isnan(each[k].value) || gravel_record_observable(point->records[k], name));
    }
    if (*found && strncmp(name, "invariant:", 10) == 0) {
        combined = each[0];
        for (size_t k = 1; k < point->n; k++)
            combined.value = fmax(combined.value, each[k].value);
    } else if (*found) {
        combined = gravel_combine(point->n, each);
        combined.err = combined.err < 0.0 && is_one_run(point) ? 0.0 : combined.err;
    }
    return combined;
}

struct gravel_estimate
gravel_sweep_point_run(const struct gravel_sweep_point *point, const char *name, size_t k)
{
    return record_estimate(point->c, point->records[k], name);
}

struct gravel_estimate
gravel_sweep_point_abscissa(const struct gravel_sweep_point *point, const char *name, bool *found)
{
    const struct gravel_estimate measured = gravel_sweep_point_estimate(point, name, found);
    if (*found)
        return measured;
    const double stated = gravel_record_number(point->records[0], name);
    *found = !isnan(stated);
    return (struct gravel_estimate){stated, 0.0, 0.0};
}

bool
gravel_sweep_point_replicates_disagree(const struct gravel_sweep_point *point, const char *name)
{
    for (size_t k = 0; k < point->n; k++)
        point->each[k] = record_estimate(point->c, point->records[k], name);
    return gravel_replicates_disagree(point->n, point->each);
}

/* The replicate of `point` with this number, or NULL. */
static const struct gravel_record *
replicate(const struct gravel_sweep_point *point, int number)
{
    for (size_t k = 0; k < point->n; k++)
        if (point->records[k]->replicate == number)
            return point->records[k];
    return NULL;
}

double
gravel_sweep_point_covariance(const struct gravel_sweep_point *a, const struct gravel_sweep_point *b, const char *name)
{
    const double a0 = record_estimate(a->c, a->records[0], name).value,
                 b0 = record_estimate(b->c, b->records[0], name).value;
    double sum_a = 0.0, sum_b = 0.0, products = 0.0;
    if (a->n != b->n || a->n < 2)
        return 0.0;
    for (size_t k = 0; k < a->n; k++) {
        const struct gravel_record *other = replicate(b, a->records[k]->replicate);
        if (other == NULL)
            return 0.0;
        const struct gravel_estimate x = record_estimate(a->c, a->records[k], name),
                                     y = record_estimate(b->c, other, name);
        if (x.err > 0.0 || y.err > 0.0)
            return 0.0;
        sum_a += x.value - a0;
        sum_b += y.value - b0;
        products += (x.value - a0) * (y.value - b0);
    }
    const double n = (double)a->n;
    return (products - sum_a * sum_b / n) / (n * (n - 1.0));
}

bool
gravel_sweep_point_is_sound(const struct gravel_sweep_point *point, const char *name)
{
    for (size_t k = 0; k < point->n; k++) {
        const struct gravel_observable *o = gravel_record_observable(point->records[k], name);
        if (!point->records[k]->steady && o != NULL && !(o->err > 0.0 && o->n_eff > 0.0))
            return false;
    }
    return true;
}

const struct gravel_sweep_point *
gravel_sweep_points_partner(const struct gravel_sweep_points *points, const struct gravel_case *c,
                            const struct gravel_sweep_point *point, const char *engine)
{
    for (size_t k = 0; k < points->n; k++) {
        const struct gravel_sweep_point *other = &points->items[k];
        if (strcmp(other->engine, engine) == 0 &&
            gravel_coordinates_match(c, point->records[0], other->records[0], GRAVEL_NO_AXIS))
            return other;
    }
    return NULL;
}

struct gravel_estimate
gravel_sweep_point_difference(const struct gravel_sweep_point *a, const struct gravel_sweep_point *b, const char *name,
                              bool *found)
{
    bool found_a, found_b;
    const struct gravel_estimate x = gravel_sweep_point_estimate(a, name, &found_a),
                                 y = gravel_sweep_point_estimate(b, name, &found_b);
    *found = found_a && found_b && y.value != 0.0;
    if (!*found)
        return (struct gravel_estimate){NAN, -1.0, 0.0};
    const double ratio = x.value / y.value; /* x/y - 1 changes as (x - ratio y)/y */
    const struct gravel_estimate_pair pair = {gravel_estimate_scaled(x, 1.0 / y.value),
                                              gravel_estimate_scaled(y, ratio / y.value),
                                              gravel_sweep_point_covariance(a, b, name) * ratio / (y.value * y.value)};
    struct gravel_estimate difference = gravel_estimate_sum(pair, -1.0);
    difference.value = ratio - 1.0;
    return difference;
}
