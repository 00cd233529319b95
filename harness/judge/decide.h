/* One decision about one number or a pair: numbers in, verdict out.  Pure: no case, no record, no allocation, so that
 * each rule can be tested on numbers alone.  The rules stand in judge.h.
 *
 * `alarm` is the two-sided probability of a false alarm of this decision; the bar is k s with s = sqrt(err_a^2 +
 * err_b^2) and k Student's t at it.  A value that is NaN gives FAIL, an unknown error (err < 0) INCONCLUSIVE. */
#ifndef GRAVEL_HARNESS_JUDGE_DECIDE_H
#define GRAVEL_HARNESS_JUDGE_DECIDE_H

#include "harness/judge/judgement.h"
#include "harness/stats/stats.h"

struct gravel_decision {
    enum gravel_verdict verdict; /* PASS, FAIL or INCONCLUSIVE */
    double value, err, expected, expected_err;
    double tolerance, ratio; /* allowed deviation; deviation over it.  NaN without a comparison */
    size_t n_stochastic;     /* comparisons of numbers with an error */
    const char *why;         /* static text; "" for a clear verdict */
};

/* What a claim allows: `within` itself, or that fraction of the number that it is about. */
struct gravel_tolerance {
    double within;
    bool relative;
};
/* The tolerance in the unit of the number `scale` that the claim is about. */
double gravel_tolerance_at(struct gravel_tolerance tolerance, double scale);

/* Probability of a false alarm that one of n decisions may have: 1 - (1 - budget)^(1/n). */
double gravel_decision_alarm(double budget, size_t n_decisions);

/* |value - expected| <= systematic + k s; INCONCLUSIVE where k s is larger than systematic. */
struct gravel_decision gravel_decide_equal(struct gravel_estimate value, struct gravel_estimate expected,
                                           double systematic, double alarm);
/* |a - b| >= at_least: PASS where |a - b| - k s is, FAIL where |a - b| + k s is less. */
struct gravel_decision gravel_decide_apart(struct gravel_estimate a, struct gravel_estimate b, double at_least,
                                           double alarm);
/* from <= value <= to: PASS where value +- k s lies inside, FAIL where it lies outside. */
struct gravel_decision gravel_decide_between(struct gravel_estimate value, double from, double to, double alarm);
/* next > value, up to a reversal of `within`: PASS where next - value + within is above k s, FAIL below -k s. */
struct gravel_decision gravel_decide_rising(struct gravel_estimate value, struct gravel_estimate next, double within,
                                            double alarm);

#endif
