/* Which parameters a case has: the fixed keys (keys.h) and those of its engines, generator and measures.  The loader,
 * `gravel show --schema` and the documentation read these. */
#ifndef GRAVEL_HARNESS_CASE_SCHEMA_H
#define GRAVEL_HARNESS_CASE_SCHEMA_H

#include "engines/core/option.h"

/* The entry of `keys` (which may be NULL) with this name; NULL when there is none. */
const struct gravel_key *gravel_schema_key(const struct gravel_key *keys, const char *name);

/* The declaration of a parameter by its full path, whose wall, species, engine, generator or measure must occur
 * in `parameters`.  NULL when there is none: then *error (which may be NULL) is GRAVEL_INPUT, at the path, "found no
 * such parameter in this case (did you mean ...?)". */
const struct gravel_key *gravel_schema_find(const char *path, const struct gravel_options *parameters,
                                            struct gravel_error *error);

/* Whether the parameter is the path of a file (GRAVEL_FILE). */
bool gravel_schema_is_file(const char *path, const struct gravel_options *parameters);

/* Names in use below "walls", "particles" or "prepare", sorted; none for a single mapping of particles.
 * Returns their number, at most `max`. */
size_t gravel_schema_names(const struct gravel_options *parameters, const char *section, char (*names)[32], size_t max);

/* Call `print` with `self` for every declared key, with the prefix of its path ("material", "walls.<name>", "" for keys
 * at the top), in the order of a case file: for `show --schema` and the documentation. */
void gravel_case_schema(void (*print)(void *self, const char *prefix, const struct gravel_key *key), void *self);

#endif
