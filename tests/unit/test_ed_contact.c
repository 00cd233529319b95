/* What the event-driven engine makes of a contact: the TC model, friction, the mass at a wall, the digits of its time.
 */
#include "tests/unit/ed_helper.h"

#include <math.h>
#include <stdio.h>

/* Velocity of the lowest point of a sphere: v_x - omega_y s. */
static double
slip_at_the_floor(const struct gravel_particle *p)
{
    return p->v.x - p->omega.y * p->radius;
}

/* TC model: the second contact with the floor loses nothing, neither along the normal nor by slip, if the hop before it
 * was shorter than tc.  A hop with the speed e v takes 2 e v/g. */
static void
contacts_within_tc_lose_neither_speed_nor_slip(void **state)
{
    (void)state;
    const double g = 9.81, e = 0.8, e_t = 0.5, v = sqrt(2.0 * g * 0.5), hop = 2.0 * e * v / g, fall = v / g;
    for (int within = 0; within < 2; within++) {
        struct gravel_system system = system_of(3, 1, 1);
        struct gravel_particle p;
        char tc[32];
        system.gravity = v3(0, 0, -g);
        system.material.rotation = true;
        system.walls[0] = wall_of(GRAVEL_PLANE, v3(0, 0, 0), v3(0, 0, 1));
        system.walls[0].contact.restitution = e;
        system.walls[0].contact.tangential_restitution = e_t;
        system.particles[0] = bead(3, v3(0, 0, 1.0), v3(0.3, 0, 0), 0.5, 2.0);
        system.particles[0].omega = v3(0, -1.2, 0);
        const double slip = slip_at_the_floor(&system.particles[0]), kept = within ? 1.0 : e,
                     kept_t = within ? 1.0 : e_t;
        (void)snprintf(tc, sizeof tc, "%.17g", (within ? 1.01 : 0.99) * hop);
        void *engine = engine_of(&system, "tc", tc, NULL);
        advance(engine, fall + 0.5 * hop);
        gravel_ed.snapshot(engine, &p);
        near("slip after the first contact", slip_at_the_floor(&p), e_t * slip, 1e-14);
        advance(engine, fall + hop + e * kept * v / g);
        gravel_ed.snapshot(engine, &p);
        near("slip after the second", slip_at_the_floor(&p), e_t * kept_t * slip, 1e-14);
        near("height after the second", p.x.z, 0.5 + 0.5 * pow(e * kept * v, 2) / g, 1e-12);
        gravel_ed.destroy(engine);
        gravel_system_free(&system);
    }
}

/* Sphere 0 meets 1, which meets 2 within tc of that: nothing is lost although 2 has touched nothing before, and the
 * spin of 2 remains.  Later it is lost by e and e_t. */
static void
pairs_of_which_one_is_in_contact_lose_nothing(void **state)
{
    (void)state;
    const double e = 0.8, e_t = 0.5, omega = 3.0;
    for (int within = 0; within < 2; within++) {
        struct gravel_system system = system_of(3, 3, 0);
        struct gravel_particle p[3];
        system.material.rotation = true;
        system.material.restitution = e;
        system.material.tangential_restitution = e_t;
        for (int i = 0; i < 3; i++)
            system.particles[i] = bead(3, v3(0, 0, 1.1 * i), v3(0, 0, i == 0), 0.5, 1.0);
        system.particles[2].omega.y = omega;
        /* Sphere 1 has the speed (1 + e)/2 and goes 0.1. */
        const double flight = 0.1 / (0.5 * (1.0 + e));
        char tc[32];
        (void)snprintf(tc, sizeof tc, "%.17g", (within ? 1.01 : 0.99) * flight);
        void *engine = engine_of(&system, "tc", tc, NULL);
        advance(engine, 0.1 + 1.5 * flight);
        gravel_ed.snapshot(engine, p);
        const double kept = within ? 1.0 : e, kept_t = within ? 1.0 : e_t;
        near("v_z of 2", p[2].v.z, 0.25 * (1.0 + e) * (1.0 + kept), 1e-14);
        /* Both surfaces slip by omega s; each spin changes by (5/7) (1 - e_t) u/(2 s). */
        near("omega of 2", p[2].omega.y, omega - 5.0 / 14.0 * (1.0 - kept_t) * omega, 1e-14);
        gravel_ed.destroy(engine);
        gravel_system_free(&system);
    }
}

/* A sphere that passes another one, or turns back before a ceiling, with no approach when they touch: nothing is
 * exchanged.  That is no contact of the TC model, and its collision within tc of it loses energy. */
