/* The section on false alarms accounts for every verdict that it counts. */
#include "reports/measured.h"
#include "tests/unit/golden_home.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char seeds[] =
    "{\"tier\": \"quick\", \"commit\": \"abc\", \"seeds\": 60, \"red_seeds\": 1, \"cases\": [\"a\", \"b\"], "
    "\"alarm_bound\": 0.08, \"inconclusive\": 0.1, \"bins\": {\"from\": -5, \"to\": 5, \"count\": 20}, "
    "\"families\": [{\"family\": \"gas\", \"checks\": 2, \"n\": 120, \"mean\": 0, \"variance\": 1, \"variance_err\": "
    "0.1, "
    "\"ks\": 0.01, \"alarms\": 1, \"inconclusive\": 4, \"alarm_bound\": 0.08, \"counts\": []}], "
    "\"alarms\": [{\"case\": \"a\", \"check\": \"c\", \"engine\": \"md\", \"at\": \"\", \"seeds\": 1}], "
    "\"batches\": [{\"families\": {\"gas\": {\"inconclusive\": 4}, \"hourglass\": {\"inconclusive\": 2}}}]}";

/* The section of these seeds, with pictures that are not made; the caller frees. */
static char *
section(void)
{
    char folder[PATH_MAX], *text;
    size_t length;
    struct gravel_error error = {0};
    golden_home(folder, "seeds-quick.json", seeds);
    struct gravel_canvas canvas = {.folder = folder, .style = "", .seconds = 1.0, .broken = true};
    FILE *out = open_memstream(&text, &length);
    assert_non_null(out);
    assert_int_equal(gravel_html_seeds(out, folder, &canvas, &error), GRAVEL_OK);
    fclose(out);
    scratch_remove(folder);
    return text;
}

/* A family without deviations has no row; its open verdicts are in the mean of the tier. */
static void
verdicts_without_a_row_are_counted(void **state)
{
    (void)state;
    char *text = section();
    assert_non_null(
        strstr(text, "<p>INCONCLUSIVE in families whose checks give no deviations, which have no row: 2.</p>"));
    assert_non_null(strstr(text, "a c md  : 1 seed</li>"));
    free(text);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(verdicts_without_a_row_are_counted)};
    return cmocka_run_group_tests_name("report seeds", tests, NULL, NULL);
}
