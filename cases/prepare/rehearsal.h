/* An engine run inside a generator: the way to an initial state that only a simulation can reach (packings at rest,
 * grown packings).
 *
 * The rehearsed system is not the one of the case: the generator chooses material, walls and gravity as its purpose
 * wants them, and takes over positions and velocities when it is done. */
#ifndef GRAVEL_CASES_PREPARE_REHEARSAL_H
#define GRAVEL_CASES_PREPARE_REHEARSAL_H

#include "engines/engine.h"

struct gravel_rehearsal {
    const struct gravel_engine_ops *ops;
    void *engine; /* owned */
};

/* A new engine of this name, as by gravel_engine_start() without a sink. */
GRAVEL_MUST_USE enum gravel_status gravel_rehearsal_start(struct gravel_rehearsal *rehearsal, const char *engine,
                                                          const struct gravel_system *system,
                                                          const char *const *settings, struct gravel_error *error);
void gravel_rehearsal_end(struct gravel_rehearsal *rehearsal);

#endif
