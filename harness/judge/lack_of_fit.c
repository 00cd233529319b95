#include "harness/judge/lack_of_fit.h"
#include "harness/reference/expect.h"

#include <math.h>

/* A contradiction on file is one of the value, unless it says otherwise: that the points lie on no curve does not make
 * it the recorded one. */
static bool
has_another_value(const struct gravel_judging *judging, const struct gravel_curve *curve)
{
    const struct gravel_reference *r = judging->reference;
    return r != NULL && !r->contradicted_form && r->contradicted[0] != '\0' &&
           gravel_where_holds(&r->contradicted_where, curve->points[0].point->records[0]);
}

/* Degrees of freedom of the errors of all points together; 0: known.  chi2 is a sum over the points: the harmonic mean,
 * so that one point of few samples does not stand for all. */
static double
dof_of_errors(const struct gravel_curve *curve)
{
    double sum = 0.0;
    for (size_t k = 0; k < curve->n; k++) {
        const double dof = gravel_estimate_dof(curve->points[k].y);
        sum += dof > 0.0 && isfinite(dof) ? 1.0 / dof : 0.0;
    }
    return sum > 0.0 ? (double)curve->n / sum : 0.0;
}

enum gravel_status
gravel_curve_test_fit(const struct gravel_judging *judging, const struct gravel_curve *curve,
                      const struct gravel_curve_fit *fit, struct gravel_decision *decision)
{
    const struct gravel_fit_quality *q = &fit->quality;
    struct gravel_fit_quality beyond_noise;
    bool fits = q->scatter <= fit->allowed;
    if (!fits && q->has_errors) {
        const double noise = gravel_fit_noise(q->dof, dof_of_errors(curve), judging->alarm);
        const enum gravel_status status = fit->refit(judging, curve, noise, &beyond_noise);
        if (status != GRAVEL_OK && status != GRAVEL_INPUT)
            return status;
        fits = status == GRAVEL_OK && beyond_noise.scatter <= fit->allowed;
    }
    decision->n_stochastic += q->has_errors;
    if (!fits && decision->verdict != GRAVEL_FAIL && !has_another_value(judging, curve)) {
        decision->verdict = GRAVEL_FAIL;
        decision->why = fit->why;
    }
    return GRAVEL_OK;
}
