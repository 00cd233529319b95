/* What a record gets from measures: errors with the number of samples behind them, and the drift of an unsteady run. */
#include "harness/run/observe.h"
#include "harness/stats/stats.h"
#include "tests/unit/measure_bench.h"
#include "tests/unit/random.h"

#include <math.h>

enum { SAMPLES = 256, BEADS = 3 };

/* Observe a column over a plate.  Its height is random around 1.1 (1 + rise k/SAMPLES) m at sample k, and so is its
 * energy, or that is steady.  Fills the record, and `sigmas` with the values of sigma in the second half. */
static void
observe(double rise, bool energy_is_steady, struct gravel_record *record, double sigmas[SAMPLES])
{
    static const char names[][64] = {"free_flight"};
    struct gravel_error error;
    struct gravel_observation observation;
    struct gravel_state state = {0};
    struct bench b;
    make_bench(&b, 1, BEADS);
    add_wall(&b, GRAVEL_PLANE, v3(0, 0, 1))->motion =
        (struct gravel_motion){.amplitude = 0.1, .angular_frequency = 20.0};
    b.now = calloc(BEADS, sizeof *b.now);
    assert_non_null(b.now);
    gsl_rng *rng = gravel_rng_create(3, "test", 0);
    assert_int_equal(gravel_observation_create(&observation, 1, names, &b.system, &b.parameters, &error), GRAVEL_OK);
    for (int k = 0; k <= SAMPLES; k++) {
        const double steady = 1.0 + 0.2 * gsl_rng_uniform(rng), height = steady * (1.0 + rise * k / SAMPLES);
        for (size_t i = 0; i < BEADS; i++) {
            b.now[i] = b.system.particles[i];
            b.now[i].x.z += height;
            b.now[i].v.z = 2.0;
        }
        b.energy.kinetic = energy_is_steady ? steady : height;
        b.t = 0.1 * k;
        state = state_of(&b, k > 0 ? 0.1 : 0.0);
        gravel_observation_sample(&observation, &state);
        if (k >= (SAMPLES + 1) / 2)
            sigmas[k - (SAMPLES + 1) / 2] = 2.0 * height / (BEADS * 2.0 * 0.01);
    }
    const struct gravel_averaging averaging = {.steady = true, .interval = 0.1};
    assert_int_equal(gravel_observation_finish(&observation, &state, &averaging, record, &error), GRAVEL_OK);
    gravel_observation_free(&observation);
    gsl_rng_free(rng);
    end(&b);
}

static void
an_error_comes_with_its_samples_and_with_the_drift(void **state)
{
    (void)state;
    for (int drifts = 0; drifts < 3; drifts++) {
        struct gravel_record record = {0};
        double sigmas[SAMPLES];
        observe(drifts ? 1.0 : 0.0, drifts == 2, &record, sigmas);
        assert_int_equal(record.steady, drifts != 1);
        const size_t n = SAMPLES + 1 - (SAMPLES + 1) / 2;
        struct gravel_blocks blocks;
        assert_int_equal(gravel_blocks_init(&blocks, 1), GRAVEL_OK);
        for (size_t k = 0; k < n; k++)
            gravel_blocks_add(&blocks, &sigmas[k]);
        const struct gravel_estimate e = gravel_blocks_estimate(&blocks, 0, 0);
        const double drift = drifts ? gravel_blocks_drift(&blocks, 0, 0) : 0.0;
        const struct gravel_observable *sigma = gravel_record_observable(&record, "sigma");
        assert_non_null(sigma);
        near("sigma", sigma->value, gsl_stats_mean(sigmas, 1, n), 1e-9);
        near("its error", sigma->err, hypot(e.err, drift), 1e-9);
        near("its samples", sigma->n_eff, e.n_eff, 1e-6);
        assert_true(drifts ? drift > 3.0 * e.err : e.n_eff > 0.5 * (double)n);
        gravel_blocks_free(&blocks);
        gravel_record_free(&record);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(an_error_comes_with_its_samples_and_with_the_drift)};
    return cmocka_run_group_tests_name("observe", tests, NULL, NULL);
}
