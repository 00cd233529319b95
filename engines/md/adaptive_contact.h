/* Begin and end of contacts of the adaptive integrator, at the time md->t. */
#ifndef GRAVEL_MD_ADAPTIVE_CONTACT_H
#define GRAVEL_MD_ADAPTIVE_CONTACT_H

#include "engines/md/adaptive_state.h"

/* Begin a contact of a pair (as of gravel_md_adaptive_list()); a particle that touches a sticky or absorbing wall is
 * attached or absorbed, which rebuilds the neighbour lists.  Errors: GRAVEL_MEMORY, GRAVEL_PHYSICS (forces that are not
 * finite). */
GRAVEL_MUST_USE enum gravel_status gravel_md_adaptive_contact_begin(struct gravel_md *md, size_t pair,
                                                                    struct gravel_error *error);

/* End the live contact of a pair, and report it to md->sink. */
void gravel_md_adaptive_contact_end(struct gravel_md *md, size_t pair);

/* The first pair that overlaps without a contact; gravel_md_adaptive_pairs() if there is none. */
size_t gravel_md_adaptive_first_overlap(struct gravel_md *md);

#endif
