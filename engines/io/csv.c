/* Tables of particles with a line of names on top, separated by commas or white space; lines that begin with # are
 * comments.  Rows that follow each other with the same number in the column t are one frame. */
#include "engines/io/csv.h"

#include "engines/io/columns.h"
#include "engines/io/format.h"

#include <stdlib.h>
#include <string.h>

/* The next line that says anything. */
static bool
next_line(struct gravel_lines *lines)
{
    while (gravel_lines_next(lines)) {
        const char *begin = lines->line + strspn(lines->line, " \t");
        if (*begin != '\0' && *begin != '#')
            return true;
    }
    return false;
}

static enum gravel_status
read_names(struct gravel_column_reader *r, struct gravel_error *error)
{
    enum gravel_status status = GRAVEL_OK;
    char *at, *word;
    if (!next_line(&r->lines))
        return gravel_lines_refuse(&r->lines, error, "found no line, allowed names of columns and rows of numbers");
    for (at = r->lines.line; status == GRAVEL_OK && (word = gravel_lines_word(&at)) != NULL;)
        status = gravel_columns_add(&r->columns, &r->lines, word, error);
    return status;
}

/* Whether the present line has another time than the frame; false without times.  gravel_columns_read() changes lines,
 * this does not. */
static bool
begins_frame(const struct gravel_column_reader *r, double t)
{
    const char *at = r->lines.line;
    for (size_t c = 0; c < r->columns.n; c++) {
        at += strspn(at, " \t,");
        if (r->columns.items[c].kind == GRAVEL_COLUMN_TIME)
            return strtod(at, NULL) != t;
        at += strcspn(at, " \t,");
    }
    return false;
}

static bool
has_times(const struct gravel_column_reader *r)
{
    for (size_t c = 0; c < r->columns.n; c++)
        if (r->columns.items[c].kind == GRAVEL_COLUMN_TIME)
            return true;
    return false;
}

static enum gravel_status
next(void *reader, struct gravel_frame *frame, bool *found, struct gravel_error *error)
{
    struct gravel_column_reader *r = reader;
    enum gravel_status status = gravel_frame_resize(frame, 0, error);
    if (status == GRAVEL_OK && r->columns.n == 0)
        status = read_names(r, error);
    frame->t = 0.0;
    frame->no_time = has_times(r) ? NULL : "column t";
    frame->n_species = 0;
    frame->box = (struct gravel_box){0};
    frame->fields = gravel_columns_fields(&r->columns);
    frame->names_line = r->columns.line;
    while (status == GRAVEL_OK && next_line(&r->lines)) {
        if (frame->n > 0 && begins_frame(r, frame->t)) {
            gravel_lines_keep(&r->lines);
            break;
        }
        status = gravel_frame_resize(frame, frame->n + 1, error);
        if (status == GRAVEL_OK)
            status = gravel_columns_read(&r->columns, &r->lines, frame, frame->n - 1, &frame->t, error);
    }
    *found = frame->n > 0;
    return status;
}

enum gravel_status
gravel_csv_read_text(const char *name, const char *text, struct gravel_frame *frame, struct gravel_error *error)
{
    bool found = false;
    *frame = (struct gravel_frame){0};
    struct gravel_column_reader r = {0};
    enum gravel_status status = gravel_lines_open(&r.lines, name, text, error);
    if (status == GRAVEL_OK)
        status = read_names(&r, error);
    if (status == GRAVEL_OK)
        status = gravel_columns_check(&r.columns, &r.lines, error);
    if (status == GRAVEL_OK)
        status = next(&r, frame, &found, error);
    if (status == GRAVEL_OK && !found)
        status = gravel_fail(error, GRAVEL_INPUT, "%s: found no row below the names of the columns", name);
    gravel_lines_close(&r.lines);
    return status;
}

static enum gravel_status
write_frame(void *writer, const struct gravel_frame *frame, struct gravel_error *error)
{
    struct gravel_text_writer *w = writer;
    if (w->n_frames++ == 0) {
        gravel_text_add(&w->text, "t");
        for (int f = 0; f < GRAVEL_FIELD_COUNT; f++)
            for (const char *s = gravel_fields[f].columns; (w->fields & 1u << f) && *s != '\0';) {
                const size_t length = strcspn(s, "|");
                gravel_text_add(&w->text, ",%.*s", (int)length, s);
                s += length + (s[length] == '|');
            }
        gravel_text_add(&w->text, "\n");
    }
    for (size_t k = 0; k < frame->n; k++) {
        gravel_text_add_number(&w->text, frame->t);
        gravel_text_add(&w->text, ",");
        gravel_columns_write(&w->text, frame, k, w->fields, ',');
        gravel_text_add(&w->text, "\n");
    }
    return gravel_text_flush(&w->text, w->file, w->path, error);
}

const struct gravel_format_ops gravel_format_csv = {
    .name = "csv",
    .suffix = ".csv",
    .what = "Table with a line of names (t, id, species, x, y, z, vx, ...), separated by commas or white space.",
    .reference = "RFC 4180; names of LAMMPS' dump custom",
    .survives = "all frames that were written; the last one may lack rows",
    .open = gravel_column_reader_open,
    .next = next,
    .close = gravel_column_reader_close,
    .create = gravel_text_writer_create,
    .write = write_frame,
    .n_bytes = gravel_text_writer_size,
    .finish = gravel_text_writer_finish,
};
