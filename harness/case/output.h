/* The section `output` of a case file. */
#ifndef GRAVEL_HARNESS_CASE_OUTPUT_H
#define GRAVEL_HARNESS_CASE_OUTPUT_H

#include "harness/case/read.h"

/* Read the section into reader->c->output; `node` NULL: the case has none, and the defaults are set.  GRAVEL_INPUT for
 * a field or a format that does not exist, and for a series without positions. */
GRAVEL_MUST_USE enum gravel_status gravel_read_output(struct gravel_reader *reader, const struct gravel_yaml *node);

#endif
