/* The error that goes with a function of averages is that of its scatter over runs: measures on random states. */
#include "tests/unit/measure_bench.h"
#include "tests/unit/random.h"

#include <math.h>

enum { RUNS = 600, SAMPLES = 256 };

/* Values and squared errors of one number over the runs. */
struct scatter {
    const char *name;
    double values[RUNS], variance;
};

static void
add_run(struct scatter *s, int run, const struct bench *b)
{
    const double err = error_of(&b->sheet, s->name);
    assert_true(err > 0.0);
    s->values[run] = number(&b->sheet, s->name);
    s->variance += err * err / RUNS;
}

/* The standard deviation of 600 runs is known within 3 %. */
static void
errors_are_right(const struct scatter *s)
{
    near(s->name, sqrt(s->variance) / gsl_stats_sd(s->values, 1, RUNS), 1.0, 0.1);
}

/* A random number of mean 1 and standard deviation 0.3. */
static double
around_one(gsl_rng *rng)
{
    return 1.0 + 0.3 * sqrt(12.0) * (gsl_rng_uniform(rng) - 0.5);
}

static void
errors_of_a_vibrated_box(void **state)
{
    (void)state;
    struct scatter sigma = {.name = "sigma"}, path = {.name = "free_path"}, shape = {.name = "profile_shape"};
    gsl_rng *rng = gravel_rng_create(5, "test", 0);
    for (int run = 0; run < RUNS; run++)
        for (int measure = 0; measure < 2; measure++) {
            struct bench b;
            make_bench(&b, 2, 4);
            add_wall(&b, GRAVEL_PLANE, v3(0, 0, 1))->motion =
                (struct gravel_motion){.angular_frequency = 20.0, .amplitude = 0.1};
            b.system.box = (struct gravel_box){.periodic = {true}, .low = v3(0, 0, 0), .high = v3(8, 0, 100)};
            set_real(&b.parameters, "run.samples", SAMPLES);
            BEGIN(&b, measure == 0 ? "vibrated_box" : "scaled_profile", NULL);
            for (int k = 0; k <= SAMPLES; k++) {
                const double height = 10.0 * around_one(rng), speed = around_one(rng) * around_one(rng);
                for (size_t i = 0; i < 4; i++) {
                    b.now[i].x.z = height * around_one(rng);
                    b.now[i].v = v3(speed, 0, 0);
                }
                take_sample(&b, k > 0 ? 0.1 : 0.0);
            }
            assert_int_equal(finish(&b), GRAVEL_OK);
            if (measure == 0) {
                add_run(&sigma, run, &b);
                add_run(&path, run, &b);
            } else {
                add_run(&shape, run, &b);
            }
            end(&b);
        }
    errors_are_right(&sigma);
    errors_are_right(&path);
    errors_are_right(&shape);
    gsl_rng_free(rng);
}

/* Beads whose velocities have a common part. */
static void
errors_of_the_layers_of_a_column(void **state)
{
    (void)state;
    struct scatter numbers[] = {{.name = "lower_correlation"}, {.name = "top_correlation"}, {.name = "reduced_shape"}};
    gsl_rng *rng = gravel_rng_create(6, "test", 0);
    for (int run = 0; run < RUNS; run++) {
        struct bench b;
        make_bench(&b, 1, 6);
        add_wall(&b, GRAVEL_PLANE, v3(0, 0, 1));
        BEGIN(&b, "layers", NULL);
        for (int k = 0; k <= SAMPLES; k++) {
            const double common = gsl_rng_uniform(rng) - 0.5, height = around_one(rng);
            for (size_t i = 0; i < 6; i++) {
                b.now[i].x.z = 0.5 + (double)i + (double)(i + 1) * height;
                b.now[i].v.z = common + gsl_rng_uniform(rng) - 0.5;
            }
            take_sample(&b, k > 0 ? 0.1 : 0.0);
        }
        assert_int_equal(finish(&b), GRAVEL_OK);
        for (int k = 0; k < 3; k++)
            add_run(&numbers[k], run, &b);
        end(&b);
    }
    for (int k = 0; k < 3; k++)
        errors_are_right(&numbers[k]);
    gsl_rng_free(rng);
}

