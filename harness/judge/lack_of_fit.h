/* Inside the judge: whether the points of a curve lie on what was fitted through them. */
#ifndef GRAVEL_HARNESS_JUDGE_LACK_OF_FIT_H
#define GRAVEL_HARNESS_JUDGE_LACK_OF_FIT_H

#include "harness/judge/curve.h"
#include "harness/judge/decide.h"
#include "harness/stats/fit.h"

/* Fit the curve with `factor` times the errors of its points.  GRAVEL_INPUT: nothing fits; GRAVEL_MEMORY: the error is
 * filled.
 */
typedef enum gravel_status gravel_curve_refit(const struct gravel_judging *judging, const struct gravel_curve *curve,
                                              double factor, struct gravel_fit_quality *quality);

/* A number of a curve that the points do not lie on is none: FAIL, with `why`, where they scatter about it by more than
 * `allowed`, in the units of the fit's scatter.  What noise can do once in 1/alarm runs, chi2 by the errors at its
 * quantile, is no lack of fit.  Where a contradiction is recorded the value alone is judged.  Counts as a stochastic
 * decision where the points have errors. */
GRAVEL_MUST_USE enum gravel_status gravel_curve_test_fit(const struct gravel_judging *judging,
                                                         const struct gravel_curve *curve, gravel_curve_refit *refit,
                                                         double allowed, const char *why,
                                                         struct gravel_decision *decision);

#endif
