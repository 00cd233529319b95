/* Reading of H5MD files: see h5md.c. */
#include "engines/io/h5md_read.h"

#include "engines/io/hdf5_set.h"

#ifdef GRAVEL_HDF5
#include <hdf5.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct reader {
    char *path;
    hid_t file, group; /* group: the first one of /particles */
    hsize_t n_frames, n, at;
};

void
gravel_h5md_close(void *reader)
{
    struct reader *r = reader;
    if (r == NULL)
        return;
    if (r->group >= 0)
        H5Gclose(r->group);
    if (r->file >= 0)
        H5Fclose(r->file);
    free(r->path);
    free(r);
}

/* The data set of an element, whether it depends on time or not; negative when there is none. */
static hid_t
open_element(hid_t group, const char *name, bool *timed)
{
    H5O_info_t info;
    char path[96];
    *timed = false;
    if (!gravel_hdf5_has(group, name) || H5Oget_info_by_name1(group, name, &info, H5P_DEFAULT) < 0)
        return -1;
    if (info.type == H5O_TYPE_DATASET)
        return H5Dopen2(group, name, H5P_DEFAULT);
    *timed = true;
    snprintf(path, sizeof path, "%s/value", name);
    return info.type == H5O_TYPE_GROUP && gravel_hdf5_has(group, path) ? H5Dopen2(group, path, H5P_DEFAULT) : -1;
}

static enum gravel_status
find_particles(struct reader *r, struct gravel_error *error)
{
    char name[64] = "", path[96];
    hsize_t size[3];
    int rank;
    bool timed;
    if (!gravel_hdf5_has(r->file, "particles") ||
        H5Lget_name_by_idx(r->file, "particles", H5_INDEX_NAME, H5_ITER_INC, 0, name, sizeof name, H5P_DEFAULT) < 0)
        return gravel_fail(error, GRAVEL_INPUT, "%s: found no group below /particles", r->path);
    snprintf(path, sizeof path, "particles/%s", name);
    r->group = H5Gopen2(r->file, path, H5P_DEFAULT);
    const hid_t set = r->group >= 0 ? open_element(r->group, "position", &timed) : -1;
    const bool ok =
        set >= 0 && timed && gravel_hdf5_extents(set, &rank, size) && rank == 3 && size[2] == 3 && size[1] > 0;
    if (set >= 0)
        H5Dclose(set);
    if (!ok)
        return gravel_fail(error, GRAVEL_INPUT,
                           "%s: found no /%s/position/value, allowed an array [times][particles][3]", r->path, path);
    r->n_frames = size[0];
    r->n = size[1];
    return GRAVEL_OK;
}

enum gravel_status
gravel_h5md_open(void **reader, const char *path, struct gravel_error *error)
{
    struct reader *r = calloc(1, sizeof *r);
    *reader = NULL;
    if (r == NULL || (r->path = strdup(path)) == NULL) {
        free(r);
        return gravel_no_memory(error);
    }
    r->group = -1;
    r->file = gravel_hdf5_open(path);
    const enum gravel_status status =
        r->file >= 0 ? find_particles(r, error)
                     : gravel_fail(error, GRAVEL_INPUT, "%s: found no file in the format HDF5", path);
    if (status == GRAVEL_OK)
        *reader = r;
    else
        gravel_h5md_close(r);
    return status;
}

/* The numbers of one frame, n_components a particle; false when the extents do not fit. */
static bool
read_numbers(const struct reader *r, hid_t set, bool timed, int n_components, double *numbers)
{
    hsize_t size[3] = {0}, start[3] = {r->at, 0, 0}, count[3] = {1, r->n, (hsize_t)n_components};
    int rank;
    const int wanted = (timed ? 2 : 1) + (n_components > 1);
    if (!gravel_hdf5_extents(set, &rank, size) || rank != wanted || size[timed] != r->n ||
        (timed && size[0] <= r->at) || (n_components > 1 && size[timed + 1] != (hsize_t)n_components))
        return false;
    if (!timed) {
        start[0] = 0;
        count[0] = r->n;
        count[1] = (hsize_t)n_components;
    }
    return gravel_hdf5_read(set, rank, start, count, numbers);
}

static enum gravel_status
read_field(const struct reader *r, struct gravel_frame *frame, int f, double *numbers, struct gravel_error *error)
{
    const struct gravel_field_info *info = &gravel_fields[f];
    bool timed;
    const hid_t set = open_element(r->group, info->h5md, &timed);
    if (set < 0)
        return GRAVEL_OK;
    enum gravel_status status = GRAVEL_OK;
    if (!read_numbers(r, set, timed, info->n_components, numbers))
        status = gravel_fail(error, GRAVEL_INPUT,
                             "%s: %s: found other extents, allowed %d numbers for each of %zu particles", r->path,
                             info->h5md, info->n_components, frame->n);
    else
        status = gravel_hdf5_set_field(frame, (enum gravel_field)f, info->h5md, set, numbers, r->path, error);
    H5Dclose(set);
    frame->fields |= 1u << f;
    return status;
}

static void
read_time(const struct reader *r, double *t)
{
    const hsize_t one = 1;
    *t = 0.0;
    const hid_t set =
        gravel_hdf5_has(r->group, "position/time") ? H5Dopen2(r->group, "position/time", H5P_DEFAULT) : -1;
    hsize_t size[3];
    int rank;
    if (set >= 0 && gravel_hdf5_extents(set, &rank, size) && rank == 1 && size[0] > r->at &&
        (!gravel_hdf5_read(set, 1, &r->at, &one, t) || !isfinite(*t)))
        *t = 0.0;
    if (set >= 0)
        H5Dclose(set);
}

enum gravel_status
gravel_h5md_next(void *reader, struct gravel_frame *frame, bool *found, struct gravel_error *error)
{
    struct reader *r = reader;
    enum gravel_status status = gravel_frame_resize(frame, 0, error);
    *found = status == GRAVEL_OK && r->at < r->n_frames;
    if (!*found)
        return status;
    frame->fields = 0;
    frame->n_species = 0;
    frame->box = (struct gravel_box){0};
    status = gravel_frame_resize(frame, (size_t)r->n, error);
    double *numbers = malloc(3 * frame->n * sizeof *numbers);
    if (status == GRAVEL_OK && numbers == NULL)
        status = gravel_no_memory(error);
    read_time(r, &frame->t);
    frame->no_time = gravel_hdf5_has(r->group, "position/time") ? NULL : "position/time";
    for (int f = 0; f < GRAVEL_FIELD_COUNT && status == GRAVEL_OK; f++)
        status = read_field(r, frame, f, numbers, error);
    free(numbers);
    r->at++;
    return status;
}

#else

static enum gravel_status
refuse(const char *path, struct gravel_error *error)
{
    return gravel_fail(error, GRAVEL_INPUT, "%s: this gravel was built without HDF5 (libhdf5-dev)", path);
}

enum gravel_status
gravel_h5md_open(void **reader, const char *path, struct gravel_error *error)
{
    *reader = NULL;
    return refuse(path, error);
}

enum gravel_status
gravel_h5md_next(void *reader, struct gravel_frame *frame, bool *found, struct gravel_error *error)
{
    (void)reader;
    (void)frame;
    *found = false;
    return refuse("", error);
}

void
gravel_h5md_close(void *reader)
{
    (void)reader;
}

#endif
