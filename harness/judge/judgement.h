/* Verdicts, and the list of judgements that the judge makes and the writers and reports read. */
#ifndef GRAVEL_HARNESS_JUDGE_JUDGEMENT_H
#define GRAVEL_HARNESS_JUDGE_JUDGEMENT_H

#include "harness/case/case.h"
#include "harness/record/record.h"

enum gravel_verdict {
    GRAVEL_PASS,
    GRAVEL_FAIL,
    GRAVEL_INCONCLUSIVE, /* the error bar is larger than the claim needs */
    GRAVEL_SKIP,
    GRAVEL_NOT_APPLICABLE
};
/* "PASS", "FAIL", ...; static text. */
const char *gravel_verdict_name(enum gravel_verdict verdict);

/* Longest explanation with its end. References state at most GRAVEL_EXPLANATION_MAX bytes, so that none is cut. */
enum { GRAVEL_NOTE_MAX = 1024 };

/* All names of invariants, one after the other. */
enum { GRAVEL_BROKEN_MAX = 512 };

/* One verdict: one check on one engine (or pair of engines) at one sweep point or on one curve. */
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
    double deviation_err, dof;      /* error of value - expected, and its degrees of freedom (0: unknown, normal) */
    double tolerance;               /* what the claim allows, in the unit of the value; NaN where it is no one number */
    double ratio;                   /* part of it that deviation and error use up; PASS where it is <= 1 */
    char note[GRAVEL_NOTE_MAX];     /* explanation; why inconclusive; the reference's note for a contradiction */
    char broken[GRAVEL_BROKEN_MAX]; /* the names of the broken invariants of its point, "none" without any; of other
                                       judgements "" */
    char target[256];               /* of a command that judges the case: its name, or the file of the user */
    int claim_version;              /* of the reference (reference.h); 0 without one */
    const struct gravel_check *asks; /* borrowed from the case; NULL: an invariant, or read from a file */
    bool known;                      /* the baseline has this failure, */
    bool changed;                    /* or it has another verdict (baseline.h) */
    bool contradicted;               /* the reference records an explained contradiction here: FAIL is expected, */
    bool moved;                      /* but not with this value: it is not the one on file */
    bool warned;                     /* the note has a warning, which is shown with a PASS too */
    double seconds;      /* of an invariant's judgement: CPU time of its point, which no other has; else 0 */
    size_t n_stochastic; /* stochastic comparisons behind the verdict; 0: deterministic */
};
struct gravel_judgements {
    size_t n, capacity;
    struct gravel_judgement *items;
    double k;                    /* coverage factor in use (the normal one) */
    double false_alarm;          /* budget: probability of one false alarm in a full run; 0: GRAVEL_FALSE_ALARM */
    size_t n_decisions;          /* stochastic decisions of the whole run; 0: a counting pass */
    bool partial;                /* engines or points are missing: a check without points is SKIP, not FAIL */
    bool incomplete;             /* points of the engines that are judged are missing */
    bool as_filed;               /* no parameter of the cases is replaced or biased */
    double inconclusive_allowed; /* part of the stochastic checks that may be INCONCLUSIVE */
};
#define GRAVEL_FALSE_ALARM 0.001

/* The verdict that the status of a point alone gives; GRAVEL_PASS when it is done.  The catalogue names no engine of
 * gravel's for a system that this cannot run: where such a point is not applicable, the verdict is GRAVEL_FAIL. */
enum gravel_verdict gravel_verdict_of_record(const struct gravel_judgements *judgements, const struct gravel_case *c,
                                             const struct gravel_record *record);

/* Append a judgement of the case without numbers (NaN), verdict PASS.  The list owns it; the pointer is valid until the
 * next one is appended.  NULL when out of memory (the error is filled). */
struct gravel_judgement *gravel_judgements_append(struct gravel_judgements *list, const struct gravel_case *c,
                                                  struct gravel_error *error);
/* Free the items; all else stays. */
void gravel_judgements_free(struct gravel_judgements *judgements);

/* Set the verdict and its note, which is formatted as by printf and cut to the size of `note`. */
void gravel_judgement_set_verdict(struct gravel_judgement *judgement, enum gravel_verdict verdict, const char *format,
                                  ...) GRAVEL_PRINTF(3, 4);

/* Add a warning to the note. */
void gravel_judgement_warn(struct gravel_judgement *judgement, const char *text);

/* Sum of n_stochastic: the number of stochastic decisions of a counting pass. */
size_t gravel_judgements_count_stochastic(const struct gravel_judgements *judgements);
/* A FAIL with the value that is on file as a contradiction of its reference. */
bool gravel_judgement_is_as_on_file(const struct gravel_judgement *judgement);
/* Whether something is wrong by this judgement: an unexpected FAIL, an unexpected PASS, or a contradicted value that
 * has moved. */
bool gravel_judgement_fails(const struct gravel_judgement *judgement);
/* Whether it turns the run red: it fails and the baseline does not know that, or the baseline says something else. */
bool gravel_judgement_is_red(const struct gravel_judgement *judgement);

#endif
