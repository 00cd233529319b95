/* Two sets of records: planted changes are seen, equal programs differ as rarely as they may. */
#include "harness/judge/compare.h"
#include "tests/near.h"

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLACES = 40, REPLICATES = 3 };

/* A point at x with an observable of error 0.1 and an exact one. */
static void
add(struct gravel_records *records, int x, int replicate, double y, double exact, double cpu)
{
    struct gravel_record r = {
        .seed = (uint64_t)replicate + 7, .replicate = replicate, .cpu_seconds = cpu, .steady = true};
    const struct gravel_value value = {.type = GRAVEL_TYPE_REAL, .real = x};
    snprintf(r.key, sizeof r.key, "%08x%08x", x, replicate);
    assert_int_equal(gravel_record_set_text(&r.case_name, "case"), GRAVEL_OK);
    assert_int_equal(gravel_record_set_text(&r.engine, "ed"), GRAVEL_OK);
    assert_int_equal(gravel_options_set(&r.parameters, "x", &value, NULL), GRAVEL_OK);
    assert_int_equal(gravel_record_add_observable(&r, "y", "m", y, 0.1, 0.0), GRAVEL_OK);
    assert_int_equal(gravel_record_add_observable(&r, "exact", "m", exact, 0.0, 0.0), GRAVEL_OK);
    assert_int_equal(gravel_records_append(records, &r), GRAVEL_OK);
}

/* y is 5 with noise of its error. */
static void
fill(struct gravel_records *records, gsl_rng *rng, double cpu)
{
    for (int x = 0; x < PLACES; x++)
        for (int replicate = 0; replicate < REPLICATES; replicate++)
            add(records, x, replicate, 5.0 + gsl_ran_gaussian(rng, 0.1), 1.0 + x,
                cpu * exp(gsl_ran_gaussian(rng, 0.2)));
}

static struct gravel_comparison
compare(const struct gravel_records *a, const struct gravel_records *b)
{
    struct gravel_comparison c;
    struct gravel_error error = {0};
    assert_int_equal(gravel_compare(a, b, &c, &error), GRAVEL_OK);
    return c;
}

/* Two independent draws. */
struct world {
    gsl_rng *rng;
    struct gravel_records a, b;
};

static struct world
make_world(void)
{
    struct world w = {.rng = gsl_rng_alloc(gsl_rng_mt19937)};
    fill(&w.a, w.rng, 1.0);
    fill(&w.b, w.rng, 2.0);
    return w;
}

static void
world_free(struct world *w)
{
    gravel_records_free(&w->a);
    gravel_records_free(&w->b);
    gsl_rng_free(w->rng);
}

static void
a_set_equals_itself(void **state)
{
    (void)state;
    struct world w = make_world();
    struct gravel_comparison c = compare(&w.a, &w.a);
    assert_int_equal(c.n_matched, PLACES * REPLICATES);
    assert_int_equal(c.n_only_a + c.n_only_b + c.n_different + c.n_unknown, 0);
    assert_int_equal(c.n_compared, 2 * PLACES);
    near("speed", c.speeds[0].ratio, 1.0, 0.0);
    gravel_comparison_free(&c);
    world_free(&w);
}

/* At one sweep point the runs agree, and the mean of B is eight standard errors above that of A; one exact number
 * differs by 1e-8, and another by 1e-10, which may be rounding; one point of B has failed. */
