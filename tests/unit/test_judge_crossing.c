/* The judge on crossings: where a curve, or the difference of two engines, reaches a level. */
#include "tests/unit/judge_world.h"

/* md is 1 + 0.8/x of ed: the difference falls to 5 % at 16. */
static void
crossings_of_two_engines_are_compared_with_bounds(void **state)
{
    (void)state;
    struct world w;
    world_init(&w, &gravel_check_crossing);
    w.check.n_engines = 2;
    strcpy(w.check.engines[0], "md");
    strcpy(w.check.engines[1], "ed");
    w.check.level = 0.05;
    w.check.from = 10.0;
    w.check.to = 20.0;
    for (double x = 2.0; x < 100.0; x *= 2.0) {
        world_add(&w, "md", x, 3.0 * (1.0 + 0.8 / x), 0, 0);
        world_add(&w, "ed", x, 3.0, 0, 0);
    }
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_PASS);
    assert_true(fabs(world_verdict(&w, 0)->value - 16.0) < 1e-9);
    assert_null(world_verdict(&w, 1)); /* one curve, not one an engine */
    w.check.to = 15.0;
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_FAIL);
    /* Outside of the data, from 2 to 64, at 1.6 and 800. */
    static const struct outside {
        double level, from, to;
        enum gravel_verdict verdict;
    } outside[] = {
        {0.5, 1.0, 15.0, GRAVEL_INCONCLUSIVE},
        {0.5, -INFINITY, 15.0, GRAVEL_PASS},
        {0.5, -INFINITY, 1.9, GRAVEL_INCONCLUSIVE},
        {0.5, 2.1, INFINITY, GRAVEL_FAIL},
        {0.001, 10.0, 900.0, GRAVEL_INCONCLUSIVE},
        {0.001, -INFINITY, 60.0, GRAVEL_FAIL},
        {0.001, 100.0, INFINITY, GRAVEL_INCONCLUSIVE},
        {0.001, 10.0, INFINITY, GRAVEL_PASS},
        {0.05, 10.0, 900.0, GRAVEL_PASS},
        {0.05, 1.0, 20.0, GRAVEL_PASS},
    };
    for (size_t k = 0; k < sizeof outside / sizeof *outside; k++) {
        w.check.level = outside[k].level;
        w.check.from = outside[k].from;
        w.check.to = outside[k].to;
        assert_int_equal(world_verdict(&w, 0)->verdict, outside[k].verdict);
    }
    world_free(&w);
}

/* Which side of the level is beyond it follows from the direction of the curve. */
static void
a_crossing_of_a_curve_without_direction_is_left_open(void **state)
{
    (void)state;
    struct world w;
    world_init(&w, &gravel_check_crossing);
    w.check.level = -1.0;
    w.check.to = 10.0;
    for (int k = 1; k < 6; k++)
        world_add(&w, "md", k, 0.01 * k, 0.1, 50.0);
    const struct gravel_judgement *j = world_verdict(&w, 0);
    assert_int_equal(j->verdict, GRAVEL_INCONCLUSIVE);
    assert_non_null(strstr(j->note, "rises or falls"));
    world_free(&w);
}

/* A curve that falls through 2.5 at x = 2.5 is none that rises there, and the reverse; a slope within the errors is
 * left open.  The difference of two engines may come from either side. */
static void
a_crossing_has_the_direction_that_is_asked_for(void **state)
{
    (void)state;
    for (int asked = -1; asked <= 1; asked++)
        for (int found = -1; found <= 1; found += 2) {
            struct world w;
            world_init(&w, &gravel_check_crossing);
            w.check.level = 2.5;
            w.check.from = 2.0;
            w.check.to = 3.0;
            w.check.direction = asked;
            for (int x = 1; x <= 4; x++)
                world_add(&w, "md", x, found > 0 ? x : 5 - x, 0.01, 100);
            const struct gravel_judgement *j = world_verdict(&w, 0);
            assert_int_equal(j->verdict, asked == -found ? GRAVEL_FAIL : GRAVEL_PASS);
            assert_true(asked != -found ||
                        strstr(j->note, found > 0 ? "the curve rises from 1 to 4, allowed: one that falls"
                                                  : "the curve falls from 1 to 4, allowed: one that rises") != NULL);
            world_free(&w);
        }
    struct world w;
    world_init(&w, &gravel_check_crossing);
    w.check.level = -1.0;
    w.check.to = 10.0;
    w.check.direction = -1;
    for (int k = 1; k < 6; k++)
        world_add(&w, "md", k, 0.01 * k, 0.1, 50.0);
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_INCONCLUSIVE);
    world_free(&w);
}

