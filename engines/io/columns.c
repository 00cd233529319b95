#include "engines/io/columns.h"

#include "engines/core/words.h"

#include <stdlib.h>
#include <string.h>

/* Other names of fields: those of LAMMPS, of its tables of spheres, and of extended XYZ files of other programs. */
static const struct {
    const char *name;
    enum gravel_column_kind kind;
    enum gravel_field field;
} other_columns[] = {
    {"type", GRAVEL_COLUMN_SPECIES, GRAVEL_FIELD_SPECIES},
    {"element", GRAVEL_COLUMN_SPECIES, GRAVEL_FIELD_SPECIES},
    {"diameter", GRAVEL_COLUMN_DIAMETER, GRAVEL_FIELD_RADIUS},
    {"density", GRAVEL_COLUMN_DENSITY, GRAVEL_FIELD_MASS},
    {"t", GRAVEL_COLUMN_TIME, GRAVEL_FIELD_ID},
};

static const struct {
    const char *name;
    enum gravel_field field;
} other_properties[] = {
    {"position", GRAVEL_FIELD_POSITION},
    {"vel", GRAVEL_FIELD_VELOCITY},
    {"velocity", GRAVEL_FIELD_VELOCITY},
    {"omega", GRAVEL_FIELD_SPIN},
};

enum gravel_status
gravel_column_reader_open(void **reader, const char *path, struct gravel_error *error)
{
    struct gravel_column_reader *r = calloc(1, sizeof *r);
    *reader = r;
    if (r == NULL)
        return gravel_no_memory(error);
    const enum gravel_status status = gravel_lines_open(&r->lines, path, NULL, error);
    if (status != GRAVEL_OK) {
        gravel_column_reader_close(r);
        *reader = NULL;
    }
    return status;
}

void
gravel_column_reader_close(void *reader)
{
    struct gravel_column_reader *r = reader;
    if (r != NULL)
        gravel_lines_close(&r->lines);
    free(r);
}

static enum gravel_status
append(struct gravel_columns *columns, const struct gravel_lines *lines, struct gravel_column column,
       struct gravel_error *error)
{
    if (columns->n == GRAVEL_COLUMNS_MAX)
        return gravel_lines_refuse(lines, error, "found more than %d columns, allowed fewer", GRAVEL_COLUMNS_MAX);
    for (size_t k = 0; k < columns->n && column.kind != GRAVEL_COLUMN_IGNORED; k++) {
        const struct gravel_column *c = &columns->items[k];
        const bool same_kind = (c->kind == GRAVEL_COLUMN_TIME) == (column.kind == GRAVEL_COLUMN_TIME);
        /* LAMMPS writes both the type and the element: the later column, the name, replaces the number. */
        if (c->kind == GRAVEL_COLUMN_SPECIES && column.kind == GRAVEL_COLUMN_SPECIES &&
            strcmp(c->name, column.name) != 0) {
            columns->items[k].kind = GRAVEL_COLUMN_IGNORED;
            continue;
        }
        if (c->kind != GRAVEL_COLUMN_IGNORED && same_kind && c->field == column.field &&
            c->component == column.component)
            return gravel_lines_refuse(lines, error, "found the columns %s and %s, allowed one of them", c->name,
                                       column.name);
    }
    columns->items[columns->n++] = column;
    columns->line = lines->number;
    return GRAVEL_OK;
}

enum gravel_status
gravel_columns_add(struct gravel_columns *columns, const struct gravel_lines *lines, const char *name,
                   struct gravel_error *error)
{
    struct gravel_column column = {.kind = GRAVEL_COLUMN_IGNORED};
    snprintf(column.name, sizeof column.name, "%s", name);
    for (int f = 0; f < GRAVEL_FIELD_COUNT; f++) {
        const int c = gravel_word_list_index(gravel_fields[f].columns, name);
        if (c < 0)
            continue;
        column.kind = f == GRAVEL_FIELD_SPECIES ? GRAVEL_COLUMN_SPECIES : GRAVEL_COLUMN_NUMBER;
        column.field = (enum gravel_field)f;
        column.component = c;
        return append(columns, lines, column, error);
    }
    for (size_t k = 0; k < sizeof other_columns / sizeof *other_columns; k++)
        if (strcmp(other_columns[k].name, name) == 0) {
            column.kind = other_columns[k].kind;
            column.field = other_columns[k].field;
        }
    return append(columns, lines, column, error);
}

