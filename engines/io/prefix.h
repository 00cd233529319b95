/* Series of frames in files that other frames are to follow: a run that was stopped, or a finished one that is
 * prolonged. */
#ifndef GRAVEL_IO_PREFIX_H
#define GRAVEL_IO_PREFIX_H

#include "engines/core/status.h"

#include <stdint.h>
#include <stdio.h>

/* The first frames of a series, after which the next one is written. */
struct gravel_prefix {
    const char *path; /* of the file; another one than that which is written: its frames are copied there */
    int64_t n_frames; /* at least 1 */
    int64_t n_bytes;  /* of the file at `path`, which no later frame changes; 0 where n_frames tells it */
};

/* GRAVEL_IO when the file is not there or has fewer bytes. */
GRAVEL_MUST_USE enum gravel_status gravel_prefix_check(const char *path, int64_t n_bytes, struct gravel_error *error);

/* Open the file `path` to write behind the first n_bytes of the file `from`, which `path` consists of then: it is cut
 * there, or is a copy where the two differ.  The caller closes *file.  GRAVEL_IO when `from` is shorter; it is never
 * changed where it is another file. */
GRAVEL_MUST_USE enum gravel_status gravel_prefix_reopen(FILE **file, const char *path, const char *from,
                                                        int64_t n_bytes, struct gravel_error *error);

/* Copy a whole file, or do nothing where both paths are the same.  GRAVEL_IO. */
GRAVEL_MUST_USE enum gravel_status gravel_prefix_copy(const char *path, const char *from, struct gravel_error *error);

/* Bytes of a file that is written at its end. */
int64_t gravel_prefix_size(FILE *file);

#endif
