#include "harness/bench/md_systems.h"

#include "engines/core/rng.h"
#include "engines/start.h"

#include <gsl/gsl_randist.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const struct gravel_engine_ops gravel_md;

enum { SIDE = 20, LAYERS = 25 };

static struct gravel_material
stiff(double stiffness, double damping, bool friction)
{
    const double m_red = 0.5;
    struct gravel_material m = {.statement = GRAVEL_BY_STIFFNESS_AND_DAMPING,
                                .stiffness = stiffness,
                                .damping = damping,
                                .tangential_restitution = 1.0};
    if (friction) {
        /* The tangential dashpot is half the normal one. */
        const double t_c = gravel_material_contact_time(&m, NULL, m_red, 1.0, 1.0);
        m.tangential = GRAVEL_TANGENTIAL_SPRING;
        m.tangential_stiffness = 2.0 / 7.0;
        m.tangential_restitution = exp(-0.5 * damping * 3.5 * t_c / m_red);
        m.friction = 0.5;
        m.rotation = true;
    }
    return m;
}

static struct gravel_wall
floor_of(const struct gravel_material *m)
{
    struct gravel_wall wall = {.name = "floor",
                               .shape = GRAVEL_PLANE,
                               .axis = v3(0, 0, 1),
                               .edge = v3(1, 0, 0),
                               .contact.tangential_restitution = 1.0,
                               .contact.friction = m->friction};
    const double t_c = gravel_material_contact_time(m, &wall.contact, 1.0, 1.0, 1.0);
    if (m->rotation)
        wall.contact.tangential_restitution = exp(-0.5 * m->damping * 3.5 * t_c);
    return wall;
}

/* One number after the other: compilers evaluate arguments in different orders. */
static struct vec3
random_velocity(gsl_rng *rng, double speed)
{
    const double z = gsl_ran_gaussian(rng, speed), y = gsl_ran_gaussian(rng, speed), x = gsl_ran_gaussian(rng, speed);
    return v3(x, y, z);
}

static enum gravel_status
lattice(struct gravel_system *system, int nx, int nz, double a, double speed, struct gravel_error *error)
{
    *system = (struct gravel_system){.dimension = 3, .n_species = 1};
    const enum gravel_status status = gravel_system_resize(system, (size_t)nx * (size_t)nx * (size_t)nz, error);
    if (status != GRAVEL_OK)
        return status;
    gsl_rng *rng = gravel_rng_create(1, "bench", 0);
    if (rng == NULL)
        return gravel_no_memory(error);
    for (size_t k = 0; k < system->n_particles; k++) {
        const int i = (int)k;
        system->particles[k] =
            (struct gravel_particle){.x = v3(a * (i % nx + 0.5), a * (i / nx % nx + 0.5), a * (i / nx / nx + 0.5)),
                                     .v = random_velocity(rng, speed),
                                     .radius = 0.5,
                                     .mass = 1.0,
                                     .inertia = gravel_inertia(3, 1.0, 0.5),
                                     .attached = GRAVEL_FREE};
    }
    gsl_rng_free(rng);
    system->box = (struct gravel_box){.periodic = {true, true, true}, .high = v3(a * nx, a * nx, a * nz)};
    return GRAVEL_OK;
}

enum gravel_status
gravel_bench_md_start(void **engine, const struct gravel_system *system, int threads, struct gravel_error *error)
{
    char text[16];
    snprintf(text, sizeof text, "%d", threads);
    return gravel_engine_start(engine, &gravel_md, system, (const char *const[]){"threads", text, NULL}, NULL, error);
}

static enum gravel_status
run(struct gravel_system *system, double t, int threads, struct gravel_error *error)
{
    void *engine = NULL;
    enum gravel_status status = gravel_bench_md_start(&engine, system, threads, error);
    if (status == GRAVEL_OK)
        status = gravel_md.advance(engine, t, error);
    if (status == GRAVEL_OK)
        gravel_md.snapshot(engine, system->particles);
    gravel_md.destroy(engine);
    return status;
}

