/* Records as CSV (one row a point), JSON (everything) and extended XYZ (the snapshots). */
#include "engines/core/array.h"
#include "harness/record/export.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Write through `print` to a file or standard output. */
static enum gravel_status
write_text(const struct gravel_records *records, const char *path,
           enum gravel_status (*print)(FILE *file, const struct gravel_records *records), struct gravel_error *error)
{
    FILE *file = path != NULL ? fopen(path, "w") : stdout;
    if (file == NULL)
        return gravel_fail(error, GRAVEL_IO, "%s: %s", path, strerror(errno));
    const enum gravel_status status = print(file, records);
    const bool bad = ferror(file) != 0;
    const bool closed = path != NULL ? fclose(file) == 0 : fflush(file) == 0;
    if (status != GRAVEL_OK)
        return gravel_fail(error, status, "export: %s", gravel_status_text(status));
    if (bad || !closed)
        return gravel_fail(error, GRAVEL_IO, "%s: cannot be written", path != NULL ? path : "standard output");
    return GRAVEL_OK;
}

/* CSV */

static void
print_field(FILE *file, const char *text)
{
    if (strpbrk(text, ",\"\n\r") == NULL) {
        fputs(text, file);
        return;
    }
    fputc('"', file);
    for (; *text != '\0'; text++) {
        if (*text == '"')
            fputc('"', file);
        fputc(*text, file);
    }
    fputc('"', file);
}

/* Names in the order of their first appearance. */
struct names {
    size_t n, capacity;
    const char **items; /* owned; the texts are not */
};

static bool
add_name(struct names *names, const char *name)
{
    for (size_t k = 0; k < names->n; k++)
        if (strcmp(names->items[k], name) == 0)
            return true;
    if (!gravel_array_grow(&names->items, &names->capacity, names->n + 1, sizeof *names->items))
        return false;
    names->items[names->n++] = name;
    return true;
}

static void
print_parameter(char *buffer, size_t size, const struct gravel_record *record, const char *path)
{
    const struct gravel_value *value = gravel_options_find(&record->parameters, path);
    buffer[0] = '\0';
    if (value != NULL)
        gravel_value_print(value, buffer, size);
}

static bool
varies(const struct gravel_records *records, const char *path)
{
    char first[256], other[256];
    print_parameter(first, sizeof first, &records->items[0], path);
    for (size_t r = 1; r < records->n; r++) {
        print_parameter(other, sizeof other, &records->items[r], path);
        if (strcmp(first, other) != 0)
            return true;
    }
    return false;
}

/* Parameters that vary and observables. */
static enum gravel_status
collect_names(const struct gravel_records *records, struct names *parameters, struct names *observables)
{
    for (size_t r = 0; r < records->n; r++) {
        const struct gravel_record *record = &records->items[r];
        for (size_t k = 0; k < record->parameters.n; k++) {
            const char *path = record->parameters.items[k].path;
            /* Parameters of the first record have been examined already. */
            const bool seen = r > 0 && gravel_options_find(&records->items[0].parameters, path) != NULL;
            if (!seen && varies(records, path) && !add_name(parameters, path))
                return GRAVEL_MEMORY;
        }
        for (size_t k = 0; k < record->n_observables; k++)
            if (!add_name(observables, record->observables[k].name))
                return GRAVEL_MEMORY;
    }
    return GRAVEL_OK;
}

static const char *
unit_of(const struct gravel_records *records, const char *name)
{
    for (size_t r = 0; r < records->n; r++) {
        const struct gravel_observable *o = gravel_record_observable(&records->items[r], name);
        if (o != NULL)
            return o->unit;
    }
    return "";
}

static void
print_head(FILE *file, const struct gravel_records *records, const struct names *parameters,
           const struct names *observables)
{
    fputs("key,case,engine,seed,replicate,status,steady", file);
    for (size_t k = 0; k < parameters->n; k++)
        fprintf(file, ",%s", parameters->items[k]);
    for (size_t k = 0; k < observables->n; k++) {
        const char *name = observables->items[k], *unit = unit_of(records, name);
        fprintf(file, ",%s [%s],%s_err [%s]", name, unit, name, unit);
    }
    fputc('\n', file);
}

