/* Where a curve crosses a level: that abscissa is compared with bounds or with a reference. */
#include "harness/stats/crossing.h"
#include "harness/judge/curve.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static enum gravel_status
find(const struct gravel_judging *judging, const struct gravel_curve *curve, struct gravel_crossing *crossing)
{
    const size_t n = curve->n;
    double *x = gravel_curve_columns(judging, curve);
    if (!x)
        return GRAVEL_MEMORY;
    const enum gravel_status status =
        gravel_find_crossing(n, x, x + n, x + 2 * n, judging->check->n_engines == 2, judging->check->level, crossing);
    free(x);
    return status;
}

/* A crossing outside the data decides a one-sided bound that it fulfils there, and nothing else. */
static bool
is_settled(const struct gravel_check *check, const struct gravel_crossing *crossing, bool has_number)
{
    switch (crossing->place) {
    case GRAVEL_CROSSED: break;
    case GRAVEL_CROSSED_BEFORE: return !has_number && isinf(check->from) && crossing->x <= check->to;
    case GRAVEL_CROSSED_BEYOND: return !has_number && isinf(check->to) && crossing->x >= check->from;
    }
    return true;
}

static enum gravel_status
judge_curve(const struct gravel_judging *judging, const struct gravel_curve *curve)
{
    const struct gravel_check *check = judging->check;
    struct gravel_crossing crossing;
    char at[256], engines[40];
    gravel_curve_print_range(judging, curve, at, sizeof at);
    snprintf(engines, sizeof engines, "%s%s%s", curve->points[0].place->engine, check->n_engines == 2 ? ", " : "",
             check->n_engines == 2 ? check->engines[1] : "");
    struct gravel_judgement *j = gravel_judging_add(judging, engines, at);
    if (!j)
        return GRAVEL_MEMORY;
    const enum gravel_status status = find(judging, curve, &crossing);
    if (status == GRAVEL_INPUT) {
        gravel_judging_settle(j, GRAVEL_INCONCLUSIVE,
                              "a crossing needs two points or more at positive %s, with known errors", check->along);
        return GRAVEL_OK;
    }
    if (status != GRAVEL_OK)
        return status;
    const struct gravel_estimate value = {crossing.x, crossing.err, 0.0};
    const struct gravel_record *record = curve->points[0].place->records[0];
    struct gravel_decision d;
    const bool has_number = judging->reference && gravel_reference_has_number(judging->reference);
    if (has_number) {
        double uncertainty;
        const struct gravel_estimate expected = gravel_judging_expected(judging, curve->points[0].place, &uncertainty);
        d = gravel_decide_equal(value, expected, uncertainty + gravel_judging_within(judging, expected.value),
                                judging->alarm);
    } else {
        d = gravel_decide_between(value, check->from, check->to, judging->alarm);
    }
    gravel_judging_decide(judging, j, &d, gravel_curve_is_steady(curve), record);
    if (!is_settled(check, &crossing, has_number))
        gravel_judging_settle(j, GRAVEL_INCONCLUSIVE, "the level %g is not crossed between %g and %g: it lies %s",
                              check->level, curve->points[0].x, curve->points[curve->n - 1].x,
                              crossing.place == GRAVEL_CROSSED_BEFORE ? "below" : "above");
    return GRAVEL_OK;
}

enum gravel_status
gravel_judge_crossing(const struct gravel_judging *judging)
{
    return gravel_judge_each_curve(judging, judge_curve);
}
