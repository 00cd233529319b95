/* The event-driven engine against closed forms, conservation laws and itself. */
#include "engines/core/rng.h"
#include "engines/ed/collision.h"
#include "engines/ed/predict.h"
#include "engines/engine.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

extern const struct gravel_engine_ops gravel_ed;

static void
near(const char *what, double value, double reference, double tolerance)
{
    const double deviation = fabs(value - reference);
    if (!(deviation <= tolerance))
        print_error("%s: value %.17g, reference %.17g, tolerance %.2g, ratio %.3g\n", what, value, reference,
                    tolerance, deviation / tolerance);
    assert_true(deviation <= tolerance);
}

static const struct gravel_material elastic = {
    .statement = GRAVEL_BY_RESTITUTION_AND_TIME,
    .restitution = 1.0,
    .contact_time = 1e-5,
    .tangential_restitution = 1.0,
};

static struct gravel_system
system_of(int dimension, size_t n, size_t n_walls)
{
    struct gravel_system system = {
        .dimension = dimension, .material = elastic, .n_walls = n_walls, .n_species = 1};
    struct gravel_error error;
    assert_int_equal(gravel_system_resize(&system, n, &error), GRAVEL_OK);
    system.walls = calloc(n_walls + 1, sizeof *system.walls);
    assert_non_null(system.walls);
    return system;
}

static struct gravel_particle
bead(int dimension, struct vec3 x, struct vec3 v, double radius, double mass)
{
    return (struct gravel_particle){.x = x,
                                    .v = v,
                                    .radius = radius,
                                    .mass = mass,
                                    .inertia = gravel_inertia(dimension, mass, radius),
                                    .held = GRAVEL_FREE};
}

static struct gravel_wall
wall_of(enum gravel_shape shape, struct vec3 origin, struct vec3 axis)
{
    return (struct gravel_wall){.name = "wall",
                                .shape = shape,
                                .origin = origin,
                                .axis = axis,
                                .contact = GRAVEL_OWN_RESTITUTION,
                                .restitution = 1.0,
                                .tangential_restitution = 1.0};
}

static void *
engine_with(const struct gravel_system *system, const char *calendar, const char *neighbours, double tc,
            const struct gravel_sink *sink)
{
    struct gravel_options options = {0};
    struct gravel_error error = {0};
    void *engine = NULL;
    assert_int_equal(gravel_options_defaults(&options, "", gravel_ed.options, &error), GRAVEL_OK);
    const struct gravel_value time = {.type = GRAVEL_TYPE_REAL, .real = tc};
    struct gravel_value name = {.type = GRAVEL_TYPE_CHOICE, .text = (char *)(uintptr_t)calendar};
    assert_int_equal(gravel_options_set(&options, "tc", &time, &error), GRAVEL_OK);
    assert_int_equal(gravel_options_set(&options, "calendar", &name, &error), GRAVEL_OK);
    name.text = (char *)(uintptr_t)neighbours;
    assert_int_equal(gravel_options_set(&options, "neighbours", &name, &error), GRAVEL_OK);
    const enum gravel_status status = gravel_ed.create(&engine, system, &options, sink, &error);
    if (status != GRAVEL_OK)
        print_error("create: %s\n", error.text);
    assert_int_equal(status, GRAVEL_OK);
    gravel_options_free(&options);
    return engine;
}

static void *
engine_of(const struct gravel_system *system, const char *calendar, double tc, const struct gravel_sink *sink)
{
    return engine_with(system, calendar, "auto", tc, sink);
}

static void
advance(void *engine, double t)
{
    struct gravel_error error = {0};
    const enum gravel_status status = gravel_ed.advance(engine, t, &error);
    if (status != GRAVEL_OK)
        print_error("advance: %s\n", error.text);
    assert_int_equal(status, GRAVEL_OK);
}

static void
check_self(const void *engine)
{
    struct gravel_error error = {0};
    const enum gravel_status status = gravel_ed.self_check(engine, &error);
    if (status != GRAVEL_OK)
        print_error("self check: %s\n", error.text);
    assert_int_equal(status, GRAVEL_OK);
}

static double
ledger(const void *engine)
{
    struct gravel_energy e;
    gravel_ed.energy(engine, &e);
    return gravel_energy_ledger(&e);
}

/* --- collision rule --- */

static struct vec3
random_vector(gsl_rng *rng)
{
    return v3(gsl_rng_uniform(rng) - 0.5, gsl_rng_uniform(rng) - 0.5, gsl_rng_uniform(rng) - 0.5);
}

static struct vec3
spin_about(const struct gravel_collider *c, struct vec3 x)
{
    const struct vec3 orbital = v3_scale(1.0 / c->inverse_mass, v3_cross(x, c->v));
    return v3_axpy(orbital, 1.0 / c->inverse_inertia, c->omega);
}

static double
kinetic(const struct gravel_collider *c)
{
    return 0.5 * v3_norm2(c->v) / c->inverse_mass + 0.5 * v3_norm2(c->omega) / c->inverse_inertia;
}

