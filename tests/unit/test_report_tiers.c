/* The report of a quick tier: the verdicts of the longer ones, and figures of the full tier only. */
#include "reports/html.h"
#include "reports/longer_tiers.h"
#include "tests/unit/golden_home.h"

#include <stdlib.h>
#include <string.h>

static const char table[] =
    "[{\"case\": \"box-smooth\", \"tier\": \"full\", \"claims\": 4, \"checks\": 2, \"contradicted\": 1, \"open\": 1, "
    "\"names_open\": [\"S3.x height [ed] alpha < 50\"], \"suite\": \"c0ffee\", \"date\": \"2026-11-27\"},\n"
    "{\"case\": \"box-smooth\", \"tier\": \"long\", \"claims\": 3, \"stale\": true, \"suite\": \"c0ffee\", \"date\": "
    "\"2026-11-27\"},\n"
    "{\"case\": \"box-width\", \"tier\": \"full\", \"claims\": 5, \"red\": 1, \"names_red\": [\"S3.y\"], "
    "\"suite\": \"beef\", \"date\": \"2026-11-26\"},\n"
    "{\"case\": \"gas-dense\", \"tier\": \"full\", \"claims\": 7, \"suite\": \"c0ffee\", \"date\": \"2026-11-27\"}]";

/* The rows of a file of this content below a scratch home. */
static enum gravel_status
load(const char *content, json_t **rows, struct gravel_error *error)
{
    char folder[PATH_MAX];
    golden_home(folder, "tiers.json", content);
    const enum gravel_status status = gravel_longer_tiers_load(rows, folder, error);
    scratch_remove(folder);
    return status;
}

/* The caller frees. */
static char *
written(const json_t *rows, const char *case_name, const struct gravel_report *report)
{
    char *text;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    assert_non_null(out);
    if (case_name != NULL)
        gravel_html_longer_tiers_of(out, rows, case_name);
    else
        gravel_html_longer_tiers(out, rows, report);
    fclose(out);
    return text;
}

static void
a_case_tells_its_longer_tiers(void **state)
{
    (void)state;
    json_t *rows;
    struct gravel_error error = {0};
    assert_int_equal(load(table, &rows, &error), GRAVEL_OK);
    char *text = written(rows, "box-smooth", NULL);
    assert_string_equal(
        text,
        "<p class=\"soft\">In the tier full, on file: <span class=\"passed\">4 judgements of claims and 2 of other "
        "checks passed</span>, <span class=\"contradicted\">1 contradicted as on file</span>, "
        "<span class=\"undecided\">1 undecided</span>. Undecided: S3.x height [ed] α &lt; 50 "
        "(run at <code>c0ffee</code>, 2026-11-27).</p>\n"
        "<p class=\"soft\">In the tier long, on file: <span class=\"passed\">3 judgements of claims passed</span> (run "
        "at <code>c0ffee</code>, 2026-11-27; the case has changed since).</p>\n");
    free(text);
    text = written(rows, "box-periodic", NULL);
    assert_string_equal(text, "");
    free(text);
    json_decref(rows);
}

static void
sums_are_those_of_the_reported_cases(void **state)
{
    (void)state;
    json_t *rows;
    struct gravel_error error = {0};
    const struct gravel_case smooth = {.name = "box-smooth"}, width = {.name = "box-width"};
    const struct gravel_report_case cases[] = {{.c = &smooth}, {.c = &width}};
    const struct gravel_report report = {.n_cases = 2, .cases = cases};
    assert_int_equal(load(table, &rows, &error), GRAVEL_OK);
    char *text = written(rows, NULL, &report);
    assert_non_null(strstr(text,
                           "In the tier full, on file, 2 cases: <span class=\"passed\">9 judgements of claims and 2 "
                           "of other checks passed</span>"));
    assert_non_null(strstr(text, "<span class=\"failed\">1 unexpected</span>"));
    assert_non_null(strstr(text, "In the tier long, on file, 1 case: "));
    free(text);
    json_decref(rows);
}

static void
without_a_table_nothing_is_told(void **state)
{
    (void)state;
    json_t *rows;
    struct gravel_error error = {0};
    assert_int_equal(load(NULL, &rows, &error), GRAVEL_OK);
    assert_null(rows);
    char *text = written(rows, "box-smooth", NULL);
    assert_string_equal(text, "");
    free(text);
}

static void
other_files_are_refused(void **state)
{
    (void)state;
    static const char *const contents[][2] = {{"{\"rows\": 3}", "found no list of rows"},
                                              {"[{\"tier\": \"full\"}]", "row 1 names no case"},
                                              {"no table", ""}};
    for (size_t k = 0; k < sizeof contents / sizeof *contents; k++) {
        json_t *rows;
        struct gravel_error error = {0};
        assert_int_equal(load(contents[k][0], &rows, &error), GRAVEL_INPUT);
        assert_null(rows);
        assert_non_null(strstr(error.text, contents[k][1]));
    }
}

/* A figure of the full tier only is no warning in the quick one. */
static void
a_figure_without_points_says_so(void **state)
{
    (void)state;
    for (int quick = 0; quick <= 1; quick++) {
        struct gravel_case c = {.tiered = true};
        strcpy(c.tier, quick ? "quick" : "full");
        const struct gravel_figure figure = {.title = "Rate"};
        struct gravel_plate plate = {0};
        struct gravel_error error = {0};
        char *text;
        size_t size;
        assert_int_equal(GRAVEL_OK, gravel_plate_open(&plate, &error));
        assert_int_equal(GRAVEL_OK, gravel_plate_close(&plate, &error));
        FILE *out = open_memstream(&text, &size);
        assert_int_equal(GRAVEL_OK, gravel_html_figure(out, &c, &figure, &plate, "", "rate", false, &error));
        fclose(out);
        assert_int_equal(strstr(text, "No points of the quick tier.") != NULL, quick);
        assert_int_equal(strstr(text, "class=\"warning\"") != NULL, 1 - quick);
        gravel_plate_free(&plate);
        free(text);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_case_tells_its_longer_tiers),   cmocka_unit_test(sums_are_those_of_the_reported_cases),
        cmocka_unit_test(without_a_table_nothing_is_told), cmocka_unit_test(other_files_are_refused),
        cmocka_unit_test(a_figure_without_points_says_so),
    };
    return cmocka_run_group_tests_name("report tiers", tests, NULL, NULL);
}
