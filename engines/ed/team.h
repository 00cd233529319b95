/* Threads that share the events, with the same results as one thread to the last bit.
 *
 * Each of n threads has a slab of cells (slabs.h) and a part of the calendar.  Time is divided into windows in which
 * few particles, a fraction EVENTS of them, have an event.  In a window every thread handles the events of its slab in
 * order of time, but defers those near a border and those that may depend on a deferred one; then every thread handles
 * the events that were deferred on both sides of a border, and those that they cause.  An event reads only what lies
 * within two cells of its particle, so that it finds there what it would find if all events were handled in order of
 * time, unless a chain of events in one window carries a change farther than deferred events keep others off: the
 * second phase compares the place and time of each event that it has caused with those of the first phase.  Where one
 * of the first phase was too early the window is undone and repeated by one thread.  Sums and the sink's events are put
 * in order of time when the window ends.
 *
 * This is Lubachevsky's method for hard discs (1990, Simulating Colliding Rigid Disks in Parallel Using Bounded Lag
 * Without Time Warp), with short windows, so that few are repeated, and exact in what it repeats; Miller and Luding
 * (2004, J. Comput. Phys. 193, 306) keep saved states of longer runs instead. */
#ifndef GRAVEL_ED_TEAM_H
#define GRAVEL_ED_TEAM_H

#include "engines/ed/state.h"

/* Create ed->team, ed->calendar and ed->calendar_ops for up to `threads` threads.  ed->team stays NULL where the
 * neighbour search is not by cells, the box is sheared, or slabs would be too thin.  GRAVEL_MEMORY. */
GRAVEL_MUST_USE enum gravel_status gravel_team_create(struct gravel_ed *ed, int threads, struct gravel_error *error);
/* Free ed->team; NULL is allowed. */
void gravel_team_destroy(struct gravel_ed *ed);

/* As gravel_ed_run(), by ed->team. */
GRAVEL_MUST_USE enum gravel_status gravel_team_run(struct gravel_ed *ed, double t_end, struct gravel_error *error);

/* How many threads share the events, and how many windows were repeated; owned by the team. */
const char *gravel_team_note(struct gravel_team *team);

#endif
