/* Measures, generator and laws of the families gas and walls, on states and events made by hand. */
#include "cases/measure/measure.h"
#include "cases/prepare/prepare.h"
#include "reference/theory/theory.h"
#include "tests/near.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LAW(name, ...) (gravel_theory_find(name)->eval((const double[]){__VA_ARGS__}))

enum { NUMBERS = 16, PARTICLES = 8, WALLS = 2 };

/* A measure at work on particles that the test moves by hand, and what it reports. */
struct bench {
    struct gravel_system system;
    struct gravel_particle start[PARTICLES], now[PARTICLES];
    struct gravel_wall walls[WALLS];
    const struct gravel_measure_ops *ops;
    void *measure;
    double t, values[4];
    size_t n;
    struct {
        char name[64];
        double value, err;
    } numbers[NUMBERS];
};

static void
take_number(void *self, const char *name, const char *unit, double value, double err)
{
    struct bench *b = self;
    assert_non_null(unit);
    assert_true(b->n < NUMBERS);
    snprintf(b->numbers[b->n].name, sizeof b->numbers->name, "%s", name);
    b->numbers[b->n].value = value;
    b->numbers[b->n++].err = err;
}

static void
take_table(void *self, const char *name, const char *columns, const char *units, size_t n_rows, const double *data)
{
    (void)self, (void)units;
    assert_true(name[0] != '\0' && columns[0] != '\0' && n_rows > 0 && data != NULL);
}

static double
number(const struct bench *b, const char *name)
{
    for (size_t k = 0; k < b->n; k++)
        if (strcmp(b->numbers[k].name, name) == 0)
            return b->numbers[k].value;
    return NAN;
}

/* Spheres of radius 0.5 m and 2 kg at rest in the periodic box [0, 10]^d. */
static void
make_bench(struct bench *b, int dimension, size_t n)
{
    *b = (struct bench){0};
    b->system = (struct gravel_system){
        .dimension = dimension, .n_particles = n, .particles = b->start, .walls = b->walls,
        .box = {.periodic = {dimension > 1, dimension > 2, true}, .high = {10, 10, 10}},
    };
    for (size_t k = 0; k < n; k++)
        b->start[k] = (struct gravel_particle){.radius = 0.5, .mass = 2.0, .inertia = 0.2, .held = GRAVEL_FREE};
}

static enum gravel_status
begin(struct bench *b, const char *name, const char *key, const char *text)
{
    struct gravel_error error;
    const struct gravel_options parameters = {0};
    struct gravel_options options = {0};
    b->ops = gravel_measure_find(name);
    assert_non_null(b->ops);
    for (const struct gravel_key *k = b->ops->options; key != NULL && k->name != NULL; k++) {
        struct gravel_value value;
        if (strcmp(k->name, key) != 0)
            continue;
        assert_int_equal(gravel_key_parse(k, text, &value, &error), GRAVEL_OK);
        assert_int_equal(gravel_options_set(&options, key, &value, &error), GRAVEL_OK);
        free(value.text);
    }
    if (b->ops->options != NULL)
        assert_int_equal(gravel_options_defaults(&options, "", b->ops->options, &error), GRAVEL_OK);
    const enum gravel_status status = b->ops->create(&b->measure, &b->system, &parameters, &options, &error);
    gravel_options_free(&options);
    memcpy(b->now, b->start, sizeof b->now);
    return status;
}

static void
sample_after(struct bench *b, double since)
{
    static const struct gravel_energy energy;
    b->t += since;
    b->ops->sample(b->measure, &(struct gravel_state){b->t, &b->system, b->now, &energy, since}, b->values);
}

static enum gravel_status
finish(struct bench *b)
{
    static const struct gravel_energy energy;
    struct gravel_error error;
    const struct gravel_state state = {b->t, &b->system, b->now, &energy, 0.0};
    const struct gravel_results results = {.self = b, .number = take_number, .table = take_table};
    return b->ops->finish(b->measure, &state, &results, &error);
}

