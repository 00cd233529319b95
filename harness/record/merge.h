/* One store from many: those of shards, which ran on different machines. */
#ifndef GRAVEL_HARNESS_RECORD_MERGE_H
#define GRAVEL_HARNESS_RECORD_MERGE_H

#include "harness/record/store.h"

struct gravel_merged {
    size_t n_stores;  /* that were read, each once */
    size_t n_records; /* of the merged store */
    size_t repeated;  /* records that were in more than one store, counted once less */
};

/* Write the records of n stores, and those of the store at `output` if there is one, to a new store, which takes its
 * place when it is complete: until then, and after any failure, what stands at `output` is as it was.  The records are
 * written in the order of case, engine and key, so that the file depends on the set of records and on nothing else:
 * merging is commutative, associative and idempotent.  Effects: progress on stderr, in records read, unless `quiet`.
 *
 * Of records of one point with the same results the one that was started first is kept; one that failed or was skipped
 * gives way to one that did not.  GRAVEL_INPUT: two records of one point have other results (the message names it); or,
 * unless `any_version`, a store has an older schema, or two records were made by different commits of gravel.
 * GRAVEL_IO: a store is missing or a record damaged, or another process uses the store at `output` or has written to it
 * in the meantime.  GRAVEL_INTERRUPTED once a signal was noted (interrupt.h).
 *
 * Time: O(N log n) for N records; memory: that of n records.  Every store is open at the same time. */
GRAVEL_MUST_USE enum gravel_status gravel_store_merge(size_t n, const char *const *paths, const char *output,
                                                      bool any_version, bool quiet, struct gravel_merged *merged,
                                                      struct gravel_error *error);

#endif