static void
bodies_that_touch_without_approach_are_not_in_contact(void **state)
{
    (void)state;
    const double e = 0.8;
    struct gravel_counters counters;
    struct gravel_particle p[4];
    struct gravel_system system = system_of(3, 4, 0);
    system.material.restitution = e;
    system.particles[0] = bead(3, v3(0, 0, 0), v3(0, 0, 0), 0.5, 1.0);
    system.particles[1] = bead(3, v3(1, 0, 1), v3(0, 0, -1), 0.5, 1.0); /* passes 0 at t = 1 */
    system.particles[2] = bead(3, v3(1, 0, -1.125), v3(0, 0, 0), 0.5, 1.0);
    system.particles[3] = bead(3, v3(0, 0, 2.125), v3(0, 0, -1), 0.5, 1.0); /* meets 0 when 1 meets 2 */
    void *engine = engine_of(&system, "tc", "0.25", NULL);
    advance(engine, 1.5);
    gravel_ed.snapshot(engine, p);
    gravel_ed.counters(engine, &counters);
    assert_int_equal(counters.pair_collisions, 2);
    near("v_z after passing", p[2].v.z, -0.5 * (1.0 + e), 1e-14);
    near("v_z after being passed", p[0].v.z, -0.5 * (1.0 + e), 1e-14);
    gravel_ed.destroy(engine);
    gravel_system_free(&system);

    /* To be exact, the ceiling is touched before the sphere has left the cell in which it begins. */
    system = system_of(3, 1, 2);
    system.gravity = v3(0, 0, -1);
    system.walls[0] = wall_of(GRAVEL_PLANE, v3(0, 0, 0.5), v3(0, 0, 1));
    system.walls[1] = wall_of(GRAVEL_PLANE, v3(0, 0, 2), v3(0, 0, -1));
    system.walls[0].contact.restitution = system.walls[1].contact.restitution = e;
    system.particles[0] = bead(3, v3(0, 0, 1.5 - 1.0 / 128.0), v3(0, 0, 0.125), 0.5, 1.0); /* highest at t = 1/8 */
    engine = engine_of(&system, "tc", "1.25", NULL);
    advance(engine, 1.125 + e);
    gravel_ed.snapshot(engine, p);
    gravel_ed.counters(engine, &counters);
    assert_int_equal(counters.wall_collisions, 1);
    near("v_z after turning back", p[0].v.z, 0.0, 1e-13);
    near("z after turning back", p[0].x.z, 1.0 + 0.5 * e * e, 1e-13);
    gravel_ed.destroy(engine);
    gravel_system_free(&system);
}

/* A sphere that slides throughout its impact on a plane: v_x falls by mu (1 + e) v_n with the friction of the wall, and
 * the spin grows by (5/2) mu (1 + e) v_n/s; at a pair the friction of the material does the same with m_red. */
static void
sliding_impacts_have_the_friction_of_their_surface(void **state)
{
    (void)state;
    const double e = 0.8, e_pair = 0.6, mu_wall = 0.05, mu_pair = 0.11, v_n = 0.7, v_t = 1.3;
    struct gravel_system system = system_of(3, 3, 1);
    struct gravel_particle p[3];
    system.material.rotation = true;
    system.material.friction = mu_pair;
    system.material.restitution = e_pair;
    system.material.tangential_restitution = -1.0;
    system.walls[0] = wall_of(GRAVEL_PLANE, v3(0, 0, 0), v3(0, 0, 1));
    system.walls[0].contact.restitution = e;
    system.walls[0].contact.tangential_restitution = -1.0;
    system.walls[0].contact.friction = mu_wall;
    system.particles[0] = bead(3, v3(0, 0, 0.5 + v_n), v3(v_t, 0, -v_n), 0.5, 2.0);
    system.particles[1] = bead(3, v3(10, 0, 10), v3(0, 0, 0), 0.5, 1.0);
    /* The line of centres is z when they meet after 1 s. */
    system.particles[2] = bead(3, v3(10 - v_t, 0, 11 + v_n), v3(v_t, 0, -v_n), 0.5, 3.0);
    void *engine = engine_of(&system, "calendar", "fast", NULL);
    advance(engine, 1.5);
    gravel_ed.snapshot(engine, p);
    near("v_x at the wall", p[0].v.x, v_t - mu_wall * (1.0 + e) * v_n, 1e-14);
    near("v_z at the wall", p[0].v.z, e * v_n, 1e-14);
    near("spin at the wall", p[0].omega.y, 2.5 * mu_wall * (1.0 + e) * v_n / 0.5, 1e-13);
    const double impulse = 0.75 * (1.0 + e_pair) * v_n;
    near("v_x of the pair", p[2].v.x, v_t - mu_pair * impulse / 3.0, 1e-13);
    near("v_x of the other", p[1].v.x, mu_pair * impulse, 1e-13);
    near("spin of the pair", p[2].omega.y, 2.5 * mu_pair * impulse / (3.0 * 0.5), 1e-12);
    gravel_ed.destroy(engine);
    gravel_system_free(&system);
}

