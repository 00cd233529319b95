/* VTK PolyData (VTP), one file a frame, and a collection file (PVD) with their times, which ParaView opens as a series.
 * `path` is that of the collection: trajectory.pvd beside trajectory_000000.vtp, ...  Each file is written under
 * another name and then renamed, so that it is whole; the collection always ends with its closing tags.
 *
 * Points are particles, each a vertex; arrays have the names of ON-DEM WG3 where it has one (body_id, material_id,
 * velocity, angular_velocity, mass, radius).  Data are appended in raw form, little-endian. */
#include "engines/io/format.h"
#include "engines/io/text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char closing[] = "  </Collection>\n</VTKFile>\n";

struct writer {
    FILE *collection;
    char *path, *stem; /* stem: the path without its suffix */
    const char *base;  /* of the stem, without folders */
    unsigned fields;
    int64_t n_frames;
    struct gravel_text text, data;
};

static void
free_writer(struct writer *w)
{
    if (w == NULL)
        return;
    if (w->collection != NULL)
        fclose(w->collection);
    free(w->path);
    free(w->stem);
    free(w->text.data);
    free(w->data.data);
    free(w);
}

static void
frame_path(const char *stem, int64_t number, const char *suffix, char *path, size_t size)
{
    snprintf(path, size, "%s_%06lld.vtp%s", stem, (long long)number, suffix);
}

/* Frames of an older series of this name, from this number on. */
static void
remove_frames(const struct writer *w, int64_t number)
{
    char path[4096];
    do
        frame_path(w->stem, number++, "", path, sizeof path);
    while (unlink(path) == 0);
}

/* The path of a collection without its suffix; the caller frees it. */
static char *
stem_of(const char *path)
{
    const size_t length = strlen(path), suffix = strlen(".pvd");
    const bool named = length > suffix && strcmp(path + length - suffix, ".pvd") == 0;
    return strndup(path, named ? length - suffix : length);
}

static enum gravel_status
begin_collection(struct writer *w, struct gravel_error *error)
{
    remove_frames(w, 0);
    w->collection = fopen(w->path, "w");
    if (w->collection == NULL)
        return gravel_fail(error, GRAVEL_IO, "%s: %s", w->path, strerror(errno));
    gravel_text_add(&w->text,
                    "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\" "
                    "byte_order=\"LittleEndian\">\n  <Collection>\n%s",
                    closing);
    return gravel_text_flush(&w->text, w->collection, w->path, error);
}

/* The collection with the names of the first frames, and these frames alone. */
static enum gravel_status
continue_collection(struct writer *w, const struct gravel_prefix *before, struct gravel_error *error)
{
    char *stem = stem_of(before->path), path[4096], from[4096];
    if (stem == NULL)
        return gravel_no_memory(error);
    enum gravel_status status = GRAVEL_OK;
    for (int64_t k = 0; k < before->n_frames && status == GRAVEL_OK; k++) {
        frame_path(w->stem, k, "", path, sizeof path);
        frame_path(stem, k, "", from, sizeof from);
        status = gravel_prefix_check(from, 1, error);
        if (status == GRAVEL_OK)
            status = gravel_prefix_copy(path, from, error);
    }
    free(stem);
    if (status == GRAVEL_OK)
        status = gravel_prefix_reopen(&w->collection, w->path, before->path, before->n_bytes, error);
    if (status != GRAVEL_OK)
        return status;
    w->n_frames = before->n_frames;
    remove_frames(w, w->n_frames);
    gravel_text_add(&w->text, "%s", closing);
    return gravel_text_flush(&w->text, w->collection, w->path, error);
}

static enum gravel_status
create(void **writer, const char *path, unsigned fields, const struct gravel_prefix *before, struct gravel_error *error)
{
    struct writer *w = calloc(1, sizeof *w);
    *writer = NULL;
    if (w == NULL || (w->path = strdup(path)) == NULL || (w->stem = stem_of(path)) == NULL) {
        free_writer(w);
        return gravel_no_memory(error);
    }
    w->base = strrchr(w->stem, '/') != NULL ? strrchr(w->stem, '/') + 1 : w->stem;
    w->fields = fields;
    const enum gravel_status status =
        before == NULL ? begin_collection(w, error) : continue_collection(w, before, error);
    if (status == GRAVEL_OK)
        *writer = w;
    else
        free_writer(w);
    return status;
}

/* Without the closing tags, which the next frame overwrites. */
static int64_t
n_bytes(const void *writer)
{
    return gravel_prefix_size(((const struct writer *)writer)->collection) - (int64_t)(sizeof closing - 1);
}

/* Declare an array in the text and append its numbers to the data: a 64-bit count of bytes, then the numbers. */
static void
add_array(struct writer *w, const char *name, const char *type, int n_components, const void *numbers, size_t bytes)
{
    const uint64_t size = bytes;
    gravel_text_add(&w->text,
                    "        <DataArray type=\"%s\" Name=\"%s\" NumberOfComponents=\"%d\" NumberOfTuples=\"%zu\" "
                    "format=\"appended\" offset=\"%zu\"/>\n",
                    type, name, n_components, bytes / 8 / (size_t)n_components, w->data.n);
    gravel_text_add_bytes(&w->data, &size, sizeof size);
    gravel_text_add_bytes(&w->data, numbers, bytes);
}

