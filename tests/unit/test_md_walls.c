/* The soft-sphere engine beside walls: free flights, plates, attached particles. */
#include "engines/md/integrators.h"
#include "tests/unit/md_helper.h"

#include <stdlib.h>

static void
free_flight_is_exact_and_costs_no_steps(void **state)
{
    (void)state;
    struct gravel_particle p = bead(3, 1e-3, 1.0, 0.5, 2.0);
    struct gravel_wall wall = ground();
    const struct gravel_system system = one_body(3, v3(0, 0, -9.81), linear_material(0.9, 1e-5), &p, &wall);
    struct gravel_counters counters;
    void *engine = start(&system, "velocity-verlet", 50, NULL);
    go(engine, 0.6);
    gravel_md.snapshot(engine, &p);
    gravel_md.counters(engine, &counters);
    near("height", p.x.z, 1.0 + 2.0 * 0.6 - 0.5 * 9.81 * 0.36, 1e-15);
    near("x", p.x.x, 1e-3 + 0.5 * 0.6, 1e-15);
    assert_int_equal(counters.steps, 0);
    go(engine, 2.0);
    gravel_md.counters(engine, &counters);
    assert_in_range(counters.steps, 40, 400);
    gravel_md.destroy(engine);
}

/* A bead on a sinusoidal plate: contacts as a hard sphere has them while t_c is short, ledger closed with the
 * plate's work, never below the plate, and the cost follows the contacts. */
static void
bead_bounces_on_a_sinusoidal_plate(void **state)
{
    (void)state;
    const double frequency = 20.0, omega = 2.0 * M_PI * frequency, amplitude = 2e-3;
    struct gravel_particle p = bead(1, 0, 6e-3, 0, 0);
    struct gravel_wall wall = ground();
    wall.motion = (struct gravel_motion){.amplitude = amplitude, .angular_frequency = omega};
    const struct gravel_system system = one_body(1, v3(0, 0, -9.81), linear_material(0.8, 1e-5), &p, &wall);
    struct heard heard = {0};
    struct gravel_counters counters;
    void *engine = start(&system, "velocity-verlet", 100, &heard);
    /* First contact by bisection of the gap. */
    double low = 0.0, high = 0.05;
    for (int k = 0; k < 100; k++) {
        const double t = 0.5 * (low + high);
        *(6e-3 - 4.905 * t * t - 5e-4 > amplitude * sin(omega * t) ? &low : &high) = t;
    }
    go(engine, high + 2e-4);
    assert_int_equal(heard.n, 1);
    near("time of contact", heard.last.t - heard.last.duration, high, 1e-12);
    near("approach", heard.last.approach, 9.81 * high + amplitude * omega * cos(omega * high), 1e-9);
    const double total = ledger(engine);
    for (int k = 1; k <= 2000; k++) {
        const double t = high + 1e-3 * k;
        go(engine, t);
        gravel_md.snapshot(engine, &p);
        assert_true(p.x.z > amplitude * sin(omega * t) + 0.9 * 5e-4);
    }
    gravel_md.counters(engine, &counters);
    struct gravel_energy energy;
    gravel_md.energy(engine, &energy);
    near("ledger", gravel_energy_ledger(&energy), total, 1e-3 * energy.dissipated);
    assert_true(heard.n > 10);
    assert_true((double)counters.steps < 200.0 * heard.n);
    assert_false(heard.out_of_order);
    gravel_md.destroy(engine);
}

/* A disk at rest on a plate stays there, with its weight on the spring. */
static void
disk_comes_to_rest_on_the_floor(void **state)
{
    (void)state;
    struct gravel_particle p = bead(2, 0, 6e-4, 0, 0);
    struct gravel_wall wall = ground();
    const struct gravel_system system = one_body(2, v3(0, 0, -9.81), linear_material(0.5, 1e-4), &p, &wall);
    void *engine = start(&system, "velocity-verlet", 50, NULL);
    go(engine, 0.5);
    struct gravel_energy energy;
    gravel_md.snapshot(engine, &p);
    gravel_md.energy(engine, &energy);
    gravel_md.destroy(engine);
    const struct gravel_force f = gravel_material_force(&system.material, &wall.contact, p.mass, 1e-3, 1.0);
    near("sag", 5e-4 - p.x.z, p.mass * 9.81 / f.k, 1e-6 * p.mass * 9.81 / f.k);
    near("elastic energy", energy.elastic, 0.5 * pow(p.mass * 9.81, 2) / f.k, 1e-20);
}

