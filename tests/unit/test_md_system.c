/* The soft-sphere engine's loop: conservation, sampling, neighbours, time step. */
#include "engines/core/rng.h"
#include "engines/md/state.h"
#include "tests/unit/md_helper.h"

#include <stdlib.h>

enum { GAS = 144 };

/* A periodic gas of disks (spheres) with random velocities on a jittered lattice. */
static struct gravel_system
gas(int dimension, struct gravel_particle p[GAS])
{
    gsl_rng *rng = gravel_rng_create(7, "test gas", 0);
    assert_non_null(rng);
    const double a = 1.3e-3;
    for (int k = 0; k < GAS; k++) {
        p[k] = bead(dimension, 0, 0, 0, 0);
        const int layer = dimension == 3 ? k / 36 : 0, in = dimension == 3 ? k % 36 : k, side = dimension == 3 ? 6 : 12;
        p[k].x = v3(a * (in % side + 0.5), a * layer * 1.5, a * (in / side + 0.5));
        p[k].v.z = gsl_rng_uniform(rng) - 0.5;
        p[k].v.y = dimension == 3 ? gsl_rng_uniform(rng) - 0.5 : 0.0;
        p[k].v.x = gsl_rng_uniform(rng) - 0.5;
        p[k].omega = v3(0, 200.0 * gsl_rng_uniform(rng), 0);
    }
    gsl_rng_free(rng);
    const double l = dimension == 3 ? 6 * a : 12 * a;
    struct gravel_system system = {.dimension = dimension,
                                   .material = linear_material(0.8, 2e-5),
                                   .n_particles = GAS,
                                   .particles = p,
                                   .box = {.periodic = {true, dimension == 3, true}, .high = v3(l, 6 * a, l)}};
    system.material.rotation = true;
    system.material.tangential_restitution = 0.6;
    system.material.friction = 0.3;
    return system;
}

static void
momentum_is_conserved_and_the_ledger_closes_in_a_gas(void **state)
{
    (void)state;
    static const char *const integrators[] = {"velocity-verlet", "position-verlet", "gear"};
    for (int dimension = 2; dimension <= 3; dimension++)
        for (int k = 0; k < 3; k++) {
            struct gravel_particle p[GAS];
            struct gravel_error error;
            const struct gravel_system system = gas(dimension, p);
            const struct vec3 before = momentum(p, GAS);
            struct heard heard = {0};
            void *engine = start(&system, integrators[k], 50, &heard);
            const double total = ledger(engine);
            for (int s = 1; s <= 10; s++) {
                go(engine, 1e-3 * s);
                ok(gravel_md.self_check(engine, &error), &error);
            }
            gravel_md.snapshot(engine, p);
            struct gravel_counters counters;
            gravel_md.counters(engine, &counters);
            assert_true(counters.rebuilds > 3);
            assert_true(heard.n > 100);
            assert_int_equal(heard.n, counters.pair_collisions);
            assert_false(heard.out_of_order);
            near("momentum", v3_norm(v3_sub(momentum(p, GAS), before)), 0.0, 1e-12 * 2e-6 * GAS);
            near("ledger", ledger(engine) / total, 1.0, 2e-3);
            gravel_md.destroy(engine);
        }
}

/* A gas that falls for ever: the potential energy is that of the path without the box, M g h, and not of the place in
 * it.
 */
static void
ledger_of_a_gas_falls_with_it_through_the_box(void **state)
{
    (void)state;
    struct gravel_particle p[GAS];
    struct gravel_system system = gas(2, p);
    const double g = 50.0, t = 0.04, m = p[0].mass, mass = m * GAS;
    double moment = 0.0;
    for (int k = 0; k < GAS; k++)
        moment += m * p[k].x.z;
    system.gravity = v3(0, 0, -g);
    void *engine = start(&system, "velocity-verlet", 50, NULL);
    struct gravel_energy energy;
    const double before = ledger(engine), p_z = momentum(p, GAS).z;
    go(engine, t);
    gravel_md.energy(engine, &energy);
    const double fall = 0.5 * g * t * t - p_z / mass * t;
    assert_true(fall > system.box.high.z);
    near("potential", energy.potential, g * (moment - mass * fall), 1e-9 * mass * g * fall);
    near("ledger", ledger(engine), before, 1e-3 * mass * g * fall);
    gravel_md.destroy(engine);
}

