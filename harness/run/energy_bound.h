/* The error of the energy ledger of soft spheres that their integrator explains. */
#ifndef GRAVEL_HARNESS_RUN_ENERGY_BOUND_H
#define GRAVEL_HARNESS_RUN_ENERGY_BOUND_H

#include "engines/engine.h"
#include "harness/run/contact_scale.h"

/* Largest error [J] of gravel_energy_ledger() at one instant of a run with the fixed step counters->time_step > 0,
 * where no contact is faster than `fastest` (PHYSICS.md section 2, Error of the ledger). */
double gravel_fixed_step_error(const struct gravel_system *system, const struct gravel_contact_rates *fastest,
                               const struct gravel_energy *energy, const struct gravel_counters *counters);

/* Elastic energy [J] if every particle overlapped another by 1e-12 diameters, which is rounding. */
double gravel_rest_energy(const struct gravel_system *system);

#endif
