/* The rates of wrong verdicts of the kinds of check that judge a curve, through the whole judge, on synthetic data
 * whose truth is known; those of single values stand in test_decide.c.
 *
 * Each point of a curve is the mean of independent samples or of an autocorrelated series (AR(1)), with the error that
 * gravel_blocks_estimate() finds.  At the edge of its tolerance a claim is neither true nor false: PASS may come in
 * GRAVEL_FALSE_PASS of the runs, FAIL in `alarm` of them.  Well inside it must pass, well outside it must fail. */
#include "harness/judge/decide.h"
#include "tests/unit/judge_world.h"

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

enum { RUNS = 1000, FEW_RUNS = 200, POOL = 1000 };
static const double alarm = 0.02;

/* Estimates of a mean of 0 whose standard error is 1 in truth. */
struct pool {
    const char *name;
    double rho; /* of the AR(1) series */
    size_t n;   /* samples, each as long as the correlation time (1 + rho)/(1 - rho) */
    struct gravel_estimate *items;
};
static struct pool pools[] = {
    {"independent, 24", 0.0, 24, NULL},
    {"independent, 200", 0.0, 200, NULL},
    {"correlated, 40", 0.8, 40, NULL},
    {"correlated, 1000", 0.8, 1000, NULL},
};
enum { N_POOLS = sizeof pools / sizeof *pools };

static struct gravel_estimate
mean_of_series(gsl_rng *rng, double rho, size_t n)
{
    struct gravel_blocks blocks;
    const size_t length = (size_t)((double)n * (1.0 + rho) / (1.0 - rho) + 0.5);
    const double l = (double)length;
    const double variance = ((1.0 + rho) / (1.0 - rho) - 2.0 * rho * (1.0 - pow(rho, l)) / (l * pow(1.0 - rho, 2))) / l;
    double x = gsl_ran_gaussian_ziggurat(rng, 1.0);
    assert_int_equal(gravel_blocks_init(&blocks, 1), GRAVEL_OK);
    for (size_t k = 0; k < length; k++) {
        gravel_blocks_add(&blocks, &x);
        x = rho * x + sqrt(1.0 - rho * rho) * gsl_ran_gaussian_ziggurat(rng, 1.0);
    }
    const struct gravel_estimate e = gravel_blocks_estimate(&blocks, 0, 0);
    gravel_blocks_free(&blocks);
    return (struct gravel_estimate){e.value / sqrt(variance), e.err / sqrt(variance), e.n_eff};
}

static int
fill_pools(void **state)
{
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    (void)state;
    for (size_t p = 0; p < N_POOLS; p++) {
        gsl_rng_set(rng, 11 + p);
        pools[p].items = calloc(POOL, sizeof *pools[p].items);
        for (size_t k = 0; k < POOL; k++)
            pools[p].items[k] = mean_of_series(rng, pools[p].rho, pools[p].n);
    }
    gsl_rng_free(rng);
    return 0;
}

static int
free_pools(void **state)
{
    (void)state;
    for (size_t p = 0; p < N_POOLS; p++)
        free(pools[p].items);
    return 0;
}

struct data {
    const struct pool *pool;
    gsl_rng *rng;
};

/* A point at x whose true value is y, measured with the standard error s. */
static void
measured(struct world *w, struct data *data, const char *engine, double x, double y, double s)
{
    const struct gravel_estimate e = data->pool->items[gsl_rng_uniform_int(data->rng, POOL)];
    world_add(w, engine, x, y + s * e.value, s * e.err, e.n_eff);
}

/* Fill the world of one run; the smallest margin of the claim is `edge` of its standard errors. */
typedef void trial(struct world *w, struct data *data, double edge);

