/* The report says what the records and the verdicts say, escapes every text, and survives what is missing. */
#include "reports/html.h"
#include "reports/page.h"
#include "reports/readme.h"
#include "reports/summary.h"
#include "reports/text.h"
#include "tests/unit/report_world.h"

#include <jansson.h>
#include <unistd.h>

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
        const struct gravel_observable *o =
            gravel_record_observable(&f->world.records.items[i], "effective_restitution");
        if (!o)
            continue;
        assert_true(count_measured(cells, o) > 0);
        n++;
    }
    assert_true(n > 0);
    free(page);
}

static void
verdicts_in_page_summary_and_json_are_counted_alike(void **state)
{
    char *page = slurp(*state, "index.html"), *json = slurp(*state, "verdicts.json");
    char *summary = slurp(*state, "summary.md");
    char *table = strstr(page, "id=\"verdicts-by-kind\"");
    json_t *root = json_loads(json, 0, NULL);

    assert_non_null(table);
    /* six verdicts, of which the SKIP is that of an invariant */
    assert_non_null(
        strstr(table, "<th scope=\"row\">all</th><td class=\"num\">2</td><td class=\"num\">1</td><td class=\"num\">1"
                      "</td><td class=\"num zero\">0</td><td class=\"num\">1</td><td class=\"num\">5</td>"));
    assert_non_null(strstr(summary, "| all | 2 | 1 | 1 | 0 | 1 |"));
    assert_non_null(strstr(summary, "| claims | 2 | 0 | 0 | 0 | 0 |\n| other checks | 0 | 1 | 1 | 0 | 1 |\n"
                                    "| invariants | 0 | 0 | 0 | 1 | 0 |"));
    assert_non_null(root);
    assert_int_equal(json_array_size(json_object_get(root, "verdicts")), 6);
    assert_true(json_number_value(json_object_get(json_array_get(json_object_get(root, "verdicts"), 0), "value")) ==
                0.3415);
    json_decref(root);
    free(page);
    free(json);
    free(summary);
}

/* One source: the same sentence stands in the page, in the summary and in the README's table. */
static void
the_headline_is_the_same_everywhere(void **state)
{
    static const char *const headline =
        "1 unexpected failures; 0 claims of sources contradicted, each with its measured "
        "value; 1 of 3 claims decided, 0 undecidable";
    char *page = slurp(*state, "index.html"), *summary = slurp(*state, "summary.md"), *text;
    struct world w;
    size_t size;

    world_build(&w);
    FILE *out = open_memstream(&text, &size);
    assert_true(gravel_report_catalogue(out, &w.report));
    fclose(out);
    assert_non_null(strstr(page, headline));
    assert_non_null(strstr(text, headline));
    assert_int_equal(strncmp(summary, "# gravel: ", 10), 0);
    assert_int_equal(strncmp(summary + 10, headline, strlen(headline)), 0);
    assert_non_null(strstr(summary, "| detachment | 3 | 1 | 0 | 0 | 0 | 0 | 2 | 0 |"));
    world_free(&w);
    free(text);
    free(page);
    free(summary);
}

static void
what_was_changed_after_data_is_listed(void **state)
{
    char *page = slurp(*state, "index.html"), *summary = slurp(*state, "summary.md");

    const char *section = strstr(page, "Changed after data was seen");
    assert_non_null(section);
    assert_non_null(strstr(section, "tolerance &lt;x&gt;"));
    assert_non_null(strstr(summary, "## Changed after data was seen"));
    assert_non_null(strstr(summary, "| 0.02 \\| 0.03 | seen | 2026-11-22 |"));
    free(page);
    free(summary);
}

static void
a_case_without_a_decided_claim_says_so(void **state)
{
    struct world w;
    char *text;
    size_t size;

    (void)state;
    for (int decided = 0; decided < 2; decided++) {
        world_build(&w);
        for (size_t i = 0; i < w.judgements.n && !decided; i++)
            w.judgement[i].reference[0] = '\0';
        FILE *out = open_memstream(&text, &size);
        gravel_html_case_verdicts(out, &w.report, &w.c);
        assert_true(gravel_report_catalogue(out, &w.report));
        assert_true(gravel_report_summary(out, &w.report));
        fclose(out);
        assert_int_equal(count(text, "o claim decided"), decided ? 0 : 3);
        world_free(&w);
        free(text);
    }
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
    } samples[] = {{0.3415, 0.0003, "0.34150 ± 0.00030"},
                   {2.385e-5, 1.7e-7, "(2.385 ± 0.017)×10⁻⁵"},
                   {-1.5, 0.25, "−1.50 ± 0.25"},
                   {1234.5, 20, "1234 ± 20"},
                   {0.341, 0, "0.341"},
                   {0.341, -1, "0.341 ± ?"},
                   {NAN, 0.1, "–"},
                   {7e-6, 0, "7×10⁻⁶"},
                   {0.0004, 0.003, "0.0004 ± 0.0030"},
                   {999.96, 0.0996, "999.96 ± 0.10"}};
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
        cmocka_unit_test(numbers_of_a_figure_stand_in_the_page),
        cmocka_unit_test(verdicts_in_page_summary_and_json_are_counted_alike),
        cmocka_unit_test(the_headline_is_the_same_everywhere),
        cmocka_unit_test(what_was_changed_after_data_is_listed),
        cmocka_unit_test(a_case_without_a_decided_claim_says_so),
        cmocka_unit_test(foreign_text_never_becomes_markup),
        cmocka_unit_test(page_is_self_contained_and_its_ids_are_unique),
        cmocka_unit_test(what_is_not_drawn_is_said),
        cmocka_unit_test(readme_is_renewed_once_and_then_fresh),
        cmocka_unit_test(missing_gnuplot_is_a_clear_error),
        cmocka_unit_test(numbers_carry_their_error),
        cmocka_unit_test(prose_sets_symbols_and_leaves_names),
    };
    return cmocka_run_group_tests_name("report", tests, setup, teardown);
}
