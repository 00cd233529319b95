/* Measures of waves in layers and gases, and pictures, on fields made by hand: closed forms. */
#include "tests/unit/measure_bench.h"

enum { SIDE = 32, GRAINS = SIDE * SIDE };

/* One grain of 1 m in every square of 2 m of a periodic box of 64 m, above a plate that swings once a second. */
static void
make_layer(struct bench *b, int dimension)
{
    make_bench(b, dimension, dimension == 3 ? GRAINS : SIDE);
    b->system.box = (struct gravel_box){.periodic = {true, dimension == 3, false}, .high = {64, 64, 0}};
    struct gravel_wall *plate = add_wall(b, GRAVEL_PLANE, v3(0, 0, 1));
    plate->motion.amplitude = 0.25;
    plate->motion.angular_frequency = 2.0 * M_PI;
    for (size_t k = 0; k < b->system.n_particles; k++)
        b->system.particles[k].x =
            v3(2.0 * (double)(k % SIDE) + 1.0, dimension == 3 ? 2.0 * (double)(k / SIDE) + 1.0 : 0.0, 3.0);
    set_real(&b->parameters, "run.periods", 40.0);
    set_real(&b->parameters, "run.samples", 40);
}

/* Heights 3 + amplitude (sum of cos(2 pi (w_x x/L_x + w_y y/L_y)) over n waves). */
static void
raise_waves(struct bench *b, double amplitude, int n, const int waves[][2])
{
    const struct vec3 side = b->system.box.high;
    for (size_t p = 0; p < b->system.n_particles; p++) {
        const struct vec3 x = b->system.particles[p].x;
        double sum = 0.0;
        for (int w = 0; w < n; w++)
            sum += cos(2.0 * M_PI * (waves[w][0] * x.x / side.x + waves[w][1] * x.y / side.y));
        b->now[p].x.z = 3.0 + amplitude * sum;
    }
}

static void
waves_of_twice_the_period_alternate(void **state)
{
    (void)state;
    static const int stripe[][2] = {{3, 0}};
    for (int dimension = 2; dimension <= 3; dimension++) {
        struct bench b;
        make_layer(&b, dimension);
        BEGIN(&b, "surface_pattern", NULL);
        raise_waves(&b, 0.5, 1, stripe);
        take_sample(&b, 0.0);
        near("nothing before", mean_value(&b, "pattern_variance", 0), 0.0, 0.0);
        raise_waves(&b, -0.5, 1, stripe);
        take_sample(&b, 1.0);
        near("variance", mean_value(&b, "pattern_variance", 0), 0.125, 1e-12);
        near("share", mean_value(&b, "subharmonic_share", 0), 1.0, 1e-12);
        near("k", mean_value(&b, "pattern_wave_number", 0), 2.0 * M_PI * 3.0 / 64.0, 1e-12);
        raise_waves(&b, -0.5, 1, stripe); /* a heap that stays */
        take_sample(&b, 1.0);
        near("variance", mean_value(&b, "pattern_variance", 0), 0.125, 1e-12);
        near("share of a heap", mean_value(&b, "subharmonic_share", 0), 0.0, 1e-12);
        raise_waves(&b, 0.0, 1, stripe); /* half of it alternates */
        take_sample(&b, 1.0);
        near("variance", mean_value(&b, "pattern_variance", 0), 0.0625, 1e-12);
        near("share of half", mean_value(&b, "subharmonic_share", 0), 0.5, 1e-12);
        assert_int_equal(finish(&b), GRAVEL_OK);
        assert_int_equal(b.sheet.tables[0].n_rows, b.system.n_particles);
        near("picture", b.sheet.tables[0].data[3], 3.0, 1e-12);
        near("picture before", b.sheet.tables[0].data[4], 3.0 - 0.5 * cos(2.0 * M_PI * 3.0 / 64.0), 1e-12);
        end(&b);
    }
}

