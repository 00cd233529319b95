#include "harness/conform/world.h"

#include "engines/core/rng.h"

#include <math.h>
#include <stdlib.h>

static const double spacing = 0.025; /* of the lattice [m]: more than two of the largest radii */

static enum gravel_status
begin(struct gravel_system *system, int dimension, size_t n, double restitution, double contact_time,
      struct gravel_error *error)
{
    *system = (struct gravel_system){
        .dimension = dimension,
        .material = {.statement = GRAVEL_BY_RESTITUTION_AND_TIME,
                     .restitution = restitution,
                     .contact_time = contact_time,
                     .tangential_restitution = 1.0},
        .n_species = 1,
        .species_name = {"body"},
    };
    return gravel_system_resize(system, n, error);
}

/* On the axes of the dimension: z, (x, z), (x, y, z). */
static struct vec3
place(int dimension, const double c[3])
{
    return dimension == 1 ? v3(0, 0, c[0]) : dimension == 2 ? v3(c[0], 0, c[1]) : v3(c[0], c[1], c[2]);
}

enum gravel_status
gravel_world_cloud(struct gravel_system *system, int dimension, size_t n, double restitution, double contact_time,
                   struct gravel_error *error)
{
    const enum gravel_status status = begin(system, dimension, n, restitution, contact_time, error);
    if (status != GRAVEL_OK)
        return status;
    gsl_rng *rng = gravel_rng_create(2385, "conform", (uint64_t)dimension);
    if (rng == NULL)
        return gravel_no_memory(error);
    const size_t side = dimension == 1 ? n : (size_t)ceil(pow((double)n, 1.0 / dimension));
    const double half = 0.5 * (double)(side - 1);
    for (size_t k = 0; k < n; k++) {
        struct gravel_particle *p = &system->particles[k];
        const size_t cell[3] = {k % side, k / side % side, k / side / side};
        double x[3], v[3];
        for (int a = 0; a < 3; a++) {
            x[a] = spacing * (double)cell[a];
            v[a] = 2.0 * gsl_rng_uniform(rng) - 1.0 + 0.5 * (half - (double)cell[a]);
        }
        const double size = gsl_rng_uniform(rng);
        p->x = place(dimension, x);
        p->v = place(dimension, v);
        p->radius = 0.008 + 0.002 * size;
        p->mass = 1.0e-3 * (1.0 + 0.5 * size);
        p->inertia = gravel_inertia(dimension, p->mass, p->radius);
    }
    gsl_rng_free(rng);
    return GRAVEL_OK;
}

enum gravel_status
gravel_world_pair(struct gravel_system *system, int dimension, double restitution, double contact_time, double gap,
                  double speed, struct gravel_error *error)
{
    const enum gravel_status status = begin(system, dimension, 2, restitution, contact_time, error);
    if (status != GRAVEL_OK)
        return status;
    for (size_t k = 0; k < 2; k++) {
        struct gravel_particle *p = &system->particles[k];
        p->radius = 0.005;
        p->mass = 1.0e-3;
        p->inertia = gravel_inertia(dimension, p->mass, p->radius);
    }
    system->particles[1].x.z = 0.01 + gap;
    system->particles[1].v.z = -speed;
    return GRAVEL_OK;
}

enum gravel_status
gravel_world_floor(struct gravel_system *system, double z, double g, struct gravel_error *error)
{
    system->gravity = v3(0, 0, -g);
    system->walls = calloc(1, sizeof *system->walls);
    if (system->walls == NULL)
        return gravel_no_memory(error);
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
    return GRAVEL_OK;
}

double
gravel_world_energy_change(const struct gravel_particle *before, const struct gravel_particle *after, size_t n)
{
    return fabs(gravel_kinetic_energy(after, n) / gravel_kinetic_energy(before, n) - 1.0);
}

double
gravel_world_momentum_change(const struct gravel_particle *before, const struct gravel_particle *after, size_t n)
{
    struct vec3 change = {0};
    double scale = 0.0;
    for (size_t k = 0; k < n; k++) {
        change = v3_axpy(change, before[k].mass, v3_sub(after[k].v, before[k].v));
        scale += before[k].mass * v3_norm(before[k].v);
    }
    return v3_norm(change) / scale;
}
