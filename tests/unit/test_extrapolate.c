/* Extrapolation of refinements with known limits and orders, with and without noise. */
#include "harness/stats/extrapolate.h"
#include "tests/near.h"

#include <gsl/gsl_randist.h>
#include <math.h>
#include <string.h>

enum { LEVELS = 5, TRIALS = 400 };

static double h[LEVELS];

static void
fill_h(double ratio)
{
    for (int k = 0; k < LEVELS; k++)
        h[k] = pow(ratio, -k);
}

/* value + slope h^order, with this error and so many of them of noise. */
static void
fill(struct gravel_estimate y[LEVELS], double value, double slope, double order, double err, gsl_rng *rng)
{
    for (int k = 0; k < LEVELS; k++)
        y[k] = (struct gravel_estimate){
            .value = value + slope * pow(h[k], order) + (rng != NULL ? gsl_ran_gaussian(rng, err) : 0.0), .err = err};
}

static struct gravel_extrapolation
extrapolate(const struct gravel_estimate y[LEVELS])
{
    struct gravel_extrapolation r;
    struct gravel_error error;
    if (gravel_extrapolate(LEVELS, h, y, &r, &error) != GRAVEL_OK)
        fail_msg("%s", error.text);
    return r;
}

static void
exact_levels_give_order_and_limit(void **state)
{
    (void)state;
    struct gravel_estimate y[LEVELS];
    fill_h(M_SQRT2);
    fill(y, 2.385, -0.3, 2.0, 0.0, NULL);
    const struct gravel_extrapolation r = extrapolate(y);
    assert_int_equal(r.approach, GRAVEL_APPROACH_ORDER);
    near("order", r.order.value, 2.0, 1e-9);
    near("limit", r.limit.value, 2.385, 1e-12);
    near("slope", r.slope, -0.3, 1e-9);
    assert_true(r.limit.err < 1e-12);
}

/* A term of higher order that the estimate does not know: the limit is within its stated error. */
static void
error_without_noise_covers_the_next_order(void **state)
{
    (void)state;
    struct gravel_estimate y[LEVELS];
    fill_h(2.0);
    fill(y, 1.0, 0.4, 1.0, 0.0, NULL);
    for (int k = 0; k < LEVELS; k++)
        y[k].value += 0.1 * h[k] * h[k];
    const struct gravel_extrapolation r = extrapolate(y);
    assert_int_equal(r.approach, GRAVEL_APPROACH_ORDER);
    near("order", r.order.value, 1.0, 0.1);
    assert_true(fabs(r.limit.value - 1.0) < r.limit.err && r.limit.err < 0.01);
}

/* The limit lies within two errors of the true one in about 95 of 100 refinements, and so does the order. */
static void
errors_with_noise_are_of_the_right_size(void **state)
{
    (void)state;
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    struct gravel_estimate y[LEVELS];
    int n = 0, limits = 0, orders = 0;
    fill_h(2.0);
    for (int t = 0; t < TRIALS; t++) {
        fill(y, 1.0, 0.5, 1.5, 2e-3, rng);
        const struct gravel_extrapolation r = extrapolate(y);
        if (r.approach != GRAVEL_APPROACH_ORDER)
            continue;
        n++;
        limits += fabs(r.limit.value - 1.0) < 2.0 * r.limit.err;
        orders += fabs(r.order.value - 1.5) < 2.0 * r.order.err;
    }
    gsl_rng_free(rng);
    assert_true(n > 0.97 * TRIALS);
    if (limits < 0.92 * n || limits > 0.98 * n || orders < 0.92 * n || orders > 0.98 * n)
        fail_msg("%d of %d limits and %d orders within two errors", limits, n, orders);
}

static void
noise_has_no_order(void **state)
{
    (void)state;
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    struct gravel_estimate y[LEVELS];
    int claimed = 0;
    fill_h(2.0);
    for (int t = 0; t < TRIALS; t++) {
        fill(y, 1.0, 0.0, 1.0, 1e-2, rng);
        claimed += extrapolate(y).approach == GRAVEL_APPROACH_ORDER;
    }
    fill(y, 1.0, 0.01, 1.0, 1e-2, rng); /* an approach below the noise */
    const struct gravel_extrapolation r = extrapolate(y);
    gsl_rng_free(rng);
    if (claimed > 0.01 * TRIALS)
        fail_msg("an order was claimed of noise in %d of %d refinements", claimed, TRIALS);
    assert_int_equal(r.approach, GRAVEL_APPROACH_NOISE);
    assert_true(isnan(r.order.value));
    near("finest", r.limit.value, y[LEVELS - 1].value, 0.0);
    near("error", r.limit.err, hypot(1e-2, y[LEVELS - 1].value - y[LEVELS - 2].value), 1e-15);
}

static void
levels_that_do_not_converge_have_no_order(void **state)
{
    (void)state;
    struct gravel_estimate y[LEVELS];
    fill_h(2.0);
    fill(y, 1.0, 0.0, 1.0, 0.0, NULL);
    assert_int_equal(extrapolate(y).approach, GRAVEL_APPROACH_CONSTANT);
    for (int k = 0; k < LEVELS; k++)
        y[k].value = 1.0 + (k % 2 == 0 ? 0.1 : -0.1);
    assert_int_equal(extrapolate(y).approach, GRAVEL_APPROACH_IRREGULAR);
    for (int k = 0; k < LEVELS; k++)
        y[k].err = 1e-4;
    assert_int_equal(extrapolate(y).approach, GRAVEL_APPROACH_IRREGULAR);
    for (int k = 0; k < LEVELS; k++) /* grows with every level */
        y[k] = (struct gravel_estimate){.value = pow(2.0, k)};
    assert_int_equal(extrapolate(y).approach, GRAVEL_APPROACH_IRREGULAR);
}

static void
expect_refusal(size_t n, const struct gravel_estimate *y, const char *text)
{
    struct gravel_extrapolation r;
    struct gravel_error error;
    assert_int_equal(gravel_extrapolate(n, h, y, &r, &error), GRAVEL_INPUT);
    if (strstr(error.text, text) == NULL)
        fail_msg("no \"%s\" in: %s", text, error.text);
}

static void
what_cannot_be_extrapolated_is_refused(void **state)
{
    (void)state;
    struct gravel_estimate y[LEVELS];
    fill_h(2.0);
    fill(y, 1.0, 1.0, 1.0, 1e-3, NULL);
    expect_refusal(2, y, "found 2 levels, allowed: 3 to 8");
    y[1].err = -1.0;
    expect_refusal(LEVELS, y, "the error of level 1 is not known");
    y[1].err = 0.0;
    expect_refusal(LEVELS, y, "1 of 5 levels have no error");
    y[1].err = 1e-3;
    y[3].value = NAN;
    expect_refusal(LEVELS, y, "level 3 has no number");
    y[3].value = 1.0;
    h[4] = 0.1;
    expect_refusal(LEVELS, y, "do not fall by one ratio");
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact_levels_give_order_and_limit),
        cmocka_unit_test(error_without_noise_covers_the_next_order),
        cmocka_unit_test(errors_with_noise_are_of_the_right_size),
        cmocka_unit_test(noise_has_no_order),
        cmocka_unit_test(levels_that_do_not_converge_have_no_order),
        cmocka_unit_test(what_cannot_be_extrapolated_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
