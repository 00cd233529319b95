/* Polynomials through points with errors. */
#include "harness/stats/fit.h"
#include "tests/near.h"

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

enum { N = 12 };

static void
polynomial_goes_through_exact_points(void **state)
{
    (void)state;
    const double c[] = {2.385, -0.7, -0.31};
    double x[N], y[N];
    for (int k = 0; k < N; k++) {
        x[k] = 0.1 + 0.2 * k;
        y[k] = c[0] + x[k] * (c[1] + x[k] * c[2]);
    }
    struct gravel_polynomial p;
    assert_int_equal(gravel_fit_polynomial(N, x, y, NULL, NULL, 2, NAN, &p), GRAVEL_OK);
    for (int k = 0; k < 3; k++)
        near("coefficient", p.c[k], c[k], 1e-12);
    const struct gravel_estimate zero = gravel_polynomial_zero(&p);
    near("zero", zero.value, (-c[1] - sqrt(c[1] * c[1] - 4 * c[2] * c[0])) / (2 * c[2]), 1e-12);
    near("its error", zero.err, 0.0, 1e-10);
    const struct gravel_estimate vertex = gravel_polynomial_vertex(&p);
    near("vertex", vertex.value, -0.5 * c[1] / c[2], 1e-12);
    near("its error", vertex.err, 0.0, 1e-10);
    near("value", gravel_polynomial_value(&p, 3.0), c[0] + 3.0 * c[1] + 9.0 * c[2], 1e-11);
}

static void
a_fixed_constant_stays_fixed(void **state)
{
    (void)state;
    const double x[] = {1, 2, 3}, y[] = {3.0, 5.1, 6.9}, err[] = {0.1, 0.1, 0.1};
    struct gravel_polynomial p;
    assert_int_equal(gravel_fit_polynomial(3, x, y, err, NULL, 1, 1.0, &p), GRAVEL_OK);
    near("c0", p.c[0], 1.0, 1e-15);
    near("its variance", p.covariance[0][0], 0.0, 1e-15);
    near("c1", p.c[1], (1 * 2.0 + 2 * 4.1 + 3 * 5.9) / 14.0, 1e-12);
    near("error of c1", sqrt(p.covariance[1][1]), 0.1 / sqrt(14.0), 1e-12);
    assert_int_equal(p.dof, 2);
}

static void
line_through_weighted_points(void **state)
{
    (void)state;
    struct gravel_polynomial line;
    const double x[] = {0, 1, 2, 3}, y[] = {1, 3, 5, 7}, err[] = {0.1, 0.2, 0.1, 0.3};
    assert_int_equal(gravel_fit_polynomial(4, x, y, err, NULL, 1, NAN, &line), GRAVEL_OK);
    near("a", line.c[0], 1.0, 1e-12);
    near("b", line.c[1], 2.0, 1e-12);
    /* Variances from the normal equations: S = sum w, Sx, Sxx. */
    double s = 0, sx = 0, sxx = 0;
    for (int k = 0; k < 4; k++) {
        const double w = 1 / (err[k] * err[k]);
        s += w, sx += w * x[k], sxx += w * x[k] * x[k];
    }
    near("error of b", sqrt(line.covariance[1][1]), sqrt(s / (s * sxx - sx * sx)), 1e-12);
    near("error of a", sqrt(line.covariance[0][0]), sqrt(sxx / (s * sxx - sx * sx)), 1e-12);
    assert_int_equal(gravel_fit_polynomial(4, x, y, (const double[]){0.1, 0.0, 0.1, 0.1}, NULL, 1, NAN, &line),
                     GRAVEL_OK);
    near("error of an exact line", gravel_polynomial_coefficient(&line, 1).err, 0.0, 1e-12);
    /* Two points have a line and its error by theirs, but nothing that tells it without. */
    assert_int_equal(gravel_fit_polynomial(2, x, y, err, NULL, 1, NAN, &line), GRAVEL_OK);
    near("error of b through two points", gravel_polynomial_coefficient(&line, 1).err, hypot(0.1, 0.2), 1e-12);
    assert_int_equal(gravel_fit_polynomial(2, x, y, NULL, NULL, 1, NAN, &line), GRAVEL_OK);
    assert_true(gravel_polynomial_coefficient(&line, 1).err == -1.0);
    assert_int_equal(gravel_fit_polynomial(2, (const double[]){1, 1}, y, err, NULL, 1, NAN, &line), GRAVEL_INPUT);
    assert_int_equal(gravel_fit_polynomial(1, x, y, err, NULL, 1, NAN, &line), GRAVEL_INPUT);
}

