/* The report says what the records and the verdicts say, escapes every text, and survives what is missing. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "reports/gnuplot.h"
#include "reports/text.h"
#include "reports/theory_curve.h"
#include "tests/scratch.h"
#include "tests/unit/report_world.h"

#include <jansson.h>
#include <unistd.h>

struct fixture {
    struct world world;
    char dir[PATH_MAX];
};

static char *
slurp(const struct fixture *f, const char *name)
{
    char path[PATH_MAX], *text = NULL;

    WORLD_DO(gravel_file_read(&text, scratch_in(f->dir, name, path), NULL));
    return text;
}

static int
setup(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    struct gravel_error error = {0};

    if (!f)
        return 1;
    world_build(&f->world);
    if (!scratch_folder(f->dir))
        return 1;
    if (gravel_report_write(&f->world.report, f->dir, &error) != GRAVEL_OK) {
        fprintf(stderr, "%s\n", error.text);
        return 1;
    }
    *state = f;
    return 0;
}

static int
teardown(void **state)
{
    struct fixture *f = *state;

    scratch_remove(f->dir);
    world_free(&f->world);
    free(f);
    return 0;
}

static size_t
count(const char *text, const char *what)
{
    size_t n = 0;

    for (const char *at = text; (at = strstr(at, what)); at += strlen(what))
        n++;
    return n;
}

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

static size_t
count_measured(const char *page, const struct gravel_observable *o)
{
    char text[120];

    return count(page, gravel_text_measured(text, sizeof text, o->value, o->err));
}

static void
numbers_of_a_figure_stand_in_the_page(void **state)
{
    struct fixture *f = *state;
    char *page = slurp(f, "index.html"), *cells = strstr(page, "id=\"figure-a-case-7\"");
    size_t n = 0;

    assert_non_null(cells);
    for (size_t i = 0; i < f->world.records.n; i++) {
        const struct gravel_observable *o = gravel_record_observable(&f->world.records.items[i], "effective_restitution");
        if (!o)
            continue;
        assert_true(count_measured(cells, o) > 0);
        n++;
    }
    assert_true(n > 0);
    free(page);
}

/* Nine sigmas and two times, less one without the observable and one without an error. */
static void
a_map_has_a_point_for_every_pair_of_engines(void **state)
{
    struct fixture *f = *state;
    char *text = slurp(f, "figures/a-case-9.dat");
    size_t n = 0;

    /* The lines of the levels come last and have other columns. */
    for (char *line = text; line && strncmp(line, "# the difference", 16) != 0; line = strchr(line, '\n'), line = line ? line + 1 : NULL) {
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
verdicts_in_page_summary_and_json_are_counted_alike(void **state)
{
    char *page = slurp(*state, "index.html"), *json = slurp(*state, "verdicts.json");
    char *summary = slurp(*state, "summary.md");
    char *table = strstr(page, "id=\"verdicts-by-kind\"");
    json_t *root = json_loads(json, 0, NULL);

    assert_non_null(table);
    /* six verdicts: two PASS, one of each other */
    assert_non_null(strstr(table, "<th scope=\"row\">all</th><td class=\"num\">2</td><td class=\"num\">1</td><td class=\"num\">1"
                                  "</td><td class=\"num\">1</td><td class=\"num\">1</td><td class=\"num\">6</td>"));
    assert_non_null(strstr(summary, "| all | 2 | 1 | 1 | 1 | 1 |"));
    assert_non_null(root);
    assert_int_equal(json_array_size(json_object_get(root, "verdicts")), 6);
    assert_true(json_number_value(json_object_get(json_array_get(json_object_get(root, "verdicts"), 0), "value")) == 0.3415);
    json_decref(root);
    free(page);
    free(json);
    free(summary);
}

static void
foreign_text_never_becomes_markup(void **state)
{
    char *page = slurp(*state, "index.html"), *summary = slurp(*state, "summary.md");

    assert_null(strstr(page, "<script"));
    assert_null(strstr(page, "<wall>"));
    assert_null(strstr(page, "host <&>"));
    assert_non_null(strstr(page, "&lt;script&gt;alert(1)&lt;/script&gt;"));
    assert_non_null(strstr(page, "See &lt;b&gt;τ<sub>D</sub>&lt;/b&gt; &amp; it&#39;s e<sub>eff</sub>."));
    assert_null(strstr(summary, "<script"));
    assert_non_null(strstr(summary, "a \\| b"));
    free(page);
    free(summary);
}

static void
page_is_self_contained_and_its_ids_are_unique(void **state)
{
    char *page = slurp(*state, "index.html");
    static const char *const outside[] = {"<link", "src=", "@import", "<?xml", "<!DOCTYPE svg"};

    for (size_t i = 0; i < sizeof outside / sizeof *outside; i++)
        assert_null(strstr(page, outside[i]));
    for (const char *at = page; (at = strstr(at, " id=")); at++) {
        char id[160];
        size_t n = strcspn(at + 5, "\"'") + 6;
        assert_true(n < sizeof id);
        memcpy(id, at, n);
        id[n] = '\0';
        if (count(page, id) != 1)
            fail_msg("%s stands %zu times", id, count(page, id));
    }
    free(page);
}

static void
what_is_not_drawn_is_said(void **state)
{
    char *page = slurp(*state, "index.html");

    assert_non_null(strstr(page, "2 record(s) lack sigma or effective_restitution and are not drawn."));
    assert_non_null(strstr(page, "Reference X.words is not drawn: it is a claim in words."));
    assert_int_equal(count(page, "This figure has no points to show."), 1);
    free(page);
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
slope_is_drawn_through_the_points_that_its_check_judges(void **state)
{
    struct world *w = &((struct fixture *)*state)->world;
    const struct gravel_record *md = &w->records.items[0], *ed = &w->records.items[1];
    struct gravel_plot_point points[] = {{1, 0, 2, 0, md}, {10, 0, 1e6, 0, ed}, {100, 0, 2000, 0, md}};
    struct gravel_plot_curve curve = {.n = 3, .points = points};
    const struct gravel_plot_panel panel = {.n = 1, .curves = &curve};
    struct gravel_reference one = {.id = "one", .has_value = true, .value = 1.0, .uncertainty = NAN};
    const struct gravel_references references = {.n = 1, .items = &one};
    struct gravel_check check = {.kind = GRAVEL_CHECK_SLOPE, .reference = "one", .measure = "height", .along = "speed",
                                 .engines = {"md"}, .n_engines = 1};
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

static void
readme_is_renewed_once_and_then_fresh(void **state)
{
    struct fixture *f = *state;
    struct gravel_error error = {0};
    char path[PATH_MAX];
    enum gravel_freshness freshness = GRAVEL_FRESH;

    FILE *out = fopen(scratch_in(f->dir, "README.md", path), "w");
    assert_non_null(out);
    fputs("before\n<!-- catalogue:begin -->\nold\n<!-- catalogue:end -->\nafter\n", out);
    fclose(out);
    WORLD_DO(gravel_report_readme(&f->world.report, path, true, &freshness, &error));
    assert_int_equal(freshness, GRAVEL_STALE);
    WORLD_DO(gravel_report_readme(&f->world.report, path, false, &freshness, &error));
    WORLD_DO(gravel_report_readme(&f->world.report, path, true, &freshness, &error));
    assert_int_equal(freshness, GRAVEL_FRESH);
    char *text = slurp(f, "README.md");
    assert_int_equal(strncmp(text, "before\n", 7), 0);
    assert_non_null(strstr(text, "-->\nafter\n"));
    assert_null(strstr(text, "old"));
    assert_non_null(strstr(text, "0.34150 ± 0.00030"));
    assert_null(strstr(text, "2026"));
    assert_non_null(strstr(text, "Computed with gcc 12.2.0.\n"));
    free(text);
    snprintf(f->world.records.items[0].compiler, sizeof f->world.records.items[0].compiler, "clang 14.0.6");
    WORLD_DO(gravel_report_readme(&f->world.report, path, true, &freshness, &error));
    assert_int_equal(freshness, GRAVEL_FROM_ELSEWHERE);
    truncate(path, 10);
    assert_int_equal(gravel_report_readme(&f->world.report, path, true, &freshness, &error), GRAVEL_INPUT);
}

static void
missing_gnuplot_is_a_clear_error(void **state)
{
    struct fixture *f = *state;
    struct gravel_error error = {0};
    char *path = strdup(getenv("PATH"));

    setenv("PATH", "/nonexistent", 1);
    enum gravel_status status = gravel_report_write(&f->world.report, f->dir, &error);
    setenv("PATH", path, 1);
    free(path);
    assert_int_equal(status, GRAVEL_IO);
    assert_non_null(strstr(error.text, "gnuplot cannot be started"));
}

static void
numbers_carry_their_error(void **state)
{
    static const struct {
        double value, err;
        const char *text;
    } samples[] = {{0.3415, 0.0003, "0.34150 ± 0.00030"}, {2.385e-5, 1.7e-7, "(2.385 ± 0.017)×10⁻⁵"},
                   {-1.5, 0.25, "−1.50 ± 0.25"},          {1234.5, 20, "1234 ± 20"},
                   {0.341, 0, "0.341"},                   {0.341, -1, "0.341 ± ?"},
                   {NAN, 0.1, "–"},                       {7e-6, 0, "7×10⁻⁶"},
                   {0.0004, 0.003, "0.0004 ± 0.0030"},    {999.96, 0.0996, "999.96 ± 0.10"}};
    char text[120];

    (void)state;
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
        assert_string_equal(gravel_text_measured(text, sizeof text, samples[i].value, samples[i].err), samples[i].text);
}

static void
prose_sets_symbols_and_leaves_names(void **state)
{
    static const char *const samples[][2] = {
        {"sigma = s_0 / (v_0 t_c)", "σ = s<sub>0</sub> / (v<sub>0</sub> t<sub>c</sub>)"},
        {"effective_restitution, S3.fig7a.ed", "effective_restitution, S3.fig7a.ed"},
        {"m s^-2 >= 10^-3", "m s<sup>-2</sup> ≥ 10<sup>-3</sup>"},
        {"(A_0 w)^1.5 +- pico", "(A<sub>0</sub> w)<sup>1.5</sup> ± pico"},
        {"v^{1/5} falls with mu", "v<sup>1/5</sup> falls with μ"}};

    (void)state;
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        char *text;
        size_t length;
        FILE *out = open_memstream(&text, &length);
        gravel_text_prose(out, GRAVEL_MARKUP_HTML, samples[i][0]);
        fclose(out);
        assert_string_equal(text, samples[i][1]);
        free(text);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(curve_data_hold_every_observable_of_every_record),
        cmocka_unit_test(numbers_of_a_figure_stand_in_the_page),
        cmocka_unit_test(a_map_has_a_point_for_every_pair_of_engines),
        cmocka_unit_test(table_data_hold_every_row_of_every_profile),
        cmocka_unit_test(trajectories_have_one_curve_a_bead_and_one_panel_an_engine),
        cmocka_unit_test(snapshot_draws_every_particle_of_every_panel_and_the_drum),
        cmocka_unit_test(arrows_have_the_direction_and_the_magnified_length_of_their_columns),
        cmocka_unit_test(verdicts_in_page_summary_and_json_are_counted_alike),
        cmocka_unit_test(foreign_text_never_becomes_markup),
        cmocka_unit_test(page_is_self_contained_and_its_ids_are_unique),
        cmocka_unit_test(what_is_not_drawn_is_said),
        cmocka_unit_test(references_are_in_the_data_with_their_uncertainty),
        cmocka_unit_test(slope_is_drawn_through_the_points_that_its_check_judges),
        cmocka_unit_test(readme_is_renewed_once_and_then_fresh),
        cmocka_unit_test(missing_gnuplot_is_a_clear_error),
        cmocka_unit_test(numbers_carry_their_error),
        cmocka_unit_test(prose_sets_symbols_and_leaves_names),
    };
    return cmocka_run_group_tests_name("report", tests, setup, teardown);
}
