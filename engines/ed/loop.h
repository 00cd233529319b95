/* The event loop. */
#ifndef GRAVEL_ED_LOOP_H
#define GRAVEL_ED_LOOP_H

#include "engines/ed/state.h"

/* Execute the pending event of particle i, which is due now.  Errors: those of the neighbour search. */
enum gravel_status gravel_ed_handle(struct gravel_ed *ed, int32_t i, struct gravel_error *error);

/* After how many more events at the earliest gravel_ed_run() looks at all particles: whether time makes progress, or to
 * advance the epoch.  Up to then it does nothing but take events and handle them. */
uint64_t gravel_ed_events_to_monitor(const struct gravel_ed *ed);

/* As gravel_ed_run(), but `most` > 0 events at most; then the present is the time of the last one. */
enum gravel_status gravel_ed_run_some(struct gravel_ed *ed, double t_end, uint64_t most, struct gravel_error *error);

/* Execute all events up to time t_end [s], counted from the creation of the engine, and set the present to it.
 * GRAVEL_PHYSICS on inelastic collapse or when growing particles jam, GRAVEL_MEMORY. */
enum gravel_status gravel_ed_run(struct gravel_ed *ed, double t_end, struct gravel_error *error);

#endif