/* One disk is carried by a rising wall, catches up with a free one and kicks it: the work is the energy. */
static void
attached_particles_do_work(void **state)
{
    (void)state;
    struct gravel_particle p[2] = {bead(2, 0, 0, 0, 0), bead(2, 1e-4, 1.2e-3, 0, 0)};
    struct gravel_wall wall = ground();
    wall.origin = v3(0, 0, -1.0);
    wall.motion.velocity = v3(0, 0, 0.1);
    p[0].attached = 0;
    struct gravel_system system = {.dimension = 2,
                                   .n_particles = 2,
                                   .particles = p,
                                   .n_walls = 1,
                                   .walls = &wall,
                                   .material = linear_material(0.9, 1e-5)};
    system.material.tangential_restitution = 0.8;
    system.material.rotation = true;
    void *engine = start(&system, "velocity-verlet", 100, NULL);
    go(engine, 0.01);
    struct gravel_energy energy;
    gravel_md.snapshot(engine, p);
    gravel_md.energy(engine, &energy);
    gravel_md.destroy(engine);
    near("attached height", p[0].x.z, 0.001, 1e-15);
    near("attached velocity", p[0].v.z, 0.1, 0.0);
    assert_true(p[1].v.z > 0.17);
    assert_true(energy.work > 0.0);
    near("ledger", gravel_energy_ledger(&energy) / energy.work, 0.0, 1e-3);
}

static void
sticky_and_absorbing_walls_take_what_touches(void **state)
{
    (void)state;
    for (int absorb = 0; absorb < 2; absorb++) {
        struct gravel_particle p[2] = {bead(2, 0, 1e-3, 0, -1), bead(2, 5e-3, 0.1, 0, 0)};
        struct gravel_wall wall = ground();
        wall.touch = absorb ? GRAVEL_ABSORB : GRAVEL_STICK;
        wall.motion.velocity = v3(0.2, 0, 0);
        const struct gravel_system system = {.dimension = 2,
                                             .n_particles = 2,
                                             .particles = p,
                                             .n_walls = 1,
                                             .walls = &wall,
                                             .material = linear_material(0.9, 1e-5)};
        struct heard heard = {0};
        void *engine = start(&system, "velocity-verlet", 50, &heard);
        const double total = ledger(engine);
        go(engine, 0.01);
        gravel_md.snapshot(engine, p);
        near("ledger", ledger(engine), total, 1e-12 * total);
        gravel_md.destroy(engine);
        assert_int_equal(heard.n, 1);
        assert_int_equal(p[1].attached, GRAVEL_FREE);
        assert_int_equal(p[0].attached, absorb ? GRAVEL_ABSORBED : 0);
        if (!absorb) {
            near("carried velocity", p[0].v.x, 0.2, 0.0);
            near("carried position", p[0].x.x, 0.2 * (0.01 - 5e-4), 1e-6);
        }
    }
}

/* A bead lands on a sticky floor while another one presses on it: from then on their contact has the constants of a
 * contact with a body of infinite mass, with every integrator. */
static void
contacts_of_a_caught_bead_are_renewed(void **state)
{
    (void)state;
    double end[8];
    size_t n = 0;
    for (; gravel_md_integrators[n] != NULL; n++) {
        struct gravel_particle p[2] = {bead(1, 0, 5.02e-4, 0, -1), bead(1, 0, 1.5021e-3, 0, -2)};
        struct gravel_wall wall = ground();
        wall.touch = GRAVEL_STICK;
        struct gravel_system system = one_body(1, v3(0, 0, 0), linear_material(0.9, 1e-5), p, &wall);
        system.n_particles = 2;
        void *engine = start(&system, gravel_md_integrators[n]->name, 2000, NULL);
        go(engine, 5e-5);
        gravel_md.snapshot(engine, p);
        gravel_md.destroy(engine);
        assert_int_equal(p[0].attached, 0);
        end[n] = p[1].v.z;
        near(gravel_md_integrators[n]->name, end[n], end[0], 1e-4);
    }
    assert_true(n > 1 && end[0] > 1.0);
}

/* Beads land on a floor and on a wall at the same time but for rounding: that the wall catches its bead does not change
 * the contact of the other one, which begins there. */
static void
a_capture_leaves_a_contact_that_begins_with_it(void **state)
{
    (void)state;
    for (int trial = 0; trial < 20; trial++) {
        double rebound[2];
        for (int sticks = 0; sticks < 2; sticks++) {
            const double gap = 1e-3 * (1.0 + 0.037 * trial), speed = 1.0 + 0.11 * trial;
            struct gravel_particle p[2] = {bead(2, 0.1, 5e-4 + gap, 0, -speed), bead(2, 5e-4 + gap, 0.1, -speed, 0)};
            struct gravel_wall walls[2] = {ground(), ground()};
            walls[1].axis = v3(1, 0, 0);
            walls[1].edge = v3(0, 0, 1);
            walls[1].touch = sticks ? GRAVEL_STICK : GRAVEL_BOUNCE;
            struct gravel_system system = one_body(2, v3(0, 0, 0), linear_material(0.9, 1e-5), p, walls);
            system.n_particles = system.n_walls = 2;
            void *engine = start(&system, "velocity-verlet", 50, NULL);
            go(engine, gap / speed + 1e-4);
            gravel_md.snapshot(engine, p);
            gravel_md.destroy(engine);
            rebound[sticks] = p[0].v.z / speed;
        }
        near("rebound", rebound[1], rebound[0], 1e-6);
    }
}

