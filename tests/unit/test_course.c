/* States of two instants, and contacts between them, that are those of one motion or are not. */
#include "harness/run/course.h"
#include "tests/cmocka.h"
#include "tests/unit/course_world.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct gravel_course_limits exact = {.part = 1e-12, .energy = INFINITY};

static struct gravel_course
course_of(const struct gravel_system *system)
{
    struct gravel_course course;
    assert_int_equal(gravel_course_start(&course, system, system->particles), GRAVEL_OK);
    return course;
}

static void
go_on(struct gravel_course *course, const struct gravel_particle *now, double t, struct gravel_course_limits limits)
{
    assert_int_equal(gravel_course_go_on(course, now, t, &limits), GRAVEL_OK);
}

static double
flight(const struct gravel_system *system, const struct gravel_particle *now, double t)
{
    struct gravel_course course = course_of(system);
    go_on(&course, now, t, exact);
    const double deviation = course.flight;
    gravel_course_free(&course);
    return deviation;
}

/* x + v t + g t^2/2 and nothing else, but for bodies that may have met. */
static void
bodies_that_meet_nothing_fly_freely(void **state)
{
    (void)state;
    struct gravel_particle start[2] = {ball(0, 1), ball(10, 2)};
    const struct gravel_system system = system_of(start, 2, 2.0);
    struct gravel_particle now[2] = {ball(0, -1), ball(11, 0)};
    assert_true(flight(&system, now, 1.0) <= 1.0);
    now[1].x.z = 10.999;
    assert_true(flight(&system, now, 1.0) > 1e3);
    now[1] = ball(11, 0.001);
    assert_true(flight(&system, now, 1.0) > 1e3);
    now[1] = ball(11, 0);
    now[1].omega.y = 1e-6;
    assert_true(flight(&system, now, 1.0) > 1e3);
    assert_true(flight(&system, start, 1.0) > 1e3); /* they stand still */
}

/* Seen from the start they may meet; seen from the end they cannot have met. */
static void
bodies_that_come_from_nowhere_are_seen_backward(void **state)
{
    (void)state;
    struct gravel_particle start[2] = {ball(0, 1), ball(3, -1)}, after[2] = {ball(0.25, -0.5), ball(2.75, 0.5)};
    const struct gravel_system system = system_of(start, 2, 0.0);
    assert_true(flight(&system, after, 2.5) <= 1.0); /* e = 1/2 at t = 1, 0.75 m from there at t = 2.5 */
    assert_true(flight(&system, start, 2.5) > 1e3);
    after[0].v.z = after[1].v.z = 0.0;
    assert_true(flight(&system, after, 2.5) > 1e3);
}

/* A body that bounces between walls is where it was after each period: as if it had flown nowhere. */
static void
what_returns_by_its_collisions_is_not_accused(void **state)
{
    (void)state;
    struct gravel_particle start[1] = {ball(0, 1)};
    struct gravel_wall walls[2] = {{.shape = GRAVEL_PLANE, .origin = {0, 0, -1.5}, .axis = {0, 0, 1}},
                                   {.shape = GRAVEL_PLANE, .origin = {0, 0, 1.5}, .axis = {0, 0, 1}}};
    struct gravel_system system = system_of(start, 1, 0.0);
    system.n_walls = 2;
    system.walls = walls;
    assert_true(flight(&system, start, 4.0) <= 1.0);
    assert_true(flight(&system, start, 0.5) > 1e3); /* too soon */
    walls[1].motion.velocity.z = -2.0;              /* reaches it in time */
    assert_true(flight(&system, start, 0.5) <= 1.0);
}

/* In a periodic box a neighbour may be an image. */
static void
images_meet(void **state)
{
    (void)state;
    struct gravel_particle start[2] = {ball(0.5, -1), ball(8.5, 0)}, now[2] = {ball(0.5, 1), ball(7.5, -1)};
    struct gravel_system system = system_of(start, 2, 0.0);
    system.box = (struct gravel_box){.periodic = {true, true, true}, .low = {-5, -5, 0}, .high = {5, 5, 10}};
    assert_true(flight(&system, now, 2.0) <= 1.0); /* touch at t = 1 through the side at 0 */
    system.box.periodic[2] = false;
    assert_true(flight(&system, now, 2.0) > 1e3);
}

