/* The neighbour lists: pairs that may touch before the lists are out of date. */
#ifndef GRAVEL_MD_NEIGHBOUR_H
#define GRAVEL_MD_NEIGHBOUR_H

#include "engines/md/state.h"

/* Build md->pairs and md->wall_pairs anew for the present positions, with a new skin; free particles are wrapped into
 * the periodic box.  Live contacts keep their springs and records; their slots may change.  Error: GRAVEL_MEMORY.
 * O(n) from GRAVEL_MD_SMALL particles on, O(n^2) below.  With `lists_all` the lists have all pairs, and no skin. */
GRAVEL_MUST_USE enum gravel_status gravel_md_neighbours(struct gravel_md *md, struct gravel_error *error);

/* The same when the skin is used up: from time to time the particles are sorted first, which changes their indices. */
GRAVEL_MUST_USE enum gravel_status gravel_md_neighbours_renew(struct gravel_md *md, struct gravel_error *error);

#endif
