/* Sizes follow their distribution, and insertion at random fills what the walls leave without overlap. */
#include "cases/prepare/region.h"
#include "cases/prepare/size.h"
#include "engines/core/rng.h"
#include "tests/unit/prepare_bench.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sort.h>

enum { N_SIZES = 20000 };

static const struct gravel_size uniform = {.law = GRAVEL_SIZE_UNIFORM, .spread = 0.3};
static const struct gravel_size log_normal = {.law = GRAVEL_SIZE_LOG_NORMAL, .spread = 0.3246, .truncation = 2.0};

static double
uniform_cdf(double x)
{
    return gsl_cdf_flat_P(x, 0.7, 1.3);
}

/* Of ln d: a normal one cut at two standard deviations. */
static double
log_normal_cdf(double x)
{
    const double tail = gsl_cdf_ugaussian_P(-2.0);
    return (gsl_cdf_ugaussian_P(log(x) / 0.3246) - tail) / (1.0 - 2.0 * tail);
}

static void
draw(const struct gravel_size *size, double *x)
{
    gsl_rng *rng = gravel_rng_create(4, "sizes", 0);
    assert_non_null(rng);
    for (size_t k = 0; k < N_SIZES; k++)
        x[k] = gravel_size_draw(size, rng);
    gsl_rng_free(rng);
}

/* Moment of order `power` of f(x) with its standard error from the sample: within four of them of the exact one. */
static void
check_moment(const char *what, const double *x, double power, double exact)
{
    double sum = 0.0, square = 0.0;
    for (size_t k = 0; k < N_SIZES; k++) {
        const double m = pow(x[k], power);
        sum += m / N_SIZES;
        square += m * m / N_SIZES;
    }
    near(what, sum, exact, 4.0 * sqrt((square - sum * sum) / N_SIZES));
}

static void
sizes_have_the_moments_of_their_distribution(void **state)
{
    (void)state;
    double *x = malloc(N_SIZES * sizeof *x);
    assert_non_null(x);
    draw(&uniform, x);
    check_moment("mean", x, 1.0, 1.0);
    check_moment("second", x, 2.0, 1.0 + 0.09 / 3.0);
    check_moment("third, the volume", x, 3.0, 1.0 + 0.09);
    draw(&log_normal, x);
    for (double power = 1.0; power < 3.5; power += 1.0) {
        /* exp(p s y) over a normal y cut at +-2: the normal about p s, cut at the same places. */
        const double a = power * 0.3246;
        const double kept = gsl_cdf_ugaussian_P(2.0) - gsl_cdf_ugaussian_P(-2.0);
        check_moment("log-normal", x, power,
                     exp(0.5 * a * a) * (gsl_cdf_ugaussian_P(2.0 - a) - gsl_cdf_ugaussian_P(-2.0 - a)) / kept);
    }
    free(x);
}

/* Kolmogorov-Smirnov at the 0.1 % level: D sqrt(n) < 1.95. */
static void
sizes_pass_kolmogorov_and_smirnov(void **state)
{
    (void)state;
    static const struct {
        const struct gravel_size *size;
        double (*cdf)(double x);
    } laws[] = {{&uniform, uniform_cdf}, {&log_normal, log_normal_cdf}};
    double *x = malloc(N_SIZES * sizeof *x);
    assert_non_null(x);
    for (size_t law = 0; law < 2; law++) {
        draw(laws[law].size, x);
        gsl_sort(x, 1, N_SIZES);
        double d = 0.0;
        for (size_t k = 0; k < N_SIZES; k++) {
            const double f = laws[law].cdf(x[k]);
            d = fmax(d, fmax(f - (double)k / N_SIZES, (double)(k + 1) / N_SIZES - f));
        }
        near("D sqrt(n)", d * sqrt(N_SIZES), 0.0, 1.95);
    }
    free(x);
}

static void
equal_sizes_draw_nothing(void **state)
{
    (void)state;
    const struct gravel_size equal = {.law = GRAVEL_SIZE_EQUAL};
    near("size", gravel_size_draw(&equal, NULL), 1.0, 0.0);
}

static void
random_fills_a_box_of_every_dimension(void **state)
{
    (void)state;
    static const char *const high[4] = {NULL, "[0, 0, 300]", "[20, 0, 20]", "[8, 8, 8]"};
    static const double packing[4] = {0.0, 200.0 / 300.0, 200.0 * M_PI / 4.0 / 400.0, 200.0 * M_PI / 6.0 / 512.0};
    for (int dimension = 1; dimension <= 3; dimension++) {
        struct gravel_system s;
        make_system(&s, dimension, 200);
        assert_int_equal(
            PREPARE(&s, "random", 5, "low", "[0, 0, 0]", "high", high[dimension], "temperature", "2", NULL), GRAVEL_OK);
        check(&s);
        print_message("# packing %.3f\n", packing[dimension]);
        near("kinetic energy", gravel_kinetic_energy(s.particles, 200), 0.5 * dimension * 200 * 2.0, 1e-10);
        for (size_t k = 0; k < 200; k++) {
            assert_true(s.particles[k].x.z >= 0.5);
            assert_true(dimension != 1 || k == 0 || s.particles[k].x.z > s.particles[k - 1].x.z);
        }
        gravel_system_free(&s);
    }
}

