/* collapse: the number depends on `along` alone, whatever axes the points of an engine differ in. */
#include "harness/case/check_kinds.h"
#include "harness/judge/curve_polynomial.h"
#include "harness/judge/decide_curve.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double same_number = 1e-9; /* relative: equal `along` */

/* The points of one x, whose numbers are y[0..n-1]. */
static enum gravel_status
judge_group(const struct gravel_judging *judging, const struct gravel_curve *group, const struct gravel_estimate *y)
{
    const struct gravel_sweep_point *first = group->points[0].point;
    const struct gravel_decision d = gravel_decide_same(group->n, y, gravel_judging_tolerance(judging), judging->alarm);
    char at[256];
    snprintf(at, sizeof at, "%s = %.6g (%zu values)", judging->check->along, group->points[0].x, group->n);
    struct gravel_judgement *j = gravel_judging_add(judging, first->engine, at);
    if (!j)
        return GRAVEL_MEMORY;
    gravel_judging_set_decision(judging, j, &d, gravel_curve_is_sound(judging, group), first->records[0]);
    return GRAVEL_OK;
}

/* Each group of points of one x; a point with an x of its own decides nothing. */
static enum gravel_status
judge_groups(const struct gravel_judging *judging, const struct gravel_curve *curve, const struct gravel_estimate *y)
{
    enum gravel_status status = GRAVEL_OK;
    for (size_t from = 0, to; status == GRAVEL_OK && from < curve->n; from = to) {
        const double x = curve->points[from].x;
        for (to = from + 1; to < curve->n && curve->points[to].x - x <= same_number * fabs(x); to++)
            continue;
        const struct gravel_curve group = {to - from, curve->points + from};
        if (group.n > 1)
            status = judge_group(judging, &group, y + from);
    }
    return status;
}

/* Every point lies within the tolerance of the polynomial through all the others. */
static enum gravel_status
judge_about_polynomial(const struct gravel_judging *judging, const struct gravel_curve *curve,
                       const struct gravel_estimate *y)
{
    struct gravel_judgement *j;
    struct gravel_polynomial polynomial;
    size_t worst;
    bool fitted;
    const enum gravel_status status = gravel_curve_fit_polynomial(judging, curve, &j, &polynomial, &fitted);
    if (status != GRAVEL_OK || !fitted)
        return status;
    struct gravel_estimate *expected = gravel_curve_leave_one_out(judging, curve);
    if (!expected)
        return GRAVEL_MEMORY;
    const struct gravel_decision d =
        gravel_decide_about(curve->n, y, expected, gravel_judging_tolerance(judging), judging->alarm, &worst);
    free(expected);
    const size_t used = strlen(j->at);
    snprintf(j->at + used, sizeof j->at - used, ", %zu points, worst at %.4g", curve->n, curve->points[worst].x);
    gravel_judging_set_decision(judging, j, &d, gravel_curve_is_sound(judging, curve),
                                curve->points[worst].point->records[0]);
    return GRAVEL_OK;
}

static enum gravel_status
judge_curve(const struct gravel_judging *judging, const struct gravel_curve *curve)
{
    struct gravel_estimate *y = gravel_curve_estimates(judging, curve);
    if (!y)
        return GRAVEL_MEMORY;
    const enum gravel_status status =
        judging->check->degree > 0 ? judge_about_polynomial(judging, curve, y) : judge_groups(judging, curve, y);
    free(y);
    return status;
}

static enum gravel_status
judge(const struct gravel_judging *judging)
{
    return gravel_judge_each_curve(judging, (struct gravel_curve_choice){.one_an_engine = true}, judge_curve);
}

const struct gravel_check_ops gravel_check_ops_collapse = {
    .kind = &gravel_check_collapse, .label = "collapse", .evidence = GRAVEL_REGRESSION, .judge = judge};
