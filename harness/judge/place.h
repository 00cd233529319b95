/* Places: the records of one engine at equal sweep coordinates, and numbers estimated from them. */
#ifndef GRAVEL_HARNESS_JUDGE_PLACE_H
#define GRAVEL_HARNESS_JUDGE_PLACE_H

#include "harness/case/case.h"
#include "harness/record/record.h"
#include "harness/stats/stats.h"

struct gravel_judged_place {
    const char *engine;
    size_t n;
    const struct gravel_record **records; /* the replicates; array owned, records borrowed */
    char at[160];                         /* "sigma = 0.1, contact_time = 2e-05" */
};
struct gravel_places {
    size_t n;
    struct gravel_judged_place *items;
};

GRAVEL_MUST_USE enum gravel_status gravel_places_build(struct gravel_places *places, const struct gravel_case *c,
                                                       const struct gravel_records *records,
                                                       struct gravel_error *error);
void gravel_places_free(struct gravel_places *places);

/* The coordinates of a record among the sweeps of its case: "sigma = 0.1, contact_time = 2e-05". */
void gravel_place_print(const struct gravel_case *c, const struct gravel_record *record, char *text, size_t size);

enum { GRAVEL_NO_AXIS = -1 };

/* Whether two records stand at equal coordinates, axis `except` left out (GRAVEL_NO_AXIS: none).  A key that only one
 * of them has belongs to the other's engine alone and does not count. */
bool gravel_places_match(const struct gravel_case *c, const struct gravel_record *a, const struct gravel_record *b,
                         int except);
/* The axis that a number is a key of (full path or last part), or GRAVEL_NO_AXIS. */
int gravel_place_axis(const struct gravel_case *c, const char *name);

/* An observable, counter or parameter of the place, replicates combined; "invariant:<name>" is the largest |value|.
 * *found is false when a record lacks it. */
struct gravel_estimate gravel_place_estimate(const struct gravel_judged_place *place, const char *name, bool *found);

bool gravel_place_is_steady(const struct gravel_judged_place *place);

/* The place of another engine at the same coordinates, NULL when there is none. */
const struct gravel_judged_place *gravel_places_partner(const struct gravel_places *places, const struct gravel_case *c,
                                                        const struct gravel_judged_place *place, const char *engine);

/* a/b - 1 in an observable, with the error that follows from those of a and b; *found is false when a record lacks it.
 */
struct gravel_estimate gravel_place_difference(const struct gravel_judged_place *a, const struct gravel_judged_place *b,
                                               const char *name, bool *found);

#endif
