/* The judge on claims that our engines contradict: they fail as expected as long as the value is that on file. */
#include "tests/unit/judge_world.h"

static void
a_foreign_code_may_contradict_as_our_engine_does(struct world *w, struct gravel_measured *measured)
{
    snprintf(w->c.external, sizeof w->c.external, "md"); /* the name of the records */
    snprintf(w->c.replaced, sizeof w->c.replaced, "ours");
    const struct gravel_judgement *j = world_verdict(w, 0);
    assert_true(gravel_judgement_is_red(j) && strstr(j->note, "no measured value"));
    snprintf(measured->engine, sizeof measured->engine, "ours");
    measured->value = 1.499; /* within the claim's tolerance */
    j = world_verdict(w, 0);
    assert_true(j->verdict == GRAVEL_FAIL && !gravel_judgement_is_red(j) && strstr(j->note, "as of ours"));
    measured->value = 1.3;
    j = world_verdict(w, 0);
    assert_true(gravel_judgement_is_red(j) && strstr(j->note, "1.3 +- 0 of ours"));
    struct gravel_observable *y = &w->records.items[0].observables[0];
    const double tolerance = j->tolerance;
    measured->value = 1.5 - 0.9 * tolerance; /* within the tolerance, and not with confidence */
    world_set(y, 1.5, 0.05 * tolerance, 50.0);
    assert_true(gravel_judgement_is_red(world_verdict(w, 0)));
    measured->value = 1.5 - 0.5 * tolerance;
    assert_false(gravel_judgement_is_red(world_verdict(w, 0)));
    world_set(y, 1.0, 0.0, 0.0); /* the source's value */
    j = world_verdict(w, 0);
    assert_true(j->verdict == GRAVEL_PASS && gravel_judgement_is_red(j) && strstr(j->note, "unexpected"));
    measured->value = 1.001; /* near to both */
    j = world_verdict(w, 0);
    assert_true(j->verdict == GRAVEL_PASS && !gravel_judgement_is_red(j) &&
                strstr(j->note, "of the source and of ours"));
    y->value = 1.5;
    w->c.external[0] = '\0';
    snprintf(measured->engine, sizeof measured->engine, "md");
    measured->value = 1.5;
}

/* Put the number of the first check on file as measured. */
static void
put_on_file(struct world *w, const char *check, struct gravel_measured *measured)
{
    const struct gravel_judgement *j = world_verdict(w, 0);
    *measured = (struct gravel_measured){.case_name = "synthetic", .engine = "md", .value = j->value, .err = j->err};
    snprintf(measured->check, sizeof measured->check, "%s", check);
    snprintf(measured->at, sizeof measured->at, "%s", j->at);
    w->references.n_measured = 1;
    w->references.measured = measured;
}

/* Not within the lack of fit of the curve, which is no error of exact points. */
static void
a_contradicted_slope_of_exact_points_is_red_when_it_moves(void **state)
{
    (void)state;
    struct world w;
    world_init(&w, &gravel_check_slope);
    w.reference.value = 5.0;
    w.reference.contradicted = "because";
    for (double x = 1.0; x < 20.0; x *= 2.0)
        world_add(&w, "md", x, x * (x == 2.0 ? 1.1 * x : x), 0, 0);
    struct gravel_measured measured;
    put_on_file(&w, "R slope y along x", &measured);
    const struct gravel_judgement *j = world_verdict(&w, 0);
    assert_true(j->verdict == GRAVEL_FAIL && !gravel_judgement_is_red(j) && strstr(j->note, "because"));
    w.records.items[3].observables[0].value *= 1.001;
    j = world_verdict(&w, 0);
    assert_true(fabs(j->value - measured.value) < 0.1 * measured.err);
    assert_true(gravel_judgement_is_red(j) && strstr(j->note, "moved"));
    world_set(&w.records.items[0].observables[0], 1.0, 1e-6, 50.0); /* one error is enough */
    assert_false(gravel_judgement_is_red(world_verdict(&w, 0)));
    world_free(&w);
}

/* The value is 100 errors on file away, and the run that gives it is a hundred times as noisy: neither agreement nor
 * failure.  As noisy as on file it is red. */
