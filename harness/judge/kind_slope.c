/* slope: the exponent of the number in `along` against a reference. */
#include "harness/case/check_kinds.h"
#include "harness/judge/curve_polynomial.h"
#include "harness/stats/fit.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdlib.h>

/* The line ln |y| = c0 + c1 ln x through points with `factor` times their errors, and the half of its range in ln x. */
struct power_law {
    struct gravel_polynomial line;
    double half_range;
};

static enum gravel_status
fit(const struct gravel_judging *judging, const struct gravel_curve *curve, double factor, struct power_law *law)
{
    const size_t n = curve->n;
    double *x = gravel_curve_columns(judging, curve);
    if (!x)
        return GRAVEL_MEMORY;
    double *y = x + n, *err = y + n;
    for (size_t k = 0; k < n; k++) {
        x[k] = log(x[k]);
        err[k] *= factor / fabs(y[k]);
        y[k] = log(fabs(y[k]));
    }
    law->half_range = 0.5 * (x[n - 1] - x[0]);
    const enum gravel_status status = gravel_fit_polynomial(n, x, y, err, 1, NAN, &law->line);
    free(x);
    if (status == GRAVEL_MEMORY)
        return gravel_no_memory(judging->error);
    return status;
}

/* Two exact points have an exact local slope.  Through more the error is that of the points or of their scatter about
 * the line, whichever is larger. */
static struct gravel_estimate
exponent(const struct power_law *law, size_t n)
{
    const struct gravel_estimate c = gravel_polynomial_coefficient(&law->line, 1);
    return n == 2 && !law->line.has_errors ? (struct gravel_estimate){c.value, 0.0, 0.0} : c;
}

/* A power law describes the points when they leave it by less than a change of the exponent by its tolerance would move
 * the ends of the line.  What noise can do once in 1/alarm runs, chi2 by the errors at its quantile, is no lack of fit.
 */
static enum gravel_status
test_power_law(const struct gravel_judging *judging, const struct gravel_curve *curve, const struct power_law *law,
               struct gravel_decision *d)
{
    const double allowed = fmax(d->tolerance, 0.0) * law->half_range, dof = (double)law->line.dof;
    bool fits = law->line.scatter <= allowed;
    if (!fits && law->line.has_errors) {
        struct power_law beyond_noise;
        const double noise = sqrt(gsl_cdf_chisq_Qinv(judging->alarm, dof) / dof);
        const enum gravel_status status = fit(judging, curve, noise, &beyond_noise);
        if (status != GRAVEL_OK)
            return status;
        fits = beyond_noise.line.scatter <= allowed;
    }
    d->n_stochastic += law->line.has_errors;
    if (!fits && d->verdict != GRAVEL_FAIL) {
        d->verdict = GRAVEL_FAIL;
        d->why = "the points do not lie on a power law";
    }
    return GRAVEL_OK;
}

static enum gravel_status
judge_curve(const struct gravel_judging *judging, const struct gravel_curve *curve)
{
    const struct gravel_sweep_point *first = curve->points[0].point;
    const size_t n = curve->n;
    char at[256];
    struct power_law law;
    gravel_curve_print_range(judging, curve, at, sizeof at);
    struct gravel_judgement *j = gravel_judging_add(judging, first->engine, at);
    if (!j)
        return GRAVEL_MEMORY;
    if ((n != 2 && n < 2 + GRAVEL_SPARE_POINTS) || !(curve->points[0].x > 0.0) ||
        curve->points[n - 1].x <= curve->points[0].x) {
        gravel_judgement_set_verdict(j, GRAVEL_FAIL,
                                     "the check decides nothing: a slope needs two exact points, or %d, at different "
                                     "positive %s",
                                     2 + GRAVEL_SPARE_POINTS, judging->check->along);
        return GRAVEL_OK;
    }
    enum gravel_status status = fit(judging, curve, 1.0, &law);
    if (status != GRAVEL_OK)
        return status;
    struct gravel_decision d = gravel_judging_decide_fitted(judging, first, exponent(&law, n));
    if (!law.line.has_errors)
        gravel_decision_settle(&d);
    status = test_power_law(judging, curve, &law, &d);
    if (status != GRAVEL_OK)
        return status;
    gravel_judging_set_decision(judging, j, &d, gravel_curve_is_sound(judging, curve), first->records[0]);
    return GRAVEL_OK;
}

static enum gravel_status
judge(const struct gravel_judging *judging)
{
    return gravel_judge_each_curve(judging, (struct gravel_curve_choice){0}, judge_curve);
}

const struct gravel_check_ops gravel_check_ops_slope = {
    .kind = &gravel_check_slope, .label = "slope", .evidence = "convergence", .needs_number = true, .judge = judge};
