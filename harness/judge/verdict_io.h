/* The registry of writers of judgements: table for the terminal, TAP and JUnit for CI, JSON for programs. */
#ifndef GRAVEL_HARNESS_JUDGE_VERDICT_IO_H
#define GRAVEL_HARNESS_JUDGE_VERDICT_IO_H

#include "harness/judge/verdicts.h"

/* All of them, NULL-terminated; the first is the default. */
extern const struct gravel_verdict_writer *const gravel_verdict_writers[];

/* The writer of that name, or NULL. */
const struct gravel_verdict_writer *gravel_verdict_writer_find(const char *name);

/* Write and flush.  GRAVEL_IO when the file cannot be written, GRAVEL_MEMORY for JSON.  The table shows everything that
 * is no PASS, and PASS too when `all`; the other formats show everything. */
GRAVEL_MUST_USE enum gravel_status gravel_verdicts_write(FILE *file, const struct gravel_verdicts *verdicts,
                                                         const struct gravel_verdict_writer *writer, bool all,
                                                         struct gravel_error *error);

#endif
