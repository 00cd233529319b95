/* The two phases of a window (team.h): what a thread does while others do the same. */
#ifndef GRAVEL_ED_PHASES_H
#define GRAVEL_ED_PHASES_H

#include "engines/ed/worker.h"

/* Handle the events of the worker's slab up to the end of the window in order of time, and defer those that another
 * thread's events may affect.  Sets `failed` when the window must be repeated. */
void gravel_first_phase(struct gravel_worker *worker);

/* Handle the events that were deferred on both sides of the border between the worker's slab and the one below it, and
 * those that they cause.  After the first phase of both; sets `failed`. */
void gravel_second_phase(struct gravel_worker *worker);

#endif
