/* slope: the exponent of the number in `along` against a reference. */
#include "harness/case/check_kinds.h"
#include "harness/judge/curve_polynomial.h"
#include "harness/judge/lack_of_fit.h"
#include "harness/stats/fit.h"
#include "harness/stats/power.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A power law through points: ln |y| = c0 + c1 ln x, or one with a fitted offset. */
struct power_law {
    struct gravel_estimate exponent;
    struct gravel_fit_quality quality; /* scatter: relative to y, of a limit to the change of y */
    double half_range;                 /* in ln x */
};

static bool
has_offset(const struct gravel_judging *judging)
{
    return judging->check->offset[0] != '\0';
}

static enum gravel_status
fit_offset(const struct gravel_judging *judging, size_t n, const double *x, struct power_law *law)
{
    struct gravel_power power;
    const enum gravel_power_form form =
        strcmp(judging->check->offset, "limit") == 0 ? GRAVEL_POWER_LIMIT : GRAVEL_POWER_THRESHOLD;
    const enum gravel_status status = gravel_fit_power(n, x, x + n, x + 2 * n, x + 3 * n, form, &power);
    *law = (struct power_law){power.exponent, {power.dof, power.has_errors, power.scatter, 0.0}, 0.5 * power.range};
    return status;
}

/* Two exact points have an exact local slope.  Through more the error is that of the points or of their scatter about
 * the line, whichever is larger. */
static enum gravel_status
fit_line(size_t n, double *x, struct power_law *law)
{
    double *y = x + n, *err = y + n;
    struct gravel_polynomial line;
    for (size_t k = 0; k < n; k++) {
        x[k] = log(x[k]);
        err[k] /= fabs(y[k]);
        y[k] = log(fabs(y[k]));
    }
    const enum gravel_status status = gravel_fit_polynomial(n, x, y, err, err + n, 1, NAN, &line);
    struct gravel_estimate c = gravel_polynomial_coefficient(&line, 1);
    if (n == 2)
        c = (struct gravel_estimate){c.value, 0.0, 0.0};
    *law = (struct power_law){c, gravel_polynomial_quality(&line), 0.5 * (x[n - 1] - x[0])};
    return status;
}

/* Through the curve with `factor` times the errors of its points. */
static enum gravel_status
fit(const struct gravel_judging *judging, const struct gravel_curve *curve, double factor, struct power_law *law)
{
    const size_t n = curve->n;
    double *x = gravel_curve_columns(judging, curve);
    if (!x)
        return GRAVEL_MEMORY;
    for (size_t k = 0; k < n; k++)
        x[2 * n + k] *= factor;
    const enum gravel_status status = has_offset(judging) ? fit_offset(judging, n, x, law) : fit_line(n, x, law);
    free(x);
    if (status == GRAVEL_MEMORY)
        return gravel_no_memory(judging->error);
    return status;
}

static enum gravel_status
refit(const struct gravel_judging *judging, const struct gravel_curve *curve, double factor,
      struct gravel_fit_quality *quality)
{
    struct power_law law;
    const enum gravel_status status = fit(judging, curve, factor, &law);
    *quality = law.quality;
    return status;
}

/* Whether the points are enough to distinguish a power law from another curve; two exact ones have a local slope.  An
 * error that is unknown is not 0, and two points do not give it. */
static bool
is_enough(const struct gravel_judging *judging, const struct gravel_curve *curve)
{
    const size_t n = curve->n, n_free = has_offset(judging) ? 3 : 2;
    const bool is_local = n == 2 && !has_offset(judging) && gravel_curve_is_exact(curve);
    return (is_local || n >= n_free + GRAVEL_SPARE_POINTS) && curve->points[0].x > 0.0 &&
           curve->points[n - 1].x > curve->points[0].x;
}

/* A logarithm exists, and no change of sign is taken for a power law. */
static bool
has_one_sign(const struct gravel_curve *curve)
{
    for (size_t k = 0; k < curve->n; k++)
        if (!(curve->points[k].y.value * curve->points[0].y.value > 0.0) || !isfinite(curve->points[k].y.value))
            return false;
    return true;
}

static enum gravel_status
judge_curve(const struct gravel_judging *judging, const struct gravel_curve *curve)
{
    const struct gravel_sweep_point *first = curve->points[0].point;
    char at[256], engines[40];
    struct power_law law;
    gravel_curve_print_range(judging, curve, at, sizeof at);
    gravel_curve_print_engines(judging, curve, engines, sizeof engines);
    struct gravel_judgement *j = gravel_judging_add(judging, engines, at);
    if (!j)
        return GRAVEL_MEMORY;
    if (!is_enough(judging, curve)) {
        gravel_judgement_set_verdict(j, GRAVEL_FAIL,
                                     "the check decides nothing: a slope needs %s%d, at different positive %s",
                                     has_offset(judging) ? "" : "two exact points, or ",
                                     (has_offset(judging) ? 3 : 2) + GRAVEL_SPARE_POINTS, judging->check->along);
        return GRAVEL_OK;
    }
    if (!has_offset(judging) && !has_one_sign(curve)) {
        gravel_judgement_set_verdict(j, GRAVEL_FAIL, "no power law: %s is 0, no finite number or changes its sign",
                                     judging->check->measure);
        return GRAVEL_OK;
    }
    enum gravel_status status = fit(judging, curve, 1.0, &law);
    if (status == GRAVEL_INPUT && has_offset(judging)) {
        gravel_judgement_set_verdict(j, GRAVEL_FAIL, "no power law beyond a %s describes the points best",
                                     judging->check->offset);
        return GRAVEL_OK;
    }
    if (status != GRAVEL_OK)
        return status;
    struct gravel_decision d = gravel_judging_decide_fitted(judging, first, law.exponent);
    if (gravel_curve_is_exact(curve))
        gravel_decision_settle(&d);
    /* A change of the exponent by its tolerance moves the ends of the line by so much. */
    const struct gravel_curve_fit tested = {law.quality, refit, fmax(d.tolerance, 0.0) * law.half_range,
                                            "the points do not lie on a power law"};
    status = gravel_curve_test_fit(judging, curve, &tested, &d);
    if (status != GRAVEL_OK)
        return status;
    gravel_judging_set_decision(judging, j, &d, gravel_curve_is_sound(judging, curve), first->records[0]);
    return GRAVEL_OK;
}

static enum gravel_status
judge(const struct gravel_judging *judging)
{
    const struct gravel_curve_choice choice = {.second = gravel_curve_second_engine(judging->check)};
    return gravel_judge_each_curve(judging, choice, judge_curve);
}

const struct gravel_check_ops gravel_check_ops_slope = {
    .kind = &gravel_check_slope, .label = "slope", .evidence = "convergence", .needs_number = true, .judge = judge};
