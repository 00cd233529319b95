/* The event-driven engine: paths of a few particles in closed form, and what it says when they collapse. */
#include "tests/unit/ed_helper.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void
binary_collision_is_exact(void **state)
{
    (void)state;
    struct gravel_system system = system_of(3, 2, 0);
    system.particles[0] = bead(3, v3(0, 0, 0), v3(1, 0, 0), 0.5, 1.0);
    system.particles[1] = bead(3, v3(3, 0.6, 0), v3(-1, 0, 0), 0.5, 3.0);
    void *engine = engine_of(&system, "calendar", "fast", NULL);
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
    system.walls[0].contact.restitution = 0.8;
    system.particles[0] = bead(1, v3(0, 0, 1.5), v3(0, 0, 0), 0.5, 2.0);
    void *engine = engine_of(&system, "calendar", "fast", NULL);
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
    system.particles[0] = bead(1, v3(0, 0, 0.01 + a0 * 0.5 + a0 * w * cos(p0) * ahead - 0.5 * 9.81 * ahead * ahead),
                               v3(0, 0, a0 * w * cos(p0) - 9.81 * ahead), 0.01, 1.0);
    const struct gravel_sink sink = {&t, record_time};
    void *engine = engine_of(&system, "calendar", "fast", &sink);
    advance(engine, 0.1);
    near("phase", (w * (t + ahead) + p0) / (2.0 * M_PI), 0.82481, 5e-6);
    gravel_ed.destroy(engine);
    gravel_system_free(&system);
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
    void *engine = engine_of(&system, "calendar", "fast", NULL);
    const double before = ledger(engine);
    struct gravel_particle p[3];
    advance(engine, 3.5);
    gravel_ed.snapshot(engine, p);
    assert_int_equal(p[0].attached, 0);
    assert_int_equal(p[1].attached, GRAVEL_ABSORBED);
    near("carried", p[0].x.x, 0.5 * (3.5 - 1.5), 1e-14);
    near("height", p[0].x.z, 0.5, 1e-14);
    advance(engine, 6.0);
    gravel_ed.snapshot(engine, p);
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

static void
inelastic_collapse_is_an_error_that_names_the_particle(void **state)
{
    (void)state;
    struct gravel_system system = system_of(1, 1, 1);
    system.gravity = v3(0, 0, -9.81);
    system.walls[0] = wall_of(GRAVEL_PLANE, v3(0, 0, 0), v3(0, 0, 1));
    system.walls[0].contact.restitution = 0.5;
    system.particles[0] = bead(1, v3(0, 0, 1.5), v3(0, 0, 0), 0.5, 1.0);
    void *engine = engine_of(&system, "calendar", "fast", NULL);
    struct gravel_error error = {0};
    assert_int_equal(gravel_ed.advance(engine, 10.0, &error), GRAVEL_PHYSICS);
    assert_non_null(strstr(error.text, "particle 0"));
    assert_non_null(strstr(error.text, "'wall'"));
    gravel_ed.destroy(engine);
    /* The TC model ends it: the bead goes on with tiny elastic hops. */
    engine = engine_of(&system, "tc", "1e-3", NULL);
    advance(engine, 10.0);
    struct gravel_particle p;
    gravel_ed.snapshot(engine, &p);
    near("rests", p.x.z, 0.5, 0.125 * 9.81 * 1e-6);
    gravel_ed.destroy(engine);
    gravel_system_free(&system);
}

/* A bead comes to rest on a wall that rises: the intervals of their collisions fall to the rounding of time and vary,
 * so that time goes on by some 1e-11 s an event.  That is collapse, although the time that passes is not that short. */
static void
a_bead_on_a_rising_wall_collapses(void **state)
{
    (void)state;
    struct gravel_system system = system_of(2, 1, 1);
    struct gravel_error error = {0};
    struct gravel_counters counters;
    system.gravity = v3(0, 0, -9.81);
    system.walls[0] = wall_of(GRAVEL_PLANE, v3(0, 0, 0), v3(0, 0, 1));
    system.walls[0].motion.velocity = v3(0, 0, 0.3);
    system.walls[0].contact.restitution = 0.1;
    system.particles[0] = bead(2, v3(0.001, 0, 0.0163), v3(0.01, 0, 0), 0.004, 0.001);
    void *engine = engine_of(&system, "calendar", "fast", NULL);
    assert_int_equal(gravel_ed.advance(engine, 1.0, &error), GRAVEL_PHYSICS);
    gravel_ed.counters(engine, &counters);
    assert_non_null(strstr(error.text, "inelastic collapse"));
    assert_true(counters.events < 10000);
    gravel_ed.destroy(engine);
    gravel_system_free(&system);
}

/* A sphere that slides down one of a turning drum's lining, in a state from a long run with the TC model: its elastic
 * hops are lower than the rounding of positions, 24 000 of them take 2e-11 s, and their approaches stay at the rounding
 * of velocities.  The others of the lining make the steps from look to look so long. */
static void
hops_below_rounding_are_collapse(void **state)
{
    (void)state;
    enum { LINING = 360, HELD = LINING, FREE };
    const double r = 2.0e-3, drum = 34.0e-3, spin = 5.718, turn = 2.0 * 3.14159265358979 / 40;
    struct gravel_system system = system_of(3, FREE + 1, 1);
    struct gravel_error error = {0};
    struct gravel_counters counters;
    system.gravity = v3(0, 0, -9.81);
    system.material.restitution = 0.64;
    system.walls[0] = wall_of(GRAVEL_CYLINDER, v3(0, 0, 0), v3(0, 1, 0));
    system.walls[0].radius = drum;
    system.walls[0].motion.spin = spin;
    for (int k = 0; k < LINING; k++)
        system.particles[k] =
            bead(3, v3(drum * sin(k * turn), 1.0 + 4.5 * r * (k / 40), drum * cos(k * turn)), v3(0, 0, 0), r, 1.0);
    const struct vec3 x = v3(-0.030838470470932751, 0.0021240404473108669, -0.0085433447130154501);
    const struct vec3 n = v3(0.8688986916573489, -0.030031386278968893, 0.49407811070144608);
    system.particles[HELD] = bead(3, x, v3(0, 0, 0), r, 1.0);
    for (int k = 0; k <= HELD; k++)
        system.particles[k].attached = 0;
    const struct vec3 surface = v3_scale(spin, v3_cross(v3(0, 1, 0), v3_axpy(x, r, n)));
    const struct vec3 v = v3(0.026128987205603027, 0.0026796030903747767, 0.04464194201562062);
    system.particles[FREE] =
        bead(3, v3_axpy(x, 2.0 * r + 2e-18, n), v3_axpy(v, -v3_dot(v3_sub(v, surface), n), n), r, 1.0);
    void *engine = engine_of(&system, "tc", "1e-5", NULL);
    assert_int_equal(gravel_ed.advance(engine, 1e-8, &error), GRAVEL_PHYSICS);
    gravel_ed.counters(engine, &counters);
    assert_non_null(strstr(error.text, "inelastic collapse, which engines.ed.tc"));
    assert_true(counters.events < 100000);
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
        void *engine = engine_of(&system, "calendar", "fast", NULL);
        advance(engine, 100.0);
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
    void *engine = engine_of(&system, "calendar", "fast", NULL);
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

static void
fails_with(const struct gravel_system *system, const char *tc, const char *remedy)
{
    struct gravel_error error = {0};
    void *engine = engine_of(system, "tc", tc, NULL);
    assert_int_equal(gravel_ed.advance(engine, 10.0, &error), GRAVEL_PHYSICS);
    print_message("# %s\n", error.text);
    assert_non_null(strstr(error.text, remedy));
    gravel_ed.destroy(engine);
}

/* Each cause of endless events has a remedy of its own. */
static void
endless_events_name_their_own_remedy(void **state)
{
    (void)state;
    struct gravel_system bounce = system_of(1, 1, 1);
    bounce.gravity = v3(0, 0, -9.81);
    bounce.walls[0] = wall_of(GRAVEL_PLANE, v3(0, 0, 0), v3(0, 0, 1));
    bounce.walls[0].contact.restitution = 0.5;
    bounce.particles[0] = bead(1, v3(0, 0, 1.5), v3(0, 0, 0), 0.5, 1.0);
    fails_with(&bounce, "0", "engines.ed.tc above 0");
    fails_with(&bounce, "1e-15", "engines.ed.tc = 1e-15 s is too small");
    struct gravel_error error = {0};
    void *engine;
    bounce.material.restitution = 0.0;
    assert_int_equal(start(&bounce, "tc", "1e-3", NULL, &engine, &error), GRAVEL_INPUT);
    assert_non_null(strstr(error.text, "material.restitution: found 0 under gravity"));
    gravel_system_free(&bounce);
    /* A triangular lattice of elastic disks that touch each other. */
    struct gravel_system lattice = system_of(2, 91, 1);
    lattice.box = (struct gravel_box){.periodic = {true}, .high = v3(13, 0, 1)};
    lattice.walls[0] = wall_of(GRAVEL_PLANE, v3(0, 0, 0), v3(0, 0, 1));
    for (int k = 0; k < 91; k++)
        lattice.particles[k] =
            bead(2, v3(k % 13 + (k / 13 % 2 == 1 ? 0.75 : 0.25), 0, 0.5 + k / 13 * sqrt(0.75)), v3(0, 0, -1), 0.5, 1.0);
    fails_with(&lattice, "0", "let the start have gaps");
    fails_with(&lattice, "1e-3", "let the start have gaps");
    lattice.material.restitution = lattice.walls[0].contact.restitution = 0.5;
    fails_with(&lattice, "0", "let the start have gaps");
    gravel_system_free(&lattice);
    /* Two beads with gaps, which collapse on the floor below e = 3 - 2 sqrt(2) = 0.17 before the first look at the
     * progress, and lose all their speed. */
    struct gravel_system beads = system_of(1, 2, 1);
    beads.material.restitution = 0.1;
    beads.walls[0] = wall_of(GRAVEL_PLANE, v3(0, 0, 0), v3(0, 0, 1));
    beads.walls[0].contact.restitution = 0.1;
    beads.particles[0] = bead(1, v3(0, 0, 1.0), v3(0, 0, -1.0), 0.5, 1.0);
    beads.particles[1] = bead(1, v3(0, 0, 2.3), v3(0, 0, -1.1), 0.5, 1.0);
    fails_with(&beads, "0", "engines.ed.tc above 0");
    gravel_system_free(&beads);
}

/* Without gravity: the drum's surface moves, so that the collision with it is predicted again and again, and nothing
 * collides, or only another disk with a wall that absorbs it. */
static void
a_disk_at_rest_in_a_turning_drum_stays_there(void **state)
{
    (void)state;
    for (int others = 0; others < 2; others++) {
        struct gravel_system system = system_of(2, 1 + others, 1 + others);
        struct gravel_error error = {0};
        struct gravel_counters counters;
        system.walls[0] = wall_of(GRAVEL_CYLINDER, v3(0, 0, 0), v3(0, 1, 0));
        system.walls[0].radius = 5.0;
        system.walls[0].motion.spin = 100.0;
        system.walls[0].contact.tangential_restitution = 0.5;
        system.particles[0] = bead(2, v3(1, 0, 1), v3(0, 0, 0), 0.5, 1.0);
        if (others) {
            system.walls[1] = wall_of(GRAVEL_PLANE, v3(0, 0, -3), v3(0, 0, 1));
            system.walls[1].touch = GRAVEL_ABSORB;
            system.particles[1] = bead(2, v3(-1, 0, 0), v3(0, 0, -1), 0.5, 1.0);
        }
        void *engine = engine_of(&system, "tc", "0", NULL);
        assert_int_equal(gravel_ed.advance(engine, 1e4, &error), GRAVEL_OK);
        gravel_ed.counters(engine, &counters);
        assert_true(counters.events > 2000 && counters.wall_collisions == (uint64_t)others);
        gravel_ed.destroy(engine);
        gravel_system_free(&system);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(binary_collision_is_exact),
        cmocka_unit_test(bead_on_a_plate_bounces_as_the_geometric_series),
        cmocka_unit_test(sinusoidal_plate_is_landed_on_at_the_published_phase),
        cmocka_unit_test(sticky_walls_hold_and_absorbing_walls_take),
        cmocka_unit_test(inelastic_collapse_is_an_error_that_names_the_particle),
        cmocka_unit_test(a_bead_on_a_rising_wall_collapses),
        cmocka_unit_test(hops_below_rounding_are_collapse),
        cmocka_unit_test(three_free_beads_that_collapse_go_on_as_one),
        cmocka_unit_test(endless_events_name_their_own_remedy),
        cmocka_unit_test(piles_that_collapse_are_an_error_that_names_two),
        cmocka_unit_test(a_disk_at_rest_in_a_turning_drum_stays_there),
    };
    return cmocka_run_group_tests_name("ed", tests, NULL, NULL);
}
