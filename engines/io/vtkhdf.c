/* VTKHDF PolyData (Kitware, VTK file formats), read only: points are particles, with arrays of /VTKHDF/PointData that
 * have the names of ON-DEM WG3.  The frames of a series stand one after the other in every array; /VTKHDF/Steps says
 * where each begins and at what time.  A file without Steps has one frame, at t = 0. */
#include "engines/io/format.h"
#include "engines/io/hdf5_set.h"

#ifdef GRAVEL_HDF5
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct reader {
    char *path;
    hid_t file, root; /* root: /VTKHDF */
    hsize_t n_frames, at;
    double *numbers; /* of one field of a frame */
};

static void
close_file(void *reader)
{
    struct reader *r = reader;
    if (r == NULL)
        return;
    if (r->root >= 0)
        H5Gclose(r->root);
    if (r->file >= 0)
        H5Fclose(r->file);
    free(r->numbers);
    free(r->path);
    free(r);
}

/* Whether the attribute Type says PolyData; its text is of fixed or of variable length. */
static bool
is_poly_data(hid_t root)
{
    char text[32] = "", *variable = NULL;
    const hid_t attribute = H5Aopen(root, "Type", H5P_DEFAULT);
    if (attribute < 0)
        return false;
    const hid_t type = H5Aget_type(attribute);
    if (H5Tget_class(type) == H5T_STRING && H5Tis_variable_str(type) > 0) {
        if (H5Aread(attribute, type, &variable) >= 0 && variable != NULL)
            snprintf(text, sizeof text, "%s", variable);
        H5free_memory(variable);
    } else if (H5Tget_class(type) == H5T_STRING && H5Tget_size(type) < sizeof text) {
        if (H5Aread(attribute, type, text) < 0)
            text[0] = '\0';
    }
    H5Tclose(type);
    H5Aclose(attribute);
    return strcmp(text, "PolyData") == 0;
}

/* Number `at` of a data set of one dimension; false without one. */
static bool
read_number(const struct reader *r, const char *name, hsize_t at, double *number)
{
    const hsize_t one = 1;
    hsize_t size[3];
    int rank;
    const hid_t set = gravel_hdf5_has(r->root, name) ? H5Dopen2(r->root, name, H5P_DEFAULT) : -1;
    if (set < 0)
        return false;
    const bool ok = gravel_hdf5_extents(set, &rank, size) && rank == 1 && at < size[0] &&
                    gravel_hdf5_read(set, 1, &at, &one, number) && isfinite(*number);
    H5Dclose(set);
    return ok;
}

/* The first extent of a data set; 0 without one. */
static hsize_t
n_rows(const struct reader *r, const char *name)
{
    hsize_t size[3];
    int rank;
    const hid_t set = gravel_hdf5_has(r->root, name) ? H5Dopen2(r->root, name, H5P_DEFAULT) : -1;
    if (set < 0)
        return 0;
    const bool ok = gravel_hdf5_extents(set, &rank, size) && rank > 0;
    H5Dclose(set);
    return ok ? size[0] : 0;
}

static bool
is_series(const struct reader *r)
{
    return gravel_hdf5_has(r->root, "Steps");
}

static enum gravel_status
find_points(struct reader *r, struct gravel_error *error)
{
    r->root = gravel_hdf5_has(r->file, "VTKHDF") ? H5Gopen2(r->file, "VTKHDF", H5P_DEFAULT) : -1;
    if (r->root < 0 || !is_poly_data(r->root) || !gravel_hdf5_has(r->root, "Points"))
        return gravel_fail(error, GRAVEL_INPUT,
                           "%s: found no group /VTKHDF of the Type PolyData with Points, allowed one with particles as "
                           "its points",
                           r->path);
    r->n_frames = is_series(r) ? n_rows(r, "Steps/Values") : 1;
    if (n_rows(r, "NumberOfPoints") != r->n_frames)
        return gravel_fail(
            error, GRAVEL_INPUT,
            "%s: found %llu numbers in /VTKHDF/NumberOfPoints, allowed one for each of %llu times: files "
            "of one part",
            r->path, (unsigned long long)n_rows(r, "NumberOfPoints"), (unsigned long long)r->n_frames);
    return GRAVEL_OK;
}

static enum gravel_status
open_file(void **reader, const char *path, struct gravel_error *error)
{
    struct reader *r = calloc(1, sizeof *r);
    *reader = NULL;
    if (r == NULL || (r->path = strdup(path)) == NULL) {
        free(r);
        return gravel_no_memory(error);
    }
    r->root = -1;
    r->file = gravel_hdf5_open(path);
    const enum gravel_status status =
        r->file >= 0 ? find_points(r, error)
                     : gravel_fail(error, GRAVEL_INPUT, "%s: found no file in the format HDF5", path);
    if (status == GRAVEL_OK)
        *reader = r;
    else
        close_file(r);
    return status;
}

/* The row of an array at which the present frame begins; array NULL: of the points.  Arrays without a list of their own
 * begin where the points do. */
