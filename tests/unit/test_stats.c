/* Statistics on synthetic data whose truth is known. */
#include "engines/core/rng.h"
#include "harness/stats/stats.h"
#include "tests/near.h"

#include <gsl/gsl_randist.h>
#include <math.h>

/* x' = rho x + noise, with variance 1 and mean `mean`; started in its steady state. The error of the mean of n
 * samples is sqrt((1 + rho)/(1 - rho)/n) for long series. */
static void
fill_ar1(struct gravel_blocks *blocks, uint64_t index, double rho, double mean, size_t n)
{
    gsl_rng *rng = gravel_rng_create(7, "test ar1", index);
    assert_non_null(rng);
    assert_int_equal(gravel_blocks_init(blocks, 1), GRAVEL_OK);
    double x = gsl_ran_ugaussian(rng);
    for (size_t k = 0; k < n; k++) {
        const double sample = mean + x;
        gravel_blocks_add(blocks, &sample);
        x = rho * x + sqrt(1.0 - rho * rho) * gsl_ran_ugaussian(rng);
    }
    gsl_rng_free(rng);
}

static double
mean_error(double rho, size_t n)
{
    enum { SETS = 200 };
    double sum = 0.0;
    for (uint64_t s = 0; s < SETS; s++) {
        struct gravel_blocks blocks;
        fill_ar1(&blocks, s, rho, 3.0, n);
        const double err = gravel_blocks_estimate(&blocks, 0, 0).err;
        sum += err * err;
        gravel_blocks_free(&blocks);
    }
    return sqrt(sum / SETS);
}

static double
ratio(const void *self, const double *means, size_t k)
{
    (void)self, (void)k;
    return means[1] / means[0];
}

/* y/x of means of correlated pairs: x = 2 + u, y = 6 + u + w has the ratio 3, with the variance of (y - 3 x)/2 a
 * sample, which is that of (w - 2 u)/2. */
static void
jackknife_gives_the_error_of_a_ratio(void **state)
{
    (void)state;
    enum { N = 4096 };
    gsl_rng *rng = gravel_rng_create(9, "test jackknife", 0);
    struct gravel_blocks blocks, series;
    assert_non_null(rng);
    assert_int_equal(gravel_blocks_init(&blocks, 3), GRAVEL_OK);
    for (size_t k = 0; k < N; k++) {
        const double u = 0.3 * gsl_ran_ugaussian(rng), w = 0.4 * gsl_ran_ugaussian(rng);
        gravel_blocks_add(&blocks, (const double[]){-1.0, 2.0 + u, 6.0 + u + w});
    }
    double whole;
    const struct gravel_blocks_function function = {.first = 1, .width = 2, .of = ratio};
    assert_int_equal(gravel_blocks_jackknife(&blocks, 0, &function, &series, &whole), GRAVEL_OK);
    const double truth = sqrt((0.16 + 4.0 * 0.09) / 4.0 / N);
    const struct gravel_estimate e = gravel_blocks_estimate(&series, 0, 0);
    near("ratio", whole, 3.0, 4.0 * truth);
    near("without bias", e.value, whole, truth);
    near("error", e.err, truth, 0.2 * truth);
    gravel_blocks_free(&series);
    gravel_blocks_free(&blocks);
    gsl_rng_free(rng);
}

static void
error_of_correlated_series_is_right(void **state)
{
    (void)state;
    /* Lengths of 50 and more correlation times (1 + rho)/(1 - rho). */
    static const struct {
        double rho;
        size_t n;
    } series[] = {{0.5, 4000}, {0.9, 4000}, {0.9, 2000}, {0.98, 20000}, {0.98, 5000}, {0.3, 200}};
    for (size_t k = 0; k < sizeof series / sizeof *series; k++) {
        const double rho = series[k].rho, n = (double)series[k].n;
        /* Exact variance of the mean of a finite AR(1) series. */
        const double factor =
            (1.0 + rho) / (1.0 - rho) - 2.0 * rho * (1.0 - pow(rho, n)) / (n * (1.0 - rho) * (1.0 - rho));
        const double truth = sqrt(factor / n);
        near("error of AR(1)", mean_error(rho, series[k].n), truth, 0.06 * truth);
    }
    /* Of a series whose neighbours are anticorrelated it is that of independent samples, which is too large. */
    near("error of an anticorrelated series", mean_error(-0.4, 200), sqrt(1.0 / 200.0), 0.1 * sqrt(1.0 / 200.0));
}

