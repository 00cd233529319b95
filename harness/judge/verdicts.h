/* What the writers of judgements share: what is written, and the texts of a judgement. */
#ifndef GRAVEL_HARNESS_JUDGE_VERDICTS_H
#define GRAVEL_HARNESS_JUDGE_VERDICTS_H

#include "harness/judge/judgement.h"

#include <stdio.h>

/* Claims on file: all of a family, and those that no check of the given cases judges. */
struct gravel_coverage {
    char family[GRAVEL_NAME_MAX];
    size_t n_claims, n_unjudged;
};

struct gravel_verdicts {
    const struct gravel_judgements *judgements; /* borrowed */
    size_t n_coverage;
    const struct gravel_coverage *coverage; /* borrowed */
    double seconds;                         /* of the whole check */
};

/* A format.  `write` returns GRAVEL_OK, or GRAVEL_MEMORY or GRAVEL_IO with the error filled; that the file could not be
 * written may also show in ferror(file) alone.  `all`: a format that leaves out what passed shows it, too. */
struct gravel_verdict_writer {
    const char *name; /* of --format */
    enum gravel_status (*write)(FILE *file, const struct gravel_verdicts *verdicts, bool all,
                                struct gravel_error *error);
};

/* Counts by verdict (indexed by enum gravel_verdict), of FAILs that explained contradictions are, and of judgements
 * that turn the run red. */
struct gravel_verdict_counts {
    size_t by_verdict[5], contradicted, red;
};
struct gravel_verdict_counts gravel_verdict_count(const struct gravel_judgements *judgements);

/* "0.3415 +- 0.0002, expected 0.341, allowed 0.002, ratio 0.25", or "" without numbers; returns `text`. */
const char *gravel_judgement_numbers(const struct gravel_judgement *j, char *text, size_t size);

/* The verdict's name, or "FAIL (expected)" for an explained contradiction; static text. */
const char *gravel_judgement_label(const struct gravel_judgement *j);

#endif
