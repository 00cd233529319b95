/* crossing: where a curve crosses a level; that abscissa is compared with bounds or with a reference. */
#include "harness/case/check_kinds.h"
#include "harness/judge/curve.h"
#include "harness/stats/crossing.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* The points of a curve, and the columns x, y, err of their numbers. */
struct points {
    const struct gravel_judging *judging;
    const struct gravel_curve *curve;
    double *columns;
    bool magnitude; /* of a difference of two engines */
};

/* The fewest degrees of freedom of the points beside x = `at`; 0: these are exact. */
static double
dof_beside(const struct gravel_curve *curve, double at)
{
    double dof = INFINITY;
    for (size_t k = 0; k < curve->n; k++) {
        const double own = gravel_estimate_dof(curve->points[k].y);
        const bool beside =
            (k + 1 == curve->n || curve->points[k + 1].x >= at) && (k == 0 || curve->points[k - 1].x <= at);
        if (beside && own > 0.0)
            dof = fmin(dof, own);
    }
    return isfinite(dof) ? dof : 0.0;
}

/* The crossing as a number, which is shown.  Its error comes from those of the points beside it. */
static struct gravel_estimate
abscissa(const struct gravel_curve *curve, const struct gravel_crossing *crossing)
{
    return (struct gravel_estimate){.value = crossing->x, .err = crossing->err, .dof = dof_beside(curve, crossing->x)};
}

/* A bound of the crossing is judged by the ordinate: the crossing lies below it where the curve is beyond the level
 * there, above it (sign -1) where it is not yet.  The error of the abscissa would not do, as crossings of noisy curves
 * end with the data. */
static void
add_bound(struct gravel_decision *d, const struct points *of, double bound, double sign, struct gravel_estimate beyond)
{
    const double *x = of->columns;
    if (isinf(bound))
        return;
    beyond.value *= sign;
    beyond.dof = dof_beside(of->curve, fmin(fmax(bound, x[0]), x[of->curve->n - 1]));
    gravel_decision_add(d, beyond, fabs(of->judging->check->level), 0, of->judging->alarm);
}

/* Whether a bound lies outside of the data, and their end does not tell on which side of it the crossing is. */
static bool
is_open(const struct points *of, double bound, struct gravel_estimate beyond)
{
    return isfinite(bound) && (beyond.value < 0.0 ? bound > of->columns[of->curve->n - 1] : bound < of->columns[0]);
}

/* Whether the curve rises or falls for sure, from its first to its last point: which side of a crossing is beyond the
 * level follows from it.  A difference of engines vanishes, on whichever side it begins. */
static bool
has_direction(const struct points *of)
{
    const size_t n = of->curve->n;
    const double *y = of->columns + n, *err = of->columns + 2 * n;
    const struct gravel_curve_point *first = &of->curve->points[0], *last = &of->curve->points[n - 1];
    const double dof = gravel_welch_dof(err[0] * err[0], gravel_estimate_dof(first->y), err[n - 1] * err[n - 1],
                                        gravel_estimate_dof(last->y));
    return of->magnitude ||
           fabs(y[n - 1] - y[0]) > gravel_quantile(1.0 - 2.0 * of->judging->alarm, dof) * hypot(err[0], err[n - 1]);
}

/* Whether a curve that has a direction falls through the level where the check says that it rises, or the reverse. */
static bool
is_reversed(const struct points *of)
{
    const size_t n = of->curve->n;
    const double *y = of->columns + n;
    return of->judging->check->direction * (y[n - 1] - y[0]) < 0.0;
}

/* The decision without a margin yet: what a crossing at x is compared with; at[2] become the bounds, which do not
 * depend on x. */
static struct gravel_decision
begin(const struct points *of, struct gravel_estimate x, double *at)
{
    const struct gravel_judging *judging = of->judging;
    const struct gravel_check *check = judging->check;
    const bool has_number = judging->reference && gravel_reference_has_number(judging->reference);
    const struct gravel_decision asked = has_number
                                             ? gravel_judging_decide_fitted(judging, of->curve->points[0].point, x)
                                             : gravel_decide_between(x, check->from, check->to, judging->alarm);
    at[0] = has_number ? asked.expected - asked.tolerance : check->from;
    at[1] = has_number ? asked.expected + asked.tolerance : check->to;
    return gravel_decision_begin(x, (struct gravel_estimate){.value = asked.expected, .err = asked.expected_err},
                                 asked.tolerance);
}

