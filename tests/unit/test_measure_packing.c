/* Measures of heaps at rest, on grains placed by hand, give the numbers computed by hand. */
#include "tests/unit/measure_bench.h"

/* Four grains of diameter 1 m in a box of 2 m x 2 m: one on the floor, one on top of it, one beside it across the
 * periodic face, one in the air. */
static void
make_heap(struct bench *b, int dimension)
{
    make_bench(b, dimension, 4);
    b->system.box = (struct gravel_box){.periodic = {true, dimension > 2, false}, .low = {0, 0, 0}, .high = {2, 2, 0}};
    add_wall(b, GRAVEL_PLANE, v3(0, 0, 1));
    const double y = dimension > 2 ? 1.0 : 0.0;
    b->system.particles[0].x = v3(0.25, y, 0.49);
    b->system.particles[1].x = v3(0.25, y, 1.48);
    b->system.particles[2].x = v3(1.27, y, 0.5005);
    b->system.particles[3].x = v3(1.25, y, 3.0);
}

static void
packing_counts_contacts_of_pairs_floor_and_periodic_images(void **state)
{
    (void)state;
    struct bench b;
    make_heap(&b, 3);
    BEGIN(&b, "packing", "from", "0", "to", "2", NULL);
    assert_int_equal(finish(&b), GRAVEL_OK);
    /* 0-floor, 0-1 and 0-2 through the face (distance 0.98); 2 is half a millimetre above the floor. */
    near("N_c/N", number(&b.sheet, "contacts_per_grain"), 3.0 / 4.0, 1e-15);
    near("z of the three in the slab", number(&b.sheet, "coordination"), (3 + 1 + 1) / 3.0, 1e-15);
    end(&b);
    make_heap(&b, 3);
    BEGIN(&b, "packing", "from", "0", "to", "2", "touch", "0.001", NULL);
    assert_int_equal(finish(&b), GRAVEL_OK);
    near("N_c/N within a thousandth of a diameter", number(&b.sheet, "contacts_per_grain"), 1.0, 1e-15);
    end(&b);
}

static void
packing_cuts_spheres_and_disks_at_the_faces(void **state)
{
    (void)state;
    static const double whole[4] = {0, 1, M_PI / 4, M_PI / 6};
    for (int dimension = 2; dimension <= 3; dimension++) {
        struct bench b;
        make_heap(&b, dimension);
        b.system.particles[0].x.z = b.system.particles[1].x.z = b.system.particles[2].x.z = 10.0;
        BEGIN(&b, "packing", "from", "3.0", "to", "3.25", NULL);
        assert_int_equal(finish(&b), GRAVEL_OK);
        /* From the equator to half the radius: in 3D pi (h - h^3/(3 r^2)) r^2, in 2D r^2 (asin u + u sqrt(1 - u^2)). */
        const double part = dimension == 3 ? M_PI * 0.25 * (0.25 - 0.25 * 0.25 * 0.25 / (3 * 0.25))
                                           : 0.25 * (asin(0.5) + 0.5 * sqrt(0.75));
        const double section = dimension == 3 ? 4.0 : 2.0;
        near("part", number(&b.sheet, "packing_fraction"), part / (0.25 * section), 1e-14);
        end(&b);
        make_heap(&b, dimension);
        BEGIN(&b, "packing", "from", "-1", "to", "7", NULL);
        assert_int_equal(finish(&b), GRAVEL_OK);
        near("whole", number(&b.sheet, "packing_fraction"), 4.0 * whole[dimension] / (8.0 * section), 1e-14);
        end(&b);
    }
}

/* The floor's force on one grain at rest: k x = m g. */
static void
support_is_the_force_law_at_the_present_overlap(void **state)
{
    (void)state;
    struct bench b;
    make_bench(&b, 3, 1);
    add_wall(&b, GRAVEL_PLANE, v3(0, 0, 1))->contact.restitution = 0.5;
    const double w0_squared = (M_PI * M_PI + log(0.5) * log(0.5)) / (0.01 * 0.01);
    BEGIN(&b, "support", NULL);
    b.now[0].x.z = 0.5 - 10.0 / w0_squared;
    take_sample(&b, 0.0);
    take_sample(&b, 1.0);
    b.now[0].x.z = 0.5 - 20.0 / w0_squared; /* in the second half of the run twice as much */
    take_sample(&b, 1.0);
    take_sample(&b, 1.0);
    assert_int_equal(finish(&b), GRAVEL_OK);
    near("support", number(&b.sheet, "support"), 2.0, 1e-12);
    end(&b);
}

