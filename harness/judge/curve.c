/* Checks that look at several places at once: curves along a number. */
#include "harness/judge/curve.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double same_number = 1e-9; /* relative: equal `along` */

static int
by_x(const void *a, const void *b)
{
    const double x = ((const struct gravel_curve_point *)a)->x, y = ((const struct gravel_curve_point *)b)->x;
    return (x > y) - (x < y);
}

static enum gravel_status
no_memory(const struct gravel_judging *judging)
{
    return gravel_fail(judging->error, GRAVEL_MEMORY, "out of memory while judging %s", judging->c->name);
}

/* The partner of a place where the check compares two engines along a curve; NULL where it looks at one.  A partner
 * that is missing or unusable settles the judgement. */
static const struct gravel_judged_place *
pair_of(const struct gravel_judging *judging, const struct gravel_judged_place *place,
        struct gravel_judgement *judgement)
{
    const struct gravel_check *check = judging->check;
    if (check->kind != GRAVEL_CHECK_CROSSING || check->n_engines != 2)
        return NULL;
    const struct gravel_judged_place *other =
        gravel_places_partner(judging->places, judging->c, place, check->engines[1]);
    if (!other)
        gravel_judging_settle(judgement, judging->judgements->partial ? GRAVEL_SKIP : GRAVEL_FAIL,
                              "%s has no point at these coordinates", check->engines[1]);
    else if (gravel_judging_unusable(judging, other, judgement))
        other = NULL;
    return other;
}

/* A place that has no point on its curve gets its own judgement, and *usable is false. */
static enum gravel_status
take(const struct gravel_judging *judging, const struct gravel_judged_place *place, struct gravel_curve *curve,
     bool *usable)
{
    const struct gravel_check *check = judging->check;
    struct gravel_judgement trial = {0};
    bool found_x = false, found_y = false;
    struct gravel_estimate x = {NAN, 0.0, 0.0}, y = {NAN, 0.0, 0.0};
    *usable = !gravel_judging_unusable(judging, place, &trial);
    if (*usable) {
        const struct gravel_judged_place *other = pair_of(judging, place, &trial);
        x = gravel_place_estimate(other ? other : place, check->along, &found_x);
        y = other ? gravel_place_difference(place, other, check->measure, &found_y)
                  : gravel_place_estimate(place, check->measure, &found_y);
        *usable = !trial.note[0] && found_x && found_y && isfinite(x.value);
    }
    if (*usable) {
        curve->points[curve->n++] = (struct gravel_curve_point){place, y, x.value};
        return GRAVEL_OK;
    }
    struct gravel_judgement *j = gravel_judging_add(judging, place->engine, place->at);
    if (!j)
        return GRAVEL_MEMORY;
    if (trial.note[0])
        gravel_judging_settle(j, trial.verdict, "%s", trial.note);
    else
        gravel_judging_settle(j, GRAVEL_FAIL, "the record has no %s", found_x ? check->measure : check->along);
    return GRAVEL_OK;
}

static int
curve_axis(const struct gravel_judging *judging)
{
    const struct gravel_check *check = judging->check;
    return gravel_place_axis(judging->c, check->over[0] ? check->over : check->along);
}

/* Whether two places lie on one curve.  Along a key of the sweep: equal in all other axes; along a number that follows
 * from several keys (X, sigma): always. */
static bool
on_one_curve(const struct gravel_judging *judging, const struct gravel_judged_place *a,
             const struct gravel_judged_place *b)
{
    const int axis = curve_axis(judging);
    return strcmp(a->engine, b->engine) == 0 &&
           (axis == GRAVEL_NO_AXIS || gravel_places_match(judging->c, a->records[0], b->records[0], axis));
}

bool
gravel_curve_is_steady(const struct gravel_curve *curve)
{
    for (size_t k = 0; k < curve->n; k++)
        if (!gravel_place_is_steady(curve->points[k].place))
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
             others ? curve->points[0].place->at : "", others ? ")" : "");
}

double *
gravel_curve_columns(const struct gravel_judging *judging, const struct gravel_curve *curve)
{
    const size_t n = curve->n;
    double *x = malloc((3 * n + 1) * sizeof *x);
    if (!x) {
        (void)no_memory(judging);
        return NULL;
    }
    for (size_t k = 0; k < n; k++) {
        x[k] = curve->points[k].x;
        x[n + k] = curve->points[k].y.value;
        x[2 * n + k] = curve->points[k].y.err;
    }
    return x;
}

/* In a comparison of two engines the second one's places are no points of their own. */
static bool
is_partner(const struct gravel_judging *judging, const struct gravel_judged_place *place)
{
    const struct gravel_check *check = judging->check;
    return check->kind == GRAVEL_CHECK_CROSSING && check->n_engines == 2 &&
           strcmp(place->engine, check->engines[1]) == 0;
}

