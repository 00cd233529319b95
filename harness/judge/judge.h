/* The judge: records x references -> verdicts.
 *
 * How a verdict comes about.  Records at equal sweep coordinates are one place; its replicates are combined.  A
 * deviation is allowed up to  systematic + k s,  where
 *   systematic  is the reference's uncertainty plus the check's `within` (the bias that its author admits, such as a
 *               time step's), and nothing else: a claim without either is exact up to rounding (1e-12 relative);
 *   s           is sqrt(err^2 + expected_err^2), and
 *   k           is Student's t at the error probability of one decision (normal where the degrees of freedom are
 * unknown), so that a full run of a correct suite has one false alarm with probability `false_alarm` at most. FAIL: the
 * deviation is larger than that.  INCONCLUSIVE: it is not, but k s alone exceeds the systematic part, so that the error
 * bar is larger than the claim needs; or an error is unknown; or no steady state was reached.  PASS otherwise.
 * `differ`, `rises`, `falls` and `bound` PASS or FAIL when the error bars exclude the opposite, else INCONCLUSIVE.
 *
 * Contradictions.  A claim that our engines contradict keeps its honest FAIL.  When its reference says why
 * (`contradicted:`, an explanation with its evidence), the FAIL is expected: `contradicted` is set, the FAIL is counted
 * and printed as FAIL, but it does not turn the run red.  A contradicted claim that PASSES does: then the recorded
 * explanation is wrong.  So the five verdicts keep their meaning and the exit code stays a gate. */
#ifndef GRAVEL_HARNESS_JUDGE_JUDGE_H
#define GRAVEL_HARNESS_JUDGE_JUDGE_H

#include "harness/case/case.h"
#include "harness/record/record.h"
#include "harness/reference/reference.h"

enum gravel_verdict {
    GRAVEL_PASS,
    GRAVEL_FAIL,
    GRAVEL_INCONCLUSIVE, /* the error bar is larger than the claim needs */
    GRAVEL_SKIP,
    GRAVEL_NOT_APPLICABLE
};
const char *gravel_verdict_name(enum gravel_verdict verdict);

/* One verdict: one check on one engine (or pair of engines) at one place of the sweep. */
struct gravel_judgement {
    char case_name[GRAVEL_NAME_MAX], family[GRAVEL_NAME_MAX];
    char check[224]; /* "S3.fig7a.ed effective_restitution", "agree effective_restitution md ed", "invariant energy" */
    char reference[GRAVEL_NAME_MAX]; /* id or "" */
    char kind[24]; /* analytic, simulation, experiment, cross-engine, expected-difference, convergence, regression,
                      invariant */
    char engine[40];
    char at[256]; /* sweep coordinates: "sigma = 0.1, contact_time = 2e-05" */
    char source[160];
    enum gravel_verdict verdict;
    double value, err; /* measured */
    double expected, expected_err;
    double tolerance;    /* allowed |value - expected|: systematic + k * sqrt(err^2 + expected_err^2) */
    double ratio;        /* |value - expected| / tolerance */
    char note[320];      /* explanation; why inconclusive; the reference's note for a contradiction */
    bool contradicted;   /* the reference records an explained contradiction here: FAIL is expected */
    size_t n_stochastic; /* stochastic comparisons behind the verdict; 0: deterministic */
};
struct gravel_judgements {
    size_t n, capacity;
    struct gravel_judgement *items;
    double k;           /* coverage factor in use (the normal one) */
    double false_alarm; /* budget: probability of one false alarm in a full run; 0: GRAVEL_FALSE_ALARM */
    size_t n_decisions; /* stochastic decisions of the whole run; 0: a counting pass */
    bool partial;       /* points are missing: a check without points is SKIP, not FAIL */
};
#define GRAVEL_FALSE_ALARM 0.001

/* Sum of n_stochastic: what a counting pass is for. */
size_t gravel_judgements_count_stochastic(const struct gravel_judgements *judgements);
/* Whether this judgement turns the run red: an unexpected FAIL or an unexpected PASS. */
bool gravel_judgement_is_red(const struct gravel_judgement *judgement);

/* Append the verdicts of one case.  Every point gives one judgement of its invariants; every check gives one a place.
 * `n_decisions` is the number of stochastic decisions of the whole run, from which k follows:
 * k = quantile(1 - (1 - budget)^(1/n)); a first pass with n_decisions = 0 counts them. */
GRAVEL_MUST_USE enum gravel_status gravel_judge_case(const struct gravel_case *c, const struct gravel_records *records,
                                                     const struct gravel_references *references,
                                                     struct gravel_judgements *judgements, struct gravel_error *error);
/* Empties the list; budget, n_decisions and partial stay. */
void gravel_judgements_free(struct gravel_judgements *judgements);

/* Both passes over many cases, records[i] belonging to cases[i]. */
GRAVEL_MUST_USE enum gravel_status gravel_judge_all(struct gravel_case *const *cases,
                                                    const struct gravel_records *records, size_t n_cases,
                                                    const struct gravel_references *references,
                                                    struct gravel_judgements *judgements, struct gravel_error *error);

/* Claims of `family` (NULL: all) that are on file but that no check judges: "not yet judged". */
size_t gravel_judge_unjudged(const struct gravel_references *references, struct gravel_case *const *cases,
                             size_t n_cases, const char *family, const struct gravel_reference **list, size_t max);

enum gravel_format { GRAVEL_FORMAT_TABLE, GRAVEL_FORMAT_TAP, GRAVEL_FORMAT_JUNIT, GRAVEL_FORMAT_JSON };

#endif