/* S1's rule for spheres: conserves momentum and angular momentum, loses
 * (mu/2) [(1 - e_n^2) u_n^2 + (2/7)(1 - e_t^2) u_t^2], turns u_n into -e_n u_n and u_t into e_t u_t. */
static void
collision_conserves_momenta_and_loses_the_closed_energy(void **state)
{
    (void)state;
    gsl_rng *rng = gravel_rng_create(1, "collision", 0);
    for (int k = 0; k < 1000; k++) {
        const double m1 = 0.1 + gsl_rng_uniform(rng), m2 = 0.1 + gsl_rng_uniform(rng);
        const double s1 = 0.1 + gsl_rng_uniform(rng), s2 = 0.1 + gsl_rng_uniform(rng);
        const double e_n = gsl_rng_uniform(rng), e_t = 2.0 * gsl_rng_uniform(rng) - 1.0;
        struct gravel_collider a = {random_vector(rng), random_vector(rng), s1, 1.0 / m1,
                                    2.5 / (m1 * s1 * s1)};
        struct gravel_collider b = {random_vector(rng), random_vector(rng), s2, 1.0 / m2,
                                    2.5 / (m2 * s2 * s2)};
        struct vec3 n = v3_unit(random_vector(rng));
        if (gravel_collision_approach(&a, &b, n) < 0.0)
            n = v3_scale(-1.0, n);
        const struct vec3 xa = v3_scale(s1, n), xb = v3_scale(-s2, n);
        const struct vec3 p0 = v3_add(v3_scale(m1, a.v), v3_scale(m2, b.v));
        const struct vec3 l0 = v3_add(spin_about(&a, xa), spin_about(&b, xb));
        const double k0 = kinetic(&a) + kinetic(&b);
        struct vec3 u0 =
            v3_sub(v3_axpy(a.v, -s1, v3_cross(a.omega, n)), v3_axpy(b.v, s2, v3_cross(b.omega, n)));
        const struct gravel_impact impact = gravel_collision(&a, &b, n, e_n, e_t, 0.0);
        const struct vec3 p1 = v3_add(v3_scale(m1, a.v), v3_scale(m2, b.v));
        const struct vec3 l1 = v3_add(spin_about(&a, xa), spin_about(&b, xb));
        const struct vec3 u1 =
            v3_sub(v3_axpy(a.v, -s1, v3_cross(a.omega, n)), v3_axpy(b.v, s2, v3_cross(b.omega, n)));
        near("momentum", v3_norm(v3_sub(p1, p0)), 0.0, 1e-14);
        near("angular momentum", v3_norm(v3_sub(l1, l0)), 0.0, 1e-14);
        const double mu = m1 * m2 / (m1 + m2), un = v3_dot(u0, n), ut2 = v3_norm2(v3_reject(u0, n));
        const double loss = 0.5 * mu * ((1 - e_n * e_n) * un * un + 2.0 / 7.0 * (1 - e_t * e_t) * ut2);
        near("energy", k0 - kinetic(&a) - kinetic(&b), loss, 1e-14);
        near("dissipated", impact.dissipated, loss, 1e-14);
        near("normal", v3_dot(u1, n), -e_n * un, 1e-14);
        near("tangential", v3_norm(v3_axpy(v3_reject(u1, n), -e_t, v3_reject(u0, n))), 0.0, 1e-14);
    }
    gsl_rng_free(rng);
}

/* Sliding: the tangential impulse is friction times the normal one, against the slip, and energy balances. */
static void
friction_limits_the_tangential_impulse(void **state)
{
    (void)state;
    struct gravel_collider a = {v3(1.0, 0, -2.385), v3(0, 3.0, 0), 0.5, 1.0 / 2.0, 2.5 / (2.0 * 0.25)};
    struct gravel_collider floor = {.v = v3(0, 0, 0)};
    const double k0 = kinetic(&a);
    const struct gravel_impact impact = gravel_collision(&a, &floor, v3(0, 0, 1), 0.8, -1.0, 0.05);
    /* Slip of the lowest point: 1 - omega_y s = -0.5, so friction pushes forward. */
    near("p_t", 2.0 * (a.v.x - 1.0), 0.05 * 2.0 * 1.8 * 2.385, 1e-14);
    near("energy", k0 - kinetic(&a), impact.dissipated, 1e-14);
    near("work", impact.work, 0.0, 0.0);
}

/* --- trajectories --- */

static void
binary_collision_is_exact(void **state)
{
    (void)state;
    struct gravel_system system = system_of(3, 2, 0);
    system.particles[0] = bead(3, v3(0, 0, 0), v3(1, 0, 0), 0.5, 1.0);
    system.particles[1] = bead(3, v3(3, 0.6, 0), v3(-1, 0, 0), 0.5, 3.0);
    void *engine = engine_of(&system, "fast", 0.0, NULL);
    advance(engine, 2.0);
    struct gravel_particle p[2];
    gravel_ed.snapshot(engine, p);
    /* Contact at distance 1 with offset 0.6: separation (0.8, 0.6) after t = 1.1; u_n = -2 * 0.8. */
    near("v0x", p[0].v.x, 1.0 - 1.5 * 1.6 * 0.8, 1e-14);
    near("v0y", p[0].v.y, -1.5 * 1.6 * 0.6, 1e-14);
    near("v1x", p[1].v.x, -1.0 + 0.5 * 1.6 * 0.8, 1e-14);
    near("x0", p[0].x.x, 1.1 + 0.9 * (1.0 - 1.92), 1e-14);
    gravel_ed.destroy(engine);
    gravel_system_free(&system);
}

