#include "harness/judge/lack_of_fit.h"

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
        status = refit(judging, curve, gravel_fit_noise(quality.dof, judging->alarm), &beyond_noise);
        if (status != GRAVEL_OK)
            return status;
        fits = beyond_noise.scatter <= allowed;
    }
    decision->n_stochastic += quality.has_errors;
    if (!fits && decision->verdict != GRAVEL_FAIL) {
        decision->verdict = GRAVEL_FAIL;
        decision->why = why;
    }
    return GRAVEL_OK;
}