static void
rates(trial *make, const struct pool *pool, int runs, double edge, double *pass, double *fail)
{
    struct data data = {pool, gsl_rng_alloc(gsl_rng_mt19937)};
    gsl_rng_set(data.rng, 23);
    *pass = *fail = 0.0;
    for (int run = 0; run < runs; run++) {
        struct world w;
        make(&w, &data, edge);
        w.judgements.false_alarm = alarm;
        const struct gravel_judgement *j = world_verdict(&w, 0);
        *pass += j->verdict == GRAVEL_PASS;
        *fail += j->verdict == GRAVEL_FAIL;
        world_free(&w);
    }
    *pass /= runs;
    *fail /= runs;
    gsl_rng_free(data.rng);
}

/* A rate that may be `expected` or less, with four standard errors of the count. */
static void
at_most(const char *what, const struct pool *pool, int runs, double rate, double expected)
{
    const double limit = expected + 4.0 * sqrt(expected * (1.0 - expected) / runs);
    if (rate > limit)
        print_error("%s, %s: rate %.4f, expected at most %.4f\n", what, pool->name, rate, limit);
    assert_true(rate <= limit);
}

/* Inside and outside by six standard errors as the judge finds them, which is the length that runs are planned for. */
static void
wrong_verdicts_are_rare(const char *what, trial *make, int runs)
{
    for (size_t p = 0; p < N_POOLS; p++) {
        const double six = 6.0 * (1.0 + 25.0 / (double)pools[p].n);
        double pass, fail;
        rates(make, &pools[p], runs, 0.0, &pass, &fail);
        at_most(what, &pools[p], runs, pass, GRAVEL_FALSE_PASS);
        at_most(what, &pools[p], runs, fail, alarm);
        rates(make, &pools[p], FEW_RUNS, six, &pass, &fail);
        assert_true(fail == 0.0);
        /* The number of independent samples is found from the series within about 30 %: 24 or 40 of them may count as
         * fewer than the 20 that a PASS wants, at one of the points of a curve. */
        if (pools[p].n >= 10 * GRAVEL_SAMPLES_MIN)
            at_most(what, &pools[p], FEW_RUNS, 1.0 - pass, 0.03);
        rates(make, &pools[p], FEW_RUNS, -six - 1.0, &pass, &fail);
        at_most(what, &pools[p], FEW_RUNS, 1.0 - fail, 0.03);
        assert_true(pass == 0.0);
    }
}

/* y = x^p at n points from 1 to 2^(n-1), with relative errors r. */
static void
slope(struct world *w, struct data *data, double edge, int n)
{
    const double r = 0.01, tolerance = 0.1;
    double squares = 0.0;
    for (int k = 0; k < n; k++)
        squares += pow(M_LN2 * (k - 0.5 * (n - 1)), 2);
    world_init(w, &gravel_check_slope);
    w->reference.value = 1.5;
    w->reference.uncertainty = tolerance;
    const double p = 1.5 + tolerance - edge * r / sqrt(squares);
    for (int k = 0; k < n; k++)
        measured(w, data, "md", pow(2.0, k), pow(2.0, k * p), r * pow(2.0, k * p));
}

static void
slope_of_5(struct world *w, struct data *data, double edge)
{
    slope(w, data, edge, 5);
}

static void
slope_of_12(struct world *w, struct data *data, double edge)
{
    slope(w, data, edge, 12);
}

static void
fit_c1(struct world *w, struct data *data, double edge)
{
    world_init(w, &gravel_check_fit);
    w->check.degree = 1;
    strcpy(w->check.gives, "c1");
    w->reference.value = 2.0;
    w->reference.uncertainty = 0.1;
    const double s = 0.01, slope = 2.0 - 0.1 + edge * s / sqrt(10.0);
    for (int k = 0; k < 5; k++)
        measured(w, data, "md", k, slope * k + 1.0, s);
}

static void
fit_zero(struct world *w, struct data *data, double edge)
{
    world_init(w, &gravel_check_fit);
    w->check.degree = 1;
    strcpy(w->check.gives, "zero");
    w->reference.value = 5.0;
    w->reference.uncertainty = 0.5;
    const double s = 0.01; /* of y = 2 (z - x); z has s/2 sqrt(1/n + (z - mean)^2/S) */
    double z = 5.5;
    z -= edge * 0.5 * s * sqrt(1.0 / 8 + pow(z - 4.5, 2) / 42.0);
    for (int k = 1; k < 9; k++)
        measured(w, data, "md", k, 2.0 * (z - k), s);
}

