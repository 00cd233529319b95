/* The error of the angular momentum of soft spheres that their integrator explains. */
#ifndef GRAVEL_HARNESS_RUN_ANGULAR_BOUND_H
#define GRAVEL_HARNESS_RUN_ANGULAR_BOUND_H

#include "engines/engine.h"
#include "harness/run/contact_scale.h"

/* Largest error [kg m^2/s] at one instant of a run with the fixed step counters->time_step > 0, where no contact is
 * faster than `fastest` and the kinetic energy was never above `largest_kinetic` [J].  `multistep`: a step uses the
 * forces of earlier ones, as that of Gear; otherwise contacts that have ended leave no error but rounding. */
double gravel_angular_error(const struct gravel_system *system, const struct gravel_contact_rates *fastest,
                            const struct gravel_energy *energy, const struct gravel_counters *counters, bool multistep,
                            double largest_kinetic);

#endif
