/* A case file -> struct gravel_case. */
#ifndef GRAVEL_HARNESS_CASE_LOAD_H
#define GRAVEL_HARNESS_CASE_LOAD_H

#include "harness/case/case.h"

/* Read, validate and resolve the file at `path` for a tier ("quick", "full", "long"): every key, every rule between
 * parameters and the rules of each engine, at every combination of the sweep.  The caller frees *c with
 * gravel_case_free; after a failure it is empty.  Every refusal is GRAVEL_INPUT and one message "file:line:column: key:
 * found ..., allowed ..."; GRAVEL_IO when reading fails. */
GRAVEL_MUST_USE enum gravel_status gravel_case_load(struct gravel_case *c, const char *path, const char *tier,
                                                    struct gravel_error *error);

#endif
