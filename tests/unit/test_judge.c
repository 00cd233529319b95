/* The judge: decisions, sweep points, conditions and engines. */
#include "harness/case/keys.h"
#include "harness/case/schema.h"
#include "harness/judge/decide_curve.h"
#include "harness/judge/kinds.h"
#include "harness/run/invariant.h"
#include "harness/util/home.h"
#include "tests/unit/judge_world.h"

static const struct gravel_estimate one = {1.0, 0.0, 0.0};

static enum gravel_verdict
equal(double value, double err, double expected, double systematic)
{
    return gravel_decide_equal((struct gravel_estimate){value, err, 0}, (struct gravel_estimate){expected, 0, 0},
                               systematic, 1e-4)
        .verdict;
}

static void
equality_needs_a_small_deviation_and_a_small_error(void **state)
{
    (void)state;
    assert_int_equal(equal(1.01, 0.0, 1.0, 0.02), GRAVEL_PASS);
    assert_int_equal(equal(1.03, 0.0, 1.0, 0.02), GRAVEL_FAIL);
    assert_int_equal(equal(1.01, 0.001, 1.0, 0.02), GRAVEL_PASS);
    assert_int_equal(equal(1.01, 0.1, 1.0, 0.02), GRAVEL_INCONCLUSIVE);
    assert_int_equal(equal(9.00, 0.1, 1.0, 0.02), GRAVEL_FAIL);
    assert_int_equal(equal(1.01, -1.0, 1.0, 0.02), GRAVEL_INCONCLUSIVE);
    assert_int_equal(equal(NAN, 0.0, 1.0, 0.02), GRAVEL_FAIL);
    assert_int_equal(equal(1.0 + 1e-15, 0.0, 1.0, 0.0), GRAVEL_PASS);
    assert_int_equal(equal(1.0, 0.1, 1.0, 0.0), GRAVEL_FAIL); /* an error, and no tolerance */
}

static enum gravel_verdict
differ(struct gravel_estimate a, double from, double to)
{
    return gravel_decide_differ((struct gravel_estimate_pair){a, one, 0.0}, from, to, false, 1e-4).verdict;
}

static void
difference_and_bounds_need_separated_error_bars(void **state)
{
    (void)state;
    const struct gravel_estimate far = {2.0, 0.01, 0}, vague = {2.0, 1.0, 0}, near = {1.1, 0.01, 0};
    assert_int_equal(differ(far, 0.5, 2.0), GRAVEL_PASS);
    assert_int_equal(differ(vague, 0.5, 2.0), GRAVEL_INCONCLUSIVE);
    assert_int_equal(differ(near, 0.5, 2.0), GRAVEL_FAIL);
    assert_int_equal(differ(far, 0.2, 0.5), GRAVEL_FAIL);   /* too much */
    assert_int_equal(differ(far, -2.0, -0.5), GRAVEL_FAIL); /* the wrong sign */
    assert_int_equal(gravel_decide_between(far, 0.0, 3.0, 1e-4).verdict, GRAVEL_PASS);
    assert_int_equal(gravel_decide_between(far, 2.001, 3.0, 1e-4).verdict, GRAVEL_INCONCLUSIVE);
    assert_int_equal(gravel_decide_between(far, 2.5, 3.0, 1e-4).verdict, GRAVEL_FAIL);
    assert_int_equal(gravel_decide_between(one, -INFINITY, 1.0, 1e-4).verdict, GRAVEL_PASS);
}

static void
every_point_gives_a_judgement_of_its_invariants(void **state)
{
    (void)state;
    struct world w;
    world_init(&w, &gravel_check_value);
    world_add(&w, "md", 1, 1, 0, 0);
    struct gravel_record *broken = world_add(&w, "md", 2, 1, 0, 0);
    broken->status = GRAVEL_POINT_BROKEN;
    assert_int_equal(gravel_record_add_invariant(broken, "overlap", NAN, 1.0), GRAVEL_OK);
    world_add(&w, "ed", 1, 1, 0, 0)->status = GRAVEL_POINT_NOT_APPLICABLE;
    world_add(&w, "ed", 2, 1, 0, 0)->status = GRAVEL_POINT_SKIPPED;
    world_add(&w, "ed", 3, 1, 0, 0)->status = GRAVEL_POINT_FAILED;
    world_judge(&w);
    static const enum gravel_verdict expected[] = {GRAVEL_PASS, GRAVEL_FAIL, GRAVEL_NOT_APPLICABLE, GRAVEL_SKIP,
                                                   GRAVEL_FAIL};
    for (size_t k = 0; k < 5; k++) {
        assert_int_equal(w.judgements.items[k].verdict, expected[k]);     /* invariants */
        assert_int_equal(w.judgements.items[5 + k].verdict, expected[k]); /* and the check at that place */
    }
    assert_non_null(strstr(w.judgements.items[1].note, "overlap"));
    world_free(&w);
}