/* Uniform in a periodic box: the cosine of the place along an axis has the mean 0 and the variance 1/2. */
static void
random_is_uniform_where_the_box_is_periodic(void **state)
{
    (void)state;
    struct gravel_system s;
    make_system(&s, 3, 600);
    s.box = (struct gravel_box){.periodic = {true, true, true}, .low = {0, 0, 0}, .high = {11, 11, 11}};
    assert_int_equal(PREPARE(&s, "random", 9, "low", "[0, 0, 0]", "high", "[11, 11, 11]", NULL), GRAVEL_OK);
    check(&s);
    double sum = 0.0;
    size_t on_faces = 0;
    for (size_t k = 0; k < 600; k++) {
        sum += cos(2.0 * M_PI * s.particles[k].x.x / 11.0);
        on_faces += s.particles[k].x.y < 0.5 || s.particles[k].x.y > 10.5;
    }
    near("mean cosine", sum / 600.0, 0.0, 4.0 * sqrt(0.5 / 600.0));
    near("part cut by the faces", (double)on_faces / 600.0, 1.0 / 11.0, 4.0 * sqrt(1.0 / 11.0 / 600.0));
    gravel_system_free(&s);
}

static void
random_keeps_to_the_middle_of_cylinder_and_planes(void **state)
{
    (void)state;
    struct gravel_system s;
    make_system(&s, 3, 150);
    add_wall(&s, (struct gravel_wall){.name = "tube", .shape = GRAVEL_CYLINDER, .axis = {0, 0, 1}, .radius = 4.0});
    add_wall(&s, (struct gravel_wall){.name = "floor", .shape = GRAVEL_PLANE, .origin = {0, 0, 1}, .axis = {0, 0, 1}});
    add_wall(&s, (struct gravel_wall){.name = "lid", .shape = GRAVEL_PLANE, .origin = {0, 0, 9}, .axis = {0, 0, 1}});
    assert_int_equal(PREPARE(&s, "random", 5, "low", "[-6, -6, -2]", "high", "[6, 6, 12]", NULL), GRAVEL_OK);
    check(&s);
    for (size_t k = 0; k < 150; k++) {
        const struct vec3 x = s.particles[k].x;
        assert_true(hypot(x.x, x.y) <= 3.5 && x.z >= 1.5 && x.z <= 8.5);
    }
    gravel_system_free(&s);
}

/* The largest go first, so that a few giants still find their places. */
static void
random_places_a_hundredfold_spread_of_sizes(void **state)
{
    (void)state;
    struct gravel_system s;
    make_system(&s, 3, 2000);
    for (size_t k = 0; k < 2000; k++)
        s.particles[k].radius = k < 1996 ? 0.02 : 2.0;
    assert_int_equal(PREPARE(&s, "random", 5, "low", "[0, 0, 0]", "high", "[9, 9, 9]", NULL), GRAVEL_OK);
    check(&s);
    gravel_system_free(&s);
}

static void
random_names_the_packing_that_it_reached(void **state)
{
    (void)state;
    struct gravel_system s;
    struct gravel_error error = {0};
    make_system(&s, 2, 2000);
    assert_int_equal(
        prepare_with(&s, "random", 1, (const char *const[]){"low", "[0, 0, 0]", "high", "[30, 0, 30]", NULL}, &error),
        GRAVEL_INPUT);
    const char *packing = strstr(error.text, "at a packing of ");
    assert_non_null(packing);
    const double reached = strtod(packing + strlen("at a packing of "), NULL);
    near("packing", reached, 0.53, 0.03); /* a little below 0.547: the faces keep some room */
    gravel_system_free(&s);
}

/* In both dimensions, with unlike masses: every pair meets within the flight, at the stated angle and speed, and all of
 * them drift. */