static void
gas_has_the_pressure_of_its_impulses(void **state)
{
    (void)state;
    struct bench b;
    make_bench(&b, 3, 2);
    assert_int_equal(begin(&b, "gas", NULL, NULL), GRAVEL_OK);
    b.now[0].v = v3(3, 0, 0);
    b.now[1].v = v3(-3, 0, 0);
    sample_after(&b, 0.0);
    near_value(b.values[0], 6.0, 1e-14); /* 2 (9 + 9) J/(3 2) */
    near_value(b.values[1], 3.0, 1e-14);
    near_value(b.values[2], 1.0, 0.0 + 1e-300);
    b.ops->event(b.measure, &(struct gravel_event){.i = 0, .j = 1, .impulse = 12.0});
    b.ops->event(b.measure, &(struct gravel_event){.i = 0, .j = 1, .impulse = 12.0, .overlap = 0.1});
    b.ops->event(b.measure, &(struct gravel_event){.i = 0, .j = -1, .impulse = 1e9}); /* a wall is no pair */
    sample_after(&b, 2.0);
    near_value(b.values[2], 1.0 + (12.0 * 1.0 + 12.0 * (1.0 - 0.025 * M_PI)) / (3 * 2 * 6.0 * 2.0), 1e-14);
    sample_after(&b, 2.0);
    near_value(b.values[2], 1.0, 1e-300);
    assert_int_equal(finish(&b), GRAVEL_OK);
    near_value(number(&b, "packing_fraction"), 2.0 * M_PI / 6.0 / 1000.0, 1e-17);
    b.ops->destroy(b.measure);
    b.system.box.periodic[1] = false;
    assert_int_equal(begin(&b, "gas", NULL, NULL), GRAVEL_INPUT);
}

/* Twenty thousand samples of an exact Haff gas: tau = 5 s, w0 = 8/s, so that the loss a collision is 2/(tau w0). */
static void
cooling_finds_haffs_law_in_it(void **state)
{
    (void)state;
    struct bench b;
    make_bench(&b, 2, 2);
    assert_int_equal(begin(&b, "cooling", NULL, NULL), GRAVEL_OK);
    const double tau = 5.0, w0 = 8.0, dt = 0.005;
    double collisions = 0.0; /* of pairs; one a particle each, as there are two particles */
    for (int k = 0; k <= 20000; k++) {
        const double t = k * dt, q = 1.0 + t / tau;
        for (; collisions < floor(w0 * tau * log(q)); collisions++)
            b.ops->event(b.measure, &(struct gravel_event){.t = t, .i = 0, .j = 1});
        b.now[0].v = v3(2.0 / q, 0, 0);
        b.now[1].v = v3(-2.0 / q, 0, 0);
        sample_after(&b, k > 0 ? dt : 0.0);
    }
    assert_int_equal(finish(&b), GRAVEL_OK);
    near_value(number(&b, "initial_temperature"), 4.0, 1e-14);
    near_value(number(&b, "temperature_over_mass"), 2.0, 1e-14);
    near_value(number(&b, "haff_rate"), 1.0 / tau, 1e-12);
    near_value(number(&b, "initial_collision_rate"), w0, 0.01 * w0); /* whole collisions, one in a hundred */
    near_value(number(&b, "cooling_per_collision"), 2.0 / (tau * w0), 0.01 * 0.05);
    near_value(number(&b, "haff_exponent"), -2.0, 0.01);
    b.ops->destroy(b.measure);
}

static void
cooling_refuses_a_gas_that_keeps_its_energy(void **state)
{
    (void)state;
    struct bench b;
    make_bench(&b, 2, 2);
    assert_int_equal(begin(&b, "cooling", NULL, NULL), GRAVEL_OK);
    b.now[0].v = v3(1, 0, 0);
    for (int k = 0; k < 100; k++)
        sample_after(&b, k > 0 ? 1.0 : 0.0);
    assert_int_equal(finish(&b), GRAVEL_INPUT);
    b.ops->destroy(b.measure);
}

/* Steps of +1, +1, +1, -1, ... over the end of the box: <r^2> = 4 after two samples and 4, 16 or 0 after four. */
static void
diffusion_is_the_slope_of_the_unwrapped_displacement(void **state)
{
    (void)state;
    static const double steps[] = {1, 1, 1, 1, 1, 1, -1, -1};
    struct bench b;
    make_bench(&b, 2, 1);
    assert_int_equal(begin(&b, "diffusion", "lag", "2"), GRAVEL_OK);
    b.now[0].x = v3(8.5, 0, 1);
    sample_after(&b, 0.0);
    for (size_t k = 0; k < 8; k++) {
        b.now[0].x.x = fmod(b.now[0].x.x + steps[k] + 10.0, 10.0);
        sample_after(&b, 0.5);
    }
    assert_int_equal(finish(&b), GRAVEL_OK);
    /* Two starts: (16 - 4)/(2 d 1 s) = 3 and (0 - 4)/4 = -1; mean 1, error 2. */
    near_value(number(&b, "diffusion"), 1.0, 1e-14);
    near_value(b.numbers[0].err, 2.0, 1e-14);
    b.ops->destroy(b.measure);
}

