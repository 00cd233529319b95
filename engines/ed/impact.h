/* Collisions of the engine's particles: from their state to the collision rule and back, with the energy ledger. */
#ifndef GRAVEL_ED_IMPACT_H
#define GRAVEL_ED_IMPACT_H

#include "engines/ed/state.h"

/* Collide free particle i with particle j, free or attached, at ed->now: advance both to the present, set velocities,
 * spins and collision counts, record energy and counters, and pass the event to the sink.  A pair that separates by
 * rounding is only pushed apart. */
void gravel_ed_collide_pair(struct gravel_ed *ed, int32_t i, int32_t j);

/* The same for free particle i and wall w.  A wall that attaches or absorbs sets ed->record[i].attached. */
void gravel_ed_collide_wall(struct gravel_ed *ed, int32_t i, int32_t w);

#endif
