/* Reading of H5MD files: see h5md.c. */
#include "engines/io/h5md_read.h"

#ifdef GRAVEL_HDF5
#include <hdf5.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

static bool
has(hid_t place, const char *name)
{
    return H5Lexists(place, name, H5P_DEFAULT) > 0;
}

/* The data set of an element, whether it depends on time or not; negative when there is none. */
static hid_t
open_element(hid_t group, const char *name, bool *timed)
{
    H5O_info_t info;
    char path[96];
    *timed = false;
    if (!has(group, name) || H5Oget_info_by_name1(group, name, &info, H5P_DEFAULT) < 0)
        return -1;
    if (info.type == H5O_TYPE_DATASET)
        return H5Dopen2(group, name, H5P_DEFAULT);
    *timed = true;
    snprintf(path, sizeof path, "%s/value", name);
    return info.type == H5O_TYPE_GROUP && has(group, path) ? H5Dopen2(group, path, H5P_DEFAULT) : -1;
}

/* Extents of a data set, at most three; false when there are more. */
static bool
extents(hid_t set, int *rank, hsize_t size[3])
{
    const hid_t space = H5Dget_space(set);
    *rank = H5Sget_simple_extent_ndims(space);
    const bool ok = *rank >= 0 && *rank <= 3 && H5Sget_simple_extent_dims(space, size, NULL) >= 0;
    H5Sclose(space);
    return ok;
}

static enum gravel_status
find_particles(struct reader *r, struct gravel_error *error)
{
    char name[64] = "", path[96];
    hsize_t size[3];
    int rank;
    bool timed;
    if (!has(r->file, "particles") ||
        H5Lget_name_by_idx(r->file, "particles", H5_INDEX_NAME, H5_ITER_INC, 0, name, sizeof name, H5P_DEFAULT) < 0)
        return gravel_fail(error, GRAVEL_INPUT, "%s: found no group below /particles", r->path);
    snprintf(path, sizeof path, "particles/%s", name);
    r->group = H5Gopen2(r->file, path, H5P_DEFAULT);
    const hid_t set = r->group >= 0 ? open_element(r->group, "position", &timed) : -1;
    const bool ok = set >= 0 && timed && extents(set, &rank, size) && rank == 3 && size[2] == 3 && size[1] > 0;
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
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    r->group = -1;
    r->file = access(path, R_OK) == 0 && H5Fis_hdf5(path) > 0 ? H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT) : -1;
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
    if (!extents(set, &rank, size) || rank != wanted || size[timed] != r->n || (timed && size[0] <= r->at) ||
        (n_components > 1 && size[timed + 1] != (hsize_t)n_components))
        return false;
    if (!timed) {
        start[0] = 0;
        count[0] = r->n;
        count[1] = (hsize_t)n_components;
    }
    const hid_t space = H5Dget_space(set), memory = H5Screate_simple(rank, count, NULL);
    const bool ok = H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, count, NULL) >= 0 &&
                    H5Dread(set, H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, numbers) >= 0;
    H5Sclose(memory);
    H5Sclose(space);
    return ok;
}

/* The name of a species: of an enumeration its own, else the number. */
static void
species_name(hid_t set, double number, char *name, size_t size)
{
    const hid_t type = H5Dget_type(set);
    snprintf(name, size, "%.0f", number);
    const int n = H5Tget_class(type) == H5T_ENUM ? H5Tget_nmembers(type) : 0;
    const hid_t base = n > 0 ? H5Tget_super(type) : -1;
    for (int k = 0; k < n; k++) {
        long long value[2] = {0};
        char *member = H5Tget_member_name(type, (unsigned)k);
        if (member != NULL && H5Tget_size(base) <= sizeof value && H5Tget_member_value(type, (unsigned)k, value) >= 0 &&
            H5Tconvert(base, H5T_NATIVE_LLONG, 1, value, NULL, H5P_DEFAULT) >= 0 && (double)value[0] == number)
            snprintf(name, size, "%s", member);
        H5free_memory(member);
    }
    if (base >= 0)
        H5Tclose(base);
    H5Tclose(type);
}

static enum gravel_status
set_species(const struct reader *r, hid_t set, struct gravel_frame *frame, const double *numbers,
            struct gravel_error *error)
{
    double last = NAN;
    int species = -1;
    for (size_t k = 0; k < frame->n; k++) {
        char name[64];
        if (numbers[k] != last) {
            species_name(set, numbers[k], name, sizeof name);
            species = gravel_frame_species(frame, name);
            last = numbers[k];
        }
        if (species < 0)
            return gravel_fail(error, GRAVEL_INPUT, "%s: species: found more than %d, or a name that is too long",
                               r->path, GRAVEL_SPECIES_MAX);
        frame->particles[k].species = species;
    }
    return GRAVEL_OK;
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
    else if (f == GRAVEL_FIELD_SPECIES)
        status = set_species(r, set, frame, numbers, error);
    else
        for (size_t k = 0; k < frame->n && status == GRAVEL_OK; k++)
            for (int c = 0; c < info->n_components; c++) {
                const double x = numbers[k * (size_t)info->n_components + (size_t)c];
                if (!isfinite(x) || !gravel_frame_set(frame, k, (enum gravel_field)f, c, x))
                    status = gravel_fail(error, GRAVEL_INPUT, "%s: %s of particle %zu: found %g, allowed a %s number",
                                         r->path, info->h5md, k, x, info->whole ? "whole" : "finite");
            }
    H5Dclose(set);
    frame->fields |= 1u << f;
    return status;
}

static void
read_time(const struct reader *r, double *t)
{
    const hsize_t one = 1;
    *t = 0.0;
    const hid_t set = has(r->group, "position/time") ? H5Dopen2(r->group, "position/time", H5P_DEFAULT) : -1;
    hsize_t size[3];
    int rank;
    if (set >= 0 && extents(set, &rank, size) && rank == 1 && size[0] > r->at) {
        const hid_t space = H5Dget_space(set), memory = H5Screate_simple(1, &one, NULL);
        H5Sselect_hyperslab(space, H5S_SELECT_SET, &r->at, NULL, &one, NULL);
        if (H5Dread(set, H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, t) < 0 || !isfinite(*t))
            *t = 0.0;
        H5Sclose(memory);
        H5Sclose(space);
    }
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
