/* What the rules between parameters (check.c) are written with: is a key there, must it be, and what to say if not.
 * Refusals are GRAVEL_INPUT with the path of the key. */
#ifndef GRAVEL_HARNESS_CASE_RULES_H
#define GRAVEL_HARNESS_CASE_RULES_H

#include "engines/core/option.h"
#include "harness/case/description.h"

/* A section of the case, as stated (which keys, by name) and as read. */
struct gravel_rules {
    const struct gravel_options *p;
    const struct gravel_description *d;
    const char *section; /* prefix of the names */
    /* NULL: a key is there when the section states it.  Else: when this material, stated or merged, has a value. */
    const struct gravel_case_material *material;
    struct gravel_error *error;
};

bool gravel_rules_has(const struct gravel_rules *r, const char *name);

/* The word that a choice states; "" where nothing is stated. */
const char *gravel_rules_word(const struct gravel_rules *r, const char *name);

enum gravel_status gravel_rules_refuse(const struct gravel_rules *r, const char *name, const char *format, ...)
    GRAVEL_PRINTF(3, 4);

/* Which of the alternatives "time|periods" is there, in `stated` (may be NULL): exactly one must be, or at most one. */
GRAVEL_MUST_USE enum gravel_status gravel_rules_choose(const struct gravel_rules *r, const char *alternatives,
                                                       bool needed, char (*stated)[32]);

/* `name` must be there, or must not be, because of `reason`. */
GRAVEL_MUST_USE enum gravel_status gravel_rules_demand(const struct gravel_rules *r, const char *name, bool wanted,
                                                       const char *reason);

/* The same of a key that is `there` or not. */
GRAVEL_MUST_USE enum gravel_status gravel_rules_demand_value(const struct gravel_rules *r, const char *name, bool there,
                                                             bool wanted, const char *reason);

#endif
