/* The data and the drawings of a report's figures say what the records, the references and the checks say. */
#include "harness/case/check_kinds.h"
#include "harness/stats/stats.h"
#include "reports/cells.h"
#include "reports/cite.h"
#include "reports/figure.h"
#include "reports/html.h"
#include "reports/label.h"
#include "reports/theory_curve.h"
#include "reports/thin.h"
#include "tests/unit/report_world.h"

#include <unistd.h>

/* A row "x x_err y y_err" of a data file that has these numbers up to a relative difference. */
static bool
has_row_near(const char *text, double x, double y, double y_err, double tolerance)
{
    for (const char *line = text; line && *line; line = strchr(line, '\n'), line = line ? line + 1 : NULL) {
        double a, b, c, d;
        if (sscanf(line, "%lf %lf %lf %lf", &a, &b, &c, &d) == 4 && fabs(a - x) <= tolerance * fabs(x) &&
            fabs(c - y) <= tolerance * fabs(y) && (fabs(d - y_err) <= tolerance * y_err || (isnan(d) && y_err < 0)))
            return true;
    }
    return false;
}

static bool
has_row(const char *text, double x, double y, double y_err)
{
    return has_row_near(text, x, y, y_err, 0);
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
    /* hard beads do not know the contact time: both lines are one */
    assert_int_equal(count(text, "# curve: "), 3);
    assert_non_null(strstr(text, "# curve: ED column, every contact time\n"));
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
        /* the map has the errors that the judge decides by */
        const double s = gravel_series_estimate(a, 0.012, 40.0).err;
        assert_true(fabs(err - s * hypot(1.0, a / b) / b) < 1e-12);
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
            assert_true(has_row_near(text, t->data[3 * k], t->data[3 * k + 1], t->data[3 * k + 2], 1e-6));
    }
    assert_int_equal(n, 80);
    free(text);
}

