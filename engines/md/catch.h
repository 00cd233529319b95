/* Walls that attach or absorb the particles that touch them. */
#ifndef GRAVEL_MD_CATCH_H
#define GRAVEL_MD_CATCH_H

#include "engines/md/state.h"

/* Attach or absorb all particles that touch a sticky or absorbing wall, at the time md->t of the step grid: their
 * contacts end and are reported, the neighbour lists are rebuilt, md->rates becomes that of the new state, and the
 * energy that the particles lose goes into md->removed_energy.  Error: GRAVEL_MEMORY. */
GRAVEL_MUST_USE enum gravel_status gravel_md_catch(struct gravel_md *md, struct gravel_error *error);

#endif
