/* The thermostat's kicks of hard spheres, at exactly their times. */
#ifndef GRAVEL_ED_KICK_H
#define GRAVEL_ED_KICK_H

#include "engines/ed/state.h"

/* Apply the kick that is due at ed->now: velocities change, all events are predicted anew, the energy enters the work.
 * O(n).  Error: GRAVEL_MEMORY. */
GRAVEL_MUST_USE enum gravel_status gravel_ed_kick(struct gravel_ed *ed, struct gravel_error *error);

#endif
