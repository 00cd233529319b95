/* Creation of the vectorised pair forces. */
#ifndef GRAVEL_MD_DENSE_CREATE_H
#define GRAVEL_MD_DENSE_CREATE_H

#include "engines/md/state.h"

/* Create md->dense where the kernel applies to the system, after the classes; otherwise md->dense stays NULL.  Error:
 * GRAVEL_MEMORY. */
GRAVEL_MUST_USE enum gravel_status gravel_md_dense_create(struct gravel_md *md, struct gravel_error *error);

/* Free md->dense, which may be NULL. */
void gravel_md_dense_destroy(struct gravel_md *md);

/* Force constants, and each block's pairs in a new neighbour list.  Error: GRAVEL_MEMORY. */
GRAVEL_MUST_USE enum gravel_status gravel_md_dense_set_blocks(struct gravel_md *md, struct gravel_error *error);

#endif