/* Points that scatter more than their errors say have the larger error. */
static void
scatter_beyond_the_errors_counts(void **state)
{
    (void)state;
    const double x[] = {0, 1, 2, 3}, y[] = {0, 2, 1, 3}, small[] = {1e-3, 1e-3, 1e-3, 1e-3};
    struct gravel_polynomial weighted, plain;
    assert_int_equal(gravel_fit_polynomial(4, x, y, small, NULL, 1, NAN, &weighted), GRAVEL_OK);
    assert_int_equal(gravel_fit_polynomial(4, x, y, NULL, NULL, 1, NAN, &plain), GRAVEL_OK);
    near("variance", weighted.covariance[1][1] / plain.covariance[1][1], 1.0, 1e-9);
    /* Residuals -0.3, 0.9, -0.9, 0.3 of the line 0.3 + 0.8 x. */
    near("scatter", weighted.scatter, sqrt(1.8 / 2.0 - 1e-6), 1e-9);
    near("samples behind it", gravel_polynomial_coefficient(&weighted, 1).n_eff, 3.0,
         1e-5); /* its error contains theirs, too */
}

/* Whatever the errors, of up to twelve decades: with a scatter chi^2 is the degrees of freedom. */
static void
scatter_brings_chi2_to_its_mean(void **state)
{
    (void)state;
    enum { N_POINTS = 7, TRIALS = 20000 };
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    double x[N_POINTS], y[N_POINTS], err[N_POINTS], worst = 0.0;
    int scattered = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
        const double decades = 12.0 * gsl_rng_uniform(rng);
        struct gravel_polynomial p;
        double chi2 = 0.0;
        for (int k = 0; k < N_POINTS; k++) {
            x[k] = k;
            y[k] = k + gsl_ran_gaussian(rng, 0.3);
            err[k] = pow(10.0, -decades * gsl_rng_uniform(rng));
        }
        assert_int_equal(gravel_fit_polynomial(N_POINTS, x, y, err, NULL, (size_t)trial % 4, NAN, &p), GRAVEL_OK);
        if (p.scatter == 0.0)
            continue;
        for (int k = 0; k < N_POINTS; k++)
            chi2 += pow(y[k] - gravel_polynomial_value(&p, x[k]), 2) / (pow(err[k], 2) + pow(p.scatter, 2));
        worst = fmax(worst, fabs(chi2 / (double)p.dof - 1.0));
        scattered++;
    }
    gsl_rng_free(rng);
    assert_true(scattered > TRIALS / 4);
    near("chi^2 over the degrees of freedom, worst", worst, 0.0, 1e-9);
}

/* Points whose errors are estimated with few degrees of freedom: the slope of a line leaves its true value by its
 * Student's quantile as often as stated.  Taken for known, these errors give 0.0095, 0.0034, 0.0016 and 0.0013 alarms.
 */
