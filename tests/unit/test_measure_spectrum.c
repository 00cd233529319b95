/* Measures of a vibrated column on motions made by hand: the spectrum and the layers. */
#include "cases/measure/measure.h"
#include "tests/near.h"

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <string.h>

enum { BEADS = 4, POINTS = 1024 };
static const double frequency = 2.0, diameter = 0.01, interval = 1.0 / 50.3; /* about 25 samples a period */

struct sheet {
    size_t n;
    struct { char name[32]; double value; } numbers[16];
};

struct bench {
    struct gravel_system system;
    struct gravel_wall plate;
    struct gravel_particle initial[BEADS], now[BEADS];
    const struct gravel_measure_ops *ops;
    void *measure;
    struct gravel_options options;
    struct sheet sheet;
};

static void
take_number(void *self, const char *name, const char *unit, double value, double err)
{
    struct sheet *sheet = self;
    (void)unit, (void)err;
    assert_true(sheet->n < sizeof sheet->numbers / sizeof sheet->numbers[0]);
    snprintf(sheet->numbers[sheet->n].name, sizeof sheet->numbers[0].name, "%s", name);
    sheet->numbers[sheet->n++].value = value;
}

static void
take_table(void *self, const char *name, const char *columns, const char *units, size_t n_rows, const double *data)
{
    (void)self, (void)name, (void)columns, (void)units, (void)n_rows, (void)data;
}

static double
number(const struct bench *b, const char *name)
{
    for (size_t k = 0; k < b->sheet.n; k++)
        if (strcmp(b->sheet.numbers[k].name, name) == 0)
            return b->sheet.numbers[k].value;
    return NAN;
}

static enum gravel_status
begin(struct bench *b, const char *name, int64_t points)
{
    struct gravel_error error;
    *b = (struct bench){.plate = {.name = "plate", .shape = GRAVEL_PLANE, .axis = {0, 0, 1}, .restitution = 1.0,
                                  .contact = GRAVEL_OWN_RESTITUTION,
                                  .motion = {.amplitude = 0.02, .angular_frequency = 2.0 * M_PI * frequency}}};
    for (int k = 0; k < BEADS; k++)
        b->initial[k] = (struct gravel_particle){.x = {0, 0, diameter * (0.5 + k)}, .radius = 0.5 * diameter, .mass = 1.0};
    memcpy(b->now, b->initial, sizeof b->now);
    b->system = (struct gravel_system){
        .dimension = 1, .gravity = {0, 0, -9.81}, .n_particles = BEADS, .particles = b->initial, .n_walls = 1,
        .walls = &b->plate,
        .material = {.statement = GRAVEL_BY_RESTITUTION_AND_TIME, .restitution = 0.9, .contact_time = 1e-5}};
    b->ops = gravel_measure_find(name);
    assert_non_null(b->ops);
    if (points > 0) {
        const struct gravel_value value = {.type = GRAVEL_TYPE_INT, .real = (double)points};
        assert_int_equal(gravel_options_set(&b->options, "points", &value, &error), GRAVEL_OK);
    }
    return b->ops->create(&b->measure, &b->system, &b->options, &b->options, &error);
}

static void
feed(struct bench *b, double t)
{
    static const struct gravel_energy none;
    const struct gravel_state state = {.t = t, .system = &b->system, .particles = b->now, .energy = &none};
    b->ops->sample(b->measure, &state, NULL);
}

static enum gravel_status
finish(struct bench *b)
{
    struct gravel_error error;
    const struct gravel_state state = {.system = &b->system, .particles = b->now};
    const struct gravel_results results = {&b->sheet, take_number, take_table};
    const enum gravel_status status = b->ops->finish(b->measure, &state, &results, &error);
    b->ops->destroy(b->measure);
    gravel_options_free(&b->options);
    return status;
}

static void
spectrum_shares_the_power_among_its_lines(void **state)
{
    (void)state;
    struct bench b;
    assert_int_equal(begin(&b, "spectrum", POINTS), GRAVEL_OK);
    for (int k = 0; k <= 2 * POINTS; k++) {
        const double t = k * interval, w = 2.0 * M_PI * frequency;
        for (int i = 0; i < BEADS; i++) /* powers 3, 1, 2 of f, f/2 and 0.77 f */
            b.now[i].x.z = b.initial[i].x.z + 0.05 + sqrt(3.0) * sin(w * t) + sin(0.5 * w * t + 1.0) + sqrt(2.0) * cos(0.77 * w * t);
        feed(&b, t);
    }
    assert_int_equal(finish(&b), GRAVEL_OK);
    near("f", number(&b, "harmonic_power"), 3.0 / 6.0, 1e-3);
    near("f/2", number(&b, "subharmonic_power"), 1.0 / 6.0, 1e-3);
    near("rest", number(&b, "continuous_power"), 2.0 / 6.0, 1e-3);
}

