/* Crossings of a level, against curves whose crossing is known. */
#include "harness/stats/crossing.h"
#include "tests/cmocka.h"

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <math.h>

enum { N = 12 };

/* y = -0.8/x at 12 points from 2 to 2 * 1.6^11. */
static void
decay(double *x, double *y, double *err, double e)
{
    for (size_t k = 0; k < N; k++) {
        x[k] = 2.0 * pow(1.6, (double)k);
        y[k] = -0.8 / x[k];
        err[k] = e;
    }
}

static void
an_exact_power_law_crosses_where_it_must(void **state)
{
    (void)state;
    double x[N], y[N], err[N];
    struct gravel_crossing c;
    decay(x, y, err, 0.0);
    assert_int_equal(gravel_find_crossing(N, x, y, err, true, 0.05, NULL, &c), GRAVEL_OK);
    assert_int_equal(c.place, GRAVEL_CROSSED);
    assert_float_equal(c.x, 16.0, 1e-12);
    assert_true(c.err == 0.0 && c.low == c.x && c.high == c.x);
    assert_int_equal(gravel_find_crossing(N, x, y, err, false, -0.05, NULL, &c), GRAVEL_OK);
    assert_float_equal(c.x, 16.0, 1e-12);
}

static void
a_level_outside_the_data_is_said_to_be_so(void **state)
{
    (void)state;
    double x[N], y[N], err[N];
    struct gravel_crossing c;
    decay(x, y, err, 0.0);
    assert_int_equal(gravel_find_crossing(N, x, y, err, true, 0.5, NULL, &c), GRAVEL_OK);
    assert_int_equal(c.place, GRAVEL_CROSSED_BEFORE);
    assert_true(c.x == x[0]);
    assert_int_equal(gravel_find_crossing(N, x, y, err, true, 1e-4, NULL, &c), GRAVEL_OK);
    assert_int_equal(c.place, GRAVEL_CROSSED_BEYOND);
    assert_true(c.x == x[N - 1]);
}

static void
a_difference_that_changes_its_sign_and_stays_large_never_vanishes(void **state)
{
    (void)state;
    double x[N], y[N], err[N];
    struct gravel_crossing c;
    decay(x, y, err, 0.01);
    for (size_t k = 0; k < N; k++)
        y[k] += 0.08;
    assert_int_equal(gravel_find_crossing(N, x, y, err, true, 0.05, NULL, &c), GRAVEL_OK);
    assert_int_equal(c.place, GRAVEL_CROSSED_BEYOND);
    assert_int_equal(gravel_find_crossing(N, x, y, err, true, 0.1, NULL, &c), GRAVEL_OK);
    assert_int_equal(c.place, GRAVEL_CROSSED);
    assert_float_equal(c.x, 0.8 / 0.18, 0.3);
}

static void
points_in_the_wrong_order_are_pooled(void **state)
{
    (void)state;
    const double x[] = {1, 2, 4, 8}, y[] = {1.0, 0.2, 0.4, 0.1}, err[] = {0, 0, 0, 0};
    struct gravel_crossing c;
    assert_int_equal(gravel_find_crossing(4, x, y, err, false, 0.3, NULL, &c), GRAVEL_OK);
    assert_true(c.x >= 2.0 && c.x <= 4.0 * (1.0 + 1e-12));
    assert_int_equal(gravel_find_crossing(4, x, y, err, false, 0.15, NULL, &c), GRAVEL_OK);
    assert_float_equal(c.x, 4.0 * pow(2.0, log(0.15 / 0.3) / log(0.1 / 0.3)), 1e-12);
    /* Weights 100 and 25: the pool of 3 and 1 has the height 2.6, half of which is half way from 0. */
    const double rising[] = {0.0, 3.0, 1.0}, unequal[] = {0.1, 0.1, 0.2};
    assert_int_equal(gravel_find_crossing(3, x, rising, unequal, false, 1.3, NULL, &c), GRAVEL_OK);
    assert_float_equal(c.x, sqrt(2.0), 1e-12);
}

static void
unknown_errors_and_single_points_are_refused(void **state)
{
    (void)state;
    const double x[] = {1, 2}, y[] = {1, 0}, err[] = {0.1, -1.0}, zero[] = {0.0, 2.0};
    struct gravel_crossing c;
    assert_int_equal(gravel_find_crossing(1, x, y, err, false, 0.5, NULL, &c), GRAVEL_INPUT);
    assert_int_equal(gravel_find_crossing(2, x, y, err, false, 0.5, NULL, &c), GRAVEL_INPUT);
    assert_int_equal(gravel_find_crossing(2, zero, y, x, false, 0.5, NULL, &c), GRAVEL_INPUT);
}

/* Of many noisy curves about 95 % must have the true crossing inside their interval, and about 68 % within one error.
 */
static void
the_interval_covers_the_truth_as_often_as_it_says(void **state)
{
    (void)state;
    enum { CURVES = 400 };
    size_t inside = 0, near = 0;
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    assert_non_null(rng);
    for (size_t curve = 0; curve < CURVES; curve++) {
        double x[N], y[N], err[N];
        struct gravel_crossing c;
        decay(x, y, err, 0.01);
        for (size_t k = 0; k < N; k++)
            y[k] += gsl_ran_gaussian(rng, err[k]);
        assert_int_equal(gravel_find_crossing(N, x, y, err, true, 0.05, NULL, &c), GRAVEL_OK);
        inside += c.low <= 16.0 && 16.0 <= c.high;
        near += fabs(c.x - 16.0) <= c.err;
    }
    gsl_rng_free(rng);
    assert_in_range(inside, CURVES * 88 / 100, CURVES * 99 / 100);
    assert_in_range(near, CURVES * 55 / 100, CURVES * 85 / 100);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_exact_power_law_crosses_where_it_must),
        cmocka_unit_test(a_level_outside_the_data_is_said_to_be_so),
        cmocka_unit_test(a_difference_that_changes_its_sign_and_stays_large_never_vanishes),
        cmocka_unit_test(points_in_the_wrong_order_are_pooled),
        cmocka_unit_test(unknown_errors_and_single_points_are_refused),
        cmocka_unit_test(the_interval_covers_the_truth_as_often_as_it_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
