/* Forces of all contacts at one instant. */
#ifndef GRAVEL_MD_FORCE_H
#define GRAVEL_MD_FORCE_H

#include "engines/md/state.h"

/* Modes GRAVEL_MD_STEP and GRAVEL_MD_LANDING: fill at->rates (accelerations with gravity, powers, energies, number of
 * contacts) and move the contacts to this instant: they begin and end, slip and records advance by a step, changes
 * are noted in md->changes, captured particles in md->n_captured, counters are increased.  The neighbour lists must be
 * valid.  Errors: GRAVEL_PHYSICS (a meaningless overlap), GRAVEL_MEMORY. */
GRAVEL_MUST_USE enum gravel_status gravel_md_forces(struct gravel_md *md, const struct gravel_md_instant *at,
                                                    struct gravel_error *error);

/* Modes GRAVEL_MD_EXTRAPOLATED and GRAVEL_MD_TRIAL: fill at->rates with the forces of the live contacts in the state
 * at->x, v, omega.  The engine's state and its contacts do not change (see gravel_md_evaluate_pair). */
void gravel_md_evaluate_forces(const struct gravel_md *md, const struct gravel_md_instant *at);

#endif
