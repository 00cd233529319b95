/* Filling the neighbour lists.  Each gravel_md_pairs_ function appends to md->pairs or md->wall_pairs, sorted by the
 * first particle.  Error of all of them: GRAVEL_MEMORY. */
#ifndef GRAVEL_MD_PAIRS_H
#define GRAVEL_MD_PAIRS_H

#include "engines/md/scan.h"
#include "engines/md/state.h"

/* Index of particle i's first pair, or of the next particle's that has one; list->n if there is none.  O(log n). */
size_t gravel_md_first_pair(const struct gravel_md_list *list, size_t i);

/* Free the list's arrays. */
void gravel_md_list_free(struct gravel_md_list *list);

/* Change the capacity to >= list->n pairs, capacity > 0.  Error: GRAVEL_MEMORY, the list keeps its pairs. */
GRAVEL_MUST_USE enum gravel_status gravel_md_list_resize(struct gravel_md_list *list, size_t capacity,
                                                         struct gravel_error *error);

/* Two attached particles touch each other when their walls are two with GRAVEL_CARRY; an absorbed one touches nothing.
 */
bool gravel_md_may_touch(const struct gravel_md *md, size_t i, size_t j);

/* Whether pair k of a list, of two particles or at a wall, is one that the next list will not have, because a particle
 * of it has been attached or absorbed since. */
bool gravel_md_is_impossible(const struct gravel_md *md, const struct gravel_md_list *list, size_t k);

/* All pairs that may touch, in the order of their numbers. */
GRAVEL_MUST_USE enum gravel_status gravel_md_pairs_all(struct gravel_md *md, struct gravel_error *error);

/* The particles of a small system, for scan.h. */
void gravel_md_columns_of(const struct gravel_md *md, struct gravel_md_columns *all);

/* Pairs of a small system with a gap below the skin [m], by a test of each, in the same order; *apart is increased by
 * the number of those that do not overlap. */
GRAVEL_MUST_USE enum gravel_status gravel_md_pairs_of_few(struct gravel_md *md, double skin, size_t *apart,
                                                          struct gravel_error *error);

/* One dimension: each bead with the next one above it. */
GRAVEL_MUST_USE enum gravel_status gravel_md_pairs_on_line(struct gravel_md *md, struct gravel_error *error);

/* The same of a large system in O(n), in the order of their first particles; free particles are inside the periodic
 * box. */
GRAVEL_MUST_USE enum gravel_status gravel_md_pairs_near(struct gravel_md *md, double skin, size_t *apart,
                                                        struct gravel_error *error);

/* Free particles whose gap to a wall is below the skin [m], which may be INFINITY. */
GRAVEL_MUST_USE enum gravel_status gravel_md_pairs_at_walls(struct gravel_md *md, double skin,
                                                            struct gravel_error *error);

#endif
