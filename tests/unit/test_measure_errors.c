/* The error of a function of averages is the scatter of its value over runs: measures on random states. */
#include "tests/unit/measure_bench.h"
#include "tests/unit/random.h"

#include <math.h>

enum { RUNS = 600, SAMPLES = 256, NUMBERS_MAX = 3 };

/* One run of a measure on a system of its own, up to its last sample. */
typedef void play(struct bench *b, gsl_rng *rng);

/* The mean square of the errors is the variance of the values, within a tenth of its root; the standard deviation of
 * 600 runs is known within 3 %.  The names end with NULL. */
static void
errors_are_right(play *play_run, const char *const *names)
{
    double values[NUMBERS_MAX][RUNS], variance[NUMBERS_MAX] = {0.0};
    gsl_rng *rng = gravel_rng_create(5, "test", 0);
    for (int run = 0; run < RUNS; run++) {
        struct bench b;
        play_run(&b, rng);
        assert_int_equal(finish(&b), GRAVEL_OK);
        for (int k = 0; names[k] != NULL; k++) {
            const double err = error_of(&b.sheet, names[k]);
            assert_true(err > 0.0);
            values[k][run] = number(&b.sheet, names[k]);
            variance[k] += err * err / RUNS;
        }
        end(&b);
    }
    for (int k = 0; names[k] != NULL; k++)
        near(names[k], sqrt(variance[k]) / gsl_stats_sd(values[k], 1, RUNS), 1.0, 0.1);
    gsl_rng_free(rng);
}
#define ERRORS_ARE_RIGHT(play_run, ...) errors_are_right(play_run, (const char *const[]){__VA_ARGS__, NULL})

/* A random number of mean 1 and standard deviation 0.3. */
static double
around_one(gsl_rng *rng)
{
    return 1.0 + 0.3 * sqrt(12.0) * (gsl_rng_uniform(rng) - 0.5);
}

static void
add_plate(struct bench *b)
{
    add_wall(b, GRAVEL_PLANE, v3(0, 0, 1))->motion =
        (struct gravel_motion){.angular_frequency = 20.0, .amplitude = 0.1};
}

static void
play_box(struct bench *b, gsl_rng *rng, const char *measure)
{
    make_bench(b, 2, 4);
    add_plate(b);
    b->system.box = (struct gravel_box){.periodic = {true}, .low = v3(0, 0, 0), .high = v3(8, 0, 100)};
    set_real(&b->parameters, "run.samples", SAMPLES);
    BEGIN(b, measure, NULL);
    for (int k = 0; k <= SAMPLES; k++) {
        const double height = 10.0 * around_one(rng), speed = around_one(rng) * around_one(rng);
        for (size_t i = 0; i < 4; i++) {
            b->now[i].x.z = height * around_one(rng);
            b->now[i].v = v3(speed, 0, 0);
        }
        take_sample(b, k > 0 ? 0.1 : 0.0);
    }
}

static void
play_vibrated_box(struct bench *b, gsl_rng *rng)
{
    play_box(b, rng, "vibrated_box");
}

static void
play_scaled_profile(struct bench *b, gsl_rng *rng)
{
    play_box(b, rng, "scaled_profile");
}

static void
errors_of_a_vibrated_box(void **state)
{
    (void)state;
    ERRORS_ARE_RIGHT(play_vibrated_box, "sigma", "free_path");
    ERRORS_ARE_RIGHT(play_scaled_profile, "profile_shape");
}

/* The velocity of a bead is the sum of a random one and of one that all beads share. */
static void
play_layers(struct bench *b, gsl_rng *rng)
{
    make_bench(b, 1, 6);
    add_wall(b, GRAVEL_PLANE, v3(0, 0, 1));
    BEGIN(b, "layers", NULL);
    for (int k = 0; k <= SAMPLES; k++) {
        const double common = gsl_rng_uniform(rng) - 0.5, height = around_one(rng);
        for (size_t i = 0; i < 6; i++) {
            b->now[i].x.z = 0.5 + (double)i + (double)(i + 1) * height;
            b->now[i].v.z = common + gsl_rng_uniform(rng) - 0.5;
        }
        take_sample(b, k > 0 ? 0.1 : 0.0);
    }
}

static void
errors_of_the_layers_of_a_column(void **state)
{
    (void)state;
    ERRORS_ARE_RIGHT(play_layers, "lower_correlation", "top_correlation", "reduced_shape");
}

/* Energies and losses of successive intervals are independent, up to the energy at the sample between them. */
static void
play_dissipation(struct bench *b, gsl_rng *rng)
{
    make_bench(b, 1, 4);
    add_plate(b);
    BEGIN(b, "dissipation_time", NULL);
    for (int k = 0; k <= SAMPLES; k++) {
        b->energy.kinetic = 5.0 * (0.7 + 0.3 * around_one(rng)); /* counts in two intervals: less than the loss */
        b->energy.dissipated += around_one(rng);
        take_sample(b, k > 0 ? 0.1 : 0.0);
    }
}

static void
errors_of_a_dissipation_time(void **state)
{
    (void)state;
    ERRORS_ARE_RIGHT(play_dissipation, "dissipation_time", "critical_acceleration");
}

/* 256 collisions a particle, in 32 intervals; each takes a random part of the energy. */
static void
play_cooling(struct bench *b, gsl_rng *rng)
{
    double v = 1.0;
    make_bench(b, 2, 2);
    b->system.gravity = v3(0, 0, 0);
    b->system.box = (struct gravel_box){.periodic = {true, false, true}, .low = v3(0, 0, 0), .high = v3(100, 0, 100)};
    BEGIN(b, "cooling", "skip", "0", NULL);
    for (int k = 0; k <= 256; k++) {
        b->now[0].v = v3(v, 0, 0);
        b->now[1].v = v3(-v, 0, 0);
        take_sample(b, k > 0 ? 1.0 / v : 0.0);
        b->ops->event(b->measure, &(struct gravel_event){.t = b->t, .i = 0, .j = 1});
        v *= exp(-0.02 * around_one(rng));
    }
}

static void
errors_of_a_cooling_gas(void **state)
{
    (void)state;
    ERRORS_ARE_RIGHT(play_cooling, "cooling_per_collision", "haff_exponent");
}

/* One or two particles leave in each of 240 sampling intervals. */
static void
play_discharge(struct bench *b, gsl_rng *rng)
{
    enum { GRAINS = 480, STEPS = 240 };
    int out = 0;
    make_bench(b, 3, GRAINS);
    add_wall(b, GRAVEL_ORIFICE, v3(0, 0, 1))->radius = 4.0;
    BEGIN(b, "discharge", "until", "1", NULL);
    for (int k = 0; k <= STEPS; k++) {
        out += k > 0 ? 1 + (gsl_rng_uniform(rng) < 0.5) : 0;
        for (int i = 0; i < GRAINS; i++)
            b->now[i].x.z = i < out ? -1.0 : 1.0;
        take_sample(b, k > 0 ? 0.01 : 0.0);
    }
}

static void
errors_of_a_discharge(void **state)
{
    (void)state;
    ERRORS_ARE_RIGHT(play_discharge, "discharge", "discharge_root");
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errors_of_a_vibrated_box),     cmocka_unit_test(errors_of_the_layers_of_a_column),
        cmocka_unit_test(errors_of_a_dissipation_time), cmocka_unit_test(errors_of_a_cooling_gas),
        cmocka_unit_test(errors_of_a_discharge),
    };
    return cmocka_run_group_tests_name("measure_errors", tests, NULL, NULL);
}
