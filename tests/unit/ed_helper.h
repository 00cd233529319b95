/* Small systems for the tests of the event-driven engine, and the engine at work on them. */
#ifndef GRAVEL_TESTS_ED_HELPER_H
#define GRAVEL_TESTS_ED_HELPER_H

#include "engines/start.h"
#include "tests/bodies.h"
#include "tests/near.h"
#include "tests/unit/random.h"

#include <stdlib.h>
#include <string.h>

extern const struct gravel_engine_ops gravel_ed;

static const struct gravel_material elastic = {
    .statement = GRAVEL_BY_RESTITUTION_AND_TIME,
    .restitution = 1.0,
    .contact_time = 1e-5,
    .tangential_restitution = 1.0,
};

static inline struct gravel_system
system_of(int dimension, size_t n, size_t n_walls)
{
    struct gravel_system system = {.dimension = dimension, .material = elastic, .n_walls = n_walls, .n_species = 1};
    struct gravel_error error;
    assert_int_equal(gravel_system_resize(&system, n, &error), GRAVEL_OK);
    system.walls = calloc(n_walls + 1, sizeof *system.walls);
    assert_non_null(system.walls);
    return system;
}

static inline struct gravel_particle
bead(int dimension, struct vec3 x, struct vec3 v, double radius, double mass)
{
    return (struct gravel_particle){.x = x,
                                    .v = v,
                                    .radius = radius,
                                    .mass = mass,
                                    .inertia = gravel_inertia(dimension, mass, radius),
                                    .attached = GRAVEL_FREE};
}

static inline struct gravel_wall
wall_of(enum gravel_shape shape, struct vec3 origin, struct vec3 axis)
{
    return (struct gravel_wall){.name = "wall",
                                .shape = shape,
                                .origin = origin,
                                .axis = axis,
                                .contact.rule = GRAVEL_OWN_RESTITUTION,
                                .contact.restitution = 1.0,
                                .contact.tangential_restitution = 1.0};
}

/* An engine with this option, the others at their defaults. */
static inline enum gravel_status
start(const struct gravel_system *system, const char *key, const char *value, const struct gravel_sink *sink,
      void **engine, struct gravel_error *error)
{
    return gravel_engine_start(engine, &gravel_ed, system, (const char *const[]){key, value, NULL}, sink, error);
}

static inline void *
engine_of(const struct gravel_system *system, const char *key, const char *value, const struct gravel_sink *sink)
{
    struct gravel_error error = {0};
    void *engine = NULL;
    if (start(system, key, value, sink, &engine, &error) != GRAVEL_OK)
        fail_msg("%s %s: %s", key, value, error.text);
    return engine;
}

/* On to the time t, and see that the engine finds itself in order. */
static inline void
advance(void *engine, double t)
{
    struct gravel_error error = {0};
    if (gravel_ed.advance(engine, t, &error) != GRAVEL_OK || gravel_ed.self_check(engine, &error) != GRAVEL_OK)
        fail_msg("t = %g: %s", t, error.text);
}

static inline double
ledger(const void *engine)
{
    struct gravel_energy e;
    gravel_ed.energy(engine, &e);
    return gravel_energy_ledger(&e);
}

static inline void
fill_gas(struct gravel_system *system, uint64_t seed, double spacing, double radius, double small)
{
    gsl_rng *rng = gravel_rng_create(seed, "gas", 0);
    const int side = (int)ceil(pow((double)system->n_particles, 1.0 / system->dimension));
    for (size_t i = 0; i < system->n_particles; i++) {
        const int k = (int)i, layer = system->dimension == 3 ? side : 1;
        const struct vec3 x =
            v3((0.5 + k % side) * spacing, system->dimension == 3 ? (0.5 + k / side % layer) * spacing : 0.0,
               (0.5 + k / (side * layer)) * spacing);
        struct vec3 v = random_vector(rng);
        if (system->dimension == 2)
            v.y = 0.0;
        const double r = i % 3 == 0 ? radius * small : radius;
        system->particles[i] = bead(system->dimension, x, v, r, pow(r / radius, system->dimension));
    }
    gsl_rng_free(rng);
}

static inline struct gravel_system
periodic_gas(int dimension, size_t n, double spacing, double small, uint64_t seed)
{
    struct gravel_system system = system_of(dimension, n, 0);
    const double length = ceil(pow((double)n, 1.0 / dimension)) * spacing;
    fill_gas(&system, seed, spacing, 0.5, small);
    for (int d = 0; d < 3; d++)
        system.box.periodic[d] = d != 1 || dimension == 3;
    system.box.high = v3(length, dimension == 3 ? length : 0.0, length);
    return system;
}

#endif