/* At x = d/6 it is 12 (epsilon/d) q^7 (q^6 - 1) with q = 6/5. */
static void
support_knows_the_lennard_jones_force(void **state)
{
    (void)state;
    struct bench b;
    make_bench(&b, 3, 1);
    b.system.material = (struct gravel_material){
        .statement = GRAVEL_BY_ENERGY, .energy = 1.0, .reference_velocity = 1.0, .tangential_restitution = 1.0};
    add_wall(&b, GRAVEL_PLANE, v3(0, 0, 1))->contact.rule = GRAVEL_SAME_FORCE_CONSTANTS;
    BEGIN(&b, "support", NULL);
    b.now[0].x.z = 0.5 - 1.0 / 6.0;
    take_sample(&b, 0.0);
    assert_int_equal(finish(&b), GRAVEL_OK);
    near("support", number(&b.sheet, "support"), 12.0 * pow(1.2, 7.0) * (pow(1.2, 6.0) - 1.0) / 20.0, 1e-12);
    end(&b);
}

static void
support_is_the_momentum_that_instantaneous_contacts_give(void **state)
{
    (void)state;
    struct bench b;
    make_bench(&b, 3, 2); /* two grains of 2 kg at g = 10 m/s^2: 40 N */
    add_wall(&b, GRAVEL_PLANE, v3(0, 0, 1));
    BEGIN(&b, "support", NULL);
    take_sample(&b, 0.0);
    const struct gravel_event up = {.i = 0, .j = -1, .normal = {0, 0, 1}, .impulse = 15.0};
    const struct gravel_event side = {.i = 0, .j = -1, .normal = {1, 0, 0}, .impulse = 7.0};
    const struct gravel_event pair = {.i = 0, .j = 1, .normal = {0, 0, -1}, .impulse = 3.0};
    const struct gravel_event soft = {.i = 0, .j = -1, .normal = {0, 0, 1}, .impulse = 9.0, .duration = 0.1};
    for (int k = 0; k < 2; k++)
        b.ops->event(b.measure, &up);
    b.ops->event(b.measure, &side);
    b.ops->event(b.measure, &pair);
    b.ops->event(b.measure, &soft); /* its force was seen while it lasted */
    take_sample(&b, 0.5);
    assert_int_equal(finish(&b), GRAVEL_OK);
    near("support", number(&b.sheet, "support"), 30.0 / 0.5 / 40.0, 1e-14);
    end(&b);
}

static void
rest_reports_the_fastest_at_both_ends(void **state)
{
    (void)state;
    struct bench b;
    make_bench(&b, 3, 3);
    BEGIN(&b, "rest", NULL);
    b.now[1].v = v3(3, 0, 4);
    b.now[2].omega = v3(0, 7, 0);
    take_sample(&b, 0.0);
    b.now[1].v = v3(9, 0, 0);
    take_sample(&b, 1.0);
    b.now[1].v = v3(0, 2, 0);
    assert_int_equal(finish(&b), GRAVEL_OK);
    near("speed at the start", number(&b.sheet, "fastest_at_start"), 5.0, 1e-15);
    near("spin at the start", number(&b.sheet, "spin_at_start"), 7.0, 1e-15);
    near("speed at the end", number(&b.sheet, "fastest_at_end"), 2.0, 1e-15);
    near("its root mean square", number(&b.sheet, "rms_at_end"), 2.0 / sqrt(3.0), 1e-15);
    end(&b);
}

static void
measures_of_heaps_refuse_what_is_no_heap(void **state)
{
    (void)state;
    struct bench b;
    make_bench(&b, 3, 2); /* no periodic sides */
    assert_int_equal(begin(&b, "packing", (const char *const[]){"from", "0", "to", "1", NULL}), GRAVEL_INPUT);
    end(&b);
    make_heap(&b, 3);
    assert_int_equal(begin(&b, "packing", (const char *const[]){"from", "1", "to", "1", NULL}), GRAVEL_INPUT);
    end(&b);
    make_bench(&b, 3, 2); /* no wall */
    assert_int_equal(begin(&b, "support", (const char *const[]){NULL}), GRAVEL_INPUT);
    end(&b);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(packing_counts_contacts_of_pairs_floor_and_periodic_images),
        cmocka_unit_test(packing_cuts_spheres_and_disks_at_the_faces),
        cmocka_unit_test(support_is_the_force_law_at_the_present_overlap),
        cmocka_unit_test(support_knows_the_lennard_jones_force),
        cmocka_unit_test(support_is_the_momentum_that_instantaneous_contacts_give),
        cmocka_unit_test(rest_reports_the_fastest_at_both_ends),
        cmocka_unit_test(measures_of_heaps_refuse_what_is_no_heap),
    };
    return cmocka_run_group_tests_name("measures of heaps", tests, NULL, NULL);
}
