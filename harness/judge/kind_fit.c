/* fit: a coefficient or the zero of a polynomial in `along` against a reference. */
#include "harness/case/check_kinds.h"
#include "harness/judge/curve_polynomial.h"

#include <string.h>

/* What the key `gives` names: the smallest positive zero, or a coefficient "c0", "c1", ... */
static struct gravel_estimate
given(const struct gravel_polynomial *polynomial, const char *gives)
{
    if (strcmp(gives, "zero") == 0)
        return gravel_polynomial_zero(polynomial);
    return gravel_polynomial_coefficient(polynomial, (size_t)(gives[1] - '0'));
}

static enum gravel_status
judge_curve(const struct gravel_judging *judging, const struct gravel_curve *curve)
{
    const struct gravel_sweep_point *first = curve->points[0].point;
    struct gravel_judgement *j;
    struct gravel_polynomial polynomial;
    bool fitted;
    const enum gravel_status status = gravel_curve_fit_polynomial(judging, curve, &j, &polynomial, &fitted);
    if (status != GRAVEL_OK || !fitted)
        return status;
    struct gravel_decision d = gravel_judging_decide_fitted(judging, first, given(&polynomial, judging->check->gives));
    if (!polynomial.has_errors)
        gravel_decision_settle(&d, gravel_curve_is_exact(curve));
    gravel_judging_set_decision(judging, j, &d, gravel_curve_is_sound(judging, curve), first->records[0]);
    return GRAVEL_OK;
}

static enum gravel_status
judge(const struct gravel_judging *judging)
{
    return gravel_judge_each_curve(judging, (struct gravel_curve_choice){0}, judge_curve);
}

const struct gravel_check_ops gravel_check_ops_fit = {
    .kind = &gravel_check_fit, .label = "fit", .evidence = "regression", .needs_number = true, .judge = judge};
