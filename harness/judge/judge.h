/* The judge: records x references -> verdicts.
 *
 * Records at equal sweep coordinates are one sweep point; its replicates are combined.  The allowed deviation of a
 * value from its expectation is  systematic + k s,  where systematic  is the reference's uncertainty plus the check's
 * `within` (a known bias, such as a time step's), and nothing else: a claim without either is exact up to rounding
 * (1e-12 relative); s           is sqrt(err^2 + expected_err^2), and k           is Student's t at the error
 * probability of one decision (normal where the degrees of freedom are unknown), so that a full run of a correct suite
 * has one false alarm with probability `false_alarm` at most. FAIL: the deviation is larger than that.  INCONCLUSIVE:
 * it is not, but k s alone exceeds the systematic part, so that the error bar is larger than the claim needs; or an
 * error is unknown; or no steady state was reached.  PASS otherwise. `differ`, `rises`, `falls` and `bound` PASS or
 * FAIL when the error bars exclude the opposite, else INCONCLUSIVE.
 *
 * Contradictions.  A reference may record, with an explanation and its evidence, that our engines contradict it
 * (`contradicted:`).  The verdict is FAIL all the same and is counted and printed as FAIL, but `contradicted` is set
 * and it does not turn the run red.  A PASS there does: the recorded explanation is wrong then. */
#ifndef GRAVEL_HARNESS_JUDGE_JUDGE_H
#define GRAVEL_HARNESS_JUDGE_JUDGE_H

#include "harness/judge/judgement.h"
#include "harness/reference/reference.h"

/* The judgements of many cases, records[i] belonging to cases[i]: one of its invariants for every point, and one for
 * every check at every sweep point or curve.  Two passes: the first counts the stochastic decisions n of the whole run,
 * the second judges with k = quantile(1 - (1 - budget)^(1/n)).  The list is emptied first (its budget and `partial` are
 * input); free it with gravel_judgements_free.  GRAVEL_MEMORY: the error is filled. */
GRAVEL_MUST_USE enum gravel_status gravel_judge_all(struct gravel_case *const *cases,
                                                    const struct gravel_records *records, size_t n_cases,
                                                    const struct gravel_references *references,
                                                    struct gravel_judgements *judgements, struct gravel_error *error);

/* Claims of `family` (NULL: all) that are on file but that no check judges: "not yet judged".  Returns their
 * number and fills list[0..max-1] with borrowed pointers to the first of them. */
size_t gravel_judge_unjudged(const struct gravel_references *references, struct gravel_case *const *cases,
                             size_t n_cases, const char *family, const struct gravel_reference **list, size_t max);

#endif
