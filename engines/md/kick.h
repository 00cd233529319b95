/* The thermostat's kicks of soft spheres: each acts at the first point of the step grid, or of a free flight, that is
 * not before its time. */
#ifndef GRAVEL_MD_KICK_H
#define GRAVEL_MD_KICK_H

#include "engines/md/state.h"

/* Apply the kicks that are due at md->t: velocities change, forces are evaluated anew with them, the energy enters the
 * work.  Error: GRAVEL_MEMORY. */
GRAVEL_MUST_USE enum gravel_status gravel_md_kicks_apply(struct gravel_md *md, struct gravel_error *error);

#endif