static void
spectrum_of_noise_is_continuous(void **state)
{
    (void)state;
    struct bench b;
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    assert_int_equal(begin(&b, "spectrum", POINTS), GRAVEL_OK);
    for (int k = 0; k <= POINTS; k++) {
        b.now[0].x.z = b.initial[0].x.z + gsl_ran_gaussian(rng, 1.0);
        feed(&b, k * interval);
    }
    assert_int_equal(finish(&b), GRAVEL_OK);
    /* Lines at multiples of f/2 = 20.4 bins are 9 bins wide: 44 % of white noise lies there. */
    near("continuous", number(&b, "continuous_power"), 1.0 - 9.0 / 20.4, 0.06);
    assert_true(number(&b, "spectral_bins") > POINTS / 6);
    near("contrast", number(&b, "subharmonic_contrast"), 1.0, 0.6);
    gsl_rng_free(rng);
}

static void
spectrum_refuses_what_it_cannot_resolve(void **state)
{
    (void)state;
    struct bench b;
    assert_int_equal(begin(&b, "spectrum", 1000), GRAVEL_INPUT);
    gravel_options_free(&b.options);
    assert_int_equal(begin(&b, "spectrum", POINTS), GRAVEL_OK);
    for (int k = 0; k < POINTS; k++) /* one sample short */
        feed(&b, k * interval);
    assert_int_equal(finish(&b), GRAVEL_INPUT);
    assert_int_equal(begin(&b, "spectrum", 256), GRAVEL_OK);
    for (int k = 0; k <= 256; k++) /* f is 10 bins */
        feed(&b, k * interval);
    assert_int_equal(finish(&b), GRAVEL_INPUT);
}

/* Beads 1 and 2 go together, 3 against them, 4 on its own with a large swing. */
static void
layers_tell_blocks_from_single_beads(void **state)
{
    (void)state;
    struct bench b;
    assert_int_equal(begin(&b, "layers", 0), GRAVEL_OK);
    const double swing[BEADS] = {0.3, 0.3, -0.3, 3.0}; /* in diameters */
    enum { STEPS = 3200 };
    for (int k = 0; k <= 2 * STEPS; k++) {
        const double phase = 2.0 * M_PI * 40.0 * k / STEPS;
        for (int i = 0; i < BEADS; i++) {
            b.now[i].x.z = b.initial[i].x.z + diameter * swing[i] * sin(phase);
            b.now[i].v.z = i == 3 ? sin(phase) : swing[i] * cos(phase);
        }
        feed(&b, k);
    }
    assert_int_equal(finish(&b), GRAVEL_OK);
    near("lower half: pairs (1, 2) and (2, 3)", number(&b, "lower_correlation"), 0.0, 1e-9);
    near("top", number(&b, "top_correlation"), 0.0, 1e-3);
    near("peaks", number(&b, "peaked_beads"), 3.0, 1e-15);
}

/* Heights of an exponential: <z^2>/(2 <z>^2) = 1. */
static void
layers_know_an_exponential(void **state)
{
    (void)state;
    struct bench b;
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    assert_int_equal(begin(&b, "layers", 0), GRAVEL_OK);
    for (int k = 0; k < 40000; k++) {
        for (int i = 0; i < BEADS; i++)
            b.now[i].x.z = b.initial[i].x.z + gsl_ran_exponential(rng, 0.7);
        feed(&b, k);
    }
    assert_int_equal(finish(&b), GRAVEL_OK);
    near("shape", number(&b, "reduced_shape"), 1.0, 0.02);
    gsl_rng_free(rng);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spectrum_shares_the_power_among_its_lines),
        cmocka_unit_test(spectrum_of_noise_is_continuous),
        cmocka_unit_test(spectrum_refuses_what_it_cannot_resolve),
        cmocka_unit_test(layers_tell_blocks_from_single_beads),
        cmocka_unit_test(layers_know_an_exponential),
    };
    return cmocka_run_group_tests_name("column measures", tests, NULL, NULL);
}
