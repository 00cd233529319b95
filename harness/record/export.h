/* Ways to write records for other programs: one exporter a format, found by name in a registry. */
#ifndef GRAVEL_HARNESS_RECORD_EXPORT_H
#define GRAVEL_HARNESS_RECORD_EXPORT_H

#include "harness/record/record.h"

struct gravel_exporter {
    const char *name;
    const char *what; /* one sentence */
    /* Write all records to the file `path`, which is replaced when all is written; NULL: standard output.  GRAVEL_IO
     * when it cannot be written. */
    enum gravel_status (*write)(const struct gravel_records *records, const char *path, struct gravel_error *error);
};
extern const struct gravel_exporter gravel_export_csv, gravel_export_json;

#endif
