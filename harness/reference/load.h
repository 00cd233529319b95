/* The references of a folder and of the folders below it. */
#ifndef GRAVEL_HARNESS_REFERENCE_LOAD_H
#define GRAVEL_HARNESS_REFERENCE_LOAD_H

#include "harness/reference/reference.h"

/* Read every *.yaml below `folder`, sorted by path.  The caller frees the list with gravel_references_free; after a
 * failure it is empty.  Every refusal is GRAVEL_INPUT and "file:line:column: key: found ..., allowed ...". */
GRAVEL_MUST_USE enum gravel_status gravel_references_load(struct gravel_references *references, const char *folder,
                                                          struct gravel_error *error);

#endif
