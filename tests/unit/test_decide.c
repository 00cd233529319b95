/* The rates of wrong verdicts of every kind of decision, on synthetic means whose truth is known.
 *
 * At the edge of its tolerance a claim is neither true nor false: PASS must come in GRAVEL_FALSE_PASS of the runs, and
 * FAIL in `alarm` of them.  Inside both are rarer, so these are the worst cases.  The means come from 20 to 1000
 * independent samples. */
#include "harness/judge/decide.h"
#include "harness/judge/decide_curve.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <math.h>
#include <string.h>

enum { RUNS = 4000 };
static const double alarm = 0.02;
static const size_t samples[] = {20, 50, 200, 1000};

/* The mean of n samples of N(mean, 1), with the error that they give. */
static struct gravel_estimate
mean_of(gsl_rng *rng, double mean, size_t n)
{
    double sum = 0.0, squares = 0.0;
    for (size_t k = 0; k < n; k++) {
        const double x = gsl_ran_gaussian_ziggurat(rng, 1.0);
        sum += x;
        squares += x * x;
    }
    const double m = sum / (double)n, variance = (squares - (double)n * m * m) / (double)(n - 1);
    return (struct gravel_estimate){mean + m, sqrt(variance / (double)n), (double)n};
}

typedef struct gravel_decision trial(gsl_rng *rng, size_t n, double edge);

/* Rates of PASS and FAIL of a decision whose smallest margin is `edge` standard errors. */
static void
rates(trial *decide, size_t n, double edge, double *pass, double *fail)
{
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    gsl_rng_set(rng, 7 + n);
    *pass = *fail = 0.0;
    for (int run = 0; run < RUNS; run++) {
        const struct gravel_decision d = decide(rng, n, edge / sqrt((double)n));
        *pass += d.verdict == GRAVEL_PASS;
        *fail += d.verdict == GRAVEL_FAIL;
    }
    *pass /= RUNS;
    *fail /= RUNS;
    gsl_rng_free(rng);
}

static void
expect_rate(const char *what, size_t n, double rate, double expected, double at_least)
{
    const double sigma = sqrt(expected * (1.0 - expected) / RUNS);
    if (rate > expected + 4.0 * sigma || rate < at_least * expected - 4.0 * sigma)
        print_error("%s, n = %zu: rate %.4f, expected %.4f, tolerance %.4f\n", what, n, rate, expected, 4.0 * sigma);
    assert_true(rate <= expected + 4.0 * sigma);
    assert_true(rate >= at_least * expected - 4.0 * sigma);
}

/* `tightness`: the least part of the nominal rates that a rule with several margins may have. */
static void
wrong_verdicts_are_as_rare_as_promised(const char *what, trial *decide, double tightness)
{
    for (size_t k = 0; k < sizeof samples / sizeof samples[0]; k++) {
        double pass, fail;
        rates(decide, samples[k], 0.0, &pass, &fail);
        expect_rate(what, samples[k], pass, GRAVEL_FALSE_PASS, tightness);
        expect_rate(what, samples[k], fail, alarm, tightness);
        rates(decide, samples[k], 6.0, &pass, &fail); /* a run as long as it is planned for */
        assert_true(pass > 0.98 && fail == 0.0);
        rates(decide, samples[k], -7.0, &pass, &fail);
        assert_true(fail > 0.98 && pass == 0.0);
    }
}

static struct gravel_decision
equal(gsl_rng *rng, size_t n, double edge)
{
    const struct gravel_estimate exact = {3.0, 0.0, 0.0};
    return gravel_decide_equal(mean_of(rng, 3.0 + 5.0 - edge, n), exact, 5.0, alarm);
}

static struct gravel_decision
equal_to_uncertain(gsl_rng *rng, size_t n, double edge)
{
    return gravel_decide_equal(mean_of(rng, 3.0 + 5.0 - edge * M_SQRT2, n), mean_of(rng, 3.0, n), 5.0, alarm);
}

static struct gravel_decision
agree(gsl_rng *rng, size_t n, double edge)
{
    const struct gravel_tolerance part = {0.5, true};
    const struct gravel_estimate_pair pair = {mean_of(rng, 15.0 - edge * hypot(1.0, 1.5), n), mean_of(rng, 10.0, n),
                                              0.0};
    return gravel_decide_agree(pair, part, alarm);
}

