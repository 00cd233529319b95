/* Which of two records of one point is kept when stores are merged. */
#ifndef GRAVEL_HARNESS_RECORD_MERGE_CHOICE_H
#define GRAVEL_HARNESS_RECORD_MERGE_CHOICE_H

#include "engines/core/status.h"
#include "harness/record/record.h"

/* Keep one of two records of one point in *kept, with the path of its store in *kept_path, and free the other; *other
 * is empty afterwards.  One with a result is preferred to one that was skipped, and that to one that failed; else the
 * first in a total order of where and when they were run is kept, so that the order of merging does not matter.
 * GRAVEL_INPUT when the results differ: both records stay the caller's. */
GRAVEL_MUST_USE enum gravel_status gravel_merge_choose(struct gravel_record *kept, const char **kept_path,
                                                       struct gravel_record *other, const char *other_path,
                                                       struct gravel_error *error);

#endif
