/* Growing spheres (engines/ed/grow.c) against closed forms. */
#include "tests/unit/ed_helper.h"

#include <gsl/gsl_randist.h>

static struct gravel_system
gas_of(int dimension, size_t n, double length)
{
    struct gravel_system system = system_of(dimension, n, 0);
    system.box = (struct gravel_box){.periodic = {true, dimension == 3, true},
                                     .high = v3(length, dimension == 3 ? length : 0.0, length)};
    for (size_t i = 0; i < n; i++) {
        system.particles[i].radius = 0.5;
        system.particles[i].mass = system.particles[i].inertia = 1.0;
    }
    return system;
}

/* Points at random places with the velocities of a gas of temperature 1. */
static struct gravel_system
points(int dimension, size_t n, double packing, uint64_t seed)
{
    const double volume = (double)n * (dimension == 3 ? M_PI / 6.0 : M_PI / 4.0);
    struct gravel_system system = gas_of(dimension, n, pow(volume / packing, 1.0 / dimension));
    const double length = system.box.high.x;
    gsl_rng *rng = gravel_rng_create(seed, "growth", 0);
    for (size_t i = 0; i < n; i++) {
        struct gravel_particle *p = &system.particles[i];
        p->x.z = length * gsl_rng_uniform(rng);
        p->x.y = dimension == 3 ? length * gsl_rng_uniform(rng) : 0.0;
        p->x.x = length * gsl_rng_uniform(rng);
        p->v.z = gsl_ran_gaussian(rng, 1.0);
        p->v.y = dimension == 3 ? gsl_ran_gaussian(rng, 1.0) : 0.0;
        p->v.x = gsl_ran_gaussian(rng, 1.0);
    }
    gsl_rng_free(rng);
    return system;
}

/* Two spheres of radius g t/2 at the distance 3, with the relative velocity -u: they meet at t = 3/(u + g) and part
 * with u + 2 g. A pair that recedes more slowly than it grows meets too. */
static void
growing_pairs_meet_and_part_as_their_surfaces_do(void **state)
{
    (void)state;
    const double growth = 0.4; /* of diameters of 100, at the rate 0.004 */
    for (int k = 0; k < 3; k++) {
        const double u = (const double[]){1.3, 0.0, -0.25}[k], t = 3.0 / (u + growth);
        struct gravel_system system = gas_of(3, 2, 100.0);
        system.box.periodic[0] = system.box.periodic[1] = system.box.periodic[2] = false;
        system.particles[1].x = v3(3.0, 0, 0);
        system.particles[1].v = v3(-u, 0, 0);
        /* Large enough that they do not reach their size before. */
        system.particles[0].radius = system.particles[1].radius = 50.0;
        void *engine = engine_of(&system, "growth", "0.004", NULL);
        struct gravel_particle p[2];
        struct gravel_counters counters;
        advance(engine, t * (1.0 - 1e-9));
        gravel_ed.counters(engine, &counters);
        assert_int_equal(counters.pair_collisions, 0);
        advance(engine, t * (1.0 + 1e-9));
        gravel_ed.counters(engine, &counters);
        assert_int_equal(counters.pair_collisions, 1);
        gravel_ed.snapshot(engine, p);
        near_value(p[1].v.x - p[0].v.x, u + 2.0 * growth, 1e-12);
        near_value(p[0].v.x + p[1].v.x, -u, 1e-12);
        near_value(p[0].radius, 0.5 * growth * t * (1.0 + 1e-9), 1e-12);
        struct gravel_energy energy;
        gravel_ed.energy(engine, &energy);
        near_value(gravel_energy_ledger(&energy), 0.5 * u * u, 1e-12);
        near_value(energy.work, 0.25 * (pow(u + 2.0 * growth, 2) - u * u), 1e-12);
        gravel_ed.destroy(engine);
        gravel_system_free(&system);
    }
}

/* Slow growth compresses adiabatically: d ln T = (2/3) (Z - 1) d ln phi, with Carnahan and Starling's Z
 * ln T = (2/3) (4 phi - 3 phi^2)/(1 - phi)^2. */
