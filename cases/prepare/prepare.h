/* Generators of initial conditions, named by `prepare:` in a case file.
 * A generator gets the system with sizes, masses, species, walls and material set, and fills positions,
 * velocities and spins; it may attach particles and add attached ones (rough walls) with gravel_system_resize.  One
 * that changes a radius sets the mass to 0: the harness then gives the particle that of its species' density. Of
 * several generators each gets the particles of its species alone, and the keys of motion.h are applied last. */
#ifndef GRAVEL_CASES_PREPARE_H
#define GRAVEL_CASES_PREPARE_H

#include "engines/core/option.h"
#include "engines/core/system.h"

#include <stdint.h>

struct gravel_prepare_ops {
    const char *name;
    const char *what; /* one sentence */
    const char *reference;
    const struct gravel_key *options; /* below prepare.<name> */
    bool simulates;                   /* fill() runs an engine, for as long as a run */
    /* Random numbers come from gravel_rng_create(seed, name, ...) only. */
    enum gravel_status (*fill)(struct gravel_system *system, const struct gravel_options *options, uint64_t seed,
                               struct gravel_error *error);
};

extern const struct gravel_prepare_ops *const gravel_prepares[];
const struct gravel_prepare_ops *gravel_prepare_find(const char *name);

#endif
