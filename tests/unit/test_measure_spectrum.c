/* Measures of a vibrated column on motions made by hand: the spectrum and the layers. */
#include "tests/unit/measure_bench.h"

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

enum { BEADS = 4, POINTS = 1024 };
#define POINTS_TEXT "1024"
static const double frequency = 2.0, interval = 1.0 / 50.3; /* about 25 samples a period */

/* Beads one diameter of 1 m apart on a plate that vibrates. */
static void
make_column(struct bench *b)
{
    make_bench(b, 1, BEADS);
    add_wall(b, GRAVEL_PLANE, v3(0, 0, 1))->motion =
        (struct gravel_motion){.amplitude = 0.02, .angular_frequency = 2.0 * M_PI * frequency};
}

static double
rest(const struct bench *b, int bead)
{
    return b->system.particles[bead].x.z;
}

static void
spectrum_shares_the_power_among_its_lines(void **state)
{
    (void)state;
    struct bench b;
    make_column(&b);
    BEGIN(&b, "spectrum", "points", POINTS_TEXT, NULL);
    for (int k = 0; k <= 2 * POINTS; k++) {
        const double t = k * interval, w = 2.0 * M_PI * frequency;
        for (int i = 0; i < BEADS; i++) /* powers 3, 1, 2 of f, f/2 and 0.77 f */
            b.now[i].x.z =
                rest(&b, i) + 0.05 + sqrt(3.0) * sin(w * t) + sin(0.5 * w * t + 1.0) + sqrt(2.0) * cos(0.77 * w * t);
        take_sample(&b, interval);
    }
    assert_int_equal(finish(&b), GRAVEL_OK);
    near("f", number(&b.sheet, "harmonic_power"), 3.0 / 6.0, 1e-3);
    near("f/2", number(&b.sheet, "subharmonic_power"), 1.0 / 6.0, 1e-3);
    near("rest", number(&b.sheet, "continuous_power"), 2.0 / 6.0, 1e-3);
    end(&b);
}

/* The spectrum of a column whose lowest bead is at random heights. */
static void
take_noise(struct bench *b, const gsl_rng *rng)
{
    make_column(b);
    BEGIN(b, "spectrum", "points", POINTS_TEXT, NULL);
    for (int k = 0; k <= POINTS; k++) {
        b->now[0].x.z = rest(b, 0) + gsl_ran_gaussian(rng, 1.0);
        take_sample(b, interval);
    }
    assert_int_equal(finish(b), GRAVEL_OK);
}

static void
spectrum_of_noise_is_continuous(void **state)
{
    (void)state;
    struct bench b;
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    take_noise(&b, rng);
    /* Lines at multiples of f/2 = 20.4 bins are 9 bins wide: 44 % of white noise lies there. */
    near("continuous", number(&b.sheet, "continuous_power"), 1.0 - 9.0 / 20.4, 0.06);
    assert_true(number(&b.sheet, "spectral_bins") > POINTS / 6);
    gsl_rng_free(rng);
    end(&b);
}

/* Bands of f/8 = 5 bins, of exponential powers that the window correlates: a ratio scatters by about 0.5, its mean over
 * 100 by 0.05, and is above 1 by the variance of the midway bands, 0.1. */
static void
noise_has_no_subharmonic_contrast(void **state)
{
    (void)state;
    enum { TRIALS = 100 };
    double sum = 0.0;
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    for (int trial = 0; trial < TRIALS; trial++) {
        struct bench b;
        take_noise(&b, rng);
        sum += number(&b.sheet, "subharmonic_contrast");
        end(&b);
    }
    near("mean contrast", sum / TRIALS, 1.1, 0.2);
    gsl_rng_free(rng);
}

