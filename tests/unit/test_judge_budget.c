/* False alarms of the judge are as rare as its budget says, and what is wrong is found. */
#include "harness/judge/decide.h"
#include "harness/judge/verdict_io.h"
#include "tests/unit/judge_world.h"

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

/* The same through records and the whole judge, with known errors and both passes: true values at the edge of their
 * tolerance, and farther out by `beyond`. */
static int
whole_judge_is_red(gsl_rng *rng, double beyond)
{
    struct world w;
    world_init(&w, &gravel_check_value);
    w.judgements.false_alarm = 0.05;
    for (int p = 0; p < 20; p++)
        world_add(&w, "md", p, 1.02 + beyond + gsl_ran_gaussian(rng, 0.001), 0.001, 0);
    w.reference.uncertainty = 0.02;
    world_judge(&w);
    const bool red = gravel_verdict_count(&w.judgements).red > 0;
    assert_int_equal(w.judgements.n_decisions, 20);
    world_free(&w);
    return red;
}

/* Runs of 40 stochastic decisions about claims that are just true, at the edge of their tolerance: the rate of runs
 * with a false alarm is the budget (here 0.05, so that it can be measured). */
static void
false_alarms_keep_the_budget(void **state)
{
    (void)state;
    enum { RUNS = 3000, PLACES = 40, REPLICATES = 20 };
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    gsl_rng_set(rng, 20261);
    int alarms = 0;
    for (int run = 0; run < RUNS; run++) {
        const double alarm = gravel_decision_alarm(0.05, PLACES);
        bool red = false;
        for (int p = 0; p < PLACES; p++) {
            struct gravel_estimate each[REPLICATES];
            for (int k = 0; k < REPLICATES; k++)
                each[k] = (struct gravel_estimate){4.0 + gsl_ran_gaussian(rng, 0.1), -1.0, 0};
            const struct gravel_estimate value = gravel_combine(REPLICATES, each);
            red = red ||
                  gravel_decide_equal(value, (struct gravel_estimate){3.0, 0, 0}, 1.0, alarm).verdict == GRAVEL_FAIL;
        }
        alarms += red;
    }
    gsl_rng_free(rng);
    const double rate = (double)alarms / RUNS, sigma = sqrt(0.05 * 0.95 / RUNS);
    if (fabs(rate - 0.05) > 4.0 * sigma)
        print_error("rate %.4f, budget 0.05, tolerance %.4f, ratio %.3g\n", rate, 4.0 * sigma,
                    fabs(rate - 0.05) / (4.0 * sigma));
    assert_true(fabs(rate - 0.05) <= 4.0 * sigma);
}

static void
whole_judge_keeps_the_budget_and_catches_twice_the_tolerance(void **state)
{
    (void)state;
    enum { RUNS = 1500 };
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    gsl_rng_set(rng, 7);
    int alarms = 0, caught = 0;
    for (int run = 0; run < RUNS; run++)
        alarms += whole_judge_is_red(rng, 0.0);
    for (int run = 0; run < 100; run++)
        caught += whole_judge_is_red(rng, 0.02);
    gsl_rng_free(rng);
    const double rate = (double)alarms / RUNS, sigma = sqrt(0.05 * 0.95 / RUNS);
    if (fabs(rate - 0.05) > 4.0 * sigma)
        print_error("rate %.4f, budget 0.05, tolerance %.4f\n", rate, 4.0 * sigma);
    assert_true(fabs(rate - 0.05) <= 4.0 * sigma);
    assert_int_equal(caught, 100);
}

/* Of 20 exact numbers near 1.0 one is 1.02: their mean is below a bound that the one breaks. */
static void
a_bound_of_every_run_is_broken_by_one(void **state)
{
    (void)state;
    struct world w;
    world_init(&w, &gravel_check_bound);
    for (int k = 0; k < 20; k++)
        world_add(&w, "md", 1, k == 7 ? 1.02 : k % 2 ? 1.001 : 0.999, 0, 0);
    w.check.to = 1.01;
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_PASS);
    w.check.every_run = true;
    const struct gravel_judgement *j = world_verdict(&w, 0);
    assert_int_equal(j->verdict, GRAVEL_FAIL);
    assert_true(j->value == 1.02);
    w.check.to = 1.02;
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_PASS);
    w.check.from = 0.9991;
    j = world_verdict(&w, 0);
    assert_int_equal(j->verdict, GRAVEL_FAIL);
    assert_true(j->value == 0.999);
    world_free(&w);
}

