/* The section on what advice is worth: what counts as right, and that it is drawn from the file. */
#include "harness/util/home.h"
#include "reports/measured.h"
#include "tests/unit/golden_home.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The section of the file below this home, with pictures that are not made; the caller frees. */
static char *
section_below(const char *home, const char *folder)
{
    struct gravel_error error = {0};
    struct gravel_canvas canvas = {.folder = folder, .style = "", .seconds = 1.0, .broken = true};
    char *text;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    assert_non_null(out);
    const enum gravel_status status = gravel_html_advice(out, home, &canvas, &error);
    fclose(out);
    if (status != GRAVEL_OK)
        fail_msg("%s", error.text);
    return text;
}

static char *
section_of(const char *content)
{
    char folder[PATH_MAX];
    golden_home(folder, "advice.json", content);
    char *text = section_below(folder, folder);
    scratch_remove(folder);
    return text;
}

#define SYSTEM(name, half, said, most, found)                                                            \
    "{\"name\": \"" name "\", \"half\": \"" half                                                         \
    "\", \"observable\": \"height\", \"predicted\": {\"difference\": " said ", \"most\": " most          \
    ", \"overlap\": 0.01, \"steps\": 1000, \"collisions\": null}, \"measured\": {\"difference\": " found \
    ", \"difference_err\": 0.001, \"overlap\": 0.03, \"steps\": 800, \"collisions\": 7}}"

/* Right: a factor 1.9; a true bound of 2 % of 0.7 %.  Wrong: a factor 2.1 beyond the bound, the other sign, and a bound
 * of more than three times what was measured. */
static void
what_counts_as_right_is_counted(void **state)
{
    (void)state;
    char *text = section_of("{\"systems\": [" SYSTEM("a", "held back", "0.19", "0.20", "0.10") ", " SYSTEM(
        "b", "held back", "0.001", "0.02",
        "-0.007") ", " SYSTEM("c", "held back", "0.10", "0.20",
                              "0.21") ", " SYSTEM("d", "building", "-0.10", "0.20",
                                                  "0.05") ", " SYSTEM("e <", "building", "0.05", "0.10",
                                                                      "0.02") ", " SYSTEM("f", "building", "null",
                                                                                          "null", "0.5") "]}");
    assert_non_null(strstr(text,
                           "<li>held back: 2 of 3 differences within a factor 2 or below a true bound, 0 of 3 largest "
                           "overlaps within a factor 2, steps or collisions of 3 of 3 within 30 %</li>"));
    assert_non_null(strstr(text, "<li>building: 0 of 2 differences"));
    assert_non_null(strstr(text, "<th>e &lt;</th>"));
    assert_non_null(strstr(text, "no number of hard spheres"));
    free(text);
}

static void
a_suite_without_the_file_has_no_section(void **state)
{
    (void)state;
    char folder[PATH_MAX];
    assert_true(scratch_folder(folder));
    char *text = section_below(folder, folder);
    assert_string_equal(text, "");
    free(text);
    scratch_remove(folder);
}

static size_t
count(const char *text, const char *word)
{
    size_t n = 0;
    for (const char *at = text; (at = strstr(at, word)) != NULL; at++)
        n++;
    return n;
}

/* Every system of both halves has a row; points of the map have none. */
static void
the_file_of_the_suite_is_shown(void **state)
{
    (void)state;
    char folder[PATH_MAX];
    assert_true(scratch_folder(folder));
    char *text = section_below(gravel_home(), folder);
    assert_int_equal(count(text, "<tr><th>"), 54); /* with the head of the table */
    assert_int_equal(count(text, "no number of hard spheres"), 1);
    assert_int_equal(count(text, "map-"), 0);
    free(text);
    scratch_remove(folder);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_counts_as_right_is_counted),
        cmocka_unit_test(a_suite_without_the_file_has_no_section),
        cmocka_unit_test(the_file_of_the_suite_is_shown),
    };
    return cmocka_run_group_tests_name("report advice", tests, NULL, NULL);
}
