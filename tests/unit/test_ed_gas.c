/* Periodic gases of hard spheres: what they conserve, their pressure, and that it is all the same how they are
 * searched. */
#include "tests/unit/ed_helper.h"

#include <math.h>

static void
elastic_gas_conserves_energy_and_never_overlaps(void **state)
{
    (void)state;
    for (int dimension = 2; dimension <= 3; dimension++)
        for (int mixed = 0; mixed < 2; mixed++) {
            struct gravel_system system = periodic_gas(dimension, 500, 1.15, mixed ? 0.3 : 1.0, 7);
            void *engine = engine_of(&system, "calendar", "fast", NULL);
            const double before = ledger(engine);
            for (int k = 1; k <= 5; k++)
                advance(engine, 10.0 * k);
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
    void *engine = engine_of(&system, "calendar", "fast", &sink);
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
        void *engine = engine_of(&system, "calendar", k == 0 ? "fast" : "oracle", NULL);
        advance(engine, 20.0);
        gravel_ed.snapshot(engine, p[k]);
        gravel_ed.destroy(engine);
    }
    for (int i = 0; i < 100; i++)
        assert_true(p[0][i].x.x == p[1][i].x.x && p[0][i].x.z == p[1][i].x.z && p[0][i].v.x == p[1][i].v.x);
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
        const struct vec3 x = v3(0.05 + 0.25 * (k % 24), 0.05 + 0.25 * (k / 24 % 24), 0.05 + 0.25 * (k / 576));
        bool clear = true;
        for (int i = 0; i < LARGE; i++)
            clear = clear && v3_norm(gravel_box_separation(&system.box, x, system.particles[i].x)) > 1.06;
        const double r = pow(10.0, -2.0 + 0.7 * gsl_rng_uniform(rng));
        if (clear)
            system.particles[n++] = bead(3, x, random_vector(rng), r, r * r * r);
    }
    gsl_rng_free(rng);
    void *engine = engine_of(&system, "calendar", "fast", NULL);
    const double before = ledger(engine);
    for (int k = 1; k <= 4; k++)
        advance(engine, 15.0 * k);
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
        void *engine = engine_of(&system, "neighbours", k == 0 ? "auto" : "lists", NULL);
        advance(engine, 20.0);
        gravel_ed.counters(engine, &counters[k]);
        gravel_ed.destroy(engine);
        gravel_system_free(&system);
    }
    assert_true(counters[0].pair_collisions > 100);
    assert_int_equal(counters[0].predictions, counters[1].predictions);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(elastic_gas_conserves_energy_and_never_overlaps),
        cmocka_unit_test(gas_has_the_carnahan_starling_pressure),
        cmocka_unit_test(calendars_give_the_same_run),
        cmocka_unit_test(sizes_may_differ_by_a_factor_of_a_hundred),
        cmocka_unit_test(mixtures_are_no_system_for_cells),
    };
    return cmocka_run_group_tests_name("ed gas", tests, NULL, NULL);
}
