/* The judge: records x references -> verdicts. */
#ifndef GRAVEL_HARNESS_JUDGE_H
#define GRAVEL_HARNESS_JUDGE_H

#include "harness/case.h"
#include "harness/record.h"
#include "harness/reference.h"

enum gravel_verdict {
    GRAVEL_PASS,
    GRAVEL_FAIL,
    GRAVEL_INCONCLUSIVE,  /* the error bar is larger than the claim needs */
    GRAVEL_SKIP,
    GRAVEL_NOT_APPLICABLE
};
const char *gravel_verdict_name(enum gravel_verdict verdict);

/* One verdict: one check on one engine (or pair of engines) at one place of the sweep. */
struct gravel_judgement {
    char case_name[GRAVEL_NAME_MAX], family[GRAVEL_NAME_MAX];
    char check[160];   /* "S3.fig7a.ed effective_restitution", "agree effective_restitution md ed", "invariant energy" */
    char reference[GRAVEL_NAME_MAX]; /* id or "" */
    char kind[24];     /* analytic, simulation, experiment, cross-engine, expected-difference, convergence, regression, invariant */
    char engine[40];
    char at[160];      /* sweep coordinates: "sigma = 0.1, contact_time = 2e-05" */
    char source[160];
    enum gravel_verdict verdict;
    double value, err;          /* measured */
    double expected, expected_err;
    double tolerance;           /* allowed |value - expected|: systematic + k * sqrt(err^2 + expected_err^2) */
    double ratio;               /* |value - expected| / tolerance */
    char note[320];             /* explanation; why inconclusive; the reference's note for a contradiction */
};
struct gravel_judgements {
    size_t n, capacity;
    struct gravel_judgement *items;
    double k;              /* coverage factor in use */
    double false_alarm;    /* budget: probability of one false alarm in a full run */
};

/* Append the verdicts of one case.  Every point gives one judgement of its invariants; every check gives one a place.
 * `n_decisions` is the number of stochastic decisions of the whole run, from which k follows:
 * k = quantile(1 - (1 - budget)^(1/n)); a first pass with n_decisions = 0 counts them. */
GRAVEL_MUST_USE enum gravel_status gravel_judge_case(const struct gravel_case *c, const struct gravel_records *records,
                                                     const struct gravel_references *references,
                                                     struct gravel_judgements *judgements, struct gravel_error *error);
void gravel_judgements_free(struct gravel_judgements *judgements);

/* Claims of `family` (NULL: all) that are on file but that no check judges: "not yet judged". */
size_t gravel_judge_unjudged(const struct gravel_references *references, struct gravel_case *const *cases,
                             size_t n_cases, const char *family, const struct gravel_reference **list, size_t max);

enum gravel_format { GRAVEL_FORMAT_TABLE, GRAVEL_FORMAT_TAP, GRAVEL_FORMAT_JUNIT, GRAVEL_FORMAT_JSON };

#endif
