/* Writing of H5MD files: see h5md.c. */
#include "engines/io/h5md_write.h"

#ifdef GRAVEL_HDF5
#include "engines/io/hdf5_series.h"

#include <hdf5.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool
is_fixed(int field)
{
    return field == GRAVEL_FIELD_ID || field == GRAVEL_FIELD_SPECIES || field == GRAVEL_FIELD_MASS;
}

/* All functions return whether they succeeded; a chain of && stops at the first failure. */

struct writer {
    char *path;
    unsigned fields;
    hid_t file, group;
    hid_t time, step, value[GRAVEL_FIELD_COUNT]; /* data sets over time; negative: none */
    hsize_t n_frames;
};

static bool
write_attribute(hid_t place, const char *name, hid_t file_type, hid_t memory_type, hsize_t n, const void *data)
{
    const hid_t space = n > 0 ? H5Screate_simple(1, &n, NULL) : H5Screate(H5S_SCALAR);
    const hid_t attribute = H5Acreate2(place, name, file_type, space, H5P_DEFAULT, H5P_DEFAULT);
    const bool ok = attribute >= 0 && H5Awrite(attribute, memory_type, data) >= 0;
    H5Aclose(attribute);
    H5Sclose(space);
    return ok;
}

/* A fixed-length text. */
static bool
write_text(hid_t place, const char *name, const char *text)
{
    const hid_t type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, strlen(text) + 1);
    const bool ok = write_attribute(place, name, type, type, 0, text);
    H5Tclose(type);
    return ok;
}

