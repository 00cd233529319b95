#include "tests/conform/world.h"

#include "engines/core/rng.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double spacing = 0.025; /* of the lattice [m]: more than two of the largest radii */

void
world_cloud(struct gravel_system *system, int dimension, size_t n, double restitution, double contact_time)
{
    struct gravel_error error;
    *system = (struct gravel_system){
        .dimension = dimension,
        .material = {.statement = GRAVEL_BY_RESTITUTION_AND_TIME,
                     .restitution = restitution,
                     .contact_time = contact_time,
                     .tangential_restitution = 1.0},
        .n_species = 1,
        .species_name = {"body"},
    };
    ok(gravel_system_resize(system, n, &error), &error);
    gsl_rng *rng = gravel_rng_create(2385, "conform", (uint64_t)dimension);
    assert_non_null(rng);
    const size_t side = dimension == 1 ? n : (size_t)ceil(pow((double)n, 1.0 / dimension));
    for (size_t k = 0; k < n; k++) {
        struct gravel_particle *p = &system->particles[k];
        const size_t cell[3] = {k % side, k / side % side, k / side / side};
        const double u[4] = {2 * gsl_rng_uniform(rng) - 1, 2 * gsl_rng_uniform(rng) - 1, 2 * gsl_rng_uniform(rng) - 1,
                             gsl_rng_uniform(rng)};
        /* Towards the middle, so that collisions happen. */
        const double half = 0.5 * (double)(side - 1);
        const double inward[3] = {half - (double)cell[0], half - (double)cell[1], half - (double)cell[2]};
        if (dimension == 1) {
            p->x = v3(0, 0, spacing * (double)cell[0]);
            p->v = v3(0, 0, u[0] + 0.5 * inward[0]);
        } else if (dimension == 2) {
            p->x = v3(spacing * (double)cell[0], 0, spacing * (double)cell[1]);
            p->v = v3(u[0] + 0.5 * inward[0], 0, u[1] + 0.5 * inward[1]);
        } else {
            p->x = v3(spacing * (double)cell[0], spacing * (double)cell[1], spacing * (double)cell[2]);
            p->v = v3(u[0] + 0.5 * inward[0], u[1] + 0.5 * inward[1], u[2] + 0.5 * inward[2]);
        }
        p->radius = 0.008 + 0.002 * u[3];
        p->mass = 1.0e-3 * (1.0 + 0.5 * u[3]);
        p->inertia = gravel_inertia(dimension, p->mass, p->radius);
    }
    gsl_rng_free(rng);
    ok(gravel_system_check(system, 0.0, &error), &error);
}

void
world_floor(struct gravel_system *system, double z, double g)
{
    system->gravity = v3(0, 0, -g);
    system->walls = calloc(1, sizeof *system->walls);
    assert_non_null(system->walls);
    system->n_walls = 1;
    system->walls[0] = (struct gravel_wall){
        .name = "floor",
        .shape = GRAVEL_PLANE,
        .origin = v3(0, 0, z),
        .axis = v3(0, 0, 1),
        .edge = v3(1, 0, 0),
        .contact.rule = GRAVEL_OWN_RESTITUTION,
        .contact.restitution = system->material.restitution,
        .contact.tangential_restitution = 1.0,
    };
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