static enum gravel_status
read_settled(struct gravel_system *system, const char *path, struct gravel_error *error)
{
    FILE *file = fopen(path, "r");
    size_t k = 0;
    if (file == NULL)
        return gravel_fail(error, GRAVEL_IO, "cannot read %s", path);
    for (; k < system->n_particles; k++) {
        struct gravel_particle *p = &system->particles[k];
        if (fscanf(file, "%lf %lf %lf %lf %lf %lf", &p->x.x, &p->x.y, &p->x.z, &p->v.x, &p->v.y, &p->v.z) != 6)
            break;
    }
    (void)fclose(file);
    return k == system->n_particles ? GRAVEL_OK
                                    : gravel_fail(error, GRAVEL_IO, "%s: line %zu is no state", path, k + 1);
}

/* Fall on the floor as soft, strongly damped spheres, then stiffen step by step. */
static enum gravel_status
settle(struct gravel_system *system, int threads, const char *path, struct gravel_error *error)
{
    enum gravel_status status = lattice(system, SIDE, LAYERS, 1.03, 0.3, error);
    if (status != GRAVEL_OK)
        return status;
    system->walls = calloc(1, sizeof *system->walls);
    if (system->walls == NULL)
        return gravel_no_memory(error);
    system->n_walls = 1;
    system->box.periodic[2] = false;
    system->gravity = v3(0, 0, -1);
    /* e = 0.3 in all three stages */
    static const struct {
        double stiffness, damping, time;
    } stage[] = {{4e3, 32.0, 5.0}, {3e4, 87.0, 3.0}, {2e5, 225.0, 3.0}};
    if (path != NULL)
        status = read_settled(system, path, error);
    for (size_t k = 0; k < sizeof stage / sizeof *stage && status == GRAVEL_OK && path == NULL; k++) {
        system->material = stiff(stage[k].stiffness, stage[k].damping, true);
        system->walls[0] = floor_of(&system->material);
        status = run(system, stage[k].time, threads, error);
    }
    system->material = stiff(2e5, 25.0, true);
    system->walls[0] = floor_of(&system->material);
    return status;
}

/* A gas of 16 sizes up to `ratio` times the smallest, as many of each, the largest ones placed first. */
static enum gravel_status
sizes(struct gravel_system *system, double ratio, struct gravel_error *error)
{
    enum { N = 8000, SIZES = 16 };
    double volume = 0.0;
    *system = (struct gravel_system){.dimension = 3, .n_species = 1};
    const enum gravel_status status = gravel_system_resize(system, N, error);
    gsl_rng *rng = gravel_rng_create(1, "bench", 0);
    if (status != GRAVEL_OK || rng == NULL)
        return status != GRAVEL_OK ? status : gravel_no_memory(error);
    for (int k = 0; k < N; k++) {
        const double r = pow(ratio, (double)(SIZES - 1 - k / (N / SIZES)) / (SIZES - 1)), m = r * r * r;
        system->particles[k] = (struct gravel_particle){
            .radius = r, .mass = m, .inertia = gravel_inertia(3, m, r), .attached = GRAVEL_FREE};
        volume += 4.0 / 3.0 * M_PI * m;
    }
    const double l = cbrt(volume / 0.1);
    system->box = (struct gravel_box){.periodic = {true, true, true}, .high = v3(l, l, l)};
    for (int k = 0; k < N; k++) {
        struct gravel_particle *p = &system->particles[k];
        bool free_place;
        do {
            p->x.z = l * gsl_rng_uniform(rng);
            p->x.y = l * gsl_rng_uniform(rng);
            p->x.x = l * gsl_rng_uniform(rng);
            free_place = true;
            for (int j = 0; j < k && free_place; j++) {
                const struct gravel_particle *q = &system->particles[j];
                free_place = v3_norm(gravel_box_separation(&system->box, p->x, q->x)) > p->radius + q->radius;
            }
        } while (!free_place);
        p->v = random_velocity(rng, 0.05);
    }
    gsl_rng_free(rng);
    system->material = (struct gravel_material){.statement = GRAVEL_BY_RESTITUTION_AND_TIME,
                                                .restitution = 0.9,
                                                .contact_time = 1.0,
                                                .tangential_restitution = 1.0};
    return GRAVEL_OK;
}