static void
angular_momentum_is_conserved_without_walls(void **state)
{
    (void)state;
    struct gravel_particle p[GAS];
    struct gravel_system system = gas(2, p);
    system.box.periodic[0] = system.box.periodic[2] = false;
    const struct vec3 before = angular_momentum(p, GAS);
    void *engine = start(&system, "velocity-verlet", 50, NULL);
    go(engine, 5e-3);
    gravel_md.snapshot(engine, p);
    gravel_md.destroy(engine);
    near("angular momentum", angular_momentum(p, GAS).y / before.y, 1.0, 1e-3);
}

/* The trajectory does not depend on when the caller looks, to the last bit. */
static void
sampling_does_not_disturb(void **state)
{
    (void)state;
    for (int small = 0; small < 2; small++) {
        struct gravel_particle p[GAS], once[GAS], often[GAS];
        struct gravel_system system = gas(2, p);
        if (small)
            system.n_particles = 40;
        void *engine = start(&system, "velocity-verlet", 50, NULL);
        go(engine, 4e-3);
        gravel_md.snapshot(engine, once);
        gravel_md.destroy(engine);
        engine = start(&system, "velocity-verlet", 50, NULL);
        for (int k = 0; k < 997; k++) {
            struct gravel_energy energy;
            go(engine, 4e-3 * k / 997.0);
            gravel_md.snapshot(engine, often);
            gravel_md.energy(engine, &energy);
        }
        go(engine, 4e-3);
        gravel_md.snapshot(engine, often);
        gravel_md.destroy(engine);
        assert_memory_equal(once, often, system.n_particles * sizeof *once);
    }
}

/* The lists must not change the physics: all pairs (64 disks) and cells (65, one far away) agree. */
static void
neighbour_lists_find_what_all_pairs_find(void **state)
{
    (void)state;
    struct gravel_particle p[GAS], all[GAS], lists[GAS];
    struct gravel_system system = gas(2, p);
    system.box.periodic[0] = system.box.periodic[2] = false;
    system.n_particles = 64;
    for (int k = 0; k < 64; k++)
        p[k].v = v3(0.3 * (5 - k % 12), 0, 0.3 * (3 - k / 12)); /* inwards: contacts throughout */
    void *engine = start(&system, "velocity-verlet", 200, NULL);
    go(engine, 3e-4);
    gravel_md.snapshot(engine, all);
    gravel_md.destroy(engine);
    p[64] = bead(2, 1.0, 1.0, 0, 0);
    system.n_particles = 65;
    engine = start(&system, "velocity-verlet", 200, NULL);
    go(engine, 3e-4);
    gravel_md.snapshot(engine, lists);
    gravel_md.destroy(engine);
    for (int k = 0; k < 64; k++)
        near("position", v3_norm(v3_sub(all[k].x, lists[k].x)), 0.0, 2e-9);
}

/* Ages are kept in few bits: a contact that outlasts what they count must not look short. */
static void
shortest_contact_is_counted_in_steps(void **state)
{
    (void)state;
    static const double steps[] = {200, 10000, 65700, 131300};
    for (size_t k = 0; k < sizeof steps / sizeof *steps; k++) {
        struct gravel_particle pair[] = {bead(3, 0, 0, 0, 0), bead(3, 1.0001e-3, 0, -0.1, 0)};
        const struct gravel_system system = {
            .dimension = 3, .material = linear_material(0.9, 2e-5), .n_particles = 2, .particles = pair};
        void *engine = start(&system, "velocity-verlet", steps[k], NULL);
        struct gravel_counters counters;
        go(engine, 1e-4);
        gravel_md.counters(engine, &counters);
        assert_int_equal(counters.pair_collisions, 1);
        if (steps[k] < GRAVEL_MD_LARGEST_AGE)
            near("steps", counters.min_contact_steps, steps[k], 2.0);
        else
            assert_true(counters.min_contact_steps >= GRAVEL_MD_LARGEST_AGE);
        gravel_md.destroy(engine);
    }
}

/* A restitution law that the force does not have would be ignored; the law that Hertz' force has is run. */
/* Two disks that fly apart at 1 m/s meet through the side of the box, after 0.7 - 1e-3 s. */
static void
a_flight_ends_before_another_image_is_met(void **state)
{
    (void)state;
    struct gravel_particle p[2] = {bead(2, 0.1, 0.5, 0, 0), bead(2, 0.4, 0.5, 1.0, 0)};
    const struct gravel_system system = {.dimension = 2,
                                         .material = linear_material(1.0, 2e-5),
                                         .n_particles = 2,
                                         .particles = p,
                                         .box = {.periodic = {true, false, true}, .high = v3(1, 1, 1)}};
    struct heard heard = {0};
    void *engine = start(&system, "velocity-verlet", 50, &heard);
    go(engine, 0.698);
    assert_int_equal(heard.n, 0);
    go(engine, 1.0);
    assert_int_equal(heard.n, 1);
    gravel_md.snapshot(engine, p);
    near("the disk at rest has the velocity of the other", p[0].v.x, 1.0, 1e-3);
    near("which is at rest", p[1].v.x, 0.0, 1e-3);
    gravel_md.destroy(engine);
}