/* Both engines start from the same states: only the difference of a pair of replicates matters. */
static struct gravel_decision
agree_paired(gsl_rng *rng, size_t n, double edge)
{
    const struct gravel_estimate difference = mean_of(rng, 0.0, n);
    const double shared = 100.0 / (double)n, own = difference.err * difference.err; /* variances of the means */
    const double b = 10.0 + gsl_ran_gaussian(rng, sqrt(shared));
    const struct gravel_estimate_pair pair = {
        {b + 5.0 - edge + difference.value, sqrt(shared + own), (double)n}, {b, sqrt(shared), (double)n}, shared};
    return gravel_decide_agree(pair, (struct gravel_tolerance){5.0, false}, alarm);
}

static struct gravel_decision
differ_too_little(gsl_rng *rng, size_t n, double edge)
{
    const struct gravel_estimate_pair pair = {mean_of(rng, 2.0 + edge * M_SQRT2, n), mean_of(rng, 0.0, n), 0.0};
    return gravel_decide_differ(pair, 2.0, 30.0, false, alarm);
}

static struct gravel_decision
differ_too_much(gsl_rng *rng, size_t n, double edge)
{
    const struct gravel_estimate_pair pair = {mean_of(rng, 30.0 - edge * M_SQRT2, n), mean_of(rng, 0.0, n), 0.0};
    return gravel_decide_differ(pair, 2.0, 30.0, false, alarm);
}

static struct gravel_decision
between(gsl_rng *rng, size_t n, double edge)
{
    return gravel_decide_between(mean_of(rng, 1.0 + edge, n), 1.0, INFINITY, alarm);
}

/* Three values, one of which is off: two of the three pairs stand at the edge. */
static struct gravel_decision
same(gsl_rng *rng, size_t n, double edge)
{
    const struct gravel_estimate y[] = {mean_of(rng, 0.0, n), mean_of(rng, 5.0 - edge * M_SQRT2, n),
                                        mean_of(rng, 2.5, n)};
    return gravel_decide_same(3, y, (struct gravel_tolerance){5.0, false}, alarm);
}

static struct gravel_decision
about(gsl_rng *rng, size_t n, double edge)
{
    const struct gravel_estimate y[] = {mean_of(rng, 0.0, n), mean_of(rng, 6.0 - edge, n)};
    const struct gravel_estimate expected[] = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}};
    size_t worst;
    return gravel_decide_about(2, y, expected, (struct gravel_tolerance){5.0, false}, alarm, &worst);
}

static struct gravel_decision
trend_too_small(gsl_rng *rng, size_t n, double edge)
{
    const struct gravel_estimate y[] = {mean_of(rng, 0.0, n), mean_of(rng, 2.0, n),
                                        mean_of(rng, 4.0 + edge * M_SQRT2, n)};
    return gravel_decide_trend(3, y, 1.0, (struct gravel_tolerance){4.0, false}, (struct gravel_tolerance){20.0, false},
                               alarm);
}

static struct gravel_decision
trend_with_a_step_back(gsl_rng *rng, size_t n, double edge)
{
    const struct gravel_estimate y[] = {mean_of(rng, 20.0, n), mean_of(rng, 5.0, n),
                                        mean_of(rng, 6.0 - edge * M_SQRT2, n)};
    return gravel_decide_trend(3, y, -1.0, (struct gravel_tolerance){5.0, false}, (struct gravel_tolerance){1.0, false},
                               alarm);
}

static void
values(void **state)
{
    (void)state;
    wrong_verdicts_are_as_rare_as_promised("equal", equal, 1.0);
    wrong_verdicts_are_as_rare_as_promised("equal to an uncertain value", equal_to_uncertain, 1.0);
    wrong_verdicts_are_as_rare_as_promised("between", between, 1.0);
}

static void
two_engines(void **state)
{
    (void)state;
    wrong_verdicts_are_as_rare_as_promised("agree", agree, 1.0);
    wrong_verdicts_are_as_rare_as_promised("agree, paired", agree_paired, 1.0);
    wrong_verdicts_are_as_rare_as_promised("differ too little", differ_too_little, 1.0);
    wrong_verdicts_are_as_rare_as_promised("differ too much", differ_too_much, 1.0);
}

