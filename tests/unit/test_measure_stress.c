/* Stress, fields by layers and forces on walls, from particles and pushes made by hand. */
#include "tests/unit/measure_bench.h"

/* Two spheres in a periodic box of 2 m x 2 m x 4 m. */
static void
make_box(struct bench *b)
{
    make_bench(b, 3, 2);
    b->system.gravity = v3(0, 0, 0);
    b->system.box = (struct gravel_box){.periodic = {true, true, true}, .high = {2, 2, 4}};
    b->system.particles[0].x = v3(1, 1, 0.5);
    b->system.particles[1].x = v3(1, 1, 1.5);
    b->system.particles[0].v = v3(1, 0, 2);
    b->system.particles[1].v = v3(-1, 0, -2);
}

static void
stress_is_momentum_flux_and_momentum_along_branches(void **state)
{
    (void)state;
    struct bench b;
    make_box(&b);
    b.system.particles[0].v.y = b.system.particles[1].v.y = 7.0; /* a drift has no stress */
    BEGIN(&b, "stress", NULL);
    take_sample(&b, 0.0);
    b.ops->push(b.measure, &(struct gravel_push){.i = 0, .j = 1, .branch = {0, 0, -1}, .impulse = {4, 0, -8}});
    take_sample(&b, 0.5);
    const double volume = 16.0;
    near("kinetic zz", mean_value(&b, "kinetic_stress.zz", 0), 2 * 2.0 * 4.0 / volume, 1e-15);
    near("kinetic xz", mean_value(&b, "kinetic_stress.xz", 0), 2 * 2.0 * 2.0 / volume, 1e-15);
    near("kinetic yy", mean_value(&b, "kinetic_stress.yy", 0), 0.0, 1e-15);
    near("contact zz", mean_value(&b, "contact_stress.zz", 0), 8.0 / (0.5 * volume), 1e-15);
    near("contact xz, symmetric", mean_value(&b, "contact_stress.xz", 0), -0.5 * 4.0 / (0.5 * volume), 1e-15);
    near("zz", mean_value(&b, "stress.zz", 0), 2.0, 1e-15);
    near("pressure", mean_value(&b, "pressure", 0), (2.0 + 0.25) / 3.0, 1e-15);
    near("over kinetic", mean_value(&b, "pressure_over_kinetic", 0), (2.0 + 0.25) / (1.0 + 0.25), 1e-15);
    take_sample(&b, 0.5);
    near("pushes count once", mean_value(&b, "contact_stress.zz", 0), 0.0, 1e-15);
    end(&b);
}

static void
layers_share_the_branch_and_have_their_own_velocity(void **state)
{
    (void)state;
    struct bench b;
    make_box(&b);
    BEGIN(&b, "fields", "layers", "4", NULL);
    take_sample(&b, 0.0);
    /* From z = 1.5 down to 0.25: a quarter of it lies in layer 0 and half ... */
    b.ops->push(b.measure, &(struct gravel_push){.x = {1, 1, 0.75}, .branch = {0, 0, -1}, .impulse = {0, 0, -8}});
    /* ... and one through the periodic face: from z = -0.5 to 0.5. */
    b.ops->push(b.measure, &(struct gravel_push){.x = {1, 1, 0.5}, .branch = {0, 0, 1}, .impulse = {0, 0, 6}});
    take_sample(&b, 1.0);
    const double volume = 4.0;
    near("layer 0", mean_value(&b, "layer_contact_stress.zz", 0), (8.0 * 0.25 + 6.0 * 0.5) / volume, 1e-14);
    near("layer 1", mean_value(&b, "layer_contact_stress.zz", 1), 8.0 * 0.75 / volume, 1e-14);
    near("layer 2", mean_value(&b, "layer_contact_stress.zz", 2), 0.0, 1e-14);
    near("layer 3", mean_value(&b, "layer_contact_stress.zz", 3), 6.0 * 0.5 / volume, 1e-14);
    near("density", mean_value(&b, "layer_density", 1), 1.0 / volume, 1e-15);
    near("velocity", mean_value(&b, "layer_velocity.x", 0), 1.0, 1e-15);
    near("velocity", mean_value(&b, "layer_velocity.z", 1), -2.0, 1e-15);
    near("one particle has no temperature", mean_value(&b, "layer_temperature", 1), 0.0, 1e-15);
    end(&b);
    make_box(&b);
    BEGIN(&b, "fields", "layers", "1", NULL);
    take_sample(&b, 0.0);
    take_sample(&b, 1.0);
    near("two have one", mean_value(&b, "layer_temperature", 0), 2.0 * (1.0 + 4.0) / 3.0, 1e-15);
    near("stress", mean_value(&b, "layer_kinetic_stress.zz", 0), 2 * 2.0 * 4.0 / 16.0, 1e-15);
    end(&b);
}

