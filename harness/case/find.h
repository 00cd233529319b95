/* The catalogue: every *.yaml below cases/ of gravel_home(), named by its file. */
#ifndef GRAVEL_HARNESS_CASE_FIND_H
#define GRAVEL_HARNESS_CASE_FIND_H

#include "harness/case/case.h"

#include <stddef.h>

/* The path of a case of the catalogue by its name ("detachment-sigma"), or a copy of the path that is given (with a "/"
 * or the end ".yaml").  The caller frees *path.  GRAVEL_INPUT when the catalogue has no such case. */
GRAVEL_MUST_USE enum gravel_status gravel_case_find(const char *name_or_path, char **path, struct gravel_error *error);

/* Whether the case is one of the catalogue, and no file of a user: it stands below cases/ of gravel_home(). */
bool gravel_case_is_of_catalogue(const struct gravel_case *c);

/* Paths of all cases of the catalogue, sorted; the caller frees them with gravel_case_list_free.  GRAVEL_IO when a
 * folder cannot be read. */
GRAVEL_MUST_USE enum gravel_status gravel_case_list(char ***paths, size_t *n, struct gravel_error *error);
void gravel_case_list_free(char **paths, size_t n);

#endif
