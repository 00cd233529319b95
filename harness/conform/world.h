/* Small systems whose motion is known, or has a symmetry. */
#ifndef GRAVEL_HARNESS_CONFORM_WORLD_H
#define GRAVEL_HARNESS_CONFORM_WORLD_H

#include "engines/core/system.h"

/* `n` bodies without overlap and without walls, random velocities of order 1 m/s towards the middle, radii between 0.8
 * and 1 cm, masses that differ: on the z axis, in the plane or in space, on a lattice of 2.5 cm.  They collide a few
 * times a body before they part.  The caller frees the system, after failures too; GRAVEL_MEMORY is the only one. */
GRAVEL_MUST_USE enum gravel_status gravel_world_cloud(struct gravel_system *system, int dimension, size_t n,
                                                      double restitution, double contact_time,
                                                      struct gravel_error *error);

/* Two equal bodies of radius 5 mm on the z axis, at rest and above it approaching it with `speed` [m/s] from a gap of
 * `gap` [m]. */
GRAVEL_MUST_USE enum gravel_status gravel_world_pair(struct gravel_system *system, int dimension, double restitution,
                                                     double contact_time, double gap, double speed,
                                                     struct gravel_error *error);

/* Add a plane at rest at height z, with gravity g [m/s^2] pointing down; its restitution is that of the material. */
GRAVEL_MUST_USE enum gravel_status gravel_world_floor(struct gravel_system *system, double z, double g,
                                                      struct gravel_error *error);

/* Change of the kinetic energy of n bodies, and of their momentum, relative to what they had before. */
double gravel_world_energy_change(const struct gravel_particle *before, const struct gravel_particle *after, size_t n);
double gravel_world_momentum_change(const struct gravel_particle *before, const struct gravel_particle *after,
                                    size_t n);

#endif