/* Restitution falls with the speed of approach along the line of centres, e = 1 - 0.1 (v_n/1)^(3/4): at v_n = 1/16 it
 * is 0.9875 however fast the smooth spheres pass each other. */
static void
restitution_is_that_of_the_normal_velocity(void **state)
{
    (void)state;
    const double v_n = 0.0625, v_t = 1.3;
    struct gravel_system system = system_of(3, 2, 0);
    struct gravel_particle p[2];
    system.material.restitution = 0.9;
    system.material.reference_velocity = 1.0;
    system.material.restitution_law = GRAVEL_BIZON_RESTITUTION;
    system.particles[0] = bead(3, v3(0, 0, 0), v3(0, 0, 0), 0.5, 1.0);
    system.particles[1] = bead(3, v3(-v_t, 0, 1 + v_n), v3(v_t, 0, -v_n), 0.5, 1.0);
    void *engine = engine_of(&system, "calendar", "fast", NULL);
    advance(engine, 2.0);
    gravel_ed.snapshot(engine, p);
    near("e", (p[1].v.z - p[0].v.z) / v_n, 0.9875, 1e-13);
    near("v_x", p[1].v.x, v_t, 1e-13);
    gravel_ed.destroy(engine);
    gravel_system_free(&system);
}

/* Friction by pairs of species: a sliding collision of one species has its coefficient, one of two species that of the
 * pair; v_x falls by mu m_red (1 + e) v_n/m. */
static void
species_slide_with_the_friction_of_their_pair(void **state)
{
    (void)state;
    const double e = 0.6, v_n = 0.7, v_t = 1.3, mu[2] = {0.11, 0.05}, m_of_second[2] = {1.0, 3.0};
    struct gravel_system system = system_of(3, 4, 0);
    struct gravel_particle p[4];
    system.material.rotation = true;
    system.material.friction = 0.3;
    system.material.restitution = e;
    system.material.tangential_restitution = -1.0;
    system.n_species = 2;
    system.contacts = calloc(4, sizeof *system.contacts);
    assert_non_null(system.contacts);
    for (int k = 0; k < 4; k++) {
        system.contacts[k].material = system.material;
        system.contacts[k].material.friction = mu[k == 1 || k == 2];
    }
    for (int k = 0; k < 2; k++) { /* pair 0 of one species, pair 1 of two */
        const double at = 10.0 * k;
        system.particles[2 * k] = bead(3, v3(at, 0, 0), v3(0, 0, 0), 0.5, 1.0);
        system.particles[2 * k + 1] = bead(3, v3(at - v_t, 0, 1 + v_n), v3(v_t, 0, -v_n), 0.5, m_of_second[k]);
        system.particles[2 * k + 1].species = k;
    }
    void *engine = engine_of(&system, "calendar", "fast", NULL);
    advance(engine, 1.5);
    gravel_ed.snapshot(engine, p);
    for (int k = 0; k < 2; k++) {
        const double m = m_of_second[k], impulse = m / (1.0 + m) * (1.0 + e) * v_n;
        near("v_x of the first", p[2 * k].v.x, mu[k] * impulse, 1e-13);
        near("v_x of the second", p[2 * k + 1].v.x, v_t - mu[k] * impulse / m, 1e-13);
    }
    gravel_ed.destroy(engine);
    gravel_system_free(&system);
}

/* TC model over a new origin of time, which comes after 64 n + 100000 events: C was hit 900 s before it hits D, so
 * their collision loses (1 - e^2)/2.  Bead A makes the events, between two plates. */
