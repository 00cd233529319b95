#include "reports/kills.h"
#include "tests/unit/golden_home.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The section written from a file of this content below a scratch home; NULL when it is refused.  The caller frees. */
static char *
section_of(const char *content)
{
    char folder[PATH_MAX];
    struct gravel_error error = {0};
    char *text;
    size_t length;
    golden_home(folder, "kills.json", content);
    FILE *out = open_memstream(&text, &length);
    assert_non_null(out);
    const enum gravel_status status = gravel_html_kills(out, folder, &error);
    fclose(out);
    scratch_remove(folder);
    if (status == GRAVEL_OK)
        return text;
    free(text);
    return NULL;
}

static void
shares_are_of_what_was_measured(void **state)
{
    (void)state;
    char *text = section_of(
        "{\"faults\": [\n"
        "{\"fault\": \"a\", \"class\": \"physics\", \"fresh\": false, \"unit\": \"unit/test_md\", \"conform\": null, "
        "\"catalogue\": \"pair: F.x\", \"as_named\": true},\n"
        "{\"fault\": \"b\", \"class\": \"physics\", \"fresh\": false, \"unit\": null, \"conform\": null, "
        "\"catalogue\": null, \"left_out\": 0},\n"
        "{\"fault\": \"c\", \"class\": \"physics\", \"fresh\": false, \"catalogue\": null, \"left_out\": 3},\n"
        "{\"fault\": \"d <\", \"class\": \"physics\", \"fresh\": true, \"catalogue\": \"gas: F.y\"}]}");
    assert_non_null(text);
    assert_non_null(strstr(text, "<tr><td>physics of the engines</td><td class=\"num\">3</td>"
                                 "<td class=\"num\">50 % of 2, 1 not measured yet</td>"
                                 "<td class=\"num\">0 % of 2, 1 not measured yet</td>"
                                 "<td class=\"num\">33 % of 3</td></tr>"));
    assert_non_null(strstr(text, "<tr><td>physics, fresh sample</td><td class=\"num\">1</td>"
                                 "<td class=\"num\">not measured yet</td><td class=\"num\">not measured yet</td>"
                                 "<td class=\"num\">100 % of 1</td></tr>"));
    assert_non_null(strstr(text, ", 3 cases not tried</td>"));
    assert_null(strstr(text, "account of the energy"));
    assert_non_null(strstr(text, "<td>d &lt;</td>"));
    assert_non_null(strstr(text, "All 4 faults"));
    free(text);
}

static void
other_files_are_refused(void **state)
{
    (void)state;
    assert_null(section_of("{\"faults\": 3}"));
    assert_null(section_of("no table"));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shares_are_of_what_was_measured),
        cmocka_unit_test(other_files_are_refused),
    };
    return cmocka_run_group_tests_name("report kills", tests, NULL, NULL);
}
