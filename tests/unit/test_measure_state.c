/* Measures of structure and motion on states made by hand: closed forms. */
#include "engines/core/rng.h"
#include "tests/unit/measure_bench.h"

#include <gsl/gsl_randist.h>

/* n random points of radius r in a periodic cube of 10 m. */
static void
make_ideal_gas(struct bench *b, size_t n, double r)
{
    gsl_rng *rng = gravel_rng_create(5, "test state", 0);
    assert_non_null(rng);
    make_bench(b, 3, n);
    b->system.gravity = v3(0, 0, 0);
    b->system.box = (struct gravel_box){.periodic = {true, true, true}, .high = {10, 10, 10}};
    for (size_t k = 0; k < n; k++) {
        struct gravel_particle *p = &b->system.particles[k];
        p->radius = r;
        p->x = v3(10.0 * gsl_rng_uniform(rng), 10.0 * gsl_rng_uniform(rng), 10.0 * gsl_rng_uniform(rng));
        p->v = v3(gsl_ran_ugaussian(rng), gsl_ran_ugaussian(rng), gsl_ran_ugaussian(rng));
    }
    gsl_rng_free(rng);
}

static void
pairs_of_an_ideal_gas_have_no_structure(void **state)
{
    (void)state;
    struct bench b;
    enum { N = 1500, SHELLS = 20 };
    make_ideal_gas(&b, N, 0.5);
    BEGIN(&b, "radial_distribution", "to", "5", "shells", "4", NULL);
    take_sample(&b, 0.0);
    double pairs = 0.0, expected = 0.0;
    for (size_t k = 0; k < SHELLS; k++) {
        const double inner = 0.25 * (double)k, outer = inner + 0.25;
        const double mean = 0.5 * N * (N - 1.0) * 4.0 / 3.0 * M_PI * (pow(outer, 3) - pow(inner, 3)) / 1000.0;
        const double g = mean_value(&b, "radial_distribution", k);
        near("g", g, 1.0, 4.0 / sqrt(mean));
        pairs += g * mean;
        expected += mean;
    }
    near("all pairs within 5 m", pairs, expected, 4.0 * sqrt(expected));
    end(&b);
}

/* A simple cubic lattice of spacing 1 m: 3 pairs a particle at distance 1. */
static void
pairs_of_a_lattice_are_counted_once(void **state)
{
    (void)state;
    struct bench b;
    make_bench(&b, 3, 216);
    b.system.box = (struct gravel_box){.periodic = {true, true, true}, .high = {6, 6, 6}};
    for (size_t k = 0; k < 216; k++)
        b.system.particles[k].x = v3((double)(k % 6), (double)(k / 6 % 6), (double)(k / 36) + 1e-9);
    BEGIN(&b, "radial_distribution", "to", "1.5", "shells", "10", NULL);
    for (size_t k = 0; k < 216; k++)
        b.now[k].radius = 0.49;
    take_sample(&b, 0.0);
    double pairs = 0.0;
    for (size_t k = 0; k < 14; k++)
        pairs += b.values[k] * 0.5 * 216 * 215 * 4.0 / 3.0 * M_PI *
                 (pow(0.1 * (double)(k + 1), 3) - pow(0.1 * (double)k, 3)) / 216.0;
    near("3 N pairs nearer than the diagonal", pairs, 3.0 * 216.0, 1e-9);
    end(&b);
}

static void
a2_is_zero_of_maxwellian_and_known_of_two_speeds(void **state)
{
    (void)state;
    struct bench b;
    /* Few particles, many times: the correction for N is 2/(3 x 4) here. */
    double sum = 0.0;
    enum { SETS = 20000 };
    gsl_rng *rng = gravel_rng_create(6, "test state", 1);
    assert_non_null(rng);
    make_bench(&b, 3, 5);
    BEGIN(&b, "velocity_distribution", "to", "3", "bins", "6", NULL);
    for (int s = 0; s < SETS; s++) {
        for (size_t k = 0; k < 5; k++)
            b.now[k].v = v3(2.0 + gsl_ran_ugaussian(rng), gsl_ran_ugaussian(rng), gsl_ran_ugaussian(rng));
        take_sample(&b, 1.0);
        sum += mean_value(&b, "a2.grain", 0) / SETS;
    }
    gsl_rng_free(rng);
    near("a2 of five Maxwellian particles", sum, 0.0, 0.01);
    end(&b);
    make_bench(&b, 2, 4);
    BEGIN(&b, "velocity_distribution", "to", "2", "bins", "4", NULL);
    b.now[0].v = v3(1, 0, 0);
    b.now[1].v = v3(-1, 0, 0);
    b.now[2].v = v3(0, 0, 2);
    b.now[3].v = v3(0, 0, -2);
    take_sample(&b, 1.0);
    /* <v^2> = 2.5, <v^4> = 8.5; (2/4) 8.5/6.25 (1 + 2/(2 x 3)) - 1 */
    near("a2", mean_value(&b, "a2.grain", 0), 0.5 * 8.5 / 6.25 * 4.0 / 3.0 - 1.0, 1e-14);
    /* sqrt(2 T/m) = sqrt(2.5): components 0 (4 times), +-0.63 and +-1.26 */
    near("bin -1 .. 0", mean_value(&b, "velocity_distribution.grain", 1), 1.0 / 8.0, 1e-14);
    near("bin 0 .. 1", mean_value(&b, "velocity_distribution.grain", 2), 5.0 / 8.0, 1e-14);
    near("bin 1 .. 2", mean_value(&b, "velocity_distribution.grain", 3), 1.0 / 8.0, 1e-14);
    end(&b);
}

