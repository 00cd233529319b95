/* Versions of claims, which a paper can cite. */
#ifndef GRAVEL_HARNESS_REFERENCE_VERSION_H
#define GRAVEL_HARNESS_REFERENCE_VERSION_H

#include "harness/reference/reference.h"

/* Set the versions of the references from the file, {"ID": {"version": 2, "hash": "..."}, ...}; 0 of those that it does
 * not name.  tests/meta/claims.py keeps it.  GRAVEL_INPUT when it is no such file. */
GRAVEL_MUST_USE enum gravel_status gravel_references_read_versions(struct gravel_references *references,
                                                                   const char *path, struct gravel_error *error);

#endif
