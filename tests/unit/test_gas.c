/* Measures, generator and laws of the families gas and walls, on states and events made by hand. */
#include "cases/prepare/prepare.h"
#include "reference/theory/theory.h"
#include "tests/unit/measure_bench.h"

#define LAW(name, ...) (gravel_theory_find(name)->eval((const double[]){__VA_ARGS__}))

/* Spheres of radius 0.5 m and 2 kg at rest at the origin of the periodic box [0, 10]^d, without gravity. */
static void
make_gas(struct bench *b, int dimension, size_t n)
{
    make_bench(b, dimension, n);
    b->system.gravity = v3(0, 0, 0);
    b->system.box = (struct gravel_box){.periodic = {dimension > 1, dimension > 2, true}, .high = {10, 10, 10}};
    for (size_t k = 0; k < n; k++)
        b->system.particles[k].x = v3(0, 0, 0);
}

static void
gas_has_the_pressure_of_its_impulses(void **state)
{
    (void)state;
    struct bench b;
    make_gas(&b, 3, 2);
    BEGIN(&b, "gas", NULL);
    b.now[0].v = v3(3, 0, 0);
    b.now[1].v = v3(-3, 0, 0);
    take_sample(&b, 0.0);
    near_value(b.values[0], 6.0, 1e-14); /* 2 (9 + 9) J/(3 2) */
    near_value(b.values[1], 3.0, 1e-14);
    near_value(b.values[2], 1.0, 0.0 + 1e-300);
    b.ops->event(b.measure, &(struct gravel_event){.i = 0, .j = 1, .impulse = 12.0});
    b.ops->event(b.measure, &(struct gravel_event){.i = 0, .j = 1, .impulse = 12.0, .overlap = 0.1});
    b.ops->event(b.measure, &(struct gravel_event){.i = 0, .j = -1, .impulse = 1e9}); /* a wall is no pair */
    take_sample(&b, 2.0);
    near_value(b.values[2], 1.0 + (12.0 * 1.0 + 12.0 * (1.0 - 0.025 * M_PI)) / (3 * 2 * 6.0 * 2.0), 1e-14);
    take_sample(&b, 2.0);
    near_value(b.values[2], 1.0, 1e-300);
    assert_int_equal(finish(&b), GRAVEL_OK);
    near_value(number(&b.sheet, "packing_fraction"), 2.0 * M_PI / 6.0 / 1000.0, 1e-17);
    end(&b);
    make_gas(&b, 3, 2);
    b.system.box.periodic[1] = false;
    assert_int_equal(begin(&b, "gas", (const char *const[]){NULL}), GRAVEL_INPUT);
    end(&b);
}

/* The same gas seen from a frame that falls: temperature and compressibility do not change. */
static void
drift_of_a_gas_is_no_temperature(void **state)
{
    (void)state;
    struct bench b;
    make_gas(&b, 3, 2);
    BEGIN(&b, "gas", NULL);
    b.now[0].mass = 6.0; /* V = (6 3 - 2 9)/8 = 0 in the frame of the drift */
    b.now[0].v = v3(3, 0, -100);
    b.now[1].v = v3(-9, 0, -100);
    take_sample(&b, 0.0);
    near_value(b.values[0], (6.0 * 9.0 + 2.0 * 81.0) / 6.0, 1e-12);
    b.ops->event(b.measure, &(struct gravel_event){.i = 0, .j = 1, .impulse = 12.0});
    take_sample(&b, 2.0);
    near_value(b.values[2], 1.0 + 12.0 / (3 * 2 * 36.0 * 2.0), 1e-14);
    end(&b);
}

/* Twenty thousand samples of an exact Haff gas: tau = 5 s, w0 = 8/s, so that the loss a collision is 2/(tau w0). */
static void
cooling_finds_haffs_law_in_it(void **state)
{
    (void)state;
    struct bench b;
    make_gas(&b, 2, 2);
    BEGIN(&b, "cooling", NULL);
    const double tau = 5.0, w0 = 8.0, dt = 0.005;
    double collisions = 0.0; /* of pairs; one a particle each, as there are two particles */
    for (int k = 0; k <= 20000; k++) {
        const double t = k * dt, q = 1.0 + t / tau;
        for (; collisions < floor(w0 * tau * log(q)); collisions++)
            b.ops->event(b.measure, &(struct gravel_event){.t = t, .i = 0, .j = 1});
        b.now[0].v = v3(2.0 / q, 0, 0);
        b.now[1].v = v3(-2.0 / q, 0, 0);
        take_sample(&b, k > 0 ? dt : 0.0);
    }
    assert_int_equal(finish(&b), GRAVEL_OK);
    near_value(number(&b.sheet, "initial_temperature"), 4.0, 1e-14);
    near_value(number(&b.sheet, "temperature_over_mass"), 2.0, 1e-14);
    near_value(number(&b.sheet, "haff_rate"), 1.0 / tau, 1e-12);
    near_value(number(&b.sheet, "initial_collision_rate"), w0, 0.01 * w0); /* whole collisions, one in a hundred */
    near_value(number(&b.sheet, "cooling_per_collision"), 2.0 / (tau * w0), 0.01 * 0.05);
    near_value(number(&b.sheet, "haff_exponent"), -2.0, 0.01);
    end(&b);
}

