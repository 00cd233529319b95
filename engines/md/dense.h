/* Forces of large systems by the vectorised kernels. */
#ifndef GRAVEL_MD_DENSE_H
#define GRAVEL_MD_DENSE_H

#include "engines/md/state.h"

/* Mode GRAVEL_MD_STEP, md->dense != NULL: all pairs of particles, and of particles and walls, with the effects of
 * gravel_md_process_pair() on each.  Sets at->rates->a and alpha, and adds to its sums.  Error: GRAVEL_MEMORY. */
GRAVEL_MUST_USE enum gravel_status gravel_md_dense_forces(struct gravel_md *md, const struct gravel_md_instant *at,
                                                          struct gravel_error *error);

#endif