static void
restitution_laws_of_hard_spheres_are_refused(void **state)
{
    (void)state;
    static const struct {
        enum gravel_restitution_law law;
        double beta, exponent;
        bool runs;
    } materials[] = {{GRAVEL_CONSTANT_RESTITUTION, 0.0, 0.0, true}, {GRAVEL_POWER_RESTITUTION, 0.0, -0.2, false},
                     {GRAVEL_BIZON_RESTITUTION, 0.0, 0.0, false},   {GRAVEL_POWER_RESTITUTION, 0.5, -0.25, false},
                     {GRAVEL_POWER_RESTITUTION, 0.5, -0.2, true},   {GRAVEL_BIZON_RESTITUTION, 0.5, 0.75, false}};
    for (size_t k = 0; k < sizeof materials / sizeof *materials; k++) {
        struct gravel_error error = {0};
        struct gravel_particle p = bead(1, 0, 1e-3, 0, -0.1);
        struct gravel_wall wall = ground();
        struct gravel_system system = one_body(1, v3(0, 0, 0), linear_material(0.9, 1e-5), &p, &wall);
        void *engine = NULL;
        if (materials[k].beta > 0.0)
            system.material = (struct gravel_material){.statement = GRAVEL_BY_RATES,
                                                       .beta = materials[k].beta,
                                                       .rate_squared = 1e14,
                                                       .damping_rate = 3e4,
                                                       .restitution = 0.9,
                                                       .tangential_restitution = 1.0};
        system.material.reference_velocity = 0.1;
        system.material.restitution_law = materials[k].law;
        system.material.restitution_exponent = materials[k].exponent;
        const enum gravel_status status =
            gravel_engine_start(&engine, &gravel_md, &system, (const char *const[]){NULL}, NULL, &error);
        assert_int_equal(status, materials[k].runs ? GRAVEL_OK : GRAVEL_UNSUPPORTED);
        assert_true(materials[k].runs || strstr(error.text, "restitution_law") != NULL);
        if (status == GRAVEL_OK)
            gravel_md.destroy(engine);
    }
}

/* A stiff tangential spring, a strong tangential dashpot and an overdamped normal contact are resolved by the step: no
 * energy comes from nowhere. */
static void
time_step_resolves_the_fastest_force(void **state)
{
    (void)state;
    static const struct {
        double tangential_stiffness, tangential_restitution, damping_rate;
    } contacts[] = {{2.0 / 7.0, 1.0, 0.0}, {200.0, 1.0, 0.0}, {0.0, 1e-200, 0.0}, {0.0, 1.0, 4e7}};
    for (size_t k = 0; k < sizeof contacts / sizeof *contacts; k++) {
        struct gravel_particle p = bead(3, 0, 6e-4, 0.3, -0.3);
        struct gravel_wall wall = ground();
        struct gravel_system system = one_body(3, v3(0, 0, 0), linear_material(1.0, 1e-5), &p, &wall);
        system.material.rotation = true;
        system.material.tangential_restitution = wall.contact.tangential_restitution =
            contacts[k].tangential_restitution;
        if (contacts[k].tangential_stiffness > 0.0) {
            system.material.tangential = GRAVEL_TANGENTIAL_SPRING;
            system.material.tangential_stiffness = contacts[k].tangential_stiffness;
        }
        if (contacts[k].damping_rate > 0.0) {
            system.material.statement = GRAVEL_BY_RATES;
            system.material.rate_squared = 1e11;
            system.material.damping_rate = contacts[k].damping_rate;
            system.material.cohesionless = true;
        }
        void *engine = start(&system, "velocity-verlet", 20, NULL);
        struct gravel_counters counters;
        gravel_md.counters(engine, &counters);
        const double total = ledger(engine);
        go(engine, 2e-3);
        gravel_md.snapshot(engine, &p);
        print_message("# dt %g s, ledger %g of %g J\n", counters.time_step, ledger(engine), total);
        near("ledger", ledger(engine), total, 0.03 * total);
        assert_true(0.5 * p.mass * v3_norm2(p.v) + 0.5 * p.inertia * v3_norm2(p.omega) <= 1.03 * total);
        gravel_md.destroy(engine);
    }
}

static const char *const steppers[] = {"velocity-verlet", "position-verlet", "gear"};
enum { N_STEPPERS = sizeof steppers / sizeof *steppers, STEPS = 50 };