static void
print_row(FILE *file, const struct gravel_record *r, const struct names *parameters, const struct names *observables)
{
    char value[256];
    fprintf(file, "%s,%s,%s,%" PRIu64 ",%d,%s,%d", r->key, r->case_name, r->engine, r->seed, r->replicate,
            gravel_point_status_name(r->status), (int)r->steady);
    for (size_t k = 0; k < parameters->n; k++) {
        print_parameter(value, sizeof value, r, parameters->items[k]);
        fputc(',', file);
        print_field(file, value);
    }
    for (size_t k = 0; k < observables->n; k++) {
        const struct gravel_observable *o = gravel_record_observable(r, observables->items[k]);
        char err[32] = "";
        value[0] = '\0';
        if (o != NULL)
            gravel_number_print(o->value, value, sizeof value);
        if (o != NULL && !(o->err < 0.0)) /* a negative one is unknown */
            gravel_number_print(o->err, err, sizeof err);
        fprintf(file, ",%s,%s", value, err);
    }
    fputc('\n', file);
}

static enum gravel_status
print_csv(FILE *file, const struct gravel_records *records)
{
    struct names parameters = {0}, observables = {0};
    const enum gravel_status status = collect_names(records, &parameters, &observables);
    if (status == GRAVEL_OK)
        print_head(file, records, &parameters, &observables);
    for (size_t r = 0; r < records->n && status == GRAVEL_OK; r++)
        print_row(file, &records->items[r], &parameters, &observables);
    free(parameters.items);
    free(observables.items);
    return status;
}

static enum gravel_status
write_csv(const struct gravel_records *records, const char *path, struct gravel_error *error)
{
    return write_text(records, path, print_csv, error);
}

/* JSON: an array of records. */

static enum gravel_status
print_json(FILE *file, const struct gravel_records *records)
{
    fputs("[", file);
    for (size_t r = 0; r < records->n; r++) {
        json_t *json = gravel_record_to_json(&records->items[r]);
        if (json == NULL)
            return GRAVEL_MEMORY;
        fputs(r > 0 ? ",\n" : "\n", file);
        json_dumpf(json, file, JSON_REAL_PRECISION(17) | JSON_INDENT(1));
        json_decref(json);
    }
    fputs("\n]\n", file);
    return GRAVEL_OK;
}

static enum gravel_status
write_json(const struct gravel_records *records, const char *path, struct gravel_error *error)
{
    return write_text(records, path, print_json, error);
}

/* Extended XYZ: a frame a record, from its table "snapshot". */

static bool
is_position(const char *column)
{
    return strcmp(column, "x") == 0 || strcmp(column, "y") == 0 || strcmp(column, "z") == 0;
}

static double
cell(const struct gravel_table *table, size_t row, const char *column)
{
    const int k = gravel_table_column(table, column);
    return k >= 0 ? table->data[row * table->n_columns + (size_t)k] : 0.0;
}

static void
print_frame(FILE *file, const struct gravel_record *record, const struct gravel_table *table)
{
    fprintf(file, "%zu\nProperties=species:S:1:pos:R:3", table->n_rows);
    for (size_t k = 0; k < table->n_columns; k++)
        if (!is_position(table->columns[k]) && strcmp(table->columns[k], "species") != 0)
            fprintf(file, ":%s:R:1", table->columns[k]);
    fprintf(file, " case=%s engine=%s key=%s time=%.17g\n", record->case_name, record->engine, record->key,
            record->simulated_seconds);
    for (size_t r = 0; r < table->n_rows; r++) {
        fprintf(file, "S%.0f %.17g %.17g %.17g", cell(table, r, "species"), cell(table, r, "x"), cell(table, r, "y"),
                cell(table, r, "z"));
        for (size_t k = 0; k < table->n_columns; k++)
            if (!is_position(table->columns[k]) && strcmp(table->columns[k], "species") != 0)
                fprintf(file, " %.17g", table->data[r * table->n_columns + k]);
        fputc('\n', file);
    }
}

static enum gravel_status
print_xyz(FILE *file, const struct gravel_records *records)
{
    for (size_t r = 0; r < records->n; r++) {
        const struct gravel_table *table = gravel_record_table(&records->items[r], "snapshot");
        if (table != NULL)
            print_frame(file, &records->items[r], table);
    }
    return GRAVEL_OK;
}

static enum gravel_status
write_xyz(const struct gravel_records *records, const char *path, struct gravel_error *error)
{
    return write_text(records, path, print_xyz, error);
}

const struct gravel_exporter gravel_export_csv = {
    "csv", "One row a point: parameters that vary, observables and their errors.", write_csv};
const struct gravel_exporter gravel_export_json = {"json", "Full records.", write_json};
const struct gravel_exporter gravel_export_xyz = {"xyz", "Snapshots as extended XYZ, one frame a point.", write_xyz};
