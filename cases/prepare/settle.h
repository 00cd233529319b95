/* Bringing grains to rest with the soft-sphere engine (S2, "Initial conditions and relaxation").
 *
 * The grains fall, or push each other apart where they overlap, with the case's friction and rotation but with linear
 * contacts of high damping, until the speeds and spins of all are below the tolerances.  Walls rest and bounce
 * meanwhile, whatever they do in the case.
 *
 * Soft grains at rest overlap and hard ones may not.  So the grains are larger by the part `gap` while they settle and
 * have their own size in the end: nothing overlaps, and what touched is apart by at most the gap. */
#ifndef GRAVEL_CASES_PREPARE_SETTLE_H
#define GRAVEL_CASES_PREPARE_SETTLE_H

#include "cases/prepare/region.h"

enum gravel_settle_start {
    GRAVEL_SETTLE_APART,      /* random places without overlap */
    GRAVEL_SETTLE_OVERLAPPING /* random places clear of the walls only */
};

/* Random places by the stream (seed, who, 0), then the run to rest; positions, velocities and spins become the
 * system's. An error says how fast the fastest grain still is at the time limit, which grain went through a wall, or
 * which overlap exceeds the gap. */
GRAVEL_MUST_USE enum gravel_status gravel_settle(struct gravel_system *system, const struct gravel_options *options,
                                                 uint64_t seed, const char *who, enum gravel_settle_start start,
                                                 struct gravel_error *error);

/* The declared keys. */
#define GRAVEL_SETTLE_KEYS                                                                               \
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