static void
all_invariants_that_are_broken_are_named(void **state)
{
    (void)state;
    struct world w;
    size_t length = strlen("separated"); /* that of runs until bodies separate, which is not in the table */
    world_init(&w, &gravel_check_value);
    struct gravel_record *broken = world_add(&w, "md", 1, 1, 0, 0);
    broken->status = GRAVEL_POINT_BROKEN;
    for (const struct gravel_invariant_ops *i = gravel_invariants; i->name != NULL; i++) {
        assert_int_equal(gravel_record_add_invariant(broken, i->name, 2.0, 1.0), GRAVEL_OK);
        length += strlen(i->name) + strlen(", ");
    }
    assert_int_equal(gravel_record_add_invariant(broken, "separated", 2.0, 1.0), GRAVEL_OK);
    world_judge(&w);
    assert_int_equal(strlen(w.judgements.items[0].broken), length);
    world_free(&w);
}

static void
a_case_on_file_that_our_own_engine_refuses_fails(void **state)
{
    (void)state;
    struct world w;
    char path[1200];
    snprintf(path, sizeof path, "%s/cases/binary-collision/pair-linear.yaml", gravel_home());
    for (int on_file = 0; on_file < 2; on_file++)
        for (int as_filed = 0; as_filed < 2; as_filed++) {
            world_init(&w, &gravel_check_value);
            w.c.path = on_file ? path : NULL;
            w.judgements.as_filed = as_filed;
            snprintf(w.c.external, sizeof w.c.external, "lammps");
            world_add(&w, "md", 1, 1, 0, 0)->status = GRAVEL_POINT_NOT_APPLICABLE;
            world_add(&w, "lammps", 1, 1, 0, 0)->status = GRAVEL_POINT_NOT_APPLICABLE;
            world_judge(&w);
            assert_int_equal(w.judgements.n, 4); /* invariants of both, and both checks */
            for (size_t k = 0; k < 4; k++)
                assert_int_equal(w.judgements.items[k].verdict,
                                 strcmp(w.judgements.items[k].engine, "md") == 0 && on_file && as_filed
                                     ? GRAVEL_FAIL
                                     : GRAVEL_NOT_APPLICABLE);
            w.c.path = NULL;
            world_free(&w);
        }
}

static void
replicates_are_combined_and_sweep_values_are_not(void **state)
{
    (void)state;
    struct world w;
    world_init(&w, &gravel_check_value);
    for (int k = 0; k < 20; k++)
        world_add(&w, "md", 1, 1.0 + (k % 2 ? 0.005 : -0.005), 0, 0);
    world_add(&w, "md", 2, 1.05, 0, 0);
    const struct gravel_judgement *j = world_verdict(&w, 0);
    assert_true(fabs(j->value - 1.0) < 1e-12 && j->err > 0.001 && j->err < 0.0013);
    assert_int_equal(j->verdict, GRAVEL_PASS);
    assert_int_equal(world_verdict(&w, 1)->verdict, GRAVEL_FAIL);
    assert_null(world_verdict(&w, 2));
    world_free(&w);
}

static void
a_check_that_decides_nothing_fails(void **state)
{
    (void)state;
    struct world w;
    world_init(&w, &gravel_check_value);
    world_add(&w, "md", 1, 1, 0, 0);
    w.check.n_engines = 1;
    strcpy(w.check.engines[0], "ed");
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_FAIL);
    w.judgements.partial = true;
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_SKIP);
    w.judgements.partial = false;
    w.check.n_engines = 0;
    strcpy(w.check.reference, "no such");
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_FAIL);
    world_free(&w);
}

