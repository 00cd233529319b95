/* The event loop. */
#ifndef GRAVEL_ED_LOOP_H
#define GRAVEL_ED_LOOP_H

#include "engines/ed/state.h"

/* Execute all events up to time t_end [s], counted from the creation of the engine, and set the present to it.
 * GRAVEL_PHYSICS on inelastic collapse or when growing particles jam, GRAVEL_MEMORY. */
enum gravel_status gravel_ed_run(struct gravel_ed *ed, double t_end, struct gravel_error *error);

#endif
