/* Inside the judge: what the kinds of check share. */
#ifndef GRAVEL_HARNESS_JUDGE_JUDGING_H
#define GRAVEL_HARNESS_JUDGE_JUDGING_H

#include "harness/judge/decide.h"
#include "harness/judge/judgement.h"
#include "harness/judge/sweep_point.h"
#include "harness/reference/reference.h"

/* One check being judged; everything borrowed. */
struct gravel_judging {
    const struct gravel_case *c;
    const struct gravel_check *check;
    const struct gravel_check_ops *ops;
    const struct gravel_reference *reference; /* NULL when the check names none */
    const struct gravel_references *references;
    const struct gravel_sweep_points *points;
    struct gravel_judgements *judgements;
    double alarm; /* probability of a false alarm of one decision */
    struct gravel_error *error;
};

/* A kind of check: how it is judged.  What its keys are stands in harness/case/check_kinds.h. */
struct gravel_check_ops {
    const struct gravel_check_kind *kind;
    const char *label;    /* before the observable in the text of a judgement: "agree"; "" for a plain value */
    const char *evidence; /* kind of evidence of a claim without a reference: "cross-engine", ... */
    bool needs_number;    /* the reference must have a number to compare with */
    /* Collect the numbers, decide, and append one judgement a sweep point or curve; none where no point matches.
     * GRAVEL_MEMORY: the error is filled. */
    enum gravel_status (*judge)(const struct gravel_judging *judging);
};

/* Append a judgement with the texts of the check.  The list owns it; the pointer is valid until the next one is
 * appended.  NULL when out of memory (the error is filled). */
struct gravel_judgement *gravel_judging_add(const struct gravel_judging *judging, const char *engine, const char *at);

/* Copy a decision into a judgement and set its verdict.  No PASS without a
 * steady state, unless the errors hold the drift (`sound`).
 * Where the reference records a contradiction at `record` the judgement is marked, and the value is compared with the
 * one that is on file for it. */
void gravel_judging_set_decision(const struct gravel_judging *judging, struct gravel_judgement *judgement,
                                 const struct gravel_decision *decision, bool sound,
                                 const struct gravel_record *record);

/* Whether the point's engine is one of the check's. */
bool gravel_judging_engine_matches(const struct gravel_judging *judging, const struct gravel_sweep_point *point);
/* Whether the check is about this sweep point: its engine is one of the check's and `where` holds. */
bool gravel_judging_matches(const struct gravel_judging *judging, const struct gravel_sweep_point *point);

/* Whether the sweep point can be compared: all its replicates are done and the conditions of the reference hold.
 * Otherwise the verdict of the judgement is set, with the reason. */
bool gravel_judging_is_comparable(const struct gravel_judging *judging, const struct gravel_sweep_point *point,
                                  struct gravel_judgement *judgement);

/* The point has no such number: NOT_APPLICABLE where its engine does not tell what the measure that yields it uses, or
 * the invariant, else FAIL. */
void gravel_judging_set_missing(const struct gravel_judging *judging, struct gravel_judgement *judgement,
                                const struct gravel_sweep_point *point, const char *observable);
/* The same for two points without a relative difference in the check's number: one of them lacks it, or that of the
 * second one is 0. */
void gravel_judging_set_no_difference(const struct gravel_judging *judging, struct gravel_judgement *judgement,
                                      const struct gravel_sweep_point *a, const struct gravel_sweep_point *b);

/* The sweep point of another engine at the same coordinates.  NULL where there is none; the verdict of the judgement is
 * set then, SKIP in a partial run and else FAIL. */
const struct gravel_sweep_point *gravel_judging_partner(const struct gravel_judging *judging,
                                                        const struct gravel_sweep_point *point, const char *engine,
                                                        struct gravel_judgement *judgement);

/* The tolerance that the check states. */
struct gravel_tolerance gravel_judging_tolerance(const struct gravel_judging *judging);

/* The value against the expectation of the reference at the sweep point.  The tolerance is that of the check where it
 * states one, else the uncertainty of the reference; never both. */
struct gravel_decision gravel_judging_decide_reference(const struct gravel_judging *judging,
                                                       const struct gravel_sweep_point *point,
                                                       struct gravel_estimate value);
/* The same for a number that was fitted to many points, the first of which is `point`. */
struct gravel_decision gravel_judging_decide_fitted(const struct gravel_judging *judging,
                                                    const struct gravel_sweep_point *point,
                                                    struct gravel_estimate value);

#endif
