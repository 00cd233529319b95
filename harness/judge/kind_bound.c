/* bound: a number stays in [from, to], the mean over the replicates or that of every one, each a decision. */
#include "harness/case/check_kinds.h"
#include "harness/judge/each_point.h"

static struct gravel_decision
decide(const struct gravel_judging *judging, const struct gravel_sweep_point *point, struct gravel_estimate value)
{
    const struct gravel_check *check = judging->check;
    const struct gravel_tolerance tolerance = gravel_judging_tolerance(judging);
    const double from = check->from - gravel_tolerance_at(tolerance, check->from);
    const double to = check->to + gravel_tolerance_at(tolerance, check->to);
    if (!check->every_run)
        return gravel_decide_between(value, from, to, judging->alarm);
    struct gravel_decision worst =
        gravel_decide_between(gravel_sweep_point_run(point, check->measure, 0), from, to, judging->alarm);
    for (size_t k = 1; k < point->n; k++) {
        const struct gravel_decision of_run =
            gravel_decide_between(gravel_sweep_point_run(point, check->measure, k), from, to, judging->alarm);
        gravel_decision_worst(&worst, &of_run);
    }
    return worst;
}

static enum gravel_status
judge(const struct gravel_judging *judging)
{
    return gravel_judge_each_point(judging, decide);
}

const struct gravel_check_ops gravel_check_ops_bound = {
    .kind = &gravel_check_bound, .label = "bound", .evidence = GRAVEL_REGRESSION, .judge = judge};
