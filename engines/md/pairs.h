/* The pairs of particles, and of particles and walls, that may touch: what a new neighbour list holds.  Each function
 * adds to a list that is sorted by the first particle. */
#ifndef GRAVEL_MD_PAIRS_H
#define GRAVEL_MD_PAIRS_H

#include "engines/md/state.h"

GRAVEL_MUST_USE enum gravel_status gravel_md_list_resize(struct gravel_md_list *list, size_t capacity,
                                                         struct gravel_error *error);

/* All pairs of particles. */
GRAVEL_MUST_USE enum gravel_status gravel_md_pairs_all(struct gravel_md *md, struct gravel_error *error);

/* One dimension: each bead with the next one above it. */
GRAVEL_MUST_USE enum gravel_status gravel_md_pairs_on_line(struct gravel_md *md, struct gravel_error *error);

/* Pairs whose gap is below the skin [m], and how many of them do not touch; particles are inside the periodic box. */
GRAVEL_MUST_USE enum gravel_status gravel_md_pairs_near(struct gravel_md *md, double skin, size_t *apart,
                                                        struct gravel_error *error);

/* Free particles whose gap to a wall is below the skin [m], which may be INFINITY. */
GRAVEL_MUST_USE enum gravel_status gravel_md_pairs_at_walls(struct gravel_md *md, double skin,
                                                            struct gravel_error *error);

#endif