/* A bead with e = 0.8 on a plate: bounce k has the speed e^k v0, and the plate is hit at known times. */
static void
bead_on_a_plate_bounces_as_the_geometric_series(void **state)
{
    (void)state;
    struct gravel_system system = system_of(1, 1, 1);
    system.gravity = v3(0, 0, -9.81);
    system.walls[0] = wall_of(GRAVEL_PLANE, v3(0, 0, 0), v3(0, 0, 1));
    system.walls[0].restitution = 0.8;
    system.particles[0] = bead(1, v3(0, 0, 1.5), v3(0, 0, 0), 0.5, 2.0);
    void *engine = engine_of(&system, "fast", 0.0, NULL);
    const double fall = sqrt(2.0 / 9.81), v0 = 9.81 * fall;
    double t = fall, v = 0.8 * v0;
    for (int k = 0; k < 20; k++, t += 2.0 * v / 9.81, v *= 0.8) {
        struct gravel_particle p;
        advance(engine, t + v / 9.81);
        gravel_ed.snapshot(engine, &p);
        near("apex", p.x.z, 0.5 + 0.5 * v * v / 9.81, 1e-13);
        near("rest at apex", p.v.z, 0.0, 1e-12);
    }
    near("ledger", ledger(engine) / (2.0 * 9.81 * 1.5), 1.0, 1e-12);
    gravel_ed.destroy(engine);
    gravel_system_free(&system);
}

static void
inelastic_collapse_is_an_error_that_names_the_particle(void **state)
{
    (void)state;
    struct gravel_system system = system_of(1, 1, 1);
    system.gravity = v3(0, 0, -9.81);
    system.walls[0] = wall_of(GRAVEL_PLANE, v3(0, 0, 0), v3(0, 0, 1));
    system.walls[0].restitution = 0.5;
    system.particles[0] = bead(1, v3(0, 0, 1.5), v3(0, 0, 0), 0.5, 1.0);
    void *engine = engine_of(&system, "fast", 0.0, NULL);
    struct gravel_error error = {0};
    assert_int_equal(gravel_ed.advance(engine, 10.0, &error), GRAVEL_PHYSICS);
    assert_non_null(strstr(error.text, "particle 0"));
    assert_non_null(strstr(error.text, "'wall'"));
    gravel_ed.destroy(engine);
    /* The TC model ends it: the bead goes on with tiny elastic hops. */
    engine = engine_of(&system, "fast", 1e-3, NULL);
    advance(engine, 10.0);
    struct gravel_particle p;
    gravel_ed.snapshot(engine, &p);
    near("rests", p.x.z, 0.5, 0.125 * 9.81 * 1e-6);
    gravel_ed.destroy(engine);
    gravel_system_free(&system);
}

/* Three free beads collapse below e = 7 - 4 sqrt(3) = 0.0718 (McNamara and Young 1992): after some forty collisions
 * nothing that a number can hold is left of their relative motion, and they go on as one.  Above they part. */
static void
three_free_beads_that_collapse_go_on_as_one(void **state)
{
    (void)state;
    for (int k = 0; k < 2; k++) {
        struct gravel_system system = system_of(1, 3, 0);
        struct gravel_particle p[3];
        struct gravel_counters counters;
        system.material.restitution = k == 0 ? 0.06 : 0.08;
        for (int i = 0; i < 3; i++)
            system.particles[i] = bead(1, v3(0, 0, 1.5 * i), v3(0, 0, (double[]){1.0, 0.1, -1.0}[i]), 0.5, 1.0);
        void *engine = engine_of(&system, "fast", 0.0, NULL);
        advance(engine, 100.0);
        check_self(engine);
        gravel_ed.snapshot(engine, p);
        gravel_ed.counters(engine, &counters);
        near("momentum", p[0].v.z + p[1].v.z + p[2].v.z, 0.1, 1e-15);
        assert_true(counters.pair_collisions < 100);
        if (k == 0)
            near("relative velocity", fabs(p[2].v.z - p[0].v.z), 0.0, 1e-15);
        else
            assert_true(p[2].v.z - p[0].v.z > 1e-9);
        gravel_ed.destroy(engine);
        gravel_system_free(&system);
    }
}

