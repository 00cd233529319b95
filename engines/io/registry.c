#include "engines/io/format.h"

#include <string.h>

extern const struct gravel_format_ops gravel_format_csv, gravel_format_h5md, gravel_format_lammps_data,
    gravel_format_lammps_dump, gravel_format_vtkhdf, gravel_format_vtp, gravel_format_xyz;

const struct gravel_format_ops *const gravel_formats[] = {
    &gravel_format_csv,    &gravel_format_h5md, &gravel_format_lammps_data, &gravel_format_lammps_dump,
    &gravel_format_vtkhdf, &gravel_format_vtp,  &gravel_format_xyz,         NULL,
};

const struct gravel_format_ops *
gravel_format_find(const char *name)
{
    for (size_t k = 0; gravel_formats[k] != NULL; k++)
        if (strcmp(gravel_formats[k]->name, name) == 0)
            return gravel_formats[k];
    return NULL;
}

const struct gravel_format_ops *
gravel_format_of_path(const char *path)
{
    const size_t length = strlen(path);
    for (size_t k = 0; gravel_formats[k] != NULL; k++) {
        const size_t end = strlen(gravel_formats[k]->suffix);
        if (gravel_formats[k]->open != NULL && length > end &&
            strcmp(path + length - end, gravel_formats[k]->suffix) == 0)
            return gravel_formats[k];
    }
    return NULL;
}

enum gravel_status
gravel_frame_read(const struct gravel_format_ops *format, const char *path, long number, struct gravel_frame *frame,
                  struct gravel_error *error)
{
    void *reader = NULL;
    struct gravel_frame following = {0};
    bool found = true;
    long k = -1;
    *frame = (struct gravel_frame){0};
    enum gravel_status status = format->open(&reader, path, error);
    /* The last frame is the one that none follows: two frames change places. */
    while (status == GRAVEL_OK && found && (number < 0 || k < number)) {
        status = format->next(reader, &following, &found, error);
        if (status != GRAVEL_OK || !found)
            break;
        const struct gravel_frame read = following;
        following = *frame;
        *frame = read;
        k++;
    }
    if (status == GRAVEL_OK && (k < 0 || k < number))
        status = gravel_fail(error, GRAVEL_INPUT, "%s: found %ld frames, allowed a file that has frame %ld", path,
                             k + 1, number < 0 ? 0 : number);
    gravel_frame_free(&following);
    format->close(reader);
    return status;
}
