/* A trial collision: what a contact does at a given speed, found by letting bodies collide on the soft-sphere engine
 * itself, so that every law, wall and integrator is covered and no formula stands twice. */
#ifndef GRAVEL_HARNESS_ADVISE_TRIAL_H
#define GRAVEL_HARNESS_ADVISE_TRIAL_H

#include "engines/core/system.h"

/* Two bodies, or one and a wall, that meet head-on. */
struct gravel_trial {
    const struct gravel_material *material; /* its normal force; spins and friction play no part */
    const struct gravel_wall *wall;         /* NULL: a pair; of a wall only its contact law counts */
    double mass[2], radius[2];              /* [kg], [m]; the second of a pair only */
    double speed;                           /* of approach [m/s] */
};

struct gravel_trial_result {
    double restitution, contact_time, overlap; /* means over the ways in which steps meet the contact; [1], [s], [m] */
    double lowest, highest;                    /* restitution */
};

/* `integrator` with the fixed `time_step` [s]: many equal collisions whose first touch lies anywhere within a step.
 * With the integrator "adaptive" (time_step is not used) one, to ten digits, which serves as the exact result.
 * GRAVEL_INPUT when no soft contact follows from the material. */
GRAVEL_MUST_USE enum gravel_status gravel_trial_collide(const struct gravel_trial *trial, const char *integrator,
                                                        double time_step, struct gravel_trial_result *result,
                                                        struct gravel_error *error);

#endif
