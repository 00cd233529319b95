#include "harness/judge/curve.h"

#include "harness/case/coordinates.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int
by_x(const void *a, const void *b)
{
    const double x = ((const struct gravel_curve_point *)a)->x, y = ((const struct gravel_curve_point *)b)->x;
    return (x > y) - (x < y);
}

/* The numbers of a sweep point; false where it cannot be compared, with the verdict that it gets instead. */
static bool
find_numbers(const struct gravel_judging *judging, const char *second, const struct gravel_sweep_point *point,
             struct gravel_curve_point *numbers, struct gravel_judgement *excluded)
{
    const struct gravel_check *check = judging->check;
    const struct gravel_sweep_point *other = NULL;
    bool found_x, found_y;
    if (!gravel_judging_is_comparable(judging, point, excluded))
        return false;
    if (second) {
        other = gravel_judging_partner(judging, point, second, excluded);
        if (!other || !gravel_judging_is_comparable(judging, other, excluded))
            return false;
    }
    const struct gravel_estimate x = gravel_sweep_point_abscissa(other ? other : point, check->along, &found_x);
    const struct gravel_estimate y = other ? gravel_sweep_point_difference(point, other, check->measure, &found_y)
                                           : gravel_sweep_point_estimate(point, check->measure, &found_y);
    *numbers = (struct gravel_curve_point){point, y, x.value};
    if (found_x && found_y && isfinite(x.value))
        return true;
    if (!found_x || !other)
        gravel_judging_set_missing(judging, excluded, other ? other : point, found_x ? check->measure : check->along);
    else
        gravel_judging_set_no_difference(judging, excluded, point, other);
    return false;
}

/* A sweep point becomes a point of the curve, or gets its own judgement. */
static enum gravel_status
add_point(const struct gravel_judging *judging, const char *second, const struct gravel_sweep_point *point,
          struct gravel_curve *curve)
{
    struct gravel_judgement excluded = {0};
    struct gravel_curve_point numbers;
    if (find_numbers(judging, second, point, &numbers, &excluded)) {
        curve->points[curve->n++] = numbers;
        return GRAVEL_OK;
    }
    struct gravel_judgement *j = gravel_judging_add(judging, point->engine, point->at);
    if (!j)
        return GRAVEL_MEMORY;
    gravel_judgement_set_verdict(j, excluded.verdict, "%s", excluded.note);
    return GRAVEL_OK;
}

static int
curve_axis(const struct gravel_judging *judging)
{
    const struct gravel_check *check = judging->check;
    return gravel_coordinates_axis(judging->c, check->over[0] ? check->over : check->along);
}

/* Whether two sweep points lie on one curve.  Along a key of the sweep: equal in all other axes; along a number that
 * follows from several keys (X, sigma): always. */
static bool
on_one_curve(const struct gravel_judging *judging, struct gravel_curve_choice choice,
             const struct gravel_sweep_point *a, const struct gravel_sweep_point *b)
{
    const int axis = curve_axis(judging);
    return strcmp(a->engine, b->engine) == 0 &&
           (choice.one_an_engine || axis == GRAVEL_NO_AXIS ||
            gravel_coordinates_match(judging->c, a->records[0], b->records[0], axis));
}

bool
gravel_curve_is_exact(const struct gravel_curve *curve)
{
    for (size_t k = 0; k < curve->n; k++)
        if (curve->points[k].y.err != 0.0)
            return false;
    return true;
}

bool
gravel_curve_is_sound(const struct gravel_judging *judging, const struct gravel_curve *curve)
{
    for (size_t k = 0; k < curve->n; k++)
        if (!gravel_sweep_point_is_sound(curve->points[k].point, judging->check->measure))
            return false;
    return true;
}

void
gravel_curve_print_range(const struct gravel_judging *judging, const struct gravel_curve *curve, char *at, size_t size)
{
    const int axis = curve_axis(judging);
    const double from = curve->points[0].x, to = curve->points[curve->n - 1].x;
    const bool others = axis != GRAVEL_NO_AXIS && judging->c->n_axes > 1;
    snprintf(at, size, "%.60s = %.6g .. %.6g%s%.120s%s", judging->check->along, from, to, others ? " (first at " : "",
             others ? curve->points[0].point->at : "", others ? ")" : "");
}

const char *
gravel_curve_second_engine(const struct gravel_check *check)
{
    return check->n_engines == 2 ? check->engines[1] : NULL;
}

void
gravel_curve_print_engines(const struct gravel_judging *judging, const struct gravel_curve *curve, char *engines,
                           size_t size)
{
    const char *second = gravel_curve_second_engine(judging->check);
    snprintf(engines, size, "%s%s%s", curve->points[0].point->engine, second ? ", " : "", second ? second : "");
}

double *
gravel_curve_columns(const struct gravel_judging *judging, const struct gravel_curve *curve)
{
    const size_t n = curve->n;
    double *x = malloc((4 * n + 1) * sizeof *x);
    if (!x) {
        (void)gravel_no_memory(judging->error);
        return NULL;
    }
    for (size_t k = 0; k < n; k++) {
        x[k] = curve->points[k].x;
        x[n + k] = curve->points[k].y.value;
        x[2 * n + k] = curve->points[k].y.err;
        x[3 * n + k] = gravel_estimate_dof(curve->points[k].y);
    }
    return x;
}

struct gravel_estimate *
gravel_curve_estimates(const struct gravel_judging *judging, const struct gravel_curve *curve)
{
    struct gravel_estimate *y = malloc((curve->n + 1) * sizeof *y);
    if (!y)
        (void)gravel_no_memory(judging->error);
    for (size_t k = 0; y && k < curve->n; k++)
        y[k] = curve->points[k].y;
    return y;
}

/* All points on the curve of points->items[first] that are on none yet. */
static enum gravel_status
collect(const struct gravel_judging *judging, struct gravel_curve_choice choice, size_t first, bool *done,
        struct gravel_curve *curve)
{
    enum gravel_status status = GRAVEL_OK;
    curve->n = 0;
    for (size_t k = first; k < judging->points->n && status == GRAVEL_OK; k++) {
        const struct gravel_sweep_point *point = &judging->points->items[k];
        const bool is_second = choice.second && strcmp(point->engine, choice.second) == 0;
        if (done[k] || is_second || !gravel_judging_matches(judging, point) ||
            !on_one_curve(judging, choice, &judging->points->items[first], point))
            continue;
        done[k] = true;
        status = add_point(judging, choice.second, point, curve);
    }
    qsort(curve->points, curve->n, sizeof *curve->points, by_x);
    return status;
}

enum gravel_status
gravel_judge_each_curve(const struct gravel_judging *judging, struct gravel_curve_choice choice,
                        enum gravel_status (*judge)(const struct gravel_judging *, const struct gravel_curve *))
{
    const size_t n = judging->points->n;
    struct gravel_curve curve = {0, calloc(n + 1, sizeof *curve.points)};
    bool *done = calloc(n + 1, sizeof *done);
    enum gravel_status status = curve.points && done ? GRAVEL_OK : gravel_no_memory(judging->error);
    for (size_t first = 0; first < n && status == GRAVEL_OK; first++) {
        status = collect(judging, choice, first, done, &curve);
        if (status == GRAVEL_OK && curve.n > 0)
            status = judge(judging, &curve);
    }
    free(curve.points);
    free(done);
    return status;
}
