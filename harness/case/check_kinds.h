/* The kinds of check as a case file states them: which keys each needs and takes.  How a kind is judged stands in
 * harness/judge/kind_*.c. */
#ifndef GRAVEL_HARNESS_CASE_CHECK_KINDS_H
#define GRAVEL_HARNESS_CASE_CHECK_KINDS_H

#include <stddef.h>

/* One kind.  Each list of keys ends with NULL.  What the kind claims is the help of the key `name` in gravel_keys_check
 * (schema.h).  Every kind also takes the keys reference, engine, engines, where, tier and title. */
struct gravel_check_kind {
    const char *name;      /* the key whose value is the observable */
    const char *needs[6];  /* keys that it cannot do without */
    const char *one_of[4]; /* keys of which it needs at least one; empty: none */
    const char *takes[6];  /* further keys that it may have */
    size_t n_engines;      /* number of engines that must be named; 0: any number */
};

/* measure: an observable against the value or law of a reference, at each point of the sweep */
extern const struct gravel_check_kind gravel_check_value;
/* agree: two engines at equal sweep coordinates, |a - b| <= within */
extern const struct gravel_check_kind gravel_check_agree;
/* differ: two engines at equal sweep coordinates, from <= a - b <= to */
extern const struct gravel_check_kind gravel_check_differ;
/* collapse: one curve in `along`: equal values at equal `along`, or with a degree all near their polynomial */
extern const struct gravel_check_kind gravel_check_collapse;
/* rises, falls: from end to end by at_least or more, no step back by more than within */
extern const struct gravel_check_kind gravel_check_rises;
extern const struct gravel_check_kind gravel_check_falls;
/* slope: the exponent of the measure in `along` (log-log fit) against a reference */
extern const struct gravel_check_kind gravel_check_slope;
/* fit: a coefficient, the zero or the vertex of a polynomial in `along` against a reference */
extern const struct gravel_check_kind gravel_check_fit;
/* bound: from <= measure <= to */
extern const struct gravel_check_kind gravel_check_bound;
/* crossing: the value of `along` at which the measure, or the relative difference of two engines in it, is `level` */
extern const struct gravel_check_kind gravel_check_crossing;

/* All of them, NULL-terminated. */
extern const struct gravel_check_kind *const gravel_check_kinds[];

#endif