static void
conditions_steady_state_and_missing_observables_are_checked(void **state)
{
    (void)state;
    struct world w;
    world_init(&w, &gravel_check_value);
    struct gravel_condition condition = {.name = "x", .from = 2.0, .to = 3.0};
    world_add(&w, "md", 1, 1, 0, 0);
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_PASS);
    w.reference.conditions = (struct gravel_where){1, &condition};
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_FAIL);
    w.reference.conditions.n = 0;
    w.records.items[0].steady = false;
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_INCONCLUSIVE);
    struct gravel_observable *y = &w.records.items[0].observables[0];
    const struct gravel_value length = {.type = GRAVEL_TYPE_REAL, .real = 5.0};
    struct gravel_error error;
    assert_int_equal(gravel_options_set(&w.records.items[0].parameters, "run.periods", &length, &error), GRAVEL_OK);
    assert_non_null(strstr(world_verdict(&w, 0)->note,
                           "(run.periods = 10 instead of 5, or, of a random start, replicates = 2 instead of 1)"));
    y->value = 2.0; /* an unsteady run that fails is red */
    assert_true(world_verdict(&w, 0)->verdict == GRAVEL_FAIL && gravel_judgement_is_red(world_verdict(&w, 0)));
    world_set(y, 1.0, 0.001, 50.0); /* with its drift in the error */
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_PASS);
    strcpy(w.check.measure, "z");
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_FAIL);
    world_free(&w);
}

static void
engines_are_compared_at_equal_coordinates(void **state)
{
    (void)state;
    struct world w;
    world_init(&w, &gravel_check_agree);
    w.check.n_engines = 2;
    strcpy(w.check.engines[0], "md");
    strcpy(w.check.engines[1], "ed");
    w.check.within = 0.1;
    world_add(&w, "md", 1, 5.0, 0, 0);
    world_add(&w, "md", 2, 7.0, 0, 0);
    world_add(&w, "ed", 2, 7.05, 0, 0);
    world_add(&w, "ed", 1, 5.2, 0, 0);
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_FAIL);
    assert_int_equal(world_verdict(&w, 1)->verdict, GRAVEL_PASS);
    w.check.relative = true;
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_PASS);
    w.check.kind = &gravel_check_differ;
    w.check.relative = false;
    w.check.from = -0.3;
    w.check.to = -0.15;
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_PASS);
    assert_int_equal(world_verdict(&w, 1)->verdict, GRAVEL_FAIL);
    world_free(&w);
}

static void
decisions_about_many_numbers_follow_the_worst(void **state)
{
    (void)state;
    const struct gravel_tolerance tenth = {0.1, true}, none = {0.0, false};
    const struct gravel_estimate rising[] = {{1.0, 0.01, 0}, {2.0, 0.01, 0}, {3.0, 0.01, 0}},
                                 unclear[] = {{1.0, 0.01, 0}, {2.0, 1.0, 0}, {3.0, 1.0, 0}},
                                 unknown[] = {{1.0, 0.0, 0}, {1.0, -1.0, 0}, {1.0, 0.0, 0}};
    const struct gravel_estimate about[] = {{1.02, 0.0, 0}, {2.0, 0.0, 0}, {3.0, 0.0, 0}},
                                 off[] = {{1.02, 0.0, 0}, {2.5, 0.0, 0}, {3.0, 0.0, 0}};
    size_t worst;
    assert_int_equal(gravel_decide_trend(3, rising, 1.0, (struct gravel_tolerance){1.5, false}, none, 1e-4).verdict,
                     GRAVEL_PASS);
    assert_int_equal(
        gravel_decide_trend(3, rising, 1.0, (struct gravel_tolerance){1.5, false}, none, 1e-4).n_stochastic, 3);
    assert_int_equal(gravel_decide_trend(3, rising, 1.0, (struct gravel_tolerance){2.5, false}, none, 1e-4).verdict,
                     GRAVEL_FAIL);
    assert_int_equal(gravel_decide_trend(3, rising, -1.0, (struct gravel_tolerance){0.5, false}, none, 1e-4).verdict,
                     GRAVEL_FAIL);
    assert_int_equal(gravel_decide_trend(3, unclear, 1.0, (struct gravel_tolerance){0.5, false}, none, 1e-4).verdict,
                     GRAVEL_INCONCLUSIVE);
    assert_int_equal(gravel_decide_same(3, rising, tenth, 1e-4).verdict, GRAVEL_FAIL);
    assert_int_equal(gravel_decide_same(3, rising, tenth, 1e-4).n_stochastic, 3);
    assert_true(gravel_decide_same(3, rising, tenth, 1e-4).expected == 3.0);
    assert_int_equal(gravel_decide_same(3, unknown, tenth, 1e-4).verdict, GRAVEL_INCONCLUSIVE);
    assert_int_equal(gravel_decide_about(3, rising, about, tenth, 1e-4, &worst).verdict, GRAVEL_PASS);
    assert_int_equal(worst, 0);
    assert_int_equal(gravel_decide_about(3, rising, off, tenth, 1e-4, &worst).verdict, GRAVEL_FAIL);
    assert_int_equal(worst, 1);
}

