/* The order of particles in memory. */
#ifndef GRAVEL_MD_SORT_H
#define GRAVEL_MD_SORT_H

#include "engines/md/state.h"

/* Sort all arrays of the particles, those of the integrator included, by grid cells, so that neighbours in space are
 * neighbours in memory.  new_index[old index] [n] is set unless it is NULL.  The neighbour lists keep the old indices:
 * the caller rebuilds them.  Error: GRAVEL_MEMORY, nothing has changed. */
GRAVEL_MUST_USE enum gravel_status gravel_md_sort(struct gravel_md *md, int32_t *new_index, struct gravel_error *error);

#endif
