/* Measures of a sphere on a plane or in a ring, and of the cost of a collision. */
#define _POSIX_C_SOURCE 200809L /* clock_gettime() */
#include "tests/unit/measure_bench.h"

#include <math.h>
#include <time.h>

/* One sphere on a plane that falls by 30 degrees towards +x. */
static void
make_slope(struct bench *b)
{
    make_bench(b, 3, 1);
    b->system.gravity = v3(5.0, 0, -5.0 * sqrt(3.0));
    add_wall(b, GRAVEL_PLANE, v3(0, 0, 1));
}

/* x and v at t = 0, 0.1, .. 4. */
static void
move(struct bench *b, double (*way)(double t), double (*speed)(double t))
{
    for (int k = 0; k <= 40; k++) {
        const double t = 0.1 * k;
        b->now[0].x.x = way(t);
        b->now[0].v = v3(speed(t), 0, 7.0); /* along the normal does not count */
        take_sample(b, k > 0 ? 0.1 : 0.0);
    }
    assert_int_equal(finish(b), GRAVEL_OK);
}

static double
braked_way(double t)
{
    return t < 2.0 ? 4.0 * t - t * t : 4.0;
}

static double
braked_speed(double t)
{
    return t < 2.0 ? 4.0 - 2.0 * t : 0.0;
}

static double
free_way(double t)
{
    return 1.5 * t * t;
}

static double
free_speed(double t)
{
    return 3.0 * t;
}

static void
roll_out_finds_where_a_sphere_stops(void **state)
{
    (void)state;
    struct bench b;
    make_slope(&b);
    b.system.particles[0].v = v3(4.0, 0, 7.0);
    BEGIN(&b, "roll_out", NULL);
    move(&b, braked_way, braked_speed);
    near_value(number(&b.sheet, "slope"), 30.0, 1e-14);
    near_value(number(&b.sheet, "first_speed"), 4.0, 1e-15);
    near_value(number(&b.sheet, "way"), 4.0, 1e-15);
    near_value(number(&b.sheet, "stop_time"), 1.998, 1e-9); /* where it has a thousandth of its first speed */
    near_value(number(&b.sheet, "final_speed"), 0.0, 0.0);
    near_value(number(&b.sheet, "chatter"), 0.0, 0.0);
    assert_int_equal(b.sheet.tables[0].n_rows, 41);
    end(&b);
}

static void
roll_out_finds_the_acceleration_downhill(void **state)
{
    (void)state;
    struct bench b;
    make_slope(&b);
    BEGIN(&b, "roll_out", NULL);
    move(&b, free_way, free_speed);
    near_value(number(&b.sheet, "downhill_acceleration"), 3.0, 1e-13);
    near_value(number(&b.sheet, "way"), 24.0, 1e-14);
    near_value(number(&b.sheet, "final_speed"), 10.5, 1e-14);         /* of the eleven samples from t = 3 on */
    near_value(number(&b.sheet, "chatter"), 0.3 * sqrt(10.0), 1e-13); /* sqrt((11^2 - 1)/12) steps */
    assert_true(isnan(number(&b.sheet, "stop_time")));
    end(&b);
}

static void
roll_out_refuses_what_it_does_not_measure(void **state)
{
    (void)state;
    struct bench b;
    make_slope(&b);
    b.system.walls[0].shape = GRAVEL_CYLINDER;
    assert_int_equal(begin(&b, "roll_out", NULL), GRAVEL_INPUT);
    end(&b);
}

/* A sphere on the inside edge of an upright ring of radius 2 m, at rest at the lowest point; sideways is along x. */
static void
make_ring(struct bench *b)
{
    make_bench(b, 3, 1);
    struct gravel_wall *ring = add_wall(b, GRAVEL_RING, v3(0, 1, 0));
    ring->radius = 2.0;
    b->system.particles[0].x = v3(0, 0, -1.5);
}

/* Sideways a triangular wave with zeros at 0.5, 1.5 and 2.5 s; at the first one it slides, at the second it is beside
 * the plane. */
