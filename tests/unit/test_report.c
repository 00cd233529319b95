/* The report says what the records and the verdicts say, escapes every text, and survives what is missing. */
#include "harness/case/check_kinds.h"
#include "reports/checks.h"
#include "reports/front.h"
#include "reports/html.h"
#include "reports/page.h"
#include "reports/past.h"
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
    char *page = slurp(f, "family-detachment.html"), *cells = strstr(page, "id=\"figure-a-case-7\"");
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
    assert_non_null(strstr(table,
                           "<th>all</th><td class=\"num\">2</td><td class=\"num\">1</td><td class=\"num\">1"
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
    assert_non_null(strstr(summary, "| detachment | 3 | 1 | 0 | 0 | 0 | 0 | 0 | 2 | 0 |"));
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
    char *index = slurp(*state, "index.html"), *family = slurp(*state, "family-detachment.html");
    char *summary = slurp(*state, "summary.md");
    const char *const pages[] = {index, family};

    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(count(pages[i], "<script"), 1); /* the report's own */
        assert_null(strstr(pages[i], "<wall>"));
        assert_null(strstr(pages[i], "host <&>"));
        assert_non_null(strstr(pages[i], "&lt;script&gt;alert(1)&lt;/script&gt;"));
    }
    assert_non_null(strstr(family, "See &lt;b&gt;τ<sub>D</sub>&lt;/b&gt; &amp; it&#39;s e<sub>eff</sub>."));
    assert_null(strstr(summary, "<script"));
    assert_non_null(strstr(summary, "a \\| b"));
    free(index);
    free(family);
    free(summary);
}

/* Nothing is loaded from elsewhere, pictures come from the folder of figures, and ids are unique. */
static void
pages_are_self_contained_and_their_ids_are_unique(void **state)
{
    static const char *const pages[] = {"index.html", "family-detachment.html", "evidence.html"};
    static const char *const outside[] = {"http://", "https://", "@import", "<?xml", "<!DOCTYPE svg"};

    for (size_t p = 0; p < 3; p++) {
        char *page = slurp(*state, pages[p]);
        for (size_t i = 0; i < sizeof outside / sizeof *outside; i++)
            assert_null(strstr(page, outside[i]));
        assert_int_equal(count(page, " src=\""), count(page, " src=\"figures/"));
        for (const char *at = page; (at = strstr(at, " id=")); at++) {
            char id[300];
            size_t n = strcspn(at + 5, "\"'") + 6;
            assert_true(n < sizeof id);
            memcpy(id, at, n);
            id[n] = '\0';
            if (count(page, id) != 1)
                fail_msg("%s: %s stands %zu times", pages[p], id, count(page, id));
        }
        free(page);
    }
}

/* The target of every link within the report exists. */
static void
every_link_leads_somewhere(void **state)
{
    char *index = slurp(*state, "index.html"), *family = slurp(*state, "family-detachment.html");
    size_t n = 0;

    for (const char *at = index; (at = strstr(at, "href=\"")); n++) {
        char target[300], id[320];
        at += 6;
        const size_t length = strcspn(at, "\"");
        const char *mark = memchr(at, '#', length);
        if (!mark)
            continue;
        snprintf(target, sizeof target, "%.*s", (int)(length - (size_t)(mark + 1 - at)), mark + 1);
        snprintf(id, sizeof id, " id=\"%s\"", target);
        if (count(mark == at ? index : family, id) != 1)
            fail_msg("%.*s leads nowhere", (int)length, at);
    }
    assert_true(n > 20);
    free(index);
    free(family);
}

static void
what_is_not_drawn_is_said(void **state)
{
    char *page = slurp(*state, "family-detachment.html");

    assert_non_null(strstr(page, "2 record(s) lack σ or effective_restitution and are not drawn."));
    assert_non_null(strstr(page, "Reference X.words is not drawn: it is a claim in words."));
    assert_int_equal(count(page, "This figure has no points to show."), 1);
    free(page);
}

/* Captions say what is there: counts and ranges come from the points. */
static void
captions_and_alternative_texts_come_from_the_data(void **state)
{
    char *page = slurp(*state, "family-detachment.html");
    const char *figure = strstr(page, "id=\"figure-a-case-1\"");

    assert_non_null(figure);
    /* of 36 records two lack the number, and the nine of hard beads at each time are one line */
    assert_non_null(strstr(figure, "alt=\"Detachment: 3 curves of 25 points: "));
    assert_non_null(strstr(figure, "Drawn: 3 curves of 25 points: "));
    assert_non_null(strstr(figure, "from 1×10⁻⁴ to 10000"));
    assert_non_null(strstr(figure, "ED column, every contact time (9)"));
    free(page);
}

