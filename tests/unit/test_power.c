/* Power laws with a fitted limit or threshold. */
#include "harness/stats/power.h"
#include "tests/near.h"

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

enum { N = 8, TRIALS = 400 };

/* A convergence 39.9 - 2400 x^1.3 in steps of sqrt 2, and a law 0.7 (x - 5.6)^2.5 from 12 to 33. */
static const double limit[] = {39.9, -2400.0, 1.3}, threshold[] = {5.6, 0.7, 2.5};

static double
law_limit(int k, double *x)
{
    *x = 1.5e-4 * pow(2.0, 0.5 * k);
    return limit[0] + limit[1] * pow(*x, limit[2]);
}

static double
law_threshold(int k, double *x)
{
    *x = 12.0 + 3.0 * k;
    return threshold[1] * pow(*x - threshold[0], threshold[2]);
}

static void
exact_laws_are_found(void **state)
{
    (void)state;
    double x[N], y[N];
    struct gravel_power p;
    for (int k = 0; k < N; k++)
        y[k] = law_limit(k, &x[k]);
    assert_int_equal(gravel_fit_power(N, x, y, NULL, NULL, GRAVEL_POWER_LIMIT, &p), GRAVEL_OK);
    near("order", p.exponent.value, limit[2], 1e-7);
    near("limit", p.offset.value, limit[0], 1e-9);
    near("range", p.range, 3.5 * log(2.0), 1e-12);
    assert_false(p.has_errors);
    assert_int_equal(p.dof, N - 3);
    for (int k = 0; k < N; k++)
        y[k] = law_threshold(k, &x[k]);
    assert_int_equal(gravel_fit_power(N, x, y, NULL, NULL, GRAVEL_POWER_THRESHOLD, &p), GRAVEL_OK);
    near("exponent", p.exponent.value, threshold[2], 1e-7);
    near("threshold", p.offset.value, threshold[0], 1e-7);
    near("range", p.range, log((33.0 - 5.6) / (12.0 - 5.6)), 1e-8);
}

/* Mean square of (found - true)/error over many sets of noisy points. */
static void
noisy_laws(enum gravel_power_form form, double noise, double *exponent, double *offset)
{
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    *exponent = *offset = 0.0;
    for (int trial = 0; trial < TRIALS; trial++) {
        double x[N], y[N], err[N];
        for (int k = 0; k < N; k++) {
            y[k] = form == GRAVEL_POWER_LIMIT ? law_limit(k, &x[k]) : law_threshold(k, &x[k]);
            err[k] = form == GRAVEL_POWER_LIMIT ? noise : noise * y[k];
            y[k] += gsl_ran_gaussian(rng, err[k]);
        }
        struct gravel_power p;
        assert_int_equal(gravel_fit_power(N, x, y, err, NULL, form, &p), GRAVEL_OK);
        const double *truth = form == GRAVEL_POWER_LIMIT ? limit : threshold;
        *exponent += pow((p.exponent.value - truth[2]) / p.exponent.err, 2.0) / TRIALS;
        *offset += pow((p.offset.value - truth[0]) / p.offset.err, 2.0) / TRIALS;
    }
    gsl_rng_free(rng);
}

static void
errors_cover_the_truth(void **state)
{
    (void)state;
    double exponent, offset;
    /* Errors never fall below those of the points, so chi2/dof > 1 makes the mean squares smaller than 1. */
    noisy_laws(GRAVEL_POWER_LIMIT, 2e-3, &exponent, &offset);
    near("order", exponent, 0.9, 0.15);
    near("limit", offset, 0.9, 0.15);
    noisy_laws(GRAVEL_POWER_THRESHOLD, 2e-3, &exponent, &offset);
    near("exponent", exponent, 0.9, 0.15);
    near("threshold", offset, 0.9, 0.15);
}

/* Share of fits whose exponent is beyond its quantile, for errors of `freedom` degrees of freedom.  `estimated`: the
 * fit takes them so; else it takes the errors as exact. */
