/* Inside the judge: whether the points of a curve lie on what was fitted through them. */
#ifndef GRAVEL_HARNESS_JUDGE_LACK_OF_FIT_H
#define GRAVEL_HARNESS_JUDGE_LACK_OF_FIT_H

#include "harness/judge/curve.h"
#include "harness/judge/decide.h"
#include "harness/stats/fit.h"

/* Fit the curve with `factor` times the errors of its points.  GRAVEL_INPUT: nothing fits; GRAVEL_MEMORY: the error is
 * filled. */
typedef enum gravel_status gravel_curve_refit(const struct gravel_judging *judging, const struct gravel_curve *curve,
                                              double factor, struct gravel_fit_quality *quality);

/* A fit of a curve with the errors of its points, and how to repeat it with larger ones. */
struct gravel_curve_fit {
    struct gravel_fit_quality quality;
    gravel_curve_refit *refit;
    double allowed;  /* scatter of the points about it, in the units of quality.scatter */
    const char *why; /* static text of the verdict where they scatter by more */
};

/* A number of a curve that the points do not lie on is none: FAIL where they scatter about it by more than is allowed.
 * What noise can do once in 1/alarm runs, chi2 by the errors at its quantile, is no lack of fit.  Where a contradiction
 * of the value is recorded the value alone is judged.  Counts as a stochastic decision where the points have errors. */
GRAVEL_MUST_USE enum gravel_status gravel_curve_test_fit(const struct gravel_judging *judging,
                                                         const struct gravel_curve *curve,
                                                         const struct gravel_curve_fit *fit,
                                                         struct gravel_decision *decision);

#endif