/* Of four points the third has no number, or no error, or there is one point only, for good or while others are
 * missing; all are sound. */
static void
a_crossing_of_points_without_numbers_fails(void **state)
{
    (void)state;
    struct world w;
    static const enum gravel_verdict expected[] = {GRAVEL_FAIL, GRAVEL_INCONCLUSIVE, GRAVEL_FAIL,        GRAVEL_SKIP,
                                                   GRAVEL_PASS, GRAVEL_FAIL,         GRAVEL_INCONCLUSIVE};
    for (int fault = 0; fault < 7; fault++) {
        world_init(&w, &gravel_check_crossing);
        w.check.level = 2.5;
        w.check.from = 1.0;
        w.check.to = 4.0;
        for (int x = 1; x <= (fault == 2 || fault == 3 ? 1 : 4); x++)
            world_add(&w, "md", x,
                      fault == 0 && x == 3   ? NAN
                      : fault == 5 && x == 4 ? INFINITY
                                             : x,
                      fault == 1 && x == 3   ? -1.0
                      : fault == 6 && x == 3 ? NAN
                                             : 0.01,
                      100);
        w.judgements.partial = fault == 3;
        assert_int_equal(world_verdict(&w, 0)->verdict, expected[fault]);
        assert_true(fault == 4 || strstr(world_verdict(&w, 0)->note, "a crossing needs") != NULL);
        world_free(&w);
    }
}

static void
a_crossing_of_one_engine_is_compared_with_the_reference(void **state)
{
    (void)state;
    struct world w;
    world_init(&w, &gravel_check_crossing);
    strcpy(w.check.reference, "R");
    w.reference.value = 4.0;
    w.reference.uncertainty = 0.1;
    w.check.level = 16.0;
    for (double x = 1.0; x < 20.0; x *= 3.0)
        world_add(&w, "md", x, x * x, 0, 0);
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_PASS);
    w.reference.value = 5.0;
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_FAIL);
    w.check.level = 400.0; /* beyond the data, which end at 9 */
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_FAIL);
    w.reference.value = 9.0;
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_INCONCLUSIVE);
    world_free(&w);
}

/* The level is crossed between the second and the third of five points; an error of n_eff samples has n_eff/5 degrees
 * of freedom, and the fewer of those two points count. */
static void
a_crossing_has_the_degrees_of_freedom_of_the_points_beside_it(void **state)
{
    (void)state;
    static const double n_eff[] = {20.0, 200.0, 100.0, 40.0, 30.0};
    for (int two = 0; two < 2; two++) {
        struct world w;
        world_init(&w, &gravel_check_crossing);
        w.check.n_engines = two ? 2 : 0;
        strcpy(w.check.engines[0], "md");
        strcpy(w.check.engines[1], "ed");
        w.check.level = two ? 0.5 : 1.5;
        w.check.to = 10.0;
        for (int k = 0; k < 5; k++) {
            const double y = two ? 1.0 / pow(3.0, k) : k;
            world_add(&w, "md", 1.0 + k, two ? 1.0 + 2.0 * y : y, 1e-3, n_eff[k]);
            if (two)
                world_add(&w, "ed", 1.0 + k, 1.0, 0.0, 0.0);
        }
        assert_true(fabs(world_verdict(&w, 0)->dof - 20.0) < 1e-9);
        world_free(&w);
    }
}

/* The curve bends at 4: what it does beyond that says nothing of 3.8, where it has not reached the level. */
static void
a_bound_is_compared_with_the_curve_between_the_points_beside_it(void **state)
{
    (void)state;
    static const double y[] = {1.0, 2.0, 16.0, 17.0};
    struct world w;
    world_init(&w, &gravel_check_crossing);
    for (int k = 0; k < 4; k++)
        world_add(&w, "md", pow(2.0, k), y[k], 0.0, 0.0);
    w.check.level = 15.0; /* at 3.92 */
    w.check.to = 3.8;
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_FAIL);
    w.check.to = 3.95;
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_PASS);
    world_free(&w);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(crossings_of_two_engines_are_compared_with_bounds),
        cmocka_unit_test(a_crossing_of_a_curve_without_direction_is_left_open),
        cmocka_unit_test(a_crossing_has_the_direction_that_is_asked_for),
        cmocka_unit_test(a_crossing_of_points_without_numbers_fails),
        cmocka_unit_test(a_crossing_of_one_engine_is_compared_with_the_reference),
        cmocka_unit_test(a_crossing_has_the_degrees_of_freedom_of_the_points_beside_it),
        cmocka_unit_test(a_bound_is_compared_with_the_curve_between_the_points_beside_it),
    };
    return cmocka_run_group_tests_name("judge crossing", tests, NULL, NULL);
}
