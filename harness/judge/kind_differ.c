/* differ: two engines must give different numbers at the same coordinates. */
#include "harness/case/check_kinds.h"
#include "harness/judge/each_point.h"

static struct gravel_decision
decide(const struct gravel_judging *judging, struct gravel_estimate a, struct gravel_estimate b)
{
    const struct gravel_tolerance least = {judging->check->at_least, judging->check->relative};
    return gravel_decide_apart(a, b, gravel_tolerance_at(least, b.value), judging->alarm);
}

static enum gravel_status
judge(const struct gravel_judging *judging)
{
    return gravel_judge_each_pair(judging, decide);
}

const struct gravel_check_ops gravel_check_ops_differ = {
    .kind = &gravel_check_differ, .label = "differ", .evidence = "expected-difference", .judge = judge};
