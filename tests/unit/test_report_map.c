/* A map of the difference of two engines, and lines where it has one or two rows. */
#include "reports/figure.h"
#include "tests/unit/report_world.h"

static void
two_rows_are_two_lines(void **state)
{
    char *text = slurp(*state, "figures/a-case-9.gp");

    assert_null(strstr(text, "set palette"));
    assert_int_equal(count(text, "with yerrorlines"), 2);
    free(text);
}

/* The same with axes exchanged has nine rows; the largest difference is 160 %. */
static void
colours_say_that_a_difference_is_beyond_their_end(void **state)
{
    struct world *w = &((struct fixture *)*state)->world;
    char folder[PATH_MAX], path[PATH_MAX], *text;
    struct gravel_error error = {0};
    struct gravel_plate plate = {.name = "map"};
    struct gravel_figure figure = w->figures[8];
    const struct gravel_sources none = {0};
    struct gravel_canvas canvas = {.folder = folder, .style = "", .sources = &none, .seconds = 60};

    assert_true(scratch_folder(folder));
    snprintf(figure.x.measure, sizeof figure.x.measure, "contact_time");
    snprintf(figure.y.measure, sizeof figure.y.measure, "sigma");
    WORLD_DO(gravel_plate_open(&plate, &error));
    WORLD_DO(gravel_figure_draw(&w->rc, &figure, &w->references, &canvas, &plate, &error));
    WORLD_DO(gravel_plate_close(&plate, &error));
    assert_true(plate.drawn);
    WORLD_DO(gravel_file_read(&text, scratch_in(folder, "map.gp", path), &error));
    assert_non_null(strstr(text, "set palette"));
    assert_non_null(strstr(text, "'≥ 100 %%' 1"));
    free(text);
    gravel_plate_free(&plate);
    scratch_remove(folder);
}

/* Where a single row crosses a level there is one place, with an end of its interval told apart from the data's. */
static void
one_row_has_one_crossing(void **state)
{
    struct world *w = &((struct fixture *)*state)->world;
    struct gravel_error error = {0};
    struct gravel_plate plate = {.name = "row"};
    struct gravel_condition soft = {.name = "contact_time", .from = 1e-3, .to = 1.0};
    struct gravel_figure figure = w->figures[8];
    const struct gravel_sources none = {0};
    struct gravel_canvas canvas = {
        .folder = ((struct fixture *)*state)->dir, .style = "", .sources = &none, .seconds = 60};

    figure.where = (struct gravel_where){.n = 1, .items = &soft};
    WORLD_DO(gravel_plate_open(&plate, &error));
    WORLD_DO(gravel_figure_draw(&w->rc, &figure, &w->references, &canvas, &plate, &error));
    WORLD_DO(gravel_plate_close(&plate, &error));
    assert_non_null(strstr(plate.notes_text, "The difference falls to 20 % at sigma = "));
    assert_null(strstr(plate.notes_text, " between "));
    assert_null(strstr(plate.notes_text, " and "));
    assert_non_null(strstr(plate.seen_text, "; sigma from 1×10⁻⁴ to 10000; ")); /* as numbers are set elsewhere */
    assert_non_null(strstr(plate.seen_text, " to 161 %."));
    gravel_plate_free(&plate);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_rows_are_two_lines),
        cmocka_unit_test(one_row_has_one_crossing),
        cmocka_unit_test(colours_say_that_a_difference_is_beyond_their_end),
    };

    return cmocka_run_group_tests_name("report maps", tests, setup, teardown);
}
