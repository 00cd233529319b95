/* LAMMPS text dumps (dump custom): ITEM sections, frame after frame.  The first line of the section of atoms names its
 * columns.  Without ITEM: TIME, a frame's time is the number of its time step. */
#include "engines/io/columns.h"
#include "engines/io/format.h"

#include <stdlib.h>
#include <string.h>

/* The single number of the next line. */
static enum gravel_status
read_one(struct gravel_lines *lines, const char *what, double *x, struct gravel_error *error)
{
    char *end;
    const bool line = gravel_lines_next(lines);
    if (line && gravel_lines_number(lines->line, &end, x) && end[strspn(end, " \t")] == '\0')
        return GRAVEL_OK;
    return gravel_lines_refuse(lines, error, "%s: found \"%.40s\", allowed a number", what,
                               line ? lines->line : "the end of the file");
}

/* "BOX BOUNDS pp pp ff" and three lines of low and high. */
static enum gravel_status
read_box(struct gravel_lines *lines, const char *flags, struct gravel_box *box, struct gravel_error *error)
{
    double bounds[3][2];
    *box = (struct gravel_box){0};
    if (strstr(flags, "xy") != NULL || strstr(flags, "abc") != NULL)
        return gravel_lines_refuse(lines, error, "BOX BOUNDS: found an oblique box, allowed edges along x, y and z");
    for (int d = 0; d < 3; d++) {
        flags += strspn(flags, " ");
        box->periodic[d] = flags[0] == 'p';
        flags += strcspn(flags, " ");
    }
    for (int d = 0; d < 3; d++) {
        char *at;
        const bool line = gravel_lines_next(lines);
        if (!line || !gravel_lines_number(lines->line, &at, &bounds[d][0]) ||
            !gravel_lines_number(at, &at, &bounds[d][1]) || at[strspn(at, " \t")] != '\0')
            return gravel_lines_refuse(lines, error, "BOX BOUNDS: found \"%.60s\", allowed two numbers",
                                       line ? lines->line : "the end of the file");
    }
    box->low = v3(bounds[0][0], bounds[1][0], bounds[2][0]);
    box->high = v3(bounds[0][1], bounds[1][1], bounds[2][1]);
    return GRAVEL_OK;
}

static enum gravel_status
read_atoms(struct gravel_lines *lines, char *names, struct gravel_frame *frame, double n, struct gravel_error *error)
{
    struct gravel_columns columns = {0};
    enum gravel_status status = n >= 1 && n == floor(n) && n <= 1e9
                                    ? gravel_frame_resize(frame, 0, error)
                                    : gravel_lines_refuse(lines, error, "found ATOMS before NUMBER OF ATOMS");
    char *word;
    frame->n_species = 0;
    while (status == GRAVEL_OK && (word = gravel_lines_word(&names)) != NULL)
        status = gravel_columns_add(&columns, lines, word, error);
    frame->fields = gravel_columns_fields(&columns);
    frame->names_line = columns.line;
    for (size_t k = 0; k < (size_t)n && status == GRAVEL_OK; k++) {
        if (!gravel_lines_next(lines))
            return gravel_lines_refuse(lines, error, "found the end of the file after %zu atoms, allowed %.0f", k, n);
        status = gravel_frame_resize(frame, k + 1, error);
        if (status == GRAVEL_OK)
            status = gravel_columns_read(&columns, lines, frame, k, NULL, error);
    }
    return status;
}

static char *
item_of(char *line, const char *name)
{
    const size_t length = strlen(name);
    return strncmp(line, "ITEM: ", 6) == 0 && strncmp(line + 6, name, length) == 0 ? line + 6 + length : NULL;
}

