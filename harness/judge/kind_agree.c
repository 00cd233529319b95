/* agree: two engines give the same number at the same coordinates. */
#include "harness/case/check_kinds.h"
#include "harness/judge/each_point.h"

static struct gravel_decision
decide(const struct gravel_judging *judging, struct gravel_estimate_pair pair)
{
    return gravel_decide_agree(pair, gravel_judging_tolerance(judging), judging->alarm);
}

static enum gravel_status
judge(const struct gravel_judging *judging)
{
    return gravel_judge_each_pair(judging, decide);
}

const struct gravel_check_ops gravel_check_ops_agree = {
    .kind = &gravel_check_agree, .label = "agree", .evidence = "cross-engine", .judge = judge};
