/* Small systems on which every engine must agree with the laws of mechanics. */
#ifndef GRAVEL_TESTS_CONFORM_WORLD_H
#define GRAVEL_TESTS_CONFORM_WORLD_H

#include "engines/engine.h"
#include "tests/bodies.h"

/* A running engine with the system it was made of. */
struct run {
    const struct gravel_engine_ops *ops;
    struct gravel_system system;
    void *engine;
    struct gravel_particle *now; /* snapshot */
};

/* `n` bodies without overlap and without walls, random velocities of order 1 m/s, radii between 0.8 and 1 cm, masses
 * that differ: on the z axis, in the plane or in space.  They collide a few times a body before they part. */
void world_cloud(struct gravel_system *system, int dimension, size_t n, double restitution, double contact_time);

/* Add a resting plane at height z below everything, with gravity pointing down. */
void world_floor(struct gravel_system *system, double z, double g);

/* Start: takes the system over.  Options are the engine's defaults. Fails the test on error. */
void run_start(struct run *run, const struct gravel_engine_ops *ops, const struct gravel_system *system);
void run_advance(struct run *run, double t); /* and take the snapshot */
void run_stop(struct run *run);

double largest_distance(const struct gravel_particle *a, const struct gravel_particle *b, size_t n);

/* Print value, limit and ratio, and fail the test when the value exceeds the limit or is not finite. */
void assert_at_most(const char *engine, const char *what, double value, double limit);

#endif
