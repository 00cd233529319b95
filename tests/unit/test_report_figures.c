/* The data and the drawings of a report's figures say what the records, the references and the checks say. */
#include "harness/case/check_kinds.h"
#include "reports/label.h"
#include "reports/theory_curve.h"
#include "tests/unit/report_world.h"

/* A row "x x_err y y_err" of a data file that has these numbers, to the last bit. */
static bool
has_row(const char *text, double x, double y, double y_err)
{
    for (const char *line = text; line && *line; line = strchr(line, '\n'), line = line ? line + 1 : NULL) {
        double a, b, c, d;
        if (sscanf(line, "%lf %lf %lf %lf", &a, &b, &c, &d) == 4 && a == x && c == y &&
            (d == y_err || (isnan(d) && y_err < 0)))
            return true;
    }
    return false;
}

static void
curve_data_hold_every_observable_of_every_record(void **state)
{
    struct fixture *f = *state;
    char *text = slurp(f, "figures/a-case-1.dat");
    size_t n = 0;

    for (size_t i = 0; i < f->world.records.n; i++) {
        const struct gravel_record *r = &f->world.records.items[i];
        const struct gravel_observable *o = gravel_record_observable(r, "effective_restitution");
        if (!o)
            continue;
        assert_true(has_row(text, gravel_record_number(r, "sigma"), o->value, o->err));
        n++;
    }
    assert_int_equal(n, 2 * WORLD_SIGMAS * WORLD_TIMES - WORLD_TIMES);
    free(text);
}

/* Nine sigmas and two times, less one without the observable and one without an error. */
static void
a_map_has_a_point_for_every_pair_of_engines(void **state)
{
    struct fixture *f = *state;
    char *text = slurp(f, "figures/a-case-9.dat");
    size_t n = 0;

    /* The lines of the levels come last and have other columns. */
    for (char *line = text; line && strncmp(line, "# the difference", 16) != 0;
         line = strchr(line, '\n'), line = line ? line + 1 : NULL) {
        double x, y, size, difference, err;
        if (sscanf(line, "%lf %lf %lf %lf %lf", &x, &y, &size, &difference, &err) != 5 || isnan(x))
            continue;
        double a = world_value(x, false), b = world_value(x, true);
        assert_true(fabs(difference - (a / b - 1.0)) < 1e-12 && fabs(size - fabs(difference)) < 1e-15);
        assert_true(fabs(err - hypot(0.012, a / b * 0.012) / b) < 1e-12);
        n++;
    }
    assert_int_equal(n, 14);
    free(text);
    text = slurp(f, "figures/a-case-9.svg");
    assert_non_null(strstr(text, "</svg>"));
    free(text);
}

static void
table_data_hold_every_row_of_every_profile(void **state)
{
    struct fixture *f = *state;
    char *text = slurp(f, "figures/a-case-2.dat");
    size_t n = 0;

    for (size_t i = 0; i < f->world.records.n; i++) {
        const struct gravel_table *t = gravel_record_table(&f->world.records.items[i], "density");
        for (size_t k = 0; t && k < t->n_rows; k++, n++)
            assert_true(has_row(text, t->data[3 * k], t->data[3 * k + 1], t->data[3 * k + 2]));
    }
    assert_int_equal(n, 80);
    free(text);
}

static void
references_are_in_the_data_with_their_uncertainty(void **state)
{
    char *text = slurp(*state, "figures/a-case-1.dat");

    assert_true(has_row(text, world_sigma(0) / 1.5, 0.341, 0.02));
    assert_true(has_row(text, 1.0, 0.5, 0.05 * 0.5));
    free(text);
}

static void
trajectories_have_one_curve_a_bead_and_one_panel_an_engine(void **state)
{
    char *data = slurp(*state, "figures/a-case-3.dat"), *script = slurp(*state, "figures/a-case-3.gp");

    assert_int_equal(count(data, "# MD: z"), WORLD_BEADS);
    assert_int_equal(count(data, "# ED column: z"), WORLD_BEADS);
    assert_non_null(strstr(script, "multiplot layout 1,2"));
    free(data);
    free(script);
}

static void
snapshot_draws_every_particle_of_every_panel_and_the_drum(void **state)
{
    char *svg = slurp(*state, "figures/a-case-4.svg");

    assert_int_equal(count(svg, "<circle"), 2 * (WORLD_GRAINS + 1));
    assert_non_null(strstr(svg, "speed [m/s]"));
    free(svg);
}

/* The numbers of the first place that fits the format. */
static void
scan(const char *text, const char *format, int n, double **found)
{
    double *unused = NULL;
    double **const more[] = {n > 2 ? &found[2] : &unused, n > 3 ? &found[3] : &unused};
    for (; *text != '\0'; text++)
        if (*text == '<' && sscanf(text, format, found[0], found[1], *more[0], *more[1]) == n)
            return;
    fail_msg("nothing fits %s", format);
}