static void
fabric_of_a_stack_points_along_it(void **state)
{
    (void)state;
    struct bench b;
    make_bench(&b, 3, 4); /* on the z axis, touching; the fourth is lifted */
    add_wall(&b, GRAVEL_PLANE, v3(0, 0, 1));
    BEGIN(&b, "fabric", "touch", "1e-6", NULL);
    b.now[3].x = v3(0, 0.6, 2.5 + 0.8);
    b.now[2].x = v3(0, 0, 2.5);
    take_sample(&b, 1.0);
    near("3 pairs and the floor", mean_value(&b, "contact_number", 0), 7.0 / 4.0, 1e-15);
    near("zz", mean_value(&b, "fabric.zz", 0), (1.0 + 1.0 + 0.64) / 3.0, 1e-12);
    near("yy", mean_value(&b, "fabric.yy", 0), 0.36 / 3.0, 1e-12);
    near("yz", mean_value(&b, "fabric.yz", 0), 0.48 / 3.0, 1e-12);
    near("loose", mean_value(&b, "loose_fraction", 0), 0.0, 0.0);
    end(&b);
}

static void
flux_counts_crossings_through_faces_too(void **state)
{
    (void)state;
    struct bench b;
    make_ideal_gas(&b, 3, 0.1);
    b.system.particles[0].x.z = 4.5; /* crosses z = 5 upwards */
    b.system.particles[1].x.z = 9.9; /* crosses the face only */
    b.system.particles[2].x.z = 5.2; /* crosses downwards and is twice as heavy */
    b.system.particles[2].mass = 4.0;
    for (size_t k = 0; k < 3; k++)
        b.system.particles[k].v = v3(0, 0, k == 2 ? -0.8 : 0.8);
    BEGIN(&b, "flux", "at", "5", NULL);
    take_sample(&b, 0.0);
    b.now[0].x.z = 5.3;
    b.now[1].x.z = 0.7;
    b.now[2].x.z = 4.4;
    take_sample(&b, 0.5);
    near("net", mean_value(&b, "flux", 0), 0.0, 1e-15);
    near("mass", mean_value(&b, "mass_flux", 0), (2.0 - 4.0) / (100.0 * 0.5), 1e-15);
    b.now[2].x.z = 4.0;
    b.now[0].x.z = 6.0;
    b.now[1].x.z = 4.9; /* 4.2 up */
    take_sample(&b, 0.5);
    b.now[1].x.z = 5.1;
    take_sample(&b, 0.5);
    near("one up", mean_value(&b, "flux", 0), 1.0 / (100.0 * 0.5), 1e-15);
    near("over momentum", mean_value(&b, "flux_over_momentum", 0), 0.02 / (0.8 / 1000.0), 1e-10);
    end(&b);
}

/* The plane near a face: the way from 9.9 m to 0.7 m passes it. */
static void
flux_counts_crossings_of_images(void **state)
{
    (void)state;
    struct bench b;
    make_ideal_gas(&b, 1, 0.1);
    b.system.particles[0].x.z = 9.9;
    BEGIN(&b, "flux", "at", "0.5", NULL);
    take_sample(&b, 0.0);
    b.now[0].x.z = 0.7;
    take_sample(&b, 0.5);
    near("up", mean_value(&b, "flux", 0), 1.0 / (100.0 * 0.5), 1e-15);
    b.now[0].x.z = 9.8;
    take_sample(&b, 0.5);
    near("down", mean_value(&b, "flux", 0), -1.0 / (100.0 * 0.5), 1e-15);
    end(&b);
}

static void
spectrum_of_a_wavy_surface_is_one_line(void **state)
{
    (void)state;
    struct bench b;
    enum { N = 64 };
    make_bench(&b, 2, N);
    b.system.box = (struct gravel_box){.periodic = {true, false, false}, .high = {8, 0, 0}};
    for (size_t k = 0; k < N; k++) {
        b.system.particles[k].radius = 0.01; /* the places lie N to 8 m, one a particle */
        b.system.particles[k].x = v3(8.0 * (double)k / N, 0, 3.0 + 0.2 * sin(2.0 * M_PI * 5.0 * (double)k / N));
    }
    BEGIN(&b, "surface_spectrum", "points", "64", NULL);
    take_sample(&b, 1.0);
    near("height", mean_value(&b, "surface_height", 0), 3.01, 1e-12);
    near("variance", mean_value(&b, "surface_variance", 0), 0.02, 1e-12);
    near("power at 5/L", mean_value(&b, "surface_spectrum", 4), 0.02, 1e-12);
    near("power at 6/L", mean_value(&b, "surface_spectrum", 5), 0.0, 1e-12);
    near("k", mean_value(&b, "surface_wave_number", 0), 2.0 * M_PI * 5.0 / 8.0, 1e-9);
    b.now[3].x.z = -9.0; /* a hole: the straight line between its neighbours */
    b.now[3].x.x = b.now[4].x.x;
    take_sample(&b, 1.0);
    const double bridged = 0.5 * (b.now[2].x.z + b.now[4].x.z);
    near("bridged", mean_value(&b, "surface_height", 0), 3.01 + (bridged - b.system.particles[3].x.z) / N, 1e-12);
    end(&b);
}

