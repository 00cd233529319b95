/* The checks of a case file. */
#ifndef GRAVEL_HARNESS_CASE_CLAIMS_H
#define GRAVEL_HARNESS_CASE_CLAIMS_H

#include "harness/case/read.h"

/* Read the list `list` into the checks of reader->c, whose engines and tier must be known; checks of the other tier are
 * left out.  GRAVEL_INPUT when a check is not allowed; what was read so far belongs to the case. */
GRAVEL_MUST_USE enum gravel_status gravel_read_checks(struct gravel_reader *reader, const struct gravel_yaml *list);

#endif
