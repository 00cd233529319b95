/* The measures of vibrated boxes, on states made by hand, give the numbers computed by hand. */
#include "tests/unit/measure_bench.h"

/* Disks of diameter 1 mm in a box 13 mm wide, e = 0.92, over a floor with A0 w = 0.5 m/s at 100/s. */
static void
make_box(struct bench *b, size_t n, bool periodic)
{
    make_bench(b, 2, n);
    b->system.material.restitution = 0.92;
    b->system.material.contact_time = 1e-5;
    for (size_t k = 0; k < n; k++) {
        b->system.particles[k].x = v3(0.5e-3, 0, 0.5e-3);
        b->system.particles[k].radius = 0.5e-3;
    }
    add_wall(b, GRAVEL_PLANE, v3(0, 0, 1))->motion =
        (struct gravel_motion){.angular_frequency = 200.0 * M_PI, .amplitude = 0.5 / (200.0 * M_PI)};
    if (periodic) {
        b->system.box = (struct gravel_box){.periodic = {true}, .low = v3(0, 0, 0), .high = v3(13e-3, 0, 1)};
        return;
    }
    add_wall(b, GRAVEL_PLANE, v3(1, 0, 0));
    add_wall(b, GRAVEL_PLANE, v3(-1, 0, 0))->origin = v3(13e-3, 0, 0);
}

static enum gravel_status
begin_with(struct bench *b, const char *name, double samples)
{
    set_real(&b->parameters, "run.samples", samples);
    return begin(b, name, (const char *const[]){NULL});
}

static const double *
table(const struct sheet *sheet, const char *name, size_t n_rows)
{
    for (size_t k = 0; k < sheet->n_tables; k++)
        if (strcmp(sheet->tables[k].name, name) == 0) {
            assert_int_equal(sheet->tables[k].n_rows, n_rows);
            return sheet->tables[k].data;
        }
    fail_msg("there is no table %s", name);
    return NULL;
}

/* S3 prints h_cm0 = 1.8 mm for N = 50, n_b = 12.5, d = 1 mm. */
static void
box_is_scaled_as_in_the_source(void **state)
{
    (void)state;
    for (int periodic = 0; periodic < 2; periodic++) {
        struct bench b;
        make_box(&b, 50, periodic);
        assert_int_equal(begin_with(&b, "vibrated_box", 40), GRAVEL_OK);
        take_sample(&b, 1e-3);
        assert_int_equal(finish(&b), GRAVEL_OK);
        near("n_b", number(&b.sheet, "row"), periodic ? 13.0 : 12.5, 1e-12);
        near("X", number(&b.sheet, "X"), periodic ? 50.0 / 13.0 * 0.08 : 0.32, 1e-12);
        near("alpha", number(&b.sheet, "alpha"), 0.5 * 200.0 * M_PI / 10.0, 1e-10);
        near("A0 w", number(&b.sheet, "peak_velocity"), 0.5, 1e-15);
        /* With 13 in a row there are three full layers and eleven disks on top (Eq. 49). */
        const double step = sqrt(3.0), rest = periodic ? 13.0 / 100.0 * ((1 - step / 2) * 3 + step / 2 * 9) +
                                                             11.0 / 100.0 * (1 + 3 * step)
                                                       : 0.5 * (1 + 1.5 * step);
        near("h_cm0", number(&b.sheet, "rest_height"), 1e-3 * rest, 1e-15);
        end(&b);
    }
}

