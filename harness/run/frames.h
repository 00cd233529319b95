/* The frames of one point, as they are read: those that its run has written (output.h), or else the one of its table
 * "snapshot". */
#ifndef GRAVEL_HARNESS_RUN_FRAMES_H
#define GRAVEL_HARNESS_RUN_FRAMES_H

#include "engines/io/format.h"
#include "harness/record/record.h"

struct gravel_frames {
    const struct gravel_record *record;
    const struct gravel_format_ops *format; /* NULL: the table */
    const struct gravel_table *table;
    void *reader;
    char path[4096]; /* of the series */
    bool table_read;
};

/* Find the frames of a record: the first format in which the run has written a series below `root`.  *frames borrows
 * from `record`.  False when there is neither that nor a snapshot; *frames->format then is NULL. */
bool gravel_frames_find(struct gravel_frames *frames, const struct gravel_record *record, const char *root);

/* GRAVEL_INPUT when the runs of none of the records, which are lists of some number each, have written a series below
 * `root`, which --from states. */
GRAVEL_MUST_USE enum gravel_status gravel_frames_require(size_t n_lists, const struct gravel_records *lists,
                                                         const char *root, struct gravel_error *error);

/* Open what was found, read the next frame (*found is false after the last one; the caller frees *frame, which begins
 * as {0}, after failures, too), and close it, also after a failure.  The periodic box, which not every format holds, is
 * that of the record.  GRAVEL_INPUT names file and line. */
GRAVEL_MUST_USE enum gravel_status gravel_frames_open(struct gravel_frames *frames, struct gravel_error *error);
GRAVEL_MUST_USE enum gravel_status gravel_frames_next(struct gravel_frames *frames, struct gravel_frame *frame,
                                                      bool *found, struct gravel_error *error);
void gravel_frames_close(struct gravel_frames *frames);

#endif
