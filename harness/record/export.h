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

/* Name of the file or folder that an export to `path` writes and renames when it is complete.  GRAVEL_INPUT when there
 * is something at `path` that a file may not replace: a folder, a device. */
GRAVEL_MUST_USE enum gravel_status gravel_export_part(const char *path, char *part, size_t size,
                                                      struct gravel_error *error);

/* GRAVEL_INTERRUPTED once a signal was noted (interrupt.h). */
GRAVEL_MUST_USE enum gravel_status gravel_export_interrupted(struct gravel_error *error);

#endif
