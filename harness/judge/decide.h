/* One decision: numbers in, verdict out.  Pure; the rules stand in judge.h. */
#ifndef GRAVEL_HARNESS_JUDGE_DECIDE_H
#define GRAVEL_HARNESS_JUDGE_DECIDE_H

#include "harness/judge/judge.h"
#include "harness/stats/stats.h"

struct gravel_decision {
    enum gravel_verdict verdict;
    double value, err, expected, expected_err, tolerance, ratio;
    size_t n_stochastic;
    const char *why; /* static text; "" for a clear verdict */
};

/* Probability of a false alarm that one of n decisions may have: 1 - (1 - budget)^(1/n). */
double gravel_decision_alarm(double budget, size_t n_decisions);

/* |value - expected| <= systematic + k s. */
struct gravel_decision gravel_decide_equal(struct gravel_estimate value, struct gravel_estimate expected,
                                           double systematic, double alarm);
/* |a - b| >= at_least; a finding to the contrary is a FAIL. */
struct gravel_decision gravel_decide_apart(struct gravel_estimate a, struct gravel_estimate b, double at_least,
                                           double alarm);
/* from <= value <= to. */
struct gravel_decision gravel_decide_between(struct gravel_estimate value, double from, double to, double alarm);
/* next > value, up to a reversal of `within`. */
struct gravel_decision gravel_decide_rising(struct gravel_estimate value, struct gravel_estimate next, double within,
                                            double alarm);

#endif