static double
alarms_of(enum gravel_power_form form, double freedom, bool estimated, double alarm)
{
    enum { MANY = 600 };
    const double noise = 2e-3;
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    int alarms = 0;
    for (int trial = 0; trial < MANY; trial++) {
        double x[N], y[N], err[N], dof[N];
        for (int k = 0; k < N; k++) {
            y[k] = form == GRAVEL_POWER_LIMIT ? law_limit(k, &x[k]) : law_threshold(k, &x[k]);
            err[k] = form == GRAVEL_POWER_LIMIT ? noise : noise * y[k];
            y[k] += gsl_ran_gaussian(rng, err[k]);
            err[k] *= sqrt(gsl_ran_chisq(rng, freedom) / freedom);
            dof[k] = freedom;
        }
        struct gravel_power p;
        assert_int_equal(gravel_fit_power(N, x, y, err, estimated ? dof : NULL, form, &p), GRAVEL_OK);
        const double truth = form == GRAVEL_POWER_LIMIT ? limit[2] : threshold[2];
        alarms += fabs(p.exponent.value - truth) >
                  gravel_quantile(1.0 - alarm, gravel_estimate_dof(p.exponent)) * p.exponent.err;
    }
    gsl_rng_free(rng);
    return (double)alarms / MANY;
}

/* Taken for known, errors of four degrees of freedom give 0.077 and 0.060. */
static void
estimated_errors_keep_their_alarms(void **state)
{
    (void)state;
    const double alarm = 0.05, a = alarms_of(GRAVEL_POWER_LIMIT, 4.0, true, alarm),
                 b = alarms_of(GRAVEL_POWER_THRESHOLD, 4.0, true, alarm);
    print_message("# alarms %.4f of an order and %.4f of an exponent, of %g\n", a, b, alarm);
    assert_true(a <= alarm && b <= alarm);
}

/* Points that leave the law by more than their errors have the error of their scatter. */
static void
scatter_beyond_the_errors_counts(void **state)
{
    (void)state;
    double x[N], y[N], err[N];
    struct gravel_power stated, scattered;
    for (int k = 0; k < N; k++) {
        y[k] = law_threshold(k, &x[k]) * (1.0 + (k % 2 ? 0.01 : -0.01));
        err[k] = 0.01 * y[k];
    }
    assert_int_equal(gravel_fit_power(N, x, y, err, NULL, GRAVEL_POWER_THRESHOLD, &stated), GRAVEL_OK);
    for (int k = 0; k < N; k++)
        err[k] *= 0.01;
    assert_int_equal(gravel_fit_power(N, x, y, err, NULL, GRAVEL_POWER_THRESHOLD, &scattered), GRAVEL_OK);
    assert_true(scattered.exponent.err > 0.9 * stated.exponent.err);
    near("scatter", scattered.scatter, 0.0123, 0.001); /* sqrt(8/5) of 0.01, less what the fit takes up */
    assert_true(scattered.exponent.n_eff > 5.0 && scattered.exponent.n_eff < 7.0);
}

static void
what_has_no_such_law_is_refused(void **state)
{
    (void)state;
    double x[N], y[N];
    struct gravel_power p;
    for (int k = 0; k < N; k++) {
        x[k] = k + 1.0;
        y[k] = exp(x[k]);
    }
    assert_int_equal(gravel_fit_power(N, x, y, NULL, NULL, GRAVEL_POWER_THRESHOLD, &p), GRAVEL_INPUT);
    for (int k = 0; k < N; k++)
        y[k] = log(x[k]);
    assert_int_equal(gravel_fit_power(N, x, y, NULL, NULL, GRAVEL_POWER_LIMIT, &p), GRAVEL_INPUT);
    assert_int_equal(gravel_fit_power(3, x, y, NULL, NULL, GRAVEL_POWER_LIMIT, &p), GRAVEL_INPUT);
    x[0] = 0.0;
    assert_int_equal(gravel_fit_power(N, x, y, NULL, NULL, GRAVEL_POWER_LIMIT, &p), GRAVEL_INPUT);
    y[0] = 0.0;
    assert_int_equal(gravel_fit_power(N, x, y, NULL, NULL, GRAVEL_POWER_THRESHOLD, &p), GRAVEL_INPUT);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact_laws_are_found),
        cmocka_unit_test(errors_cover_the_truth),
        cmocka_unit_test(estimated_errors_keep_their_alarms),
        cmocka_unit_test(scatter_beyond_the_errors_counts),
        cmocka_unit_test(what_has_no_such_law_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
