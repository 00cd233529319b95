/* Tables of wall motion in a text. */
#ifndef GRAVEL_IO_MOTION_TABLE_H
#define GRAVEL_IO_MOTION_TABLE_H

#include "engines/core/wall.h"
#include "engines/io/text.h"

/* Read the knots of a motion from `text`: a line with the names of the columns, t and x in either order, then at least
 * two rows with ascending times [s] and displacements [m], separated by commas or white space; lines that begin with #
 * are comments.  Messages call the text `name` and count its lines.  The caller frees motion->knots, after failures,
 * too. */
GRAVEL_MUST_USE enum gravel_status gravel_motion_table_read(const char *name, const char *text,
                                                            struct gravel_motion *motion, struct gravel_error *error);

#endif