/* A pile that comes to rest without the TC model: an error that names who collides, not a hang. */
static void
piles_that_collapse_are_an_error_that_names_two(void **state)
{
    (void)state;
    struct gravel_system system = system_of(2, 40, 3);
    struct gravel_error error = {0};
    struct gravel_counters counters;
    int i = 0, j = -1, used = 0;
    system.gravity = v3(0, 0, -9.81);
    system.material.restitution = 0.4;
    system.walls[0] = wall_of(GRAVEL_PLANE, v3(0, 0, 0), v3(0, 0, 1));
    system.walls[1] = wall_of(GRAVEL_PLANE, v3(0, 0, 0), v3(1, 0, 0));
    system.walls[2] = wall_of(GRAVEL_PLANE, v3(6, 0, 0), v3(1, 0, 0));
    for (int k = 0; k < 40; k++)
        system.particles[k] =
            bead(2, v3(0.6 + 1.17 * (k % 5), 0, 1.0 + 1.1 * (k / 5)), v3(0.1 * (k % 7 - 3), 0, 0), 0.5, 1.0);
    void *engine = engine_of(&system, "fast", 0.0, NULL);
    assert_int_equal(gravel_ed.advance(engine, 100.0, &error), GRAVEL_PHYSICS);
    gravel_ed.counters(engine, &counters);
    assert_true(counters.events < 1000000);
    const char *who = strstr(error.text, "the last of particle");
    assert_non_null(who);
    assert_int_equal(sscanf(who, "the last of particle %d with particle %d%n", &i, &j, &used), 2);
    assert_true(i >= 0 && i < 40 && j >= 0 && j < 40 && i != j);
    gravel_ed.destroy(engine);
    gravel_system_free(&system);
}

/* --- gases --- */

static void
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

static struct gravel_system
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

static struct vec3
momentum(const struct gravel_particle *p, size_t n)
{
    struct vec3 sum = v3(0, 0, 0);
    for (size_t i = 0; i < n; i++)
        sum = v3_axpy(sum, p[i].mass, p[i].v);
    return sum;
}

static void
elastic_gas_conserves_energy_and_never_overlaps(void **state)
{
    (void)state;
    for (int dimension = 2; dimension <= 3; dimension++)
        for (int mixed = 0; mixed < 2; mixed++) {
            struct gravel_system system = periodic_gas(dimension, 500, 1.15, mixed ? 0.3 : 1.0, 7);
            void *engine = engine_of(&system, "fast", 0.0, NULL);
            const double before = ledger(engine);
            for (int k = 1; k <= 5; k++) {
                advance(engine, 10.0 * k);
                check_self(engine);
            }
            struct gravel_counters c;
            gravel_ed.counters(engine, &c);
            struct gravel_particle p[500];
            gravel_ed.snapshot(engine, p);
            near("energy", ledger(engine) / before, 1.0, 1e-12);
            near("momentum", v3_norm(v3_sub(momentum(p, 500), momentum(system.particles, 500))), 0.0, 1e-12);
            assert_true(c.pair_collisions > 10000);
            assert_true(c.max_overlap < 1e-9);
            assert_true(c.backward == 0.0);
            gravel_ed.destroy(engine);
            gravel_system_free(&system);
        }
}

/* Equation of state of 3D hard spheres, N = 500, phi = pi/6/1.15^3 = 0.344: virial pressure against
 * Carnahan-Starling. */
static void
record_virial(void *self, const struct gravel_event *event)
{
    double *virial = self;
    *virial += event->impulse;
}

static void
gas_has_the_carnahan_starling_pressure(void **state)
{
    (void)state;
    double virial = 0.0;
    struct gravel_system system = periodic_gas(3, 512, 1.15, 1.0, 11);
    const struct gravel_sink sink = {&virial, record_virial};
    void *engine = engine_of(&system, "fast", 0.0, &sink);
    advance(engine, 20.0);
    virial = 0.0;
    const double span = 60.0;
    advance(engine, 20.0 + span);
    struct gravel_energy e;
    gravel_ed.energy(engine, &e);
    const double kinetic_energy = e.kinetic - 0.5 * v3_norm2(momentum(system.particles, 512)) / 512.0;
    const double phi = M_PI / 6.0 / pow(1.15, 3), z = 1.0 + virial * 1.0 / (2.0 * kinetic_energy * span);
    const double exact = (1 + phi + phi * phi - phi * phi * phi) / pow(1 - phi, 3);
    /* 4e5 collisions: statistical error of (Z - 1) about 0.3 %, finite size 1/N. */
    near("Z", z, exact, 0.012 * exact);
    gravel_ed.destroy(engine);
    gravel_system_free(&system);
}

/* The same events with both calendars, to the bit. */
static void
calendars_give_the_same_run(void **state)
{
    (void)state;
    struct gravel_system system = periodic_gas(2, 100, 1.2, 0.5, 5);
    system.material.restitution = 0.95;
    struct gravel_particle p[2][100];
    for (int k = 0; k < 2; k++) {
        void *engine = engine_of(&system, k == 0 ? "fast" : "oracle", 0.0, NULL);
        advance(engine, 20.0);
        gravel_ed.snapshot(engine, p[k]);
        gravel_ed.destroy(engine);
    }
    for (int i = 0; i < 100; i++)
        assert_true(p[0][i].x.x == p[1][i].x.x && p[0][i].x.z == p[1][i].x.z && p[0][i].v.x == p[1][i].v.x);
    gravel_system_free(&system);
}

