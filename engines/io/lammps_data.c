/* LAMMPS data files (write_data): a head with counts and box, then sections.  Atoms and Velocities are read, Masses
 * where the style of the atoms has none; other sections are passed over.  The columns of Atoms follow from the style in
 * its comment: atomic, or sphere. */
#include "engines/io/columns.h"
#include "engines/io/format.h"

#include <stdlib.h>
#include <string.h>

struct numbered {
    int64_t id;
    size_t k; /* the particle */
};

struct reader {
    struct gravel_lines lines;
    bool done;
    double n;
    struct gravel_columns atoms, velocities;
    struct gravel_frame *frame;
    bool placed, moving;    /* Atoms and Velocities are read */
    struct numbered *order; /* [n] in the order of their ids; owned */
};

static const struct {
    const char *style, *atoms, *velocities;
} styles[] = {
    {"sphere", "id type diameter density x y z", "id vx vy vz omegax omegay omegaz"},
    {"atomic", "id type x y z", "id vx vy vz"},
};

static void
close_reader(void *reader)
{
    struct reader *r = reader;
    if (r != NULL) {
        gravel_lines_close(&r->lines);
        free(r->order);
    }
    free(r);
}

static enum gravel_status
open_reader(void **reader, const char *path, struct gravel_error *error)
{
    struct reader *r = calloc(1, sizeof *r);
    *reader = r;
    if (r == NULL)
        return gravel_no_memory(error);
    enum gravel_status status = gravel_lines_open(&r->lines, path, NULL, error);
    if (status == GRAVEL_OK && !gravel_lines_next(&r->lines)) /* the first line is a comment */
        status = gravel_lines_refuse(&r->lines, error, "found an empty file, allowed a LAMMPS data file");
    if (status != GRAVEL_OK) {
        close_reader(r);
        *reader = NULL;
    }
    return status;
}

static enum gravel_status
add_columns(struct gravel_columns *columns, const struct gravel_lines *lines, const char *names,
            struct gravel_error *error)
{
    char text[128], *at = text, *word;
    enum gravel_status status = GRAVEL_OK;
    snprintf(text, sizeof text, "%s", names);
    *columns = (struct gravel_columns){0};
    while (status == GRAVEL_OK && (word = gravel_lines_word(&at)) != NULL)
        status = gravel_columns_add(columns, lines, word, error);
    return status;
}

/* "Atoms # sphere" */
static enum gravel_status
choose_style(struct reader *r, const char *header, struct gravel_error *error)
{
    const char *comment = strchr(header, '#');
    char word[32] = "";
    if (comment != NULL)
        sscanf(comment + 1, "%31s", word);
    for (size_t k = 0; k < sizeof styles / sizeof *styles; k++)
        if (strcmp(styles[k].style, word) == 0) {
            const enum gravel_status status = add_columns(&r->atoms, &r->lines, styles[k].atoms, error);
            return status == GRAVEL_OK ? add_columns(&r->velocities, &r->lines, styles[k].velocities, error) : status;
        }
    return gravel_lines_refuse(&r->lines, error, "found \"%.40s\", allowed Atoms # sphere or Atoms # atomic", header);
}

/* The next line that is not empty, without its comment. */
static bool
next_row(struct gravel_lines *lines)
{
    while (gravel_lines_next(lines)) {
        lines->line[strcspn(lines->line, "#")] = '\0';
        if (lines->line[strspn(lines->line, " \t")] != '\0')
            return true;
    }
    return false;
}

/* Number of words of a line: atoms may be followed by three image counts. */
static size_t
count_words(const char *line)
{
    size_t n = 0;
    for (line += strspn(line, " \t"); *line != '\0'; line += strspn(line, " \t")) {
        line += strcspn(line, " \t");
        n++;
    }
    return n;
}

static int
by_id(const void *a, const void *b)
{
    const int64_t x = ((const struct numbered *)a)->id, y = ((const struct numbered *)b)->id;
    return (x > y) - (x < y);
}

static enum gravel_status
read_atoms(struct reader *r, const char *header, struct gravel_error *error)
{
    enum gravel_status status = choose_style(r, header, error);
    const size_t n = (size_t)r->n;
    r->order = calloc(n + 1, sizeof *r->order);
    if (status == GRAVEL_OK && r->order == NULL)
        status = gravel_no_memory(error);
    for (size_t k = 0; k < n && status == GRAVEL_OK; k++) {
        if (!next_row(&r->lines))
            return gravel_lines_refuse(&r->lines, error, "found the end of the file after %zu atoms, allowed %zu", k,
                                       n);
        if (k == 0 && count_words(r->lines.line) == r->atoms.n + 3)
            for (int c = 0; c < 3 && status == GRAVEL_OK; c++)
                status = gravel_columns_add(&r->atoms, &r->lines, (const char *[]){"ix", "iy", "iz"}[c], error);
        if (status == GRAVEL_OK)
            status = gravel_frame_resize(r->frame, k + 1, error);
        if (status == GRAVEL_OK)
            status = gravel_columns_read(&r->atoms, &r->lines, r->frame, k, NULL, error);
        if (status == GRAVEL_OK)
            r->order[k] = (struct numbered){r->frame->id[k], k};
    }
    if (status == GRAVEL_OK)
        qsort(r->order, n, sizeof *r->order, by_id);
    r->placed = status == GRAVEL_OK;
    return status;
}

