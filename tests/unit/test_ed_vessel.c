/* Hard spheres between walls that move: the energy ledger closes and nobody gets out. */
#include "tests/unit/ed_helper.h"

#include <math.h>

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
    void *engine = engine_of(&system, "calendar", "fast", NULL);
    const double before = ledger(engine);
    for (int k = 1; k <= 200; k++)
        advance(engine, 0.025 * k);
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
        system.walls[w].contact.restitution = 0.8;
        system.walls[w].contact.tangential_restitution = -0.2;
        system.walls[w].contact.friction = 0.5;
    }
    system.walls[0].motion = (struct gravel_motion){.amplitude = 0.02, .angular_frequency = 40.0, .phase = 0.3};
    system.walls[0].origin.z = -0.021;
    system.walls[1].motion = (struct gravel_motion){.spin = 3.0, .ramp = 0.5};
    void *engine = engine_of(&system, "tc", "1e-6", NULL);
    const double before = ledger(engine);
    advance(engine, 2.0);
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

/* A drum with its axis across gravity, rough with attached particles that turn with it. */
static void
attached_particles_turn_with_the_drum(void **state)
{
    (void)state;
    enum { ATTACHED = 40, FREE = 60 };
    struct gravel_system system = system_of(2, ATTACHED + FREE, 1);
    const double R = 1.0, rate = 2.0;
    system.gravity = v3(0, 0, -9.81);
    system.material.restitution = 0.7;
    system.walls[0] = wall_of(GRAVEL_CYLINDER, v3(0, 0, 0), v3(0, 1, 0));
    system.walls[0].radius = R;
    system.walls[0].contact.restitution = 0.7;
    system.walls[0].motion.spin = rate;
    for (int i = 0; i < ATTACHED; i++) {
        const double a = 2.0 * M_PI * i / ATTACHED;
        system.particles[i] = bead(2, v3(R * sin(a), 0, R * cos(a)), v3(0, 0, 0), 0.03, 1.0);
        system.particles[i].attached = 0;
    }
    for (int i = 0; i < FREE; i++)
        system.particles[ATTACHED + i] =
            bead(2, v3(-0.45 + 0.1 * (i % 10), 0, -0.25 + 0.1 * (i / 10)), v3(0.01 * (i % 7), 0, 0), 0.035, 1.0);
    void *engine = engine_of(&system, "tc", "1e-4", NULL);
    const double before = ledger(engine), t = 3.0;
    advance(engine, t);
    struct gravel_particle p[ATTACHED + FREE];
    struct gravel_counters c;
    gravel_ed.snapshot(engine, p);
    gravel_ed.counters(engine, &c);
    for (int i = 0; i < ATTACHED; i++) {
        /* Turning about +y takes z to x. */
        const double a = 2.0 * M_PI * i / ATTACHED + rate * t;
        near("x", p[i].x.x, R * sin(a), 1e-12);
        near("z", p[i].x.z, R * cos(a), 1e-12);
        near("v", p[i].v.x, rate * R * cos(a), 1e-12);
        near("omega", p[i].omega.y, rate, 0.0);
    }
    for (int i = ATTACHED; i < ATTACHED + FREE; i++)
        assert_true(hypot(p[i].x.x, p[i].x.z) < R - 0.035 * (1 - 1e-9));
    assert_true(c.max_overlap < 1e-9 && c.backward == 0.0);
    assert_true(c.pair_collisions > 1000);
    near("ledger", ledger(engine) - before, 0.0, 1e-9 * fabs(before) + 1e-9 * 60 * 9.81);
    gravel_ed.destroy(engine);
    gravel_system_free(&system);
}

/* A sphere at rest but for its approach is hit by a surface that turns about y at `rate`: with e_t = 0 it takes 2/7 of
 * the velocity of the surface at the contact, rate R at the inside of a drum, rate r at a sphere attached to the axis.
 */
static void
turning_surfaces_drag_with_their_velocity_at_the_contact(void **state)
{
    (void)state;
    const double rate = 2.0, R = 3.0, r_held = 0.8;
    for (int held = 0; held < 2; held++) {
        struct gravel_system system = system_of(3, 2, 1);
        struct gravel_particle p[2];
        system.material.rotation = true;
        system.material.tangential_restitution = 0.0;
        system.material.friction = INFINITY;
        system.walls[0] = wall_of(GRAVEL_CYLINDER, v3(0, 0, 0), v3(0, 1, 0));
        system.walls[0].radius = R;
        system.walls[0].contact.tangential_restitution = 0.0;
        system.walls[0].contact.friction = INFINITY;
        system.walls[0].motion.spin = rate;
        system.particles[0] = bead(3, v3(0, held ? 0 : 20, 0), v3(0, 0, 0), r_held, 1.0);
        system.particles[0].attached = 0;
        system.particles[1] = bead(3, v3(0, 0, 2.0), v3(0, 0, held ? -1 : 1), 0.5, 1.7);
        void *engine = engine_of(&system, "calendar", "fast", NULL);
        advance(engine, 0.8);
        gravel_ed.snapshot(engine, p);
        near("v_z", p[1].v.z, held ? 1.0 : -1.0, 1e-14);
        near("v_x", p[1].v.x, 2.0 / 7.0 * rate * (held ? r_held : R), 1e-14);
        gravel_ed.destroy(engine);
        gravel_system_free(&system);
    }
}

/* Two spheres between plates are kicked apart and together, 50 times while they cross the gap: both turn back at the
 * plates, whatever was predicted before a kick, and the work of the kicks closes the ledger. */
static void
kicked_spheres_turn_back_at_plates(void **state)
{
    (void)state;
    struct gravel_system system = system_of(3, 2, 2);
    struct gravel_particle p[2];
    system.walls[0] = wall_of(GRAVEL_PLANE, v3(0, 0, 0), v3(0, 0, 1));
    system.walls[1] = wall_of(GRAVEL_PLANE, v3(0, 0, 3), v3(0, 0, -1));
    system.thermostat = (struct gravel_thermostat){.strength = 1.0, .interval = 0.02, .seed = 5};
    for (int i = 0; i < 2; i++)
        system.particles[i] = bead(3, v3(0, 0, 1 + i), v3(0, 0, 0.1), 0.4, 1.0 + i);
    void *engine = engine_of(&system, "calendar", "fast", NULL);
    const double before = ledger(engine);
    for (int k = 1; k <= 100; k++) {
        advance(engine, 0.2 * k);
        gravel_ed.snapshot(engine, p);
        for (int i = 0; i < 2; i++)
            assert_true(p[i].x.z >= 0.4 * (1 - 1e-9) && p[i].x.z <= 3.0 - 0.4 * (1 - 1e-9));
    }
    struct gravel_energy energy;
    struct gravel_counters counters;
    gravel_ed.energy(engine, &energy);
    gravel_ed.counters(engine, &counters);
    assert_true(energy.work > 10.0 && counters.wall_collisions > 20);
    near("ledger", ledger(engine) - before, 0.0, 1e-12 * energy.work);
    gravel_ed.destroy(engine);
    gravel_system_free(&system);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(atmosphere_in_a_cylinder_conserves_energy),
        cmocka_unit_test(ledger_closes_with_everything_on),
        cmocka_unit_test(attached_particles_turn_with_the_drum),
        cmocka_unit_test(turning_surfaces_drag_with_their_velocity_at_the_contact),
        cmocka_unit_test(kicked_spheres_turn_back_at_plates),
    };
    return cmocka_run_group_tests_name("ed vessel", tests, NULL, NULL);
}
