/* A preliminary run of an engine inside a generator, for initial states that only a simulation reaches (packings at
 * rest, packings of grown particles).  The system of the run is not that of the case: the generator chooses material,
 * walls and gravity, and copies positions and velocities afterwards. */
#ifndef GRAVEL_CASES_PREPARE_ENGINE_RUN_H
#define GRAVEL_CASES_PREPARE_ENGINE_RUN_H

#include "engines/engine.h"

struct gravel_engine_run {
    const struct gravel_engine_ops *ops;
    void *engine; /* owned */
};

/* Create an engine by name in the state of `system`, as by gravel_engine_start() without a sink.  Must be ended, also
 * after a failure.  GRAVEL_INPUT: unknown engine or option, or a system that the engine refuses. */
GRAVEL_MUST_USE enum gravel_status gravel_engine_run_start(struct gravel_engine_run *run, const char *engine,
                                                           const struct gravel_system *system,
                                                           const char *const *settings, struct gravel_error *error);
/* Destroy the engine, if there is one. */
void gravel_engine_run_end(struct gravel_engine_run *run);

#endif
