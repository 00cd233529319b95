/* Measures of a bed in a turning drum, on states and events made by hand. */
#include "tests/unit/measure_bench.h"

/* A drum of radius 10 m about y, turning so that its wall rises at negative x. */
static void
make_drum(struct bench *b, size_t n)
{
    make_bench(b, 3, n);
    struct gravel_wall *drum = add_wall(b, GRAVEL_CYLINDER, v3(0, 1, 0));
    drum->radius = 10.0;
    drum->motion.spin = 2.0;
}

/* A bed with a surface at 30 degrees, rising to negative x, of touching spheres; one flies above it. */
static void
bed_has_the_slope_that_it_was_given(void **state)
{
    (void)state;
    enum { N = 301 };
    struct bench b;
    make_drum(&b, N);
    BEGIN(&b, "bed", "from", "-0.5", "to", "0.5", NULL);
    const double angle = M_PI / 6.0;
    for (size_t k = 0; k < N - 1; k++) { /* 30 columns along the surface, 10 layers down */
        const double s = ((double)(k % 30) - 14.5) * 0.6, depth = -2.0 - (double)(k / 30) * 0.6;
        b.now[k].x = v3(-s * cos(angle) + depth * sin(angle), 0, s * sin(angle) + depth * cos(angle));
        b.now[k].v = v3(k / 30 < 3 ? 1.0 : -1.0, 0, 0); /* the three upper layers move downhill */
    }
    b.now[N - 1].x = v3(-2, 0, 8);
    take_sample(&b, 0.0);
    near("surface angle", b.values[0], 30.0, 1.0);
    b.now[N - 1].mass = 0.0;
    take_sample(&b, 1.0);
    near("bed angle", b.values[1], 30.0, 1e-6);
    b.now[N - 1].x = v3(-8, 0, 4); /* out of the slice */
    take_sample(&b, 1.0);
    near("flowing fraction", b.values[3], 0.3, 1e-12);
    near("flowing depth", b.values[2], 0.3 * (9 * 0.6 + 1.0), 1e-12);
    end(&b);
}

static void
centrifuging_needs_a_whole_turn(void **state)
{
    (void)state;
    struct bench b;
    make_drum(&b, 2);
    BEGIN(&b, "centrifuging", NULL);
    b.now[0].x = v3(9, 0, 0);
    b.now[0].v = v3(0, 0, -18.0 * 1.2); /* with the wall, 20 % too fast */
    b.now[1].x = v3(0, 0, 9);
    b.now[1].v = v3(-18.0, 0, 0); /* against it */
    take_sample(&b, 0.0);
    near("top", b.values[1], 0.5, 0.0);
    near("on the axis' plane", b.values[2], 0.0, 0.0);
    take_sample(&b, 0.99 * M_PI);
    near("before a turn", b.values[0], 0.0, 0.0);
    take_sample(&b, 0.02 * M_PI);
    near("after a turn", b.values[0], 0.5, 0.0);
    b.now[0].v = v3(0, 0, 0);
    take_sample(&b, 0.1);
    near("after a rest", b.values[0], 0.0, 0.0);
    end(&b);
}

/* The wall's velocity at x is 2 y^ x x: at (-9, 0, 0) it ascends, at (9, 0, 0) it descends. */
static void
what_comes_over_the_top_is_in_the_descending_quadrant(void **state)
{
    (void)state;
    struct bench b;
    make_drum(&b, 5);
    BEGIN(&b, "centrifuging", NULL);
    b.now[0].x = v3(3, 0, 4);     /* r = 5 of R = 10 */
    b.now[1].x = v3(4.8, 1, 6.4); /* r = 8 */
    b.now[2].x = v3(-3, 0, 4);    /* ascending */
    b.now[3].x = v3(3, 0, -4);    /* below the axis */
    b.now[4].attached = 0;
    b.now[4].x = v3(3, 0, 4);
    take_sample(&b, 0.0);
    near("fraction", b.values[2], 0.5, 0.0);
    near("depth", b.values[3], 3.5, 1e-14);
    end(&b);
}

static void
spin_is_measured_against_the_drum(void **state)
{
    (void)state;
    struct bench b;
    make_drum(&b, 3);
    BEGIN(&b, "spin", NULL);
    b.now[0].omega = v3(0, 1, 5);
    b.now[1].omega = v3(0, 2, 0);
    b.now[2].attached = 0;
    b.now[2].omega = v3(0, 100, 0);
    take_sample(&b, 1.0);
    near("mean spin", b.values[0], 1.5, 1e-15);
    near("ratio", b.values[1], 0.75, 1e-15);
    end(&b);
}

/* Particle 0 gives the wall 6 N s at the height -8 m, 1 m off the axis' plane, particle 1 gives the carried sphere 2
 * half as much in two ways; the end plane, another wall, does not count. */
static void
torque_of_a_filling_is_what_drum_and_lining_take(void **state)
{
    (void)state;
    struct bench b;
    make_drum(&b, 3);
    b.system.particles[2].attached = 0;
    BEGIN(&b, "drum_torque", NULL);
    b.now[0].x = v3(-1, 0, -8);
    b.now[1].x = v3(-3, 0, -8);
    take_sample(&b, 0.0);
    b.ops->push(b.measure,
                &(struct gravel_push){.i = 0, .j = -1, .x = {-1, 0, -8}, .branch = {0, 0, 0.5}, .impulse = {-6, 0, 0}});
    b.ops->push(b.measure,
                &(struct gravel_push){
                    .i = 1, .j = 2, .x = {-3, 0, -8}, .branch = {0, 0, 1}, .impulse = {-3, 0, 0}, .twist = {0, 1, 0}});
    b.ops->push(
        b.measure,
        &(struct gravel_push){
            .i = 2, .j = 1, .x = {-3, 0, -9}, .branch = {0, 0, -1}, .impulse = {3, 0, 0}, .twist_j = {0, 1, 0}});
    b.ops->push(b.measure,
                &(struct gravel_push){.i = 0, .j = 1, .x = {-1, 0, -8}, .branch = {0, 0, 1}, .impulse = {100, 0, 0}});
    take_sample(&b, 2.0);
    near("torque", b.values[0], -(6.0 * 8.0 + 2.0 * (3.0 * 8.0 + 1.0)) / 2.0, 1e-12);
    near("moment of the weight", b.values[1], -2.0 * 10.0 * (1.0 + 3.0), 1e-12);
    take_sample(&b, 1.0);
    near("nothing since", b.values[0], 0.0, 0.0);
    end(&b);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bed_has_the_slope_that_it_was_given),
        cmocka_unit_test(centrifuging_needs_a_whole_turn),
        cmocka_unit_test(what_comes_over_the_top_is_in_the_descending_quadrant),
        cmocka_unit_test(spin_is_measured_against_the_drum),
        cmocka_unit_test(torque_of_a_filling_is_what_drum_and_lining_take),
    };
    return cmocka_run_group_tests_name("measures of a drum", tests, NULL, NULL);
}
