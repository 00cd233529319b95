#include "harness/run/start_file.h"

#include "harness/run/build.h"

#include <stdio.h>
#include <string.h>

static enum gravel_status
fill_frame(struct gravel_frame *frame, const struct gravel_system *system, struct gravel_error *error)
{
    const enum gravel_status status = gravel_frame_resize(frame, system->n_particles, error);
    if (status != GRAVEL_OK)
        return status;
    frame->fields = gravel_field_bit(GRAVEL_FIELD_ID) | gravel_field_bit(GRAVEL_FIELD_SPECIES) |
                    gravel_field_bit(GRAVEL_FIELD_POSITION) | gravel_field_bit(GRAVEL_FIELD_VELOCITY) |
                    gravel_field_bit(GRAVEL_FIELD_RADIUS) | gravel_field_bit(GRAVEL_FIELD_MASS) |
                    gravel_field_bit(GRAVEL_FIELD_ATTACHED);
    if (system->material.rotation)
        frame->fields |= gravel_field_bit(GRAVEL_FIELD_SPIN);
    frame->box = system->box;
    frame->n_species = system->n_species;
    memcpy(frame->species_name, system->species_name, sizeof frame->species_name);
    for (size_t k = 0; k < frame->n; k++) {
        frame->particles[k] = system->particles[k];
        frame->unwrapped[k] = system->particles[k].x;
    }
    gravel_frame_wrap(frame);
    return GRAVEL_OK;
}

static enum gravel_status
write_frame(const struct gravel_frame *frame, const struct gravel_format_ops *format, const char *path,
            struct gravel_error *error)
{
    void *writer = NULL;
    struct gravel_error later;
    enum gravel_status status = format->create(&writer, path, frame->fields, NULL, error);
    if (status == GRAVEL_OK)
        status = format->write(writer, frame, error);
    const enum gravel_status finished = format->finish(writer, status == GRAVEL_OK ? error : &later);
    if (status == GRAVEL_OK)
        status = finished;
    if (status != GRAVEL_OK)
        remove(path);
    return status;
}

enum gravel_status
gravel_start_write(const struct gravel_point *point, const struct gravel_format_ops *format, const char *path,
                   struct gravel_error *error)
{
    struct gravel_system system = {0};
    struct gravel_frame frame = {0};
    enum gravel_status status = gravel_case_build(&point->parameters, point->c->prepare, point->seed, &system, error);
    if (status == GRAVEL_OK)
        status = fill_frame(&frame, &system, error);
    if (status == GRAVEL_OK)
        status = write_frame(&frame, format, path, error);
    gravel_frame_free(&frame);
    gravel_system_free(&system);
    return status;
}