/* Whether a run can begin in which a bead moves by so many radii in a step, or a plate does. */
static bool
may_move_in_a_step(const char *integrator, double bead_radii, double plate_radii)
{
    const double t_c = 1e-2, speed = 5e-4 * STEPS / t_c;
    struct gravel_particle p[2] = {bead(1, 0, 1e-3, 0, bead_radii * speed), bead(1, 0, 1.0, 0, 0)};
    struct gravel_wall floor = ground();
    struct gravel_system system = one_body(1, v3(0, 0, 0), linear_material(1.0, t_c), p, &floor);
    system.n_particles = 2;
    floor.motion.velocity = v3(0, 0, plate_radii * speed);
    char steps[8];
    struct gravel_error error = {0};
    void *engine = NULL;
    snprintf(steps, sizeof steps, "%d", STEPS);
    const char *const settings[] = {"integrator", integrator, "steps_per_contact", steps, NULL};
    const enum gravel_status status = gravel_engine_start(&engine, &gravel_md, &system, settings, NULL, &error);
    if (status == GRAVEL_OK) {
        gravel_md.destroy(engine);
        return true;
    }
    print_message("# %s: %s\n", error.path, error.text);
    assert_int_equal(status, GRAVEL_INPUT);
    assert_non_null(strstr(error.text, plate_radii > bead_radii ? "a wall" : "particle 0"));
    assert_non_null(strstr(error.text, "allowed: 0.5"));
    assert_string_equal(error.path, "engines.md.steps_per_contact");
    return false;
}

static void
step_that_passes_over_contacts_is_refused_at_the_start(void **state)
{
    (void)state;
    for (int k = 0; k < N_STEPPERS; k++) {
        assert_true(may_move_in_a_step(steppers[k], 0.499, 0.0));
        assert_true(may_move_in_a_step(steppers[k], 0.0, 0.499));
        assert_false(may_move_in_a_step(steppers[k], 0.501, 0.0));
        assert_false(may_move_in_a_step(steppers[k], 0.0, 0.501));
        assert_false(may_move_in_a_step(steppers[k], 200.0, 0.0));
    }
    assert_true(may_move_in_a_step("adaptive", 200.0, 0.0)); /* it locates its contacts */
}

/* Beads of two sizes fall past each other: v = g t, and the small ones move by the most radii in a step. */
static void
largest_displacement_in_a_step_is_that_of_the_smallest_of_falling_beads(void **state)
{
    (void)state;
    for (int dimension = 2; dimension <= 3; dimension++)
        for (int k = 0; k < N_STEPPERS; k++) {
            struct gravel_particle p[GRAVEL_MD_SMALL + 2];
            struct gravel_counters counters;
            struct gravel_system system = {.dimension = dimension,
                                           .gravity = v3(0, 0, -10.0),
                                           .material = linear_material(0.9, 1e-3),
                                           .n_particles = GRAVEL_MD_SMALL + 2,
                                           .particles = p};
            for (int i = 0; i < GRAVEL_MD_SMALL + 2; i++) {
                p[i] = bead(dimension, 5e-3 * i, 0, 0, 0);
                p[i].radius *= i % 2 == 0 ? 1.0 : 0.5;
            }
            void *engine = start(&system, steppers[k], STEPS, NULL);
            gravel_md.counters(engine, &counters);
            assert_true(counters.max_displacement == 0.0);
            go(engine, 0.1);
            gravel_md.counters(engine, &counters);
            near(steppers[k], counters.max_displacement, 10.0 * 0.1 * counters.time_step / 2.5e-4,
                 10.0 * 33.0 * counters.time_step * counters.time_step / 2.5e-4);
            gravel_md.destroy(engine);
        }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(time_step_resolves_the_fastest_force),
        cmocka_unit_test(a_flight_ends_before_another_image_is_met),
        cmocka_unit_test(restitution_laws_of_hard_spheres_are_refused),
        cmocka_unit_test(momentum_is_conserved_and_the_ledger_closes_in_a_gas),
        cmocka_unit_test(ledger_of_a_gas_falls_with_it_through_the_box),
        cmocka_unit_test(angular_momentum_is_conserved_without_walls),
        cmocka_unit_test(sampling_does_not_disturb),
        cmocka_unit_test(neighbour_lists_find_what_all_pairs_find),
        cmocka_unit_test(shortest_contact_is_counted_in_steps),
        cmocka_unit_test(step_that_passes_over_contacts_is_refused_at_the_start),
        cmocka_unit_test(largest_displacement_in_a_step_is_that_of_the_smallest_of_falling_beads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