/* Of points that are no curve with errors: errors that are not known may be after a longer run, points that are missing
 * may be run. */
static enum gravel_verdict
without_numbers(const struct points *of)
{
    const size_t n = of->curve->n;
    bool known = true;
    for (size_t k = 0; k < n; k++) {
        if (!isfinite(of->columns[n + k]) || !(of->columns[k] > 0.0))
            return GRAVEL_FAIL;
        known = known && of->columns[2 * n + k] >= 0.0 && isfinite(of->columns[2 * n + k]);
    }
    if (n < 2)
        return of->judging->judgements->partial ? GRAVEL_SKIP : GRAVEL_FAIL;
    return known ? GRAVEL_FAIL : GRAVEL_INCONCLUSIVE;
}

static enum gravel_status
judge_points(const struct points *of, struct gravel_judgement *j)
{
    const struct gravel_curve *curve = of->curve;
    const struct gravel_check *check = of->judging->check;
    const size_t n = curve->n;
    const double *x = of->columns;
    struct gravel_crossing crossing;
    double at[2];
    (void)begin(of, (struct gravel_estimate){0}, at);
    const enum gravel_status status =
        gravel_find_crossing(n, x, x + n, x + 2 * n, of->magnitude, check->level, at, &crossing);
    if (status == GRAVEL_INPUT)
        gravel_judgement_set_verdict(j, without_numbers(of),
                                     "a crossing needs two points or more at positive %s, with numbers and errors",
                                     check->along);
    if (status != GRAVEL_OK)
        return status == GRAVEL_INPUT ? GRAVEL_OK : status;
    struct gravel_decision d = begin(of, abscissa(curve, &crossing), at);
    const double tolerance = d.tolerance;
    d.tolerance = d.allowance = NAN; /* that of the abscissa is none of the ordinate */
    add_bound(&d, of, at[0], -1.0, crossing.beyond[0]);
    add_bound(&d, of, at[1], 1.0, crossing.beyond[1]);
    d.tolerance = tolerance;
    gravel_judging_set_decision(of->judging, j, &d, gravel_curve_is_sound(of->judging, curve),
                                curve->points[0].point->records[0]);
    if (!has_direction(of))
        gravel_judgement_set_verdict(j, GRAVEL_INCONCLUSIVE, "the errors do not tell whether the curve rises or falls");
    else if (is_reversed(of)) {
        gravel_judgement_set_verdict(j, GRAVEL_FAIL, "the curve %s from %g to %g, allowed: one that %s",
                                     check->direction > 0 ? "falls" : "rises", x[0], x[n - 1],
                                     check->direction > 0 ? "rises" : "falls");
        j->contradicted = false; /* a contradiction on file is one of the place, not of the direction */
    } else if (is_open(of, at[0], crossing.beyond[0]) || is_open(of, at[1], crossing.beyond[1]))
        gravel_judgement_set_verdict(j, GRAVEL_INCONCLUSIVE,
                                     "the level %g is not crossed between %g and %g: it lies %s", check->level, x[0],
                                     x[n - 1], crossing.place == GRAVEL_CROSSED_BEFORE ? "below" : "above");
    return GRAVEL_OK;
}

static enum gravel_status
judge_curve(const struct gravel_judging *judging, const struct gravel_curve *curve)
{
    char at[256], engines[40];
    gravel_curve_print_range(judging, curve, at, sizeof at);
    gravel_curve_print_engines(judging, curve, engines, sizeof engines);
    struct gravel_judgement *j = gravel_judging_add(judging, engines, at);
    struct points of = {judging, curve, gravel_curve_columns(judging, curve),
                        gravel_curve_second_engine(judging->check) != NULL};
    const enum gravel_status status = j && of.columns ? judge_points(&of, j) : GRAVEL_MEMORY;
    free(of.columns);
    return status;
}

static enum gravel_status
judge(const struct gravel_judging *judging)
{
    const struct gravel_curve_choice choice = {.second = gravel_curve_second_engine(judging->check)};
    return gravel_judge_each_curve(judging, choice, judge_curve);
}

const struct gravel_check_ops gravel_check_ops_crossing = {
    .kind = &gravel_check_crossing, .label = "crossing", .evidence = "cross-engine", .judge = judge};
