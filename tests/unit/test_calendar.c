/* The fast calendar against the oracle. */
#include "engines/ed/calendar.h"

#include "engines/core/array.h"
#include "engines/core/rng.h"
#include "tests/cmocka.h"

#include <limits.h>
#include <math.h>

bool __real_gravel_array_grow(void *items, size_t *capacity, size_t n_needed, size_t item_size);
bool __wrap_gravel_array_grow(void *items, size_t *capacity, size_t n_needed, size_t item_size);

static int requests, granted = INT_MAX; /* requests for memory of the heap, of which the first ones are granted */

/* The linker sends the calendar's requests here. */
bool
__wrap_gravel_array_grow(void *items, size_t *capacity, size_t n_needed, size_t item_size)
{
    return requests++ < granted && __real_gravel_array_grow(items, capacity, n_needed, item_size);
}

struct pair {
    void *fast, *oracle;
};

static struct pair
pair_create(size_t n)
{
    struct pair pair;
    struct gravel_error error;
    assert_int_equal(gravel_calendar_fast.create(&pair.fast, n, NULL, &error), GRAVEL_OK);
    assert_int_equal(gravel_calendar_oracle.create(&pair.oracle, n, NULL, &error), GRAVEL_OK);
    return pair;
}

static void
pair_destroy(struct pair pair)
{
    gravel_calendar_fast.destroy(pair.fast);
    gravel_calendar_oracle.destroy(pair.oracle);
}

static void
pair_schedule(struct pair pair, int32_t i, double t)
{
    gravel_calendar_fast.schedule(pair.fast, i, t);
    gravel_calendar_oracle.schedule(pair.oracle, i, t);
}

/* Both give the same next event, or none. */
static int
pair_next(struct pair pair, double limit, int32_t *i, double *t)
{
    int32_t other = -1;
    double other_t = NAN;
    const int some = gravel_calendar_fast.next(pair.fast, limit, i, t);
    assert_int_equal(some, gravel_calendar_oracle.next(pair.oracle, limit, &other, &other_t));
    if (some) {
        assert_int_equal(*i, other);
        assert_true(*t == other_t);
    }
    return some;
}

/* A random stream like a simulation's: the one who had its event and some others get new times, some of
 * them equal to others' (quantised), some now, some far away, some never. */
static void
stream(size_t n, int quantised, uint64_t seed, int events)
{
    const struct pair pair = pair_create(n);
    gsl_rng *rng = gravel_rng_create(seed, "calendar", n);
    double now = 0.0;
    for (size_t i = 0; i < n; i++)
        pair_schedule(pair, (int32_t)i, quantised ? floor(4.0 * gsl_rng_uniform(rng)) : gsl_rng_uniform(rng));
    for (int k = 0; k < events; k++) {
        int32_t i = 0;
        double t = now;
        const double limit = gsl_rng_uniform(rng) < 0.1 ? now + 0.01 : INFINITY;
        if (pair_next(pair, limit, &i, &t)) {
            assert_true(t >= now && t <= limit);
            now = t;
        } else if (limit < INFINITY) {
            now = limit;
        }
        const int n_new = 1 + (int)(3.0 * gsl_rng_uniform(rng));
        for (int m = 0; m < n_new; m++) {
            const double kind = gsl_rng_uniform(rng);
            double delay = -log(1.0 - gsl_rng_uniform(rng)) * (kind < 0.8 ? 1.0 : 50.0);
            if (quantised)
                delay = floor(3.0 * delay) / 3.0;
            if (kind > 0.97)
                delay = kind > 0.985 ? INFINITY : 0.0;
            pair_schedule(pair, m == 0 ? i : (int32_t)gsl_rng_uniform_int(rng, n), now + delay);
        }
        if (k % 997 == 996) {
            gravel_calendar_fast.rebase(pair.fast, now);
            gravel_calendar_oracle.rebase(pair.oracle, now);
            now = 0.0;
        }
    }
    gsl_rng_free(rng);
    pair_destroy(pair);
}

static void
fast_equals_oracle_on_random_streams(void **state)
{
    (void)state;
    static const size_t sizes[] = {1, 2, 3, 10, 100, 1000};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        for (uint64_t seed = 0; seed < 4; seed++)
            stream(sizes[k], 0, seed, 20000);
}

static void
fast_equals_oracle_with_ties(void **state)
{
    (void)state;
    static const size_t sizes[] = {2, 7, 64, 500};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        for (uint64_t seed = 0; seed < 4; seed++)
            stream(sizes[k], 1, seed, 20000);
}

/* The heap gets no memory, or only the first one or two times that it asks; the events are the same. */
static void
fast_equals_oracle_without_memory(void **state)
{
    (void)state;
    for (granted = 0; granted <= 2; granted++) {
        requests = 0;
        stream(300, 1, 11, 20000);
        assert_true(requests > granted);
    }
    granted = INT_MAX;
}

/* Times whose scales differ by many orders, as when one pair collapses in a quiet system. */
static void
fast_equals_oracle_on_disparate_scales(void **state)
{
    (void)state;
    const struct pair pair = pair_create(50);
    gsl_rng *rng = gravel_rng_create(3, "scales", 0);
    for (int32_t i = 0; i < 50; i++)
        pair_schedule(pair, i, pow(10.0, 20.0 * gsl_rng_uniform(rng) - 15.0));
    int32_t i;
    double t;
    for (int k = 0; k < 50000 && pair_next(pair, INFINITY, &i, &t); k++)
        pair_schedule(pair, i, t + pow(10.0, 20.0 * gsl_rng_uniform(rng) - 15.0));
    gsl_rng_free(rng);
    pair_destroy(pair);
}

static void
empty_calendar_has_no_event(void **state)
{
    (void)state;
    const struct pair pair = pair_create(5);
    int32_t i;
    double t;
    assert_false(pair_next(pair, INFINITY, &i, &t));
    pair_schedule(pair, 3, 2.385);
    assert_false(pair_next(pair, 2.0, &i, &t));
    assert_true(pair_next(pair, 2.385, &i, &t));
    assert_int_equal(i, 3);
    pair_schedule(pair, 2, 3.0);
    pair_schedule(pair, 2, INFINITY);
    assert_false(pair_next(pair, INFINITY, &i, &t));
    pair_destroy(pair);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fast_equals_oracle_on_random_streams),
        cmocka_unit_test(fast_equals_oracle_with_ties),
        cmocka_unit_test(fast_equals_oracle_without_memory),
        cmocka_unit_test(fast_equals_oracle_on_disparate_scales),
        cmocka_unit_test(empty_calendar_has_no_event),
    };
    return cmocka_run_group_tests_name("calendar", tests, NULL, NULL);
}
