/* One decision: numbers in, verdict out.  Pure: no case, no record, no allocation, so that each rule can be tested on
 * numbers alone.
 *
 * A claim is one or more margins, numbers that are >= 0 where the claim holds.  With the standard error s of a margin m
 * and Student's one-sided quantiles k_p and k_f:
 *
 *   FAIL          m + k_f s < 0   for any margin
 *   PASS          m - k_p s >= 0  for every margin
 *   INCONCLUSIVE  otherwise, and where an error is unknown or rests on fewer than GRAVEL_SAMPLES_MIN samples
 *
 * A margin that is no finite number fails, whatever the claim; an error that is none is unknown.
 *
 * k_p belongs to GRAVEL_FALSE_PASS: a claim at the edge of its tolerance passes once in a hundred runs.  k_f follows
 * from `alarm`, the probability of a false FAIL of one margin.  A tolerance never grows with the error.  An exact
 * margin (s = 0) holds down to rounding. */
#ifndef GRAVEL_HARNESS_JUDGE_DECIDE_H
#define GRAVEL_HARNESS_JUDGE_DECIDE_H

#include "harness/judge/judgement.h"
#include "harness/stats/stats.h"

#define GRAVEL_FALSE_PASS 0.01
enum { GRAVEL_SAMPLES_MIN = 20 };

struct gravel_decision {
    enum gravel_verdict verdict; /* PASS, FAIL or INCONCLUSIVE */
    double value, err, expected, expected_err;
    struct gravel_estimate deviation; /* value - expected, with its error and samples */
    double tolerance;    /* what the claim allows, in the unit of the value; NaN where that is no one number */
    double margin;       /* the margin that decides */
    double allowance;    /* the tolerance where it is that of a deviation; NaN: of bounds */
    double ratio;        /* part of the allowance that deviation and k_p s use up, or, where that is no one number, of
                            the margin that k_p s does: PASS where it is <= 1 */
    double longer;       /* INCONCLUSIVE: a run so many times as long decides; INFINITY: none does, NaN: unknown */
    size_t n_stochastic; /* margins with an error */
    const char *why;     /* static text; "" for a PASS */
};

/* What a claim allows: `within` itself, or that fraction of the number that it is about. */
struct gravel_tolerance {
    double within;
    bool relative;
};
/* The tolerance in the unit of the number `scale` that the claim is about. */
double gravel_tolerance_at(struct gravel_tolerance tolerance, double scale);

/* Probability of a false alarm that one of n comparisons may have: 1 - (1 - budget)^(1/n). */
double gravel_decision_alarm(double budget, size_t n_comparisons);

/* Two engines, or two ends of a step.  `covariance` of their means, in the unit of their product: 0 unless both come
 * from runs that share their starts. */
struct gravel_estimate_pair {
    struct gravel_estimate a, b;
    double covariance;
};

/* factor x. */
struct gravel_estimate gravel_estimate_scaled(struct gravel_estimate x, double factor);

/* a + factor b, its error (-1 where one of theirs is unknown), and the degrees of freedom of that error (Welch 1947,
 * Satterthwaite 1946; the smaller of the two where they are correlated; 0: normal).  n_eff combines in the same way. */
struct gravel_estimate gravel_estimate_sum(struct gravel_estimate_pair pair, double factor);

/* A decision without a margin yet: gravel_decision_add() adds them. */
struct gravel_decision gravel_decision_begin(struct gravel_estimate value, struct gravel_estimate expected,
                                             double tolerance);
/* Add a margin; the verdict is that of the worst one.  Exact margins hold down to 1e-12 `scale`.  `samples_min`: fewer
 * independent samples behind the error cannot PASS (0: the error's degrees of freedom are all that counts), unless it
 * is below 1e-4 of the margin, as that of a motion that repeats. */
void gravel_decision_add(struct gravel_decision *decision, struct gravel_estimate margin, double scale,
                         size_t samples_min, double alarm);
/* `decision` becomes `other` where that is worse: FAIL before INCONCLUSIVE before PASS, then by ratio.  Comparisons
 * add up.  Returns whether it did. */
bool gravel_decision_worst(struct gravel_decision *decision, const struct gravel_decision *other);

/* |value - expected| <= tolerance, which must be positive where the value has an error. */
struct gravel_decision gravel_decide_equal(struct gravel_estimate value, struct gravel_estimate expected,
                                           double tolerance, double alarm);
/* The same for a number that was fitted to many points. */
struct gravel_decision gravel_decide_fitted(struct gravel_estimate value, struct gravel_estimate expected,
                                            double tolerance, double alarm);
/* Of exact points a longer run gives the same: a fit that scatter about its curve leaves open fails, and is not counted
 * as stochastic. */
void gravel_decision_settle(struct gravel_decision *decision);
/* |a - b| <= within, or <= within |b|: two margins, each with its own error. */
struct gravel_decision gravel_decide_agree(struct gravel_estimate_pair pair, struct gravel_tolerance tolerance,
                                           double alarm);
/* from <= a - b <= to; with `relative` from |b| <= a - b <= to |b|.  Signed: too large a difference fails, too. */
struct gravel_decision gravel_decide_differ(struct gravel_estimate_pair pair, double from, double to, bool relative,
                                            double alarm);
/* from <= value <= to; either may be infinite. */
struct gravel_decision gravel_decide_between(struct gravel_estimate value, double from, double to, double alarm);

#endif