static void
cooling_refuses_a_gas_that_keeps_its_energy(void **state)
{
    (void)state;
    struct bench b;
    make_gas(&b, 2, 2);
    BEGIN(&b, "cooling", NULL);
    b.now[0].v = v3(1, 0, 0);
    for (int k = 0; k < 100; k++)
        take_sample(&b, k > 0 ? 1.0 : 0.0);
    assert_int_equal(finish(&b), GRAVEL_INPUT);
    end(&b);
}

/* Steps of +1, +1, +1, -1, ... over the end of the box: <r^2> = 4 after two samples and 4, 16 or 0 after four. */
static void
diffusion_is_the_slope_of_the_unwrapped_displacement(void **state)
{
    (void)state;
    static const double steps[] = {1, 1, 1, 1, 1, 1, -1, -1};
    struct bench b;
    make_gas(&b, 2, 1);
    BEGIN(&b, "diffusion", "lag", "2", NULL);
    b.now[0].x = v3(8.5, 0, 1);
    take_sample(&b, 0.0);
    for (size_t k = 0; k < 8; k++) {
        b.now[0].x.x = fmod(b.now[0].x.x + steps[k] + 10.0, 10.0);
        take_sample(&b, 0.5);
    }
    assert_int_equal(finish(&b), GRAVEL_OK);
    /* Two starts: (16 - 4)/(2 d 1 s) = 3 and (0 - 4)/4 = -1; mean 1, error 2. */
    near_value(number(&b.sheet, "diffusion"), 1.0, 1e-14);
    near_value(error_of(&b.sheet, "diffusion"), 2.0, 1e-14);
    end(&b);
}

/* A particle that goes so far between two samples in a box of 10: nothing is measured beyond 4, on any periodic axis.
 */
static enum gravel_status
status_after_a_way(const char *measure, const char *option, const char *value, struct vec3 way)
{
    struct bench b;
    make_gas(&b, 3, 2);
    BEGIN(&b, measure, option, value, NULL);
    b.now[0].x = v3(1, 0, 1);
    b.now[1].x = v3(2, 0, 7);
    take_sample(&b, 0.0);
    for (size_t k = 0; k < 10; k++) { /* as many as a displacement goes back */
        b.now[1].x.x = fmod(b.now[1].x.x + way.x, 10.0);
        b.now[1].x.y = fmod(b.now[1].x.y + way.y, 10.0);
        b.now[1].x.z = fmod(b.now[1].x.z + way.z, 10.0);
        take_sample(&b, 0.5);
    }
    const enum gravel_status status = finish(&b);
    end(&b);
    return status;
}

static void
a_way_near_to_half_the_box_is_refused(void **state)
{
    (void)state;
    static const char *const measures[][3] = {{"diffusion", "lag", "2"}, {"flux", "axis", "z"}};
    for (size_t k = 0; k < 2; k++) {
        const char *const *m = measures[k];
        assert_int_equal(status_after_a_way(m[0], m[1], m[2], v3(3.9, 3.9, 3.9)), GRAVEL_OK);
        assert_int_equal(status_after_a_way(m[0], m[1], m[2], v3(4.1, 0, 0)), GRAVEL_INPUT);
        assert_int_equal(status_after_a_way(m[0], m[1], m[2], v3(0, 4.1, 0)), GRAVEL_INPUT);
        assert_int_equal(status_after_a_way(m[0], m[1], m[2], v3(0, 0, 4.1)), GRAVEL_INPUT);
        assert_int_equal(status_after_a_way(m[0], m[1], m[2], v3(0, 0, 5.9)), GRAVEL_INPUT); /* 4.1 backwards */
    }
}