/* Particle of this id; n when there is none. */
static size_t
find_id(const struct reader *r, int64_t id)
{
    const size_t n = (size_t)r->n;
    size_t low = 0, high = n;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (r->order[middle].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < n && r->order[low].id == id ? r->order[low].k : n;
}

static enum gravel_status
read_velocities(struct reader *r, struct gravel_error *error)
{
    const size_t n = (size_t)r->n;
    enum gravel_status status = GRAVEL_OK;
    if (!r->placed)
        return gravel_lines_refuse(&r->lines, error, "found Velocities before Atoms");
    for (size_t k = 0; k < n && status == GRAVEL_OK; k++) {
        double id;
        char *end;
        if (!next_row(&r->lines))
            return gravel_lines_refuse(&r->lines, error, "found the end of the file after %zu velocities, allowed %zu",
                                       k, n);
        const bool number = gravel_lines_number(r->lines.line + strspn(r->lines.line, " \t"), &end, &id);
        const size_t p = number && fabs(id) < 0x1p53 ? find_id(r, (int64_t)id) : n;
        if (p == n)
            return gravel_lines_refuse(&r->lines, error, "found \"%.40s\", allowed the id of an atom and its velocity",
                                       r->lines.line);
        status = gravel_columns_read(&r->velocities, &r->lines, r->frame, p, NULL, error);
    }
    r->moving = status == GRAVEL_OK;
    return status;
}

/* "1000 atoms", "0 1 xlo xhi". */
static enum gravel_status
read_head(struct reader *r, struct gravel_error *error)
{
    struct gravel_box *box = &r->frame->box;
    double *low[3] = {&box->low.x, &box->low.y, &box->low.z}, *high[3] = {&box->high.x, &box->high.y, &box->high.z};
    double a, b;
    char word[32] = "";
    if (sscanf(r->lines.line, "%lf %31s", &a, word) == 2 && strcmp(word, "atoms") == 0) {
        r->n = a;
        if (!(a >= 1.0) || a != floor(a) || a > 1e9)
            return gravel_lines_refuse(&r->lines, error, "found \"%.40s\", allowed the number of atoms", r->lines.line);
    }
    for (int d = 0; d < 3; d++)
        if (sscanf(r->lines.line, "%lf %lf %31s", &a, &b, word) == 3 && word[0] == "xyz"[d] &&
            strcmp(word + 1, "lo") == 0) {
            *low[d] = a;
            *high[d] = b;
            box->periodic[d] = true; /* such a file does not tell */
        }
    if (strstr(r->lines.line, "xy xz yz") != NULL)
        return gravel_lines_refuse(&r->lines, error, "found an oblique box, allowed edges along x, y and z");
    return GRAVEL_OK;
}

static enum gravel_status
next(void *reader, struct gravel_frame *frame, bool *found, struct gravel_error *error)
{
    struct reader *r = reader;
    enum gravel_status status = gravel_frame_resize(frame, 0, error);
    *found = false;
    if (r->done)
        return GRAVEL_OK;
    r->done = true;
    r->frame = frame;
    frame->t = 0.0;
    frame->no_time = "times";
    frame->n_species = 0;
    frame->box = (struct gravel_box){0};
    while (status == GRAVEL_OK && gravel_lines_next(&r->lines)) {
        const char *line = r->lines.line + strspn(r->lines.line, " \t");
        if (strncmp(line, "Atoms", 5) == 0)
            status = r->n > 0.0 ? read_atoms(r, line, error)
                                : gravel_lines_refuse(&r->lines, error, "found Atoms before their number");
        else if (strncmp(line, "Velocities", 10) == 0)
            status = read_velocities(r, error);
        else if (!r->placed)
            status = read_head(r, error);
    }
    if (status == GRAVEL_OK && !r->placed)
        status = gravel_lines_refuse(&r->lines, error, "found no section Atoms # sphere or Atoms # atomic");
    *found = status == GRAVEL_OK;
    frame->fields = gravel_columns_fields(&r->atoms) | (r->moving ? gravel_columns_fields(&r->velocities) : 0);
    frame->names_line = r->atoms.line;
    return status;
}

const struct gravel_format_ops gravel_format_lammps_data = {
    .name = "lammps-data",
    .suffix = ".data",
    .what = "LAMMPS data file with Atoms # sphere or # atomic, and Velocities; read only.",
    .reference = "LAMMPS manual, read_data command",
    .open = open_reader,
    .next = next,
    .close = close_reader,
};