/* Every arrow begins at its particle and points away from the middle, half as long as the particle is far from it. */
static void
arrows_have_the_direction_and_the_magnified_length_of_their_columns(void **state)
{
    char *svg = slurp(*state, "figures/a-case-8.svg");
    double cx = NAN, cy = NAN, x = NAN, y = NAN, tip_x = NAN, tip_y = NAN;

    assert_int_equal(count(svg, "<path"), 2 * (WORLD_GRAINS - 1)); /* the one in the middle has none */
    scan(svg, "<circle cx=\"%lf\" cy=\"%lf\" r=\"%*f\" fill=\"none\" stroke=\"#aaaaaa\"", 2, (double *[]){&cx, &cy});
    scan(svg, "<path d=\"M%lf %lfL%lf %lf", 4, (double *[]){&x, &y, &tip_x, &tip_y});
    const double far = hypot(x - cx, y - cy);
    assert_true(far > 5);
    assert_true(fabs(tip_x - x - 0.5 * (x - cx)) < 0.2 && fabs(tip_y - y - 0.5 * (y - cy)) < 0.2);
    assert_true(fabs(atan2(cy - y, x - cx) - 0.5) < 0.05); /* the second particle is at 0.5 rad, up is up */
    free(svg);
}

static void
slope_is_drawn_through_the_points_that_its_check_judges(void **state)
{
    struct world *w = &((struct fixture *)*state)->world;
    const struct gravel_record *md = &w->records.items[0], *ed = &w->records.items[1];
    struct gravel_plot_point points[] = {{1, 0, 2, 0, md}, {10, 0, 1e6, 0, ed}, {100, 0, 2000, 0, md}};
    struct gravel_plot_curve curve = {.n = 3, .points = points};
    const struct gravel_plot_panel panel = {.n = 1, .curves = &curve};
    struct gravel_reference one = {.id = "one", .has_value = true, .value = 1.0, .uncertainty = NAN};
    const struct gravel_references references = {.n = 1, .items = &one};
    struct gravel_check check = {.kind = &gravel_check_slope,
                                 .reference = "one",
                                 .measure = "height",
                                 .along = "speed",
                                 .engines = {"md"},
                                 .n_engines = 1};
    const struct gravel_case c = {.n_checks = 1, .checks = &check};
    struct gravel_figure figure = {.x = {.measure = "speed", .log = true}, .y = {.measure = "height", .log = true}};
    struct gravel_drawn_list list = {0};

    assert_string_equal(md->engine, "md");
    WORLD_DO(gravel_drawn_collect(&list, &panel, &c, &figure, &references, 1, 100, NULL));
    assert_int_equal(list.n, 1);
    assert_string_equal(list.items[0].title, "one: slope 1");
    assert_true(fabs(list.items[0].points[0].y - sqrt(4000) / 10) < 1e-9);
    assert_true(fabs(list.items[0].points[1].y - sqrt(4000) * 10) < 1e-9);
    gravel_drawn_free(&list);
    figure.x.log = false;
    WORLD_DO(gravel_drawn_collect(&list, &panel, &c, &figure, &references, 1, 100, NULL));
    assert_int_equal(list.n, 0);
}

/* Two declared keys end in "spread": that of a species is a pure number, that of the generator a speed. */
static void
unit_of_a_setting_is_that_of_the_key_under_its_full_path(void **state)
{
    struct gravel_record species = {0}, start = {0};
    char text[80];

    (void)state;
    world_set(&species, "particles.count", 10);
    world_set(&species, "particles.spread", 0.05);
    gravel_label_setting(text, sizeof text, &species, "spread");
    assert_string_equal(text, "spread = 0.05");
    gravel_label_setting(text, sizeof text, &species, "particles.spread");
    assert_string_equal(text, "spread = 0.05");
    world_set(&start, "prepare.column.spread", 0.05);
    gravel_label_setting(text, sizeof text, &start, "spread");
    assert_string_equal(text, "spread = 0.05 m/s");
    gravel_label_unit(text, sizeof text, &start, "no_such_number");
    assert_string_equal(text, "");
    gravel_options_free(&species.parameters);
    gravel_options_free(&start.parameters);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(curve_data_hold_every_observable_of_every_record),
        cmocka_unit_test(a_map_has_a_point_for_every_pair_of_engines),
        cmocka_unit_test(table_data_hold_every_row_of_every_profile),
        cmocka_unit_test(references_are_in_the_data_with_their_uncertainty),
        cmocka_unit_test(trajectories_have_one_curve_a_bead_and_one_panel_an_engine),
        cmocka_unit_test(snapshot_draws_every_particle_of_every_panel_and_the_drum),
        cmocka_unit_test(arrows_have_the_direction_and_the_magnified_length_of_their_columns),
        cmocka_unit_test(slope_is_drawn_through_the_points_that_its_check_judges),
        cmocka_unit_test(unit_of_a_setting_is_that_of_the_key_under_its_full_path),
    };
    return cmocka_run_group_tests_name("report figures", tests, setup, teardown);
}
