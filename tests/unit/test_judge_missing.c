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
    strcpy(w.check.measure, "invariant:ledger");
    say(r, "not measured: the invariant ledger, as the engine has none");
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_NOT_APPLICABLE);
    world_free(&w);
}

/* Of a check of y at sigma from 20 on: the first point fulfils the condition, the second does not. */
static void
add_conditions(struct world *w, struct gravel_condition *conditions, double err)
{
    w->c.n_measures = 1;
    strcpy(w->c.measures[0], "column_scales");
    conditions[0] = (struct gravel_condition){.name = "x", .from = 0.0, .to = 5.0};
    conditions[1] = (struct gravel_condition){.name = "sigma", .from = 20.0, .to = INFINITY};
    w->check.where = (struct gravel_where){2, conditions};
    for (int k = 0; k < 2; k++) {
        struct gravel_record *r = world_add(w, "md", 1.0 + k, 1.0, 0.0, 0.0);
        assert_int_equal(
            gravel_record_add_observable(r, "sigma", "1", k == 0 ? 30.0 : 10.0, err, err > 0.0 ? 50.0 : 0.0),
            GRAVEL_OK);
    }
}

static void
only_an_exact_number_chooses_points(void **state)
{
    (void)state;
    for (int k = 0; k < 2; k++) {
        const double err = k == 0 ? 0.0 : 0.5;
        struct world w;
        struct gravel_condition conditions[2];
        world_init(&w, &gravel_check_value);
        add_conditions(&w, conditions, err);
        const struct gravel_judgement *first = world_verdict(&w, 0);
        assert_int_equal(first->verdict, err == 0.0 ? GRAVEL_PASS : GRAVEL_FAIL);
        assert_true(err == 0.0 || strstr(first->note, "where: sigma has an error") != NULL);
        /* A point that the parameters exclude is not asked for sigma. */
        conditions[0].from = conditions[0].to = 1.0;
        assert_int_equal(world_verdict(&w, 1) == NULL, err == 0.0);
        conditions[0].from = conditions[0].to = 3.0;
        assert_non_null(strstr(world_verdict(&w, 0)->note, "no point matches it"));
        world_free(&w);
    }
}

/* A point without the number would leave the check unseen. */
static void
a_condition_on_a_missing_number_fails(void **state)
{
    (void)state;
    struct world w;
    struct gravel_condition conditions[2];
    world_init(&w, &gravel_check_value);
    add_conditions(&w, conditions, 0.0);
    world_add(&w, "md", 3.0, 1.0, 0.0, 0.0);
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_FAIL);
    assert_non_null(strstr(world_verdict(&w, 0)->note, "the record has no sigma"));
    assert_int_equal(world_verdict(&w, 1)->verdict, GRAVEL_PASS);
    strcpy(w.check.engines[0], "ed");
    w.check.n_engines = 1;
    assert_non_null(strstr(world_verdict(&w, 0)->note, "no point matches it"));
    world_free(&w);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_missing_number_is_excused_by_its_own_measure_only),
        cmocka_unit_test(a_missing_counter_is_excused_by_its_own_name_only),
        cmocka_unit_test(a_missing_invariant_is_excused_by_its_own_name_only),
        cmocka_unit_test(only_an_exact_number_chooses_points),
        cmocka_unit_test(a_condition_on_a_missing_number_fails),
    };
    return cmocka_run_group_tests_name("judge_missing", tests, NULL, NULL);
}