static void
clusters_join_over_the_end_of_the_box(void **state)
{
    (void)state;
    struct bench b;
    make_gas(&b, 2, 4);
    BEGIN(&b, "clusters", "gap", "0.4", NULL);
    b.now[0].x = v3(5, 0, 9.5);
    b.now[1].x = v3(5, 0, 0.6);  /* gap 0.1 over the end */
    b.now[2].x = v3(5, 0, 1.75); /* gap 0.15 */
    b.now[3].x = v3(5, 0, 3.0);  /* gap 0.25 exceeds 0.4 radii */
    take_sample(&b, 0.0);
    near_value(b.values[0], (9.0 + 1.0) / 4.0, 1e-15);
    near_value(b.values[1], 3.0, 1e-300);
    near_value(b.values[2], 0.0, 1e-300); /* one cell */
    end(&b);
    make_gas(&b, 1, 8);
    BEGIN(&b, "clusters", "cell", "4", NULL);
    for (size_t k = 0; k < 8; k++)
        b.now[k].x.z = k < 6 ? 1.0 : 6.0; /* six and two in cells of four */
    take_sample(&b, 0.0);
    near_value(b.values[2], 1.0, 1e-15);
    end(&b);
}

static void
confinement_remembers_who_has_been_out(void **state)
{
    (void)state;
    struct bench b;
    make_gas(&b, 3, 4);
    add_wall(&b, GRAVEL_CYLINDER, v3(0, 0, 1))->radius = 2.0;
    struct gravel_wall *disk = add_wall(&b, GRAVEL_DISK, v3(0, 0, 1));
    disk->radius = 2.0;
    disk->motion.velocity = v3(0, 0, 1);
    for (size_t k = 0; k < 4; k++)
        b.system.particles[k].x.z = 1.0;
    b.system.particles[3].x.x = 3.0; /* outside from the start, and may be */
    BEGIN(&b, "confinement", NULL);
    b.now[0].v.z = 4.0;
    take_sample(&b, 0.0);
    b.now[3].x.z = 7.0;
    b.now[2].x.z = 7.0;
    b.now[1].x = v3(2.5, 0, 7.0); /* through the cylinder */
    take_sample(&b, 5.0);         /* and the disk, now at 5 m, has passed the first at 1 m */
    memcpy(b.now, b.system.particles, 4 * sizeof *b.now);
    b.now[0].v.z = 1.0;
    for (size_t k = 0; k < 4; k++)
        b.now[k].x.z = 7.0; /* all back */
    take_sample(&b, 0.0);
    assert_int_equal(finish(&b), GRAVEL_OK);
    near_value(number(&b.sheet, "particles_inside"), 0.5, 1e-300);
    near_value(number(&b.sheet, "residual_speed"), 0.25, 1e-15);
    end(&b);
}

static void
rolling_measures_period_slip_and_plane(void **state)
{
    (void)state;
    struct bench b;
    make_gas(&b, 3, 1);
    b.system.gravity = v3(0, 0, -10);
    add_wall(&b, GRAVEL_RING, v3(0, 1, 0))->radius = 2.5;
    b.system.particles[0].x = v3(0, 0, -2.0);
    BEGIN(&b, "rolling", NULL);
    for (int k = 0; k < 1000; k++) {
        const double t = 0.01 * k, angle = 0.01 * cos(t), rate = -0.01 * sin(t);
        b.now[0].x = v3(2.0 * sin(angle), k == 500 ? 0.05 : 0.0, -2.0 * cos(angle));
        b.now[0].v = v3(2.0 * rate * cos(angle), 0, 2.0 * rate * sin(angle));
        b.now[0].omega = v3(0, 0.5 * 2.0 * rate / 0.5, 0); /* half of what rolling asks for */
        take_sample(&b, k > 0 ? 0.01 : 0.0);
    }
    assert_int_equal(finish(&b), GRAVEL_OK);
    near_value(number(&b.sheet, "swing_period"), 2.0 * M_PI, 1e-4);
    near_value(number(&b.sheet, "out_of_plane"), 0.1, 1e-12);
    near_value(fabs(number(&b.sheet, "slip") - 1.0), 0.5, 0.01);
    end(&b);
}