static void
estimated_errors_keep_their_alarms(void **state)
{
    (void)state;
    enum { N_POINTS = 12, TRIALS = 20000 };
    static const double of[] = {4.0, 8.0, 16.0, 30.0};
    const double alarm = 0.001;
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    double x[N_POINTS], y[N_POINTS], err[N_POINTS], dof[N_POINTS];
    for (size_t c = 0; c < sizeof of / sizeof *of; c++) {
        int alarms = 0;
        for (int trial = 0; trial < TRIALS; trial++) {
            struct gravel_polynomial p;
            for (int k = 0; k < N_POINTS; k++) {
                const double sigma = k % 2 ? 2.0 : 1.0;
                x[k] = k;
                y[k] = gsl_ran_gaussian(rng, sigma);
                dof[k] = of[c];
                err[k] = sigma * sqrt(gsl_ran_chisq(rng, dof[k]) / dof[k]);
            }
            assert_int_equal(gravel_fit_polynomial(N_POINTS, x, y, err, dof, 1, NAN, &p), GRAVEL_OK);
            const struct gravel_estimate slope = gravel_polynomial_coefficient(&p, 1);
            alarms += fabs(slope.value) > gravel_quantile(1.0 - alarm, gravel_estimate_dof(slope)) * slope.err;
        }
        print_message("# %g degrees of freedom: alarms %.5f of %g\n", of[c], (double)alarms / TRIALS, alarm);
        assert_true(alarms <= 1.2 * alarm * TRIALS);
    }
    gsl_rng_free(rng);
}

static void
errors_cover_the_truth(void **state)
{
    (void)state;
    enum { TRIALS = 4000 };
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    const double truth = 2.5, noise = 0.02;
    double x[N], y[N], err[N], deviations = 0.0;
    for (int trial = 0; trial < TRIALS; trial++) {
        for (int k = 0; k < N; k++) {
            x[k] = 0.2 * (k + 1);
            y[k] = 1.0 - x[k] * x[k] / (truth * truth) + gsl_ran_gaussian(rng, noise);
            err[k] = noise;
        }
        struct gravel_polynomial p;
        assert_int_equal(gravel_fit_polynomial(N, x, y, err, NULL, 2, NAN, &p), GRAVEL_OK);
        const struct gravel_estimate zero = gravel_polynomial_zero(&p);
        deviations += (zero.value - truth) * (zero.value - truth) / (zero.err * zero.err);
    }
    /* Errors never fall below those of the points, so chi2/dof > 1 makes the mean square a little smaller than 1. */
    near("mean square of (zero - truth)/error", deviations / TRIALS, 0.87, 0.1);
    gsl_rng_free(rng);
}

/* A curve that is nearly a power law: points leave the line by more than their errors, and those differ by a factor of
 * a hundred.  The line is that of all points, and its error covers the truth. */
static void
no_point_decides_a_line_alone(void **state)
{
    (void)state;
    enum { TRIALS = 4000 };
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    double x[N], y[N], err[N], square = 0.0, deviations = 0.0;
    for (int trial = 0; trial < TRIALS; trial++) {
        for (int k = 0; k < N; k++) {
            x[k] = k;
            err[k] = 0.05 * exp(-4.6 * gsl_rng_uniform(rng));
            y[k] = 2.0 - 0.9 * x[k] + gsl_ran_gaussian(rng, 0.1) + gsl_ran_gaussian(rng, err[k]);
        }
        struct gravel_polynomial line;
        assert_int_equal(gravel_fit_polynomial(N, x, y, err, NULL, 1, NAN, &line), GRAVEL_OK);
        const double deviation = line.c[1] + 0.9;
        square += deviation * deviation;
        deviations += deviation * deviation / line.covariance[1][1];
    }
    const double best = 0.1 / sqrt(N * (N * N - 1) / 12.0); /* of equal weights, the errors left out */
    near("error of the slope", sqrt(square / TRIALS), 1.03 * best, 0.05 * best);
    /* A Student t with ten degrees of freedom has the mean square 10/8. */
    near("mean square of (slope - truth)/error", deviations / TRIALS, 1.25, 0.12);
    gsl_rng_free(rng);
}