/* Case files and the judge have the same kinds of check, and each is explained. */
static void
every_kind_of_check_has_a_key_and_a_judge(void **state)
{
    (void)state;
    size_t n = 0, n_ops = 0;
    for (const struct gravel_check_kind *const *kind = gravel_check_kinds; *kind; kind++, n++) {
        const struct gravel_key *key = gravel_schema_key(gravel_keys_check, (*kind)->name);
        const struct gravel_check_ops *ops = gravel_check_ops_find(*kind);
        assert_non_null(key);
        assert_true(key->help && key->help[0]);
        assert_non_null(ops);
        assert_true(ops->label && ops->evidence && ops->evidence[0] && ops->judge);
        const char *const *const lists[] = {(*kind)->needs, (*kind)->one_of, (*kind)->takes};
        for (size_t k = 0; k < 3; k++)
            for (const char *const *name = lists[k]; *name; name++)
                assert_non_null(gravel_schema_key(gravel_keys_check, *name));
    }
    while (gravel_check_ops[n_ops])
        n_ops++;
    assert_int_equal(n, n_ops);
}

/* Two attractors at one point, 20 % apart with errors of 1 %, as the heights .0152 and .0184 of ten beads at X = 2.43.
 */
static void
replicates_that_disagree_are_told(void **state)
{
    (void)state;
    for (int two = 0; two < 2; two++) {
        struct world w;
        world_init(&w, &gravel_check_value);
        w.reference.uncertainty = 0.5;
        world_add(&w, "ed", 1.0, 0.98, 0.01, 30.0);
        world_add(&w, "ed", 1.0, two ? 1.18 : 1.01, 0.01, 30.0);
        world_add(&w, "ed", 1.0, 0.99, 0.01, 30.0);
        world_judge(&w);
        const struct gravel_judgement *j = world_verdict(&w, 0);
        assert_int_equal(j->verdict, GRAVEL_PASS);
        assert_int_equal(j->warned, two);
        assert_int_equal(strstr(j->note, "replicates disagree: more than one attractor?") != NULL, two);
        world_free(&w);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(replicates_that_disagree_are_told),
        cmocka_unit_test(decisions_about_many_numbers_follow_the_worst),
        cmocka_unit_test(every_kind_of_check_has_a_key_and_a_judge),
        cmocka_unit_test(equality_needs_a_small_deviation_and_a_small_error),
        cmocka_unit_test(difference_and_bounds_need_separated_error_bars),
        cmocka_unit_test(every_point_gives_a_judgement_of_its_invariants),
        cmocka_unit_test(all_invariants_that_are_broken_are_named),
        cmocka_unit_test(a_case_on_file_that_our_own_engine_refuses_fails),
        cmocka_unit_test(replicates_are_combined_and_sweep_values_are_not),
        cmocka_unit_test(a_check_that_decides_nothing_fails),
        cmocka_unit_test(conditions_steady_state_and_missing_observables_are_checked),
        cmocka_unit_test(engines_are_compared_at_equal_coordinates),
    };
    return cmocka_run_group_tests_name("judge", tests, NULL, NULL);
}