static void
rolling_finds_swing_slip_and_way_out_of_the_plane(void **state)
{
    (void)state;
    struct bench b;
    make_ring(&b);
    BEGIN(&b, "rolling", NULL);
    for (int k = 0; k <= 16; k++) {
        const double part = k % 8 < 4 ? k % 8 : 8 - k % 8;
        b.now[0] = b.system.particles[0];
        b.now[0].x.x = 0.01 * (2.0 - part);
        if (k == 2) { /* 3 m/s, of which the spin takes 0.5 m times 4 /s */
            b.now[0].v = v3(3.0, 0, 0);
            b.now[0].omega = v3(0, 4.0, 0);
        }
        if (k == 6)
            b.now[0].x.y = 0.05;
        take_sample(&b, k > 0 ? 0.25 : 0.0);
    }
    assert_int_equal(finish(&b), GRAVEL_OK);
    near_value(number(&b.sheet, "swing_period"), 2.0, 1e-12);
    near_value(number(&b.sheet, "slip"), 1.0 / 3.0, 1e-12);
    near_value(number(&b.sheet, "out_of_plane"), 0.1, 1e-12);
    assert_int_equal(b.sheet.tables[0].n_rows, 17);
    end(&b);
}

static void
rolling_refuses_what_it_does_not_measure(void **state)
{
    (void)state;
    struct bench b;
    make_ring(&b);
    b.system.walls[0].axis = v3(0, 0, 1); /* a level ring */
    assert_int_equal(begin(&b, "rolling", NULL), GRAVEL_INPUT);
    end(&b);
    make_ring(&b);
    BEGIN(&b, "rolling", NULL);
    for (int k = 0; k < 3; k++) {
        b.now[0].x.x = 1 - k;
        take_sample(&b, k > 0 ? 1.0 : 0.0);
    }
    assert_int_equal(finish(&b), GRAVEL_INPUT); /* less than a swing */
    end(&b);
}

static double
processor_time(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void
collision_cost_is_processor_time_over_collisions(void **state)
{
    (void)state;
    struct bench b;
    make_bench(&b, 3, 2);
    BEGIN(&b, "collision_cost", NULL);
    const double before = processor_time();
    take_sample(&b, 0.0);
    near_value(b.values[0], 0.0, 0.0); /* before any collision */
    const double began = processor_time();
    while (processor_time() - began < 2e-3)
        continue;
    for (int k = 0; k < 5; k++)
        b.ops->event(b.measure, &(struct gravel_event){.i = 0, .j = 1});
    const double ended = processor_time();
    take_sample(&b, 1.0);
    const double after = processor_time(), cost = b.values[0];
    assert_true(5.0 * cost >= ended - began && 5.0 * cost <= after - before);
    take_sample(&b, 1.0); /* no collision in the interval: the last cost again */
    near_value(b.values[0], cost, 0.0);
    b.ops->event(b.measure, &(struct gravel_event){.i = 0, .j = 1});
    for (const double since = processor_time(); processor_time() - since < 2e-3;)
        continue;
    take_sample(&b, 1.0); /* a dear collision */
    assert_true(b.values[0] > cost);
    assert_int_equal(finish(&b), GRAVEL_OK);
    near_value(number(&b.sheet, "least_time_per_collision"), cost, 0.0);
    assert_true(error_of(&b.sheet, "least_time_per_collision") <
                0.0); /* a time of the machine has an error that one run does not tell */
    const double all = number(&b.sheet, "processor_time");
    assert_true(all >= 5.0 * cost + b.values[0] && all <= processor_time() - before);
    end(&b);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(roll_out_finds_where_a_sphere_stops),
        cmocka_unit_test(roll_out_finds_the_acceleration_downhill),
        cmocka_unit_test(roll_out_refuses_what_it_does_not_measure),
        cmocka_unit_test(rolling_finds_swing_slip_and_way_out_of_the_plane),
        cmocka_unit_test(rolling_refuses_what_it_does_not_measure),
        cmocka_unit_test(collision_cost_is_processor_time_over_collisions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
