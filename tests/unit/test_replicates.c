/* Replicates: the mean over runs that differ in their random numbers, its error and what the error rests on. */
#include "engines/core/rng.h"
#include "harness/stats/stats.h"
#include "tests/near.h"

#include <gsl/gsl_randist.h>
#include <math.h>

static void
runs_that_agree_have_the_error_of_their_errors(void **state)
{
    (void)state;
    const struct gravel_estimate two[] = {{1.0, 1.0, 10.0}, {2.0, 0.5, 20.0}};
    const struct gravel_estimate e = gravel_combine(2, two);
    near("mean", e.value, 1.5, 1e-15);
    near("error", e.err, sqrt(1.25) / 2.0, 1e-15);
    near("n_eff", e.n_eff, 30.0, 1e-15);
    near("degrees of freedom", e.dof, 1.25 * 1.25 / (1.0 / 9.0 + 1.0 / 16.0 / 19.0), 1e-12);
}

static void
runs_that_depend_on_their_start_have_the_error_of_their_scatter(void **state)
{
    (void)state;
    const struct gravel_estimate x[] = {{1.0, 0.01, 50.0, 10.0}, {2.0, 0.02, 50.0, 10.0}, {3.0, 0.01, 50.0, 10.0}};
    const struct gravel_estimate e = gravel_combine(3, x);
    near("mean", e.value, 2.0, 1e-12);
    near("error", e.err, 1.0 / sqrt(3.0), 1e-3);
    near("degrees of freedom: two", e.dof, 2.0, 1e-2);
}

/* Half of the variance is that of the starts, 4 with errors of 2 known beforehand: V = (4 + 4)/n, and the degrees of
 * freedom are 4 (n - 1), those of a sum of which half is known. */
static void
known_errors_add_freedom_to_the_scatter(void **state)
{
    (void)state;
    const double d = sqrt(8.0);
    const struct gravel_estimate x[] = {{-d, 2.0, 0.0, 0.0}, {0.0, 2.0, 0.0, 0.0}, {d, 2.0, 0.0, 0.0}};
    const struct gravel_estimate e = gravel_combine(3, x);
    near("mean", e.value, 0.0, 1e-12);
    near("error", e.err, sqrt(8.0 / 3.0), 1e-12);
    near("degrees of freedom", e.dof, 8.0, 1e-9);
}

/* How often the mean of n runs is further from 0 than its error allows at `alarm`, with errors of 1 (or 2, of every
 * other run), known to `dof` degrees of freedom, and starts that differ by `between`. */
static double
rate_of_alarms(gsl_rng *rng, size_t n, double dof, double between, double alarm)
{
    enum { RUNS = 20000, MOST = 20 };
    int alarms = 0;
    for (int run = 0; run < RUNS; run++) {
        struct gravel_estimate x[MOST];
        for (size_t k = 0; k < n; k++) {
            const double sigma = k % 2 == 0 ? 1.0 : 2.0;
            const double mean = gsl_ran_gaussian(rng, between) + gsl_ran_gaussian(rng, sigma);
            x[k] = (struct gravel_estimate){mean, sigma * sqrt(gsl_ran_chisq(rng, dof) / dof), 150.0, dof};
        }
        const struct gravel_estimate e = gravel_combine(n, x);
        alarms += fabs(e.value) > gravel_quantile(1.0 - alarm, gravel_estimate_dof(e)) * e.err;
    }
    return (double)alarms / RUNS;
}

/* At 0.001 as stated with starts that agree, of how few samples a run may be, and with starts that differ by far more
 * than the errors; where they differ as much as the errors, runs cannot tell it for sure.  With the degrees of freedom
 * of the runs, the error of the scatter would give 0.075 alarms with four runs and 0.014 with twenty; with the weights
 * 1/err^2 ten runs of 4 degrees of freedom gave 0.0087, four of 1 degree 0.028. */