static void
order_tells_stripes_squares_and_hexagons(void **state)
{
    (void)state;
    static const int stripes[][2] = {{3, 4}}, squares[][2] = {{4, 3}, {-3, 4}};
    /* Not quite hexagons: the third vector of a square box is at 63.4 and 116.6 degrees. */
    static const int hexagons[][2] = {{5, 0}, {2, 4}, {-2, 4}};
    const struct {
        const char *what;
        int n;
        const int (*waves)[2];
        double order[3], within;
    } patterns[] = {{"stripes", 1, stripes, {1, 1, 1}, 1e-12},
                    {"squares", 2, squares, {0, 1, 0}, 1e-12},
                    {"hexagons", 3, hexagons, {0, 0, 1}, 0.1}};
    for (size_t k = 0; k < sizeof patterns / sizeof *patterns; k++) {
        struct bench b;
        make_layer(&b, 3);
        BEGIN(&b, "surface_pattern", NULL);
        raise_waves(&b, 0.5, patterns[k].n, patterns[k].waves);
        take_sample(&b, 0.0);
        raise_waves(&b, -0.5, patterns[k].n, patterns[k].waves);
        take_sample(&b, 1.0);
        printf("# %s\n", patterns[k].what);
        near("order 2", mean_value(&b, "pattern_order.2", 0), patterns[k].order[0], patterns[k].within);
        near("order 4", mean_value(&b, "pattern_order.4", 0), patterns[k].order[1], k < 2 ? 1e-12 : 0.2);
        near("order 6", mean_value(&b, "pattern_order.6", 0), patterns[k].order[2], patterns[k].within);
        if (k < 2)
            near("skewness", mean_value(&b, "alternating_skewness", 0), 0.0, 1e-12);
        end(&b);
    }
}

/* In a box of sides 1 and sqrt(3)/2 they fit; 28 rows of squares. */
static void
hexagons_that_fit_their_box_have_the_order_six_alone(void **state)
{
    (void)state;
    static const int hexagons[][2] = {{0, 2}, {2, 1}, {-2, 1}};
    struct bench b;
    make_layer(&b, 3);
    b.system.box.high.y = 32.0 * sqrt(3.0);
    b.system.n_particles = (size_t)28 * SIDE;
    for (size_t k = 0; k < b.system.n_particles; k++)
        b.system.particles[k].x.y = ((double)(k / SIDE) + 0.5) * b.system.box.high.y / 28.0;
    BEGIN(&b, "surface_pattern", NULL);
    raise_waves(&b, 0.5, 3, hexagons);
    take_sample(&b, 0.0);
    raise_waves(&b, -0.5, 3, hexagons);
    take_sample(&b, 1.0);
    near("order 2", mean_value(&b, "pattern_order.2", 0), 0.0, 1e-12);
    near("order 4", mean_value(&b, "pattern_order.4", 0), 0.0, 1e-12);
    near("order 6", mean_value(&b, "pattern_order.6", 0), 1.0, 1e-12);
    near("k", mean_value(&b, "pattern_wave_number", 0), 2.0 * M_PI * 4.0 / sqrt(3.0) / 64.0, 1e-12);
    /* <s^3> = <s^2> = 3/2 of a sum s of these waves. */
    near("skewness", mean_value(&b, "alternating_skewness", 0), sqrt(2.0 / 3.0), 1e-12);
    raise_waves(&b, -0.5, 3, hexagons);
    take_sample(&b, 1.0);
    near("skewness of peaks that stay", mean_value(&b, "alternating_skewness", 0), 0.0, 1e-12);
    end(&b);
}

