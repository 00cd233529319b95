/* Numbers that a record does not have, and conditions on numbers that were measured. */
#include "tests/unit/judge_world.h"

static void
say(struct gravel_record *record, const char *message)
{
    assert_int_equal(gravel_record_set_text(&record->message, message), GRAVEL_OK);
}

/* What a program did not measure is not taken from what the case states under the same name, and is excused only where
 * the program does not tell what the measure of that number uses. */
static void
a_missing_number_is_excused_by_its_own_measure_only(void **state)
{
    (void)state;
    struct world w;
    struct gravel_error error;
    const struct gravel_value stated = {.type = GRAVEL_TYPE_REAL, .real = 1.0};
    world_init(&w, &gravel_check_value);
    w.c.n_measures = 2;
    strcpy(w.c.measures[0], "energy_drift");
    strcpy(w.c.measures[1], "pair_collision");
    struct gravel_record *r = world_add(&w, "md", 1, 1, 0, 0);
    assert_int_equal(gravel_options_set(&r->parameters, "material.restitution", &stated, &error), GRAVEL_OK);
    assert_true(gravel_record_number(r, "restitution") == 1.0);
    strcpy(w.check.measure, "restitution");
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_FAIL);
    assert_non_null(strstr(world_verdict(&w, 0)->note, "the record has no restitution"));
    say(r, "not measured: md lacks: the ledger of energy, which measure.energy_drift uses");
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_FAIL);
    say(r, "not measured: the invariant energy, as the engine has no ledger of it");
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_FAIL);
    say(r, "not measured: md lacks: events of contacts, which measure.pair_collision uses");
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_NOT_APPLICABLE);
    world_free(&w);
}

static void
a_missing_counter_is_excused_by_its_own_name_only(void **state)
{
    (void)state;
    struct world w;
    world_init(&w, &gravel_check_bound);
    w.check.to = 1.0;
    struct gravel_record *r = world_add(&w, "md", 1, 1, 0, 0);
    strcpy(w.check.measure, "sliding_loss");
    say(r, "not measured: the counters max_overlap, rolling_loss, which the engine does not tell");
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_FAIL);
    say(r, "not measured: the counters max_overlap, sliding_loss, which the engine does not tell");
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_NOT_APPLICABLE);
    world_free(&w);
}

static void
a_missing_invariant_is_excused_by_its_own_name_only(void **state)
{
    (void)state;
    struct world w;
    world_init(&w, &gravel_check_bound);
    w.check.to = 1.0;
    struct gravel_record *r = world_add(&w, "md", 1, 1, 0, 0);
    strcpy(w.check.measure, "invariant:momentum");
    say(r, "not measured: the invariant energy, as the engine has no ledger of it");
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_FAIL);
    say(r, "not measured: the invariant momentum, as the engine does not tell what it needs");
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_NOT_APPLICABLE);
    world_free(&w);
}

/* The counter of that name is in diameters, the number of the measure in metres. */
static void
a_number_of_a_measure_is_not_taken_from_a_counter(void **state)
{
    (void)state;
    struct world w;
    world_init(&w, &gravel_check_bound);
    w.check.to = 1.0;
    strcpy(w.check.measure, "max_overlap");
    struct gravel_record *r = world_add(&w, "md", 1, 1, 0, 0);
    assert_int_equal(gravel_record_add_counter(r, "max_overlap", 0.1), GRAVEL_OK);
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_PASS);
    w.c.n_measures = 1;
    strcpy(w.c.measures[0], "pair_collision");
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_FAIL);
    say(r, "not measured: md lacks: events of contacts, which measure.pair_collision uses");
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_NOT_APPLICABLE);
    world_free(&w);
}