static void
noise_does_not_agree_with_the_value_on_file(void **state)
{
    (void)state;
    struct world w;
    world_init(&w, &gravel_check_value);
    w.reference.contradicted = "because";
    struct gravel_record *r = world_add(&w, "md", 1, 3.0, 0.001, 500.0);
    struct gravel_measured measured;
    put_on_file(&w, "R y along x", &measured);
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_FAIL);
    assert_false(gravel_judgement_is_red(world_verdict(&w, 0)));
    world_set(&r->observables[0], 3.1, 0.1, 500.0);
    const struct gravel_judgement *j = world_verdict(&w, 0);
    assert_true(j->verdict == GRAVEL_INCONCLUSIVE && !gravel_judgement_is_red(j) && strstr(j->note, "run longer"));
    world_set(&r->observables[0], 3.001, 0.1, 500.0); /* as noisy, and where it was */
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_FAIL);
    world_set(&r->observables[0], 3.1, 0.001, 500.0);
    assert_true(gravel_judgement_is_red(world_verdict(&w, 0)));
    world_free(&w);
}

/* What is on file is the place of a crossing: a curve that goes through it in the other direction is another result. */
static void
a_contradicted_crossing_in_the_other_direction_is_red(void **state)
{
    (void)state;
    struct world w;
    world_init(&w, &gravel_check_crossing);
    strcpy(w.check.reference, "R");
    w.reference.contradicted = "because";
    w.check.level = 2.5; /* at 2.5 */
    w.check.direction = 1;
    for (int x = 1; x <= 4; x++)
        world_add(&w, "md", x, x, 0.01, 100);
    struct gravel_measured measured;
    put_on_file(&w, "R crossing y along x", &measured);
    const struct gravel_judgement *j = world_verdict(&w, 0);
    assert_true(j->verdict == GRAVEL_FAIL && !gravel_judgement_is_red(j) && strstr(j->note, "because"));
    w.check.direction = -1;
    for (int claimed = 0; claimed < 2; claimed++) {
        w.reference.value = claimed ? measured.value : 1.0; /* or the claim's own place */
        j = world_verdict(&w, 0);
        assert_true(j->verdict == GRAVEL_FAIL && gravel_judgement_is_red(j) && strstr(j->note, "the curve rises"));
    }
    world_free(&w);
}

/* Only an unexplained FAIL and a PASS against an explanation are red. */
static void
explained_contradiction_is_expected_to_fail(void **state)
{
    (void)state;
    struct world w;
    world_init(&w, &gravel_check_value);
    struct gravel_record *r = world_add(&w, "md", 1, 1.5, 0, 0);
    const struct gravel_judgement *j = world_verdict(&w, 0);
    assert_true(j->verdict == GRAVEL_FAIL && gravel_judgement_is_red(j) && strstr(j->note, "remember"));
    w.reference.contradicted = "because";
    j = world_verdict(&w, 0);
    assert_true(j->verdict == GRAVEL_FAIL && gravel_judgement_is_red(j) && strstr(j->note, "no measured value"));
    struct gravel_measured measured;
    put_on_file(&w, "R y along x", &measured);
    j = world_verdict(&w, 0);
    assert_true(j->verdict == GRAVEL_FAIL && !gravel_judgement_is_red(j) && strstr(j->note, "because"));
    for (size_t k = 0; k < 2; k++) { /* any other value is red, NaN too */
        r->observables[0].value = k == 0 ? 1.501 : NAN;
        j = world_verdict(&w, 0);
        assert_true(j->verdict == GRAVEL_FAIL && gravel_judgement_is_red(j) && strstr(j->note, "moved"));
    }
    world_set(&r->observables[0], 1.51, 0.01, 50.0);
    assert_false(gravel_judgement_is_red(world_verdict(&w, 0))); /* within its error */
    world_set(&r->observables[0], 1.5, 0.0, 0.0);
    a_foreign_code_may_contradict_as_our_engine_does(&w, &measured);
    struct gravel_condition elsewhere = {.name = "x", .from = 2.0, .to = 3.0};
    w.reference.contradicted_where = (struct gravel_where){1, &elsewhere};
    assert_true(gravel_judgement_is_red(world_verdict(&w, 0)));
    w.reference.contradicted_where.n = 0;
    r->observables[0].value = 1.0;
    j = world_verdict(&w, 0);
    assert_true(j->verdict == GRAVEL_PASS && gravel_judgement_is_red(j));
    world_free(&w);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(explained_contradiction_is_expected_to_fail),
        cmocka_unit_test(a_contradicted_slope_of_exact_points_is_red_when_it_moves),
        cmocka_unit_test(noise_does_not_agree_with_the_value_on_file),
        cmocka_unit_test(a_contradicted_crossing_in_the_other_direction_is_red),
    };
    return cmocka_run_group_tests_name("judge contradiction", tests, NULL, NULL);
}
