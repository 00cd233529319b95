/* Reference files: the ones on file load, and broken ones are refused with their place. */
#include "harness/reference/reference.h"

#include "harness/judge/judge.h"
#include "harness/reference/expect.h"
#include "harness/reference/load.h"
#include "harness/util/home.h"
#include "tests/cmocka.h"
#include "tests/scratch.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void
every_reference_on_file_loads_and_has_a_source(void **state)
{
    (void)state;
    char folder[4096];
    struct gravel_references references;
    struct gravel_error error = {0};
    snprintf(folder, sizeof folder, "%s/reference", gravel_home());
    const enum gravel_status status = gravel_references_load(&references, folder, &error);
    if (status != GRAVEL_OK)
        print_error("%s\n", error.text);
    assert_int_equal(status, GRAVEL_OK);
    assert_true(references.n > 80);
    for (size_t k = 0; k < references.n; k++) {
        const struct gravel_reference *r = &references.items[k];
        assert_true(r->cite[0] && r->where[0] && r->location.line > 0);
        assert_true(gravel_reference_has_number(r) != (r->statement[0] != '\0'));
        assert_ptr_equal(gravel_references_find(&references, r->id), r);
    }
    assert_null(gravel_references_find(&references, "S9.nothing"));
    gravel_references_free(&references);
}

/* Load one file with these references; the message of the refusal, or "". */
static const char *
load(const char *list, struct gravel_references *references, struct gravel_error *error)
{
    char folder[PATH_MAX], path[PATH_MAX];
    assert_true(scratch_folder(folder));
    FILE *file = fopen(scratch_in(folder, "a.yaml", path), "w");
    assert_non_null(file);
    fprintf(file, "source: {key: T, cite: \"test\"}\nreferences:\n%s", list);
    fclose(file);
    error->text[0] = '\0';
    const enum gravel_status status = gravel_references_load(references, folder, error);
    assert_int_equal(status == GRAVEL_OK, error->text[0] == '\0');
    scratch_remove(folder);
    return error->text;
}

#define HEAD "  - {id: A, family: f, quantity: q, kind: analytic, where: w, "

static void
refusals_name_line_column_and_what_is_allowed(void **state)
{
    (void)state;
    static const struct {
        const char *list, *place, *what;
    } bad[] = {
        {HEAD "value: 1x}\n", ":3:", "found 1x, allowed a real number"},
        {HEAD "value: 1, uncertainty: -2}\n", ":3:", "uncertainty: found -2"},
        {HEAD "value: 1, vallue: 2}\n", ":3:", "vallue: found an unknown key"},
        {HEAD "value: 1, statement: s}\n", ":3:", "exactly one"},
        {HEAD "where2: 1}\n", ":3:", "unknown key"},
        {HEAD "value: 1, contradicted_by: lack-of-fit}\n", ":3:", "contradicted_by: found without `contradicted`"},
        {HEAD "value: 1, contradicted: other, contradicted_by: value}\n", ":3:", "found value, allowed: lack-of-fit"},
        {HEAD "law: lsd_restitutoin}\n", ":3:", "did you mean lsd_restitution"},
        {HEAD "law: stated, args: {y: 1}}\n", ":3:", "args.y"},
        {HEAD "rows: {key: x, x: [1, 2], y: [1]}}\n", ":3:", "2 x and 1 y"},
        {HEAD "value: 1}\n" HEAD "value: 2}\n", ":4:", "found A, which stands in"},
        {"  - {id: A, family: f, quantity: q, kind: guess, where: w, value: 1}\n", ":3:", "kind: found guess"},
        {"  - {id: A, family: f, quantity: q, kind: \"guess\\nwork\", where: w, value: 1}\n",
         ":3:", "kind: found guess work"},
        {"  - {id: A, family: f, quantity: q, kind: analytic, value: 1}\n", ":3:", "where"},
        {HEAD "value: 1, contradicted_where: {x: 1}}\n", ":3:", "contradicted"},
    };
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        struct gravel_references references;
        struct gravel_error error;
        const char *message = load(bad[k].list, &references, &error);
        if (!strstr(message, bad[k].place) || !strstr(message, bad[k].what))
            print_error("%s gave \"%s\"\n", bad[k].list, message);
        assert_non_null(strstr(message, bad[k].place));
        assert_non_null(strstr(message, bad[k].what));
        assert_int_equal(references.n, 0);
    }
}

