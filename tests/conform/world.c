#include "tests/conform/world.h"

#include "harness/conform/world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void
world_cloud(struct gravel_system *system, int dimension, size_t n, double restitution, double contact_time)
{
    struct gravel_error error;
    ok(gravel_world_cloud(system, dimension, n, restitution, contact_time, &error), &error);
    ok(gravel_system_check(system, 0.0, &error), &error);
}

void
world_floor(struct gravel_system *system, double z, double g)
{
    struct gravel_error error;
    ok(gravel_world_floor(system, z, g, &error), &error);
}

void
run_start(struct run *run, const struct gravel_engine_ops *ops, const struct gravel_system *system)
{
    struct gravel_error error;
    struct gravel_options options = {0};
    *run = (struct run){.ops = ops};
    ok(gravel_system_copy(&run->system, system, &error), &error);
    ok(gravel_options_defaults(&options, "", ops->options, &error), &error);
    ok(ops->create(&run->engine, &run->system, &options, NULL, &error), &error);
    gravel_options_free(&options);
    run->now = calloc(system->n_particles + 1, sizeof *run->now);
    assert_non_null(run->now);
    ops->snapshot(run->engine, run->now);
}

void
run_advance(struct run *run, double t)
{
    struct gravel_error error;
    ok(run->ops->advance(run->engine, t, &error), &error);
    run->ops->snapshot(run->engine, run->now);
}

void
run_stop(struct run *run)
{
    run->ops->destroy(run->engine);
    gravel_system_free(&run->system);
    free(run->now);
}

double
largest_distance(const struct gravel_particle *a, const struct gravel_particle *b, size_t n)
{
    double largest = 0.0;
    for (size_t k = 0; k < n; k++)
        largest = fmax(largest, v3_norm(v3_sub(a[k].x, b[k].x)));
    return largest;
}

void
assert_at_most(const char *engine, const char *what, double value, double limit)
{
    printf("# %-10s %-58s %.3e, limit %.1e, ratio %.3f\n", engine, what, value, limit, value / limit);
    if (!(value <= limit))
        fail_msg("%s: %s is %.6e, limit %.1e", engine, what, value, limit);
}

void
for_every_engine_with(unsigned capability, int least, property *holds)
{
    int tried = 0;
    for (size_t k = 0; gravel_engines[k] != NULL; k++)
        for (int dimension = 1; dimension <= 3; dimension++)
            if ((gravel_engines[k]->capabilities & capability) &&
                (gravel_engines[k]->capabilities & (GRAVEL_CAP_1D << (dimension - 1)))) {
                holds(gravel_engines[k], dimension);
                tried++;
            }
    assert_true(tried >= least);
}