/* Errors scatter as the degrees of freedom say that go with them: 2/dof is the relative variance of err^2. */
static void
error_has_the_degrees_of_freedom_that_it_states(void **state)
{
    (void)state;
    enum { SETS = 1000 };
    static const size_t lengths[] = {600, 1200, 2400};
    for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++) {
        double sum = 0.0, squares = 0.0, dof = 0.0;
        for (uint64_t s = 0; s < SETS; s++) {
            struct gravel_blocks blocks;
            fill_ar1(&blocks, 20000 + s, 0.9, 3.0, lengths[k]);
            const struct gravel_estimate e = gravel_blocks_estimate(&blocks, 0, 0);
            sum += e.err * e.err / SETS;
            squares += pow(e.err, 4) / SETS;
            dof += gravel_estimate_dof(e) / SETS;
            gravel_blocks_free(&blocks);
        }
        const double found = 2.0 * sum * sum / (squares - sum * sum);
        near("degrees of freedom", dof, found, 0.25 * found);
    }
}

static void
error_of_white_noise_is_sigma_over_root_n(void **state)
{
    (void)state;
    static const size_t lengths[] = {100, 255, 256, 1000, 5000};
    for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++) {
        const double truth = 1.0 / sqrt((double)lengths[k]);
        near("error of white noise", mean_error(0.0, lengths[k]), truth, 0.1 * truth);
    }
}

/* With 400 independent data sets the fraction inside has a binomial scatter: both limits are tested, so errors that
 * are too large fail as well as errors that are too small. */
static void
coverage(double rho, size_t n, double probability)
{
    enum { SETS = 400 };
    int inside = 0;
    for (uint64_t s = 0; s < SETS; s++) {
        struct gravel_blocks blocks;
        fill_ar1(&blocks, 1000 + s, rho, 5.0, n);
        const struct gravel_estimate e = gravel_blocks_estimate(&blocks, 0, 0);
        inside += fabs(e.value - 5.0) <= gravel_quantile(probability, gravel_estimate_dof(e)) * e.err;
        gravel_blocks_free(&blocks);
    }
    const double scatter = sqrt(probability * (1.0 - probability) / SETS);
    near("fraction of true means inside", (double)inside / SETS, probability, 3.0 * scatter);
}

static void
error_bars_cover_the_truth_as_often_as_they_say(void **state)
{
    (void)state;
    coverage(0.0, 2000, 0.6827);
    coverage(0.0, 2000, 0.95);
    coverage(0.5, 2000, 0.6827);
    coverage(0.5, 2000, 0.95);
    coverage(0.9, 4000, 0.95);
    coverage(0.9, 600, 0.6827);
    coverage(0.9, 600, 0.99);
}

static void
constant_has_error_exactly_zero(void **state)
{
    (void)state;
    struct gravel_blocks blocks;
    assert_int_equal(gravel_blocks_init(&blocks, 2), GRAVEL_OK);
    for (int k = 0; k < 10007; k++)
        gravel_blocks_add(&blocks, (const double[]){0.1, 1.0 / 3.0});
    for (size_t c = 0; c < 2; c++) {
        const struct gravel_estimate e = gravel_blocks_estimate(&blocks, c, 0);
        assert_true(e.value == (c == 0 ? 0.1 : 1.0 / 3.0));
        assert_true(e.err == 0.0 && e.n_eff == 0.0);
    }
    gravel_blocks_free(&blocks);
}

static void
mean_does_not_depend_on_how_blocks_merged(void **state)
{
    (void)state;
    struct gravel_blocks blocks;
    assert_int_equal(gravel_blocks_init(&blocks, 1), GRAVEL_OK);
    const size_t n = 128 << 5;
    for (size_t k = 0; k < n; k++)
        gravel_blocks_add(&blocks, &(const double){(double)k});
    assert_true(gravel_blocks_estimate(&blocks, 0, 0).value == 0.5 * (double)(n - 1));
    assert_true(blocks.n_samples == n && blocks.n_blocks * blocks.block_length == n);
    gravel_blocks_free(&blocks);
}

static void
too_few_blocks_leave_the_error_unknown(void **state)
{
    (void)state;
    struct gravel_blocks blocks;
    assert_int_equal(gravel_blocks_init(&blocks, 1), GRAVEL_OK);
    assert_true(isnan(gravel_blocks_estimate(&blocks, 0, 0).value));
    gravel_blocks_add(&blocks, &(const double){2.0});
    const struct gravel_estimate e = gravel_blocks_estimate(&blocks, 0, 0);
    assert_true(e.value == 2.0 && e.err < 0.0);
    gravel_blocks_free(&blocks);
}