enum gravel_status
gravel_judge_each_curve(const struct gravel_judging *judging,
                        enum gravel_status (*judge)(const struct gravel_judging *, const struct gravel_curve *))
{
    const size_t n = judging->places->n;
    enum gravel_status status = GRAVEL_OK;
    struct gravel_curve curve = {0, calloc(n + 1, sizeof *curve.points)};
    bool *done = calloc(n + 1, sizeof *done);
    if (!curve.points || !done) {
        status = no_memory(judging);
        goto out;
    }
    for (size_t a = 0; a < n; a++) {
        curve.n = 0;
        for (size_t b = a; b < n && status == GRAVEL_OK; b++) {
            const struct gravel_judged_place *place = &judging->places->items[b];
            bool usable;
            if (done[b] || !gravel_judging_matches(judging, place) || is_partner(judging, place) ||
                !on_one_curve(judging, &judging->places->items[a], place))
                continue;
            done[b] = true;
            status = take(judging, place, &curve, &usable);
        }
        if (status != GRAVEL_OK)
            goto out;
        if (curve.n == 0)
            continue;
        qsort(curve.points, curve.n, sizeof *curve.points, by_x);
        if ((status = judge(judging, &curve)) != GRAVEL_OK)
            goto out;
    }
out:
    free(curve.points);
    free(done);
    return status;
}

bool
gravel_decision_is_worse(const struct gravel_decision *d, const struct gravel_decision *worst)
{
    static const int rank[] = {[GRAVEL_PASS] = 0, [GRAVEL_INCONCLUSIVE] = 1, [GRAVEL_FAIL] = 2};
    return rank[d->verdict] > rank[worst->verdict] ||
           (rank[d->verdict] == rank[worst->verdict] && d->ratio > worst->ratio);
}

/* All points of [from, to) have one x: their extremes must agree.  The extremes of n values are picked from
 * n (n - 1)/2 comparisons, which count as so many decisions. */
static enum gravel_status
judge_group(const struct gravel_judging *judging, const struct gravel_curve_point *points, size_t n)
{
    const struct gravel_curve_point *low = &points[0], *high = &points[0];
    bool steady = true;
    for (size_t k = 0; k < n; k++) {
        low = points[k].y.value < low->y.value ? &points[k] : low;
        high = points[k].y.value > high->y.value ? &points[k] : high;
        steady = steady && gravel_place_is_steady(points[k].place);
        if (points[k].y.err < 0.0 || isnan(points[k].y.value))
            low = high = &points[k];
    }
    struct gravel_decision d = gravel_decide_equal(
        high->y, low->y, gravel_judging_within(judging, 0.5 * (high->y.value + low->y.value)), judging->alarm);
    d.n_stochastic *= n * (n - 1) / 2;
    char at[256];
    snprintf(at, sizeof at, "%s = %.6g (%zu values)", judging->check->along, points[0].x, n);
    struct gravel_judgement *j = gravel_judging_add(judging, points[0].place->engine, at);
    if (!j)
        return GRAVEL_MEMORY;
    gravel_judging_decide(judging, j, &d, steady, points[0].place->records[0]);
    return GRAVEL_OK;
}

static enum gravel_status
judge_groups(const struct gravel_judging *judging, const struct gravel_curve *curve)
{
    enum gravel_status status = GRAVEL_OK;
    for (size_t from = 0, to; status == GRAVEL_OK && from < curve->n; from = to) {
        const double x = curve->points[from].x;
        for (to = from + 1; to < curve->n && curve->points[to].x - x <= same_number * fabs(x); to++)
            continue;
        if (to - from > 1)
            status = judge_group(judging, &curve->points[from], to - from);
    }
    return status;
}

/* All places of an engine together, whatever axes they differ in. */
enum gravel_status
gravel_judge_collapse(const struct gravel_judging *judging)
{
    const size_t n = judging->places->n;
    enum gravel_status status = GRAVEL_OK;
    struct gravel_curve curve = {0, calloc(n + 1, sizeof *curve.points)};
    if (!curve.points)
        return no_memory(judging);
    for (size_t a = 0; status == GRAVEL_OK && a < n; a++) {
        bool first = true, usable;
        for (size_t b = 0; b < a; b++)
            first = first && strcmp(judging->places->items[a].engine, judging->places->items[b].engine) != 0;
        if (!first)
            continue;
        curve.n = 0;
        for (size_t b = a; status == GRAVEL_OK && b < n; b++) {
            const struct gravel_judged_place *place = &judging->places->items[b];
            if (strcmp(place->engine, judging->places->items[a].engine) == 0 && gravel_judging_matches(judging, place))
                status = take(judging, place, &curve, &usable);
        }
        qsort(curve.points, curve.n, sizeof *curve.points, by_x);
        if (status == GRAVEL_OK)
            status = judging->check->degree > 0 ? gravel_judge_about_polynomial(judging, &curve)
                                                : judge_groups(judging, &curve);
    }
    free(curve.points);
    return status;
}

