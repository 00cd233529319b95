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

/* gravel_world_cloud() and gravel_world_floor(), which fail the test on error. */
void world_cloud(struct gravel_system *system, int dimension, size_t n, double restitution, double contact_time);

void world_floor(struct gravel_system *system, double z, double g);

/* Start: takes the system over.  Options are the engine's defaults. Fails the test on error. */
void run_start(struct run *run, const struct gravel_engine_ops *ops, const struct gravel_system *system);
void run_advance(struct run *run, double t); /* and take the snapshot */
void run_stop(struct run *run);

/* What is expected of an engine in a dimension that it claims. */
typedef void property(const struct gravel_engine_ops *ops, int dimension);

/* Try every engine that claims `capability`, in every dimension it claims; fails the test when these are fewer than
 * `least` in all. */
void for_every_engine_with(unsigned capability, int least, property *holds);

double largest_distance(const struct gravel_particle *a, const struct gravel_particle *b, size_t n);

/* Print value, limit and ratio, and fail the test when the value exceeds the limit or is not finite. */
void assert_at_most(const char *engine, const char *what, double value, double limit);

#endif