static void
the_first_page_answers_what_failed_and_what_is_contradicted(void **state)
{
    struct world w;
    char *text, *index = slurp(*state, "index.html");
    size_t size;

    assert_null(strstr(index, "validated"));
    assert_non_null(strstr(index, "<strong>1</strong> unexpected failure</a>"));
    assert_non_null(strstr(index, "<strong>0</strong> references contradicted</a>"));
    assert_null(strstr(index, "soft point"));
    free(index);
    world_build(&w);
    const struct gravel_check in_words = {.kind = &gravel_check_bound, .measure = "sigma"};
    const struct gravel_check slope = {.kind = &gravel_check_slope, .measure = "loss"};
    w.judgement[1].contradicted = true;
    w.judgement[1].asks = &slope;
    snprintf(w.judgement[1].reference, sizeof w.judgement[1].reference, "S3.fig7a.ed");
    w.judgement[2].asks = &in_words; /* undecided */
    snprintf(w.judgement[2].reference, sizeof w.judgement[2].reference, "X.words");
    WORLD_DO(gravel_record_add_counter(&w.records.items[0], "max_overlap", 0.25));
    const struct gravel_sources sources = {0};
    const struct gravel_site site = {.report = &w.report, .sources = &sources, .is_index = true};
    FILE *out = open_memstream(&text, &size);
    gravel_front_result(out, &site);
    gravel_front_open(out, &site);
    gravel_front_warnings(out, &site);
    fclose(out);
    assert_non_null(strstr(text, "<strong>0</strong> unexpected failures</a>"));
    assert_non_null(strstr(text, "<strong>1</strong> reference contradicted</a>"));
    assert_non_null(strstr(text, "<strong>1</strong> soft point</a>"));
    assert_non_null(strstr(text, "overlap up to 25 % of a diameter"));
    /* a claim in words has no number beside which the measured one could stand alone */
    assert_non_null(strstr(text, "<td>it falls</td><td>σ = 0.34150 ± 0.00030<br>"));
    assert_non_null(strstr(text, "</td><td>exponent of "));
    world_free(&w);
    free(text);
}

static void
an_explanation_is_never_cut(void **state)
{
    struct world w;
    char *text, why[GRAVEL_EXPLANATION_MAX + 1];
    size_t size;

    (void)state;
    for (size_t i = 0; i < sizeof why - 1; i++)
        why[i] = (char)(i % 7 == 6 ? ' ' : 'a' + i % 23);
    why[sizeof why - 1] = '\0';
    world_build(&w);
    gravel_judgement_set_verdict(&w.judgement[1], GRAVEL_FAIL, "expected: %s", why);
    const struct gravel_sources sources = {0};
    const struct gravel_site site = {.report = &w.report, .sources = &sources};
    FILE *out = open_memstream(&text, &size);
    gravel_html_checks(out, &site, &w.rc);
    fclose(out);
    assert_non_null(strstr(text, why));
    world_free(&w);
    free(text);
}

static void
what_changed_since_an_older_report_is_listed(void **state)
{
    struct fixture *f = *state;
    struct gravel_judgements before = {0};
    struct gravel_past past;
    struct gravel_error error = {0};
    struct world w;

    WORLD_DO(gravel_past_read(&before, f->dir, &error));
    world_build(&w);
    w.report.before = &before;
    WORLD_DO(gravel_past_compare(&past, &w.report, &error));
    assert_int_equal(past.n, 0);
    assert_int_equal(past.n_same, 5);
    gravel_past_free(&past);
    w.judgement[0].verdict = GRAVEL_FAIL;
    w.judgement[2].value += 4.0 * 0.0003; /* less than k sqrt(2) errors */
    w.judgement[4].value += 8.0 * 0.0003;
    w.judgement[5].at[0] = '\0';
    WORLD_DO(gravel_past_compare(&past, &w.report, &error));
    assert_int_equal(past.n_verdicts, 1);
    assert_int_equal(past.n_values, 1);
    assert_int_equal(past.n_one_side, 2);
    assert_int_equal(past.n_same, 2);
    assert_ptr_equal(past.pairs[1].now, &w.judgement[4]);
    gravel_past_free(&past);
    gravel_judgements_free(&before);
    assert_int_equal(gravel_past_read(&before, "/nonexistent", &error), GRAVEL_INPUT);
    gravel_judgements_free(&before);
    world_free(&w);
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
        cmocka_unit_test(pages_are_self_contained_and_their_ids_are_unique),
        cmocka_unit_test(every_link_leads_somewhere),
        cmocka_unit_test(what_is_not_drawn_is_said),
        cmocka_unit_test(captions_and_alternative_texts_come_from_the_data),
        cmocka_unit_test(the_first_page_answers_what_failed_and_what_is_contradicted),
        cmocka_unit_test(an_explanation_is_never_cut),
        cmocka_unit_test(what_changed_since_an_older_report_is_listed),
        cmocka_unit_test(readme_is_renewed_once_and_then_fresh),
    };
    return cmocka_run_group_tests_name("report", tests, setup, teardown);
}
