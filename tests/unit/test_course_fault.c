/* What is said of states and contacts that are not those of one motion, and which invariants of a run they break. */
#include "harness/record/record.h"
#include "harness/run/course_fault.h"
#include "harness/run/monitor.h"
#include "tests/cmocka.h"
#include "tests/unit/course_world.h"

#include <stdio.h>
#include <string.h>

static void
leave(void *self, const struct gravel_event *event)
{
    (void)self, (void)event;
}

/* The names of the broken invariants of a run of hard spheres with these states, and with these contacts between.
 * `why`: what is said of them. */
static const char *
broken_why(const struct gravel_particle now[2], const struct gravel_event *event, char why[1024])
{
    static char names[256];
    struct gravel_particle start[2] = {ball(0, 1), ball(3, -1)};
    const struct gravel_system system = system_of(start, 2, 0.0);
    const struct gravel_counters counters = {0};
    const struct gravel_energy before = {.kinetic = gravel_kinetic_energy(start, 2)},
                               after = {.kinetic = gravel_kinetic_energy(now, 2)};
    struct gravel_engine_ops other = *gravel_engine_find("ed");
    struct gravel_record record = {0};
    struct gravel_monitor monitor;
    struct gravel_listener listener;
    other.stands_for = "ed"; /* another code, whose ledger is not told */
    other.lacks = GRAVEL_LACKS_LEDGER;
    assert_int_equal(
        gravel_monitor_start(&monitor, &system, &other, &(struct gravel_instant){0.0, start, &before, &counters}),
        GRAVEL_OK);
    const struct gravel_sink sink = gravel_monitor_sink(&listener, &monitor, (struct gravel_sink){.event = leave});
    monitor.course.listens = true;
    if (event != NULL)
        sink.event(sink.self, event);
    assert_int_equal(gravel_monitor_update(&monitor, &(struct gravel_instant){2.5, now, &after, &counters}), GRAVEL_OK);
    assert_int_equal(gravel_monitor_finish(&monitor, &record), GRAVEL_OK);
    names[0] = why[0] = '\0';
    for (size_t k = 0; k < record.n_invariants; k++) {
        char text[384];
        if (record.invariants[k].ok)
            continue;
        snprintf(names + strlen(names), sizeof names - strlen(names), "%s;", record.invariants[k].name);
        gravel_invariant_say(&monitor, record.invariants[k].name, text, sizeof text);
        snprintf(why + strlen(why), 1024 - strlen(why), "%s;", text);
    }
    gravel_record_free(&record);
    gravel_monitor_free(&monitor);
    return names;
}

static const char *
broken(const struct gravel_particle now[2], const struct gravel_event *event)
{
    char why[1024];
    return broken_why(now, event, why);
}

/* Body, quantity, both numbers with their unit, and the times. */
static void
what_is_broken_is_said(void **state)
{
    (void)state;
    struct gravel_particle now[2] = {ball(0.25, -0.5), ball(2.75, 0.5)};
    const struct gravel_event missed = {.t = 1.0, .i = 0, .j = -1};
    struct gravel_event strong = hit;
    struct gravel_wall wall = {.name = "floor", .shape = GRAVEL_PLANE};
    struct gravel_system system = {.n_walls = 1, .walls = &wall};
    struct gravel_course course = {.system = &system};
    char why[1024];
    double part = 0.0;
    strong.impulse = 3.0;
    (void)broken_why(now, &strong, why);
    assert_non_null(strstr(why, "of particle 2 with particle 1 until t = 1 s the impulse told is 3 N s, "
                                "which the velocities before and after contradict by 1.5, allowed "));
    (void)broken_why(now, NULL, why);
    assert_non_null(strstr(why, "particle 1 meets nothing, but its velocity is off v + g dt by 1.5 m/s, allowed "));
    assert_non_null(strstr(why, " m/s, from t = 0 to 2.5 s, between which no contact of it is told;"));
    now[1].omega.x = 0.25;
    (void)broken_why(now, &hit, why);
    assert_non_null(strstr(why, "particle 2 can have no torque, but its spin changes by 0.25 rad/s, allowed "));
    now[1] = ball(13, 0);
    (void)broken_why(now, &hit, why);
    assert_non_null(
        strstr(why, "particle 2 moves further than the energy of all bodies carries it, by 10 m, allowed 3.5"));
    const struct gravel_course_fault twice = {.quantity = GRAVEL_OFF_TWICE,
                                              .i = missed.i,
                                              .j = missed.j,
                                              .to = missed.t,
                                              .deviation = 2.0,
                                              .allowed = 1.0},
                                     worse = {.quantity = GRAVEL_OFF_LOSS,
                                              .i = 1,
                                              .to = 3.0,
                                              .deviation = 4.0,
                                              .allowed = 0.5,
                                              .told = 7.0};
    gravel_course_say(&course, GRAVEL_COURSE_CONTACT, why, sizeof why);
    assert_string_equal(why, "");
    gravel_course_see(&course, GRAVEL_COURSE_CONTACT, &twice, &part);
    gravel_course_say(&course, GRAVEL_COURSE_CONTACT, why, sizeof why);
    assert_string_equal(why, "that of particle 1 with wall floor until t = 1 s is told again");
    gravel_course_see(&course, GRAVEL_COURSE_CONTACT, &worse, &part);
    gravel_course_see(&course, GRAVEL_COURSE_CONTACT, &twice, &part);
    gravel_course_say(&course, GRAVEL_COURSE_CONTACT, why, sizeof why);
    assert_non_null(strstr(why, "of particle 2 with particle 1 until t = 3 s the energy dissipated told is 7 J"));
    assert_true(part == 8.0);
}

static void
invariants_of_a_run_are_those_of_its_course(void **state)
{
    (void)state;
    const struct gravel_particle honest[2] = {ball(0.25, -0.5), ball(2.75, 0.5)};
    struct gravel_particle now[2];
    struct gravel_event strong = hit;
    strong.impulse = 3.0;
    assert_string_equal(broken(honest, &hit), "");
    assert_string_equal(broken(honest, &strong), "contacts and states;");
    assert_string_equal(broken(honest, NULL), "free flight;");
    memcpy(now, honest, sizeof now);
    now[0].omega.y = 1e-3;
    assert_non_null(strstr(broken(now, &hit), "spins without torque;"));
    memcpy(now, honest, sizeof now);
    now[0].v.z = -1.01;
    now[1].v.z = 1.01;
    assert_non_null(strstr(broken(now, &hit), "energy at samples;"));
    /* An energy of 1 J of 2 kg allows ways of sqrt(2) 2.5 m. */
    now[0] = ball(0.25, -0.5);
    now[1] = ball(3.0 + 3.53, 0.5);
    assert_null(strstr(broken(now, &hit), "displacement"));
    now[1].x.z += 0.01;
    assert_non_null(strstr(broken(now, &hit), "displacement at samples;"));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_broken_is_said),
        cmocka_unit_test(invariants_of_a_run_are_those_of_its_course),
    };
    return cmocka_run_group_tests_name("course_fault", tests, NULL, NULL);
}
