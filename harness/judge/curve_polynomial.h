/* Inside the judge: the polynomial through a curve. */
#ifndef GRAVEL_HARNESS_JUDGE_CURVE_POLYNOMIAL_H
#define GRAVEL_HARNESS_JUDGE_CURVE_POLYNOMIAL_H

#include "harness/judge/curve.h"
#include "harness/stats/fit.h"

/* A fit that is judged has so many points more than free coefficients. */
enum { GRAVEL_SPARE_POINTS = 3 };

/* The polynomial of the check's degree and constant through the curve with `factor` times the errors of its points.
 * GRAVEL_INPUT: fewer different x than free coefficients; GRAVEL_MEMORY: the error is filled. */
GRAVEL_MUST_USE enum gravel_status gravel_curve_polynomial(const struct gravel_judging *judging,
                                                           const struct gravel_curve *curve, double factor,
                                                           struct gravel_polynomial *polynomial);

/* Fit the polynomial of the check's degree and constant through the curve (n >= 1) and append the judgement of the
 * whole curve.  *fitted is false where the curve has fewer different x than free coefficients and GRAVEL_SPARE_POINTS:
 * the verdict is FAIL then, and the polynomial is not to be used.  GRAVEL_MEMORY: the error is filled. */
GRAVEL_MUST_USE enum gravel_status gravel_curve_fit_polynomial(const struct gravel_judging *judging,
                                                               const struct gravel_curve *curve,
                                                               struct gravel_judgement **judgement,
                                                               struct gravel_polynomial *polynomial, bool *fitted);

/* What the polynomial through all other points expects at each point of the curve, with its error, [n]; the caller
 * frees it.  NULL when out of memory (the error is filled). */
struct gravel_estimate *gravel_curve_leave_one_out(const struct gravel_judging *judging,
                                                   const struct gravel_curve *curve);

#endif
