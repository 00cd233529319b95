/* Elasticity, durations and frequencies of the single contacts that are possible in a system: the scales of the
 * invariants. */
#ifndef GRAVEL_HARNESS_RUN_CONTACT_SCALE_H
#define GRAVEL_HARNESS_RUN_CONTACT_SCALE_H

#include "engines/core/system.h"

#include <stdbool.h>

/* Whether by its material no contact of the system dissipates energy, and no wall takes that of the particles it
 * catches. */
bool gravel_system_is_elastic(const struct gravel_system *system);

/* Whether no contact exerts a tangential force or a torque on free bodies. */
bool gravel_system_is_smooth(const struct gravel_system *system);

/* Whether no spring returns more energy than it has stored.  A tangential spring whose stiffness changes with the
 * overlap (Mindlin 1949) can return more. */
bool gravel_system_springs_keep_energy(const struct gravel_system *system);

/* Duration [s] of the shortest contact of two equal particles or of a particle with a wall, at the speed [m/s] of a
 * particle; where contacts differ by species, of the lightest particles of every two.  INFINITY without particles. */
double gravel_shortest_contact(const struct gravel_system *system, double speed);

/* Rates [rad/s] of contacts: w0 of the spring, c/m_red of the dashpot. */
struct gravel_contact_rates {
    double spring, dashpot;
};

/* The largest rates of such contacts, normal or tangential. */
struct gravel_contact_rates gravel_fastest_contact(const struct gravel_system *system, double speed);

#endif
