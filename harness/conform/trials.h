/* The trials behind the grades: registries with one entry a grade. */
#ifndef GRAVEL_HARNESS_CONFORM_TRIALS_H
#define GRAVEL_HARNESS_CONFORM_TRIALS_H

#include "harness/conform/trial.h"

/* Each ends with an entry whose name is NULL. */
extern const struct gravel_trial gravel_mechanics_trials[], gravel_symmetry_trials[], gravel_gas_trials[],
    gravel_session_trials[];

#endif
