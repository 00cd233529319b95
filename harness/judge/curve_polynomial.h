/* Inside the judge: the polynomial through a curve. */
#ifndef GRAVEL_HARNESS_JUDGE_CURVE_POLYNOMIAL_H
#define GRAVEL_HARNESS_JUDGE_CURVE_POLYNOMIAL_H

#include "harness/judge/curve.h"
#include "harness/stats/fit.h"

/* Fit the polynomial of the check's degree and constant through the curve (n >= 1) and append the judgement of the
 * whole curve.  *fitted is false where the curve has no more different x than free coefficients: the verdict is FAIL
 * then, and the polynomial is not to be used.  GRAVEL_MEMORY: the error is filled. */
GRAVEL_MUST_USE enum gravel_status gravel_curve_fit_polynomial(const struct gravel_judging *judging,
                                                               const struct gravel_curve *curve,
                                                               struct gravel_judgement **judgement,
                                                               struct gravel_polynomial *polynomial, bool *fitted);

#endif