/* Beside two that collide, one that is too far away for them flies freely if their energy is known. */
static void
a_collision_elsewhere_is_of_no_matter_within_the_energy(void **state)
{
    (void)state;
    struct gravel_particle start[3] = {ball(0, 1), ball(1.1, -1), ball(9, 0)};
    const struct gravel_particle now[3] = {ball(0, -1), ball(1.1, 1), ball(9.001, 0)};
    const struct gravel_system system = system_of(start, 3, 0.0);
    struct gravel_course_limits limits = exact;
    for (int known = 0; known < 2; known++) {
        struct gravel_course course = course_of(&system);
        limits.energy = known ? 1.0 : INFINITY;
        go_on(&course, now, 0.1, limits);
        assert_int_equal(course.flight > 1.0, known);
        gravel_course_free(&course);
    }
}

/* sqrt(M/m) (V t + g t^2/2), V the speed of the mass M with the energy of all. */
static void
displacements_are_bounded_by_the_energy(void **state)
{
    (void)state;
    struct gravel_particle start[2] = {ball(0, 2), ball(10, 0)};
    const struct gravel_system system = system_of(start, 2, 2.0);
    struct gravel_course_limits limits = exact;
    limits.energy = 4.0; /* V = 2 m/s, and sqrt(2) (2 t + t^2) m */
    for (int far = 0; far < 2; far++) {
        struct gravel_particle now[2] = {ball(0, 2), ball(10.0 - (far ? 4.25 : 4.24), 0)};
        struct gravel_course course = course_of(&system);
        go_on(&course, now, 1.0, limits);
        assert_int_equal(course.displacement > 1.0, far);
        gravel_course_free(&course);
    }
}

static double
spin(struct gravel_material material)
{
    struct gravel_particle start[1] = {ball(0, 0)};
    struct gravel_system system = system_of(start, 1, 0.0);
    system.material = material;
    struct gravel_course course = course_of(&system);
    struct gravel_particle now[1] = {ball(0, 0)};
    now[0].omega.x = 1e-9;
    go_on(&course, now, 1.0, exact);
    const double deviation = course.spin;
    gravel_course_free(&course);
    return deviation;
}

static void
spins_need_a_torque(void **state)
{
    (void)state;
    struct gravel_material rough = smooth(), sliding = smooth(), still = smooth();
    rough.tangential_restitution = 0.5;
    sliding.friction = 0.1;
    still.rotation = false;
    still.tangential_restitution = 0.5;
    assert_true(spin(smooth()) > 1.0 && spin(still) > 1.0);
    assert_true(spin(rough) == 0.0 && spin(sliding) == 0.0);
}

static double
contact(const struct gravel_event *events, size_t n, double instants)
{
    struct gravel_particle start[2] = {ball(0, 1), ball(3, -1)};
    const struct gravel_particle between[2] = {ball(0.5, 1), ball(2.5, -1)},
                                 after[2] = {ball(0.25, -0.5), ball(2.75, 0.5)};
    const struct gravel_system system = system_of(start, 2, 0.0);
    struct gravel_course course = course_of(&system);
    course.listens = true;
    if (instants > 1.0)
        go_on(&course, between, 0.5, exact);
    for (size_t k = 0; k < n; k++)
        gravel_course_hear(&course, &events[k]);
    go_on(&course, after, 2.5, exact);
    const double deviation = fmax(course.contact, course.flight);
    gravel_course_free(&course);
    return deviation;
}

/* Bodies 0 and 1 collide; when 1 is seen apart from all, 2 grazes 0; then 1 collides with 3.  One contact was told of
 * each since it touched nothing, but not the same one of 0 and 1. */
static void
a_contact_is_compared_where_both_bodies_had_no_other(void **state)
{
    (void)state;
    struct gravel_particle now[4] = {ball(0, 1), ball(3, -1), ball(1.5, -0.5), ball(8.5, -1.5)};
    struct gravel_event first = hit, second = hit;
    first.i = 0;
    first.j = 1;
    first.normal = v3(0, 0, -1);
    now[2].x = v3(-2.25, 1.0, 1.5);
    now[2].v.x = 0.9;
    const struct gravel_system system = system_of(now, 4, 0.0);
    struct gravel_course course = course_of(&system);
    course.listens = true;
    gravel_course_hear(&course, &first);
    now[0] = ball(0.25, -0.5);
    now[1] = ball(2.75, 0.5);
    now[2].x = v3(0.0, 1.0, 0.25);
    now[3] = ball(4.75, -1.5);
    go_on(&course, now, 2.5, exact);
    assert_true(course.contact <= 1.0);
    second.i = 3;
    second.j = 1;
    second.t = 3.0;
    gravel_course_hear(&course, &second);
    now[0] = ball(-0.5, -0.5);
    now[1] = ball(2.0, -1.0);
    now[2].x = v3(1.35, 1.0, -0.5);
    now[3] = ball(4.0, 0.0);
    go_on(&course, now, 4.0, exact);
    assert_true(course.contact <= 1.0);
    gravel_course_free(&course);
}

