/* Compares two sets of records of the same points, made before (A) and after (B) a change of the program: observables
 * within their errors, and speed. */
#ifndef GRAVEL_HARNESS_JUDGE_COMPARE_H
#define GRAVEL_HARNESS_JUDGE_COMPARE_H

#include "harness/judge/decide.h"

/* A number of one sweep point (case, engine, parameters), its replicates combined on either side. */
struct gravel_compared {
    const struct gravel_record *a, *b; /* of the first replicate; borrowed */
    const char *name;                  /* observable, or "status"; borrowed */
    struct gravel_decision d;          /* `expected` is A's; FAIL: they differ */
};
struct gravel_speed {
    const char *case_name, *engine; /* borrowed */
    size_t n;                       /* points */
    double ratio, low, high; /* CPU time of B over A: median of the points, 95 % interval (NaN: fewer than six) */
};
struct gravel_comparison {
    size_t n_matched, n_only_a, n_only_b; /* points */
    size_t n_unknown;                     /* numbers without an error, of a single replicate: not judged */
    size_t n_compared, n_different;
    struct gravel_compared *items; /* [n_compared], those that differ first, by ratio; owned */
    size_t n_speeds;
    struct gravel_speed *speeds; /* by case and engine; owned */
};

/* Points match by case, engine, parameters and seed; of several the one that was started last counts.  A sweep point
 * differs where a point is done on one side only, or where an observable differs by more than k sqrt(err_A^2 +
 * err_B^2).  k is Student's t for GRAVEL_FALSE_ALARM shared out among all n comparisons with an error, 1 - (1 -
 * 0.001)^(1/n) each (Sidak 1967): equal programs differ once in a thousand times.  Both sides start from the same
 * states, so their errors are correlated and the true rate is lower.  Numbers without an error have that of their
 * replicates' scatter; where there is none they are exact, and may differ by rounding: 1e-9 of A's, or 1e-12 if they
 * are pure numbers. The interval of a median is the sign test's, from the order of the points' ratios alone.  The
 * records must outlive the comparison; free it with gravel_comparison_free.  GRAVEL_MEMORY: the error is filled and
 * nothing is owned. */
GRAVEL_MUST_USE enum gravel_status gravel_compare(const struct gravel_records *a, const struct gravel_records *b,
                                                  struct gravel_comparison *comparison, struct gravel_error *error);
/* Free what the comparison owns; the records stay. */
void gravel_comparison_free(struct gravel_comparison *comparison);

#endif
