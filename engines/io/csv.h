/* Tables of particles in a text. */
#ifndef GRAVEL_IO_CSV_H
#define GRAVEL_IO_CSV_H

#include "engines/io/frame.h"

/* Read a table that stands in `text`; messages call it `name` and count its lines.  Columns without effect are refused.
 * The caller frees *frame, after failures, too. */
GRAVEL_MUST_USE enum gravel_status gravel_csv_read_text(const char *name, const char *text, struct gravel_frame *frame,
                                                        struct gravel_error *error);

#endif
