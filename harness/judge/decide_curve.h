/* One decision about many numbers: the worst of the decisions about their pairs, or about each of them.  Pure. */
#ifndef GRAVEL_HARNESS_JUDGE_DECIDE_CURVE_H
#define GRAVEL_HARNESS_JUDGE_DECIDE_CURVE_H

#include "harness/judge/decide.h"

/* All y[0..n-1], n >= 2, are equal up to the tolerance (of the mean of the extremes): the largest against the smallest.
 * The extremes are picked from n (n - 1)/2 comparisons, which count as so many stochastic decisions. */
struct gravel_decision gravel_decide_same(size_t n, const struct gravel_estimate *y, struct gravel_tolerance tolerance,
                                          double alarm);

/* |y[k] - expected[k]| <= tolerance (of expected[k], which is exact) + k s for all n >= 1; *worst is the index of the
 * number that decides. */
struct gravel_decision gravel_decide_about(size_t n, const struct gravel_estimate *y, const double *expected,
                                           struct gravel_tolerance tolerance, double alarm, size_t *worst);

/* sign * y rises from y[0] to y[n-1], n >= 2, sign = 1 or -1: no pair moves the other way by more than the tolerance
 * (of the first of the pair), and the error bars separate neighbours. */
struct gravel_decision gravel_decide_monotonic(size_t n, const struct gravel_estimate *y, double sign,
                                               struct gravel_tolerance tolerance, double alarm);

#endif
