/* differ: the signed difference of two engines at the same coordinates lies between two bounds. */
#include "harness/case/check_kinds.h"
#include "harness/judge/each_point.h"

static struct gravel_decision
decide(const struct gravel_judging *judging, struct gravel_estimate_pair pair)
{
    const struct gravel_check *check = judging->check;
    return gravel_decide_differ(pair, check->from, check->to, check->relative, judging->alarm);
}

static enum gravel_status
judge(const struct gravel_judging *judging)
{
    return gravel_judge_each_pair(judging, decide);
}

const struct gravel_check_ops gravel_check_ops_differ = {
    .kind = &gravel_check_differ, .label = "differ", .evidence = "expected-difference", .judge = judge};
