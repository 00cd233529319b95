/* What the energies of a run may be off by. */
#ifndef GRAVEL_HARNESS_RUN_ENERGY_ERROR_H
#define GRAVEL_HARNESS_RUN_ENERGY_ERROR_H

#include "harness/run/monitored.h"

/* The fixed steps of gravel's own engine, of which the counters tell all that its error depends on. */
bool gravel_has_known_steps(const struct gravel_monitor *monitor);

/* Of an integrator's error that is so large the part that explains a violation: at most half of its scale. */
double gravel_explained_error(double error, double scale);

/* Largest of the first mechanical energy, the largest kinetic energy, the largest work, and the energy of overlaps that
 * are rounding [J]. */
double gravel_energy_scale(const struct gravel_monitor *monitor);

/* Error of hard spheres, as a part of that. */
double gravel_energy_limit(const struct gravel_monitor *monitor);

/* Bound of the error of soft spheres at an instant [J]. */
double gravel_energy_bound(const struct gravel_monitor *monitor, const struct gravel_instant *now);

/* Of either [J]. */
double gravel_energy_error(const struct gravel_monitor *monitor, const struct gravel_instant *now);

#endif
