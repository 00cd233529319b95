#include "harness/judge/verdict_io.h"

#include <string.h>

extern const struct gravel_verdict_writer gravel_verdict_writer_baseline, gravel_verdict_writer_contradictions,
    gravel_verdict_writer_json, gravel_verdict_writer_junit, gravel_verdict_writer_table, gravel_verdict_writer_tap;

const struct gravel_verdict_writer *const gravel_verdict_writers[] = {
    &gravel_verdict_writer_table,
    &gravel_verdict_writer_tap,
    &gravel_verdict_writer_junit,
    &gravel_verdict_writer_json,
    &gravel_verdict_writer_contradictions,
    &gravel_verdict_writer_baseline,
    NULL,
};

const struct gravel_verdict_writer *
gravel_verdict_writer_find(const char *name)
{
    for (const struct gravel_verdict_writer *const *writer = gravel_verdict_writers; *writer; writer++)
        if (strcmp((*writer)->name, name) == 0)
            return *writer;
    return NULL;
}

enum gravel_status
gravel_verdicts_write(FILE *file, const struct gravel_verdicts *verdicts, const struct gravel_verdict_writer *writer,
                      bool all, struct gravel_error *error)
{
    const enum gravel_status status = writer->write(file, verdicts, all, error);
    if (status == GRAVEL_OK && (fflush(file) != 0 || ferror(file)))
        return gravel_not_written(error, "verdicts");
    return status;
}
