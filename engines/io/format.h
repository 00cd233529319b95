/* Formats of particles and trajectories: one table of operations each, in the NULL-terminated array gravel_formats[].
 *
 * A trajectory is a series of frames.  Readers find columns by their names; what a file does not have is a bit that is
 * not set in frame->fields, and never a guess.  Numbers are written such that they read back as the same bits. */
#ifndef GRAVEL_IO_FORMAT_H
#define GRAVEL_IO_FORMAT_H

#include "engines/io/frame.h"
#include "engines/io/prefix.h"

struct gravel_format_ops {
    const char *name;   /* "xyz": what cases and the command line say */
    const char *suffix; /* of its files: ".xyz" */
    const char *what;   /* one sentence */
    const char *reference;
    const char *survives; /* what a reader finds after the writing process was killed; NULL: not written */
    bool many_files;      /* a series is more than the file at its path */

    /* Reading; NULL operations: the format is written only.  `next` reads the next frame into *frame, which begins as
     * {0} and is reused; *found is false after the last one.  GRAVEL_INPUT names the file, and in text formats the
     * line; *frame is then incomplete, but can be freed.  `close` takes NULL. */
    enum gravel_status (*open)(void **reader, const char *path, struct gravel_error *error);
    enum gravel_status (*next)(void *reader, struct gravel_frame *frame, bool *found, struct gravel_error *error);
    void (*close)(void *reader);

    /* Writing; NULL operations: the format is read only.  The fields of `fields` are written, of every frame; a file
     * that exists is replaced.  Every frame of one file has the same number of particles.  `finish` closes the file and
     * frees the writer, after failures of `write`, too; it takes NULL.
     *
     * `before`, NULL or the first frames of a series with the same fields, which the next frame follows; all others of
     * it are lost.  The files are then those of a writer that has written these frames itself, byte for byte; those of
     * H5MD have the same data.  GRAVEL_IO where the series lacks frames or is damaged. */
    enum gravel_status (*create)(void **writer, const char *path, unsigned fields, const struct gravel_prefix *before,
                                 struct gravel_error *error);
    enum gravel_status (*write)(void *writer, const struct gravel_frame *frame, struct gravel_error *error);
    int64_t (*n_bytes)(const void *writer); /* after the last frame, for struct gravel_prefix */
    enum gravel_status (*finish)(void *writer, struct gravel_error *error);
};

extern const struct gravel_format_ops *const gravel_formats[];

/* NULL when there is no such format. */
const struct gravel_format_ops *gravel_format_find(const char *name);

/* The format whose suffix the path ends with, and which can be read; NULL when there is none. */
const struct gravel_format_ops *gravel_format_of_path(const char *path);

/* Read frame `number`, from 0, or the last one with -1.  The caller frees *frame, after failures, too.  GRAVEL_INPUT
 * when the file has no such frame. */
GRAVEL_MUST_USE enum gravel_status gravel_frame_read(const struct gravel_format_ops *format, const char *path,
                                                     long number, struct gravel_frame *frame,
                                                     struct gravel_error *error);

#endif
