/* Force constants of the contact law for pairs of bodies. */
#ifndef GRAVEL_MD_CONSTANTS_H
#define GRAVEL_MD_CONSTANTS_H

#include "engines/md/state.h"

/* Fill md->classes from md->bodies; owned by md, freed by gravel_md_classes_free().  More than GRAVEL_MD_CLASSES
 * classes leave md->classes.n = 0, which is no error.  Error: GRAVEL_MEMORY. */
GRAVEL_MUST_USE enum gravel_status gravel_md_classes_create(struct gravel_md *md, struct gravel_error *error);
void gravel_md_classes_free(struct gravel_md_classes *classes);

/* Constants of two bodies.  A body that a wall carries has infinite mass beside a free one; two such bodies, which
 * touch where their walls' touch is GRAVEL_CARRY, have the constants of free ones. */
struct gravel_force gravel_md_pair_constants(const struct gravel_md *md, const struct gravel_md_body *a,
                                             const struct gravel_md_body *b, bool a_attached, bool b_attached);

/* The same of particle i with particle j, or with wall -1 - j, in the table of classes; NULL: it has none. */
static inline const struct gravel_force *
gravel_md_tabled_constants(const struct gravel_md *md, int32_t i, int32_t j)
{
    const struct gravel_md_classes *classes = &md->classes;
    if (classes->n == 0)
        return NULL;
    const size_t a = (size_t)classes->of[gravel_md_body_number(md, (size_t)i)];
    if (j < 0)
        return &classes->wall[(size_t)(-1 - j) * classes->n + a];
    if (gravel_md_attachment(md, (size_t)i) >= 0 || gravel_md_attachment(md, (size_t)j) >= 0)
        return NULL;
    return &classes->pair[a * classes->n + (size_t)classes->of[gravel_md_body_number(md, (size_t)j)]];
}

/* Constants of particle i with particle j, or with wall -1 - j. */
struct gravel_force gravel_md_contact_constants(const struct gravel_md *md, int32_t i, int32_t j);

/* The same of a live contact or one that ended in this step: what it keeps, or else looked up, to *found. */
static inline const struct gravel_force *
gravel_md_force_of(const struct gravel_md *md, int32_t i, int32_t j, int32_t contact, struct gravel_force *found)
{
    if (md->pool.force != NULL)
        return &md->pool.force[contact];
    const struct gravel_force *const tabled = gravel_md_tabled_constants(md, i, j);
    if (tabled != NULL)
        return tabled;
    *found = gravel_md_contact_constants(md, i, j);
    return found;
}

#endif
