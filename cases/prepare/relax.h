/* Relaxation: a soft-sphere simulation that brings grains to rest (S2, "Initial conditions and relaxation").
 *
 * The grains fall, or push each other apart where they overlap, with the case's friction and rotation but with linear
 * contacts of high damping, until the speeds and spins of all are below the tolerances.  Walls are at rest and
 * reflect meanwhile, whatever their motion in the case; those with touch carry are touched by nothing, as in the case.
 *
 * Soft grains at rest overlap and hard ones may not.  So the grains are larger by the factor 1 + `gap` during the
 * relaxation and have their own size afterwards: no two overlap, and those in contact are apart by at most the gap. */
#ifndef GRAVEL_CASES_PREPARE_RELAX_H
#define GRAVEL_CASES_PREPARE_RELAX_H

#include "cases/prepare/region.h"

enum gravel_relax_start {
    GRAVEL_RELAX_APART,      /* random places without overlap */
    GRAVEL_RELAX_OVERLAPPING /* random places clear of the walls only */
};

/* Random positions from the stream (seed, name, 0), then the run to rest; positions, velocities and spins of `system`
 * are replaced.  `name` is the generator's.  GRAVEL_INPUT with the largest speed at the time limit, or the overlap that
 * exceeds the gap; GRAVEL_PHYSICS with the grain that passed a wall. */
GRAVEL_MUST_USE enum gravel_status gravel_relax(struct gravel_system *system, const struct gravel_options *options,
                                                uint64_t seed, const char *name, enum gravel_relax_start start,
                                                struct gravel_error *error);

/* The declared keys. */
#define GRAVEL_RELAX_KEYS                                                                                \
    GRAVEL_REGION_KEYS,                                                                                  \
        {"speed",                                                                                        \
         GRAVEL_TYPE_REAL,                                                                               \
         GRAVEL_REQUIRED | GRAVEL_ABOVE_MIN,                                                             \
         "m/s",                                                                                          \
         0,                                                                                              \
         INFINITY,                                                                                       \
         NULL,                                                                                           \
         NULL,                                                                                           \
         "at rest no grain is faster"},                                                                  \
        {"spin",                                                                                         \
         GRAVEL_TYPE_REAL,                                                                               \
         GRAVEL_OPTIONAL | GRAVEL_ABOVE_MIN,                                                             \
         "rad/s",                                                                                        \
         0,                                                                                              \
         INFINITY,                                                                                       \
         NULL,                                                                                           \
         NULL,                                                                                           \
         "at rest no grain spins faster; without this key the surface of none is faster than speed"},    \
        {"time",                                                                                         \
         GRAVEL_TYPE_REAL,                                                                               \
         GRAVEL_REQUIRED | GRAVEL_ABOVE_MIN,                                                             \
         "s",                                                                                            \
         0,                                                                                              \
         INFINITY,                                                                                       \
         NULL,                                                                                           \
         NULL,                                                                                           \
         "grains that still move after this time are an error"},                                         \
        {"settling_restitution",                                                                         \
         GRAVEL_TYPE_REAL,                                                                               \
         GRAVEL_ABOVE_MIN | GRAVEL_BELOW_MAX,                                                            \
         "1",                                                                                            \
         0,                                                                                              \
         1,                                                                                              \
         "0.1",                                                                                          \
         NULL,                                                                                           \
         "of all contacts while the grains come to rest"},                                               \
        {"settling_contact_time",                                                                        \
         GRAVEL_TYPE_REAL,                                                                               \
         GRAVEL_REQUIRED | GRAVEL_ABOVE_MIN,                                                             \
         "s",                                                                                            \
         0,                                                                                              \
         INFINITY,                                                                                       \
         NULL,                                                                                           \
         NULL,                                                                                           \
         "of these contacts; under n others a grain sinks into its support by some 2 n g t_c^2/pi^2"},   \
    {                                                                                                    \
        "gap", GRAVEL_TYPE_REAL, GRAVEL_ABOVE_MIN, "1", 0, 0.1, "0.01", NULL,                            \
            "the grains are larger by this part until they rest, so that they do not overlap afterwards" \
    }

#endif