/* Of the value, unless it says otherwise. */
static void
a_contradiction_says_of_what_it_is(void **state)
{
    (void)state;
    struct gravel_references references;
    struct gravel_error error;
    assert_string_equal(load(HEAD "value: 1, contradicted: other}\n", &references, &error), "");
    assert_false(references.items[0].contradicted_form);
    gravel_references_free(&references);
    assert_string_equal(
        load(HEAD "value: 1, contradicted: other, contradicted_by: lack-of-fit}\n", &references, &error), "");
    assert_true(references.items[0].contradicted_form);
    gravel_references_free(&references);
}

/* Every output shows an explanation whole, so that one that would not fit is refused. */
static void
an_explanation_that_would_be_cut_is_refused(void **state)
{
    static const char *const keys[] = {"note", "contradicted"};
    (void)state;
    for (size_t k = 0; k < 2; k++)
        for (int over = 0; over < 2; over++) {
            struct gravel_references references;
            struct gravel_error error;
            char text[GRAVEL_EXPLANATION_MAX + 2] = "", list[GRAVEL_EXPLANATION_MAX + 300];
            memset(text, 'a', GRAVEL_EXPLANATION_MAX + (size_t)over);
            snprintf(list, sizeof list, "%svalue: 1, %s: %s}\n", HEAD, keys[k], text);
            const char *message = load(list, &references, &error);
            if (over)
                assert_non_null(strstr(message, ": found 801 bytes, allowed at most 800"));
            else
                assert_string_equal(message, "");
            gravel_references_free(&references);
        }
}

static void
expectation_follows_value_law_and_rows(void **state)
{
    (void)state;
    struct gravel_references references;
    struct gravel_record record = {0};
    struct gravel_error error;
    double u;
    const char *list = HEAD
        "value: -2.0, uncertainty: 10%}\n"
        "  - {id: B, family: f, quantity: q, kind: analytic, where: w, law: lsd_restitution, args: {w0: 2.0, mu: x}}\n"
        "  - {id: C, family: f, quantity: q, kind: analytic, where: w, rows: {key: x, x: [0.5, 1.0], y: [7, 8]}, "
        "uncertainty: 0.5}\n"
        "  - {id: D, family: f, quantity: q, kind: analytic, where: w, statement: s, conditions: {x: {from: 0.4}, y: "
        "3}}\n"
        "  - {id: E, family: f, quantity: q, kind: guide, where: w, value: 1, uncertainty: 1}\n";
    const char *message = load(list, &references, &error);
    assert_string_equal(message, "");
    assert_int_equal(gravel_record_add_observable(&record, "x", "1", 1.0, 0, 0), GRAVEL_OK);
    assert_true(gravel_reference_expect(&references.items[0], &record, &u) == -2.0 && fabs(u - 0.2) < 1e-15);
    assert_true(fabs(gravel_reference_expect(&references.items[1], &record, &u) - exp(-M_PI / sqrt(3.0))) < 1e-15);
    assert_true(isnan(u));
    assert_true(gravel_reference_expect(&references.items[2], &record, &u) == 8.0 && u == 0.5);
    record.observables[0].value = 0.75;
    assert_true(isnan(gravel_reference_expect(&references.items[2], &record, &u)));
    bool known;
    const struct gravel_where *where = &references.items[3].conditions;
    assert_true(gravel_condition_holds(&where->items[0], &record, &known) && known);
    assert_true(!gravel_condition_holds(&where->items[1], &record, &known) && !known);
    assert_false(gravel_where_holds(where, &record));
    gravel_record_free(&record);
    gravel_references_free(&references);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_reference_on_file_loads_and_has_a_source),
        cmocka_unit_test(refusals_name_line_column_and_what_is_allowed),
        cmocka_unit_test(a_contradiction_says_of_what_it_is),
        cmocka_unit_test(an_explanation_that_would_be_cut_is_refused),
        cmocka_unit_test(expectation_follows_value_law_and_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