static void
clusters_join_over_the_end_of_the_box(void **state)
{
    (void)state;
    struct bench b;
    make_bench(&b, 2, 4);
    assert_int_equal(begin(&b, "clusters", "gap", "0.4"), GRAVEL_OK);
    b.now[0].x = v3(5, 0, 9.5);
    b.now[1].x = v3(5, 0, 0.6);  /* gap 0.1 over the end */
    b.now[2].x = v3(5, 0, 1.75); /* gap 0.15 */
    b.now[3].x = v3(5, 0, 3.0);  /* gap 0.25 exceeds 0.4 radii */
    sample_after(&b, 0.0);
    near_value(b.values[0], (9.0 + 1.0) / 4.0, 1e-15);
    near_value(b.values[1], 3.0, 1e-300);
    near_value(b.values[2], 0.0, 1e-300); /* one cell */
    b.ops->destroy(b.measure);
    make_bench(&b, 1, 8);
    assert_int_equal(begin(&b, "clusters", "cell", "4"), GRAVEL_OK);
    for (size_t k = 0; k < 8; k++)
        b.now[k].x.z = k < 6 ? 1.0 : 6.0; /* six and two in cells of four */
    sample_after(&b, 0.0);
    near_value(b.values[2], 1.0, 1e-15);
    b.ops->destroy(b.measure);
}

static void
confinement_remembers_who_has_been_out(void **state)
{
    (void)state;
    struct bench b;
    make_bench(&b, 3, 4);
    b.system.n_walls = 2;
    b.walls[0] = (struct gravel_wall){.shape = GRAVEL_CYLINDER, .axis = {0, 0, 1}, .radius = 2.0};
    b.walls[1] = (struct gravel_wall){.shape = GRAVEL_DISK, .axis = {0, 0, 1}, .radius = 2.0,
                                      .motion = {.velocity = {0, 0, 1}}};
    for (size_t k = 0; k < 4; k++)
        b.start[k].x.z = 1.0;
    b.start[3].x.x = 3.0; /* outside from the start, and may be */
    assert_int_equal(begin(&b, "confinement", NULL, NULL), GRAVEL_OK);
    b.now[0].v.z = 4.0;
    sample_after(&b, 0.0);
    b.now[3].x.z = 7.0;
    b.now[2].x.z = 7.0;
    b.now[1].x = v3(2.5, 0, 7.0); /* through the cylinder */
    sample_after(&b, 5.0);        /* and the disk, now at 5 m, has passed the first at 1 m */
    memcpy(b.now, b.start, sizeof b.now);
    b.now[0].v.z = 1.0;
    for (size_t k = 0; k < 4; k++)
        b.now[k].x.z = 7.0; /* all back */
    sample_after(&b, 0.0);
    assert_int_equal(finish(&b), GRAVEL_OK);
    near_value(number(&b, "particles_inside"), 0.5, 1e-300);
    near_value(number(&b, "residual_speed"), 0.25, 1e-15);
    b.ops->destroy(b.measure);
}

static void
rolling_measures_period_slip_and_plane(void **state)
{
    (void)state;
    struct bench b;
    make_bench(&b, 3, 1);
    b.system.gravity = v3(0, 0, -10);
    b.system.n_walls = 1;
    b.walls[0] = (struct gravel_wall){.shape = GRAVEL_RING, .axis = {0, 1, 0}, .radius = 2.5};
    b.start[0].x = v3(0, 0, -2.0);
    assert_int_equal(begin(&b, "rolling", NULL, NULL), GRAVEL_OK);
    for (int k = 0; k < 1000; k++) {
        const double t = 0.01 * k, angle = 0.01 * cos(t), rate = -0.01 * sin(t);
        b.now[0].x = v3(2.0 * sin(angle), k == 500 ? 0.05 : 0.0, -2.0 * cos(angle));
        b.now[0].v = v3(2.0 * rate * cos(angle), 0, 2.0 * rate * sin(angle));
        b.now[0].omega = v3(0, 0.5 * 2.0 * rate / 0.5, 0); /* half of what rolling asks for */
        sample_after(&b, k > 0 ? 0.01 : 0.0);
    }
    assert_int_equal(finish(&b), GRAVEL_OK);
    near_value(number(&b, "swing_period"), 2.0 * M_PI, 1e-4);
    near_value(number(&b, "out_of_plane"), 0.1, 1e-12);
    near_value(fabs(number(&b, "slip") - 1.0), 0.5, 0.01);
    b.ops->destroy(b.measure);
}