static void
first_contact_is_with_the_wall_of_the_same_number(void **state)
{
    (void)state;
    struct bench b;
    make_gas(&b, 3, 2);
    strcpy(add_wall(&b, GRAVEL_PLANE, v3(0, 0, 1))->name, "a");
    strcpy(add_wall(&b, GRAVEL_PLANE, v3(0, 0, 1))->name, "b");
    BEGIN(&b, "first_contact", NULL);
    b.ops->event(b.measure, &(struct gravel_event){.t = 1.0, .i = 0, .j = -2, .rebound = 9.0}); /* the other's wall */
    b.ops->event(b.measure, &(struct gravel_event){.t = 2.0, .duration = 0.5, .i = 0, .j = -1, .rebound = 3.0});
    b.ops->event(b.measure, &(struct gravel_event){.t = 5.0, .i = 0, .j = -1, .rebound = 9.0}); /* not the first */
    assert_int_equal(finish(&b), GRAVEL_PHYSICS); /* the second has met none */
    b.ops->event(b.measure, &(struct gravel_event){.t = 4.0, .i = 1, .j = -2, .rebound = 2.0});
    b.sheet.n = 0;
    assert_int_equal(finish(&b), GRAVEL_OK);
    near_value(number(&b.sheet, "contact_time.a"), 1.5, 1e-300);
    near_value(number(&b.sheet, "rebound.a"), 3.0, 1e-300);
    near_value(number(&b.sheet, "contact_time.b"), 4.0, 1e-300);
    end(&b);
}

static void
collapsed_beads_have_no_relative_velocity(void **state)
{
    (void)state;
    struct bench b;
    for (int left = 0; left < 2; left++) {
        make_gas(&b, 1, 3);
        b.system.particles[0].v.z = 2.0;
        BEGIN(&b, "collapsed", NULL);
        for (size_t k = 0; k < 3; k++)
            b.now[k].v.z = 2.0 / 3.0;
        b.now[2].v.z += left * 1e-9;
        assert_int_equal(finish(&b), GRAVEL_OK);
        near_value(number(&b.sheet, "collapsed"), 1.0 - left, 1e-300);
        near_value(number(&b.sheet, "relative_velocity"), left * 0.5e-9, 1e-15);
        end(&b);
    }
}

static void
aimed_puts_a_particle_before_every_wall(void **state)
{
    (void)state;
    struct bench b;
    struct gravel_error error;
    struct gravel_options options = {0};
    const struct gravel_value offset = {.type = GRAVEL_TYPE_VEC3, .vec = {1, 2, 3}};
    const struct gravel_value velocity = {.type = GRAVEL_TYPE_VEC3, .vec = {0, 0, -4}};
    make_gas(&b, 3, 2);
    add_wall(&b, GRAVEL_PLANE, v3(0, 0, 1));
    add_wall(&b, GRAVEL_PLANE, v3(0, 0, 1))->origin = v3(10, 0, -1);
    assert_int_equal(gravel_options_set(&options, "offset", &offset, &error), GRAVEL_OK);
    assert_int_equal(gravel_options_set(&options, "velocity", &velocity, &error), GRAVEL_OK);
    const struct gravel_prepare_ops *ops = gravel_prepare_find("aimed");
    assert_int_equal(ops->fill(&b.system, &options, 1, &error), GRAVEL_OK);
    near_value(v3_norm(v3_sub(b.system.particles[1].x, v3(11, 2, 2))), 0.0, 1e-15);
    near_value(b.system.particles[0].v.z, -4.0, 1e-300);
    b.system.n_walls = 1;
    assert_int_equal(ops->fill(&b.system, &options, 1, &error), GRAVEL_INPUT);
    gravel_options_free(&options);
    end(&b);
}