static int
find_property(const char *name)
{
    for (int f = 0; f < GRAVEL_FIELD_COUNT; f++)
        if (strcmp(gravel_fields[f].xyz, name) == 0)
            return f;
    for (size_t k = 0; k < sizeof other_properties / sizeof *other_properties; k++)
        if (strcmp(other_properties[k].name, name) == 0)
            return (int)other_properties[k].field;
    return -1;
}

enum gravel_status
gravel_columns_add_property(struct gravel_columns *columns, const struct gravel_lines *lines, const char *name,
                            char type, long n, struct gravel_error *error)
{
    const int field = find_property(name);
    if (field < 0 && strcmp(name, "diameter") == 0)
        return gravel_columns_add(columns, lines, name, error);
    if (field >= 0 && n != gravel_fields[field].n_components)
        return gravel_lines_refuse(lines, error, "property %.40s: found %ld columns, allowed %d", name, n,
                                   gravel_fields[field].n_components);
    if (field >= 0 && field != GRAVEL_FIELD_SPECIES && type != 'R' && type != 'I')
        return gravel_lines_refuse(lines, error, "property %.40s: found the type %c, allowed R or I", name, type);
    for (int c = 0; c < n; c++) {
        struct gravel_column column = {.kind = GRAVEL_COLUMN_IGNORED, .component = c};
        snprintf(column.name, sizeof column.name, "%s", name);
        if (field >= 0) {
            column.kind = field == GRAVEL_FIELD_SPECIES ? GRAVEL_COLUMN_SPECIES : GRAVEL_COLUMN_NUMBER;
            column.field = (enum gravel_field)field;
        }
        const enum gravel_status status = append(columns, lines, column, error);
        if (status != GRAVEL_OK)
            return status;
    }
    return GRAVEL_OK;
}

enum gravel_status
gravel_columns_check(const struct gravel_columns *columns, const struct gravel_lines *lines, struct gravel_error *error)
{
    const unsigned fields = gravel_columns_fields(columns);
    char allowed[256], names[64];
    for (size_t k = 0; k < columns->n; k++) {
        const struct gravel_column *c = &columns->items[k];
        if (c->kind == GRAVEL_COLUMN_IGNORED || c->kind == GRAVEL_COLUMN_TIME) {
            size_t used = 0;
            for (int f = 0; f < GRAVEL_FIELD_COUNT; f++) {
                gravel_word_list_print(gravel_fields[f].columns, names, sizeof names);
                used += (size_t)snprintf(allowed + used, sizeof allowed - used, "%s%s", f > 0 ? " " : "", names);
            }
            return gravel_lines_refuse(lines, error, "found the column %s, allowed: %s", c->name, allowed);
        }
        if (!(fields & gravel_field_bit(c->field))) {
            gravel_word_list_print(gravel_fields[c->field].columns, names, sizeof names);
            return gravel_lines_refuse(lines, error, "found the column %s alone, allowed: all of %s", c->name, names);
        }
    }
    return GRAVEL_OK;
}

unsigned
gravel_columns_fields(const struct gravel_columns *columns)
{
    int found[GRAVEL_FIELD_COUNT] = {0};
    unsigned fields = 0;
    for (size_t k = 0; k < columns->n; k++)
        if (columns->items[k].kind != GRAVEL_COLUMN_IGNORED && columns->items[k].kind != GRAVEL_COLUMN_TIME)
            found[columns->items[k].field]++;
    for (int f = 0; f < GRAVEL_FIELD_COUNT; f++)
        if (found[f] == gravel_fields[f].n_components)
            fields |= 1u << f;
    return fields;
}

