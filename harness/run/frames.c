#include "harness/run/frames.h"

#include "harness/case/schema.h"
#include "harness/run/output.h"

#include <stdio.h>
#include <sys/stat.h>

bool
gravel_frames_find(struct gravel_frames *frames, const struct gravel_record *record, const char *root)
{
    *frames = (struct gravel_frames){.record = record, .table = gravel_record_table(record, "snapshot")};
    for (size_t k = 0; gravel_formats[k] != NULL && frames->format == NULL; k++) {
        struct stat info;
        char name[64];
        if (gravel_formats[k]->open == NULL)
            continue;
        snprintf(name, sizeof name, "trajectory%s", gravel_formats[k]->suffix);
        gravel_output_path(root, record->case_name, record->key, name, frames->path, sizeof frames->path);
        if (stat(frames->path, &info) == 0)
            frames->format = gravel_formats[k];
    }
    return frames->format != NULL || (frames->table != NULL && frames->table->n_rows > 0);
}

enum gravel_status
gravel_frames_require(size_t n_lists, const struct gravel_records *lists, const char *root, struct gravel_error *error)
{
    size_t n = 0;
    for (size_t l = 0; l < n_lists; l++)
        for (size_t k = 0; k < lists[l].n; k++, n++) {
            struct gravel_frames frames;
            if (gravel_frames_find(&frames, &lists[l].items[k], root) && frames.format != NULL)
                return GRAVEL_OK;
        }
    return gravel_fail(error, GRAVEL_INPUT,
                       "--from: found no frame of the %zu points below %s, allowed: a folder that gravel run --output "
                       "has written for one of them",
                       n, root);
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
read_table(struct gravel_frames *frames, struct gravel_frame *frame, struct gravel_error *error)
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
    const struct gravel_table *table = frames->table;
    frame->n_species =
        gravel_schema_names(&frames->record->parameters, "particles", frame->species_name, GRAVEL_SPECIES_MAX);
    if (frame->n_species == 0)
        gravel_frame_species(frame, "grain");
    frame->t = frames->record->simulated_seconds;
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
                return gravel_fail(error, GRAVEL_INPUT, "point %s: its snapshot has the %s %g", frames->record->key,
                                   columns[c].column, x);
        }
    }
    return status;
}

enum gravel_status
gravel_frames_open(struct gravel_frames *frames, struct gravel_error *error)
{
    frames->table_read = false;
    return frames->format != NULL ? frames->format->open(&frames->reader, frames->path, error) : GRAVEL_OK;
}

void
gravel_frames_close(struct gravel_frames *frames)
{
    if (frames->format != NULL)
        frames->format->close(frames->reader);
    frames->reader = NULL;
}

enum gravel_status
gravel_frames_next(struct gravel_frames *frames, struct gravel_frame *frame, bool *found, struct gravel_error *error)
{
    enum gravel_status status = GRAVEL_OK;
    if (frames->format != NULL) {
        status = frames->format->next(frames->reader, frame, found, error);
    } else {
        *found = !frames->table_read;
        frames->table_read = true;
        if (*found)
            status = read_table(frames, frame, error);
    }
    read_box(frames->record, frame);
    return status;
}