static void
last_contact_keeps_its_age_over_a_new_origin_of_time(void **state)
{
    (void)state;
    struct gravel_system system = system_of(3, 4, 2);
    struct gravel_particle p[4];
    struct gravel_counters counters;
    system.material.restitution = 0.5;
    system.walls[0] = wall_of(GRAVEL_PLANE, v3(0, 0, 0), v3(0, 0, 1));
    system.walls[1] = wall_of(GRAVEL_PLANE, v3(0, 0, 1.01), v3(0, 0, -1));
    system.particles[0] = bead(3, v3(0, 0, 0.505), v3(0, 0, 1), 0.5, 1.0);
    system.particles[1] = bead(3, v3(0, 10, 0.505), v3(0.01, 0, 0), 0.1, 1.0);
    system.particles[2] = bead(3, v3(3.2, 10, 0.505), v3(0, 0, 0), 0.1, 1.0);
    system.particles[3] = bead(3, v3(3.4 + 6.75, 10, 0.505), v3(0, 0, 0), 0.1, 1.0);
    void *engine = engine_of(&system, "tc", "1e-4", NULL);
    advance(engine, 1199.0);
    gravel_ed.counters(engine, &counters);
    assert_true(counters.events > 110000);
    gravel_ed.snapshot(engine, p);
    near("v_x of C", p[2].v.x, 0.0075, 1e-12);
    advance(engine, 1210.0);
    gravel_ed.snapshot(engine, p);
    near("v_x of D", p[3].v.x, 0.0075 * 0.75, 1e-12);
    gravel_ed.destroy(engine);
    gravel_system_free(&system);
}

static void
record_time(void *self, const struct gravel_event *event)
{
    double *t = self;
    if (isnan(*t))
        *t = event->t;
}

/* Two spheres 2^-30 radii apart: the time to the contact keeps its digits although it is a difference of large ones. */
static void
contact_after_a_tiny_gap_is_in_time(void **state)
{
    (void)state;
    const double gap = 0x1p-30, u = 0.3;
    struct gravel_system system = system_of(3, 2, 0);
    double t = NAN;
    system.particles[0] = bead(3, v3(0, 0, 0), v3(0, 0, 0), 0.5, 1.0);
    system.particles[1] = bead(3, v3(0, 0, 1.0 + gap), v3(0, 0, -u), 0.5, 1.0);
    const struct gravel_sink sink = {&t, record_time};
    void *engine = engine_of(&system, "calendar", "fast", &sink);
    advance(engine, 1.0);
    near("time", t * u / gap, 1.0, 1e-9);
    gravel_ed.destroy(engine);
    gravel_system_free(&system);
}

/* A wall with the force constants (K, D) of a pair: w0^2 = K/m, mu = D/(2 m), e = exp(-pi mu/w) with the mass of the
 * bead. */
static void
wall_with_force_constants_has_the_restitution_of_the_mass(void **state)
{
    (void)state;
    const double m = 2.0, k = 3e4, c = 60.0, mu = 0.5 * c / m, w = sqrt(k / m - mu * mu);
    struct gravel_system system = system_of(1, 1, 1);
    struct gravel_particle p;
    system.material.statement = GRAVEL_BY_STIFFNESS_AND_DAMPING;
    system.material.stiffness = k;
    system.material.damping = c;
    system.walls[0] = wall_of(GRAVEL_PLANE, v3(0, 0, 0), v3(0, 0, 1));
    system.walls[0].contact.rule = GRAVEL_SAME_FORCE_CONSTANTS;
    system.particles[0] = bead(1, v3(0, 0, 1), v3(0, 0, -1), 0.5, m);
    void *engine = engine_of(&system, "calendar", "fast", NULL);
    advance(engine, 1.0);
    gravel_ed.snapshot(engine, &p);
    near("e", p.v.z, exp(-M_PI * mu / w), 1e-14);
    gravel_ed.destroy(engine);
    gravel_system_free(&system);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(contacts_within_tc_lose_neither_speed_nor_slip),
        cmocka_unit_test(pairs_of_which_one_is_in_contact_lose_nothing),
        cmocka_unit_test(bodies_that_touch_without_approach_are_not_in_contact),
        cmocka_unit_test(sliding_impacts_have_the_friction_of_their_surface),
        cmocka_unit_test(restitution_is_that_of_the_normal_velocity),
        cmocka_unit_test(species_slide_with_the_friction_of_their_pair),
        cmocka_unit_test(last_contact_keeps_its_age_over_a_new_origin_of_time),
        cmocka_unit_test(contact_after_a_tiny_gap_is_in_time),
        cmocka_unit_test(wall_with_force_constants_has_the_restitution_of_the_mass),
    };
    return cmocka_run_group_tests_name("ed contact", tests, NULL, NULL);
}
