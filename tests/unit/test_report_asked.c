/* What a check asks is told from its kind and its bounds, not as a reference with a tolerance. */
#include "reports/asked.h"
#include "reports/place.h"

#include "harness/case/check_kinds.h"
#include "tests/cmocka.h"

#include <math.h>
#include <string.h>

static const struct {
    struct gravel_check check;
    double value, expected, tolerance;
    const char *unit, *text, *more;
} samples[] = {
    {{.kind = &gravel_check_bound, .from = 0.75, .to = INFINITY}, 0.9, 0.75, NAN, "", "≥ 0.75", ""},
    {{.kind = &gravel_check_bound, .from = -INFINITY, .to = 3}, 1, 3, NAN, "m", "≤ 3 m", ""},
    {{.kind = &gravel_check_bound, .from = 0, .to = 0.02}, 0, 0, 0.01, "m", "0 to 0.02 m", ""},
    {{.kind = &gravel_check_bound, .from = 1, .to = 1, .every_run = true}, 1, 1, 0, "", "= 1", "in every run"},
    {{.kind = &gravel_check_bound, .from = 2, .to = 3, .within = 0.1}, 2, 2, 0.5, "", "2 to 3", "give or take 0.1"},
    {{.kind = &gravel_check_crossing, .from = 0.4, .to = 5}, 1, 0.4, 2.3, "", "0.4 to 5", ""},
    {{.kind = &gravel_check_crossing, .from = 0.4, .to = 5}, 1, 1.1, 0.2, "", "1.1", "allowed 0.2"},
    {{.kind = &gravel_check_differ, .from = 4, .to = 20},
     34.65,
     20.25,
     4,
     "deg",
     "4 to 20 deg apart (14.4)",
     "ED: 20.25 deg"},
    {{.kind = &gravel_check_differ, .from = -INFINITY, .to = -0.1, .relative = true},
     8,
     10,
     1,
     "m",
     "at most −10 % apart (−20 %)",
     "ED: 10 m"},
    {{.kind = &gravel_check_agree, .within = 0.05, .relative = true},
     1.01,
     1,
     0.05,
     "",
     "at most 5 % apart (1 %)",
     "ED: 1"},
    {{.kind = &gravel_check_rises, .at_least = 0.2}, 0.9, 0.3, 0.2, "m", "a rise of at least 0.2 m", "from 0.3 m"},
    {{.kind = &gravel_check_falls, .at_least = 0.3, .relative = true, .within = 0.02},
     1,
     2,
     0.6,
     "",
     "a fall of at least 30 %",
     "from 2, no step back by more than 2 %"},
    {{.kind = &gravel_check_collapse, .within = 3},
     44,
     45,
     3,
     "deg",
     "at most 3 deg from each other",
     "the other: 45 deg"},
    {{.kind = &gravel_check_value, .within = 0.01}, 0.34, 0.341, 0.01, "m/s", "0.341 m/s", "allowed 0.01 m/s"},
};

static void
each_kind_tells_what_it_asks(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof samples / sizeof *samples; k++) {
        const struct gravel_judgement j = {.asks = &samples[k].check,
                                           .engine = "md, ed",
                                           .value = samples[k].value,
                                           .expected = samples[k].expected,
                                           .tolerance = samples[k].tolerance};
        struct gravel_asked asked;
        gravel_asked_read(&asked, &j, samples[k].unit);
        assert_string_equal(asked.text, samples[k].text);
        assert_string_equal(asked.more, samples[k].more);
    }
}

static void
a_judgement_without_its_check_tells_what_was_expected(void **state)
{
    const struct gravel_judgement j = {.value = 1, .expected = 0.341, .expected_err = 0.002, .tolerance = 0.01};
    struct gravel_asked asked;

    (void)state;
    gravel_asked_read(&asked, &j, "");
    assert_string_equal(asked.text, "0.3410 ± 0.0020");
    assert_string_equal(asked.more, "allowed 0.01");
    assert_true(gravel_asked_is_value(&j));
}

static struct gravel_option
option(const char *path, double x)
{
    return (struct gravel_option){.path = (char *)path, .value = {.type = GRAVEL_TYPE_REAL, .real = x}};
}

static void
places_and_numbers_have_units(void **state)
{
    struct gravel_option options[] = {option("material.contact_time", 2e-5), option("walls.floor.origin", 0)};
    struct gravel_observable observable = {.name = "volume", .unit = "m3"};
    struct gravel_record record = {
        .parameters = {.n = 2, .items = options}, .n_observables = 1, .observables = &observable};
    const struct gravel_records records = {.n = 1, .items = &record};
    char *keys[] = {(char *)"material.contact_time", (char *)"walls.floor.origin"};
    struct gravel_axis axis = {.n_keys = 2, .keys = keys};
    struct gravel_case c = {.name = "a", .n_axes = 1, .axes = &axis};
    const struct gravel_report_case rc = {&c, &records};
    const struct gravel_report report = {.n_cases = 1, .cases = &rc};
    const struct gravel_check check = {.kind = &gravel_check_value, .measure = "volume", .title = (char *)"all of it"};
    const struct gravel_judgement j = {
        .case_name = "a", .asks = &check, .at = "contact_time = 2e-05, origin = [0, 0.1, 0], law = hertz (3 values)"};
    char text[300];

    (void)state;
    gravel_asked_unit(text, sizeof text, &report, &j);
    assert_string_equal(text, "m^3");
    gravel_asked_place(text, sizeof text, &report, &j);
    assert_string_equal(text, "contact_time = 2e-05 s, origin = [0, 0.1, 0] m, law = hertz (3 values)");
    assert_string_equal(gravel_asked_title(&report, &j), "all of it");
}

static void
a_record_is_placed_without_what_it_does_not_have(void **state)
{
    struct gravel_option options[] = {option("material.contact_time", 2e-5), option("walls.floor.origin", 0)};
    const struct gravel_record record = {.parameters = {.n = 2, .items = options}};
    char *keys[] = {(char *)"engines.ed.tc", (char *)"material.contact_time", (char *)"walls.floor.origin"};
    struct gravel_axis axis = {.n_keys = 3, .keys = keys};
    const struct gravel_case c = {.name = "a", .n_axes = 1, .axes = &axis};
    char text[300];

    (void)state;
    options[1].value = (struct gravel_value){.type = GRAVEL_TYPE_VEC3, .vec = {0, 0.0088, 0}};
    gravel_place_of_record(text, sizeof text, &c, &record);
    assert_string_equal(text, "contact_time = 2e-05 s, origin = [0, 0.0088, 0] m");
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_kind_tells_what_it_asks),
        cmocka_unit_test(a_judgement_without_its_check_tells_what_was_expected),
        cmocka_unit_test(places_and_numbers_have_units),
        cmocka_unit_test(a_record_is_placed_without_what_it_does_not_have),
    };
    return cmocka_run_group_tests_name("report asked", tests, NULL, NULL);
}
