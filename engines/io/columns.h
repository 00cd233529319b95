/* Columns of text tables of particles, found by their names: LAMMPS' names, which CSV files have, too, and those of
 * extended XYZ. */
#ifndef GRAVEL_IO_COLUMNS_H
#define GRAVEL_IO_COLUMNS_H

#include "engines/io/frame.h"
#include "engines/io/text.h"

enum { GRAVEL_COLUMNS_MAX = 64 };

/* How the word in a column is read. */
enum gravel_column_kind {
    GRAVEL_COLUMN_NUMBER,   /* component c of a field */
    GRAVEL_COLUMN_SPECIES,  /* a name, or a number that serves as one */
    GRAVEL_COLUMN_DIAMETER, /* twice the radius */
    GRAVEL_COLUMN_DENSITY,  /* of a sphere; its mass follows when the row is complete */
    GRAVEL_COLUMN_TIME,
    GRAVEL_COLUMN_IGNORED /* no field of a frame */
};

struct gravel_column {
    char name[32];
    enum gravel_column_kind kind;
    enum gravel_field field;
    int component;
};

struct gravel_columns {
    size_t n;
    size_t line; /* of the file that names them, the last one; from 1 */
    struct gravel_column items[GRAVEL_COLUMNS_MAX];
};

/* A reader of text frames with columns, and the operations `open` and `close` of the formats that have it. */
struct gravel_column_reader {
    struct gravel_lines lines;
    struct gravel_columns columns; /* of a format that names them once in a file */
};

GRAVEL_MUST_USE enum gravel_status gravel_column_reader_open(void **reader, const char *path,
                                                             struct gravel_error *error);
void gravel_column_reader_close(void *reader);

/* Append the column that tables call `name`; names that are not known give columns that are ignored.  GRAVEL_INPUT at
 * the present line for a column that is there already, or too many. */
GRAVEL_MUST_USE enum gravel_status gravel_columns_add(struct gravel_columns *columns, const struct gravel_lines *lines,
                                                      const char *name, struct gravel_error *error);

/* Append the columns of a property of extended XYZ: its name, type (S, R, I or L) and number of columns. */
GRAVEL_MUST_USE enum gravel_status gravel_columns_add_property(struct gravel_columns *columns,
                                                               const struct gravel_lines *lines, const char *name,
                                                               char type, long n, struct gravel_error *error);

/* Bits of the fields of which all components are there. */
unsigned gravel_columns_fields(const struct gravel_columns *columns);

/* GRAVEL_INPUT at the present line, which names the columns, for a column without effect: one that is ignored, or some
 * components of a field without the others. */
GRAVEL_MUST_USE enum gravel_status gravel_columns_check(const struct gravel_columns *columns,
                                                        const struct gravel_lines *lines, struct gravel_error *error);

/* Read the present line into particle k: one value a column, in their order.  *t (may be NULL) receives that of the
 * column of time. */
GRAVEL_MUST_USE enum gravel_status gravel_columns_read(const struct gravel_columns *columns, struct gravel_lines *lines,
                                                       struct gravel_frame *frame, size_t k, double *t,
                                                       struct gravel_error *error);

/* Append the values of particle k, each behind `separator`, but the first. */
void gravel_columns_write(struct gravel_text *text, const struct gravel_frame *frame, size_t k, unsigned fields,
                          char separator);

#endif