static void
first_contact_is_with_the_wall_of_the_same_number(void **state)
{
    (void)state;
    struct bench b;
    make_bench(&b, 3, 2);
    b.system.n_walls = 2;
    strcpy(b.walls[0].name, "a");
    strcpy(b.walls[1].name, "b");
    assert_int_equal(begin(&b, "first_contact", NULL, NULL), GRAVEL_OK);
    b.ops->event(b.measure, &(struct gravel_event){.t = 1.0, .i = 0, .j = -2, .rebound = 9.0}); /* the other's wall */
    b.ops->event(b.measure, &(struct gravel_event){.t = 2.0, .duration = 0.5, .i = 0, .j = -1, .rebound = 3.0});
    b.ops->event(b.measure, &(struct gravel_event){.t = 5.0, .i = 0, .j = -1, .rebound = 9.0}); /* not the first */
    assert_int_equal(finish(&b), GRAVEL_PHYSICS); /* the second has met none */
    b.ops->event(b.measure, &(struct gravel_event){.t = 4.0, .i = 1, .j = -2, .rebound = 2.0});
    b.n = 0;
    assert_int_equal(finish(&b), GRAVEL_OK);
    near_value(number(&b, "contact_time.a"), 1.5, 1e-300);
    near_value(number(&b, "rebound.a"), 3.0, 1e-300);
    near_value(number(&b, "contact_time.b"), 4.0, 1e-300);
    b.ops->destroy(b.measure);
}

static void
collapsed_beads_have_no_relative_velocity(void **state)
{
    (void)state;
    struct bench b;
    for (int left = 0; left < 2; left++) {
        make_bench(&b, 1, 3);
        b.start[0].v.z = 2.0;
        assert_int_equal(begin(&b, "collapsed", NULL, NULL), GRAVEL_OK);
        for (size_t k = 0; k < 3; k++)
            b.now[k].v.z = 2.0 / 3.0;
        b.now[2].v.z += left * 1e-9;
        assert_int_equal(finish(&b), GRAVEL_OK);
        near_value(number(&b, "collapsed"), 1.0 - left, 1e-300);
        near_value(number(&b, "relative_velocity"), left * 0.5e-9, 1e-15);
        b.ops->destroy(b.measure);
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
    make_bench(&b, 3, 2);
    b.system.n_walls = 2;
    b.walls[1].origin = v3(10, 0, -1);
    assert_int_equal(gravel_options_set(&options, "offset", &offset, &error), GRAVEL_OK);
    assert_int_equal(gravel_options_set(&options, "velocity", &velocity, &error), GRAVEL_OK);
    const struct gravel_prepare_ops *ops = gravel_prepare_find("aimed");
    assert_int_equal(ops->fill(&b.system, &options, 1, &error), GRAVEL_OK);
    near_value(v3_norm(v3_sub(b.start[1].x, v3(11, 2, 2))), 0.0, 1e-15);
    near_value(b.start[0].v.z, -4.0, 1e-300);
    b.system.n_walls = 1;
    assert_int_equal(ops->fill(&b.system, &options, 1, &error), GRAVEL_INPUT);
    gravel_options_free(&options);
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
    near_value(LAW("enskog_rate_3d", 0.8, 0.3, 2.0) * 0.8 * sqrt(M_PI / 2.0) / 6.0, LAW("carnahan_starling", 0.3) - 1.0, 1e-12);
    near_value(LAW("enskog_rate_2d", 0.8, 0.3, 2.0) * 0.8 * sqrt(M_PI / 2.0) / 4.0, LAW("luding_disks", 0.3) - 1.0, 1e-12);
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
    near_value(LAW("fall_contact_time", 2.0, 0.5, 0.0, 3.0, 0.0), 0.5, 1e-15);          /* h' = 1.5 m at 3 m/s */
    near_value(LAW("fall_contact_time", 5.5, 0.5, 0.0, 0.0, 10.0), 1.0, 1e-15);         /* g t^2/2 */
    near_value(LAW("fall_contact_time", 2.4, 0.5, 0.3, 1.0, 0.0), 2.0, 1e-14);          /* sqrt(0.25 - 0.09) = 0.4 */
    near_value(LAW("fall_inside_contact_time", 2.4, 0.5, 0.3, 1.0, 0.0), 2.8, 1e-14);
    near_value(LAW("fall_rebound", 2.4, 0.5, 0.3, 1.0, 0.0, 0.5), 0.4, 1e-14);          /* cosine 0.8 */
    near_value(LAW("fall_inside_rebound", 5.5, 0.5, 0.3, 0.0, 10.0, 1.0), 0.8 * sqrt(118.0), 1e-12);
    assert_true(isnan(LAW("fall_contact_time", 2.0, 0.5, 0.6, 1.0, 0.0)));        /* passes by */
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
        cmocka_unit_test(cooling_finds_haffs_law_in_it),
        cmocka_unit_test(cooling_refuses_a_gas_that_keeps_its_energy),
        cmocka_unit_test(diffusion_is_the_slope_of_the_unwrapped_displacement),
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