static void
curves(void **state)
{
    (void)state;
    wrong_verdicts_are_as_rare_as_promised("collapse", same, 1.0);
    wrong_verdicts_are_as_rare_as_promised("about a curve", about, 1.0);
    wrong_verdicts_are_as_rare_as_promised("trend", trend_too_small, 1.0);
    wrong_verdicts_are_as_rare_as_promised("trend with a step back", trend_with_a_step_back, 1.0);
}

/* The tolerance does not grow with the error: a noisy value far outside never passes, however noisy. */
static void
noise_never_passes(void **state)
{
    (void)state;
    for (double err = 0.01; err < 1e4; err *= 1.7) {
        const struct gravel_estimate value = {1.3, err, 100.0}, expected = {1.0, 0.0, 0.0};
        assert_int_not_equal(gravel_decide_equal(value, expected, 0.2, alarm).verdict, GRAVEL_PASS);
    }
}

static void
few_samples_and_unknown_errors_decide_nothing_but_failures(void **state)
{
    (void)state;
    const struct gravel_estimate few = {1.0, 0.001, 19.0}, enough = {1.0, 0.001, 20.0}, unknown = {1.0, -1.0, 0.0},
                                 expected = {1.0, 0.0, 0.0}, far = {9.0, 0.001, 5.0}, repeats = {1.0, 0.9e-5, 5.0},
                                 nearly = {1.0, 1.1e-5, 5.0};
    const struct gravel_decision d = gravel_decide_equal(few, expected, 0.1, alarm);
    assert_int_equal(d.verdict, GRAVEL_INCONCLUSIVE);
    assert_true(fabs(d.longer - 20.0 / 19.0) < 1e-12);
    assert_int_equal(gravel_decide_equal(enough, expected, 0.1, alarm).verdict, GRAVEL_PASS);
    assert_int_equal(gravel_decide_fitted(few, expected, 0.1, alarm).verdict, GRAVEL_PASS);
    assert_int_equal(gravel_decide_equal(unknown, expected, 0.1, alarm).verdict, GRAVEL_INCONCLUSIVE);
    assert_int_equal(gravel_decide_equal(far, expected, 0.1, alarm).verdict, GRAVEL_FAIL);
    assert_int_equal(gravel_decide_equal(repeats, expected, 0.1, alarm).verdict, GRAVEL_PASS);
    assert_int_equal(gravel_decide_equal(nearly, expected, 0.1, alarm).verdict, GRAVEL_INCONCLUSIVE);
}

static void
exact_values_hold_to_rounding_and_nan_fails(void **state)
{
    (void)state;
    const struct gravel_estimate one = {1.0, 0.0, 0.0}, rounded = {1.0 + 5e-13, 0.0, 0.0},
                                 off = {1.0 + 5e-12, 0.0, 0.0}, nan = {NAN, 0.0, 0.0}, noisy = {1.0, 0.1, 50.0};
    assert_int_equal(gravel_decide_equal(rounded, one, 0.0, alarm).verdict, GRAVEL_PASS);
    assert_int_equal(gravel_decide_equal(off, one, 0.0, alarm).verdict, GRAVEL_FAIL);
    assert_int_equal(gravel_decide_equal(nan, one, 1.0, alarm).verdict, GRAVEL_FAIL);
    assert_int_equal(gravel_decide_between(nan, 0.0, 2.0, alarm).verdict, GRAVEL_FAIL);
    assert_int_equal(gravel_decide_equal(noisy, one, 0.0, alarm).verdict, GRAVEL_FAIL); /* a claim without tolerance */
    assert_non_null(strstr(gravel_decide_equal(noisy, nan, NAN, alarm).why, "argument of its law"));
}

