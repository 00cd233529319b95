/* Writers of judgements: table for people, TAP and JUnit for CI, JSON for programs. */
#ifndef GRAVEL_HARNESS_JUDGE_VERDICT_IO_H
#define GRAVEL_HARNESS_JUDGE_VERDICT_IO_H

#include "harness/judge/judge.h"

#include <stdio.h>

/* Claims on file: all of a family, and those that no check of the given cases judges. */
struct gravel_coverage {
    char family[GRAVEL_NAME_MAX];
    size_t n_claims, n_unjudged;
};

struct gravel_verdicts {
    const struct gravel_judgements *judgements;
    size_t n_coverage;
    const struct gravel_coverage *coverage;
    double seconds; /* of the whole check */
};

/* Counts by verdict (indexed by enum gravel_verdict), and of judgements that turn the run red. */
struct gravel_verdict_counts {
    size_t by_verdict[5], contradicted, red;
};
struct gravel_verdict_counts gravel_verdict_count(const struct gravel_judgements *judgements);

/* GRAVEL_IO when the file cannot be written, GRAVEL_MEMORY for JSON.  The table shows everything that is no PASS, and
 * PASS too when `all`. */
GRAVEL_MUST_USE enum gravel_status gravel_verdicts_write(FILE *file, const struct gravel_verdicts *verdicts,
                                                         enum gravel_format format, bool all,
                                                         struct gravel_error *error);

#endif
