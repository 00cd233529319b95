/* One trial of an engine, and how its runs are made. */
#ifndef GRAVEL_HARNESS_CONFORM_TRIAL_H
#define GRAVEL_HARNESS_CONFORM_TRIAL_H

#include "engines/engine.h"

/* A new engine of the system, with the default of every option.  GRAVEL_UNSUPPORTED, with the names, when it lacks what
 * the system needs.  The caller destroys it. */
GRAVEL_MUST_USE enum gravel_status gravel_trial_start(const struct gravel_engine_ops *ops,
                                                      const struct gravel_system *system, void **engine,
                                                      struct gravel_error *error);

/* Run the system to time t on an engine of its own; the states at the end into end[system->n_particles]. */
GRAVEL_MUST_USE enum gravel_status gravel_trial_run(const struct gravel_engine_ops *ops,
                                                    const struct gravel_system *system, double t,
                                                    struct gravel_particle *end, struct gravel_error *error);

enum { GRAVEL_TRIAL_MD = 1, GRAVEL_TRIAL_ED = 2, GRAVEL_TRIAL_ALL = 3 };

struct gravel_trial {
    const char *name, *what; /* `what` states the deviation that is measured */
    int methods;             /* that it concerns */
    int least_dimension;
    double md_limit, ed_limit; /* of the deviation */
    /* Measure the deviation in one dimension.  GRAVEL_UNSUPPORTED: the engine refuses the system; other failures are
     * the engine's. */
    enum gravel_status (*measure)(const struct gravel_engine_ops *ops, int dimension, double *deviation,
                                  struct gravel_error *error);
};

#endif