static void
pairs_meet_at_the_stated_angle_and_speed(void **state)
{
    (void)state;
    for (int dimension = 2; dimension <= 3; dimension++) {
        struct gravel_system s;
        make_system(&s, dimension, 54);
        s.box = (struct gravel_box){.periodic = {true, dimension == 3, true}, .low = {-3, 0, 2}, .high = {87, 90, 92}};
        for (size_t k = 0; k < 54; k += 2)
            s.particles[k].mass = 6.0;
        assert_int_equal(
            PREPARE(&s, "pairs", 7, "speed", "2", "angle", "30", "flight", "3", "drift", "[0.25, 0, -1]", NULL),
            GRAVEL_OK);
        check(&s);
        double latest = 0.0;
        for (size_t k = 0; k < 54; k += 2) {
            const struct gravel_particle *p = &s.particles[k];
            const struct vec3 d = v3_sub(p[0].x, p[1].x), u = v3_sub(p[0].v, p[1].v);
            const struct vec3 r = v3(remainder(d.x, 90), dimension == 3 ? remainder(d.y, 90) : 0, remainder(d.z, 90));
            const double b = v3_dot(r, u), t = (v3_norm2(r) - 1.0) / (sqrt(b * b - 4.0 * (v3_norm2(r) - 1.0)) - b);
            const struct vec3 n = v3_axpy(r, t, u);
            near("speed", v3_norm(u), 2.0, 1e-14);
            near("line of centres", v3_norm(n), 1.0, 1e-13);
            near("angle", -v3_dot(u, n), 2.0 * cos(M_PI / 6.0), 1e-12);
            assert_true(t > 0.0 && t <= 3.0);
            latest = fmax(latest, t);
            const struct vec3 drift = v3_scale(0.125, v3_add(v3_scale(6.0, p[0].v), v3_scale(2.0, p[1].v)));
            near("drift", v3_norm(v3_sub(drift, v3(0.25, 0, -1))), 0.0, 1e-14);
        }
        assert_true(latest > 2.0);
        gravel_system_free(&s);
    }
}

static void
pairs_refuse_what_they_cannot_place(void **state)
{
    (void)state;
    static const struct {
        size_t n;
        bool periodic;
        const char *flight, *drift, *why;
    } bad[] = {{9, true, "1", "[0, 0, 0]", "prepare.pairs: found 9 particles"},
               {8, false, "1", "[0, 0, 0]", "periodic on every axis"},
               {8, true, "9", "[0, 0, 0]", "prepare.pairs.flight: particles that fly up to 9 m need cells"},
               {8, true, "1", "[0, 1, 0]", "prepare.pairs.drift: found 1 m/s along y"}};
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        struct gravel_system s;
        struct gravel_error error = {0};
        make_system(&s, 2, bad[k].n);
        s.box = (struct gravel_box){.periodic = {true, false, bad[k].periodic}, .high = {20, 0, 20}};
        const char *const settings[] = {"speed", "2", "flight", bad[k].flight, "drift", bad[k].drift, NULL};
        assert_int_equal(prepare_with(&s, "pairs", 1, settings, &error), GRAVEL_INPUT);
        if (strstr(error.text, bad[k].why) == NULL)
            fail_msg("%s", error.text);
        gravel_system_free(&s);
    }
}

/* A hole that has room for one disk of two: the second is given up after a stated number of draws, of which one in
 * three thousand lies in the hole. */
static void
a_narrow_hole_is_refused_soon(void **state)
{
    (void)state;
    static const struct vec3 corner = {10.0, 0.0, 10.0};
    struct gravel_system s;
    struct gravel_error error = {0};
    make_system(&s, 2, 2);
    add_wall(&s, (struct gravel_wall){.name = "hole", .shape = GRAVEL_CYLINDER, .axis = {0, 1, 0}, .radius = 0.7});
    struct gravel_region region = {.system = &s, .low = v3_scale(-1.0, corner), .high = corner};
    gsl_rng *rng = gravel_rng_create(1, "hole", 0);
    assert_non_null(rng);
    assert_int_equal(gravel_region_insert(&region, &s, rng, "random", &error), GRAVEL_INPUT);
    assert_non_null(strstr(error.text, "found no free place for particle 2 of 2"));
    assert_true(region.drawn > 1e6 && region.drawn < 1.1e7);
    gsl_rng_free(rng);
    gravel_system_free(&s);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_narrow_hole_is_refused_soon),
        cmocka_unit_test(sizes_have_the_moments_of_their_distribution),
        cmocka_unit_test(sizes_pass_kolmogorov_and_smirnov),
        cmocka_unit_test(equal_sizes_draw_nothing),
        cmocka_unit_test(random_fills_a_box_of_every_dimension),
        cmocka_unit_test(random_is_uniform_where_the_box_is_periodic),
        cmocka_unit_test(random_keeps_to_the_middle_of_cylinder_and_planes),
        cmocka_unit_test(random_places_a_hundredfold_spread_of_sizes),
        cmocka_unit_test(random_names_the_packing_that_it_reached),
        cmocka_unit_test(pairs_meet_at_the_stated_angle_and_speed),
        cmocka_unit_test(pairs_refuse_what_they_cannot_place),
    };
    return cmocka_run_group_tests_name("random places and sizes", tests, NULL, NULL);
}
