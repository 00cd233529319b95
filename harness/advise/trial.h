/* A trial collision: restitution, duration and overlap of a contact at a given speed, from a run of the soft-sphere
 * engine itself, so that every law, wall and integrator is covered and no formula is written twice. */
#ifndef GRAVEL_HARNESS_ADVISE_TRIAL_H
#define GRAVEL_HARNESS_ADVISE_TRIAL_H

#include "engines/core/system.h"

/* Two bodies, or one and a wall, that collide head-on.  All pointers are borrowed. */
struct gravel_trial {
    struct gravel_contact contact; /* its normal force; spins and friction play no part */
    const char *wall;              /* name, for messages; NULL: a pair */
    double mass[2], radius[2];     /* [kg], [m]; the second of a pair only */
    double speed;                  /* of approach [m/s] */
};

struct gravel_trial_result {
    double restitution, contact_time, overlap; /* means over where in a step the contact begins; [1], [s], [m] */
    double lowest, highest;                    /* restitution, over the same */
};

/* Run MD's `integrator` with the fixed `time_step` [s] on many equal collisions that begin at equally spaced times
 * within a step.  With the integrator "adaptive" (time_step is not used) it runs one collision with tolerance 1e-10,
 * whose result is taken as exact.  GRAVEL_INPUT when no soft contact follows from the material. */
GRAVEL_MUST_USE enum gravel_status gravel_trial_collide(const struct gravel_trial *trial, const char *integrator,
                                                        double time_step, struct gravel_trial_result *result,
                                                        struct gravel_error *error);

#endif
