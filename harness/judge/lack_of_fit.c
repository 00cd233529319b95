#include "harness/judge/lack_of_fit.h"
#include "harness/reference/expect.h"

/* A contradiction on file is one of the value: that the points lie on no curve does not make it the recorded one. */
static bool
is_contradicted(const struct gravel_judging *judging, const struct gravel_curve *curve)
{
    const struct gravel_reference *r = judging->reference;
    return r != NULL && r->contradicted[0] != '\0' &&
           gravel_where_holds(&r->contradicted_where, curve->points[0].point->records[0]);
}

enum gravel_status
gravel_curve_test_fit(const struct gravel_judging *judging, const struct gravel_curve *curve, gravel_curve_refit *refit,
                      double allowed, const char *why, struct gravel_decision *decision)
{
    struct gravel_fit_quality quality, beyond_noise;
    enum gravel_status status = refit(judging, curve, 1.0, &quality);
    if (status != GRAVEL_OK)
        return status;
    bool fits = quality.scatter <= allowed;
    if (!fits && quality.has_errors) {
        status = refit(judging, curve, gravel_fit_noise(&quality, judging->alarm), &beyond_noise);
        if (status != GRAVEL_OK)
            return status;
        fits = beyond_noise.scatter <= allowed;
    }
    decision->n_stochastic += quality.has_errors;
    if (!fits && decision->verdict != GRAVEL_FAIL && !is_contradicted(judging, curve)) {
        decision->verdict = GRAVEL_FAIL;
        decision->why = why;
    }
    return GRAVEL_OK;
}
