/* The declared keys of a case file, except those of engines, generators and measures, which their registries declare.
 */
#ifndef GRAVEL_HARNESS_CASE_KEYS_H
#define GRAVEL_HARNESS_CASE_KEYS_H

#include "engines/core/key.h"

/* Each ends with an entry whose name is NULL; a dotted name is a key of a nested mapping.  The keys of physical
 * sections have offsets into their struct of description.h. */
extern const struct gravel_key gravel_keys_head[];  /* texts, replicates, seed: not parameters */
extern const struct gravel_key gravel_keys_space[]; /* dimension, gravity */
extern const struct gravel_key gravel_keys_box[];
extern const struct gravel_key gravel_keys_particles[];
extern const struct gravel_key gravel_keys_material[];
extern const struct gravel_key gravel_keys_thermostat[];
extern const struct gravel_key gravel_keys_contact[]; /* read into nothing: contacts.c lays them over others */
extern const struct gravel_key gravel_keys_part[];    /* of one generator of several */
extern const struct gravel_key gravel_keys_wall[];
extern const struct gravel_key gravel_keys_run[];
extern const struct gravel_key gravel_keys_output[]; /* not parameters: results do not depend on it */
extern const struct gravel_key gravel_keys_axis[];
extern const struct gravel_key gravel_keys_range[];
extern const struct gravel_key gravel_keys_check[];
extern const struct gravel_key gravel_keys_change[];
extern const struct gravel_key gravel_keys_figure[];
extern const struct gravel_key gravel_keys_figure_axis[];

#endif
