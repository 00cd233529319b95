/* Insertion of particles one after the other without overlap.
 *
 * A cell grid with cells at least as wide as the largest particle and a list of inserted particles in each, so that a
 * test of one place costs O(1).  Periodic axes of the system's box wrap round. */
#ifndef GRAVEL_CASES_PREPARE_INSERTION_H
#define GRAVEL_CASES_PREPARE_INSERTION_H

#include "engines/core/cell_grid.h"

struct gravel_insertion {
    const struct gravel_system *system; /* borrowed: sizes and present positions */
    struct gravel_cell_axes axes;
    int32_t *first, *next; /* of each cell and [n_particles]: lists of inserted particles, ended by -1; owned */
};

/* No particle is inserted yet.  `low` and `high` [m] enclose all centres, but on periodic axes the box does.
 * GRAVEL_MEMORY; nothing is to be freed then. */
GRAVEL_MUST_USE enum gravel_status gravel_insertion_create(struct gravel_insertion *insertion,
                                                           const struct gravel_system *system, struct vec3 low,
                                                           struct vec3 high, struct gravel_error *error);
void gravel_insertion_free(struct gravel_insertion *insertion);

/* Whether particle k at its present position overlaps no inserted particle. */
bool gravel_insertion_fits(const struct gravel_insertion *insertion, size_t k);

/* Insert particle k at its present position; it must not move afterwards. */
void gravel_insertion_add(struct gravel_insertion *insertion, size_t k);

#endif
