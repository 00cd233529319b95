/* Text files of particles: lines with numbers on the way in, whole frames in one piece on the way out. */
#ifndef GRAVEL_IO_TEXT_H
#define GRAVEL_IO_TEXT_H

#include "engines/io/prefix.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* A file that is read line by line. */
struct gravel_lines {
    FILE *file;    /* owned */
    char *name;    /* for messages; owned */
    char *line;    /* the present line, without its end; may be changed; owned */
    size_t room;   /* of `line` */
    size_t number; /* of the present line, from 1 */
    bool kept;     /* gravel_lines_next() returns the present line once more */
};

/* GRAVEL_IO when the file cannot be opened.  `text` not NULL: its content is read and not that of a file `name`. */
GRAVEL_MUST_USE enum gravel_status gravel_lines_open(struct gravel_lines *lines, const char *name, const char *text,
                                                     struct gravel_error *error);
void gravel_lines_close(struct gravel_lines *lines);

/* The next line into lines->line; false at the end of the file. */
bool gravel_lines_next(struct gravel_lines *lines);

/* The same line again at the next call. */
void gravel_lines_keep(struct gravel_lines *lines);

/* GRAVEL_INPUT with "file:line: message". */
enum gravel_status gravel_lines_refuse(const struct gravel_lines *lines, struct gravel_error *error, const char *format,
                                       ...) GRAVEL_PRINTF(3, 4);

/* The number at the begin of `text`, behind which *end points; false when there is none or it is not finite. */
bool gravel_lines_number(const char *text, char **end, double *number);

/* The next word of a line, ended by white space or a comma, which is replaced by the end of the text; NULL: there is
 * none.  *at moves behind it. */
char *gravel_lines_word(char **at);

/* Text that grows; `failed` without memory. */
struct gravel_text {
    char *data;
    size_t n, capacity;
    bool failed;
};

void gravel_text_add(struct gravel_text *text, const char *format, ...) GRAVEL_PRINTF(2, 3);
/* The shortest text that reads back as the same number: 0.06, where %.17g writes 0.059999999999999998. */
void gravel_text_add_number(struct gravel_text *text, double number);
void gravel_text_add_bytes(struct gravel_text *text, const void *bytes, size_t n);

/* Append to a file and flush it, so that it is kept if this process ends; the text is empty afterwards.
 */
GRAVEL_MUST_USE enum gravel_status gravel_text_flush(struct gravel_text *text, FILE *file, const char *path,
                                                     struct gravel_error *error);

/* A writer of text frames: `file` and its path. */
struct gravel_text_writer {
    FILE *file;
    char *path;
    unsigned fields;
    int64_t n_frames;
    struct gravel_text text;
};

/* The operations `create`, `n_bytes` and `finish` of formats whose writer is a struct gravel_text_writer. */
GRAVEL_MUST_USE enum gravel_status gravel_text_writer_create(void **writer, const char *path, unsigned fields,
                                                             const struct gravel_prefix *before,
                                                             struct gravel_error *error);
int64_t gravel_text_writer_size(const void *writer);
GRAVEL_MUST_USE enum gravel_status gravel_text_writer_finish(void *writer, struct gravel_error *error);

#endif