static void
laws_of_the_gas_agree_with_each_other(void **state)
{
    (void)state;
    near_value(LAW("carnahan_starling", 0.49), 1.612451 / 0.132651, 1e-12);
    near_value(LAW("mixture_spheres", 0.49, 3.0, 0.7, 5.0, 0.7), LAW("carnahan_starling", 0.49), 1e-12);
    /* Points among large ones find the room that is left, and their ideal pressure in it. */
    near_value(LAW("mixture_spheres", 0.3, 1e9, 1e-9, 1.0, 1.0), 1.0 / 0.7, 1e-6);
    near_value(LAW("henderson", 0.5), 4.125, 1e-12);
    near_value(LAW("luding_disks", 0.5), 4.109375, 1e-12);
    near_value(LAW("luding_disks", 0.01), LAW("henderson", 0.01), 1e-9);
    /* The series keeps what Carnahan and Starling round to whole numbers. */
    near_value(LAW("virial_spheres", 0.01), LAW("carnahan_starling", 0.01), 1e-6);
    near_value(LAW("virial_spheres", 0.3), 3.98281, 1e-5); /* summed by hand */
    /* Dilute: Z - 1 = B2 n, the second virial coefficients pi d^2/2 and 2 pi d^3/3. */
    near_value((LAW("luding_disks", 1e-6) - 1.0) / 1e-6, 2.0, 1e-5);
    near_value((LAW("carnahan_starling", 1e-6) - 1.0) / 1e-6, 4.0, 2e-5);
    /* Virial theorem for hard spheres: Z - 1 = w0 d sqrt(pi m/T)/(2 D) is the collision rate in other words. */
    near_value(LAW("enskog_rate_3d", 0.8, 0.3, 2.0) * 0.8 * sqrt(M_PI / 2.0) / 6.0, LAW("carnahan_starling", 0.3) - 1.0,
               1e-12);
    near_value(LAW("enskog_rate_2d", 0.8, 0.3, 2.0) * 0.8 * sqrt(M_PI / 2.0) / 4.0, LAW("luding_disks", 0.3) - 1.0,
               1e-12);
    const double rate = LAW("enskog_rate_3d", 0.4, 0.1, 2.0), tau = 1.0 / LAW("haff_rate", 0.4, 0.1, 2.0, 0.9, 3.0);
    near_value(LAW("haff", 3.0 * tau, 16.0, 0.9, rate, 3.0), 1.0, 1e-12);
    near_value(LAW("haff_per_collision", 0.9, 2.0), 0.095, 1e-15);
    /* Mean free path l = v/w0 with v = sqrt(8 T/(pi m)): D = (3 pi/16) l v in the first approximation. */
    const double w = LAW("enskog_rate_3d", 0.4, 0.1, 2.0), v2 = 8.0 * 2.0 / M_PI;
    near_value(LAW("enskog_diffusion_3d", 0.4, 0.1, 2.0), 1.01896 * 3.0 * M_PI / 16.0 * v2 / w, 1e-12);
}

static void
laws_of_falls_and_swings_have_their_limits(void **state)
{
    (void)state;
    near_value(LAW("fall_contact_time", 2.0, 0.5, 0.0, 3.0, 0.0), 0.5, 1e-15);  /* h' = 1.5 m at 3 m/s */
    near_value(LAW("fall_contact_time", 5.5, 0.5, 0.0, 0.0, 10.0), 1.0, 1e-15); /* g t^2/2 */
    near_value(LAW("fall_contact_time", 2.4, 0.5, 0.3, 1.0, 0.0), 2.0, 1e-14);  /* sqrt(0.25 - 0.09) = 0.4 */
    near_value(LAW("fall_inside_contact_time", 2.4, 0.5, 0.3, 1.0, 0.0), 2.8, 1e-14);
    near_value(LAW("fall_rebound", 2.4, 0.5, 0.3, 1.0, 0.0, 0.5), 0.4, 1e-14); /* cosine 0.8 */
    near_value(LAW("fall_inside_rebound", 5.5, 0.5, 0.3, 0.0, 10.0, 1.0), 0.8 * sqrt(118.0), 1e-12);
    assert_true(isnan(LAW("fall_contact_time", 2.0, 0.5, 0.6, 1.0, 0.0))); /* passes by */
    near_value(LAW("rolling_swing_period", 1.1, 0.1, 10.0, 1e-6), 2.0 * M_PI * sqrt(0.14), 1e-9);
    /* 1 + theta^2/16 + 11 theta^4/3072 */
    near_value(LAW("rolling_swing_period", 1.1, 0.1, 10.0, sin(0.2)),
               2.0 * M_PI * sqrt(0.14) * (1.0025 + 11 * 0.0016 / 3072), 1e-6);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gas_has_the_pressure_of_its_impulses),
        cmocka_unit_test(drift_of_a_gas_is_no_temperature),
        cmocka_unit_test(cooling_finds_haffs_law_in_it),
        cmocka_unit_test(cooling_refuses_a_gas_that_keeps_its_energy),
        cmocka_unit_test(diffusion_is_the_slope_of_the_unwrapped_displacement),
        cmocka_unit_test(a_way_near_to_half_the_box_is_refused),
        cmocka_unit_test(clusters_join_over_the_end_of_the_box),
        cmocka_unit_test(confinement_remembers_who_has_been_out),
        cmocka_unit_test(rolling_measures_period_slip_and_plane),
        cmocka_unit_test(first_contact_is_with_the_wall_of_the_same_number),
        cmocka_unit_test(collapsed_beads_have_no_relative_velocity),
        cmocka_unit_test(aimed_puts_a_particle_before_every_wall),
        cmocka_unit_test(laws_of_the_gas_agree_with_each_other),
        cmocka_unit_test(laws_of_falls_and_swings_have_their_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