/* Energies and losses between two samples that have nothing to do with each other. */
static void
errors_of_a_dissipation_time(void **state)
{
    (void)state;
    struct scatter numbers[] = {{.name = "dissipation_time"}, {.name = "critical_acceleration"}};
    gsl_rng *rng = gravel_rng_create(7, "test", 0);
    for (int run = 0; run < RUNS; run++) {
        struct bench b;
        make_bench(&b, 1, 4);
        add_wall(&b, GRAVEL_PLANE, v3(0, 0, 1))->motion =
            (struct gravel_motion){.angular_frequency = 20.0, .amplitude = 0.1};
        BEGIN(&b, "dissipation_time", NULL);
        for (int k = 0; k <= SAMPLES; k++) {
            b.energy.kinetic = 5.0 * (0.7 + 0.3 * around_one(rng)); /* counts in two intervals: less than the loss */
            b.energy.dissipated += around_one(rng);
            take_sample(&b, k > 0 ? 0.1 : 0.0);
        }
        assert_int_equal(finish(&b), GRAVEL_OK);
        for (int k = 0; k < 2; k++)
            add_run(&numbers[k], run, &b);
        end(&b);
    }
    for (int k = 0; k < 2; k++)
        errors_are_right(&numbers[k]);
    gsl_rng_free(rng);
}

/* 32 intervals of eight collisions a particle, of which each takes its own part of the energy. */
static void
errors_of_a_cooling_gas(void **state)
{
    (void)state;
    struct scatter numbers[] = {{.name = "cooling_per_collision"}, {.name = "haff_exponent"}};
    gsl_rng *rng = gravel_rng_create(8, "test", 0);
    for (int run = 0; run < RUNS; run++) {
        struct bench b;
        make_bench(&b, 2, 2);
        b.system.gravity = v3(0, 0, 0);
        b.system.box =
            (struct gravel_box){.periodic = {true, false, true}, .low = v3(0, 0, 0), .high = v3(100, 0, 100)};
        BEGIN(&b, "cooling", "skip", "0", NULL);
        double v = 1.0;
        for (int k = 0; k <= 256; k++) {
            b.now[0].v = v3(v, 0, 0);
            b.now[1].v = v3(-v, 0, 0);
            take_sample(&b, k > 0 ? 1.0 / v : 0.0);
            b.ops->event(b.measure, &(struct gravel_event){.t = b.t, .i = 0, .j = 1});
            v *= exp(-0.02 * around_one(rng));
        }
        assert_int_equal(finish(&b), GRAVEL_OK);
        for (int k = 0; k < 2; k++)
            add_run(&numbers[k], run, &b);
        end(&b);
    }
    for (int k = 0; k < 2; k++)
        errors_are_right(&numbers[k]);
    gsl_rng_free(rng);
}

/* 4800 particles through an orifice in 24 blocks of ten samples, of each of which half as many may be more or less. */
static void
errors_of_a_discharge(void **state)
{
    (void)state;
    enum { GRAINS = 480, STEPS = 240 };
    struct scatter numbers[] = {{.name = "discharge"}, {.name = "discharge_root"}};
    gsl_rng *rng = gravel_rng_create(9, "test", 0);
    for (int run = 0; run < RUNS; run++) {
        struct bench b;
        make_bench(&b, 3, GRAINS);
        add_wall(&b, GRAVEL_ORIFICE, v3(0, 0, 1))->radius = 4.0;
        BEGIN(&b, "discharge", "until", "1", NULL);
        int out = 0;
        for (int k = 0; k <= STEPS; k++) {
            out += k > 0 ? 1 + (gsl_rng_uniform(rng) < 0.5) : 0;
            for (int i = 0; i < GRAINS; i++)
                b.now[i].x.z = i < out ? -1.0 : 1.0;
            take_sample(&b, k > 0 ? 0.01 : 0.0);
        }
        assert_int_equal(finish(&b), GRAVEL_OK);
        for (int k = 0; k < 2; k++)
            add_run(&numbers[k], run, &b);
        end(&b);
    }
    for (int k = 0; k < 2; k++)
        errors_are_right(&numbers[k]);
    gsl_rng_free(rng);
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