static void
heights_of_species_have_the_dimension_in_their_ideal(void **state)
{
    (void)state;
    static const double ideal[4] = {0.0, 2.0 / 3.0, 0.5, 0.4};
    for (int d = 2; d <= 3; d++) {
        struct bench b;
        make_bench(&b, d, 2);
        add_wall(&b, GRAVEL_PLANE, v3(0, 0, 1));
        b.system.particles[0].v = v3(1, 0, 1);
        b.system.particles[1].v = v3(-1, 0, 1);
        BEGIN(&b, "species_heights", NULL);
        take_sample(&b, 1.0);
        const double energy = 0.5 * 2.0 * 2.0 + 2.0 * 10.0 * 0.5; /* a particle; bottoms at 0 and 1 */
        near("height", mean_value(&b, "height.grain", 0), 0.5, 1e-15);
        near("temperature", mean_value(&b, "temperature.grain", 0), 2.0 * 2.0 / d, 1e-14);
        near("scaled", mean_value(&b, "scaled_height.grain", 0), 0.5 * 2.0 * 10.0 / (ideal[d] * energy), 1e-14);
        near("kurtosis", mean_value(&b, "kurtosis.grain", 0), d / (d + 2.0), 1e-15);
        end(&b);
    }
}

static void
displacements_of_species_are_unwrapped(void **state)
{
    (void)state;
    struct bench b;
    make_ideal_gas(&b, 4, 0.1);
    b.system.n_species = 2;
    strcpy(b.system.species_name[1], "fast");
    for (size_t k = 0; k < 4; k++) {
        b.system.particles[k].species = k >= 3;
        b.system.particles[k].x = v3(1, 1, 1);
    }
    BEGIN(&b, "diffusion", "lag", "2", NULL);
    take_sample(&b, 0.0);
    for (int s = 1; s <= 8; s++) { /* 1 and 3 m a sample, through the faces */
        for (size_t k = 0; k < 4; k++)
            b.now[k].x.x = fmod(1.0 + (k >= 3 ? 3.0 : 1.0) * s, 10.0);
        take_sample(&b, 0.5);
    }
    assert_int_equal(finish(&b), GRAVEL_OK);
    near("slow", number(&b.sheet, "square_displacement.grain"), 4.0, 1e-12);
    near("fast", number(&b.sheet, "square_displacement.fast"), 36.0, 1e-11);
    near("lag", number(&b.sheet, "lag_time"), 1.0, 1e-15);
    near("slope", number(&b.sheet, "diffusion.fast"), (144.0 - 36.0) / 6.0, 1e-11);
    end(&b);
}

/* What a measure reports on any system is declared, and every measure fits some dimension. */
static void
yields_are_declared(void **state)
{
    (void)state;
    for (size_t k = 0; gravel_measures[k] != NULL; k++) {
        const struct gravel_measure_ops *ops = gravel_measures[k];
        assert_true((ops->dimensions & GRAVEL_IN_ANY) != 0);
        assert_non_null(ops->yields);
        assert_non_null(ops->yields[0].name);
        for (const struct gravel_yield *y = ops->yields; y->name != NULL; y++)
            assert_ptr_equal(gravel_measure_yield(ops, y->name, y->columns != NULL), y);
    }
    const struct gravel_measure_ops *heights = gravel_measure_find("species_heights");
    assert_non_null(gravel_measure_yield(heights, "height.light", false));
    assert_null(gravel_measure_yield(heights, "height.", false));
    assert_null(gravel_measure_yield(heights, "height", false));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_of_an_ideal_gas_have_no_structure),
        cmocka_unit_test(pairs_of_a_lattice_are_counted_once),
        cmocka_unit_test(a2_is_zero_of_maxwellian_and_known_of_two_speeds),
        cmocka_unit_test(fabric_of_a_stack_points_along_it),
        cmocka_unit_test(flux_counts_crossings_through_faces_too),
        cmocka_unit_test(flux_counts_crossings_of_images),
        cmocka_unit_test(spectrum_of_a_wavy_surface_is_one_line),
        cmocka_unit_test(heights_of_species_have_the_dimension_in_their_ideal),
        cmocka_unit_test(displacements_of_species_are_unwrapped),
        cmocka_unit_test(yields_are_declared),
    };
    return cmocka_run_group_tests_name("measures of states", tests, NULL, NULL);
}
