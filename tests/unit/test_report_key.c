/* The key of a figure names every curve once; of many numbered trajectories the first and the last. */
#include "reports/key.h"

#include "tests/cmocka.h"

#include <stdio.h>

enum { MOST = 12 };

static struct gravel_plot_curve curves[MOST];
static struct gravel_plot_panel panel = {.curves = curves};

static void
set_titles(const char *const *titles)
{
    panel.n = 0;
    for (; *titles; titles++) {
        curves[panel.n] = (struct gravel_plot_curve){.n = 1};
        snprintf(curves[panel.n++].title, sizeof curves->title, "%s", *titles);
    }
}

static void
few_trajectories_are_all_named(void **state)
{
    const struct gravel_figure figure = {.style = GRAVEL_FIGURE_TRAJECTORIES};
    const struct gravel_drawing d = {.figure = &figure, .n_panels = 1, .panels = {&panel}};

    (void)state;
    set_titles((const char *const[]){"light", "heavy", "light", NULL});
    assert_true(gravel_key_find(&d, &panel, 0).named && gravel_key_find(&d, &panel, 1).named);
    assert_false(gravel_key_find(&d, &panel, 2).named);
    assert_int_equal(gravel_key_find(&d, &panel, 1).kind, 1);
    assert_int_equal(gravel_key_find(&d, &panel, 2).kind, 0);
    assert_false(gravel_key_find(&d, &panel, 2).ordered);
    assert_int_equal(gravel_key_rows(&d, 760), 1);
    set_titles((const char *const[]){"z1", NULL});
    assert_false(gravel_key_find(&d, &panel, 0).named);
    assert_int_equal(gravel_key_rows(&d, 760), 0);
}

static void
of_many_beads_the_first_and_the_last_are_named(void **state)
{
    const struct gravel_figure figure = {.style = GRAVEL_FIGURE_TRAJECTORIES};
    const struct gravel_drawing d = {.figure = &figure, .n_panels = 1, .panels = {&panel}};

    (void)state;
    set_titles((const char *const[]){"plate", "z1", "z2", "z3", "z4", "z5", "z6", "z7", NULL});
    for (size_t k = 0; k < panel.n; k++) {
        assert_int_equal(gravel_key_find(&d, &panel, k).ordered, k > 0);
        assert_int_equal(gravel_key_find(&d, &panel, k).named, k < 2 || k == 7);
    }
}

static void
curves_are_named_however_many(void **state)
{
    const struct gravel_figure figure = {.style = GRAVEL_FIGURE_CURVES};
    const struct gravel_drawing d = {.figure = &figure, .n_panels = 1, .panels = {&panel}};

    (void)state;
    set_titles((const char *const[]){"MD, a = 1", "MD, a = 2", "MD, a = 3", "MD, a = 4", "MD, a = 5", "MD, a = 6",
                                     "MD, a = 7", "MD, a = 1", NULL});
    for (size_t k = 0; k < panel.n; k++)
        assert_int_equal(gravel_key_find(&d, &panel, k).named, k < 7);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(few_trajectories_are_all_named),
        cmocka_unit_test(of_many_beads_the_first_and_the_last_are_named),
        cmocka_unit_test(curves_are_named_however_many),
    };
    return cmocka_run_group_tests_name("report key", tests, NULL, NULL);
}
