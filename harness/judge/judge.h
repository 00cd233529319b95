/* The judge: records x references -> verdicts.
 *
 * How a verdict comes about.  Records at equal sweep coordinates are one sweep point; its replicates are combined.  A
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

#include "harness/judge/judgement.h"
#include "harness/reference/reference.h"

/* Append the verdicts of one case.  Every point gives one judgement of its invariants; every check gives one a sweep
 * point or curve. `n_decisions` is the number of stochastic decisions of the whole run, from which k follows: k =
 * quantile(1 - (1 - budget)^(1/n)); a first pass with n_decisions = 0 counts them.  GRAVEL_MEMORY: the error is filled;
 * what was appended stays in the list. */
GRAVEL_MUST_USE enum gravel_status gravel_judge_case(const struct gravel_case *c, const struct gravel_records *records,
                                                     const struct gravel_references *references,
                                                     struct gravel_judgements *judgements, struct gravel_error *error);
/* Both passes over many cases, records[i] belonging to cases[i]; the list is emptied first.  Free it with
 * gravel_judgements_free. */
GRAVEL_MUST_USE enum gravel_status gravel_judge_all(struct gravel_case *const *cases,
                                                    const struct gravel_records *records, size_t n_cases,
                                                    const struct gravel_references *references,
                                                    struct gravel_judgements *judgements, struct gravel_error *error);

/* Claims of `family` (NULL: all) that are on file but that no check judges: "not yet judged".  Returns their
 * number and fills list[0..max-1] with borrowed pointers to the first of them. */
size_t gravel_judge_unjudged(const struct gravel_references *references, struct gravel_case *const *cases,
                             size_t n_cases, const char *family, const struct gravel_reference **list, size_t max);

#endif
