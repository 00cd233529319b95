/* A report without gnuplot, or with one that hangs or fails: all but the pictures, and the reason. */
#include "tests/unit/report_world.h"

#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Write the report with another gnuplot: the shell script `text`, or none (NULL).  Tables and verdicts are there. */
static struct gravel_undrawn
write_with(const struct fixture *f, const char *text, char **page)
{
    struct gravel_error error = {0};
    struct gravel_undrawn undrawn = {0};
    struct fixture other = {0};
    char tools[PATH_MAX], path[PATH_MAX], *old = strdup(getenv("PATH"));

    assert_true(scratch_folder(other.dir) && scratch_folder(tools));
    FILE *script = text ? fopen(scratch_in(tools, "gnuplot", path), "w") : NULL;
    if (script) {
        fprintf(script, "#!/bin/sh\n%s\n", text);
        fclose(script);
        assert_int_equal(chmod(path, 0755), 0);
    }
    setenv("PATH", tools, 1);
    const enum gravel_status status = gravel_report_write(&f->world.report, other.dir, 0.4, &undrawn, &error);
    setenv("PATH", old, 1);
    free(old);
    assert_int_equal(status, GRAVEL_OK);
    char *json = slurp(&other, "verdicts.json"), *index = slurp(&other, "index.html");
    assert_non_null(strstr(json, "0.3415"));
    assert_non_null(strstr(index, "unexpected failure"));
    *page = slurp(&other, "family-detachment.html");
    assert_null(strstr(*page, "<img"));
    free(json);
    free(index);
    scratch_remove(other.dir);
    scratch_remove(tools);
    return undrawn;
}

/* Of the world seven; then the deviations between seeds, a picture for each of two tiers, and two of what advice is
 * worth. */
enum { PICTURES_OF_THE_WORLD = 7, PICTURES = PICTURES_OF_THE_WORLD + 2 + 2 };

static void
without_gnuplot_the_report_has_all_but_its_pictures(void **state)
{
    char *page;
    const struct gravel_undrawn undrawn = write_with(*state, NULL, &page);

    assert_int_equal(undrawn.n, PICTURES);
    assert_non_null(strstr(undrawn.reason, "gnuplot cannot be started"));
    assert_int_equal(count(page, "Not drawn: gnuplot cannot be started"), PICTURES_OF_THE_WORLD);
    assert_non_null(strstr(page, "0.34150 ± 0.00030"));
    free(page);
}

static void
a_gnuplot_that_hangs_is_ended_once(void **state)
{
    char *page;
    const time_t begun = time(NULL);
    const struct gravel_undrawn undrawn = write_with(*state, "/bin/sleep 600", &page);

    assert_true(time(NULL) - begun < 30);
    assert_int_equal(undrawn.n, PICTURES);
    assert_non_null(strstr(undrawn.reason, "took longer than 0.4 s"));
    assert_int_equal(count(page, "Not drawn: gnuplot took longer than 0.4 s for a-case-1.gp and was ended."),
                     PICTURES_OF_THE_WORLD);
    free(page);
}

static void
a_gnuplot_that_fails_says_why(void **state)
{
    char *page;
    struct gravel_undrawn undrawn = write_with(*state, "exit 3", &page);

    assert_non_null(strstr(page, "Not drawn: gnuplot a-case-3.gp ended with code 3 and no message."));
    assert_int_equal(undrawn.n, PICTURES);
    free(page);
    undrawn = write_with(*state, "echo no such terminal; exit 1", &page);
    assert_non_null(strstr(undrawn.reason, "gnuplot a-case-1.gp: no such terminal"));
    free(page);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_gnuplot_the_report_has_all_but_its_pictures),
        cmocka_unit_test(a_gnuplot_that_hangs_is_ended_once),
        cmocka_unit_test(a_gnuplot_that_fails_says_why),
    };
    return cmocka_run_group_tests_name("report without pictures", tests, setup, teardown);
}
