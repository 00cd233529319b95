/* The known failures of a code: what a run may show without being red, and has to show as long as the file says so.
 *
 * A baseline is a YAML file that `gravel check --format baseline` writes:
 *     baseline:
 *       - {case: pair-linear, name: "S3.lsd.stated.e restitution [md] #3", verdict: FAIL}
 *       - {case: pair-linear, name: "invariants [my-code] #1", verdict: FAIL, broken: "energy, finite"}
 * A name is that of gravel_judgement_name().  All invariants of a point have one, so that the entry has those that are
 * broken, "none" where the point failed otherwise. */
#ifndef GRAVEL_HARNESS_JUDGE_BASELINE_H
#define GRAVEL_HARNESS_JUDGE_BASELINE_H

#include "harness/judge/judgement.h"

struct gravel_known_failure {
    char case_name[GRAVEL_NAME_MAX], name[320], broken[GRAVEL_BROKEN_MAX]; /* broken: "" of what is no invariant */
    enum gravel_verdict verdict;
    struct gravel_location location;
};
struct gravel_baseline {
    size_t n, capacity;
    struct gravel_known_failure *items; /* owned */
};

/* Read the file, whose path is borrowed.  GRAVEL_INPUT with file, line and key; GRAVEL_IO.  The caller frees the
 * baseline, after failures too. */
GRAVEL_MUST_USE enum gravel_status gravel_baseline_read(struct gravel_baseline *baseline, const char *path,
                                                        struct gravel_error *error);
void gravel_baseline_free(struct gravel_baseline *baseline);

/* Mark the judgements that the baseline names: known, where the verdict and the broken invariants are those of the
 * baseline and the judgement fails or is INCONCLUSIVE; else changed, with the reason in its note.  An entry without a
 * judgement is GRAVEL_INPUT where no point is missing and its case was judged with its engines; others are left alone.
 */
GRAVEL_MUST_USE enum gravel_status gravel_baseline_apply(const struct gravel_baseline *baseline,
                                                         struct gravel_judgements *judgements,
                                                         struct gravel_error *error);

#endif