/* No number that overflowed is beyond a bound, and no error that is none is small. */
static void
what_is_not_finite_never_passes(void **state)
{
    (void)state;
    const struct gravel_estimate one = {1.0, 0.0, 0.0}, infinite[] = {{INFINITY, 0.0, 0.0}, {-INFINITY, 0.1, 100.0}},
                                 no_error[] = {{1.0, NAN, 100.0}, {1.0, INFINITY, 100.0}};
    const struct gravel_tolerance part = {0.1, true};
    for (int k = 0; k < 2; k++) {
        const double from = k == 0 ? 0.0 : -INFINITY, to = k == 0 ? INFINITY : 2.0;
        assert_int_equal(gravel_decide_between(infinite[k], from, to, alarm).verdict, GRAVEL_FAIL);
        assert_int_equal(gravel_decide_between(no_error[k], 0.0, 2.0, alarm).verdict, GRAVEL_INCONCLUSIVE);
        assert_int_equal(gravel_decide_equal(no_error[k], one, 0.1, alarm).verdict, GRAVEL_INCONCLUSIVE);
        const struct gravel_estimate_pair pair = {one, infinite[k], 0.0}, reverse = {infinite[k], one, 0.0};
        assert_int_equal(gravel_decide_agree(pair, part, alarm).verdict, GRAVEL_FAIL);
        assert_int_equal(gravel_decide_differ(reverse, from, to, true, alarm).verdict, GRAVEL_FAIL);
    }
    const struct gravel_estimate rising[] = {one, {2.0, 0.0, 0.0}, infinite[0]};
    assert_int_equal(gravel_decide_trend(3, rising, 1.0, part, part, alarm).verdict, GRAVEL_FAIL);
}

/* A run as much longer as the decision says does decide, if the value stays where it is. */
static void
the_stated_length_decides(void **state)
{
    (void)state;
    const struct gravel_estimate expected = {1.0, 0.0, 0.0};
    for (double value = 0.5; value < 1.5; value += 0.031) {
        const struct gravel_decision d =
            gravel_decide_equal((struct gravel_estimate){value, 0.09, 0.0}, expected, 0.2, alarm);
        if (d.verdict != GRAVEL_INCONCLUSIVE || isinf(d.longer))
            continue;
        const struct gravel_estimate longer = {value, 0.09 / sqrt(1.001 * d.longer), 0.0};
        assert_int_not_equal(gravel_decide_equal(longer, expected, 0.2, alarm).verdict, GRAVEL_INCONCLUSIVE);
    }
    const struct gravel_decision edge =
        gravel_decide_equal((struct gravel_estimate){1.2001, 0.01, 0.0}, expected, 0.2, alarm);
    assert_int_equal(edge.verdict, GRAVEL_INCONCLUSIVE);
    assert_true(isinf(edge.longer));
}

static void
the_budget_is_shared_among_comparisons(void **state)
{
    (void)state;
    assert_true(fabs(gravel_decision_alarm(0.001, 1) - 0.001) < 1e-15);
    assert_true(fabs(gravel_decision_alarm(0.001, 500) * 500.0 / 0.001 - 1.0) < 1e-3);
}

/* 0.004 of 0.005, whatever the kind of the check; the pair, or the point, that uses most of it is named. */
static void
ratio_is_the_share_of_the_tolerance(void **state)
{
    (void)state;
    const struct gravel_tolerance within = {0.005, false};
    const struct gravel_estimate y[] = {{1.0, 0.0, 0.0}, {1.001, 0.0, 0.0}, {1.004, 0.0, 0.0}};
    const struct gravel_estimate one[] = {y[0], y[0], y[0]};
    const struct gravel_estimate_pair pair = {y[2], y[0], 0.0};
    assert_true(fabs(gravel_decide_equal(y[2], y[0], 0.005, alarm).ratio - 0.8) < 1e-9);
    assert_true(fabs(gravel_decide_agree(pair, within, alarm).ratio - 0.8) < 1e-9);
    assert_true(fabs(gravel_decide_differ(pair, 0.0, 0.01, false, alarm).ratio - 0.2) < 1e-9);
    const struct gravel_decision same = gravel_decide_same(3, y, within, alarm);
    assert_true(fabs(same.ratio - 0.8) < 1e-9 && same.value == 1.0 && same.expected == 1.004);
    size_t worst;
    assert_true(fabs(gravel_decide_about(3, y, one, within, alarm, &worst).ratio - 0.8) < 1e-9 && worst == 2);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values),
        cmocka_unit_test(two_engines),
        cmocka_unit_test(curves),
        cmocka_unit_test(noise_never_passes),
        cmocka_unit_test(few_samples_and_unknown_errors_decide_nothing_but_failures),
        cmocka_unit_test(exact_values_hold_to_rounding_and_nan_fails),
        cmocka_unit_test(what_is_not_finite_never_passes),
        cmocka_unit_test(the_stated_length_decides),
        cmocka_unit_test(ratio_is_the_share_of_the_tolerance),
        cmocka_unit_test(the_budget_is_shared_among_comparisons),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
