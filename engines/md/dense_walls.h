/* The contacts of one block of particles with walls. */
#ifndef GRAVEL_MD_DENSE_WALLS_H
#define GRAVEL_MD_DENSE_WALLS_H

#include "engines/md/dense_block.h"
#include "engines/md/width.h"

/* Fill block->touches with what dense.c adds to the sums: the forces of the block's live contacts with walls, and the
 * pairs that it processes one by one, in the order of the neighbour list.  Advances the slip of the former.  After
 * gravel_md_surfaces_complete(); blocks may be computed by different threads. */
void GRAVEL_WIDE(gravel_md_dense_walls)(const struct gravel_md *md, const struct gravel_md_instant *at,
                                        struct gravel_md_block *block);

#endif