static void
planted_changes_are_seen(void **state)
{
    (void)state;
    struct world w = make_world();
    for (int replicate = 0; replicate < REPLICATES; replicate++) {
        w.a.items[REPLICATES * 17 + replicate].observables[0].value = 5.0 + 0.05 * (replicate - 1);
        w.b.items[REPLICATES * 17 + replicate].observables[0].value = 5.0 + 8.0 * sqrt(2.0) * 0.1 / sqrt(REPLICATES);
        w.b.items[REPLICATES * 5 + replicate].observables[1].value *= 1.0 + 1e-8;
        w.b.items[REPLICATES * 6 + replicate].observables[1].value *= 1.0 + 1e-10;
    }
    w.b.items[REPLICATES * 9].status = GRAVEL_POINT_FAILED;
    struct gravel_comparison c = compare(&w.a, &w.b);
    bool seen[PLACES] = {false};
    assert_int_equal(c.n_different, 3);
    for (size_t k = 0; k < c.n_different; k++)
        seen[(int)gravel_options_real(&c.items[k].a->parameters, "x")] = true;
    assert_true(seen[17] && seen[5] && seen[9]);
    assert_string_equal(c.items[0].name, "status"); /* the worst of all */
    gravel_comparison_free(&c);
    world_free(&w);
}

/* Forty comparisons of 400 pairs of equal programs: each pair may differ with probability 1e-3. */
static void
equal_programs_hardly_ever_differ(void **state)
{
    (void)state;
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    int n_alarms = 0;
    double worst = 0.0;
    for (int trial = 0; trial < 400; trial++) {
        struct gravel_records a = {0}, b = {0};
        fill(&a, rng, 1.0);
        fill(&b, rng, 1.0);
        struct gravel_comparison c = compare(&a, &b);
        n_alarms += c.n_different > 0;
        worst = fmax(worst, c.items[0].d.ratio);
        gravel_comparison_free(&c);
        gravel_records_free(&a);
        gravel_records_free(&b);
    }
    /* 0.4 expected, which 4 exceed once in 1e4 times; and the test is not so dull that nothing comes near. */
    assert_true(n_alarms <= 4);
    assert_true(worst > 0.8);
    gsl_rng_free(rng);
}

/* Of two equal points the one started last counts; what one side alone has is told. */
static void
points_are_matched_by_what_they_are(void **state)
{
    (void)state;
    struct gravel_records a = {0}, b = {0};
    add(&a, 1, 0, 5.0, 1.0, 1.0);
    add(&a, 2, 0, 5.0, 1.0, 1.0);
    add(&b, 2, 0, 5.0, 4.0, 1.0);
    add(&b, 2, 0, 5.0, 1.0, 1.0);
    add(&b, 2, 1, 5.0, 1.0, 1.0);
    add(&b, 3, 0, 5.0, 1.0, 1.0);
    strcpy(b.items[0].started, "2026-01-01T00:00:00Z");
    strcpy(b.items[1].started, "2026-01-02T00:00:00Z");
    struct gravel_comparison c = compare(&a, &b);
    assert_int_equal(c.n_matched, 1);
    assert_int_equal(c.n_only_a, 1);
    assert_int_equal(c.n_only_b, 2);
    assert_int_equal(c.n_different, 0);
    assert_true(isnan(c.speeds[0].low)); /* one point has no interval */
    gravel_comparison_free(&c);
    gravel_records_free(&a);
    gravel_records_free(&b);
}

/* Twice the time, each point with 28 % of noise: the median of 120 has the error 1.25 0.28/sqrt(120) = 3.2 %. */
static void
speed_is_a_median_with_its_interval(void **state)
{
    (void)state;
    struct world w = make_world();
    struct gravel_comparison c = compare(&w.a, &w.b);
    assert_int_equal(c.n_speeds, 1);
    near("ratio", c.speeds[0].ratio, 2.0, 4.0 * 0.064);
    assert_true(c.speeds[0].low < 2.0 && c.speeds[0].high > 2.0);
    near("width of the interval", c.speeds[0].high - c.speeds[0].low, 2.0 * 1.96 * 0.064, 0.1);
    gravel_comparison_free(&c);
    world_free(&w);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_set_equals_itself),
        cmocka_unit_test(planted_changes_are_seen),
        cmocka_unit_test(equal_programs_hardly_ever_differ),
        cmocka_unit_test(points_are_matched_by_what_they_are),
        cmocka_unit_test(speed_is_a_median_with_its_interval),
    };
    return cmocka_run_group_tests_name("compare", tests, NULL, NULL);
}
