/* Keys that the file states and that no point of the case would use.  Of the file alone: `--set` may bring in what uses
 * them. */
#ifndef GRAVEL_HARNESS_CASE_CHECK_USE_H
#define GRAVEL_HARNESS_CASE_CHECK_USE_H

#include "harness/case/case.h"

/* GRAVEL_INPUT, at the path of the key, when there is one. */
GRAVEL_MUST_USE enum gravel_status gravel_case_check_use(const struct gravel_case *c, struct gravel_error *error);

#endif