static void
references_are_in_the_data_with_their_uncertainty(void **state)
{
    char *text = slurp(*state, "figures/a-case-1.dat");

    assert_true(has_row(text, world_sigma(0) / 1.5, 0.341, 0.02));
    assert_true(has_row_near(text, world_sigma(WORLD_SIGMAS - 1) * 1.5, 0.341, 0.02, 1e-6));
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

/* Legends cite: a source's own claim by author, year and place; else what the entry names first; the part of the id
 * that tells two claims of one place apart. */
static void
references_are_cited_in_legends(void **state)
{
    static struct gravel_source source[] = {{.key = "S3", .name = (char *)(size_t) "Luding 1994"},
                                            {.key = "W", .name = (char *)(size_t) "Wilson 2001"}};
    const struct gravel_sources sources = {.n = 2, .items = source};
    static const struct {
        const char *id, *key, *kind, *where, *cited;
    } of[] = {{"S3.fig7a.ed", "S3", "simulation", "Sec. 3.2.1, Fig. 7(a), LRV procedure",
               "Luding 1994, Sec. 3.2.1, Fig. 7(a): 2"},
              {"S3.slope.e0.6", "S3", "simulation", "Fig. 7(b), upper line", "Luding 1994 (e0.6): 2"},
              {"S3.slope.e0.975", "S3", "simulation", "Fig. 7(b), lower line", "Luding 1994 (e0.975): 2"},
              {"F.cs", "F-gas", "analytic", "Carnahan and Starling 1969, Eq. 10", "Carnahan and Starling 1969: 2"},
              {"F.kinetic", "S3", "analytic", "kinetic theory of a column, ledger", "kinetic theory of a column: 2"},
              {"D.contact.e", "D", "analytic", "S3 Eq. 26 with beta = 1/2", "Luding 1994, Eq. 26 with beta = 1/2: 2"},
              {"W.one", "W", "experiment", "Fig. 2, a cell", "Wilson 2001: 2"},
              {"R.local", "R", "regression", "a case", "earlier result of this project: 2"},
              {"F.bare", "F-gas", "analytic", NULL, "F.bare: 2"}};
    enum { N = sizeof of / sizeof *of };
    struct gravel_reference references[N] = {0};
    struct gravel_drawn_list list = {.n = N};

    (void)state;
    for (size_t k = 0; k < N; k++) {
        snprintf(references[k].id, sizeof references[k].id, "%s", of[k].id);
        snprintf(references[k].source_key, sizeof references[k].source_key, "%s", of[k].key);
        snprintf(references[k].kind, sizeof references[k].kind, "%s", of[k].kind);
        references[k].where = (char *)(size_t)of[k].where;
        list.items[k].reference = &references[k];
        snprintf(list.items[k].title, sizeof list.items[k].title, "%s: 2", of[k].id);
    }
    gravel_drawn_cite(&list, &sources);
    for (size_t k = 0; k < N; k++)
        assert_string_equal(list.items[k].title, of[k].cited);
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

static void
a_setting_that_is_true_is_no_number(void **state)
{
    struct gravel_record record = {0};
    const struct gravel_value yes = {.type = GRAVEL_TYPE_BOOL, .real = 1};
    char text[80];

    (void)state;
    WORLD_DO(gravel_options_set(&record.parameters, "material.cohesionless", &yes, NULL));
    gravel_label_setting(text, sizeof text, &record, "cohesionless");
    assert_string_equal(text, "cohesionless = true");
    gravel_options_free(&record.parameters);
}

/* Places that differ by rounding are one row of a table of numbers. */
static void
one_place_is_one_row(void **state)
{
    struct gravel_plot_point first = {0.1, 0, 1, 0, NULL}, second = {0.1 * (1.0 + 4e-16), 0, 2, 0, NULL};
    struct gravel_plot_curve curves[] = {{.title = "a", .n = 1, .points = &first},
                                         {.title = "b", .n = 1, .points = &second}};
    const struct gravel_plot_panel panel = {.n = 2, .curves = curves};
    const struct gravel_drawn_list none = {0};
    char *text;
    size_t size;

    assert_true(first.x != second.x);
    FILE *out = open_memstream(&text, &size);
    assert_true(gravel_cells_write(out, &((struct fixture *)*state)->world.figures[6], &panel, &none));
    fclose(out);
    assert_int_equal(count(text, "<tr>"), 2); /* the heads, and the row */
    free(text);
}

/* A long table keeps its ends, its extremes and the order of its rows; a short one every row. */
static void
thinning_keeps_the_extremes(void **state)
{
    enum { ROWS = 50000 };
    struct gravel_plot_point *points = calloc(ROWS, sizeof *points);
    struct gravel_plot_curve curve = {.n = ROWS, .points = points};
    struct gravel_plot_panel panel = {.n = 1, .curves = &curve};
    struct gravel_plot plot = {.n = 1, .panels = &panel};
    struct gravel_figure figure = {.table = "t", .x = {.from = NAN, .to = NAN}};
    bool low = false, high = false;

    (void)state;
    assert_non_null(points);
    for (size_t i = 0; i < ROWS; i++)
        points[i] = (struct gravel_plot_point){(double)i, 0, sin(0.01 * (double)i), 0, NULL};
    points[12345].y = 7;
    points[33333].y = -9;
    assert_int_equal(gravel_thin(&plot, &figure), ROWS);
    assert_true(curve.n <= GRAVEL_THIN_FIGURE + 2 && curve.n > GRAVEL_THIN_FIGURE / 2);
    assert_true(points[0].x == 0 && points[curve.n - 1].x == ROWS - 1);
    for (size_t i = 0; i < curve.n; i++) {
        assert_true(i == 0 || points[i].x > points[i - 1].x);
        high = high || (points[i].x == 12345 && points[i].y == 7);
        low = low || (points[i].x == 33333 && points[i].y == -9);
    }
    assert_true(low && high);
    assert_int_equal(gravel_thin(&plot, &figure), 0);
    figure.x.from = 100; /* what the axis shows, and the row next to it */
    figure.x.to = 1000;
    assert_true(gravel_thin(&plot, &figure) > 0);
    assert_true(points[0].x < 100 && points[1].x >= 100 && points[curve.n - 1].x > 1000 &&
                points[curve.n - 2].x <= 1000);
    free(points);
}

/* Two points make no curve: their numbers stand instead, with the caption and the reference. */
static void
too_few_points_are_a_table(void **state)
{
    struct world w;
    char folder[PATH_MAX], path[PATH_MAX], *text;
    size_t size;
    struct gravel_error error = {0};
    struct gravel_plate plate = {.name = "short"};

    (void)state;
    world_build(&w);
    assert_true(scratch_folder(folder));
    const struct gravel_sources none = {0};
    struct gravel_canvas canvas = {.folder = folder, .style = "", .sources = &none, .seconds = 60};
    const struct gravel_records all = w.records;
    w.records.n = 8; /* two values of sigma, but for rounding */
    for (size_t i = 0; i < w.records.n; i++)
        world_set(&w.records.items[i], "prepare.column.sigma",
                  gravel_record_number(&w.records.items[i], "sigma") * (1.0 + 4e-16 * (double)i));
    WORLD_DO(gravel_plate_open(&plate, &error));
    WORLD_DO(gravel_figure_draw(&w.rc, &w.figures[0], &w.references, &canvas, &plate, &error));
    WORLD_DO(gravel_plate_close(&plate, &error));
    w.records = all;
    assert_true(plate.drawn && plate.is_table);
    assert_int_equal(access(scratch_in(folder, "short.html", path), F_OK), 0);
    assert_non_null(strstr(plate.notes_text, "numbers instead of a figure"));
    FILE *out = open_memstream(&text, &size);
    WORLD_DO(gravel_html_figure(out, &w.c, &w.figures[0], &plate, folder, "short", false, &error));
    fclose(out);
    assert_non_null(strstr(text, "it&#39;s"));
    assert_non_null(strstr(text, "<p class=\"soft\">Shown: "));
    assert_non_null(strstr(text, "<table>"));
    assert_true(count(text, "0.341 ± 0.020") > 2); /* the reference, in its heading and at every abscissa */
    free(text);
    gravel_plate_free(&plate);
    scratch_remove(folder);
    world_free(&w);
}

/* A setting that all curves share is no part of their names. */
static void
a_constant_is_not_repeated_in_the_legend(void **state)
{
    struct world w;
    struct gravel_plot plot = {0};
    struct gravel_error error = {0};

    (void)state;
    world_build(&w);
    snprintf(w.figures[0].series[2], GRAVEL_NAME_MAX, "walls.drum.radius");
    w.figures[0].n_series = 3;
    WORLD_DO(gravel_plot_collect(&plot, &w.rc, &w.figures[0], &error));
    assert_int_equal(plot.n, 1);
    for (size_t k = 0; k < plot.panels[0].n; k++) {
        assert_null(strstr(plot.panels[0].curves[k].title, "radius"));
        assert_non_null(strstr(plot.panels[0].curves[k].title, "contact time"));
    }
    gravel_plot_free(&plot);
    world_free(&w);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(thinning_keeps_the_extremes),
        cmocka_unit_test(one_place_is_one_row),
        cmocka_unit_test(too_few_points_are_a_table),
        cmocka_unit_test(a_constant_is_not_repeated_in_the_legend),
        cmocka_unit_test(curve_data_hold_every_observable_of_every_record),
        cmocka_unit_test(a_map_has_a_point_for_every_pair_of_engines),
        cmocka_unit_test(table_data_hold_every_row_of_every_profile),
        cmocka_unit_test(references_are_in_the_data_with_their_uncertainty),
        cmocka_unit_test(trajectories_have_one_curve_a_bead_and_one_panel_an_engine),
        cmocka_unit_test(references_are_cited_in_legends),
        cmocka_unit_test(slope_is_drawn_through_the_points_that_its_check_judges),
        cmocka_unit_test(a_setting_that_is_true_is_no_number),
        cmocka_unit_test(unit_of_a_setting_is_that_of_the_key_under_its_full_path),
    };
    return cmocka_run_group_tests_name("report figures", tests, setup, teardown);
}
