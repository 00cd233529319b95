/* Pair forces of large systems by the vectorised kernel. */
#ifndef GRAVEL_MD_DENSE_H
#define GRAVEL_MD_DENSE_H

#include "engines/md/state.h"

/* Mode GRAVEL_MD_STEP, md->dense != NULL: all pairs of particles, with the effects of gravel_md_process_pair() on each.
 * Sets at->rates->a and alpha, and adds to its sums.  Error: GRAVEL_MEMORY. */
GRAVEL_MUST_USE enum gravel_status gravel_md_dense_pairs(struct gravel_md *md, const struct gravel_md_instant *at,
                                                         struct gravel_error *error);

#endif
