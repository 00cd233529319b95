/* The adaptive integrator at walls that move, that catch what touches them, and that are crossed. */
#include "tests/unit/md_helper.h"

/* Rough spheres in a turning drum, on a conveyor and on a vibrating plate; springs, dashpots and rolling resistance. */
static void
drive(int kind, const char *integrator, double tolerance, struct gravel_particle p[3])
{
    struct gravel_wall wall = ground();
    struct gravel_system system = {.dimension = 3,
                                   .material = linear_material(0.8, 5e-5),
                                   .particles = p,
                                   .n_particles = 3,
                                   .n_walls = 1,
                                   .walls = &wall,
                                   .gravity = v3(0, 0, -9.81)};
    system.material.rotation = true;
    system.material.tangential = GRAVEL_TANGENTIAL_SPRING;
    system.material.tangential_stiffness = 0.7;
    system.material.friction = wall.contact.friction = 0.3;
    system.material.rolling_friction = wall.contact.rolling_friction = 0.02;
    wall.contact.tangential_restitution = 0.7;
    wall.origin = v3(0, 0, kind == 0 ? 2e-3 : -1e-3);
    wall.motion.spin = kind == 0 ? 30.0 : 0.0;
    wall.motion.velocity = v3(kind == 1 ? 0.3 : 0.0, 0, 0);
    wall.motion.amplitude = kind == 2 ? 1e-4 : 0.0;
    wall.motion.angular_frequency = 600.0;
    if (kind == 0) {
        wall.shape = GRAVEL_CYLINDER;
        wall.axis = v3(0, 1, 0);
        wall.radius = 3e-3;
    }
    for (int i = 0; i < 3; i++)
        p[i] = bead(3, 1.01e-3 * (i - 1), 2e-4 * (i == 1), -0.02 * (i - 1), -0.1);
    p[0].v.y = 0.03;
    void *engine =
        integrator != NULL ? start(&system, integrator, 3200.0, NULL) : start_adaptive(&system, tolerance, NULL);
    const double before = ledger(engine);
    go(engine, 8e-3);
    near("ledger", (ledger(engine) - before) / 3e-8, 0.0, integrator != NULL ? 3e-6 : 2.0 * tolerance);
    gravel_md.snapshot(engine, p);
    gravel_md.destroy(engine);
}

static void
rough_spheres_on_moving_walls_are_those_of_fixed_steps(void **state)
{
    (void)state;
    for (int kind = 0; kind < 3; kind++) {
        struct gravel_particle p[3], q[3], steps[3];
        drive(kind, NULL, 1e-10, p);
        drive(kind, NULL, 1e-7, q);
        drive(kind, "velocity-verlet", 0.0, steps);
        for (int i = 0; i < 3; i++) {
            near("spin", v3_norm(v3_sub(q[i].omega, p[i].omega)) * 5e-4 / 0.1, 0.0, 2e-6);
            near("spin with fixed steps", v3_norm(v3_sub(steps[i].omega, p[i].omega)) * 5e-4 / 0.1, 0.0, 2e-5);
            assert_true(v3_norm(p[i].omega) > 1.0);
        }
    }
}

/* One bead is caught by a moving floor while another one lies on it: the ledger counts what leaves, the rest goes on.
 */
static void
walls_that_catch_end_contacts_and_keep_the_ledger(void **state)
{
    (void)state;
    for (int absorb = 0; absorb < 2; absorb++)
        for (int inside = 0; inside < 2; inside++) {
            struct gravel_particle p[3] = {bead(2, 0, inside ? 4.9e-4 : 6e-4, 0, inside ? 0.1 : -1),
                                           bead(2, 0, 1.601e-3, 0, -2), bead(2, 5e-3, 0.1, 0, 0)};
            struct gravel_wall wall = ground();
            wall.touch = absorb ? GRAVEL_ABSORB : GRAVEL_STICK;
            wall.motion.velocity = v3(0.2, 0, 0);
            const struct gravel_system system = {.dimension = 2,
                                                 .n_particles = 3,
                                                 .particles = p,
                                                 .n_walls = 1,
                                                 .walls = &wall,
                                                 .material = linear_material(0.9, 1e-4)};
            struct heard heard = {0};
            void *engine = start_adaptive(&system, 1e-9, &heard);
            const double total = ledger(engine);
            for (int k = 1; k <= 50; k++) {
                go(engine, 2e-4 * k);
                near("ledger", ledger(engine) / total, 1.0, 2e-8);
            }
            gravel_md.snapshot(engine, p);
            gravel_md.destroy(engine);
            assert_false(heard.out_of_order);
            assert_int_equal(p[0].attached, absorb ? GRAVEL_ABSORBED : 0);
            assert_int_equal(p[1].attached, absorb ? GRAVEL_ABSORBED : GRAVEL_FREE);
            assert_int_equal(p[2].attached, GRAVEL_FREE);
            assert_int_equal(heard.n, absorb && !inside ? 3 : 2);
            if (absorb)
                continue;
            /* The first bead takes less than 1e-4 s to the floor, where it stays; the second one bounces off it. */
            near("place of the attached one", p[0].x.x, 0.2 * (inside ? 1e-2 : 1e-2 - 0.5e-4), inside ? 1e-15 : 1e-5);
            near("its speed", p[0].v.x, 0.2, 0.0);
            assert_true(p[1].v.z > 0.5);
        }
}

