/* Case files become physical systems: units, materials, walls, disks, species. */
#include "harness/run/build.h"
#include "tests/unit/case_text.h"

#include <math.h>

static void
rolling_friction_is_asked_of_the_engine(void **state)
{
    (void)state;
    struct gravel_error error;
    struct gravel_system system;
    struct gravel_case c = loaded(HEAD "dimension: 3\n" GRAINS "material: {law: linear, restitution: 0.9, "
                                       "contact_time: 1.0e-5, rotation: true, rolling_friction: 0.1}\n" REST,
                                  "quick");
    assert_int_equal(gravel_case_build(&c.parameters, c.prepare, 1, &system, &error), GRAVEL_OK);
    near("mu_r", system.material.rolling_friction, 0.1, 0.0);
    assert_true(gravel_system_needs(&system) & GRAVEL_CAP_ROLLING);
    gravel_system_free(&system);
    gravel_case_free(&c);
}

static void
a_tangential_stiffness_states_the_spring(void **state)
{
    (void)state;
    struct gravel_error error;
    struct gravel_system system;
    struct gravel_case c =
        loaded(HEAD "dimension: 3\n" GRAINS
                    "material: {law: linear, restitution: 0.9, contact_time: 1.0e-5, tangential_stiffness: 0.5}\n" REST,
               "quick");
    assert_int_equal(gravel_case_build(&c.parameters, c.prepare, 1, &system, &error), GRAVEL_OK);
    assert_int_equal(system.material.tangential, GRAVEL_TANGENTIAL_SPRING);
    near("k_t/k", system.material.tangential_stiffness, 0.5, 0.0);
    gravel_system_free(&system);
    gravel_case_free(&c);
}

static void
a_tangential_damping_is_that_of_every_mass(void **state)
{
    (void)state;
    struct gravel_error error;
    struct gravel_system system;
    struct gravel_case c =
        loaded(HEAD "dimension: 3\n" GRAINS "material: {law: linear, restitution: 0.9, contact_time: 1.0e-5, "
                    "tangential_restitution: 0.2, tangential_damping: 7}\n" REST,
               "quick");
    assert_int_equal(gravel_case_build(&c.parameters, c.prepare, 1, &system, &error), GRAVEL_OK);
    near("c_t", system.material.tangential_damping, 7.0, 0.0);
    for (double mass = 1e-9; mass < 10.0; mass *= 1e3)
        near("c_t", gravel_material_force(&system.material, NULL, mass, 1e-3, 3.5).ct, 7.0, 0.0);
    gravel_system_free(&system);
    gravel_case_free(&c);
}

/* The numbers of a wall, a material and a particle after conversion. */
static void
units_become_the_engines_units(void **state)
{
    (void)state;
    struct gravel_error error;
    struct gravel_system system;
    struct gravel_case c = loaded(
        HEAD
        "dimension: 3\ngravity: [0, -4.9, 0]\n" GRAINS
        "material: {law: taguchi, rate_squared: 1.0e6, damping_rate: 10, restitution: "
        "0.8, friction: 0.3, tangential_restitution: 0.5, reference_velocity: 1, rotation: true}\n"
        "walls:\n  - {name: a, shape: plane, origin: [0, 0, -1], axis: [0, 0, 3], "
        "contact: {rule: restitution, restitution: 0.7},"
        " motion: {acceleration: 5, frequency: 20, phase: 1}}\n"
        "  - {name: b, shape: plane, origin: [0, 0, -2], contact: {rule: "
        "same-force-constants}, motion: {peak_velocity: 0.5, frequency: 10}}\n"
        "  - {name: c, shape: cylinder, origin: [1, 0, 0], radius: 9, touch: stick, "
        "rotation: {froude: 0.25, reference_radius: 0.1, ramp: 2}}\n"
        "  - {name: d, shape: rectangle, origin: [0, 0, -3], edge: [0, 2, 0], length: "
        "1, width: 2, touch: stick, rotation: {rate: -3}}\n"
        "  - {name: e, shape: cone, origin: [0, 0, -5], radius: 2, radius_end: 0, length: 1, touch: absorb}\n" REST,
        "quick");
    const enum gravel_status status = gravel_case_build(&c.parameters, c.prepare, 1, &system, &error);
    if (status != GRAVEL_OK)
        print_error("%s\n", error.text);
    assert_int_equal(status, GRAVEL_OK);
    const double w = 2.0 * M_PI * 20.0;
    near("radius", system.particles[0].radius, 1e-3, 1e-18);
    near("mass", system.particles[0].mass, 2500.0 * 4.0 / 3.0 * M_PI * 1e-9, 1e-18);
    near("inertia", system.particles[0].inertia, 0.4e-6 * system.particles[0].mass, 1e-24);
    assert_int_equal(system.material.statement, GRAVEL_BY_RATES);
    near("beta", system.material.beta, 0.5, 0.0);
    near("gamma", system.material.gamma, 0.25, 0.0);
    assert_int_equal(system.material.tangential, GRAVEL_TANGENTIAL_VISCOUS);
    near("axis", system.walls[0].axis.z, 1.0, 0.0);
    near("A0 from alpha", system.walls[0].motion.amplitude, 5.0 * 4.9 / (w * w), 1e-16);
    near("w", system.walls[0].motion.angular_frequency, w, 1e-12);
    near("phase", system.walls[0].motion.phase, 1.0, 0.0);
    assert_int_equal(system.walls[0].contact.rule, GRAVEL_OWN_RESTITUTION);
    near("wall e", system.walls[0].contact.restitution, 0.7, 0.0);
    near("A0 w", system.walls[1].motion.amplitude * 2.0 * M_PI * 10.0, 0.5, 1e-15);
    assert_int_equal(system.walls[2].touch, GRAVEL_STICK);
    near("spin", system.walls[2].motion.spin, sqrt(0.25 * 4.9 / 0.1), 1e-14);
    near("ramp", system.walls[2].motion.ramp, 2.0, 0.0);
    near("edge", system.walls[3].edge.y, 1.0, 0.0);
    near("rate", system.walls[3].motion.spin, -3.0, 0.0);
    assert_int_equal(system.walls[4].touch, GRAVEL_ABSORB);
    near("beginning", system.walls[4].radius, 2.0, 0.0);
    near("end", system.walls[4].radius_end, 0.0, 0.0);
    gravel_system_free(&system);
    gravel_case_free(&c);
}

