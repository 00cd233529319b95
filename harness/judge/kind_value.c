/* measure: an observable against the value or law of a reference. */
#include "harness/case/check_kinds.h"
#include "harness/judge/each_point.h"

static enum gravel_status
judge(const struct gravel_judging *judging)
{
    return gravel_judge_each_point(judging, gravel_judging_decide_reference);
}

const struct gravel_check_ops gravel_check_ops_value = {
    .kind = &gravel_check_value, .label = "", .evidence = GRAVEL_REGRESSION, .needs_number = true, .judge = judge};
