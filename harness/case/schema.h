/* The declared keys of a case file.  The keys of generators, engines and measures come from their registries;
 * all the others stand in schema.c.  The loader, `gravel show --schema` and the documentation read these. */
#ifndef GRAVEL_HARNESS_CASE_SCHEMA_H
#define GRAVEL_HARNESS_CASE_SCHEMA_H

#include "engines/core/option.h"

enum { GRAVEL_WALLS_MAX = 64 };

/* Each ends with an entry whose name is NULL; a dotted name is a key of a nested mapping. */
extern const struct gravel_key gravel_keys_head[];  /* texts, replicates, seed: not parameters */
extern const struct gravel_key gravel_keys_space[]; /* dimension, gravity */
extern const struct gravel_key gravel_keys_box[];
extern const struct gravel_key gravel_keys_particles[];
extern const struct gravel_key gravel_keys_material[];
extern const struct gravel_key gravel_keys_wall[];
extern const struct gravel_key gravel_keys_run[];
extern const struct gravel_key gravel_keys_axis[];
extern const struct gravel_key gravel_keys_range[];
extern const struct gravel_key gravel_keys_check[];
extern const struct gravel_key gravel_keys_figure[];
extern const struct gravel_key gravel_keys_figure_axis[];

/* The entry of `keys` (which may be NULL) with this name, or NULL. */
const struct gravel_key *gravel_schema_key(const struct gravel_key *keys, const char *name);

/* The declaration of a parameter by its full path, whose wall, species, engine, generator or measure must occur
 * in `parameters`.  NULL with a message "path: found no such parameter in this case (did you mean ...?)" when there is
 * none. */
const struct gravel_key *gravel_schema_find(const char *path, const struct gravel_options *parameters,
                                            struct gravel_error *error);

/* Names in use below "walls" or "particles", sorted; none for a single mapping of particles.
 * Returns their number, at most `max`. */
size_t gravel_schema_names(const struct gravel_options *parameters, const char *section, char (*names)[32], size_t max);

#endif