/* Two spheres at rest on each other and on a floor, m g = 20 N each. */
static void
stress_of_a_stack_is_the_weight_above(void **state)
{
    (void)state;
    struct bench b;
    make_bench(&b, 3, 2);
    b.system.box = (struct gravel_box){.periodic = {true, true, false}, .high = {2, 2, 0}};
    add_wall(&b, GRAVEL_PLANE, v3(0, 0, 1));
    BEGIN(&b, "fields", "from", "0", "to", "2.4", "layers", "8", NULL);
    take_sample(&b, 0.0);
    b.ops->push(b.measure,
                &(struct gravel_push){.i = 0, .j = -1, .x = {0, 0, 0.5}, .branch = {0, 0, 0.5}, .impulse = {0, 0, 20}});
    b.ops->push(b.measure,
                &(struct gravel_push){.i = 1, .j = 0, .x = {0, 0, 1.5}, .branch = {0, 0, 1}, .impulse = {0, 0, 10}});
    take_sample(&b, 0.5);
    near("lowest layer", mean_value(&b, "layer_stress.zz", 0), 10.0, 1e-13);
    near("middle", mean_value(&b, "layer_stress.zz", 3), 5.0, 1e-13);
    near("above", mean_value(&b, "layer_stress.zz", 7), 0.0, 1e-13);
    near("weight", mean_value(&b, "layer_weight", 3), 5.0, 1e-13);
    near("ratio", mean_value(&b, "weight_ratio", 0), 1.0, 1e-14);
    near("deviation", mean_value(&b, "weight_deviation", 0), 0.0, 1e-14);
    end(&b);
}

static void
walls_feel_the_normal_part_over_their_area(void **state)
{
    (void)state;
    struct bench b;
    make_bench(&b, 3, 2);
    b.system.box = (struct gravel_box){.periodic = {true, true, false}, .high = {2, 2, 0}};
    add_wall(&b, GRAVEL_PLANE, v3(0, 0, 1));
    add_wall(&b, GRAVEL_PLANE, v3(0, 0, 1))->origin = v3(0, 0, 5);
    strcpy(b.system.walls[1].name, "lid");
    b.system.particles[0].v = b.system.particles[1].v = v3(0, 0, 3);
    BEGIN(&b, "wall_pressure", NULL);
    take_sample(&b, 0.0);
    b.ops->push(b.measure, &(struct gravel_push){.j = -1, .branch = {0, 0, 0.5}, .impulse = {9, 0, 12}});
    b.ops->push(b.measure, &(struct gravel_push){.j = -2, .branch = {0, 0, -0.5}, .impulse = {0, 0, -4}});
    b.ops->push(b.measure, &(struct gravel_push){.j = 1, .branch = {0, 0, 1}, .impulse = {0, 0, 100}});
    take_sample(&b, 0.5);
    near("force", mean_value(&b, "wall_force.wall", 0), 24.0, 1e-14);
    near("pressure", mean_value(&b, "wall_pressure.lid", 0), 8.0 / 4.0, 1e-15);
    /* (24 + 8)/(2 x 4) N/m2 in 2 x 2 x 4 m3 over N T = 2 x 2 x 9/3 */
    near("Z", mean_value(&b, "wall_compressibility", 0), 4.0 * 16.0 / 12.0, 1e-14);
    assert_int_equal(finish(&b), GRAVEL_OK);
    near("packing", number(&b.sheet, "wall_packing_fraction"), 2.0 * M_PI / 6.0 / 16.0, 1e-15);
    end(&b);
}

static void
stress_needs_ends(void **state)
{
    (void)state;
    struct bench b;
    make_bench(&b, 3, 2);
    assert_int_equal(begin(&b, "stress", (const char *const[]){NULL}), GRAVEL_INPUT);
    end(&b);
    make_bench(&b, 1, 2);
    assert_int_equal(begin(&b, "stress", (const char *const[]){NULL}), GRAVEL_INPUT);
    end(&b);
    make_box(&b);
    assert_int_equal(begin(&b, "fields", (const char *const[]){"from", "1", "to", "1", NULL}), GRAVEL_INPUT);
    end(&b);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stress_is_momentum_flux_and_momentum_along_branches),
        cmocka_unit_test(layers_share_the_branch_and_have_their_own_velocity),
        cmocka_unit_test(stress_of_a_stack_is_the_weight_above),
        cmocka_unit_test(walls_feel_the_normal_part_over_their_area),
        cmocka_unit_test(stress_needs_ends),
    };
    return cmocka_run_group_tests_name("measures of stress", tests, NULL, NULL);
}