/* One run is inside by many errors and nearest to the bound; another is farther inside and has an error that decides
 * nothing. Every run is a decision. */
static void
a_bound_of_every_run_is_left_open_by_one(void **state)
{
    (void)state;
    struct world w;
    world_init(&w, &gravel_check_bound);
    world_add(&w, "md", 1, 1.2, 0.01, 100);
    world_add(&w, "md", 1, 1.3, 1.0, 100);
    w.check.from = 1.0;
    w.check.every_run = true;
    const struct gravel_judgement *j = world_verdict(&w, 0);
    assert_int_equal(j->verdict, GRAVEL_INCONCLUSIVE);
    assert_true(j->value == 1.3);
    assert_int_equal(w.judgements.n_decisions, 2);
    world_free(&w);
}

/* Whole numbers, 1 in 19 of 20 runs and else 0, of four runs each: all four are 1 in 0.81 of the sets.  Without errors
 * of their own they are no proof that the mean is above 0.97, unless the runs are one run in every number. */
static void
equal_numbers_of_runs_that_differ_are_no_proof(void **state)
{
    (void)state;
    for (int differ = 0; differ < 2; differ++) {
        struct world w;
        world_init(&w, &gravel_check_bound);
        w.check.from = 0.97;
        for (int k = 0; k < 4; k++) {
            struct gravel_record *r = world_add(&w, "md", 1, 1.0, -1.0, 0.0);
            assert_int_equal(gravel_record_add_counter(r, "events", differ ? 100.0 + k : 100.0), GRAVEL_OK);
        }
        assert_int_equal(world_verdict(&w, 0)->verdict, differ ? GRAVEL_INCONCLUSIVE : GRAVEL_PASS);
        world_free(&w);
    }
}

/* A contradicted value and the one on file, both with errors of four degrees of freedom. */
static bool
contradiction_has_moved(gsl_rng *rng, double by)
{
    const double sigma = 0.001;
    struct world w;
    world_init(&w, &gravel_check_value);
    w.judgements.false_alarm = 0.01;
    w.reference.contradicted = "because";
    struct gravel_measured measured = {.check = "R y along x", .case_name = "synthetic", .engine = "md"};
    measured.value = 1.5 + gsl_ran_gaussian(rng, sigma);
    measured.err = sigma * sqrt(gsl_ran_chisq(rng, 4.0) / 4.0);
    w.references.n_measured = 1;
    w.references.measured = &measured;
    world_add(&w, "md", 1, 1.5 + by + gsl_ran_gaussian(rng, sigma), sigma * sqrt(gsl_ran_chisq(rng, 4.0) / 4.0), 20);
    snprintf(measured.at, sizeof measured.at, "%s", world_verdict(&w, 0)->at);
    const bool red = gravel_judgement_is_red(world_verdict(&w, 0));
    world_free(&w);
    return red;
}

/* With normal quantiles the rate would be 0.019. */
static void
contradictions_keep_the_budget_and_are_caught_when_they_move(void **state)
{
    (void)state;
    enum { RUNS = 4000 };
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    gsl_rng_set(rng, 11);
    int alarms = 0, caught = 0;
    for (int run = 0; run < RUNS; run++)
        alarms += contradiction_has_moved(rng, 0.0);
    for (int run = 0; run < 100; run++)
        caught += contradiction_has_moved(rng, 0.05);
    gsl_rng_free(rng);
    const double rate = (double)alarms / RUNS, sigma = sqrt(0.01 * 0.99 / RUNS);
    print_message("# rate %.4f, budget 0.01, tolerance %.4f\n", rate, 4.0 * sigma);
    assert_true(rate <= 0.01 + 4.0 * sigma);
    assert_int_equal(caught, 100);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(false_alarms_keep_the_budget),
        cmocka_unit_test(whole_judge_keeps_the_budget_and_catches_twice_the_tolerance),
        cmocka_unit_test(a_bound_of_every_run_is_broken_by_one),
        cmocka_unit_test(a_bound_of_every_run_is_left_open_by_one),
        cmocka_unit_test(equal_numbers_of_runs_that_differ_are_no_proof),
        cmocka_unit_test(contradictions_keep_the_budget_and_are_caught_when_they_move),
    };
    return cmocka_run_group_tests_name("judge budget", tests, NULL, NULL);
}