static struct gravel_system
vessel(size_t n)
{
    struct gravel_system system = system_of(3, n, 2);
    system.gravity = v3(0, 0, -9.81);
    system.walls[0] = wall_of(GRAVEL_PLANE, v3(0, 0, 0), v3(0, 0, 1));
    system.walls[1] = wall_of(GRAVEL_CYLINDER, v3(0, 0, 0), v3(0, 0, 1));
    fill_gas(&system, 3, 0.11, 0.04, 0.6);
    const double half = 0.5 * 0.11 * ceil(cbrt((double)n));
    system.walls[1].radius = 1.5 * half;
    for (size_t i = 0; i < n; i++)
        system.particles[i].x = v3_sub(system.particles[i].x, v3(half, half, 0));
    return system;
}

static void
atmosphere_in_a_cylinder_conserves_energy(void **state)
{
    (void)state;
    struct gravel_system system = vessel(200);
    void *engine = engine_of(&system, "fast", 0.0, NULL);
    const double before = ledger(engine);
    for (int k = 1; k <= 200; k++) {
        advance(engine, 0.025 * k);
        check_self(engine);
    }
    near("energy", ledger(engine) / before, 1.0, 1e-12);
    struct gravel_counters c;
    struct gravel_particle p[200];
    gravel_ed.counters(engine, &c);
    gravel_ed.snapshot(engine, p);
    assert_true(c.wall_collisions > 500 && c.pair_collisions > 500);
    assert_true(c.max_overlap < 1e-9);
    for (int i = 0; i < 200; i++)
        assert_true(p[i].x.z > p[i].radius * (1 - 1e-9) &&
                    hypot(p[i].x.x, p[i].x.y) < system.walls[1].radius - p[i].radius * (1 - 1e-9));
    gravel_ed.destroy(engine);
    gravel_system_free(&system);
}

/* Dissipation, spins, a vibrated floor and a turning cylinder: work and dissipation account for all. */
static void
ledger_closes_with_everything_on(void **state)
{
    (void)state;
    struct gravel_system system = vessel(200);
    system.material.rotation = true;
    system.material.restitution = 0.9;
    system.material.tangential_restitution = 0.3;
    system.material.friction = 0.4;
    for (int w = 0; w < 2; w++) {
        system.walls[w].restitution = 0.8;
        system.walls[w].tangential_restitution = -0.2;
        system.walls[w].friction = 0.5;
    }
    system.walls[0].motion =
        (struct gravel_motion){.amplitude = 0.02, .angular_frequency = 40.0, .phase = 0.3};
    system.walls[0].origin.z = -0.021;
    system.walls[1].motion = (struct gravel_motion){.spin = 3.0, .ramp = 0.5};
    void *engine = engine_of(&system, "fast", 1e-6, NULL);
    const double before = ledger(engine);
    advance(engine, 2.0);
    check_self(engine);
    struct gravel_energy e;
    struct gravel_counters c;
    gravel_ed.energy(engine, &e);
    gravel_ed.counters(engine, &c);
    assert_true(e.work > 0.1 * before && e.dissipated > 0.1 * before && e.rotational > 0.0);
    near("ledger", gravel_energy_ledger(&e) / before, 1.0, 1e-9);
    assert_true(c.max_overlap < 1e-9 && c.backward == 0.0);
    gravel_ed.destroy(engine);
    gravel_system_free(&system);
}

/* A drum with its axis across gravity, rough with held particles that turn with it. */
static void
held_particles_turn_with_the_drum(void **state)
{
    (void)state;
    enum { HELD = 40, FREE = 60 };
    struct gravel_system system = system_of(2, HELD + FREE, 1);
    const double R = 1.0, rate = 2.0;
    system.gravity = v3(0, 0, -9.81);
    system.material.restitution = 0.7;
    system.walls[0] = wall_of(GRAVEL_CYLINDER, v3(0, 0, 0), v3(0, 1, 0));
    system.walls[0].radius = R;
    system.walls[0].restitution = 0.7;
    system.walls[0].motion.spin = rate;
    for (int i = 0; i < HELD; i++) {
        const double a = 2.0 * M_PI * i / HELD;
        system.particles[i] = bead(2, v3(R * sin(a), 0, R * cos(a)), v3(0, 0, 0), 0.03, 1.0);
        system.particles[i].held = 0;
    }
    for (int i = 0; i < FREE; i++)
        system.particles[HELD + i] = bead(2, v3(-0.45 + 0.1 * (i % 10), 0, -0.25 + 0.1 * (i / 10)),
                                          v3(0.01 * (i % 7), 0, 0), 0.035, 1.0);
    void *engine = engine_of(&system, "fast", 1e-4, NULL);
    const double before = ledger(engine), t = 3.0;
    advance(engine, t);
    check_self(engine);
    struct gravel_particle p[HELD + FREE];
    struct gravel_counters c;
    gravel_ed.snapshot(engine, p);
    gravel_ed.counters(engine, &c);
    for (int i = 0; i < HELD; i++) {
        /* Turning about +y takes z to x. */
        const double a = 2.0 * M_PI * i / HELD + rate * t;
        near("x", p[i].x.x, R * sin(a), 1e-12);
        near("z", p[i].x.z, R * cos(a), 1e-12);
        near("v", p[i].v.x, rate * R * cos(a), 1e-12);
        near("omega", p[i].omega.y, rate, 0.0);
    }
    for (int i = HELD; i < HELD + FREE; i++)
        assert_true(hypot(p[i].x.x, p[i].x.z) < R - 0.035 * (1 - 1e-9));
    assert_true(c.max_overlap < 1e-9 && c.backward == 0.0);
    assert_true(c.pair_collisions > 1000);
    near("ledger", ledger(engine) - before, 0.0, 1e-9 * fabs(before) + 1e-9 * 60 * 9.81);
    gravel_ed.destroy(engine);
    gravel_system_free(&system);
}

