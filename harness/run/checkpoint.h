/* Files of saved states: in a folder beside the store, one a point, called after the point's key.
 *
 *     KEY.state   a point under way; removed when its record is stored
 *     KEY.final   the end of a point that was run with --keep-state
 *
 * They hold how long the files of a trajectory (output.h) were, which are cut there when the point goes on.
 *
 * A file is written under another name, flushed to the disk and renamed, so that there is the old one or the new one,
 * complete, whenever the machine stops. */
#ifndef GRAVEL_HARNESS_RUN_CHECKPOINT_H
#define GRAVEL_HARNESS_RUN_CHECKPOINT_H

#include "engines/core/status.h"

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

/* Which states a run saves and where it begins. */
struct gravel_checkpoints {
    char folder[PATH_MAX]; /* "": states are neither written nor read */
    double interval;       /* elapsed time between two checkpoints of a point [s] */
    bool keep;             /* keep the final states */
    bool quiet;            /* do not tell that a point goes on from its checkpoint */
    const char *continued; /* the key of the finished point from whose end the points go on; NULL: none; borrowed */
};

enum gravel_checkpoint_kind { GRAVEL_CHECKPOINT_STATE, GRAVEL_CHECKPOINT_FINAL };

/* Write the n bytes; the folder is made when it is missing.  GRAVEL_IO with the system's reason; the file of before is
 * then as it was. */
GRAVEL_MUST_USE enum gravel_status gravel_checkpoint_write(const struct gravel_checkpoints *checkpoints,
                                                           const char *key, enum gravel_checkpoint_kind kind,
                                                           const unsigned char *data, size_t n,
                                                           struct gravel_error *error);

/* Read a whole file, which the caller frees; *data is NULL when there is none.  GRAVEL_IO, GRAVEL_MEMORY. */
GRAVEL_MUST_USE enum gravel_status gravel_checkpoint_read(const struct gravel_checkpoints *checkpoints, const char *key,
                                                          enum gravel_checkpoint_kind kind, unsigned char **data,
                                                          size_t *n, struct gravel_error *error);

/* Remove the file of a point under way, if there is one. */
void gravel_checkpoint_remove(const struct gravel_checkpoints *checkpoints, const char *key);

/* Remove the folder if it is empty. */
void gravel_checkpoint_tidy(const struct gravel_checkpoints *checkpoints);

#endif
