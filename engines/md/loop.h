/* The time loop of the integrators of fixed steps. */
#ifndef GRAVEL_MD_LOOP_H
#define GRAVEL_MD_LOOP_H

#include "engines/md/state.h"

/* Operation `start`: contacts of bodies that overlap at t = 0 begin, and md->rates belongs to the state.  Errors:
 * GRAVEL_PHYSICS (a meaningless overlap), GRAVEL_MEMORY. */
GRAVEL_MUST_USE enum gravel_status gravel_md_start_in_steps(struct gravel_md *md, struct gravel_error *error);

/* Operation `advance`: whole steps, and free flights of small systems, while they end at or before t_end [s].  Reports
 * contact events to md->sink.  Errors: GRAVEL_PHYSICS (a meaningless overlap), GRAVEL_MEMORY. */
GRAVEL_MUST_USE enum gravel_status gravel_md_advance_in_steps(struct gravel_md *md, double t_end,
                                                              struct gravel_error *error);

#endif
