/* Elasticity, durations and frequencies of the single contacts that are possible in a system: the scales of the
 * invariants. */
#ifndef GRAVEL_HARNESS_RUN_CONTACT_SCALE_H
#define GRAVEL_HARNESS_RUN_CONTACT_SCALE_H

#include "engines/core/system.h"

#include <stdbool.h>

/* Whether by its material no contact of the system dissipates energy. */
bool gravel_system_is_elastic(const struct gravel_system *system);

/* Duration [s] of the shortest contact of two equal particles or of a particle with a wall, at the speed [m/s] of a
 * particle; where contacts differ by species, of the lightest particles of every two.  INFINITY without particles. */
double gravel_shortest_contact(const struct gravel_system *system, double speed);

/* Largest w0 [rad/s] of such a contact: of the linear law from the force constants, of others from the contact time. */
double gravel_fastest_contact(const struct gravel_system *system, double speed);

#endif
