/* The rate through an opening, from flows made by hand. */
#include "tests/unit/measure_bench.h"

#include <math.h>

enum { GRAINS = 220 };
static const double interval = 0.01;

/* Particles that are out at time t: 20 a second from 0.5 s on, 100 a second between 1 s and 3 s, unevenly, then two a
 * second until 8 s. */
static double
flown(double t)
{
    const double slow = 20.0 * (fmin(fmax(t, 0.5), 1.0) - 0.5) + 2.0 * (fmin(fmax(t, 3.0), 8.0) - 3.0);
    const double steady = fmin(fmax(t, 1.0), 3.0) - 1.0;
    return floor(slow + 100.0 * steady + 0.5 * sin(61.0 * steady) * (steady < 2.0) + 1e-9);
}

/* An orifice of radius 4 m at z = 0 below spheres of diameter 1 m. */
static void
make_vessel(struct bench *b)
{
    make_bench(b, 3, GRAINS);
    struct gravel_wall *floor = add_wall(b, GRAVEL_ORIFICE, v3(0, 0, 1));
    floor->radius = 4.0;
}

static void
let_flow(struct bench *b, int samples)
{
    for (int s = 0; s <= samples; s++) {
        const double out = flown(interval * s);
        for (int k = 0; k < GRAINS; k++)
            b->now[k].x.z = k < out ? -1.0 : 1.0;
        take_sample(b, s > 0 ? interval : 0.0);
    }
    assert_int_equal(finish(b), GRAVEL_OK);
}

static void
discharge_is_the_rate_of_the_steady_part(void **state)
{
    (void)state;
    struct bench b;
    make_vessel(&b);
    BEGIN(&b, "discharge", "margin", "1.5", NULL);
    let_flow(&b, 900);
    const double w = number(&b.sheet, "discharge"), err = error_of(&b.sheet, "discharge");
    near("rate of mass", w, 200.0, 2.0);
    assert_true(err > 0.0 && err < 2.0 / 0.05 / sqrt(24.0)); /* blocks of 0.05 s, up to a particle of 2 kg */
    near("rate of particles", number(&b.sheet, "discharge_number"), 0.5 * w, 1e-12);
    near("its error", error_of(&b.sheet, "discharge_number"), 0.5 * err, 1e-12);
    near("root", number(&b.sheet, "discharge_root"), pow(w, 0.4), 1e-12);
    near("error of the root", error_of(&b.sheet, "discharge_root"), 0.4 * pow(w, -0.6) * err, 1e-12);
    /* Spheres of mass 2 and diameter 1 under g = 10 through an opening of 8. */
    near("unit", number(&b.sheet, "discharge_scaled"), pow(w / (2.0 / (M_PI / 6.0) * sqrt(10.0)), 0.4), 1e-12);
    near("its error", error_of(&b.sheet, "discharge_scaled") / number(&b.sheet, "discharge_scaled"), 0.4 * err / w,
         1e-12);
    near("opening in diameters", number(&b.sheet, "opening_ratio"), 8.0, 1e-12);
    near("halves", number(&b.sheet, "discharge_late_over_early"), 1.0, 0.03);
    /* The steady part lies in that of the flow, up to a block, and is at least half of the time until a tenth is left.
     */
    const double begins = number(&b.sheet, "discharge_begin"), ends = number(&b.sheet, "discharge_end");
    assert_true(begins > 1.0 - 0.1 && ends < 3.0 + 0.1 && ends - begins > 0.5 * (2.9 - 0.5) - 0.02);
    near("all is out", number(&b.sheet, "discharged"), 1.0, 1e-15);
    near("clear opening", number(&b.sheet, "clear_opening"), 8.0 - 1.5, 1e-14);
    assert_int_equal(b.sheet.tables[0].n_rows, 901);
    end(&b);
}