static void
errors_of_replicates_keep_their_alarms(void **state)
{
    (void)state;
    const struct {
        size_t n;
        double dof, between, most;
    } runs[] = {{4, 1.0, 0.0, 0.0015},   {4, 4.0, 0.0, 0.0015},  {4, 30.0, 0.0, 0.0015}, {10, 1.0, 0.0, 0.0015},
                {10, 4.0, 0.0, 0.0015},  {10, 8.0, 0.0, 0.0015}, {20, 4.0, 0.0, 0.0015}, {20, 30.0, 0.0, 0.0015},
                {4, 30.0, 1.0, 0.01},    {20, 30.0, 1.0, 0.005}, {20, 4.0, 1.0, 0.005},  {4, 30.0, 100.0, 0.002},
                {20, 30.0, 100.0, 0.002}};
    gsl_rng *rng = gravel_rng_create(7, "test replicates", 0);
    assert_non_null(rng);
    for (size_t k = 0; k < sizeof runs / sizeof *runs; k++) {
        const double rate = rate_of_alarms(rng, runs[k].n, runs[k].dof, runs[k].between, 0.001);
        print_message("# %zu runs of %g degrees of freedom, starts by %g: alarms %.5f of 0.001\n", runs[k].n,
                      runs[k].dof, runs[k].between, rate);
        assert_true(rate <= runs[k].most);
    }
    gsl_rng_free(rng);
}

static void
replicates_without_errors_give_their_scatter(void **state)
{
    (void)state;
    const struct gravel_estimate x[] = {{1.0, -1.0, 0.0}, {2.0, -1.0, 0.0}, {3.0, -1.0, 0.0}};
    const struct gravel_estimate e = gravel_combine(3, x);
    near("mean", e.value, 2.0, 1e-15);
    near("error", e.err, 1.0 / sqrt(3.0), 1e-15);
    assert_true(gravel_combine(1, x).err == -1.0);
    const struct gravel_estimate same[] = {{0.1, 0.0, 0.0}, {0.1, 0.0, 0.0}, {0.1, 0.0, 0.0}};
    assert_true(gravel_combine(3, same).err == 0.0 && gravel_combine(3, same).value == 0.1);
    /* Equal to the last bit with an error of their own: one run, five times. */
    const struct gravel_estimate once = {0.019, 2e-4, 50.0, 0.0};
    const struct gravel_estimate again[] = {once, once, once, once, once};
    assert_true(gravel_combine(5, again).err == once.err && gravel_combine(5, again).n_eff == once.n_eff);
}

/* Twenty whole numbers of a run each, which is 1 in 19 of 20 runs, are all equal in one of three sets; that is no
 * certainty.  Numbers that are exact stay so. */
static void
equal_numbers_of_unknown_error_are_not_exact(void **state)
{
    (void)state;
    struct gravel_estimate x[20];
    for (size_t k = 0; k < 20; k++)
        x[k] = (struct gravel_estimate){1.0, -1.0, 0.0, 0.0};
    assert_true(gravel_combine(20, x).err == -1.0 && gravel_combine(20, x).value == 1.0);
    const struct gravel_estimate one_of_two[] = {{5.0, 0.1, 50.0, 0.0}, {5.0, 0.0, 0.0, 0.0}};
    assert_true(gravel_combine(2, one_of_two).err == -1.0);
    for (size_t k = 0; k < 20; k++)
        x[k].err = 0.0;
    assert_true(gravel_combine(20, x).err == 0.0);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_that_agree_have_the_error_of_their_errors),
        cmocka_unit_test(runs_that_depend_on_their_start_have_the_error_of_their_scatter),
        cmocka_unit_test(known_errors_add_freedom_to_the_scatter),
        cmocka_unit_test(errors_of_replicates_keep_their_alarms),
        cmocka_unit_test(replicates_without_errors_give_their_scatter),
        cmocka_unit_test(equal_numbers_of_unknown_error_are_not_exact),
    };
    return cmocka_run_group_tests_name("replicates", tests, NULL, NULL);
}
