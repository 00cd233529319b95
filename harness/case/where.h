/* Conditions (`where`) of a case file or of a file of references. */
#ifndef GRAVEL_HARNESS_CASE_WHERE_H
#define GRAVEL_HARNESS_CASE_WHERE_H

#include "harness/case/read.h"

/* Read the mapping `map` of conditions into *where, which must be empty; nothing when `map` is NULL.  The caller frees
 * it with gravel_where_free, after a failure too.  GRAVEL_INPUT when a condition is not allowed. */
GRAVEL_MUST_USE enum gravel_status gravel_read_where(struct gravel_reader *reader, const struct gravel_yaml *map,
                                                     struct gravel_where *where);

#endif
