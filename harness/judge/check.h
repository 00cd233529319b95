/* Inside the judge: what the kinds of check share. */
#ifndef GRAVEL_HARNESS_JUDGE_CHECK_H
#define GRAVEL_HARNESS_JUDGE_CHECK_H

#include "harness/judge/decide.h"
#include "harness/judge/judge.h"
#include "harness/judge/place.h"

/* One check being judged. */
struct gravel_judging {
    const struct gravel_case *c;
    const struct gravel_check *check;
    const struct gravel_reference *reference; /* NULL when the check names none */
    const struct gravel_places *places;
    struct gravel_judgements *judgements;
    double alarm;
    struct gravel_error *error;
};

/* An empty judgement of the case at the end of the list; NULL when out of memory (the error is filled). */
struct gravel_judgement *gravel_judgements_append(struct gravel_judgements *list, const struct gravel_case *c,
                                                  struct gravel_error *error);

/* The verdict that the status of a point alone gives; PASS: it was run. */
enum gravel_verdict gravel_verdict_of_status(enum gravel_point_status status);

/* Append a judgement with the texts of the check; NULL when out of memory (the error is filled). */
struct gravel_judgement *gravel_judging_add(const struct gravel_judging *judging, const char *engine, const char *at);

/* Put a decision into a judgement, with the rules on steady states (`steady`) and contradictions at `record`. */
void gravel_judging_decide(const struct gravel_judging *judging, struct gravel_judgement *judgement,
                           const struct gravel_decision *decision, bool steady, const struct gravel_record *record);

/* A verdict without a decision, with its reason. */
void gravel_judging_settle(struct gravel_judgement *judgement, enum gravel_verdict verdict, const char *format, ...)
    GRAVEL_PRINTF(3, 4);

/* Whether the check looks at this place. */
bool gravel_judging_matches(const struct gravel_judging *judging, const struct gravel_judged_place *place);

/* Settle a place whose points did not run or lie outside the reference's conditions: true when it is settled. */
bool gravel_judging_unusable(const struct gravel_judging *judging, const struct gravel_judged_place *place,
                             struct gravel_judgement *judgement);

/* Mean expectation of the reference over the place's replicates and its uncertainty [absolute; 0 when none]. */
struct gravel_estimate gravel_judging_expected(const struct gravel_judging *judging,
                                               const struct gravel_judged_place *place, double *uncertainty);

/* `within`, absolute: relative ones are fractions of |scale|. */
double gravel_judging_within(const struct gravel_judging *judging, double scale);

/* REFERENCE, BOUND, AGREE and DIFFER (single.c). */
GRAVEL_MUST_USE enum gravel_status gravel_judge_places(const struct gravel_judging *judging);

/* Kinds that look at several places at once (curve.c). */
GRAVEL_MUST_USE enum gravel_status gravel_judge_collapse(const struct gravel_judging *judging);
GRAVEL_MUST_USE enum gravel_status gravel_judge_monotonic(const struct gravel_judging *judging);
GRAVEL_MUST_USE enum gravel_status gravel_judge_slope(const struct gravel_judging *judging);
/* A polynomial through many places (fit.c). */
GRAVEL_MUST_USE enum gravel_status gravel_judge_fit(const struct gravel_judging *judging);

/* Levels along a curve (crossing.c). */
GRAVEL_MUST_USE enum gravel_status gravel_judge_crossing(const struct gravel_judging *judging);

#endif