static void
slow_growth_heats_as_an_adiabatic_compression(void **state)
{
    (void)state;
    const double phi = 0.45;
    struct gravel_system system = points(3, 1000, phi, 7);
    void *engine = engine_of(&system, "growth", "0.01", NULL);
    struct gravel_energy before, after;
    struct gravel_counters counters;
    gravel_ed.energy(engine, &before);
    advance(engine, 100.0);
    gravel_ed.energy(engine, &after);
    gravel_ed.counters(engine, &counters);
    assert_true(counters.max_overlap < 1e-9);
    near_value(gravel_energy_ledger(&after) / after.kinetic, before.kinetic / after.kinetic, 1e-11);
    /* Growth of finite rate heats by a little more: ln T is too large by 0.02 at this one, and by 0.04 at twice the
     * rate. */
    near_value(log(after.kinetic / before.kinetic), 2.0 / 3.0 * (4 * phi - 3 * phi * phi) / pow(1 - phi, 2), 0.05);
    gravel_ed.destroy(engine);
    gravel_system_free(&system);
}

/* Dense packings, of one size and of two, and an ordinary gas afterwards. */
static void
grown_packings_have_their_size_and_no_overlap(void **state)
{
    (void)state;
    const struct {
        int dimension;
        double packing, ratio;
    } packs[] = {{3, 0.60, 1.0}, {2, 0.80, 1.0}, {2, 0.80, 3.0}, {3, 0.60, 3.0}};
    enum { N = 400 };
    for (size_t k = 0; k < sizeof packs / sizeof *packs; k++) {
        struct gravel_system system = points(packs[k].dimension, N, packs[k].packing, k);
        /* Small ones of half the volume, for the same packing. */
        const double volume = pow(packs[k].ratio, packs[k].dimension), share = 2.0 / (1.0 + volume);
        for (int i = 0; i < N; i++)
            system.particles[i].radius = 0.5 * pow(i % 2 == 0 ? share * volume : share, 1.0 / packs[k].dimension);
        void *engine = engine_of(&system, "growth", "0.2", NULL);
        struct gravel_particle p[N];
        struct gravel_counters counters;
        struct gravel_energy grown, later;
        advance(engine, 5.0);
        gravel_ed.energy(engine, &grown);
        gravel_ed.snapshot(engine, p);
        for (int i = 0; i < N; i++)
            assert_true(p[i].radius == system.particles[i].radius);
        advance(engine, 5.05);
        gravel_ed.energy(engine, &later);
        gravel_ed.counters(engine, &counters);
        near_value(later.kinetic / grown.kinetic, 1.0, 1e-12);
        assert_true(counters.max_overlap < 1e-9 && counters.backward == 0.0);
        gravel_ed.destroy(engine);
        gravel_system_free(&system);
    }
}

static void
jammed_growth_is_an_error_that_says_how_far_it_came(void **state)
{
    (void)state;
    struct gravel_system system = points(2, 30, 0.95, 1); /* above the densest packing of disks, 0.9069 */
    void *engine = engine_of(&system, "growth", "1", NULL);
    struct gravel_error error = {0};
    assert_int_equal(gravel_ed.advance(engine, 1.0, &error), GRAVEL_PHYSICS);
    assert_non_null(strstr(error.text, "jam at 0.9"));
    gravel_ed.destroy(engine);
    gravel_system_free(&system);
}

static void
growth_beside_walls_or_gravity_is_refused(void **state)
{
    (void)state;
    struct gravel_system system = points(3, 10, 0.1, 1);
    struct gravel_error error = {0};
    void *engine = NULL;
    system.gravity = v3(0, 0, -1);
    assert_int_equal(start(&system, "growth", "0.1", NULL, &engine, &error), GRAVEL_UNSUPPORTED);
    assert_non_null(strstr(error.text, "without walls, gravity and rotation"));
    gravel_system_free(&system);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(growing_pairs_meet_and_part_as_their_surfaces_do),
        cmocka_unit_test(slow_growth_heats_as_an_adiabatic_compression),
        cmocka_unit_test(grown_packings_have_their_size_and_no_overlap),
        cmocka_unit_test(jammed_growth_is_an_error_that_says_how_far_it_came),
        cmocka_unit_test(growth_beside_walls_or_gravity_is_refused),
    };
    return cmocka_run_group_tests_name("ed growth", tests, NULL, NULL);
}