static enum gravel_status
read_species(const char *word, struct gravel_frame *frame, size_t k, const struct gravel_lines *lines,
             struct gravel_error *error)
{
    /* Neighbours in a file are often of one species. */
    const int32_t before = k > 0 ? frame->particles[k - 1].species : -1;
    const int s =
        before >= 0 && strcmp(frame->species_name[before], word) == 0 ? before : gravel_frame_species(frame, word);
    if (s < 0)
        return gravel_lines_refuse(lines, error,
                                   "found the species %.40s, allowed %d species with names below 32 letters", word,
                                   GRAVEL_SPECIES_MAX);
    frame->particles[k].species = s;
    return GRAVEL_OK;
}

static enum gravel_status
read_number(const struct gravel_column *column, const char *word, struct gravel_frame *frame, size_t k, double *t,
            const struct gravel_lines *lines, struct gravel_error *error)
{
    char *end;
    double x;
    struct gravel_particle *p = &frame->particles[k];
    if (!gravel_lines_number(word, &end, &x) || *end != '\0')
        return gravel_lines_refuse(lines, error, "column %s: found \"%.40s\", allowed a finite number", column->name,
                                   word);
    switch (column->kind) {
    case GRAVEL_COLUMN_DIAMETER: p->radius = 0.5 * x; break;
    case GRAVEL_COLUMN_DENSITY: p->mass = x; break;
    case GRAVEL_COLUMN_TIME:
        if (t != NULL)
            *t = x;
        break;
    default:
        if (!gravel_frame_set(frame, k, column->field, column->component, x))
            return gravel_lines_refuse(lines, error, "column %s: found %.40s, allowed a whole number", column->name,
                                       word);
    }
    return GRAVEL_OK;
}

enum gravel_status
gravel_columns_read(const struct gravel_columns *columns, struct gravel_lines *lines, struct gravel_frame *frame,
                    size_t k, double *t, struct gravel_error *error)
{
    char *at = lines->line, *word;
    bool by_density = false;
    frame->line[k] = (int32_t)lines->number;
    for (size_t c = 0; c < columns->n; c++) {
        const struct gravel_column *column = &columns->items[c];
        enum gravel_status status = GRAVEL_OK;
        if ((word = gravel_lines_word(&at)) == NULL)
            return gravel_lines_refuse(lines, error, "found %zu values, allowed %zu, of which %s is missing", c,
                                       columns->n, column->name);
        if (column->kind == GRAVEL_COLUMN_SPECIES)
            status = read_species(word, frame, k, lines, error);
        else if (column->kind != GRAVEL_COLUMN_IGNORED)
            status = read_number(column, word, frame, k, t, lines, error);
        if (status != GRAVEL_OK)
            return status;
        by_density = by_density || column->kind == GRAVEL_COLUMN_DENSITY;
    }
    if ((word = gravel_lines_word(&at)) != NULL)
        return gravel_lines_refuse(lines, error, "found \"%.40s\" behind the last column, allowed %zu values", word,
                                   columns->n);
    struct gravel_particle *p = &frame->particles[k];
    if (by_density)
        p->mass *= 4.0 / 3.0 * M_PI * p->radius * p->radius * p->radius;
    return GRAVEL_OK;
}

void
gravel_columns_write(struct gravel_text *text, const struct gravel_frame *frame, size_t k, unsigned fields,
                     char separator)
{
    bool first = true;
    for (int f = 0; f < GRAVEL_FIELD_COUNT; f++)
        for (int c = 0; c < gravel_fields[f].n_components && (fields & 1u << f); c++) {
            if (!first)
                gravel_text_add_bytes(text, &separator, 1);
            first = false;
            if (f == GRAVEL_FIELD_SPECIES)
                gravel_text_add(text, "%s", frame->species_name[frame->particles[k].species]);
            else
                gravel_text_add(text, gravel_fields[f].whole ? "%.0f" : "%.17g",
                                gravel_frame_get(frame, k, (enum gravel_field)f, c));
        }
}
