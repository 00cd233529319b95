/* An engine that simulates nothing: its states are the frames of a trajectory that somebody else's program has written.
 */
#ifndef GRAVEL_HARNESS_RUN_REPLAY_H
#define GRAVEL_HARNESS_RUN_REPLAY_H

#include "engines/engine.h"

/* The operations of the trajectory in the file `path`, in any format that gravel reads, in the place of the engine
 * `native`; gravel_engine_find() finds them as "trajectory" from then on.  Called once.
 *
 * create() compares the first frame with the start of the system, which it must be to 1e-6; advance() looks for the
 * frame at that time, to 1e-6 of it, and skips those before.  Positions and velocities must be in the file, with
 * rotation spins, too; particles are in the order of their ids, or of the rows where there are none.  A trajectory has
 * no events, forces or ledger.
 *
 * GRAVEL_INPUT when the file cannot be opened or its name says no format. */
GRAVEL_MUST_USE enum gravel_status gravel_replay_open(const struct gravel_engine_ops **ops, const char *path,
                                                      const struct gravel_engine_ops *native,
                                                      struct gravel_error *error);

#endif
