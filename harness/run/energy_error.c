#include "harness/run/energy_error.h"

#include "harness/run/energy_bound.h"

#include <float.h>
#include <math.h>

/* Relative. */
static const double elastic_energy_limit = 1e-12;    /* hard spheres without dissipation, in short runs */
static const double dissipative_energy_limit = 1e-9; /* hard spheres: each loss is counted in closed form */
static const double controlled_energy_limit = 1e-2;  /* at any tolerance */

bool
gravel_has_known_steps(const struct gravel_monitor *monitor)
{
    return monitor->engine->kind == GRAVEL_MD && monitor->engine->stands_for == NULL && monitor->time_step > 0.0;
}

double
gravel_explained_error(double error, double scale)
{
    return fmin(error, 0.5 * scale);
}

double
gravel_energy_scale(const struct gravel_monitor *monitor)
{
    const double mechanical = fabs(gravel_energy_mechanical(&monitor->first));
    return fmax(fmax(mechanical, monitor->rest_energy), fmax(monitor->largest_kinetic, monitor->largest_work));
}

/* A collision without dissipation may round the energy of its particles by a part DBL_EPSILON, in one
 * direction: 0.1 of that was found in 9e6 collisions of 120 disks. */
double
gravel_energy_limit(const struct gravel_monitor *monitor)
{
    const double collisions = monitor->contacts / (double)monitor->system->n_particles;
    return monitor->elastic ? elastic_energy_limit + DBL_EPSILON * collisions : dissipative_energy_limit;
}

/* Rounding [J]: of every step, of the sums at an instant, and of overlaps. */
static double
rounding_of_energy(const struct gravel_monitor *monitor, const struct gravel_instant *now)
{
    const double steps = (double)now->counters->steps;
    return DBL_MIN + monitor->rest_energy + DBL_EPSILON * (100.0 + steps) * gravel_energy_scale(monitor);
}

/* Under error control the velocities have an error of at most the tolerance after every step, and the energy of the
 * relative motion of a contact twice that.  After a contact of every particle the sum is that of the whole energy.
 * Contacts of stiff laws have the fewest steps and the largest errors: 7 steps, with 1.2 tolerances of energy each. */
static const double steps_of_a_contact = 10.0;

static double
controlled_error(const struct gravel_monitor *monitor)
{
    const double rounds = monitor->contacts / (double)monitor->system->n_particles;
    const double error = 2.0 * monitor->tolerance * (1.0 + steps_of_a_contact * rounds);
    return fmin(error, controlled_energy_limit) * gravel_energy_scale(monitor);
}

double
gravel_energy_bound(const struct gravel_monitor *monitor, const struct gravel_instant *now)
{
    const double error = gravel_has_known_steps(monitor)
                             ? gravel_fixed_step_error(monitor->system, &monitor->fastest, now->energy, now->counters)
                             : controlled_error(monitor);
    return gravel_explained_error(error, gravel_energy_scale(monitor)) + rounding_of_energy(monitor, now);
}

double
gravel_energy_error(const struct gravel_monitor *monitor, const struct gravel_instant *now)
{
    return monitor->engine->kind == GRAVEL_ED ? gravel_energy_limit(monitor) * gravel_energy_scale(monitor)
                                              : gravel_energy_bound(monitor, now);
}
