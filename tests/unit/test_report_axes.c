/* What a figure says of the points that its axes leave out, and of those that it shows. */
#include "reports/figure.h"
#include "tests/unit/report_world.h"

/* The figure drawn into the folder of the fixture; *plate has its texts. */
static void
draw(struct fixture *f, const struct gravel_figure *figure, struct gravel_plate *plate)
{
    const struct gravel_sources none = {0};
    struct gravel_canvas canvas = {.folder = f->dir, .style = "", .sources = &none, .seconds = 60};
    struct gravel_error error = {0};

    WORLD_DO(gravel_plate_open(plate, &error));
    WORLD_DO(gravel_figure_draw(&f->world.rc, figure, &f->world.references, &canvas, plate, &error));
    WORLD_DO(gravel_plate_close(plate, &error));
}

static void
assert_says_outside(const struct gravel_plate *plate, size_t n)
{
    char said[80];

    snprintf(said, sizeof said, "%zu of these points lie outside of the axes.", n);
    assert_true(n > 0 && plate->drawn);
    assert_int_equal(count(plate->notes_text, said), 1);
}

/* A range that the case states leaves points out, which are counted, and does not shorten what is known of the law. */
static void
points_outside_of_the_axes_are_counted(void **state)
{
    struct fixture *f = *state;
    const struct gravel_records *records = &f->world.records;
    struct gravel_figure figure = f->world.figures[0];
    struct gravel_plate plate = {.name = "cut"};
    size_t n_outside = WORLD_SIGMAS; /* the level of hard beads, one line for both contact times */

    figure.y.from = 0.5;
    for (size_t i = 0; i < records->n; i++) {
        const struct gravel_observable *o = gravel_record_observable(&records->items[i], "effective_restitution");
        n_outside += o && o->value < 0.5 && strcmp(records->items[i].engine, "md") == 0;
    }
    draw(f, &figure, &plate);
    assert_says_outside(&plate, n_outside);
    char *script = slurp(f, "cut.gp");
    assert_non_null(strstr(script, "\nset yrange [0.5:"));
    free(script);
    gravel_plate_free(&plate);
}

/* Rows of a table below the axis are counted as points are; those beside it are not asked for. */
static void
rows_below_the_axis_are_counted(void **state)
{
    struct fixture *f = *state;
    struct gravel_figure figure = f->world.figures[1];
    struct gravel_plate plate = {.name = "rows"};
    size_t n_below = 0;

    figure.y.from = 0.2;
    figure.x.to = 0.06;
    for (size_t i = 0; i < f->world.records.n; i++) {
        const struct gravel_table *t = gravel_record_table(&f->world.records.items[i], "density");
        for (size_t k = 0; t && k < t->n_rows; k++)
            n_below += t->data[3 * k] <= 0.06 && t->data[3 * k + 1] < 0.2;
    }
    draw(f, &figure, &plate);
    assert_says_outside(&plate, n_below);
    gravel_plate_free(&plate);
}

/* A point at zero is not on a logarithmic axis, and is not counted a second time as outside of its range. */
static void
a_point_that_is_not_drawn_is_counted_once(void **state)
{
    struct fixture *f = *state;
    struct gravel_figure figure = f->world.figures[0];
    double *value = &f->world.records.items[0].observables[0].value;
    const double before = *value;
    struct gravel_plate plate = {.name = "zero"};

    figure.y.log = true;
    figure.y.from = 0.1;
    *value = 0.0;
    draw(f, &figure, &plate);
    *value = before;
    assert_non_null(strstr(plate.notes_text, "1 point at or below zero cannot be shown on the logarithmic axis."));
    assert_null(strstr(plate.notes_text, "outside of the axes"));
    gravel_plate_free(&plate);
}

/* Columns of a table are trajectories where it is one. */
static void
curves_are_called_trajectories_where_they_are(void **state)
{
    struct fixture *f = *state;
    struct gravel_figure figure = f->world.figures[2];
    struct gravel_plate paths = {.name = "paths"}, others = {.name = "others"};

    draw(f, &figure, &paths);
    assert_non_null(strstr(paths.seen_text, " trajectories in 2 panels."));
    snprintf(figure.table, sizeof figure.table, "density");
    draw(f, &figure, &others);
    assert_non_null(strstr(others.seen_text, " curves in 2 panels."));
    gravel_plate_free(&paths);
    gravel_plate_free(&others);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_outside_of_the_axes_are_counted),
        cmocka_unit_test(rows_below_the_axis_are_counted),
        cmocka_unit_test(a_point_that_is_not_drawn_is_counted_once),
        cmocka_unit_test(curves_are_called_trajectories_where_they_are),
    };
    return cmocka_run_group_tests_name("report axes", tests, setup, teardown);
}
