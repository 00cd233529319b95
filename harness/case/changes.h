/* What was changed in a case after data had been seen: a list that reports show under a heading of its own. */
#ifndef GRAVEL_HARNESS_CASE_CHANGES_H
#define GRAVEL_HARNESS_CASE_CHANGES_H

#include "harness/case/read.h"

/* Read the list `list` into the changes of reader->c.  `checks` is the list of checks of the file (NULL: none), of both
 * tiers: a change must name one of them by its reference or as "kind observable", or none where it is about the whole
 * case.  GRAVEL_INPUT when a change is not allowed; what was read so far belongs to the case. */
GRAVEL_MUST_USE enum gravel_status gravel_read_changes(struct gravel_reader *reader, const struct gravel_yaml *list,
                                                       const struct gravel_yaml *checks);

#endif
