/* What became of the claims on file: the one count that `gravel check`, the report and the README show. */
#ifndef GRAVEL_HARNESS_JUDGE_COVERAGE_H
#define GRAVEL_HARNESS_JUDGE_COVERAGE_H

#include "harness/judge/judgement.h"
#include "harness/reference/reference.h"

/* A claim has one of these states; of several judgements the worst counts. */
enum gravel_claim_state {
    GRAVEL_CLAIM_PASSED,       /* every judgement is PASS */
    GRAVEL_CLAIM_PASSED_HERE,  /* so it is, but a contradiction is on file, of another tier or condition */
    GRAVEL_CLAIM_CONTRADICTED, /* some FAIL, each a contradiction on file with its measured value */
    GRAVEL_CLAIM_FAILED,       /* some verdict that is not expected: a FAIL, or a PASS of a contradicted claim */
    GRAVEL_CLAIM_INCONCLUSIVE, /* no FAIL, some INCONCLUSIVE */
    GRAVEL_CLAIM_NO_RESULT,    /* a check names it, but some of its points or its engine are missing */
    GRAVEL_CLAIM_NOT_JUDGED,   /* no check of these cases names it */
    GRAVEL_CLAIM_UNDECIDABLE,  /* nothing can decide it: its figure is lost, ... */
    GRAVEL_CLAIM_STATES
};
/* "passed", "contradicted", ...; static text. */
const char *gravel_claim_state_name(enum gravel_claim_state state);

/* The claims of one family, counted by state. */
struct gravel_coverage {
    char family[GRAVEL_NAME_MAX];
    size_t n[GRAVEL_CLAIM_STATES];
    size_t own[GRAVEL_CLAIM_STATES]; /* of them, those of this project: no source claims them */
    size_t elsewhere;                /* claims of sources that no judgement here contradicts, but one on file does */
};
struct gravel_coverages {
    size_t n, capacity;
    struct gravel_coverage *items; /* a family each, in the order of the references; owned */
};

/* Count the claims on file: all where `cases` are the whole catalogue, else those that a check of `cases` names.  Free
 * with gravel_coverages_free.  GRAVEL_MEMORY: the error is filled and nothing is owned. */
GRAVEL_MUST_USE enum gravel_status gravel_coverages_count(struct gravel_coverages *coverages,
                                                          const struct gravel_references *references,
                                                          struct gravel_case *const *cases, size_t n_cases,
                                                          bool is_catalogue, const struct gravel_judgements *judgements,
                                                          struct gravel_error *error);
/* Free and empty the list. */
void gravel_coverages_free(struct gravel_coverages *coverages);

/* The sum over families, with the name "all". */
struct gravel_coverage gravel_coverages_sum(const struct gravel_coverages *coverages);
/* Claims in any state; those that are decided: passed, here or everywhere, contradicted or failed. */
size_t gravel_coverage_on_file(const struct gravel_coverage *coverage);
size_t gravel_coverage_decided(const struct gravel_coverage *coverage);
/* The part of the claims that are those of this project. */
struct gravel_coverage gravel_coverage_own(const struct gravel_coverage *coverage);

#endif