/* All disks 20 mm above rest at 0.4 m/s: l = h/(N d) L, sigma = l/(v t_c). */
static void
height_is_scaled_with_floor_velocity_and_dissipation(void **state)
{
    (void)state;
    struct bench b;
    make_box(&b, 50, false);
    assert_int_equal(begin_with(&b, "vibrated_box", 40), GRAVEL_OK);
    const double rest = 0.5e-3 * (1 + 1.5 * sqrt(3.0));
    for (size_t k = 0; k < 50; k++) {
        b.now[k].x.z = rest + 20e-3 + (k % 2 == 0 ? 3e-3 : -3e-3);
        b.now[k].v = k % 3 == 0 ? v3(0.4, 0, 0) : v3(0, 0, -0.4);
    }
    for (int k = 0; k <= 40; k++)
        take_sample(&b, 1e-3);
    near("height", b.values[0], 20e-3, 1e-16);
    near("v^2", b.values[1], 0.16, 1e-15);
    near("reduced height", b.values[2], 20e-3 / pow(0.5, 1.5), 1e-15);
    near("prefactor", b.values[3], 20e-3 / pow(0.5, 1.5) * 0.32, 1e-15);
    near("dilute prefactor", b.values[4], 20e-3 * 10.0 * 0.32 / 0.25, 1e-14);
    assert_int_equal(finish(&b), GRAVEL_OK);
    near("l/L", number(&b.sheet, "free_path"), 20e-3 / (50 * 1e-3), 1e-14);
    near("its error", error_of(&b.sheet, "free_path"), 0.0, 1e-15);
    near("sigma", number(&b.sheet, "sigma"), 20e-3 * 13e-3 / (50 * 1e-3 * 0.4 * 1e-5), 1e-9);
    end(&b);
}

/* One disk goes up a cell a period and one goes down three columns further; between whole periods they are anywhere.  A
 * step adds half of itself to the cell that is left and to the one that is entered: while a disk passes each of n cells
 * once, J = 1/periods in every inner cell. */
static void
convection_field_is_that_of_the_steps(void **state)
{
    (void)state;
    enum { PERIODS = 60, STRIDE = 3 };
    struct bench b;
    make_box(&b, 320, false); /* the cells reach up to three times the heap's height: 69 rows */
    set_real(&b.parameters, "run.periods", PERIODS);
    assert_int_equal(begin_with(&b, "convection", PERIODS * STRIDE), GRAVEL_OK);
    for (int k = 0; k <= PERIODS * STRIDE; k++) {
        const bool whole = k % STRIDE == 0;
        b.now[0].x = whole ? v3(2.5e-3, 0, (0.5 + k / STRIDE) * 1e-3) : v3(7e-3, 0, 30e-3);
        b.now[1].x = whole ? v3(5.5e-3, 0, (65.5 - k / STRIDE) * 1e-3) : v3(1e-3, 0, 4e-3);
        take_sample(&b, 1e-3);
    }
    assert_int_equal(finish(&b), GRAVEL_OK);
    /* The last 45 periods count: 45 steps each way, 44 inner cells with two halves of a step and two outer ones with
     * one. */
    const double square = 2.0 * (44.0 + 2.0 * 0.25) / (45.0 * 45.0);
    near("J", number(&b.sheet, "convection_strength"), sqrt(square), 1e-14);
    assert_true(error_of(&b.sheet, "convection_strength") >= 0.0);
    near("noise", number(&b.sheet, "convection_noise"), sqrt(0.5 * 90.0) / 45.0, 1e-14);
    const double *upward = table(&b.sheet, "upward_flow", 13);
    for (size_t c = 0; c < 13; c++)
        near("upward flow", upward[2 * c + 1], c == 2 ? 1.0 : c == 5 ? -1.0 : 0.0, 1e-14);
    end(&b);
}

/* Steady rolls are the same in all blocks: J and its coherent part agree.  Disks that step up or down at random
 * from the same places have the strength of noise and nothing in common. */
