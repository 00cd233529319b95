/* rises, falls: from end to end of a curve by `at_least`, and no step back by more than `within`. */
#include "harness/case/check_kinds.h"
#include "harness/judge/curve.h"
#include "harness/judge/decide_curve.h"

#include <stdlib.h>

static enum gravel_status
judge_curve(const struct gravel_judging *judging, const struct gravel_curve *curve, double sign)
{
    const struct gravel_sweep_point *first = curve->points[0].point;
    char at[256];
    gravel_curve_print_range(judging, curve, at, sizeof at);
    struct gravel_judgement *j = gravel_judging_add(judging, first->engine, at);
    if (!j)
        return GRAVEL_MEMORY;
    if (curve->n < 2) {
        gravel_judgement_set_verdict(j, GRAVEL_FAIL, "the check decides nothing: one point");
        return GRAVEL_OK;
    }
    struct gravel_estimate *y = gravel_curve_estimates(judging, curve);
    if (!y)
        return GRAVEL_MEMORY;
    const struct gravel_tolerance least = {judging->check->at_least, judging->check->relative};
    const struct gravel_decision d =
        gravel_decide_trend(curve->n, y, sign, least, gravel_judging_tolerance(judging), judging->alarm);
    free(y);
    gravel_judging_set_decision(judging, j, &d, gravel_curve_is_sound(judging, curve), first->records[0]);
    return GRAVEL_OK;
}

static enum gravel_status
judge_rising(const struct gravel_judging *judging, const struct gravel_curve *curve)
{
    return judge_curve(judging, curve, 1.0);
}

static enum gravel_status
judge_falling(const struct gravel_judging *judging, const struct gravel_curve *curve)
{
    return judge_curve(judging, curve, -1.0);
}

static enum gravel_status
judge_rises(const struct gravel_judging *judging)
{
    return gravel_judge_each_curve(judging, (struct gravel_curve_choice){0}, judge_rising);
}

static enum gravel_status
judge_falls(const struct gravel_judging *judging)
{
    return gravel_judge_each_curve(judging, (struct gravel_curve_choice){0}, judge_falling);
}

const struct gravel_check_ops gravel_check_ops_rises = {
    .kind = &gravel_check_rises, .label = "rises", .evidence = GRAVEL_REGRESSION, .judge = judge_rises};
const struct gravel_check_ops gravel_check_ops_falls = {
    .kind = &gravel_check_falls, .label = "falls", .evidence = GRAVEL_REGRESSION, .judge = judge_falls};