static void
spectrum_refuses_what_it_cannot_resolve(void **state)
{
    (void)state;
    struct bench b;
    make_column(&b);
    assert_int_equal(begin(&b, "spectrum", (const char *const[]){"points", "1000", NULL}), GRAVEL_INPUT);
    end(&b);
    make_column(&b);
    BEGIN(&b, "spectrum", "points", POINTS_TEXT, NULL);
    for (int k = 0; k < POINTS; k++) /* one sample short */
        take_sample(&b, interval);
    assert_int_equal(finish(&b), GRAVEL_INPUT);
    end(&b);
    make_column(&b);
    BEGIN(&b, "spectrum", "points", "256", NULL);
    for (int k = 0; k <= 256; k++) /* f is 10 bins */
        take_sample(&b, interval);
    assert_int_equal(finish(&b), GRAVEL_INPUT);
    end(&b);
}

/* Beads 1 and 2 go together, 3 against them, 4 on its own with a large swing. */
static void
layers_tell_blocks_from_single_beads(void **state)
{
    (void)state;
    struct bench b;
    make_column(&b);
    BEGIN(&b, "layers", NULL);
    const double swing[BEADS] = {0.3, 0.3, -0.3, 3.0}; /* in diameters */
    enum { STEPS = 3200 };
    for (int k = 0; k <= 2 * STEPS; k++) {
        const double phase = 2.0 * M_PI * 40.0 * k / STEPS;
        for (int i = 0; i < BEADS; i++) {
            b.now[i].x.z = rest(&b, i) + swing[i] * sin(phase);
            b.now[i].v.z = i == 3 ? sin(phase) : swing[i] * cos(phase);
        }
        take_sample(&b, 1.0);
    }
    assert_int_equal(finish(&b), GRAVEL_OK);
    near("lower half: pairs (1, 2) and (2, 3)", number(&b.sheet, "lower_correlation"), 0.0, 1e-9);
    near("top", number(&b.sheet, "top_correlation"), 0.0, 1e-3);
    near("peaks", number(&b.sheet, "peaked_beads"), 3.0, 1e-15);
    end(&b);
}

/* S3's regimes: nothing goes with its neighbour; all but the top bead do; all do. */
static void
layers_name_the_regime(void **state)
{
    (void)state;
    const double swing[3][BEADS] = {{1, -1, 1, -1}, {1, 1, 1, -1}, {1, 1, 1, 1}};
    for (int regime = 1; regime <= 3; regime++) {
        struct bench b;
        make_column(&b);
        BEGIN(&b, "layers", NULL);
        for (int k = 0; k <= 800; k++) {
            for (int i = 0; i < BEADS; i++)
                b.now[i].v.z = swing[regime - 1][i] * cos(0.1 * k);
            take_sample(&b, 1.0);
        }
        assert_int_equal(finish(&b), GRAVEL_OK);
        near("regime", number(&b.sheet, "regime"), regime, 0.0);
        end(&b);
    }
}

/* Heights of an exponential: <z^2>/(2 <z>^2) = 1. */
static void
layers_know_an_exponential(void **state)
{
    (void)state;
    struct bench b;
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    make_column(&b);
    BEGIN(&b, "layers", NULL);
    for (int k = 0; k < 40000; k++) {
        for (int i = 0; i < BEADS; i++)
            b.now[i].x.z = rest(&b, i) + gsl_ran_exponential(rng, 0.7);
        take_sample(&b, 1.0);
    }
    assert_int_equal(finish(&b), GRAVEL_OK);
    near("shape", number(&b.sheet, "reduced_shape"), 1.0, 0.02);
    gsl_rng_free(rng);
    end(&b);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spectrum_shares_the_power_among_its_lines),
        cmocka_unit_test(spectrum_of_noise_is_continuous),
        cmocka_unit_test(noise_has_no_subharmonic_contrast),
        cmocka_unit_test(spectrum_refuses_what_it_cannot_resolve),
        cmocka_unit_test(layers_tell_blocks_from_single_beads),
        cmocka_unit_test(layers_name_the_regime),
        cmocka_unit_test(layers_know_an_exponential),
    };
    return cmocka_run_group_tests_name("column measures", tests, NULL, NULL);
}