/* Every pair must not move the wrong way; neighbours must be told apart. */
static enum gravel_status
judge_monotonic(const struct gravel_judging *judging, const struct gravel_curve *curve)
{
    char at[256];
    gravel_curve_print_range(judging, curve, at, sizeof at);
    struct gravel_judgement *j = gravel_judging_add(judging, curve->points[0].place->engine, at);
    if (!j)
        return GRAVEL_MEMORY;
    if (curve->n < 2) {
        gravel_judging_settle(j, GRAVEL_FAIL, "the check decides nothing: one point");
        return GRAVEL_OK;
    }
    const double sign = judging->check->kind == GRAVEL_CHECK_RISES ? 1.0 : -1.0;
    struct gravel_decision worst = {.verdict = GRAVEL_PASS, .ratio = -1.0, .why = ""};
    size_t n_stochastic = 0;
    for (size_t a = 0; a < curve->n; a++)
        for (size_t b = a + 1; b < curve->n; b++) {
            struct gravel_estimate y = curve->points[a].y, next = curve->points[b].y;
            y.value *= sign;
            next.value *= sign;
            struct gravel_decision d =
                gravel_decide_rising(y, next, gravel_judging_within(judging, y.value), judging->alarm);
            n_stochastic += d.n_stochastic;
            if (b > a + 1 && d.verdict != GRAVEL_FAIL)
                continue;
            d.value *= sign;
            d.expected *= sign;
            if (gravel_decision_is_worse(&d, &worst))
                worst = d;
        }
    worst.n_stochastic = n_stochastic;
    gravel_judging_decide(judging, j, &worst, gravel_curve_is_steady(curve), curve->points[0].place->records[0]);
    return GRAVEL_OK;
}

enum gravel_status
gravel_judge_monotonic(const struct gravel_judging *judging)
{
    return gravel_judge_each_curve(judging, judge_monotonic);
}

/* The exponent of |y| in x: slope of the log-log line.  Exact values (err = 0) give an exact slope, whatever their
 * scatter about the line; unknown errors give one with the error of the residuals. */
static enum gravel_status
fit_exponent(const struct gravel_judging *judging, const struct gravel_curve *curve, struct gravel_estimate *slope)
{
    const size_t n = curve->n;
    struct gravel_polynomial line;
    double *x = gravel_curve_columns(judging, curve);
    if (!x)
        return GRAVEL_MEMORY;
    double *y = x + n, *err = y + n;
    bool exact = true;
    for (size_t k = 0; k < n; k++) {
        exact = exact && err[k] == 0.0;
        x[k] = log(x[k]);
        err[k] /= fabs(y[k]);
        y[k] = log(fabs(y[k]));
    }
    const enum gravel_status status = gravel_fit_polynomial(n, x, y, err, 1, NAN, &line);
    free(x);
    if (status == GRAVEL_MEMORY)
        return no_memory(judging);
    if (status == GRAVEL_OK)
        *slope = exact ? (struct gravel_estimate){line.c[1], 0.0, 0.0} : gravel_polynomial_coefficient(&line, 1);
    return GRAVEL_OK;
}

static enum gravel_status
judge_slope(const struct gravel_judging *judging, const struct gravel_curve *curve)
{
    char at[256];
    gravel_curve_print_range(judging, curve, at, sizeof at);
    struct gravel_judgement *j = gravel_judging_add(judging, curve->points[0].place->engine, at);
    if (!j)
        return GRAVEL_MEMORY;
    struct gravel_estimate slope = {NAN, -1.0, 0.0};
    if (curve->n < 2 || !(curve->points[0].x > 0.0) || curve->points[curve->n - 1].x <= curve->points[0].x) {
        gravel_judging_settle(j, GRAVEL_FAIL, "the check decides nothing: a slope needs two different positive %s",
                              judging->check->along);
        return GRAVEL_OK;
    }
    const enum gravel_status status = fit_exponent(judging, curve, &slope);
    if (status != GRAVEL_OK)
        return status;
    double uncertainty;
    const struct gravel_estimate expected = gravel_judging_expected(judging, curve->points[0].place, &uncertainty);
    const struct gravel_decision d = gravel_decide_equal(
        slope, expected, uncertainty + gravel_judging_within(judging, expected.value), judging->alarm);
    gravel_judging_decide(judging, j, &d, gravel_curve_is_steady(curve), curve->points[0].place->records[0]);
    return GRAVEL_OK;
}

enum gravel_status
gravel_judge_slope(const struct gravel_judging *judging)
{
    return gravel_judge_each_curve(judging, judge_slope);
}
