/* The judge: records x references -> verdicts.
 *
 * Records at equal sweep coordinates are one sweep point; its replicates are combined.  How a kind of check judges them
 * is in kind_*.c, the rule of decision in decide.h.  The tolerance of a claim is its check's `within`, else the
 * uncertainty of its reference; never both, and never larger because our error is.
 *
 * No PASS comes from a run that reached no steady state, unless the drift is in the error; a FAIL of it is a FAIL.
 *
 * Contradictions.  A reference may record, with an explanation and its evidence, that our engines contradict it
 * (`contradicted:`).  The verdict is FAIL all the same and is printed as FAIL, but `contradicted` is set.  It does not
 * turn the run red as long as the value is the one on file (reference/golden/contradictions.yaml) within both errors.
 */
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

#endif
