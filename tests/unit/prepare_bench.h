/* Systems for the tests of generators, and a generator at work on them. */
#ifndef GRAVEL_TESTS_PREPARE_BENCH_H
#define GRAVEL_TESTS_PREPARE_BENCH_H

#include "cases/prepare/prepare.h"
#include "engines/core/array.h"
#include "tests/near.h"
#include "tests/unit/settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A system of equal spheres of radius 0.5 m and mass 2 kg, linear law with t_c = 0.01 s. */
static inline void
make_system(struct gravel_system *system, int dimension, size_t n)
{
    struct gravel_error error;
    *system = (struct gravel_system){
        .dimension = dimension,
        .n_species = 1,
        .species_name = {"grain"},
        .material = {.statement = GRAVEL_BY_RESTITUTION_AND_TIME,
                     .restitution = 0.9,
                     .contact_time = 0.01,
                     .tangential_restitution = 1.0,
                     .rotation = true},
    };
    assert_int_equal(gravel_system_resize(system, n, &error), GRAVEL_OK);
    for (size_t k = 0; k < n; k++) {
        system->particles[k].radius = 0.5;
        system->particles[k].mass = 2.0;
        system->particles[k].inertia = gravel_inertia(dimension, 2.0, 0.5);
    }
}

static inline void
add_wall(struct gravel_system *system, struct gravel_wall wall)
{
    wall.contact.tangential_restitution = 1.0;
    assert_true(gravel_array_resize(&system->walls, system->n_walls + 1, sizeof *system->walls));
    system->walls[system->n_walls++] = wall;
}

/* Run a generator with "key", "value" settings, the rest at its defaults. */
static inline enum gravel_status
prepare_with(struct gravel_system *system, const char *name, uint64_t seed, const char *const *settings,
             struct gravel_error *error)
{
    const struct gravel_prepare_ops *ops = gravel_prepare_find(name);
    assert_non_null(ops);
    struct gravel_options options = options_of(ops->options, settings);
    const enum gravel_status status = ops->fill(system, &options, seed, error);
    gravel_options_free(&options);
    return status;
}

static inline enum gravel_status
prepare(struct gravel_system *system, const char *name, uint64_t seed, const char *const *settings)
{
    struct gravel_error error = {0};
    const enum gravel_status status = prepare_with(system, name, seed, settings, &error);
    if (status != GRAVEL_OK)
        print_message("# %s\n", error.text);
    return status;
}
/* The settings end with NULL. */
#define PREPARE(system, name, seed, ...) prepare(system, name, seed, (const char *const[]){__VA_ARGS__})

static inline void
check(const struct gravel_system *system)
{
    struct gravel_error error = {0};
    if (gravel_system_check(system, 1e-12, &error) != GRAVEL_OK)
        fail_msg("%s", error.text);
}

#endif