static void
coherent_strength_tells_rolls_from_random_steps(void **state)
{
    (void)state;
    enum { PERIODS = 400, N = 24 };
    for (int random = 0; random < 2; random++) {
        struct bench b;
        make_box(&b, N, false);
        set_real(&b.parameters, "run.periods", PERIODS);
        assert_int_equal(begin_with(&b, "convection", PERIODS), GRAVEL_OK);
        uint64_t seed = 12345;
        for (int k = 0; k <= PERIODS; k++) {
            for (size_t i = 0; i < N; i++) {
                seed = seed * 6364136223846793005u + 1442695040888963407u;
                const double cell = random ? 1.0 + (double)(seed >> 62) : (double)((size_t)k / 2 % 4);
                const double side = random ? (double)(i % 12) : (double)(k % 4 == 1 || k % 4 == 2);
                b.now[i].x = v3((0.5 + side) * 1e-3, 0, (0.5 + cell) * 1e-3);
            }
            take_sample(&b, 1e-3);
        }
        assert_int_equal(finish(&b), GRAVEL_OK);
        const double all = number(&b.sheet, "convection_strength"), noise = number(&b.sheet, "convection_noise");
        const double coherent = number(&b.sheet, "coherent_strength");
        if (random) {
            /* Random cells undo each other's steps: even less than free random steps, and no common field. */
            assert_true(all < noise);
            assert_true(fabs(coherent) < 0.5 * noise);
        } else {
            assert_true(all > 5.0 * noise);
            near("coherent part", coherent / all, 1.0, 1e-2);
            assert_true(error_of(&b.sheet, "coherent_strength") < 0.05 * all);
        }
        end(&b);
    }
}

static void
convection_refuses_what_it_cannot_measure(void **state)
{
    (void)state;
    const double periods[] = {0.0, 59.0, 60.0}, samples[] = {400.0, 59.0, 80.0};
    for (size_t k = 0; k < 3; k++) {
        struct bench b;
        make_box(&b, 4, true);
        if (periods[k] > 0.0)
            set_real(&b.parameters, "run.periods", periods[k]);
        assert_int_equal(begin_with(&b, "convection", samples[k]), GRAVEL_INPUT);
        end(&b);
    }
    struct bench b;
    make_box(&b, 4, true);
    b.system.dimension = 3;
    assert_int_equal(begin_with(&b, "vibrated_box", 40), GRAVEL_INPUT);
    end(&b);
}

/* The way of the last 10 samples, through the periodic side of the box too. */
static void
displacement_is_the_way_of_the_last_samples(void **state)
{
    (void)state;
    struct bench b;
    make_box(&b, 2, true);
    assert_int_equal(begin_with(&b, "displacement", 25), GRAVEL_OK);
    for (int k = 0; k <= 25; k++) {
        b.now[0].x = v3(fmod(9.5e-3 + 0.2e-3 * k, 13e-3), 0, 1e-3 * k);
        take_sample(&b, 1e-3);
    }
    assert_int_equal(finish(&b), GRAVEL_OK);
    const double *row = table(&b.sheet, "displacement", 2);
    near("x", row[0], 12.5e-3, 1e-15); /* and 1.5 mm at the end */
    near("z", row[2], 15e-3, 1e-15);
    near("radius", row[3], 0.5e-3, 0.0);
    near("dx", row[4], 2e-3, 1e-15);
    near("dz", row[6], 10e-3, 1e-15);
    near("of the other", row[7 + 6], 0.0, 0.0);
    near("rms", number(&b.sheet, "rms_displacement"), sqrt((4e-6 + 100e-6) / 2), 1e-15);
    end(&b);
}

/* In a periodic box of 13 mm; without a periodic side any way is measured. */
static void
displacement_near_to_half_the_box_is_refused(void **state)
{
    (void)state;
    static const struct {
        double step;
        bool periodic;
        enum gravel_status expected;
    } ways[] = {{0.51e-3, true, GRAVEL_OK}, {0.53e-3, true, GRAVEL_INPUT}, {0.6e-3, false, GRAVEL_OK}};
    for (size_t w = 0; w < 3; w++) {
        struct bench b;
        make_box(&b, 2, ways[w].periodic);
        assert_int_equal(begin_with(&b, "displacement", 25), GRAVEL_OK);
        for (int k = 0; k <= 25; k++) {
            b.now[0].x = v3(fmod(ways[w].step * k, 13e-3), 0, 0);
            take_sample(&b, 1e-3);
        }
        assert_int_equal(finish(&b), ways[w].expected);
        end(&b);
    }
}