static void
transient_is_found_and_discarded(void **state)
{
    (void)state;
    int steady_count = 0;
    for (uint64_t s = 0; s < 50; s++) {
        struct gravel_blocks blocks;
        gsl_rng *rng = gravel_rng_create(7, "test transient", s);
        assert_non_null(rng);
        assert_int_equal(gravel_blocks_init(&blocks, 1), GRAVEL_OK);
        for (int k = 0; k < 200; k++) {
            const double x = 20.0 * exp(-k / 10.0) + gsl_ran_ugaussian(rng);
            gravel_blocks_add(&blocks, &x);
        }
        bool steady;
        const size_t d = gravel_blocks_transient(&blocks, 0, &steady);
        steady_count += steady && d >= 15 && d <= 100;
        const struct gravel_estimate e = gravel_blocks_estimate(&blocks, 0, d);
        assert_true(fabs(e.value) < 5.0 * e.err);
        gravel_blocks_free(&blocks);
        gsl_rng_free(rng);
    }
    print_message("# transient found in %d of 50\n", steady_count);
    assert_true(steady_count >= 48);
}

/* False alarms of the steady state, by the number of independent samples: rare from a hundred on, one in a hundred at
 * twenty, which is too few to tell. */
static void
stationary_noise_is_steady(void **state)
{
    (void)state;
    enum { TRIALS = 1000 };
    static const struct {
        double rho;
        int n_eff, allowed;
    } runs[] = {{0.5, 133, 2}, {0.9, 21, 20}};
    for (size_t r = 0; r < sizeof runs / sizeof runs[0]; r++) {
        int alarms = 0;
        for (uint64_t s = 0; s < TRIALS; s++) {
            struct gravel_blocks blocks;
            bool steady;
            fill_ar1(&blocks, 5000 + s, runs[r].rho, 0.0, 400);
            (void)gravel_blocks_transient(&blocks, 0, &steady);
            alarms += !steady;
            gravel_blocks_free(&blocks);
        }
        print_message("# %d independent samples: %d of %d not steady\n", runs[r].n_eff, alarms, TRIALS);
        assert_true(alarms <= runs[r].allowed);
    }
}

/* A conserved number differs by rounding only, which has no errors that could excuse it. */
static void
rounding_is_steady(void **state)
{
    (void)state;
    struct gravel_blocks blocks;
    bool steady;
    assert_int_equal(gravel_blocks_init(&blocks, 1), GRAVEL_OK);
    for (int k = 0; k < 1000; k++) {
        const double value = 1234.5 * (1.0 + 1e-13 * k);
        gravel_blocks_add(&blocks, &value);
    }
    (void)gravel_blocks_transient(&blocks, 0, &steady);
    assert_true(steady);
    gravel_blocks_free(&blocks);
}

static void
drift_is_not_steady(void **state)
{
    (void)state;
    for (uint64_t s = 0; s < 50; s++) {
        struct gravel_blocks blocks;
        gsl_rng *rng = gravel_rng_create(7, "test drift", s);
        assert_non_null(rng);
        assert_int_equal(gravel_blocks_init(&blocks, 1), GRAVEL_OK);
        for (int k = 0; k < 400; k++) {
            const double x = 0.1 * k + gsl_ran_ugaussian(rng);
            gravel_blocks_add(&blocks, &x);
        }
        bool steady;
        const size_t d = gravel_blocks_transient(&blocks, 0, &steady);
        assert_false(steady);
        assert_true(d <= blocks.n_blocks / 2);
        gravel_blocks_free(&blocks);
        gsl_rng_free(rng);
    }
}

static void
quantiles_are_two_sided(void **state)
{
    (void)state;
    near("normal 95 %", gravel_quantile(0.95, 0.0), 1.959963984540054, 1e-9);
    near("t 95 %, 10 dof", gravel_quantile(0.95, 10.0), 2.228138851964939, 1e-9);
    near("t 99.9999 %, 1e52 dof", gravel_quantile(0.999999, 1e52), 4.891638475699, 1e-6);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jackknife_gives_the_error_of_a_ratio),
        cmocka_unit_test(error_of_correlated_series_is_right),
        cmocka_unit_test(error_of_white_noise_is_sigma_over_root_n),
        cmocka_unit_test(error_has_the_degrees_of_freedom_that_it_states),
        cmocka_unit_test(error_bars_cover_the_truth_as_often_as_they_say),
        cmocka_unit_test(constant_has_error_exactly_zero),
        cmocka_unit_test(mean_does_not_depend_on_how_blocks_merged),
        cmocka_unit_test(too_few_blocks_leave_the_error_unknown),
        cmocka_unit_test(transient_is_found_and_discarded),
        cmocka_unit_test(stationary_noise_is_steady),
        cmocka_unit_test(rounding_is_steady),
        cmocka_unit_test(drift_is_not_steady),
        cmocka_unit_test(quantiles_are_two_sided),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
