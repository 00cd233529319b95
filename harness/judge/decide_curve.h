/* One decision about many numbers.  Pure. */
#ifndef GRAVEL_HARNESS_JUDGE_DECIDE_CURVE_H
#define GRAVEL_HARNESS_JUDGE_DECIDE_CURVE_H

#include "harness/judge/decide.h"

/* All y[0..n-1], n >= 2, are equal: every pair agrees up to the tolerance (of the pair's mean). */
struct gravel_decision gravel_decide_same(size_t n, const struct gravel_estimate *y, struct gravel_tolerance tolerance,
                                          double alarm);

/* |y[k] - expected[k]| <= tolerance (of expected[k]) for all n >= 1; *worst is the index of the number that decides. */
struct gravel_decision gravel_decide_about(size_t n, const struct gravel_estimate *y,
                                           const struct gravel_estimate *expected, struct gravel_tolerance tolerance,
                                           double alarm, size_t *worst);

/* sign * y, sign = 1 or -1, rises from y[0] to y[n-1], n >= 2, by `least` > 0 (of |y[0]|) or more, and no step between
 * neighbours goes back by more than the tolerance (of the first of the two). */
struct gravel_decision gravel_decide_trend(size_t n, const struct gravel_estimate *y, double sign,
                                           struct gravel_tolerance least, struct gravel_tolerance tolerance,
                                           double alarm);

#endif