static void
add_field(struct writer *w, const struct gravel_frame *frame, int f, const char *name, double *scratch)
{
    const int n_components = gravel_fields[f].n_components;
    const size_t n = frame->n * (size_t)n_components;
    for (size_t k = 0; k < n; k++)
        scratch[k] =
            gravel_frame_get(frame, k / (size_t)n_components, (enum gravel_field)f, (int)(k % (size_t)n_components));
    if (gravel_fields[f].whole) { /* in place: both have eight bytes */
        int64_t whole;
        for (size_t k = 0; k < n; k++) {
            whole = (int64_t)scratch[k];
            memcpy(&scratch[k], &whole, sizeof whole);
        }
    }
    add_array(w, name, gravel_fields[f].whole ? "Int64" : "Float64", n_components, scratch, n * sizeof *scratch);
}

/* One vertex a particle: connectivity 0, 1, ... and offsets 1, 2, ... */
static void
add_vertices(struct writer *w, size_t n, double *scratch)
{
    for (int64_t shift = 0; shift < 2; shift++) {
        for (size_t k = 0; k < n; k++) {
            const int64_t whole = (int64_t)k + shift;
            memcpy(&scratch[k], &whole, sizeof whole);
        }
        add_array(w, shift == 0 ? "connectivity" : "offsets", "Int64", 1, scratch, n * sizeof *scratch);
    }
}

static enum gravel_status
fill(struct writer *w, const struct gravel_frame *frame, struct gravel_error *error)
{
    double *scratch = malloc((3 * frame->n + 1) * sizeof *scratch);
    if (scratch == NULL)
        return gravel_no_memory(error);
    w->text.n = w->data.n = 0;
    gravel_text_add(&w->text,
                    "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"LittleEndian\" "
                    "header_type=\"UInt64\">\n  <PolyData>\n    <FieldData>\n");
    add_array(w, "TimeValue", "Float64", 1, &frame->t, sizeof frame->t);
    gravel_text_add(&w->text,
                    "    </FieldData>\n    <Piece NumberOfPoints=\"%zu\" NumberOfVerts=\"%zu\" NumberOfLines=\"0\" "
                    "NumberOfStrips=\"0\" NumberOfPolys=\"0\">\n      <PointData>\n",
                    frame->n, frame->n);
    for (int f = 0; f < GRAVEL_FIELD_COUNT; f++)
        if ((w->fields & 1u << f) && gravel_fields[f].vtk != NULL)
            add_field(w, frame, f, gravel_fields[f].vtk, scratch);
    gravel_text_add(&w->text, "      </PointData>\n      <Points>\n");
    add_field(w, frame, GRAVEL_FIELD_POSITION, "position", scratch);
    gravel_text_add(&w->text, "      </Points>\n      <Verts>\n");
    add_vertices(w, frame->n, scratch);
    gravel_text_add(&w->text, "      </Verts>\n    </Piece>\n  </PolyData>\n  <AppendedData encoding=\"raw\">\n_");
    gravel_text_add_bytes(&w->text, w->data.data, w->data.n);
    gravel_text_add(&w->text, "\n  </AppendedData>\n</VTKFile>\n");
    free(scratch);
    return w->text.failed || w->data.failed ? gravel_no_memory(error) : GRAVEL_OK;
}

/* The file of this frame, written beside and renamed. */
static enum gravel_status
save_frame(struct writer *w, struct gravel_error *error)
{
    char part[4096], path[4096];
    frame_path(w->stem, w->n_frames, ".part", part, sizeof part);
    frame_path(w->stem, w->n_frames, "", path, sizeof path);
    FILE *file = fopen(part, "wb");
    if (file == NULL)
        return gravel_fail(error, GRAVEL_IO, "%s: %s", part, strerror(errno));
    enum gravel_status status = gravel_text_flush(&w->text, file, part, error);
    if ((fclose(file) != 0 || rename(part, path) != 0) && status == GRAVEL_OK)
        status = gravel_fail(error, GRAVEL_IO, "%s: %s", path, strerror(errno));
    return status;
}

static enum gravel_status
write_frame(void *writer, const struct gravel_frame *frame, struct gravel_error *error)
{
    struct writer *w = writer;
    enum gravel_status status = fill(w, frame, error);
    if (status == GRAVEL_OK)
        status = save_frame(w, error);
    if (status != GRAVEL_OK)
        return status;
    /* Over the closing tags, in one piece with new ones. */
    gravel_text_add(&w->text, "    <DataSet timestep=\"");
    gravel_text_add_number(&w->text, frame->t);
    gravel_text_add(&w->text, "\" file=\"%s_%06lld.vtp\"/>\n%s", w->base, (long long)w->n_frames++, closing);
    if (fseek(w->collection, -(long)(sizeof closing - 1), SEEK_END) != 0)
        return gravel_fail(error, GRAVEL_IO, "%s: %s", w->path, strerror(errno));
    return gravel_text_flush(&w->text, w->collection, w->path, error);
}

static enum gravel_status
finish(void *writer, struct gravel_error *error)
{
    struct writer *w = writer;
    enum gravel_status status = GRAVEL_OK;
    if (w != NULL && fclose(w->collection) != 0)
        status = gravel_fail(error, GRAVEL_IO, "%s: %s", w->path, strerror(errno));
    if (w != NULL)
        w->collection = NULL;
    free_writer(w);
    return status;
}

const struct gravel_format_ops gravel_format_vtp = {
    .name = "vtp",
    .suffix = ".pvd",
    .what = "VTK PolyData, one .vtp file a frame and a .pvd file with their times, which ParaView opens; write only.",
    .reference = "VTK file formats; names of ON-DEM WG3",
    .survives = "every .vtp file is whole, and the .pvd file names those that are complete",
    .many_files = true,
    .create = create,
    .write = write_frame,
    .n_bytes = n_bytes,
    .finish = finish,
};