/* Radii from 0.01 to 1 in one box. */
static void
sizes_may_differ_by_a_factor_of_a_hundred(void **state)
{
    (void)state;
    enum { SMALL = 1200, LARGE = 8 };
    struct gravel_system system = system_of(3, SMALL + LARGE, 0);
    gsl_rng *rng = gravel_rng_create(17, "sizes", 0);
    system.box = (struct gravel_box){{true, true, true}, v3(0, 0, 0), v3(6, 6, 6)};
    for (int i = 0; i < LARGE; i++)
        system.particles[i] = bead(3, v3(1.5 + 3 * (i & 1), 1.5 + 3 * (i >> 1 & 1), 1.5 + 3 * (i >> 2)),
                                   v3_scale(0.01, random_vector(rng)), 1.0, 1.0);
    /* The small ones sit on a lattice in the gaps. */
    int n = LARGE;
    for (int k = 0; n < SMALL + LARGE; k++) {
        const struct vec3 x =
            v3(0.05 + 0.25 * (k % 24), 0.05 + 0.25 * (k / 24 % 24), 0.05 + 0.25 * (k / 576));
        bool clear = true;
        for (int i = 0; i < LARGE; i++)
            clear = clear && v3_norm(gravel_box_separation(&system.box, x, system.particles[i].x)) > 1.06;
        const double r = pow(10.0, -2.0 + 0.7 * gsl_rng_uniform(rng));
        if (clear)
            system.particles[n++] = bead(3, x, random_vector(rng), r, r * r * r);
    }
    gsl_rng_free(rng);
    void *engine = engine_of(&system, "fast", 0.0, NULL);
    const double before = ledger(engine);
    for (int k = 1; k <= 4; k++) {
        advance(engine, 15.0 * k);
        check_self(engine);
    }
    struct gravel_counters c;
    gravel_ed.counters(engine, &c);
    near("energy", ledger(engine) / before, 1.0, 1e-12);
    assert_true(c.pair_collisions > 3000);
    assert_true(c.max_overlap < 1e-9);
    gravel_ed.destroy(engine);
    gravel_system_free(&system);
}

/* Cells as wide as a few large spheres would be crowded with small ones. */
static void
mixtures_are_no_system_for_cells(void **state)
{
    (void)state;
    enum { SIDE = 15, LARGE = 4, N = SIDE * SIDE * SIDE };
    const double spacing = 4.0;
    struct gravel_counters counters[2];
    for (int k = 0; k < 2; k++) {
        struct gravel_system system = periodic_gas(3, N, spacing, 1.0, 13);
        for (int i = 0; i < N; i++)
            system.particles[i].radius = 0.25;
        for (int i = 0; i < LARGE; i++)
            system.particles[i * (N / LARGE)].radius = 3.5;
        void *engine = engine_with(&system, "fast", k == 0 ? "auto" : "lists", 0.0, NULL);
        advance(engine, 20.0);
        check_self(engine);
        gravel_ed.counters(engine, &counters[k]);
        gravel_ed.destroy(engine);
        gravel_system_free(&system);
    }
    assert_true(counters[0].pair_collisions > 100);
    assert_int_equal(counters[0].predictions, counters[1].predictions);
}

