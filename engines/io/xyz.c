/* Extended XYZ: the number of particles, a line of key=value pairs of which Properties names the columns, and a line a
 * particle; frames follow each other (libAtoms; OVITO's XYZ reader). */
#include "engines/io/columns.h"
#include "engines/io/format.h"

#include <stdlib.h>
#include <string.h>

/* The value of key=value or key="value" in the comment; NULL when it is not there.  The caller frees it. */
static char *
find_value(const char *comment, const char *key)
{
    const size_t length = strlen(key);
    for (const char *s = comment; *s != '\0';) {
        s += strspn(s, " \t");
        const char *equals = s + strcspn(s, "= \t");
        const bool wanted = *equals == '=' && (size_t)(equals - s) == length && strncasecmp(s, key, length) == 0;
        const char *value = *equals == '=' ? equals + 1 : equals;
        const bool quoted = *value == '"';
        value += quoted;
        const size_t size = strcspn(value, quoted ? "\"" : " \t");
        if (wanted)
            return strndup(value, size);
        s = value + size + (quoted && value[size] == '"');
    }
    return NULL;
}

/* "species:S:1:pos:R:3" into columns. */
static enum gravel_status
read_properties(const struct gravel_lines *lines, char *text, struct gravel_columns *columns,
                struct gravel_error *error)
{
    enum gravel_status status = GRAVEL_OK;
    for (char *s = text; status == GRAVEL_OK && *s != '\0';) {
        char *name = strsep(&s, ":"), *type = s != NULL ? strsep(&s, ":") : NULL;
        char *count = s != NULL ? strsep(&s, ":") : NULL;
        const long n = count != NULL ? strtol(count, NULL, 10) : 0;
        if (type == NULL || strlen(type) != 1 || strchr("SRIL", type[0]) == NULL || n < 1 || n > GRAVEL_COLUMNS_MAX)
            return gravel_lines_refuse(
                lines, error, "Properties: found %.40s:%.8s:%.8s, allowed <name>:<S, R, I or L>:<columns>, ...", name,
                type != NULL ? type : "", count != NULL ? count : "");
        status = gravel_columns_add_property(columns, lines, name, type[0], n, error);
        if (s == NULL)
            break;
    }
    return status;
}

static size_t
read_numbers(char *text, double *numbers, size_t max)
{
    size_t n = 0;
    char *at = text;
    while (n < max && gravel_lines_number(at, &at, &numbers[n]))
        n++;
    return n;
}

/* A box whose edges lie along the axes; periodic on the axes that pbc says. */
static enum gravel_status
read_box(const struct gravel_lines *lines, struct gravel_box *box, struct gravel_error *error)
{
    double l[9] = {0}, o[3] = {0};
    char *lattice = find_value(lines->line, "Lattice"), *origin = find_value(lines->line, "Origin");
    char *pbc = find_value(lines->line, "pbc");
    enum gravel_status status = GRAVEL_OK;
    *box = (struct gravel_box){0};
    if (lattice != NULL && read_numbers(lattice, l, 9) != 9)
        status = gravel_lines_refuse(lines, error, "Lattice: found \"%.60s\", allowed nine numbers", lattice);
    else if (origin != NULL && read_numbers(origin, o, 3) != 3)
        status = gravel_lines_refuse(lines, error, "Origin: found \"%.60s\", allowed three numbers", origin);
    else if (l[1] != 0.0 || l[2] != 0.0 || l[3] != 0.0 || l[5] != 0.0 || l[6] != 0.0 || l[7] != 0.0)
        status = gravel_lines_refuse(lines, error, "Lattice: found an oblique box, allowed edges along x, y and z");
    for (int d = 0, k = 0; d < 3 && pbc != NULL; d++, k++) {
        k += (int)strspn(pbc + k, " ");
        box->periodic[d] = pbc[k] == 'T' || pbc[k] == '1';
        if (pbc[k] == '\0')
            break;
    }
    box->low = v3(o[0], o[1], o[2]);
    box->high = v3(o[0] + l[0], o[1] + l[4], o[2] + l[8]);
    free(lattice);
    free(origin);
    free(pbc);
    return status;
}

