/* Particles in a saved state. */
#ifndef GRAVEL_HARNESS_RUN_PARTICLE_ARCHIVE_H
#define GRAVEL_HARNESS_RUN_PARTICLE_ARCHIVE_H

#include "engines/core/archive.h"
#include "engines/core/system.h"

/* Save or load all that is known of n particles, which are allocated. */
void gravel_particles_archive(struct gravel_particle *particles, size_t n, struct gravel_archive *archive);

#endif
