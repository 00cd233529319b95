/* A state that stands in a file: of an earlier run, of another program, of a measurement. */
#include "cases/prepare/prepare.h"
#include "cases/prepare/refuse.h"
#include "cases/prepare/state.h"
#include "engines/io/format.h"

static const struct gravel_key options[] = {
    {"path", GRAVEL_TYPE_TEXT, GRAVEL_REQUIRED | GRAVEL_FILE, NULL, 0, 0, NULL, NULL,
     "of the file, from the folder of the case file; its content is part of the key of a point"},
    {"format", GRAVEL_TYPE_CHOICE, GRAVEL_OPTIONAL, NULL, 0, 0, NULL, "csv|h5md|lammps-data|lammps-dump|xyz",
     "of the file; without it the suffix tells: .csv, .h5, .data, .dump, .xyz"},
    {"frame", GRAVEL_TYPE_INT, 0, "1", -1, 1e9, "-1", NULL, "number of the frame in the file, from 0; -1: the last"},
    {"fields", GRAVEL_TYPE_TEXT, 0, NULL, 0, 0, "position velocity", NULL,
     "what is taken of the file, words among: id species position velocity spin radius mass attached (the number of a "
     "wall from 0, -1: free, -2: absorbed); the rest is as the case states it, at rest"},
    {0},
};

static enum gravel_status
fill(struct gravel_system *system, const struct gravel_options *o, uint64_t seed, struct gravel_error *error)
{
    (void)seed;
    const char *path = gravel_options_text(o, "path");
    const struct gravel_format_ops *format = gravel_options_has(o, "format")
                                                 ? gravel_format_find(gravel_options_text(o, "format"))
                                                 : gravel_format_of_path(path);
    struct gravel_frame frame = {0};
    struct gravel_error why;
    unsigned fields;
    if (format == NULL || format->open == NULL)
        return gravel_prepare_refuse(error, "file", "path",
                                     "found %s, allowed: a file that ends in .csv, .h5, .data, .dump or .xyz, or a "
                                     "format",
                                     path);
    enum gravel_status status = gravel_state_fields(o, "fields", "file", &fields, error);
    if (status != GRAVEL_OK)
        return status;
    status = gravel_frame_read(format, path, gravel_options_int(o, "frame"), &frame, &why);
    if (status != GRAVEL_OK)
        gravel_prepare_refuse(error, "file", "path", "%s", why.text);
    else
        status = gravel_state_fill(system, &frame, fields, path, "file", "path", error);
    gravel_frame_free(&frame);
    return status;
}

const struct gravel_prepare_ops gravel_prepare_file = {
    .name = "file",
    .what =
        "The state in a file: CSV, H5MD, VTKHDF, LAMMPS data or dump, extended XYZ; columns are found by their names.",
    .reference = "engines/io/format.h",
    .options = options,
    .fill = fill,
};