/* Every form of the searches gives the scalar one's result to the last bit. */
static void
vector_searches_equal_the_scalar_ones(void **state)
{
    (void)state;
    enum { N = 64 };
    gsl_rng *rng = gravel_rng_create(23, "searches", 0);
    struct gravel_body *body = aligned_alloc(64, N * sizeof *body);
    struct gravel_shell *shell = aligned_alloc(64, N * sizeof *shell);
    assert_non_null(body);
    assert_non_null(shell);
    int met = 0, kept = 0;
    for (int trial = 0; trial < 20000; trial++) {
        const bool falling = trial & 1, periodic = trial & 2;
        const struct gravel_search scalar = gravel_search_scalar(falling, periodic),
                                   wide[2] = {gravel_search_avx2(falling, periodic),
                                              gravel_search_avx512(falling, periodic)};
        for (int i = 0; i < N; i++) {
            body[i] = (struct gravel_body){random_vector(rng), -gsl_rng_uniform(rng), random_vector(rng),
                                           0.02 + 0.03 * gsl_rng_uniform(rng)};
            shell[i] = (struct gravel_shell){body[i].x, body[i].radius};
        }
        body[5] = body[6]; /* a tie */
        struct gravel_query q = {
            .x = body[0].x, .v = random_vector(rng), .radius = body[0].radius, .now = 0.1};
        if (falling)
            q.half_gravity = random_vector(rng);
        if (periodic) {
            q.length = v3(1.1, 1.2, 1.3);
            q.inverse_length = v3(1 / 1.1, 1 / 1.2, 1 / 1.3);
        }
        body[0] = (struct gravel_body){q.x, q.now, q.v, q.radius};
        int32_t near_list[N];
        const int32_t n = (int32_t)gsl_rng_uniform_int(rng, 40);
        for (int k = 0; k < N; k++)
            near_list[k] = k < n ? 1 + (int32_t)gsl_rng_uniform_int(rng, N - 1) : 0;
        const struct gravel_meeting meeting = scalar.meet(body, near_list, n, &q);
        const double radius = q.radius;
        met += meeting.partner >= 0;
        int32_t found[N + GRAVEL_SEARCH_ROOM], other[N + GRAVEL_SEARCH_ROOM];
        for (int k = 0; k < N; k++)
            found[k] = k < N - 3 ? k : 0;
        q.radius = 0.4;
        const int32_t n_kept = scalar.select(shell, found, N - 3, 0, &q);
        kept += n_kept;
        for (int w = 0; w < 2; w++) {
            if (wide[w].meet == NULL)
                continue; /* this processor does not have it */
            q.radius = radius;
            const struct gravel_meeting same = wide[w].meet(body, near_list, n, &q);
            assert_true(meeting.tau == same.tau && meeting.partner == same.partner);
            q.radius = 0.4;
            for (int k = 0; k < N; k++)
                other[k] = k < N - 3 ? k : 0;
            assert_int_equal(wide[w].select(shell, other, N - 3, 0, &q), n_kept);
            assert_memory_equal(other, found, (size_t)n_kept * sizeof *found);
        }
    }
    assert_true(met > 1000 && kept > 1000);
    free(body);
    free(shell);
    gsl_rng_free(rng);
}

/* Every form finds the members of rows of cells, chains of several included, in the same order. */
static void
vector_searches_find_the_same_members_of_cells(void **state)
{
    (void)state;
    enum { N = 60, CELLS = 100 };
    gsl_rng *rng = gravel_rng_create(29, "members", 0);
    const struct gravel_search search[3] = {gravel_search_scalar(false, false),
                                            gravel_search_avx2(false, false),
                                            gravel_search_avx512(false, false)};
    for (int trial = 0; trial < 5000; trial++) {
        int32_t first[CELLS + 1], next[N], row[GRAVEL_MOST_ROWS] = {0}, found[3][N + GRAVEL_SEARCH_ROOM];
        bool inside[N] = {false};
        int n_inside = 0;
        const int n_rows = trial % 2 ? 9 : 3;
        const unsigned which = (const unsigned[3]){1, 4, 7}[trial % 3];
        for (int c = 0; c <= CELLS; c++)
            first[c] = -1;
        for (int k = 0; k < n_rows; k++)
            row[k] = 3 + 10 * k + (int)gsl_rng_uniform_int(rng, 6); /* apart */
        for (int i = 0; i < N; i++) {
            const int c = (int)gsl_rng_uniform_int(rng, CELLS);
            next[i] = first[c] < 0 ? -1 : first[c] & ~GRAVEL_CROWDED;
            first[c] = next[i] < 0 ? i : i | GRAVEL_CROWDED;
            for (int k = 0; k < n_rows; k++)
                inside[i] = inside[i] || (c >= row[k] && c < row[k] + 3 && (which >> (c - row[k]) & 1));
            n_inside += inside[i];
        }
        for (int w = 0; w < 3; w++) {
            if (search[w].members == NULL)
                continue;
            assert_int_equal(search[w].members(first, next, row, n_rows, which, found[w]), n_inside);
            for (int k = 0; k < n_inside; k++)
                assert_true(inside[found[w][k]]);
            assert_memory_equal(found[w], found[0], (size_t)n_inside * sizeof(int32_t));
        }
    }
    gsl_rng_free(rng);
}