/* An exponential atmosphere of any height has exp(-h/h_cm), although the first quarter of the run is something else. */
static void
scaled_profile_of_an_atmosphere_is_an_exponential(void **state)
{
    (void)state;
    enum { N = 400, SAMPLES = 80 };
    for (int k = 0; k < 2; k++) {
        const double height = k == 0 ? 2e-3 : 0.7;
        struct bench b;
        make_box(&b, N, false);
        assert_int_equal(begin_with(&b, "scaled_profile", SAMPLES), GRAVEL_OK);
        for (int s = 0; s <= SAMPLES; s++) {
            const double scale = s <= SAMPLES / 4 ? 5.0 * height : s <= SAMPLES / 2 ? 0.9 * height : height;
            for (size_t i = 0; i < N; i++) /* quantiles, shifted from sample to sample */
                b.now[i].x.z = -scale * log(1.0 - ((double)i + (s + 0.5) / (SAMPLES + 1)) / N);
            take_sample(&b, 1e-3);
        }
        assert_int_equal(finish(&b), GRAVEL_OK);
        const double *profile = table(&b.sheet, "scaled_profile", 40);
        double integral = 0.0;
        for (size_t r = 0; r < 40; r++) {
            const double *row = profile + 3 * r, width = 2.0 * profile[0];
            /* The mean of the exponential over a bin. */
            near("density", row[1], exp(-row[0]) * sinh(0.5 * width) / (0.5 * width), 0.03);
            assert_true(row[2] >= 0.0 && row[2] < 0.02);
            integral += row[1] * width;
        }
        near("width of a bin", profile[0], 0.5 * 0.9 * 6.0 / 40, 0.01 * 0.07);
        near("integral", integral, 1.0 - exp(-0.9 * 6.0), 1e-3);
        near("shape", number(&b.sheet, "profile_shape"), 1.0, 0.02); /* the second half has the later quantiles */
        const double err = error_of(&b.sheet, "profile_shape");
        assert_true(err > 0.0 && err < 0.01);
        end(&b);
    }
}

static void
measures_that_apply_to_a_sheared_box_are_named(void **state)
{
    (void)state;
    struct bench b;
    struct gravel_error error;
    make_bench(&b, 3, 2);
    b.system.box = (struct gravel_box){.periodic = {true, true, true}, .high = v3(9, 9, 9), .shear_rate = 1.0};
    for (size_t k = 0; gravel_measures[k] != NULL; k++)
        if (gravel_measures[k]->needs == 0 && !gravel_measures[k]->sheared &&
            (gravel_measures[k]->dimensions & GRAVEL_IN_3D) != 0) {
            assert_int_equal(gravel_measure_fits(gravel_measures[k], &b.system, &error), GRAVEL_INPUT);
            break;
        }
    print_message("# %s\n", error.text);
    for (size_t k = 0; gravel_measures[k] != NULL; k++)
        assert_true(!gravel_measures[k]->sheared || strstr(error.text, gravel_measures[k]->name) != NULL);
    end(&b);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(box_is_scaled_as_in_the_source),
        cmocka_unit_test(height_is_scaled_with_floor_velocity_and_dissipation),
        cmocka_unit_test(convection_field_is_that_of_the_steps),
        cmocka_unit_test(coherent_strength_tells_rolls_from_random_steps),
        cmocka_unit_test(convection_refuses_what_it_cannot_measure),
        cmocka_unit_test(displacement_is_the_way_of_the_last_samples),
        cmocka_unit_test(displacement_near_to_half_the_box_is_refused),
        cmocka_unit_test(measures_that_apply_to_a_sheared_box_are_named),
        cmocka_unit_test(scaled_profile_of_an_atmosphere_is_an_exponential),
    };
    return cmocka_run_group_tests_name("measure_box", tests, NULL, NULL);
}
