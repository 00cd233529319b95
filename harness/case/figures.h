/* The figures of a case file. */
#ifndef GRAVEL_HARNESS_CASE_FIGURES_H
#define GRAVEL_HARNESS_CASE_FIGURES_H

#include "harness/case/read.h"

/* Read the list `list` into the figures of reader->c, whose parameters must be read before.  GRAVEL_INPUT when a figure
 * is not allowed; what was read so far belongs to the case. */
GRAVEL_MUST_USE enum gravel_status gravel_read_figures(struct gravel_reader *reader, const struct gravel_yaml *list);

#endif