/* Sticky floor and absorbing lid. */
static void
sticky_walls_hold_and_absorbing_walls_take(void **state)
{
    (void)state;
    struct gravel_system system = system_of(3, 3, 2);
    system.walls[0] = wall_of(GRAVEL_PLANE, v3(0, 0, 0), v3(0, 0, 1));
    system.walls[0].touch = GRAVEL_STICK;
    system.walls[0].motion.velocity = v3(0.5, 0, 0);
    system.walls[1] = wall_of(GRAVEL_PLANE, v3(0, 0, 10), v3(0, 0, 1));
    system.walls[1].touch = GRAVEL_ABSORB;
    system.particles[0] = bead(3, v3(0, 0, 2), v3(0, 0, -1), 0.5, 1.0);
    system.particles[1] = bead(3, v3(5, 0, 8), v3(0, 0, 1), 0.5, 1.0);
    /* Falls onto the first one, which is carried below it: meets it at x = 2.75 after 5.5 s. */
    system.particles[2] = bead(3, v3(2.0, 0, 5.5), v3(0, 0, -1), 0.5, 1.0);
    void *engine = engine_of(&system, "fast", 0.0, NULL);
    const double before = ledger(engine);
    struct gravel_particle p[3];
    advance(engine, 3.5);
    gravel_ed.snapshot(engine, p);
    assert_int_equal(p[0].held, 0);
    assert_int_equal(p[1].held, GRAVEL_ABSORBED);
    near("carried", p[0].x.x, 0.5 * (3.5 - 1.5), 1e-14);
    near("height", p[0].x.z, 0.5, 1e-14);
    advance(engine, 6.0);
    gravel_ed.snapshot(engine, p);
    check_self(engine);
    /* It is met where |r| = 1 with r = (2 - 0.5 (t - 1.5), 5 - t): from above left behind by the carried one.
     */
    const double a = 1.25, b = -2.0 * (2.75 * 0.5 + 5.0), cc = 2.75 * 2.75 + 25.0 - 1.0;
    const double meet = (-b - sqrt(b * b - 4 * a * cc)) / (2 * a);
    const struct vec3 n = v3(2.75 - 0.5 * meet, 0, 5.0 - meet), u = v3(-0.5, 0, -1.0);
    const struct vec3 v = v3_axpy(v3(0, 0, -1), -2.0 * v3_dot(u, n), n);
    near("vx", p[2].v.x, v.x, 1e-13);
    near("vz", p[2].v.z, v.z, 1e-13);
    near("ledger", ledger(engine), before, 1e-13);
    gravel_ed.destroy(engine);
    gravel_system_free(&system);
}

/* A bead with e = 0 on a plate of amplitude A0 and alpha = 2 is set down and leaves where the plate's
 * deceleration is g; a bead released there tangentially lands at the phase of S3 Eq. 30: 0.82481 (2 pi). */
static void
record_time(void *self, const struct gravel_event *event)
{
    double *t = self;
    if (isnan(*t))
        *t = event->t;
}

static void
sinusoidal_plate_is_landed_on_at_the_published_phase(void **state)
{
    (void)state;
    const double w = 2.0 * M_PI * 20.0, a0 = 2.0 * 9.81 / (w * w), p0 = asin(0.5);
    double t = NAN;
    struct gravel_system system = system_of(1, 1, 1);
    system.gravity = v3(0, 0, -9.81);
    system.walls[0] = wall_of(GRAVEL_PLANE, v3(0, 0, 0), v3(0, 0, 1));
    system.walls[0].motion = (struct gravel_motion){.amplitude = a0, .angular_frequency = w, .phase = p0};
    /* Released on the free path a little after the lift-off, where the gap is surely open. */
    const double ahead = 1e-3;
    system.walls[0].motion.phase += w * ahead;
    system.particles[0] =
        bead(1, v3(0, 0, 0.01 + a0 * 0.5 + a0 * w * cos(p0) * ahead - 0.5 * 9.81 * ahead * ahead),
             v3(0, 0, a0 * w * cos(p0) - 9.81 * ahead), 0.01, 1.0);
    const struct gravel_sink sink = {&t, record_time};
    void *engine = engine_of(&system, "fast", 0.0, &sink);
    advance(engine, 0.1);
    near("phase", (w * (t + ahead) + p0) / (2.0 * M_PI), 0.82481, 5e-6);
    gravel_ed.destroy(engine);
    gravel_system_free(&system);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(collision_conserves_momenta_and_loses_the_closed_energy),
        cmocka_unit_test(friction_limits_the_tangential_impulse),
        cmocka_unit_test(binary_collision_is_exact),
        cmocka_unit_test(bead_on_a_plate_bounces_as_the_geometric_series),
        cmocka_unit_test(inelastic_collapse_is_an_error_that_names_the_particle),
        cmocka_unit_test(three_free_beads_that_collapse_go_on_as_one),
        cmocka_unit_test(piles_that_collapse_are_an_error_that_names_two),
        cmocka_unit_test(elastic_gas_conserves_energy_and_never_overlaps),
        cmocka_unit_test(gas_has_the_carnahan_starling_pressure),
        cmocka_unit_test(calendars_give_the_same_run),
        cmocka_unit_test(atmosphere_in_a_cylinder_conserves_energy),
        cmocka_unit_test(ledger_closes_with_everything_on),
        cmocka_unit_test(held_particles_turn_with_the_drum),
        cmocka_unit_test(sizes_may_differ_by_a_factor_of_a_hundred),
        cmocka_unit_test(mixtures_are_no_system_for_cells),
        cmocka_unit_test(vector_searches_equal_the_scalar_ones),
        cmocka_unit_test(vector_searches_find_the_same_members_of_cells),
        cmocka_unit_test(sticky_walls_hold_and_absorbing_walls_take),
        cmocka_unit_test(sinusoidal_plate_is_landed_on_at_the_published_phase),
    };
    return cmocka_run_group_tests_name("ed", tests, NULL, NULL);
}