static bool
find_offset(const struct reader *r, const char *array, hsize_t *offset)
{
    char name[160] = "Steps/PointOffsets";
    double number = 0.0;
    if (is_series(r) && array != NULL) {
        snprintf(name, sizeof name, "Steps/PointDataOffsets/%s", array);
        if (!gravel_hdf5_has(r->root, "Steps/PointDataOffsets") || !gravel_hdf5_has(r->root, name))
            snprintf(name, sizeof name, "Steps/PointOffsets");
    }
    if (is_series(r) && (!read_number(r, name, r->at, &number) || number < 0.0))
        return false;
    *offset = (hsize_t)number;
    return true;
}

/* The rows of the present frame from a data set [points] or [points][n_components]. */
static bool
read_rows(const struct reader *r, hid_t set, const char *array, hsize_t n, int n_components)
{
    hsize_t size[3] = {0}, offset;
    int rank;
    if (!gravel_hdf5_extents(set, &rank, size) || rank != (n_components > 1 ? 2 : 1) ||
        !find_offset(r, array, &offset) || offset > size[0] || size[0] - offset < n ||
        (rank == 2 && size[1] != (hsize_t)n_components))
        return false;
    const hsize_t start[2] = {offset, 0}, count[2] = {n, (hsize_t)n_components};
    return gravel_hdf5_read(set, rank, start, count, r->numbers);
}

static enum gravel_status
read_field(const struct reader *r, struct gravel_frame *frame, enum gravel_field f, struct gravel_error *error)
{
    const struct gravel_field_info *info = &gravel_fields[f];
    char name[96] = "Points";
    if (f != GRAVEL_FIELD_POSITION) {
        snprintf(name, sizeof name, "PointData/%s", info->vtk);
        if (!gravel_hdf5_has(r->root, "PointData") || !gravel_hdf5_has(r->root, name))
            return GRAVEL_OK;
    }
    const hid_t set = H5Dopen2(r->root, name, H5P_DEFAULT);
    enum gravel_status status = GRAVEL_OK;
    if (set < 0 || !read_rows(r, set, info->vtk, frame->n, info->n_components))
        status = gravel_fail(error, GRAVEL_INPUT,
                             "%s: /VTKHDF/%s: found other extents, allowed %d numbers for each of %zu points of frame "
                             "%llu",
                             r->path, name, info->n_components, frame->n, (unsigned long long)r->at);
    else
        status = gravel_hdf5_set_field(frame, f, name, set, r->numbers, r->path, error);
    if (set >= 0)
        H5Dclose(set);
    frame->fields |= gravel_field_bit(f);
    return status;
}

static enum gravel_status
begin_frame(struct reader *r, struct gravel_frame *frame, struct gravel_error *error)
{
    double n, t = 0.0;
    if (!read_number(r, "NumberOfPoints", r->at, &n) || n < 0.0 ||
        (is_series(r) && !read_number(r, "Steps/Values", r->at, &t)))
        return gravel_fail(error, GRAVEL_INPUT, "%s: frame %llu: found no number of points or no time", r->path,
                           (unsigned long long)r->at);
    frame->t = t;
    frame->no_time = is_series(r) ? NULL : "Steps";
    if (n > (double)n_rows(r, "Points")) /* before memory is asked for */
        return gravel_fail(error, GRAVEL_INPUT, "%s: frame %llu: found %.0f points, allowed those of /VTKHDF/Points",
                           r->path, (unsigned long long)r->at, n);
    const enum gravel_status status = gravel_frame_resize(frame, (size_t)n, error);
    double *numbers = realloc(r->numbers, (3 * frame->n + 1) * sizeof *numbers);
    if (numbers == NULL)
        return status == GRAVEL_OK ? gravel_no_memory(error) : status;
    r->numbers = numbers;
    return status;
}

static enum gravel_status
next_frame(void *reader, struct gravel_frame *frame, bool *found, struct gravel_error *error)
{
    struct reader *r = reader;
    enum gravel_status status = gravel_frame_resize(frame, 0, error);
    *found = status == GRAVEL_OK && r->at < r->n_frames;
    if (!*found)
        return status;
    frame->fields = 0;
    frame->n_species = 0;
    frame->box = (struct gravel_box){0};
    status = begin_frame(r, frame, error);
    for (int f = 0; f < GRAVEL_FIELD_COUNT && status == GRAVEL_OK; f++)
        status = read_field(r, frame, (enum gravel_field)f, error);
    r->at++;
    return status;
}

#else

static void
close_file(void *reader)
{
    (void)reader;
}

static enum gravel_status
open_file(void **reader, const char *path, struct gravel_error *error)
{
    *reader = NULL;
    return gravel_fail(error, GRAVEL_INPUT, "%s: this gravel was built without HDF5 (libhdf5-dev)", path);
}

static enum gravel_status
next_frame(void *reader, struct gravel_frame *frame, bool *found, struct gravel_error *error)
{
    (void)reader;
    (void)frame;
    *found = false;
    return gravel_fail(error, GRAVEL_INPUT, "this gravel was built without HDF5 (libhdf5-dev)");
}

#endif

const struct gravel_format_ops gravel_format_vtkhdf = {
    .name = "vtkhdf",
    .suffix = ".vtkhdf",
    .what = "VTKHDF PolyData, with the arrays of ON-DEM WG3; read only; needs HDF5.",
    .reference = "VTK file formats, VTKHDF; ON-DEM WG3, Model Data",
    .open = open_file,
    .next = next_frame,
    .close = close_file,
};