static void
contacts_are_those_of_the_states(void **state)
{
    (void)state;
    const struct gravel_event twice[2] = {hit, hit};
    struct gravel_event fast = hit, slow = hit, strong = hit, lossy = hit, other = hit, untold = hit;
    fast.approach = 2.001;
    slow.rebound = 0.999;
    strong.impulse = 3.0;
    lossy.dissipated = 0.7;
    other.normal = v3(1, 0, 0);
    untold.impulse = untold.dissipated = untold.overlap = NAN;
    for (double instants = 1.0; instants < 3.0; instants++) {
        assert_true(contact(&hit, 1, instants) <= 1.0);
        assert_true(contact(&untold, 1, instants) <= 1.0);
        assert_true(contact(twice, 2, instants) > 1.0);
        assert_true(contact(&fast, 1, instants) > 1.0 && contact(&slow, 1, instants) > 1.0);
        assert_true(contact(&strong, 1, instants) > 1.0 && contact(&lossy, 1, instants) > 1.0);
        assert_true(contact(&other, 1, instants) > 1.0);
        assert_true(contact(NULL, 0, instants) > 1.0); /* nothing was told, and they part */
    }
}

/* Two soft spheres graze: their line of centres turns so far that along it they part 24 times as fast as they came. The
 * numbers are those of a contact of gas-clustering-soft. */
static void
a_grazing_contact_parts_along_a_line_that_turned(void **state)
{
    (void)state;
    const double across = 1.67585, along = 1.78138e-4, after = 1.73444e-4, meet = 1.0;
    const struct gravel_course_limits limits = {.part = 1e-12, .energy = INFINITY, .contact_step = 8e-4};
    const struct gravel_event graze = {.t = meet + 1.86145e-3,
                                       .duration = 1.86145e-3,
                                       .i = 1,
                                       .j = 0,
                                       .normal = {0, 0, 1},
                                       .approach = along,
                                       .rebound = 4.32012e-3,
                                       .impulse = 0.5 * 4.69455e-6,
                                       .dissipated = 0.25 * 4.3686e-8,
                                       .overlap = 9.95766e-7};
    for (int honest = 0; honest < 2; honest++) {
        struct gravel_particle start[2] = {ball(0, 0), ball(1.0 + along * meet, -along)}, now[2];
        struct gravel_event event = graze;
        start[1].x.x = -across * meet;
        start[1].v.x = across;
        memcpy(now, start, sizeof now);
        now[1].x = v3(across, 0, 1.0 - after);
        now[1].v.z = -after;
        event.dissipated += honest ? 0.0 : 0.25 * 1e-4;
        const struct gravel_system system = system_of(start, 2, 0.0);
        struct gravel_course course = course_of(&system);
        course.listens = true;
        gravel_course_hear(&course, &event);
        go_on(&course, now, 2.0 * meet, limits);
        assert_int_equal(course.contact <= 1.0, honest);
        gravel_course_free(&course);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_that_meet_nothing_fly_freely),
        cmocka_unit_test(bodies_that_come_from_nowhere_are_seen_backward),
        cmocka_unit_test(what_returns_by_its_collisions_is_not_accused),
        cmocka_unit_test(images_meet),
        cmocka_unit_test(a_collision_elsewhere_is_of_no_matter_within_the_energy),
        cmocka_unit_test(displacements_are_bounded_by_the_energy),
        cmocka_unit_test(spins_need_a_torque),
        cmocka_unit_test(contacts_are_those_of_the_states),
        cmocka_unit_test(a_grazing_contact_parts_along_a_line_that_turned),
        cmocka_unit_test(a_contact_is_compared_where_both_bodies_had_no_other),
    };
    return cmocka_run_group_tests_name("course", tests, NULL, NULL);
}