/* Parameters of a record that a damaged store gives. */
static void
a_system_without_a_law_is_refused(void **state)
{
    (void)state;
    struct gravel_options none = {0};
    struct gravel_system system;
    struct gravel_error error;
    assert_int_equal(gravel_case_build_empty(&none, 1, &system, &error), GRAVEL_INPUT);
    assert_non_null(strstr(error.text, "material.law"));
}

static void
disks_have_the_inertia_of_disks_and_the_mass_of_spheres(void **state)
{
    (void)state;
    struct gravel_error error;
    struct gravel_system system;
    struct gravel_case c = loaded(HEAD "dimension: 2\n" GRAINS MATERIAL FLOOR REST, "quick");
    assert_int_equal(gravel_case_build(&c.parameters, c.prepare, 1, &system, &error), GRAVEL_OK);
    const struct gravel_particle *p = &system.particles[0];
    near("mass", p->mass, 2500.0 * 4.0 / 3.0 * M_PI * 1e-9, 1e-18);
    near("inertia", p->inertia, 0.5 * p->mass * p->radius * p->radius, 1e-24);
    gravel_system_free(&system);
    gravel_case_free(&c);
}

static void
disks_may_weigh_density_pi_r_squared(void **state)
{
    (void)state;
    struct gravel_error error;
    struct gravel_system system;
    struct gravel_case c =
        loaded(HEAD "dimension: 2\n"
                    "particles: {count: 3, diameter: 2.0e-3, density: 2500, weigh: disks}\n" MATERIAL FLOOR REST,
               "quick");
    assert_int_equal(gravel_case_build(&c.parameters, c.prepare, 1, &system, &error), GRAVEL_OK);
    const struct gravel_particle *p = &system.particles[0];
    near("mass", p->mass, 2500.0 * M_PI * 1e-6, 1e-17);
    near("inertia", p->inertia, 0.5 * p->mass * p->radius * p->radius, 1e-24);
    gravel_system_free(&system);
    gravel_case_free(&c);
}

/* Two generators, each for species of its own: particles keep the order of the species, and added ones stand last. */
static void
several_generators_place_their_own_species(void **state)
{
    (void)state;
    struct gravel_error error;
    struct gravel_system system;
    struct gravel_case c = loaded(
        "name: parts\nfamily: tests\ntitle: x\nasks: x\nsource: {key: S3, where: x}\ndimension: 3\n"
        "particles:\n  - {name: bed, count: 2, radius: 1.0e-3, density: 1000}\n"
        "  - {name: small, count: 3, radius: 5.0e-4, density: 1000}\n" MATERIAL
        "walls: [{name: floor, shape: plane, contact: {rule: same-force-constants}}]\n"
        "prepare:\n  - {name: upper, generator: random, species: small, low: [0, 0, 0.01], high: [0.01, 0.01, 0.02]}\n"
        "  - {name: lower, generator: list, species: bed, mean_velocity: [0, 0, 2],\n"
        "     rows: \"x y z radius\\n0 0 2e-3 1e-3\\n5e-3 0 3e-3 2e-3\"}\n"
        "run: {time: 0.01}\nmeasure: [snapshot]\nengines:\n  md: {}\n",
        "quick");
    assert_string_equal(c.prepare, "overlay");
    const enum gravel_status status = gravel_case_build(&c.parameters, c.prepare, 1, &system, &error);
    if (status != GRAVEL_OK)
        fail_msg("%s", error.text);
    assert_int_equal(system.n_particles, 5);
    near("second of the bed", system.particles[1].x.z, 3e-3, 0.0);
    near("its velocity", system.particles[1].v.z, 2.0, 0.0);
    near("its mass", system.particles[1].mass, 1000.0 * 4.0 / 3.0 * M_PI * 8e-9, 1e-18);
    for (size_t k = 2; k < 5; k++) {
        assert_int_equal(system.particles[k].species, 1);
        assert_true(system.particles[k].x.z > 0.01);
        near("at rest", system.particles[k].v.z, 0.0, 0.0);
    }
    gravel_system_free(&system);
    gravel_case_free(&c);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(units_become_the_engines_units),
        cmocka_unit_test(rolling_friction_is_asked_of_the_engine),
        cmocka_unit_test(a_tangential_stiffness_states_the_spring),
        cmocka_unit_test(a_tangential_damping_is_that_of_every_mass),
        cmocka_unit_test(a_system_without_a_law_is_refused),
        cmocka_unit_test(disks_have_the_inertia_of_disks_and_the_mass_of_spheres),
        cmocka_unit_test(disks_may_weigh_density_pi_r_squared),
        cmocka_unit_test(several_generators_place_their_own_species),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
