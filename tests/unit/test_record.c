/* Records: look-ups and lossless JSON. */

#include "tests/cmocka.h"
#include "tests/unit/sample_record.h"

static void
json_is_lossless_both_ways(void **state)
{
    (void)state;
    struct gravel_record record = sample_record("0123456789abcdef"), back;
    struct gravel_error error;
    json_t *json = gravel_record_to_json(&record);
    char *text = json_dumps(json, JSON_REAL_PRECISION(17));
    assert_non_null(text);
    json_t *read = json_loads(text, 0, NULL);
    assert_int_equal(gravel_record_from_json(&back, read, &error), GRAVEL_OK);
    assert_same_record(&record, &back);
    json_decref(json);
    json_decref(read);
    free(text);
    gravel_record_free(&record);
    gravel_record_free(&back);
}

static void
json_that_is_no_record_is_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {"{}", "[1]", "{\"key\": 3}", "{\"parameters\": {\"a\": 1}}"};
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        struct gravel_record record;
        struct gravel_error error;
        json_t *json = json_loads(bad[k], 0, NULL);
        assert_int_equal(gravel_record_from_json(&record, json, &error), GRAVEL_INPUT);
        json_decref(json);
    }
    struct gravel_record record = sample_record("0123456789abcdef"), back;
    struct gravel_error error;
    json_t *json = gravel_record_to_json(&record);
    json_object_set_new(json, "status", json_string("splendid"));
    assert_int_equal(gravel_record_from_json(&back, json, &error), GRAVEL_INPUT);
    json_decref(json);
    gravel_record_free(&record);
}

static void
number_is_observable_then_counter_then_parameter(void **state)
{
    (void)state;
    struct gravel_record r = sample_record("0123456789abcdef");
    assert_true(gravel_record_number(&r, "height") == 1.0 / 3.0);
    assert_true(gravel_record_number(&r, "events") == 12.0);
    assert_true(gravel_record_number(&r, "particles.count") == 10.0);
    assert_true(gravel_record_number(&r, "count") == 10.0);
    assert_true(gravel_record_number(&r, "rotation") == 1.0);
    assert_true(isnan(gravel_record_number(&r, "diameter"))); /* two species have one */
    assert_true(isnan(gravel_record_number(&r, "ount")));
    assert_true(isnan(gravel_record_number(&r, "law"))); /* a text */
    assert_true(isnan(gravel_record_number(&r, "nothing")));
    gravel_record_free(&r);
}

static void
invariant_holds_up_to_its_limit_and_never_when_nan(void **state)
{
    (void)state;
    struct gravel_record r = {0};
    assert_int_equal(gravel_record_add_invariant(&r, "a", -1.0, 1.0), GRAVEL_OK);
    assert_int_equal(gravel_record_add_invariant(&r, "b", 1.0 + 1e-15, 1.0), GRAVEL_OK);
    assert_int_equal(gravel_record_add_invariant(&r, "c", NAN, 1.0), GRAVEL_OK);
    assert_true(gravel_record_invariant(&r, "a")->ok);
    assert_false(gravel_record_invariant(&r, "b")->ok);
    assert_false(gravel_record_invariant(&r, "c")->ok);
    gravel_record_free(&r);
}

static void
table_columns_are_found_by_name(void **state)
{
    (void)state;
    struct gravel_record r = sample_record("0123456789abcdef");
    const struct gravel_table *table = gravel_record_table(&r, "profile");
    assert_non_null(table);
    assert_int_equal(gravel_table_column(table, "density"), 1);
    assert_int_equal(gravel_table_column(table, "dens"), -1);
    assert_string_equal(table->units[1], "kg/m^3");
    assert_null(gravel_record_table(&r, "other"));
    gravel_record_free(&r);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(json_is_lossless_both_ways),
        cmocka_unit_test(json_that_is_no_record_is_refused),
        cmocka_unit_test(number_is_observable_then_counter_then_parameter),
        cmocka_unit_test(invariant_holds_up_to_its_limit_and_never_when_nan),
        cmocka_unit_test(table_columns_are_found_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