/* The outline of a rectangle does not turn: without tangential forces it is as one at rest, at an edge and at a
 * corner, for a bead alone and for one of a crowd. */
static void
a_turning_rectangle_pushes_nothing_before_it(void **state)
{
    (void)state;
    enum { CROWD = 100 };
    for (int trial = 0; trial < 4; trial++) {
        const bool corner = trial % 2 == 1;
        const size_t n = trial < 2 ? 1 : CROWD;
        const double beside = 1.0 + 1e-4;
        struct vec3 v[2];
        for (int turns = 0; turns < 2; turns++) {
            struct gravel_particle p[CROWD];
            for (int k = 0; k < CROWD; k++)
                p[k] = bead(3, beside, 10.0 + 0.1 * k, 0, 0);
            p[0] = bead(3, beside, 2e-3, 0, -1);
            p[0].x.y = corner ? beside : 0.5;
            struct gravel_wall wall = ground();
            wall.shape = GRAVEL_RECTANGLE;
            wall.length = wall.width = 2.0;
            wall.motion.spin = 0.5 * turns;
            struct gravel_system system = one_body(3, v3(0, 0, 0), linear_material(0.5, 1e-5), p, &wall);
            system.n_particles = n;
            void *engine = start(&system, "velocity-verlet", 100, NULL);
            const double total = ledger(engine);
            go(engine, 4e-3);
            near("ledger", ledger(engine) / total, 1.0, 2e-3);
            gravel_md.snapshot(engine, p);
            gravel_md.destroy(engine);
            v[turns] = p[0].v;
        }
        near("vx", v[1].x, v[0].x, 1e-12);
        near("vy", v[1].y, v[0].y, 1e-12);
        near("vz", v[1].z, v[0].z, 1e-12);
        assert_true(v[0].x > 0.1 && v[0].z > 0.2);
    }
}

/* Ten beads fall on a plate at rest: the column comes to rest without the cost of its free flights. */
static void
column_moves_on_free_flights(void **state)
{
    (void)state;
    struct gravel_particle p[10];
    for (int k = 0; k < 10; k++)
        p[k] = bead(1, 0, 5e-4 + 1.1e-3 * k, 0, -0.1);
    struct gravel_wall wall = ground();
    const struct gravel_system system = {.dimension = 1,
                                         .gravity = v3(0, 0, -9.81),
                                         .n_particles = 10,
                                         .particles = p,
                                         .n_walls = 1,
                                         .walls = &wall,
                                         .material = linear_material(0.95, 1e-6)};
    struct gravel_counters counters;
    struct heard heard = {0};
    void *engine = start(&system, "velocity-verlet", 50, &heard);
    const double total = ledger(engine);
    go(engine, 0.05);
    gravel_md.counters(engine, &counters);
    near("ledger", ledger(engine) / total, 1.0, 2e-3);
    assert_int_equal(heard.n, counters.pair_collisions + counters.wall_collisions);
    assert_true((double)counters.steps * counters.time_step < 0.05);
    assert_false(heard.out_of_order);
    gravel_md.destroy(engine);
}

/* The search for the end of such a flight has no end of its own. */
static void
bead_falls_along_a_bottomless_cylinder(void **state)
{
    (void)state;
    struct gravel_particle p = bead(3, 0.003, 1.0, 0, 0);
    struct gravel_wall tube = {.name = "tube",
                               .shape = GRAVEL_CYLINDER,
                               .axis = v3(0, 0, 1),
                               .edge = v3(1, 0, 0),
                               .radius = 0.01,
                               .contact.rule = GRAVEL_SAME_FORCE_CONSTANTS,
                               .contact.tangential_restitution = 1.0};
    const struct gravel_system system = one_body(3, v3(0, 0, -9.81), linear_material(0.9, 1e-5), &p, &tube);
    struct heard heard = {0};
    struct gravel_particle now;
    void *engine = start(&system, "velocity-verlet", 50, &heard);
    go(engine, 2.0);
    gravel_md.snapshot(engine, &now);
    near("fallen", now.x.z, 1.0 - 0.5 * 9.81 * 4.0, 1e-12);
    near("beside", now.x.x, 0.003, 1e-15);
    assert_int_equal(heard.n, 0);
    gravel_md.destroy(engine);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(free_flight_is_exact_and_costs_no_steps),
        cmocka_unit_test(bead_bounces_on_a_sinusoidal_plate),
        cmocka_unit_test(disk_comes_to_rest_on_the_floor),
        cmocka_unit_test(attached_particles_do_work),
        cmocka_unit_test(sticky_and_absorbing_walls_take_what_touches),
        cmocka_unit_test(a_turning_rectangle_pushes_nothing_before_it),
        cmocka_unit_test(a_capture_leaves_a_contact_that_begins_with_it),
        cmocka_unit_test(contacts_of_a_caught_bead_are_renewed),
        cmocka_unit_test(column_moves_on_free_flights),
        cmocka_unit_test(bead_falls_along_a_bottomless_cylinder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