/* The plate is at its height of the same phase, and only whole periods count. */
static void
heights_are_above_the_plate_at_whole_periods(void **state)
{
    (void)state;
    static const int stripe[][2] = {{2, 0}};
    struct bench b;
    make_layer(&b, 3);
    b.system.walls[0].motion.phase = 0.5 * M_PI; /* 0.25 m up at whole periods */
    set_real(&b.parameters, "run.samples", 80);
    BEGIN(&b, "surface_pattern", NULL);
    raise_waves(&b, 0.5, 1, stripe);
    take_sample(&b, 0.0);
    raise_waves(&b, 7.0, 1, stripe); /* half a period later: not looked at */
    take_sample(&b, 0.5);
    raise_waves(&b, -0.5, 1, stripe);
    take_sample(&b, 0.5);
    near("variance", mean_value(&b, "pattern_variance", 0), 0.125, 1e-12);
    near("share", mean_value(&b, "subharmonic_share", 0), 1.0, 1e-12);
    take_sample(&b, 0.5);
    b.now[0].x = v3_add(b.now[1].x, v3(-64.0, 0, 0)); /* through the face; its own square is bare */
    take_sample(&b, 0.5);
    assert_int_equal(finish(&b), GRAVEL_OK);
    near("bare plate", b.sheet.tables[0].data[3], 0.0, 0.0);
    near("two grains", b.sheet.tables[0].data[5 + 3], b.now[1].x.z - 0.25, 1e-12);
    end(&b);
}

static void
a_length_in_seconds_has_no_periods(void **state)
{
    (void)state;
    struct bench b;
    make_layer(&b, 3);
    set_real(&b.parameters, "run.samples", 41);
    assert_int_equal(begin(&b, "surface_pattern", (const char *const[]){NULL}), GRAVEL_INPUT);
    end(&b);
}

/* n particles on a line of places x with velocities along y: one wave of the velocity, none of the density. */
static void
waves_of_a_gas_have_their_equilibrium_value(void **state)
{
    (void)state;
    enum { N = 64 };
    struct bench b;
    make_bench(&b, 2, N);
    b.system.box = (struct gravel_box){.periodic = {true, false, true}, .high = {8, 0, 8}};
    for (size_t k = 0; k < N; k++) {
        b.system.particles[k].x = v3(8.0 * (double)(k % 8) / 8.0, 0, 8.0 * (double)(k / 8) / 8.0);
        b.system.particles[k].v = v3(5.0, 0, 3.0 * cos(2.0 * M_PI * (double)(k % 8) / 8.0)); /* 5 m/s: the drift */
    }
    BEGIN(&b, "gas_modes", NULL);
    take_sample(&b, 0.0);
    /* |sum m u cos|^2 = (m 3 n/2)^2; T = m (9/2)/2; one of the two axes has the wave. */
    near("shear", mean_value(&b, "shear_mode", 0), 0.5 * (9.0 * N * N / 4.0) / (N * 9.0 / 4.0), 1e-10);
    near("sound", mean_value(&b, "sound_mode", 0), 0.0, 1e-10);
    near("density", mean_value(&b, "density_mode", 0), 0.0, 1e-10);
    for (size_t k = 0; k < N; k++)
        b.now[k].x.x = 4.0 * (double)(k % 2); /* half a wave length apart: all in phase at half the length */
    take_sample(&b, 1.0);
    near("density in planes", mean_value(&b, "density_mode", 0), 0.5 * N, 1e-10);
    end(&b);
}

/* Engines give paths without returns; pictures lie in the box. */
static void
snapshots_lie_inside_a_periodic_box(void **state)
{
    (void)state;
    struct bench b;
    make_bench(&b, 3, 1);
    b.system.box = (struct gravel_box){.periodic = {true, true, false}, .low = {1, 0, 0}, .high = {9, 4, 0}};
    BEGIN(&b, "snapshot", NULL);
    b.now[0].x = v3(-25.0, 6.5, -7.0);
    assert_int_equal(finish(&b), GRAVEL_OK);
    near("x", b.sheet.tables[0].data[0], 7.0, 0.0);
    near("y", b.sheet.tables[0].data[1], 2.5, 0.0);
    near("z", b.sheet.tables[0].data[2], -7.0, 0.0);
    end(&b);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(waves_of_twice_the_period_alternate),
        cmocka_unit_test(order_tells_stripes_squares_and_hexagons),
        cmocka_unit_test(hexagons_that_fit_their_box_have_the_order_six_alone),
        cmocka_unit_test(heights_are_above_the_plate_at_whole_periods),
        cmocka_unit_test(a_length_in_seconds_has_no_periods),
        cmocka_unit_test(waves_of_a_gas_have_their_equilibrium_value),
        cmocka_unit_test(snapshots_lie_inside_a_periodic_box),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