/* Points that follow a line within their errors are weighted with them, as if nothing else were known. */
static void
honest_errors_get_no_scatter(void **state)
{
    (void)state;
    const double x[] = {0, 1, 2}, y[] = {0.0, 1.1, 2.0}, err[] = {0.1, 0.2, 0.1};
    struct gravel_polynomial line;
    assert_int_equal(gravel_fit_polynomial(3, x, y, err, NULL, 1, NAN, &line), GRAVEL_OK);
    const struct gravel_estimate slope = gravel_polynomial_coefficient(&line, 1);
    assert_true(line.scatter == 0.0 && slope.n_eff == 0.0);
    near("slope", slope.value, 1.0, 1e-12);
    near("its error", slope.err, 0.1 / sqrt(2.0), 1e-12);
}

/* Quantiles of tables: chi2 of 6 degrees of freedom, 22.458, and F of 6 and 4, 50.53. */
static void
noise_of_estimated_errors_is_larger(void **state)
{
    (void)state;
    near("known errors", gravel_fit_noise(6, 0.0, 1e-3), sqrt(22.458 / 6.0), 1e-4);
    near("errors of four degrees of freedom", gravel_fit_noise(6, 4.0, 1e-3), sqrt(50.53), 1e-3);
}

static void
too_few_points_and_no_zero_are_said(void **state)
{
    (void)state;
    const double x[] = {1, 2, 2, 2}, y[] = {1, 2, 2, 2};
    struct gravel_polynomial p;
    assert_int_equal(gravel_fit_polynomial(4, x, y, NULL, NULL, 2, NAN, &p), GRAVEL_INPUT);
    assert_int_equal(gravel_fit_polynomial(4, x, y, NULL, NULL, 2, 0.0, &p), GRAVEL_OK);
    assert_int_equal(p.n_different, 2);
    const struct gravel_polynomial above = {.degree = 2, .c = {1.0, 0.0, 1.0}};
    assert_true(isnan(gravel_polynomial_zero(&above).value));
    assert_true(gravel_polynomial_zero(&above).err < 0.0);
    const struct gravel_polynomial left = {.degree = 1, .c = {1.0, 1.0}};
    assert_true(isnan(gravel_polynomial_zero(&left).value));
    assert_true(isnan(gravel_polynomial_vertex(&left).value));
    const struct gravel_polynomial straight = {.degree = 2, .c = {1.0, 1.0, 0.0}};
    assert_true(isnan(gravel_polynomial_vertex(&straight).value));
}

/* y = -(x - 1)^2 at -1, 0, 1, 2, 3 with errors 0.1: c1 + 2 c2 x at x = 1 is sum_k (x_k - 1) y_k/10, of error
 * 0.1/sqrt(10), and the curvature is -2. */
static void
a_vertex_has_the_error_of_the_slope_over_the_curvature(void **state)
{
    (void)state;
    const double x[] = {-1, 0, 1, 2, 3}, y[] = {-4, -1, 0, -1, -4}, err[] = {0.1, 0.1, 0.1, 0.1, 0.1};
    struct gravel_polynomial p;
    assert_int_equal(gravel_fit_polynomial(5, x, y, err, NULL, 2, NAN, &p), GRAVEL_OK);
    const struct gravel_estimate vertex = gravel_polynomial_vertex(&p);
    near("vertex", vertex.value, 1.0, 1e-12);
    near("error", vertex.err, 0.1 / sqrt(10.0) / 2.0, 1e-12);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(polynomial_goes_through_exact_points),
        cmocka_unit_test(a_fixed_constant_stays_fixed),
        cmocka_unit_test(a_vertex_has_the_error_of_the_slope_over_the_curvature),
        cmocka_unit_test(line_through_weighted_points),
        cmocka_unit_test(scatter_beyond_the_errors_counts),
        cmocka_unit_test(scatter_brings_chi2_to_its_mean),
        cmocka_unit_test(estimated_errors_keep_their_alarms),
        cmocka_unit_test(errors_cover_the_truth),
        cmocka_unit_test(no_point_decides_a_line_alone),
        cmocka_unit_test(honest_errors_get_no_scatter),
        cmocka_unit_test(noise_of_estimated_errors_is_larger),
        cmocka_unit_test(too_few_points_and_no_zero_are_said),
    };
    return cmocka_run_group_tests_name("fit", tests, NULL, NULL);
}
