/* One file of references, checked key by key. */
#ifndef GRAVEL_HARNESS_REFERENCE_READ_H
#define GRAVEL_HARNESS_REFERENCE_READ_H

#include "harness/reference/reference.h"

/* Append the references of one file.  They point to `path` from then on, which must exist as long as they do; what was
 * read before a refusal stays in the list.  Every refusal is GRAVEL_INPUT and "file:line:column: key: found ...,
 * allowed ...". */
GRAVEL_MUST_USE enum gravel_status gravel_references_read(struct gravel_references *references, const char *path,
                                                          struct gravel_error *error);

#endif
