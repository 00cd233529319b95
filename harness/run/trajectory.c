#include "harness/run/trajectory.h"

#include "harness/case/schema.h"
#include "harness/record/export.h"
#include "harness/run/output.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_SIZE = 4096 };

/* The frames of a record: a series that can be read, or a table. */
struct source {
    const struct gravel_record *record;
    const struct gravel_format_ops *format; /* NULL: the table */
    const struct gravel_table *table;
    void *reader;
    char path[PATH_SIZE];
    bool table_read;
};

/* The first format in which the run has written a series; false when there is neither that nor a snapshot. */
static bool
find_source(struct source *source, const struct gravel_record *record, const char *root)
{
    *source = (struct source){.record = record, .table = gravel_record_table(record, "snapshot")};
    for (size_t k = 0; gravel_formats[k] != NULL && source->format == NULL; k++) {
        struct stat info;
        char name[64];
        if (gravel_formats[k]->open == NULL)
            continue;
        snprintf(name, sizeof name, "trajectory%s", gravel_formats[k]->suffix);
        gravel_output_path(root, record->case_name, record->key, name, source->path, sizeof source->path);
        if (stat(source->path, &info) == 0)
            source->format = gravel_formats[k];
    }
    return source->format != NULL || (source->table != NULL && source->table->n_rows > 0);
}

/* The periodic box, which not every format holds, as the record states it. */
static void
read_box(const struct gravel_record *record, struct gravel_frame *frame)
{
    static const char *const keys[] = {"box.periodic_x", "box.periodic_y", "box.periodic_z"};
    const struct gravel_options *p = &record->parameters;
    for (int d = 0; d < 3; d++)
        frame->box.periodic[d] = gravel_options_bool(p, keys[d]);
    frame->box.low = gravel_options_vec3(p, "box.low");
    frame->box.high = gravel_options_vec3(p, "box.high");
}

/* The table "snapshot" has columns of some fields by the names of tables of particles. */
static enum gravel_status
read_table(struct source *source, struct gravel_frame *frame, struct gravel_error *error)
{
    static const struct {
        const char *column;
        enum gravel_field field;
        int component;
    } columns[] = {{"x", GRAVEL_FIELD_POSITION, 0},
                   {"y", GRAVEL_FIELD_POSITION, 1},
                   {"z", GRAVEL_FIELD_POSITION, 2},
                   {"radius", GRAVEL_FIELD_RADIUS, 0},
                   {"species", GRAVEL_FIELD_SPECIES, 0}};
    const struct gravel_table *table = source->table;
    frame->n_species =
        gravel_schema_names(&source->record->parameters, "particles", frame->species_name, GRAVEL_SPECIES_MAX);
    if (frame->n_species == 0)
        gravel_frame_species(frame, "grain");
    frame->t = source->record->simulated_seconds;
    const enum gravel_status status = gravel_frame_resize(frame, table->n_rows, error);
    for (size_t c = 0; c < sizeof columns / sizeof *columns && status == GRAVEL_OK; c++) {
        const int column = gravel_table_column(table, columns[c].column);
        if (column < 0)
            continue;
        frame->fields |= gravel_field_bit(columns[c].field);
        for (size_t k = 0; k < table->n_rows; k++) {
            const double x = table->data[k * table->n_columns + (size_t)column];
            const bool is_species = columns[c].field == GRAVEL_FIELD_SPECIES;
            if ((is_species && !(x >= 0.0 && x < (double)frame->n_species)) ||
                !gravel_frame_set(frame, k, columns[c].field, columns[c].component, x))
                return gravel_fail(error, GRAVEL_INPUT, "point %s: its snapshot has the %s %g", source->record->key,
                                   columns[c].column, x);
        }
    }
    return status;
}

static enum gravel_status
next_frame(struct source *source, struct gravel_frame *frame, bool *found, struct gravel_error *error)
{
    enum gravel_status status = GRAVEL_OK;
    if (source->format != NULL) {
        status = source->format->next(source->reader, frame, found, error);
    } else {
        *found = !source->table_read;
        source->table_read = true;
        if (*found)
            status = read_table(source, frame, error);
    }
    read_box(source->record, frame);
    return status;
}