/* Half as fast once half of the mass is out. */
static void
what_leaves_after_the_given_part_does_not_count(void **state)
{
    (void)state;
    static const char *const parts[] = {"0.5", "1"};
    double w[2];
    for (int p = 0; p < 2; p++) {
        struct bench b;
        make_vessel(&b);
        BEGIN(&b, "discharge", "until", parts[p], NULL);
        for (int s = 0; s <= GRAINS + GRAINS / 2; s++) {
            const int out = s < GRAINS / 2 ? s : GRAINS / 2 + (s - GRAINS / 2) / 2;
            for (int k = 0; k < GRAINS; k++)
                b.now[k].x.z = k < out ? -1.0 : 1.0;
            take_sample(&b, s > 0 ? interval : 0.0);
        }
        assert_int_equal(finish(&b), GRAVEL_OK);
        w[p] = number(&b.sheet, "discharge");
        end(&b);
    }
    near("of the first half", w[0], 200.0, 1e-9);
    assert_true(w[1] < 150.0);
}

/* The error is that of the mean over blocks: flows that alternate between two rates with the blocks. */
static void
discharge_has_the_error_of_its_blocks(void **state)
{
    (void)state;
    struct bench b;
    make_vessel(&b);
    BEGIN(&b, "discharge", "until", "1", NULL);
    int out = 0;
    for (int s = 0; s <= 240; s++) { /* 48 blocks of 5 intervals, in which 5 and 4 particles leave */
        out += s > 0 && ((s - 1) / 5 % 2 == 0 || (s - 1) % 5 != 2);
        for (int k = 0; k < GRAINS; k++)
            b.now[k].x.z = k < out ? -1.0 : 1.0;
        take_sample(&b, s > 0 ? interval : 0.0);
    }
    assert_int_equal(finish(&b), GRAVEL_OK);
    near("rate", number(&b.sheet, "discharge"), 2.0 * 90.0, 1e-9);
    near("error", error_of(&b.sheet, "discharge"), 2.0 * 10.0 / sqrt(47.0), 1e-9);
    end(&b);
}

static void
nothing_is_said_of_a_flow_too_short(void **state)
{
    (void)state;
    struct bench b;
    make_vessel(&b);
    BEGIN(&b, "discharge", NULL);
    let_flow(&b, 60);
    assert_true(isnan(number(&b.sheet, "discharge")));
    near("out", number(&b.sheet, "discharged"), 2.0 / GRAINS, 1e-15);
    end(&b);
}

/* Of an orifice and a cone below it the narrower one, at its narrow end; a sphere on the way to it is not out. */
static void
the_narrowest_opening_counts(void **state)
{
    (void)state;
    struct bench b;
    make_vessel(&b);
    struct gravel_wall *cone = add_wall(&b, GRAVEL_CONE, v3(0, 0, 1));
    cone->origin = v3(0, 0, -5);
    cone->radius = 1.0;
    cone->radius_end = 4.0;
    cone->length = 6.0;
    BEGIN(&b, "discharge", "margin", "1", NULL);
    b.now[0].x.z = -7.9;
    b.now[1].x.z = -8.1;
    take_sample(&b, 0.0);
    assert_int_equal(finish(&b), GRAVEL_OK);
    near("clear opening", number(&b.sheet, "clear_opening"), 2.0 - 1.0, 1e-14);
    near("one is out", number(&b.sheet, "discharged"), 1.0 / GRAINS, 1e-15);
    end(&b);
}

static void
openings_without_a_way_through_are_refused(void **state)
{
    (void)state;
    struct bench b;
    make_vessel(&b);
    assert_int_equal(begin(&b, "discharge", (const char *const[]){"margin", "8.1", NULL}), GRAVEL_INPUT);
    end(&b);
    make_bench(&b, 3, 2);
    assert_int_equal(begin(&b, "discharge", (const char *const[]){NULL}), GRAVEL_INPUT);
    end(&b);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(discharge_is_the_rate_of_the_steady_part),
        cmocka_unit_test(what_leaves_after_the_given_part_does_not_count),
        cmocka_unit_test(discharge_has_the_error_of_its_blocks),
        cmocka_unit_test(nothing_is_said_of_a_flow_too_short),
        cmocka_unit_test(the_narrowest_opening_counts),
        cmocka_unit_test(openings_without_a_way_through_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
