/* Two halves of a box, and the collisions with each wall. */
#include "tests/unit/measure_bench.h"

static void
halves_are_counted_and_changes_of_sides_too(void **state)
{
    (void)state;
    struct bench b;
    make_bench(&b, 3, 5);
    BEGIN(&b, "halves", "axis", "y", "at", "2.0", NULL);
    for (int k = 0; k < 5; k++)
        b.now[k].x.y = k < 4 ? 3.0 : 1.0;
    take_sample(&b, 0.0);
    near("four to one", mean_value(&b, "asymmetry", 0), 0.6, 1e-15);
    near("above", mean_value(&b, "imbalance", 0), 0.6, 1e-15);
    near("no time has passed", mean_value(&b, "transfer_rate", 0), 0.0, 0.0);
    b.now[0].x.y = b.now[1].x.y = b.now[2].x.y = 1.9;
    b.now[4].x.y = 2.0;
    b.now[3].v = v3(0, 3, 0);
    take_sample(&b, 0.25);
    near("two to three", mean_value(&b, "imbalance", 0), -0.2, 1e-15);
    near("its size", mean_value(&b, "asymmetry", 0), 0.2, 1e-15);
    near("four changes in both directions", mean_value(&b, "transfer_rate", 0), 4.0 / 2.0 / 0.25, 1e-14);
    near("energy", mean_value(&b, "total_energy", 0), 9.0 + 2.0 * 10.0 * (0.5 + 1.5 + 2.5 + 3.5 + 4.5), 1e-12);
    take_sample(&b, 0.25);
    near("none since", mean_value(&b, "transfer_rate", 0), 0.0, 0.0);
    end(&b);
}

static void
halves_need_an_axis_with_ends(void **state)
{
    (void)state;
    for (int periodic = 0; periodic < 2; periodic++) {
        struct bench b;
        make_bench(&b, periodic ? 3 : 2, 3);
        b.system.box = (struct gravel_box){.periodic = {periodic, periodic, false}, .high = {9, 9, 9}};
        assert_int_equal(begin(&b, "halves", (const char *const[]){"axis", "y", "at", "1.0", NULL}), GRAVEL_INPUT);
        end(&b);
    }
}

static void
hits_are_counted_wall_by_wall(void **state)
{
    (void)state;
    struct bench b;
    make_bench(&b, 3, 2);
    for (int w = 0; w < 2; w++) {
        struct gravel_wall *wall = add_wall(&b, GRAVEL_PLANE, v3(0, 0, 1));
        snprintf(wall->name, sizeof wall->name, "%s", w == 0 ? "floor" : "window");
    }
    BEGIN(&b, "wall_hits", NULL);
    take_sample(&b, 0.0);
    const int32_t partners[] = {-2, -1, 1, -2, -2};
    for (size_t k = 0; k < sizeof partners / sizeof *partners; k++)
        b.ops->event(b.measure, &(struct gravel_event){.i = 0, .j = partners[k]});
    take_sample(&b, 0.5);
    near("floor", mean_value(&b, "wall_hits.floor", 0), 2.0, 1e-15);
    near("window", mean_value(&b, "wall_hits.window", 0), 6.0, 1e-15);
    take_sample(&b, 0.5);
    near("none since", mean_value(&b, "wall_hits.window", 0), 0.0, 0.0);
    end(&b);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(halves_are_counted_and_changes_of_sides_too),
        cmocka_unit_test(halves_need_an_axis_with_ends),
        cmocka_unit_test(hits_are_counted_wall_by_wall),
    };
    return cmocka_run_group_tests_name("halves", tests, NULL, NULL);
}
