/* H5MD 1.1 (de Buyl, Colberg and Hoefling 2014): one group of particles, "all"; positions, images, velocities, ... are
 * arrays over time, ids, species and masses are fixed.  Species are an enumeration, which holds their names. */
#include "engines/io/h5md.h"
#include "engines/io/format.h"

#ifndef GRAVEL_HDF5

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
gravel_h5md_create(void **writer, const char *path, unsigned fields, struct gravel_error *error)
{
    (void)fields;
    *writer = NULL;
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

enum gravel_status
gravel_h5md_write(void *writer, const struct gravel_frame *frame, struct gravel_error *error)
{
    (void)writer;
    (void)frame;
    return refuse("", error);
}

void
gravel_h5md_close(void *reader)
{
    (void)reader;
}

enum gravel_status
gravel_h5md_finish(void *writer, struct gravel_error *error)
{
    (void)writer;
    (void)error;
    return GRAVEL_OK;
}

#endif

const struct gravel_format_ops gravel_format_h5md = {
    .name = "h5md",
    .suffix = ".h5",
    .what = "H5MD 1.1: one HDF5 file, arrays over time; needs HDF5.",
    .reference = "de Buyl, Colberg and Hoefling 2014, Comput. Phys. Commun. 185, 1546",
    .survives = "all frames that were written, unless the process is killed while it writes one",
    .open = gravel_h5md_open,
    .next = gravel_h5md_next,
    .close = gravel_h5md_close,
    .create = gravel_h5md_create,
    .write = gravel_h5md_write,
    .finish = gravel_h5md_finish,
};
