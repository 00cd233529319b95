/* Contacts that began or ended within the last step. */
#ifndef GRAVEL_MD_CHANGE_H
#define GRAVEL_MD_CHANGE_H

#include "engines/md/state.h"

/* After the step to md->t: correct velocities, spins and integrals for the jumps of force within the step, report the
 * contacts that ended to md->sink, in order of time, and free their slots.  Empties md->changes. */
void gravel_md_changes_apply(struct gravel_md *md);

#endif