static void
crossing(struct world *w, struct data *data, double edge)
{
    world_init(w, &gravel_check_crossing);
    strcpy(w->check.reference, "R");
    w->check.level = 0.0;
    w->reference.value = 10.0;
    w->reference.uncertainty = 1.0;
    const double s = 0.01, b = 1.0;
    const double f = log(11.0) / M_LN2 - 3.0, x = 11.0 * (1.0 - edge * s / b * sqrt((1 - f) * (1 - f) + f * f));
    for (int k = 0; k < 7; k++)
        measured(w, data, "md", pow(2.0, k), b * log(pow(2.0, k) / x), s);
}

/* Neighbours are out of order now and then: the error comes from few points, and Student's quantile is 1.4 times the
 * normal one. */
static void
crossing_flat(struct world *w, struct data *data, double edge)
{
    world_init(w, &gravel_check_crossing);
    strcpy(w->check.reference, "R");
    w->check.level = 0.0;
    w->reference.value = 10.0;
    w->reference.uncertainty = 5.0;
    const double s = 0.006, b = 0.2;
    const double x = 15.0 * (1.0 - 1.5 * edge * s / b * sqrt(0.5));
    for (int k = 50; k < 125; k++)
        measured(w, data, "md", pow(1.03, k), b * log(pow(1.03, k) / x), s);
}

/* The bound lies between the last two points, which differ by their error: many noisy curves end before they cross. */
static void
crossing_at_the_end(struct world *w, struct data *data, double edge)
{
    world_init(w, &gravel_check_crossing);
    w->check.level = 0.0;
    w->check.from = -INFINITY;
    w->check.to = 1.95;
    const double s = 0.05, x = 1.95 * exp(-edge * s * M_SQRT1_2);
    for (int k = 0; k < 8; k++)
        measured(w, data, "md", 1.3 + 0.1 * k, log((1.3 + 0.1 * k) / x), s);
}

static void
crossing_of_two(struct world *w, struct data *data, double edge)
{
    world_init(w, &gravel_check_crossing);
    w->check.n_engines = 2;
    strcpy(w->check.engines[0], "md");
    strcpy(w->check.engines[1], "ed");
    w->check.level = 0.05;
    w->check.from = 10.0;
    w->check.to = 30.0;
    const double x = 10.0 * (1.0 + edge * 0.0005 * M_SQRT2 / 0.05 * 0.75);
    for (int k = 0; k < 7; k++) {
        measured(w, data, "md", pow(2.0, k), 3.0 * (1.0 + 0.05 * x / pow(2.0, k)), 0.0015);
        measured(w, data, "ed", pow(2.0, k), 3.0, 0.0015);
    }
}

static void
put_z(struct world *w)
{
    strcpy(w->check.along, "z");
    for (size_t k = 0; k < w->records.n; k++)
        assert_int_equal(gravel_record_add_counter(&w->records.items[k], "z", 1.0), GRAVEL_OK);
}

static void
collapse(struct world *w, struct data *data, double edge)
{
    world_init(w, &gravel_check_collapse);
    w->check.within = 5.0;
    measured(w, data, "md", 1, 0.0, 0.1);
    measured(w, data, "md", 2, 5.0 - edge * 0.1 * M_SQRT2, 0.1);
    measured(w, data, "md", 3, 2.5, 0.1);
    put_z(w);
}

static void
collapse_relative(struct world *w, struct data *data, double edge)
{
    world_init(w, &gravel_check_collapse);
    w->check.within = 0.5;
    w->check.relative = true;
    measured(w, data, "md", 1, 6.0, 0.1);
    measured(w, data, "md", 2, 10.0 - edge * 0.1 * hypot(0.75, 1.25) / 0.75, 0.1); /* 10 - 6 = 0.5 * 8 */
    put_z(w);
}

