/* Ways to write records to a file for other programs: one exporter a format, found by name in a registry. */
#ifndef GRAVEL_HARNESS_RECORD_EXPORT_H
#define GRAVEL_HARNESS_RECORD_EXPORT_H

#include "harness/record/record.h"

struct gravel_exporter {
    const char *name;
    const char *what; /* one sentence */
    /* Write all records to the file `path`, which is replaced if it exists; NULL: standard output.  GRAVEL_IO when it
     * cannot be written, GRAVEL_INPUT when the format needs a file, GRAVEL_UNSUPPORTED when it was not built in. */
    enum gravel_status (*write)(const struct gravel_records *records, const char *path, struct gravel_error *error);
};
extern const struct gravel_exporter gravel_export_csv, gravel_export_json, gravel_export_xyz, gravel_export_h5md;

#endif