static enum gravel_status
read_comment(const struct gravel_lines *lines, struct gravel_frame *frame, struct gravel_columns *columns,
             struct gravel_error *error)
{
    char *time = find_value(lines->line, "Time"), *properties = find_value(lines->line, "Properties"), *end;
    enum gravel_status status = read_box(lines, &frame->box, error);
    frame->t = 0.0;
    frame->no_time = time == NULL ? "Time= in the comment line" : NULL;
    if (status == GRAVEL_OK && time != NULL && (!gravel_lines_number(time, &end, &frame->t) || *end != '\0'))
        status = gravel_lines_refuse(lines, error, "Time: found \"%.40s\", allowed a finite number", time);
    if (properties == NULL)
        properties = strdup("species:S:1:pos:R:3"); /* plain XYZ */
    if (status == GRAVEL_OK)
        status = properties != NULL ? read_properties(lines, properties, columns, error) : gravel_no_memory(error);
    free(time);
    free(properties);
    return status;
}

static enum gravel_status
next(void *reader, struct gravel_frame *frame, bool *found, struct gravel_error *error)
{
    struct gravel_lines *lines = &((struct gravel_column_reader *)reader)->lines;
    struct gravel_columns columns = {0};
    char *end;
    double n;
    *found = gravel_lines_next(lines) && lines->line[0] != '\0';
    if (!*found)
        return GRAVEL_OK;
    if (!gravel_lines_number(lines->line, &end, &n) || end[strspn(end, " \t")] != '\0' || n != floor(n) || !(n >= 1) ||
        n > 1e9)
        return gravel_lines_refuse(lines, error, "found \"%.40s\", allowed the number of particles", lines->line);
    if (!gravel_lines_next(lines))
        return gravel_lines_refuse(lines, error, "found the end of the file, allowed a comment and %.0f particles", n);
    enum gravel_status status = read_comment(lines, frame, &columns, error);
    frame->n_species = 0;
    frame->fields = gravel_columns_fields(&columns);
    frame->names_line = columns.line;
    if (status == GRAVEL_OK)
        status = gravel_frame_resize(frame, 0, error);
    for (size_t k = 0; k < (size_t)n && status == GRAVEL_OK; k++) {
        if (!gravel_lines_next(lines))
            return gravel_lines_refuse(lines, error, "found the end of the file after %zu particles, allowed %.0f", k,
                                       n);
        status = gravel_frame_resize(frame, k + 1, error);
        if (status == GRAVEL_OK)
            status = gravel_columns_read(&columns, lines, frame, k, NULL, error);
    }
    return status;
}

static enum gravel_status
write_frame(void *writer, const struct gravel_frame *frame, struct gravel_error *error)
{
    static const char types[2] = {'R', 'I'};
    struct gravel_text_writer *w = writer;
    const struct gravel_box *box = &frame->box;
    const struct vec3 size = v3_sub(box->high, box->low);
    gravel_text_add(&w->text, "%zu\nProperties=", frame->n);
    const char *separator = "";
    for (int f = 0; f < GRAVEL_FIELD_COUNT; f++)
        if (w->fields & 1u << f) {
            gravel_text_add(&w->text, "%s%s:%c:%d", separator, gravel_fields[f].xyz,
                            f == GRAVEL_FIELD_SPECIES ? 'S' : types[gravel_fields[f].whole],
                            gravel_fields[f].n_components);
            separator = ":";
        }
    /* A box that is not periodic at all has no edges. */
    if (box->periodic[0] || box->periodic[1] || box->periodic[2])
        gravel_text_add(&w->text, " Lattice=\"%.17g 0 0 0 %.17g 0 0 0 %.17g\" Origin=\"%.17g %.17g %.17g\"", size.x,
                        size.y, size.z, box->low.x, box->low.y, box->low.z);
    gravel_text_add(&w->text, " pbc=\"%c %c %c\" Time=", box->periodic[0] ? 'T' : 'F', box->periodic[1] ? 'T' : 'F',
                    box->periodic[2] ? 'T' : 'F');
    gravel_text_add_number(&w->text, frame->t);
    gravel_text_add(&w->text, "\n");
    for (size_t k = 0; k < frame->n; k++) {
        gravel_columns_write(&w->text, frame, k, w->fields, ' ');
        gravel_text_add(&w->text, "\n");
    }
    return gravel_text_flush(&w->text, w->file, w->path, error);
}

const struct gravel_format_ops gravel_format_xyz = {
    .name = "xyz",
    .suffix = ".xyz",
    .what = "Extended XYZ, frame after frame in one file; OVITO and ASE read it.",
    .reference = "libAtoms extended XYZ; OVITO manual, XYZ file reader",
    .survives = "all frames that were written; the last one may be cut off",
    .open = gravel_column_reader_open,
    .next = next,
    .close = gravel_column_reader_close,
    .create = gravel_text_writer_create,
    .write = write_frame,
    .n_bytes = gravel_text_writer_size,
    .finish = gravel_text_writer_finish,
};
