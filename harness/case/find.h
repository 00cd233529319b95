/* The catalogue: every *.yaml below cases/ of gravel_home(), named by its file. */
#ifndef GRAVEL_HARNESS_CASE_FIND_H
#define GRAVEL_HARNESS_CASE_FIND_H

#include "engines/core/status.h"

#include <stddef.h>

/* The path of a case of the catalogue by its name ("detachment-sigma"), or a copy of the path that is given (with a "/"
 * or the end ".yaml").  The caller frees *path.  GRAVEL_INPUT when the catalogue has no such case. */
GRAVEL_MUST_USE enum gravel_status gravel_case_find(const char *name_or_path, char **path, struct gravel_error *error);

/* Paths of all cases of the catalogue, sorted; the caller frees them with gravel_case_list_free.  GRAVEL_IO when a
 * folder cannot be read. */
GRAVEL_MUST_USE enum gravel_status gravel_case_list(char ***paths, size_t *n, struct gravel_error *error);
void gravel_case_list_free(char **paths, size_t n);

#endif
