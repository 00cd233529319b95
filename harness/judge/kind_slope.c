/* slope: the exponent of the number in `along` against a reference. */
#include "harness/case/check_kinds.h"
#include "harness/judge/curve.h"
#include "harness/stats/fit.h"

#include <math.h>
#include <stdlib.h>

/* The exponent of |y| in x: slope of the log-log line.  Exact values (err = 0) give an exact slope, whatever their
 * scatter about the line; unknown errors give one with the error of the residuals. */
static enum gravel_status
fit_exponent(const struct gravel_judging *judging, const struct gravel_curve *curve, struct gravel_estimate *slope)
{
    const size_t n = curve->n;
    struct gravel_polynomial line;
    double *x = gravel_curve_columns(judging, curve);
    if (!x)
        return GRAVEL_MEMORY;
    double *y = x + n, *err = y + n;
    bool exact = true;
    for (size_t k = 0; k < n; k++) {
        exact = exact && err[k] == 0.0;
        x[k] = log(x[k]);
        err[k] /= fabs(y[k]);
        y[k] = log(fabs(y[k]));
    }
    const enum gravel_status status = gravel_fit_polynomial(n, x, y, err, 1, NAN, &line);
    free(x);
    if (status == GRAVEL_MEMORY)
        return gravel_no_memory(judging->error);
    if (status == GRAVEL_OK)
        *slope = exact ? (struct gravel_estimate){line.c[1], 0.0, 0.0} : gravel_polynomial_coefficient(&line, 1);
    return GRAVEL_OK;
}

static enum gravel_status
judge_curve(const struct gravel_judging *judging, const struct gravel_curve *curve)
{
    const struct gravel_sweep_point *first = curve->points[0].point;
    char at[256];
    gravel_curve_print_range(judging, curve, at, sizeof at);
    struct gravel_judgement *j = gravel_judging_add(judging, first->engine, at);
    if (!j)
        return GRAVEL_MEMORY;
    struct gravel_estimate slope = {NAN, -1.0, 0.0};
    if (curve->n < 2 || !(curve->points[0].x > 0.0) || curve->points[curve->n - 1].x <= curve->points[0].x) {
        gravel_judgement_set_verdict(j, GRAVEL_FAIL,
                                     "the check decides nothing: a slope needs two different positive %s",
                                     judging->check->along);
        return GRAVEL_OK;
    }
    const enum gravel_status status = fit_exponent(judging, curve, &slope);
    if (status != GRAVEL_OK)
        return status;
    const struct gravel_decision d = gravel_judging_decide_reference(judging, first, slope);
    gravel_judging_set_decision(judging, j, &d, gravel_curve_is_steady(curve), first->records[0]);
    return GRAVEL_OK;
}

static enum gravel_status
judge(const struct gravel_judging *judging)
{
    return gravel_judge_each_curve(judging, (struct gravel_curve_choice){0}, judge_curve);
}

const struct gravel_check_ops gravel_check_ops_slope = {
    .kind = &gravel_check_slope, .label = "slope", .evidence = "convergence", .needs_number = true, .judge = judge};
