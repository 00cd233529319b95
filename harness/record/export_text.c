/* Records as CSV (one row a point) and JSON (everything). */
#include "engines/core/array.h"
#include "harness/record/export.h"
#include "harness/util/interrupt.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum gravel_status
gravel_export_part(const char *path, char *part, size_t size, struct gravel_error *error)
{
    struct stat info;
    if (stat(path, &info) == 0 && !S_ISREG(info.st_mode))
        return gravel_fail(error, GRAVEL_INPUT, "%s: found a folder or a device, allowed a new name or a file", path);
    /* With the number of the process: two exports do not meet, and what a killed one left stops nobody. */
    if (snprintf(part, size, "%s.part-%ld", path, (long)getpid()) >= (int)size)
        return gravel_fail(error, GRAVEL_INPUT, "%.80s...: found a name of %zu characters, allowed fewer", path,
                           strlen(path));
    return GRAVEL_OK;
}

enum gravel_status
gravel_export_interrupted(struct gravel_error *error)
{
    return gravel_interrupt_noted() ? gravel_fail(error, GRAVEL_INTERRUPTED, "%s", gravel_interrupt_message)
                                    : GRAVEL_OK;
}

/* Write through `print` to standard output, or to a file under another name, which is renamed when it is complete. */
static enum gravel_status
write_text(const struct gravel_records *records, const char *path,
           enum gravel_status (*print)(FILE *file, const struct gravel_records *records), struct gravel_error *error)
{
    char part[4096] = "";
    if (path != NULL && gravel_export_part(path, part, sizeof part, error) != GRAVEL_OK)
        return GRAVEL_INPUT;
    FILE *file = path != NULL ? fopen(part, "w") : stdout;
    if (file == NULL)
        return gravel_fail(error, GRAVEL_IO, "%s: %s", part, strerror(errno));
    enum gravel_status status = print(file, records);
    const bool bad = ferror(file) != 0;
    const bool closed = path != NULL ? fclose(file) == 0 : fflush(file) == 0;
    if (status == GRAVEL_INTERRUPTED)
        gravel_fail(error, status, "%s", gravel_interrupt_message);
    else if (status != GRAVEL_OK)
        gravel_fail(error, status, "export: %s", gravel_status_text(status));
    else if (bad || !closed || (path != NULL && rename(part, path) != 0))
        status = gravel_not_written(error, path != NULL ? path : "standard output");
    if (status != GRAVEL_OK && path != NULL)
        remove(part);
    return status;
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
    enum gravel_status status = collect_names(records, &parameters, &observables);
    if (status == GRAVEL_OK)
        print_head(file, records, &parameters, &observables);
    for (size_t r = 0; r < records->n && status == GRAVEL_OK; r++) {
        print_row(file, &records->items[r], &parameters, &observables);
        status = gravel_export_interrupted(NULL);
    }
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
        if (json == NULL || json_object_set_new(json, "schema", json_string("gravel-record/1")) != 0) {
            json_decref(json);
            return GRAVEL_MEMORY;
        }
        fputs(r > 0 ? ",\n" : "\n", file);
        json_dumpf(json, file, JSON_REAL_PRECISION(17) | JSON_INDENT(1));
        json_decref(json);
        const enum gravel_status status = gravel_export_interrupted(NULL);
        if (status != GRAVEL_OK)
            return status;
    }
    fputs("\n]\n", file);
    return GRAVEL_OK;
}

static enum gravel_status
write_json(const struct gravel_records *records, const char *path, struct gravel_error *error)
{
    return write_text(records, path, print_json, error);
}

const struct gravel_exporter gravel_export_csv = {
    "csv", "One row a point: parameters that vary, observables and their errors.", write_csv};
const struct gravel_exporter gravel_export_json = {"json", "Full records.", write_json};