/* All frames of one record into one series. */
static enum gravel_status
convert(struct source *source, const struct gravel_format_ops *format, const char *path, struct gravel_error *error)
{
    struct gravel_frame frame = {0};
    void *writer = NULL;
    bool found = false;
    enum gravel_status status =
        source->format != NULL ? source->format->open(&source->reader, source->path, error) : GRAVEL_OK;
    if (status == GRAVEL_OK)
        status = next_frame(source, &frame, &found, error);
    if (status == GRAVEL_OK && !found)
        status = gravel_fail(error, GRAVEL_INPUT, "%s: found no frame", source->path);
    if (status == GRAVEL_OK)
        status = format->create(&writer, path, frame.fields, NULL, error);
    while (status == GRAVEL_OK && found) {
        status = format->write(writer, &frame, error);
        if (status == GRAVEL_OK)
            status = gravel_export_interrupted(error);
        if (status == GRAVEL_OK)
            status = next_frame(source, &frame, &found, error);
    }
    const enum gravel_status finished = format->finish(writer, status == GRAVEL_OK ? error : NULL);
    if (source->format != NULL)
        source->format->close(source->reader);
    gravel_frame_free(&frame);
    return status == GRAVEL_OK ? finished : status;
}

/* A folder that this export has made. */
static void
remove_folder(const char *path)
{
    DIR *folder = opendir(path);
    for (struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;) {
        char inner[PATH_SIZE];
        snprintf(inner, sizeof inner, "%s/%s", path, entry->d_name);
        if (entry->d_name[0] != '.')
            unlink(inner);
    }
    if (folder != NULL)
        closedir(folder);
    rmdir(path);
}

static enum gravel_status
export_folder(struct source *sources, size_t n, const struct gravel_format_ops *format, const char *part,
              const char *path, struct gravel_error *error)
{
    enum gravel_status status = GRAVEL_OK;
    struct stat info;
    if (stat(path, &info) == 0)
        return gravel_fail(error, GRAVEL_INPUT,
                           "%s: found a file or folder, allowed a new name: %zu series need a folder", path, n);
    if (mkdir(part, 0777) != 0)
        return gravel_fail(error, GRAVEL_IO, "%s: %s", part, strerror(errno));
    for (size_t k = 0; k < n && status == GRAVEL_OK; k++) {
        char series[PATH_SIZE];
        snprintf(series, sizeof series, "%s/%s-%s%s", part, sources[k].record->engine, sources[k].record->key,
                 format->suffix);
        status = convert(&sources[k], format, series, error);
    }
    if (status == GRAVEL_OK && rename(part, path) != 0)
        status = gravel_fail(error, GRAVEL_IO, "%s: %s", path, strerror(errno));
    if (status != GRAVEL_OK)
        remove_folder(part);
    return status;
}

static enum gravel_status
export_file(struct source *source, const struct gravel_format_ops *format, const char *part, const char *path,
            struct gravel_error *error)
{
    enum gravel_status status = convert(source, format, part, error);
    if (status == GRAVEL_OK && rename(part, path) != 0)
        status = gravel_fail(error, GRAVEL_IO, "%s: %s", path, strerror(errno));
    if (status != GRAVEL_OK)
        unlink(part);
    return status;
}

enum gravel_status
gravel_trajectories_export(const struct gravel_records *records, const char *root,
                           const struct gravel_format_ops *format, const char *path, struct gravel_error *error)
{
    struct source *sources = calloc(records->n + 1, sizeof *sources);
    char part[PATH_SIZE];
    size_t n = 0;
    if (sources == NULL)
        return gravel_no_memory(error);
    for (size_t k = 0; k < records->n; k++)
        n += find_source(&sources[n], &records->items[k], root);
    enum gravel_status status;
    if (n == 0)
        status =
            gravel_fail(error, GRAVEL_INPUT,
                        "export: found no frame of %zu points: neither a trajectory below %s (output: in the case, "
                        "or gravel run --output) nor a snapshot (measure: [snapshot])",
                        records->n, root);
    else
        status = gravel_export_part(path, part, sizeof part, error);
    if (status == GRAVEL_OK)
        status = n > 1 || format->many_files ? export_folder(sources, n, format, part, path, error)
                                             : export_file(&sources[0], format, part, path, error);
    free(sources);
    return status;
}
