/* The contacts of one block of particles. */
#ifndef GRAVEL_MD_DENSE_WALK_H
#define GRAVEL_MD_DENSE_WALK_H

#include "engines/md/dense_block.h"
#include "engines/md/width.h"

/* Compute the block's live contacts: sums of forces [N] and torques [N m] on its own particles go into at->rates->a and
 * alpha, those on other particles into block->foreign; pairs whose contact begins or ends are listed in the block.
 * Advances the contacts' slip.  Out of memory sets block->no_memory.  Blocks may be walked by different threads. */
void GRAVEL_WIDE(gravel_md_dense_walk)(const struct gravel_md *md, const struct gravel_md_instant *at,
                                       struct gravel_md_block *block);

#endif