/* A column of ten beads that bounces on the floor; steps of the whole column are counted as ten. */
static enum gravel_status
column(struct gravel_system *system, struct gravel_error *error)
{
    *system = (struct gravel_system){.dimension = 1, .n_species = 1, .gravity = v3(0, 0, -1)};
    const enum gravel_status status = gravel_system_resize(system, 10, error);
    if (status != GRAVEL_OK)
        return status;
    for (size_t k = 0; k < 10; k++)
        system->particles[k] = (struct gravel_particle){.x = v3(0, 0, 0.5 + 1.001 * (double)k),
                                                        .radius = 0.5,
                                                        .mass = 1.0,
                                                        .inertia = 0.1,
                                                        .attached = GRAVEL_FREE};
    system->walls = calloc(1, sizeof *system->walls);
    if (system->walls == NULL)
        return gravel_no_memory(error);
    system->n_walls = 1;
    system->material = stiff(2e5, 5.0, false);
    system->walls[0] = floor_of(&system->material);
    system->walls[0].motion = (struct gravel_motion){.amplitude = 0.5, .angular_frequency = 3.0};
    return status;
}

/* Springs F = 2e6 x^1.5 + 1e3 x^0.5 x'. */
static void
make_hertzian(struct gravel_system *system)
{
    struct gravel_material *m = &system->material;
    m->stiffness = 2e6;
    m->damping = 1e3;
    m->beta = m->gamma = 0.5;
    m->reference_velocity = 0.1;
    m->tangential_restitution = system->walls[0].contact.tangential_restitution = 1.0;
}

/* No two alike, by so little that the packing and its forces stay: each contact then has constants of its own. */
static void
make_unlike(struct gravel_system *system)
{
    for (size_t k = 0; k < system->n_particles; k++) {
        struct gravel_particle *p = &system->particles[k];
        const double smaller = 1.0 - 1e-6 * (double)k / (double)system->n_particles;
        p->radius *= smaller;
        p->mass *= smaller * smaller * smaller;
        p->inertia = gravel_inertia(3, p->mass, p->radius);
    }
}

/* Smooth grains so soft that each has six contacts on average. */
static enum gravel_status
make_compact(struct gravel_system *system, int threads, struct gravel_error *error)
{
    system->material = stiff(1e4, 50.0, false);
    system->walls[0] = floor_of(&system->material);
    const enum gravel_status status = run(system, 30.0, threads, error);
    system->material = stiff(1e4, 5.5, true);
    system->walls[0] = floor_of(&system->material);
    return status;
}

enum gravel_status
gravel_bench_md_prepare(struct gravel_system *system, const char *name, int threads, const char *path, int *steps,
                        struct gravel_error *error)
{
    enum gravel_status status;
    *steps = strcmp(name, "column") == 0 ? 2000000 : 2000;
    if (strncmp(name, "gas", 3) == 0) {
        const double n = strtod(name + 3, NULL);
        const int side = n > 0.0 ? (int)round(cbrt(n)) : 22;
        if (n > 0.0)
            *steps = (int)fmin(2e4, fmax(200.0, 2e7 / n));
        status = lattice(system, side, side, cbrt(M_PI / 6.0 / 0.05), 1.0, error);
        system->material = stiff(2e5, 0.0, false);
    } else if (strncmp(name, "sizes", 5) == 0) {
        status = sizes(system, fmax(1.0, strtod(name + 5, NULL)), error);
    } else if (strcmp(name, "column") == 0) {
        status = column(system, error);
    } else {
        status = settle(system, threads, path, error);
        if (strcmp(name, "compact") == 0 && status == GRAVEL_OK)
            status = make_compact(system, threads, error);
        if (strcmp(name, "unlike") == 0)
            make_unlike(system);
        if (strcmp(name, "viscous") == 0)
            system->material.tangential = GRAVEL_TANGENTIAL_VISCOUS;
        if (strcmp(name, "hertz") == 0 && status == GRAVEL_OK)
            make_hertzian(system);
    }
    return status;
}

enum gravel_status
gravel_bench_md_write_settled(const char *path, struct gravel_error *error)
{
    struct gravel_system system = {0};
    enum gravel_status status = settle(&system, 1, NULL, error);
    FILE *file = status == GRAVEL_OK ? fopen(path, "w") : NULL;
    if (status == GRAVEL_OK && file == NULL)
        status = gravel_not_written(error, path);
    for (size_t k = 0; file != NULL && k < system.n_particles; k++) {
        const struct gravel_particle *p = &system.particles[k];
        fprintf(file, "%.17g %.17g %.17g %.17g %.17g %.17g\n", p->x.x, p->x.y, p->x.z, p->v.x, p->v.y, p->v.z);
    }
    if (file != NULL && fclose(file) != 0)
        status = gravel_not_written(error, path);
    gravel_system_free(&system);
    return status;
}
