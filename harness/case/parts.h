/* The generators of a case: one for all particles, or several parts, each for species of its own. */
#ifndef GRAVEL_HARNESS_CASE_PARTS_H
#define GRAVEL_HARNESS_CASE_PARTS_H

#include "cases/prepare/prepare.h"
#include "harness/case/description.h"

enum { GRAVEL_PARTS_MAX = 16 };

/* What a case with parts calls its generator. */
extern const char gravel_overlay[];

struct gravel_part {
    char name[32];
    char section[64]; /* "prepare.<name>"; of a single generator the name is its own */
    const struct gravel_prepare_ops *generator;
    bool takes[GRAVEL_SPECIES_MAX]; /* species, by their position in the description */
};

/* Fill parts[GRAVEL_PARTS_MAX], sorted by name, from the parameters; `prepare` is the name of the generator, or
 * gravel_overlay.  GRAVEL_INPUT when there is no such generator, or when a species has none or more than one. */
GRAVEL_MUST_USE enum gravel_status gravel_case_parts(const struct gravel_options *parameters, const char *prepare,
                                                     const struct gravel_description *description,
                                                     struct gravel_part *parts, size_t *n, struct gravel_error *error);

#endif