static void
collapse_line(struct world *w, struct data *data, double edge)
{
    world_init(w, &gravel_check_collapse);
    w->check.within = 0.2;
    w->check.degree = 1;
    for (int k = 0; k < 9; k++)
        measured(w, data, "md", k, 3.0 + k + (k == 4 ? 0.2 - edge * 0.01 * sqrt(1.125) : 0.0), 0.01);
}

static void
rises(struct world *w, struct data *data, double edge)
{
    world_init(w, &gravel_check_rises);
    w->check.at_least = 1.0;
    w->check.relative = true;
    w->check.within = 0.1;
    for (int k = 0; k < 4; k++)
        measured(w, data, "md", k, 1.0 + k / 3.0 * (1.0 + edge * 0.01 * sqrt(5.0)), 0.01);
}

static void
falls_with_step_back(struct world *w, struct data *data, double edge)
{
    world_init(w, &gravel_check_falls);
    w->check.at_least = 0.1;
    w->check.within = 0.5;
    w->check.relative = true;
    measured(w, data, "md", 0, 3.0, 0.01);
    measured(w, data, "md", 1, 1.0, 0.01);
    measured(w, data, "md", 2, 1.5 - edge * 0.01 * sqrt(1 + 1.5 * 1.5), 0.01);
    measured(w, data, "md", 3, 1.0, 0.01);
}

static void
slopes(void **state)
{
    (void)state;
    wrong_verdicts_are_rare("slope of 5 points", slope_of_5, RUNS);
    wrong_verdicts_are_rare("slope of 12 points", slope_of_12, RUNS);
}

static void
fits(void **state)
{
    (void)state;
    wrong_verdicts_are_rare("coefficient", fit_c1, RUNS);
    wrong_verdicts_are_rare("zero", fit_zero, RUNS);
}

static void
collapses(void **state)
{
    (void)state;
    wrong_verdicts_are_rare("collapse", collapse, RUNS);
    wrong_verdicts_are_rare("collapse, relative", collapse_relative, RUNS);
    wrong_verdicts_are_rare("collapse about a line", collapse_line, RUNS);
}

static void
trends(void **state)
{
    (void)state;
    wrong_verdicts_are_rare("rises", rises, RUNS);
    wrong_verdicts_are_rare("falls with a step back", falls_with_step_back, RUNS);
}

static void
crossings(void **state)
{
    (void)state;
    wrong_verdicts_are_rare("crossing", crossing, FEW_RUNS);
    wrong_verdicts_are_rare("crossing of a flat curve", crossing_flat, FEW_RUNS);
    wrong_verdicts_are_rare("crossing at the end of the data", crossing_at_the_end, FEW_RUNS);
    wrong_verdicts_are_rare("crossing of two engines", crossing_of_two, FEW_RUNS);
}

/* The tolerance of this slope is as wide as the noise of its points: chance is no lack of fit. */
static void
noise_about_a_power_law(struct world *w, struct data *data, double edge)
{
    (void)edge;
    world_init(w, &gravel_check_slope);
    w->reference.value = 1.5;
    w->reference.uncertainty = 0.01;
    for (int k = 0; k < 8; k++)
        measured(w, data, "md", pow(2.0, k), pow(2.0, 1.5 * k), 0.04 * pow(2.0, 1.5 * k));
}

static void
noise_is_no_lack_of_fit(void **state)
{
    (void)state;
    for (size_t p = 0; p < N_POOLS; p++) {
        double pass, fail;
        rates(noise_about_a_power_law, &pools[p], RUNS, 0.0, &pass, &fail);
        at_most("true exponent, noisy points", &pools[p], RUNS, fail, alarm);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slopes), cmocka_unit_test(fits),      cmocka_unit_test(collapses),
        cmocka_unit_test(trends), cmocka_unit_test(crossings), cmocka_unit_test(noise_is_no_lack_of_fit),
    };
    return cmocka_run_group_tests_name("judge rates", tests, fill_pools, free_pools);
}
