#include "harness/bench/ed_systems.h"

#include "engines/core/rng.h"

#include <gsl/gsl_randist.h>

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* FCC with 4 m^3 spheres of unit diameter in a periodic cube, m from n. */
static enum gravel_status
crystal(struct gravel_system *system, size_t n, double phi, struct gravel_error *error)
{
    const int m = (int)fmax(2.0, round(cbrt((double)n / 4.0)));
    const enum gravel_status status = gravel_system_resize(system, 4 * (size_t)m * (size_t)m * (size_t)m, error);
    if (status != GRAVEL_OK)
        return status;
    static const double place[4][3] = {{0, 0, 0}, {0.5, 0.5, 0}, {0.5, 0, 0.5}, {0, 0.5, 0.5}};
    const double length = cbrt((double)system->n_particles * M_PI / 6.0 / phi), cell = length / m;
    gsl_rng *rng = gravel_rng_create(1, "bench", n);
    for (size_t i = 0; i < system->n_particles; i++) {
        const size_t c = i / 4, k = i % 4, side = (size_t)m;
        const double w = gsl_ran_gaussian(rng, 1.0), v = gsl_ran_gaussian(rng, 1.0), u = gsl_ran_gaussian(rng, 1.0);
        system->particles[i] =
            (struct gravel_particle){.x = v3(((double)(c % side) + place[k][0] + 0.25) * cell,
                                             ((double)(c / side % side) + place[k][1] + 0.25) * cell,
                                             ((double)(c / side / side) + place[k][2] + 0.25) * cell),
                                     .v = v3(u, v, w),
                                     .radius = 0.5,
                                     .mass = 1.0,
                                     .inertia = gravel_inertia(3, 1.0, 0.5),
                                     .attached = GRAVEL_FREE};
    }
    gsl_rng_free(rng);
    struct vec3 drift = v3(0, 0, 0);
    for (size_t i = 0; i < system->n_particles; i++)
        drift = v3_axpy(drift, 1.0 / (double)system->n_particles, system->particles[i].v);
    for (size_t i = 0; i < system->n_particles; i++)
        system->particles[i].v = v3_sub(system->particles[i].v, drift);
    for (int d = 0; d < 3; d++)
        system->box.periodic[d] = true;
    system->box.high = v3(length, length, length);
    return GRAVEL_OK;
}

/* Put the k-th of these large spheres in the place of those that are there. */
static void
put_large(struct gravel_system *system, size_t n_large, const struct gravel_particle *large)
{
    size_t n = 0;
    for (size_t i = 0; i < system->n_particles; i++) {
        const struct gravel_particle *p = &system->particles[i];
        bool clear = true;
        for (size_t k = 0; k < n_large && clear; k++)
            clear = v3_norm(gravel_box_separation(&system->box, large[k].x, p->x)) > large[k].radius + p->radius;
        if (clear)
            system->particles[n++] = *p;
    }
    for (size_t k = 0; k < n_large && n < system->n_particles; k++)
        system->particles[n++] = large[k];
    system->n_particles = n;
}

/* Four spheres of a hundred diameters, of the same material and temperature. */
static void
add_hundreds(struct gravel_system *system)
{
    enum { N_LARGE = 4 };
    const double radius = 50.0, mass = 1e6, length = system->box.high.z;
    struct gravel_particle large[N_LARGE];
    for (int k = 0; k < N_LARGE; k++) {
        large[k] = system->particles[k];
        large[k].x = v3_scale(0.5 * length, v3(k % 2 + 0.5, k / 2 + 0.5, (k % 2 + k / 2) % 2 + 0.5));
        large[k].v = v3_scale(1.0 / sqrt(mass), large[k].v);
        large[k].radius = radius;
        large[k].mass = mass;
        large[k].inertia = gravel_inertia(3, mass, radius);
    }
    put_large(system, N_LARGE, large);
}

/* Spheres of ten diameters and the same mass, as EDMD has it, 15 diameters apart on a cubic lattice. */
static enum gravel_status
add_tens(struct gravel_system *system, struct gravel_error *error)
{
    const double radius = 5.0, length = system->box.high.z;
    const size_t m = (size_t)fmax(1.0, floor(length / 15.0)), n_large = m * m * m;
    if (length < 2.1 * radius || n_large > system->n_particles)
        return gravel_fail(error, GRAVEL_INPUT, "the box of %g diameters has no room for spheres of ten", length);
    struct gravel_particle *large = malloc(n_large * sizeof *large);
    if (large == NULL)
        return gravel_no_memory(error);
    for (size_t k = 0; k < n_large; k++) {
        large[k] = system->particles[k];
        large[k].x = v3_scale(length / (double)m,
                              v3((double)(k % m) + 0.5, (double)(k / m % m) + 0.5, (double)(k / m / m) + 0.5));
        large[k].radius = radius;
        large[k].inertia = gravel_inertia(3, large[k].mass, radius);
    }
    put_large(system, n_large, large);
    free(large);
    return GRAVEL_OK;
}

/* Walls at the faces of the cube across z; the lower one may vibrate. */
static void
add_walls(struct gravel_system *system, double e, bool vibrate)
{
    for (int w = 0; w < 2; w++)
        system->walls[w] = (struct gravel_wall){
            .name = "plate",
            .shape = GRAVEL_PLANE,
            .axis = v3(0, 0, 1),
            .origin = v3(0, 0, w == 0 ? -0.7 : system->box.high.z + 0.7),
            .contact = {.rule = GRAVEL_OWN_RESTITUTION, .restitution = e, .tangential_restitution = 1.0}};
    if (vibrate)
        system->walls[0].motion = (struct gravel_motion){.amplitude = 0.1, .angular_frequency = 30.0};
    system->box.periodic[2] = false;
    system->n_walls = 2;
}

enum gravel_status
gravel_bench_ed_prepare(struct gravel_system *system, size_t n, double phi, const char *kind,
                        struct gravel_error *error)
{
    *system = (struct gravel_system){.dimension = 3, .n_species = 1};
    system->material = (struct gravel_material){.statement = GRAVEL_BY_RESTITUTION_AND_TIME,
                                                .restitution = 1.0,
                                                .contact_time = 1e-5,
                                                .tangential_restitution = 1.0};
    enum gravel_status status = crystal(system, n, phi, error);
    if (status != GRAVEL_OK)
        return status;
    if (strcmp(kind, "mixture") == 0)
        add_hundreds(system);
    else if (strcmp(kind, "ratio10") == 0)
        status = add_tens(system, error);
    else if (strcmp(kind, "elastic") != 0)
        system->material.restitution = 0.95;
    if (strcmp(kind, "gravity") == 0 || strcmp(kind, "walls") == 0) {
        system->gravity = v3(0, 0, -1.0 / system->box.high.z);
        system->walls = calloc(2, sizeof *system->walls);
        if (system->walls == NULL)
            return gravel_no_memory(error);
        add_walls(system, 0.95, strcmp(kind, "walls") == 0);
    }
    return status;
}