static enum gravel_status
next(void *reader, struct gravel_frame *frame, bool *found, struct gravel_error *error)
{
    struct gravel_lines *lines = &((struct gravel_column_reader *)reader)->lines;
    enum gravel_status status = GRAVEL_OK;
    double n = 0.0, step = 0.0, time = NAN;
    bool begun = false;
    *found = false;
    while (status == GRAVEL_OK && gravel_lines_next(lines)) {
        char *rest;
        if (lines->line[0] == '\0')
            continue;
        if ((rest = item_of(lines->line, "ATOMS")) != NULL) {
            *found = true;
            frame->t = isnan(time) ? step : time;
            frame->no_time = isnan(time) ? "ITEM: TIME (dump_modify time yes)" : NULL;
            return read_atoms(lines, rest, frame, n, error);
        }
        begun = true;
        if (item_of(lines->line, "TIMESTEP") != NULL)
            status = read_one(lines, "TIMESTEP", &step, error);
        else if (item_of(lines->line, "TIME") != NULL)
            status = read_one(lines, "TIME", &time, error);
        else if (item_of(lines->line, "NUMBER OF ATOMS") != NULL)
            status = read_one(lines, "NUMBER OF ATOMS", &n, error);
        else if ((rest = item_of(lines->line, "BOX BOUNDS")) != NULL)
            status = read_box(lines, rest, &frame->box, error);
        else if (item_of(lines->line, "UNITS") != NULL)
            (void)gravel_lines_next(lines);
        else
            status = gravel_lines_refuse(lines, error,
                                         "found \"%.40s\", allowed ITEM: TIMESTEP, TIME, UNITS, NUMBER OF ATOMS, BOX "
                                         "BOUNDS or ATOMS",
                                         lines->line);
    }
    if (status == GRAVEL_OK && begun)
        return gravel_lines_refuse(lines, error, "found the end of the file, allowed ITEM: ATOMS");
    return status;
}

/* Axes without a periodic box get the extent of the particles, which LAMMPS and OVITO need. */
static void
extent(const struct gravel_frame *frame, double low[3], double high[3])
{
    for (int d = 0; d < 3; d++) {
        low[d] = INFINITY;
        high[d] = -INFINITY;
        for (size_t k = 0; k < frame->n; k++) {
            const double x = v3_component(frame->particles[k].x, d), r = frame->particles[k].radius;
            low[d] = fmin(low[d], x - r);
            high[d] = fmax(high[d], x + r);
        }
        if (frame->box.periodic[d]) {
            low[d] = v3_component(frame->box.low, d);
            high[d] = v3_component(frame->box.high, d);
        }
    }
}

static void
add_names(struct gravel_text *text, unsigned fields)
{
    for (int f = 0; f < GRAVEL_FIELD_COUNT; f++)
        for (const char *s = f == GRAVEL_FIELD_SPECIES ? "element" : gravel_fields[f].columns;
             (fields & 1u << f) && *s != '\0';) {
            const size_t length = strcspn(s, "|");
            gravel_text_add(text, " %.*s", (int)length, s);
            s += length + (s[length] == '|');
        }
}

static enum gravel_status
write_frame(void *writer, const struct gravel_frame *frame, struct gravel_error *error)
{
    struct gravel_text_writer *w = writer;
    double low[3], high[3];
    extent(frame, low, high);
    gravel_text_add(&w->text, "ITEM: TIME\n");
    gravel_text_add_number(&w->text, frame->t);
    gravel_text_add(&w->text, "\nITEM: TIMESTEP\n%lld\nITEM: NUMBER OF ATOMS\n%zu\nITEM: BOX BOUNDS",
                    (long long)w->n_frames++, frame->n);
    for (int d = 0; d < 3; d++)
        gravel_text_add(&w->text, " %s", frame->box.periodic[d] ? "pp" : "ff");
    for (int d = 0; d < 3; d++)
        gravel_text_add(&w->text, "\n%.17g %.17g", low[d], high[d]);
    gravel_text_add(&w->text, "\nITEM: ATOMS");
    add_names(&w->text, w->fields);
    gravel_text_add(&w->text, "\n");
    for (size_t k = 0; k < frame->n; k++) {
        gravel_columns_write(&w->text, frame, k, w->fields, ' ');
        gravel_text_add(&w->text, "\n");
    }
    return gravel_text_flush(&w->text, w->file, w->path, error);
}

const struct gravel_format_ops gravel_format_lammps_dump = {
    .name = "lammps-dump",
    .suffix = ".dump",
    .what = "LAMMPS text dump (dump custom), frame after frame in one file; in SI units.",
    .reference = "LAMMPS manual, dump command",
    .survives = "all frames that were written; the last one may be cut off",
    .open = gravel_column_reader_open,
    .next = next,
    .close = gravel_column_reader_close,
    .create = gravel_text_writer_create,
    .write = write_frame,
    .n_bytes = gravel_text_writer_size,
    .finish = gravel_text_writer_finish,
};
