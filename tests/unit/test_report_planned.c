/* An incomplete store says so: points of the plan without a record are counted. */
#include "reports/planned.h"

#include "harness/case/load.h"
#include "tests/cmocka.h"
#include "tests/scratch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char text[] =
    "name: test\nfamily: unit\ntitle: A test\ndimension: 1\nparticles: {count: 3, diameter: 2.0e-3, density: 2500}\n"
    "walls: [{name: floor, shape: plane, contact: {rule: same-force-constants}}]\n"
    "prepare: {column: {sigma: 10, velocity: -0.1}}\nrun: {time: 0.01}\n"
    "material: {law: linear, restitution: 0.9, contact_time: 1.0e-5}\n"
    "measure: [effective_restitution, relative_energy]\nengines: {md: {}, ed-column: {}}\n"
    "sweep: [{key: material.restitution, values: [0.7, 0.8, 0.9]}]\n";

static void
load(struct gravel_case *c)
{
    char path[PATH_MAX];
    struct gravel_error error;

    assert_true(scratch_file(path, text));
    const enum gravel_status status = gravel_case_load(c, path, "quick", &error);
    scratch_remove(path);
    if (status != GRAVEL_OK)
        print_error("%s\n", error.text);
    assert_int_equal(status, GRAVEL_OK);
}

static void
missing_points_are_told(void **state)
{
    static const char *const told[] = {"6 of 6 points have not been run; 1 case has none.",
                                       "1 of 6 points has not been run.", ""};
    static const size_t n_records[] = {0, 5, 6};
    struct gravel_case c = {0};
    static struct gravel_record record[6];

    (void)state;
    load(&c);
    for (size_t k = 0; k < 3; k++) {
        const struct gravel_records records = {.n = n_records[k], .items = record};
        const struct gravel_report_case rc = {&c, &records};
        const struct gravel_report report = {.n_cases = 1, .cases = &rc};
        char *html;
        size_t size;
        FILE *out = open_memstream(&html, &size);
        gravel_html_missing(out, &report);
        fclose(out);
        assert_int_equal(gravel_planned_missing(&rc), 6 - n_records[k]);
        assert_true(told[k][0] ? strstr(html, told[k]) != NULL : html[0] == '\0');
        free(html);
    }
    gravel_case_free(&c);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(missing_points_are_told)};

    return cmocka_run_group_tests_name("report planned", tests, NULL, NULL);
}