static bool
write_fixed(hid_t place, const char *name, hid_t file_type, hid_t memory_type, int rank, const hsize_t *size,
            const void *data)
{
    const hid_t space = H5Screate_simple(rank, size, NULL);
    const hid_t set = H5Dcreate2(place, name, file_type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    const bool ok = set >= 0 && H5Dwrite(set, memory_type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) >= 0;
    H5Dclose(set);
    H5Sclose(space);
    return ok;
}

static hid_t
make_group(hid_t place, const char *name)
{
    return H5Gcreate2(place, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
}

static bool
write_head(hid_t file)
{
    static const int version[] = {1, 1};
    const hid_t h5md = make_group(file, "h5md"), author = make_group(h5md, "author"),
                creator = make_group(h5md, "creator");
    const bool ok = write_attribute(h5md, "version", H5T_STD_I32LE, H5T_NATIVE_INT, 2, version) &&
                    write_text(author, "name", "unknown") && write_text(creator, "name", "gravel") &&
                    write_text(creator, "version", GRAVEL_VERSION);
    H5Gclose(creator);
    H5Gclose(author);
    H5Gclose(h5md);
    return ok;
}

/* Periodic axes and, when there is one, the edges of the box; its lower corner is an attribute of our own. */
static bool
write_box(hid_t group, const struct gravel_box *b)
{
    enum { WORD = 9 };
    char boundary[3][WORD] = {"none", "none", "none"};
    const double edges[] = {b->high.x - b->low.x, b->high.y - b->low.y, b->high.z - b->low.z};
    const double low[] = {b->low.x, b->low.y, b->low.z};
    const hsize_t three = 3;
    const int dimension = 3;
    const hid_t box = make_group(group, "box"), type = H5Tcopy(H5T_C_S1);
    for (int d = 0; d < 3; d++)
        if (b->periodic[d])
            strcpy(boundary[d], "periodic");
    H5Tset_size(type, WORD);
    bool ok = write_attribute(box, "dimension", H5T_STD_I32LE, H5T_NATIVE_INT, 0, &dimension) &&
              write_attribute(box, "boundary", type, type, 3, boundary);
    if (b->periodic[0] || b->periodic[1] || b->periodic[2])
        ok = ok && write_fixed(box, "edges", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, 1, &three, edges) &&
             write_attribute(box, "low", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, 3, low);
    H5Tclose(type);
    H5Gclose(box);
    return ok;
}

static double *
copy_field(const struct gravel_frame *frame, int f)
{
    const size_t n_components = (size_t)gravel_fields[f].n_components;
    double *numbers = malloc((n_components * frame->n + 1) * sizeof *numbers);
    for (size_t k = 0; numbers != NULL && k < n_components * frame->n; k++)
        numbers[k] = gravel_frame_get(frame, k / n_components, (enum gravel_field)f, (int)(k % n_components));
    return numbers;
}

static bool
write_species(const struct writer *w, const struct gravel_frame *frame)
{
    const hsize_t n = frame->n;
    const hid_t type = H5Tenum_create(H5T_NATIVE_INT);
    int *numbers = malloc((frame->n + 1) * sizeof *numbers);
    bool ok = numbers != NULL;
    for (int s = 0; s < (int)frame->n_species && ok; s++)
        ok = H5Tenum_insert(type, frame->species_name[s], &s) >= 0;
    for (size_t k = 0; k < frame->n && ok; k++)
        numbers[k] = frame->particles[k].species;
    ok = ok && write_fixed(w->group, gravel_fields[GRAVEL_FIELD_SPECIES].h5md, type, type, 1, &n, numbers);
    free(numbers);
    H5Tclose(type);
    return ok;
}

static int
series_size(const struct gravel_frame *frame, int f, hsize_t size[3])
{
    size[0] = 1;
    size[1] = frame->n;
    size[2] = (hsize_t)gravel_fields[f].n_components;
    return size[2] > 1 ? 3 : 2;
}

/* All groups and data sets, from the first frame; an element's step and time are links to those of the first one. */
static bool
lay_out(struct writer *w, const struct gravel_frame *frame)
{
    const hid_t particles = make_group(w->file, "particles");
    const hsize_t one = 1, n = frame->n;
    w->group = make_group(particles, "all");
    H5Gclose(particles);
    bool ok = w->group >= 0 && write_head(w->file) && write_box(w->group, &frame->box);
    if (ok && (w->fields & gravel_field_bit(GRAVEL_FIELD_SPECIES)))
        ok = write_species(w, frame);
    for (int f = 0; f < GRAVEL_FIELD_COUNT && ok; f++) {
        const hid_t type = gravel_fields[f].whole ? H5T_STD_I64LE : H5T_IEEE_F64LE;
        hsize_t size[3];
        if (!(w->fields & 1u << f) || f == GRAVEL_FIELD_SPECIES)
            continue;
        if (is_fixed(f)) {
            double *numbers = copy_field(frame, f);
            ok = numbers != NULL &&
                 write_fixed(w->group, gravel_fields[f].h5md, type, H5T_NATIVE_DOUBLE, 1, &n, numbers);
            free(numbers);
            continue;
        }
        const hid_t element = make_group(w->group, gravel_fields[f].h5md);
        const int rank = series_size(frame, f, size);
        w->value[f] = gravel_series_make(element, "value", type, rank, size);
        if (w->time < 0) {
            w->time = gravel_series_make(element, "time", H5T_IEEE_F64LE, 1, &one);
            w->step = gravel_series_make(element, "step", H5T_STD_I64LE, 1, &one);
            ok = w->time >= 0 && w->step >= 0;
        } else {
            ok = H5Lcreate_hard(w->time, ".", element, "time", H5P_DEFAULT, H5P_DEFAULT) >= 0 &&
                 H5Lcreate_hard(w->step, ".", element, "step", H5P_DEFAULT, H5P_DEFAULT) >= 0;
        }
        ok = ok && w->value[f] >= 0 && write_text(w->value[f], "unit", gravel_fields[f].unit);
        H5Gclose(element);
    }
    return ok;
}

/* The data sets of a file that has been laid out, without the frames behind the first n_frames. */
static bool
open_sets(struct writer *w)
{
    char name[96];
    bool ok = (w->group = H5Gopen2(w->file, "particles/all", H5P_DEFAULT)) >= 0;
    for (int f = 0; f < GRAVEL_FIELD_COUNT && ok; f++) {
        if (!(w->fields & 1u << f) || is_fixed(f))
            continue;
        snprintf(name, sizeof name, "%s/value", gravel_fields[f].h5md);
        ok = (w->value[f] = gravel_series_open(w->group, name, w->n_frames)) >= 0;
        if (w->time >= 0 || !ok)
            continue;
        snprintf(name, sizeof name, "%s/time", gravel_fields[f].h5md);
        w->time = gravel_series_open(w->group, name, w->n_frames);
        snprintf(name, sizeof name, "%s/step", gravel_fields[f].h5md);
        w->step = gravel_series_open(w->group, name, w->n_frames);
        ok = w->time >= 0 && w->step >= 0;
    }
    return ok && H5Fflush(w->file, H5F_SCOPE_GLOBAL) >= 0;
}

static enum gravel_status
open_file(struct writer *w, const struct gravel_prefix *before, struct gravel_error *error)
{
    if (before == NULL) {
        w->file = H5Fcreate(w->path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
        return w->file >= 0 ? GRAVEL_OK : gravel_fail(error, GRAVEL_IO, "%s: cannot be created", w->path);
    }
    const enum gravel_status status = gravel_prefix_copy(w->path, before->path, error);
    if (status != GRAVEL_OK)
        return status;
    w->n_frames = (hsize_t)before->n_frames;
    w->file = H5Fopen(w->path, H5F_ACC_RDWR, H5P_DEFAULT);
    return w->file >= 0 && open_sets(w) ? GRAVEL_OK
                                        : gravel_fail(error, GRAVEL_IO, "%s: found no file with %lld whole frames",
                                                      before->path, (long long)before->n_frames);
}

/* Closes and frees everything; false when the file could not be written. */
static bool
free_writer(struct writer *w)
{
    for (int f = 0; f < GRAVEL_FIELD_COUNT; f++)
        if (w->value[f] >= 0)
            H5Dclose(w->value[f]);
    if (w->time >= 0)
        H5Dclose(w->time);
    if (w->step >= 0)
        H5Dclose(w->step);
    if (w->group >= 0)
        H5Gclose(w->group);
    const bool ok = w->file < 0 || H5Fclose(w->file) >= 0;
    free(w->path);
    free(w);
    return ok;
}

enum gravel_status
gravel_h5md_create(void **writer, const char *path, unsigned fields, const struct gravel_prefix *before,
                   struct gravel_error *error)
{
    struct writer *w = calloc(1, sizeof *w);
    *writer = NULL;
    if (w == NULL || (w->path = strdup(path)) == NULL) {
        free(w);
        return gravel_no_memory(error);
    }
    w->fields = fields;
    w->file = w->time = w->step = w->group = -1;
    for (int f = 0; f < GRAVEL_FIELD_COUNT; f++)
        w->value[f] = -1;
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    const enum gravel_status status = open_file(w, before, error);
    if (status == GRAVEL_OK)
        *writer = w;
    else
        (void)free_writer(w);
    return status;
}

/* Always 0: a resumed file continues after a number of frames, not of bytes. */
int64_t
gravel_h5md_size(const void *writer)
{
    (void)writer;
    return 0;
}

enum gravel_status
gravel_h5md_write(void *writer, const struct gravel_frame *frame, struct gravel_error *error)
{
    struct writer *w = writer;
    const double step = (double)w->n_frames;
    const hsize_t one = 1;
    bool ok = w->n_frames > 0 || lay_out(w, frame);
    for (int f = 0; f < GRAVEL_FIELD_COUNT && ok; f++) {
        hsize_t size[3];
        if (w->value[f] < 0)
            continue;
        double *numbers = copy_field(frame, f);
        const int rank = series_size(frame, f, size);
        ok = numbers != NULL && gravel_series_append(w->value[f], w->n_frames, rank, size, numbers);
        free(numbers);
    }
    ok = ok && (w->time < 0 || (gravel_series_append(w->time, w->n_frames, 1, &one, &frame->t) &&
                                gravel_series_append(w->step, w->n_frames, 1, &one, &step)));
    w->n_frames++;
    ok = ok && H5Fflush(w->file, H5F_SCOPE_GLOBAL) >= 0;
    return ok ? GRAVEL_OK : gravel_fail(error, GRAVEL_IO, "%s: HDF5 could not write it", w->path);
}

enum gravel_status
gravel_h5md_finish(void *writer, struct gravel_error *error)
{
    struct writer *w = writer;
    char path[512];
    if (w == NULL)
        return GRAVEL_OK;
    snprintf(path, sizeof path, "%s", w->path);
    return free_writer(w) ? GRAVEL_OK : gravel_fail(error, GRAVEL_IO, "%s: HDF5 could not write it", path);
}

#else

static enum gravel_status
refuse(const char *path, struct gravel_error *error)
{
    return gravel_fail(error, GRAVEL_INPUT, "%s: this gravel was built without HDF5 (libhdf5-dev)", path);
}

enum gravel_status
gravel_h5md_create(void **writer, const char *path, unsigned fields, const struct gravel_prefix *before,
                   struct gravel_error *error)
{
    (void)fields;
    (void)before;
    *writer = NULL;
    return refuse(path, error);
}

int64_t
gravel_h5md_size(const void *writer)
{
    (void)writer;
    return 0;
}

enum gravel_status
gravel_h5md_write(void *writer, const struct gravel_frame *frame, struct gravel_error *error)
{
    (void)writer;
    (void)frame;
    return refuse("", error);
}

enum gravel_status
gravel_h5md_finish(void *writer, struct gravel_error *error)
{
    (void)writer;
    (void)error;
    return GRAVEL_OK;
}

#endif
