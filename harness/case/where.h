/* Conditions (`where`) of a case file or of a file of references. */
#ifndef GRAVEL_HARNESS_CASE_WHERE_H
#define GRAVEL_HARNESS_CASE_WHERE_H

#include "harness/case/read.h"

/* Read the mapping `map` of conditions into *where, which must be empty; nothing when `map` is NULL.  The caller frees
 * it with gravel_where_free, after a failure too.  GRAVEL_INPUT when a condition is not allowed, or its name is none of
 * reader->c (which may be NULL): a parameter, an observable, a counter or "engine". */
GRAVEL_MUST_USE enum gravel_status gravel_read_where(struct gravel_reader *reader, const struct gravel_yaml *map,
                                                     struct gravel_where *where);

/* GRAVEL_INPUT when `map`, which was read into *where, has a condition on a parameter that no point of reader->c
 * fulfils: a check that decides nothing. */
GRAVEL_MUST_USE enum gravel_status gravel_check_where(struct gravel_reader *reader, const struct gravel_yaml *map,
                                                      const struct gravel_where *where);

/* from <= x <= to, where numbers that mean the same differ by rounding. */
bool gravel_condition_contains(const struct gravel_condition *condition, double x);

#endif
