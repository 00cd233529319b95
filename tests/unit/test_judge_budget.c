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

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(false_alarms_keep_the_budget),
        cmocka_unit_test(whole_judge_keeps_the_budget_and_catches_twice_the_tolerance),
    };
    return cmocka_run_group_tests_name("judge budget", tests, NULL, NULL);
}
