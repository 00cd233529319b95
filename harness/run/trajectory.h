/* Export of the frames of points (frames.h) in another format. */
#ifndef GRAVEL_HARNESS_RUN_TRAJECTORY_H
#define GRAVEL_HARNESS_RUN_TRAJECTORY_H

#include "engines/io/format.h"
#include "harness/record/record.h"

/* Write all frames of the records in this format; series of runs are looked for below `root`.  Of one record with
 * frames and a format of one file, `path` is that file; otherwise it is a new folder with a series a record,
 * <engine>-<key>.<suffix>.  Everything is written under another name, which is changed when all is complete.
 * GRAVEL_INPUT when no record has a frame, a series cannot be read, or the folder exists already. */
GRAVEL_MUST_USE enum gravel_status gravel_trajectories_export(const struct gravel_records *records, const char *root,
                                                              const struct gravel_format_ops *format, const char *path,
                                                              struct gravel_error *error);

#endif