/* A bead falls into the corner between the floor and a bead that sticks to it, and touches both when it is caught: the
 * contact of the two ends with it, in the report and in the counters, and the third bead flies on without steps. */
static void
contacts_with_attached_neighbours_end_when_a_wall_catches(void **state)
{
    (void)state;
    for (int adaptive = 0; adaptive < 2; adaptive++) {
        struct gravel_particle p[3] = {bead(2, 0, 5e-4, 0, 0), bead(2, 9.8e-4, 7.5e-4, 0, -1), bead(2, 9e-3, 1, 1, 0)};
        struct gravel_wall wall = ground();
        wall.touch = GRAVEL_STICK;
        p[0].attached = 0;
        struct gravel_system system = one_body(2, v3(0, 0, -9.81), linear_material(0.9, 1e-3), p, &wall);
        system.n_particles = 3;
        struct heard heard = {0};
        struct gravel_counters caught, later;
        void *engine =
            adaptive ? start_adaptive(&system, 1e-9, &heard) : start(&system, "velocity-verlet", 50.0, &heard);
        const double total = ledger(engine);
        go(engine, 5e-3);
        gravel_md.snapshot(engine, p);
        gravel_md.counters(engine, &caught);
        assert_true(p[1].attached == 0 && p[1].x.x > 9.8e-4);
        near("ledger", ledger(engine) / total, 1.0, adaptive ? 1e-9 : 2e-5);
        assert_int_equal(heard.n, 2);
        assert_int_equal(caught.pair_collisions, 1);
        assert_int_equal(caught.wall_collisions, 1);
        go(engine, 0.3);
        gravel_md.counters(engine, &later);
        assert_int_equal(later.steps, caught.steps);
        gravel_md.destroy(engine);
    }
}

/* A wall is thin: who gets to its other side would overlap it by less and less from then on. */
static void
crossing_a_wall_is_an_error(void **state)
{
    (void)state;
    struct gravel_wall floor = ground();
    static const double speeds[] = {12.0, 20.0, 30.0, 100.0, 1000.0};
    for (double tolerance = 1e-3; tolerance > 1e-12; tolerance *= 1e-2)
        for (size_t k = 0; k < sizeof speeds / sizeof *speeds; k++) {
            struct gravel_particle p = bead(1, 0, 6e-4, 0, -speeds[k]);
            const struct gravel_system system = one_body(1, v3(0, 0, 0), linear_material(0.9, 1e-4), &p, &floor);
            refuses_to_go_on(start_adaptive(&system, tolerance, NULL),
                             "particle 0 overlaps wall 'floor' by half its diameter");
        }
}

/* Bodies that other steps have brought to rest move with rounding errors, which are no scale of errors. */
static void
bodies_fall_from_rest_and_from_rounding_errors_of_it(void **state)
{
    (void)state;
    static const double speeds[] = {0.0, 1e-18, 1e-14, 1e-8, 1e-6};
    struct gravel_particle end[5][2];
    for (size_t k = 0; k < 5; k++) {
        struct gravel_particle p[] = {bead(2, -2e-3, 5.05e-4, 0, -speeds[k]), bead(2, 2e-3, 5.05e-4, 0, speeds[k])};
        struct gravel_wall wall = ground();
        struct gravel_system system = one_body(2, v3(0, 0, -9.81), linear_material(0.1, 1e-3), p, &wall);
        system.n_particles = 2;
        void *engine = start_adaptive(&system, 1e-8, NULL);
        go(engine, 8e-3);
        gravel_md.snapshot(engine, end[k]);
        gravel_md.destroy(engine);
        for (int i = 0; i < 2; i++)
            near("height", end[k][i].x.z, end[0][i].x.z, 1e-10 + 0.01 * speeds[k]);
    }
    assert_true(end[0][0].x.z < 5e-4); /* it has touched */
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rough_spheres_on_moving_walls_are_those_of_fixed_steps),
        cmocka_unit_test(walls_that_catch_end_contacts_and_keep_the_ledger),
        cmocka_unit_test(contacts_with_attached_neighbours_end_when_a_wall_catches),
        cmocka_unit_test(crossing_a_wall_is_an_error),
        cmocka_unit_test(bodies_fall_from_rest_and_from_rounding_errors_of_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
