#include "harness/judge/lack_of_fit.h"
#include "harness/reference/expect.h"

#include <math.h>

/* A contradiction on file is one of the value: that the points lie on no curve does not make it the recorded one. */
static bool
is_contradicted(const struct gravel_judging *judging, const struct gravel_curve *curve)
{
    const struct gravel_reference *r = judging->reference;
    return r != NULL && r->contradicted[0] != '\0' &&
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
gravel_curve_test_fit(const struct gravel_judging *judging, const struct gravel_curve *curve, gravel_curve_refit *refit,
                      double allowed, const char *why, struct gravel_decision *decision)
{
    struct gravel_fit_quality quality, beyond_noise;
    double dof;
    enum gravel_status status = refit(judging, curve, 1.0, &quality);
    if (status != GRAVEL_OK)
        return status;
    bool fits = quality.scatter <= allowed;
    if (!fits && quality.has_errors) {
        dof = dof_of_errors(curve);
        status = refit(judging, curve, gravel_fit_noise(quality.dof, dof, judging->alarm), &beyond_noise);
        if (status != GRAVEL_OK && status != GRAVEL_INPUT)
            return status;
        fits = status == GRAVEL_OK && beyond_noise.scatter <= allowed;
    }
    decision->n_stochastic += quality.has_errors;
    if (!fits && decision->verdict != GRAVEL_FAIL && !is_contradicted(judging, curve)) {
        decision->verdict = GRAVEL_FAIL;
        decision->why = why;
    }
    return GRAVEL_OK;
}
