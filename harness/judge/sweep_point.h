/* Sweep points: the records of one engine at equal sweep coordinates (its replicates), and numbers estimated from
 * them. */
#ifndef GRAVEL_HARNESS_JUDGE_SWEEP_POINT_H
#define GRAVEL_HARNESS_JUDGE_SWEEP_POINT_H

#include "harness/case/case.h"
#include "harness/record/record.h"
#include "harness/stats/stats.h"

struct gravel_sweep_point {
    const char *engine; /* borrowed from the records */
    size_t n, capacity;
    const struct gravel_record **records; /* the replicates, n >= 1; array owned, records borrowed */
    const struct gravel_case *c;          /* borrowed */
    struct gravel_estimate *each;         /* room for one estimate a replicate; owned */
    char at[160];                         /* "sigma = 0.1, contact_time = 2e-05" */
};
struct gravel_sweep_points {
    size_t n, capacity;
    struct gravel_sweep_point *items; /* owned */
};

/* Group the records of a case by engine and sweep coordinates, in the order of the records, which must outlive the
 * result.  GRAVEL_MEMORY: the error is filled and nothing is owned.  Free with gravel_sweep_points_free. */
GRAVEL_MUST_USE enum gravel_status gravel_sweep_points_build(struct gravel_sweep_points *points,
                                                             const struct gravel_case *c,
                                                             const struct gravel_records *records,
                                                             struct gravel_error *error);
/* Free and empty the list; the records stay. */
void gravel_sweep_points_free(struct gravel_sweep_points *points);

/* An observable or counter, replicates combined; "invariant:<name>" is the largest |value|.  *found is false when a
 * record lacks it, and the value NaN then: never a parameter of the same name, which would pass by itself. */
struct gravel_estimate gravel_sweep_point_estimate(const struct gravel_sweep_point *point, const char *name,
                                                   bool *found);
/* The same, or a parameter: what others are compared along. */
struct gravel_estimate gravel_sweep_point_abscissa(const struct gravel_sweep_point *point, const char *name,
                                                   bool *found);

/* The same of replicate k < n alone, which has the number. */
struct gravel_estimate gravel_sweep_point_run(const struct gravel_sweep_point *point, const char *name, size_t k);

/* Whether the replicates differ in an observable by more than their errors allow: gravel_replicates_disagree(). */
bool gravel_sweep_point_replicates_disagree(const struct gravel_sweep_point *point, const char *name);

/* Covariance of the means of two engines in an observable, from their replicates of equal number, which share their
 * starts; 0 where replicates have errors of their own or are fewer than two. */
double gravel_sweep_point_covariance(const struct gravel_sweep_point *a, const struct gravel_sweep_point *b,
                                     const char *name);

/* Whether an average can be trusted: each replicate reached a steady state, or its error holds the drift (see
 * gravel_observation_finish). */
bool gravel_sweep_point_is_sound(const struct gravel_sweep_point *point, const char *name);

/* The sweep point of another engine at the same coordinates, NULL when there is none. */
const struct gravel_sweep_point *gravel_sweep_points_partner(const struct gravel_sweep_points *points,
                                                             const struct gravel_case *c,
                                                             const struct gravel_sweep_point *point,
                                                             const char *engine);

/* a/b - 1 in an observable, with the error that follows from those of a and b; *found is false when a record lacks it
 * or b is 0. */
struct gravel_estimate gravel_sweep_point_difference(const struct gravel_sweep_point *a,
                                                     const struct gravel_sweep_point *b, const char *name, bool *found);

#endif