/* Of two engines the one that lacks the number is asked why; a number is no part of 0. */
static void
the_engine_that_lacks_the_number_is_asked_why(void **state)
{
    (void)state;
    for (int lacking = 0; lacking < 2; lacking++) {
        struct world w;
        world_init(&w, &gravel_check_slope);
        w.check.n_engines = 2;
        strcpy(w.check.engines[0], "md");
        strcpy(w.check.engines[1], "ed");
        w.c.n_measures = 1;
        strcpy(w.c.measures[0], "pair_collision");
        strcpy(w.check.measure, "approach");
        const char *const engines[] = {"md", "ed"};
        for (int e = 0; e < 2; e++) {
            struct gravel_record *r = world_add(&w, engines[e], 1, 1, 0, 0);
            if (e == lacking)
                say(r, "not measured: it lacks: events of contacts, which measure.pair_collision uses");
            else
                assert_int_equal(gravel_record_add_observable(r, "approach", "m/s", 0.0, 0.0, 0.0), GRAVEL_OK);
        }
        assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_NOT_APPLICABLE);
        struct gravel_record *r = &w.records.items[lacking];
        assert_int_equal(gravel_record_add_observable(r, "approach", "m/s", 1.0, 0.0, 0.0), GRAVEL_OK);
        if (lacking == 0)
            assert_non_null(strstr(world_verdict(&w, 0)->note, "no relative difference: approach of ed is 0"));
        world_free(&w);
    }
}

/* Of a check of y at X from 20 on: the first point fulfils the condition, the second does not.  A point without the
 * number, or with NaN, gets a judgement of its own. */
static void
a_condition_on_a_missing_number_fails(void **state)
{
    (void)state;
    for (int is_there = 0; is_there < 2; is_there++) {
        struct world w;
        struct gravel_condition conditions[] = {{.name = "x", .from = 0.0, .to = 5.0},
                                                {.name = "X", .from = 20.0, .to = INFINITY}};
        world_init(&w, &gravel_check_value);
        w.c.n_measures = 1;
        strcpy(w.c.measures[0], "column_scales");
        w.check.where = (struct gravel_where){2, conditions};
        for (int k = 0; k < 3; k++) {
            struct gravel_record *r = world_add(&w, "md", 1.0 + k, 1.0, 0.0, 0.0);
            if (k < 2 || is_there)
                assert_int_equal(gravel_record_add_observable(r, "X", "1",
                                                              k == 0   ? 30.0
                                                              : k == 1 ? 10.0
                                                                       : NAN,
                                                              0.0, 0.0),
                                 GRAVEL_OK);
        }
        assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_FAIL);
        assert_non_null(strstr(world_verdict(&w, 0)->note, "the record has no X"));
        assert_int_equal(world_verdict(&w, 1)->verdict, GRAVEL_PASS);
        assert_null(world_verdict(&w, 2));
        /* A point that the parameters exclude is not asked for X. */
        conditions[0].to = 2.0;
        assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_PASS);
        strcpy(w.check.engines[0], "ed");
        w.check.n_engines = 1;
        assert_non_null(strstr(world_verdict(&w, 0)->note, "no point matches it"));
        world_free(&w);
    }
}

/* A tolerance that lets 0 pass is warned of, unless the check states that it is absolute or the expected value is 0 but
 * for rounding. */
static void
a_tolerance_above_the_expected_value_is_warned_of(void **state)
{
    (void)state;
    static const struct {
        double within;
        bool relative, is_absolute, warned;
    } checks[] = {{0.5, false, false, false},
                  {2.0, false, false, true},
                  {2.0, false, true, false},
                  {2.0, true, false, false},
                  {2e6, false, false, false}};
    for (size_t k = 0; k < sizeof checks / sizeof *checks; k++) {
        struct world w;
        world_init(&w, &gravel_check_value);
        world_add(&w, "md", 1, 1.2, 0, 0); /* 1 is expected */
        w.check.within = checks[k].within;
        w.check.relative = checks[k].relative;
        w.check.is_absolute = checks[k].is_absolute;
        const struct gravel_judgement *j = world_verdict(&w, 0);
        assert_int_equal(j->verdict, GRAVEL_PASS);
        assert_int_equal(j->warned, checks[k].warned);
        assert_true((strstr(j->note, "0 would pass") != NULL) == checks[k].warned);
        world_free(&w);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_missing_number_is_excused_by_its_own_measure_only),
        cmocka_unit_test(a_missing_counter_is_excused_by_its_own_name_only),
        cmocka_unit_test(a_missing_invariant_is_excused_by_its_own_name_only),
        cmocka_unit_test(a_number_of_a_measure_is_not_taken_from_a_counter),
        cmocka_unit_test(the_engine_that_lacks_the_number_is_asked_why),
        cmocka_unit_test(a_condition_on_a_missing_number_fails),
        cmocka_unit_test(a_tolerance_above_the_expected_value_is_warned_of),
    };
    return cmocka_run_group_tests_name("judge_missing", tests, NULL, NULL);
}
