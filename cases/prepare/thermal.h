/* Velocities of a gas, shared by the generators that fill space with particles. */
#ifndef GRAVEL_CASES_PREPARE_THERMAL_H
#define GRAVEL_CASES_PREPARE_THERMAL_H

#include "engines/core/option.h"
#include "engines/core/rng.h"
#include "engines/core/system.h"

/* Each component normal with variance T/m, total momentum removed and the kinetic energy scaled to exactly d N T/2. */
void gravel_thermalise(struct gravel_system *system, double temperature, gsl_rng *rng);

/* The declared key of that temperature. */
#define GRAVEL_THERMAL_KEYS                                                                                  \
    {                                                                                                        \
        "temperature", GRAVEL_TYPE_REAL, 0, "J", 0, INFINITY, "0", NULL, "kinetic temperature T = <m v^2>/d" \
    }

#endif
