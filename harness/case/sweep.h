/* The sweep of a case file: axes of values. */
#ifndef GRAVEL_HARNESS_CASE_SWEEP_H
#define GRAVEL_HARNESS_CASE_SWEEP_H

#include "harness/case/read.h"

/* Append the axes of the list `list` to those of reader->c, whose parameters must be read before.  GRAVEL_INPUT when a
 * key or a value is not allowed; the axes read so far belong to the case. */
GRAVEL_MUST_USE enum gravel_status gravel_read_sweep(struct gravel_reader *reader, const struct gravel_yaml *list);

#endif
