/* The label that distinguishes the points of a sweep. */
#include "harness/case/coordinates.h"
#include "tests/cmocka.h"

#include <stdio.h>
#include <string.h>

/* The label of the point of a sweep over texts, at this one. */
static const char *
label_of(char **texts, size_t n, size_t at)
{
    static char label[256];
    char *keys[] = {(char[]){"prepare.list.rows"}};
    struct gravel_axis axis = {.n_keys = 1, .n_values = n, .keys = keys, .values = texts};
    const struct gravel_case c = {.n_axes = 1, .axes = &axis};
    struct gravel_record record = {0};
    const struct gravel_value value = {.type = GRAVEL_TYPE_TEXT, .text = texts[at]};
    assert_int_equal(gravel_options_set(&record.parameters, keys[0], &value, NULL), GRAVEL_OK);
    gravel_coordinates_print(&c, &record, label, sizeof label);
    gravel_options_free(&record.parameters);
    return label;
}

static void
a_long_text_is_cut_between_characters(void **state)
{
    (void)state;
    char *same[] = {(char[]){"the first 32 bytes are all alike\nhere"},
                    (char[]){"the first 32 bytes are all alike\nthere"}};
    assert_string_equal(label_of(same, 2, 1), "rows = the first 32 bytes are all alike... (2 of 2)");
    char *split[] = {(char[]){"the 32nd byte begins a characterμ"}, (char[]){"byte 32 is the first of two of μm"},
                     (char[]){"short\nμm"}};
    assert_string_equal(label_of(split, 3, 0), "rows = the 32nd byte begins a character... (1 of 3)");
    assert_string_equal(label_of(split, 3, 1), "rows = byte 32 is the first of two of ... (2 of 3)");
    assert_string_equal(label_of(split, 3, 2), "rows = short μm");
}

/* Texts that are swept together with others are counted among the values of their own key. */
static void
a_long_text_is_counted_among_those_of_its_key(void **state)
{
    (void)state;
    static const char beginning[] = "prepare.list.rows: the same beginning";
    char texts[6][64], *values[6], label[256], *keys[] = {(char[]){"a.first"}, (char[]){"b.second"}};
    for (size_t v = 0; v < 6; v++)
        snprintf(values[v] = texts[v], sizeof texts[v], "%s %zu", beginning, v);
    struct gravel_axis axis = {.n_keys = 2, .n_values = 3, .keys = keys, .values = values};
    const struct gravel_case c = {.n_axes = 1, .axes = &axis};
    for (size_t v = 0; v < 3; v++) {
        struct gravel_record record = {0};
        char expected[256];
        for (size_t k = 0; k < 2; k++) {
            const struct gravel_value value = {.type = GRAVEL_TYPE_TEXT, .text = texts[2 * v + k]};
            assert_int_equal(gravel_options_set(&record.parameters, keys[k], &value, NULL), GRAVEL_OK);
        }
        gravel_coordinates_print(&c, &record, label, sizeof label);
        snprintf(expected, sizeof expected, "first = %.32s... (%zu of 3), second = %.32s... (%zu of 3)", beginning,
                 v + 1, beginning, v + 1);
        assert_string_equal(label, expected);
        gravel_options_free(&record.parameters);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_long_text_is_cut_between_characters),
        cmocka_unit_test(a_long_text_is_counted_among_those_of_its_key),
    };
    return cmocka_run_group_tests_name("coordinates", tests, NULL, NULL);
}
