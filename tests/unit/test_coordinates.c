/* The label that tells the points of a sweep apart. */
#include "harness/case/coordinates.h"
#include "tests/cmocka.h"

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

int
main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_long_text_is_cut_between_characters)};
    return cmocka_run_group_tests_name("coordinates", tests, NULL, NULL);
}
