/* engines/core: options, words, arrays, random streams. */
#include "engines/core/array.h"
#include "engines/core/option.h"
#include "engines/core/rng.h"
#include "engines/core/words.h"

#include "tests/near.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct gravel_key positive = {"size", GRAVEL_TYPE_REAL, GRAVEL_ABOVE_MIN, "m", 0, INFINITY, "1e-3",
                                           NULL,   "a size"};
static const struct gravel_key fraction = {"e",  GRAVEL_TYPE_REAL, GRAVEL_ABOVE_MIN, "1", 0, 1, "0.9",
                                           NULL, "restitution"};
static const struct gravel_key count = {"n", GRAVEL_TYPE_INT, 0, "1", 1, 1e9, "10", NULL, "how many"};
static const struct gravel_key word = {
    "law", GRAVEL_TYPE_CHOICE, 0, NULL, 0, 0, "linear", "linear|hertz|hertz-kuwabara-kono", "law"};
static const struct gravel_key vector = {"x", GRAVEL_TYPE_VEC3, 0, "m", 0, 0, "[0, 0, 1]", NULL, "where"};
static const struct gravel_key flag = {"on", GRAVEL_TYPE_BOOL, 0, NULL, 0, 0, "false", NULL, "on"};

static void
words_are_counted_found_and_copied(void **state)
{
    char text[16];
    (void)state;
    assert_int_equal(gravel_word_list_count(NULL), 0);
    assert_int_equal(gravel_word_list_count(""), 1);
    assert_int_equal(gravel_word_list_count("one|two||four"), 4);
    assert_string_equal(gravel_word_list_get("one|two||four", 3, text, sizeof text), "four");
    assert_string_equal(gravel_word_list_get("one|two||four", 2, text, sizeof text), "");
    assert_string_equal(gravel_word_list_get("one|two||four", 4, text, sizeof text), "");
    assert_string_equal(gravel_word_list_get("one|two", 1, text, 3), "tw");
    assert_int_equal(gravel_word_list_index("one|two|four", "two"), 1);
    assert_int_equal(gravel_word_list_index("one|two|four", "tw"), -1);
    assert_int_equal(gravel_word_list_index("one|two|four", "one|two"), -1);
    assert_int_equal(gravel_word_list_index("one||four", ""), -1);
    assert_int_equal(gravel_word_list_index(NULL, "one"), -1);
    assert_int_equal(gravel_word_list_print("one|two", text, sizeof text), 7);
    assert_string_equal(text, "one two");
}

static void
arrays_grow_and_keep_their_items(void **state)
{
    int *items = NULL;
    size_t capacity = 0;
    (void)state;
    for (size_t k = 0; k < 1000; k++) {
        assert_true(gravel_array_grow(&items, &capacity, k + 1, sizeof *items));
        assert_true(capacity > k);
        items[k] = (int)k;
    }
    for (size_t k = 0; k < 1000; k++)
        assert_int_equal(items[k], k);
    assert_false(gravel_array_grow(&items, &capacity, SIZE_MAX, sizeof *items));
    assert_int_equal(items[999], 999);
    free(items);
}

static void
resized_array_keeps_its_items(void **state)
{
    int *items = NULL;
    (void)state;
    assert_true(gravel_array_resize(&items, 2, sizeof *items));
    items[0] = 7;
    items[1] = 8;
    assert_true(gravel_array_resize(&items, 1000, sizeof *items));
    items[999] = 9;
    assert_int_equal(items[1], 8);
    assert_false(gravel_array_resize(&items, SIZE_MAX / sizeof *items + 2, sizeof *items));
    assert_int_equal(items[999], 9);
    assert_true(gravel_array_resize(&items, 1, sizeof *items));
    assert_int_equal(items[0], 7);
    free(items);
}

static void
options_are_read_into_a_struct(void **state)
{
    struct sample {
        double size;
        long n;
        bool on;
        int law;
        struct vec3 x;
        const char *title;
    } sample;
    static const struct gravel_key keys[] = {
        {"size", GRAVEL_TYPE_REAL, .offset = offsetof(struct sample, size)},
        {"count.n", GRAVEL_TYPE_INT, .offset = offsetof(struct sample, n)},
        {"on", GRAVEL_TYPE_BOOL, .offset = offsetof(struct sample, on)},
        {"law", GRAVEL_TYPE_CHOICE, .choices = "linear|hertz", .offset = offsetof(struct sample, law)},
        {"x", GRAVEL_TYPE_VEC3, .offset = offsetof(struct sample, x)},
        {"title", GRAVEL_TYPE_TEXT, .offset = offsetof(struct sample, title)},
        {NULL},
    };
    static const char *const texts[] = {"0.5", "7", "true", "hertz", "[1, 2, 3]", "a title"};
    struct gravel_options options = {0};
    (void)state;
    gravel_options_read(&options, "a", keys, &sample);
    assert_true(isnan(sample.size) && sample.n == -1 && !sample.on && sample.law == -1 && isnan(sample.x.z) &&
                sample.title == NULL);
    for (size_t k = 0; k < sizeof texts / sizeof texts[0]; k++) {
        char path[32];
        struct gravel_value value;
        snprintf(path, sizeof path, "a.%s", keys[k].name);
        assert_int_equal(gravel_key_parse(&keys[k], texts[k], &value, NULL), GRAVEL_OK);
        assert_int_equal(gravel_options_set(&options, path, &value, NULL), GRAVEL_OK);
        free(value.text);
    }
    gravel_options_read(&options, "a", keys, &sample);
    assert_true(sample.size == 0.5 && sample.n == 7 && sample.on && sample.law == 1 && sample.x.z == 3.0);
    assert_string_equal(sample.title, "a title");
    gravel_options_free(&options);
}

static void
errors_carry_the_path_of_their_option(void **state)
{
    struct gravel_error error;
    (void)state;
    assert_int_equal(gravel_fail_at(&error, GRAVEL_INPUT, "walls.floor", "found %d", 3), GRAVEL_INPUT);
    assert_string_equal(error.path, "walls.floor");
    assert_string_equal(error.text, "walls.floor: found 3");
    assert_int_equal(gravel_no_memory(&error), GRAVEL_MEMORY);
    assert_string_equal(error.path, "");
}

static void
errors_are_one_line(void **state)
{
    struct gravel_error error;
    (void)state;
    assert_int_equal(gravel_fail(&error, GRAVEL_INPUT, "found \"%s\"", "a\r\nb\tc"), GRAVEL_INPUT);
    assert_string_equal(error.text, "found \"a  b c\"");
    assert_int_equal(gravel_fail_at(&error, GRAVEL_INPUT, "run", "found \"%s\"", "a\nb"), GRAVEL_INPUT);
    assert_string_equal(error.text, "run: found \"a b\"");
}

static bool
takes(const struct gravel_key *key, const char *text)
{
    struct gravel_value value;
    struct gravel_error error = {0};
    const bool ok = gravel_key_parse(key, text, &value, &error) == GRAVEL_OK;
    if (ok)
        free(value.text);
    else
        assert_non_null(strstr(error.text, "allowed"));
    return ok;
}

static void
minus_zero_is_zero(void **unused)
{
    static const struct gravel_key number = {.name = "size", .type = GRAVEL_TYPE_REAL};
    struct gravel_value value;
    (void)unused;
    assert_int_equal(gravel_key_parse(&number, "-0.0", &value, NULL), GRAVEL_OK);
    assert_true(value.real == 0.0 && !signbit(value.real));
}

static void
keys_take_what_they_declare_and_nothing_else(void **unused)
{
    (void)unused;
    const char *const numbers_not[] = {"1e-3x", "", " ", "nan", "inf", "0x10", "1e999", "--1", "1 2", "one", "0", "-1"};
    for (size_t k = 0; k < sizeof numbers_not / sizeof numbers_not[0]; k++)
        assert_false(takes(&positive, numbers_not[k]));
    assert_true(takes(&positive, "1e-3") && takes(&positive, "2") && takes(&positive, "+.5"));
    assert_true(takes(&fraction, "1") && takes(&fraction, "0.001"));
    assert_false(takes(&fraction, "0") || takes(&fraction, "1.0001"));
    assert_true(takes(&count, "10") && takes(&count, "1e3"));
    assert_false(takes(&count, "10.5") || takes(&count, "0"));
    assert_true(takes(&word, "hertz") && takes(&word, "hertz-kuwabara-kono") && takes(&word, "linear"));
    assert_false(takes(&word, "hert") || takes(&word, "kuwabara") || takes(&word, "linear|hertz") || takes(&word, ""));
    assert_true(takes(&vector, "[1, -2, 3e-3]") && takes(&vector, " [1,2,3] "));
    assert_false(takes(&vector, "[1, 2]") || takes(&vector, "1, 2, 3") || takes(&vector, "[1, 2, 3, 4]") ||
                 takes(&vector, "[1, 2, x]"));
    assert_true(takes(&flag, "true") && takes(&flag, "false"));
    assert_false(takes(&flag, "yes") || takes(&flag, "1"));
}

static void
options_keep_order_views_and_defaults(void **unused)
{
    (void)unused;
    struct gravel_options all = {0}, view;
    struct gravel_error error;
    const struct gravel_key keys[] = {positive, word, vector, {0}};
    const char *const paths[] = {"b.size", "a", "b.x.y", "bb", "b.law"};
    for (size_t k = 0; k < 5; k++) {
        const struct gravel_value value = {.type = GRAVEL_TYPE_TEXT, .text = (char *)paths[k]};
        assert_int_equal(gravel_options_set(&all, paths[k], &value, &error), GRAVEL_OK);
    }
    for (size_t k = 1; k < all.n; k++)
        assert_true(strcmp(all.items[k - 1].path, all.items[k].path) < 0);
    assert_int_equal(gravel_options_view(&view, &all, "b", &error), GRAVEL_OK);
    assert_int_equal(view.n, 3);
    assert_string_equal(gravel_options_text(&view, "x.y"), "b.x.y");
    gravel_options_free(&view);
    assert_int_equal(gravel_options_defaults(&all, "c", keys, &error), GRAVEL_OK);
    near_value(gravel_options_real(&all, "c.size"), 1e-3, 1e-18);
    assert_string_equal(gravel_options_text(&all, "c.law"), "linear");
    near_value(v3_norm(v3_sub(gravel_options_vec3(&all, "c.x"), v3(0, 0, 1))), 0.0, 1e-15);
    assert_true(isnan(gravel_options_real(&all, "absent")));
    gravel_options_free(&all);
}

static void
random_streams_depend_on_their_key_only(void **unused)
{
    (void)unused;
    gsl_rng *a = gravel_rng_create(1, "column", 0), *b = gravel_rng_create(1, "column", 0);
    gsl_rng *others[] = {gravel_rng_create(2, "column", 0), gravel_rng_create(1, "columns", 0),
                         gravel_rng_create(1, "column", 1)};
    const unsigned long first = gsl_rng_get(a);
    assert_true(first == gsl_rng_get(b));
    for (size_t k = 0; k < 3; k++) {
        assert_true(gsl_rng_get(others[k]) != first);
        gsl_rng_free(others[k]);
    }
    double sum = 0.0;
    for (int k = 0; k < 100000; k++)
        sum += gsl_rng_uniform(a);
    near_value(sum / 1e5, 0.5, 4.0 * sqrt(1.0 / 12.0 / 1e5));
    gsl_rng_free(a);
    gsl_rng_free(b);
}

/* What a person wrote comes back as written, and no bit of any number is lost. */
static void
printed_number_is_short_and_exact(void **state)
{
    static const struct {
        double number;
        const char *text;
    } written[] = {{0.013, "0.013"}, {0.1, "0.1"}, {1e-7, "1e-07"}, {-3.0, "-3"}, {0.1 + 0.2, "0.30000000000000004"}};
    char text[32];

    (void)state;
    for (size_t k = 0; k < sizeof written / sizeof written[0]; k++) {
        gravel_number_print(written[k].number, text, sizeof text);
        assert_string_equal(text, written[k].text);
    }
    for (double x = 1e-300; x < 1e300; x *= 1234.56789) {
        gravel_number_print(x, text, sizeof text);
        assert_true(strtod(text, NULL) == x);
    }
}

static void
values_are_equal_by_type_and_content(void **state)
{
    (void)state;
    char text[] = "a", same[] = "a", other[] = "b";
    const struct gravel_value one = {.type = GRAVEL_TYPE_REAL, .real = 1.0},
                              next = {.type = GRAVEL_TYPE_REAL, .real = nextafter(1.0, 2.0)},
                              whole = {.type = GRAVEL_TYPE_INT, .real = 1.0},
                              x = {.type = GRAVEL_TYPE_VEC3, .vec = {0, 0, 1}},
                              y = {.type = GRAVEL_TYPE_VEC3, .vec = {0, 0, 2}},
                              a = {.type = GRAVEL_TYPE_TEXT, .text = text},
                              a2 = {.type = GRAVEL_TYPE_TEXT, .text = same},
                              b = {.type = GRAVEL_TYPE_TEXT, .text = other};
    assert_true(gravel_value_equal(&one, &one) && gravel_value_equal(&x, &x) && gravel_value_equal(&a, &a2));
    assert_false(gravel_value_equal(&one, &next) || gravel_value_equal(&one, &whole) || gravel_value_equal(&x, &y) ||
                 gravel_value_equal(&a, &b));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_equal_by_type_and_content),
        cmocka_unit_test(printed_number_is_short_and_exact),
        cmocka_unit_test(minus_zero_is_zero),
        cmocka_unit_test(keys_take_what_they_declare_and_nothing_else),
        cmocka_unit_test(options_keep_order_views_and_defaults),
        cmocka_unit_test(random_streams_depend_on_their_key_only),
        cmocka_unit_test(words_are_counted_found_and_copied),
        cmocka_unit_test(arrays_grow_and_keep_their_items),
        cmocka_unit_test(resized_array_keeps_its_items),
        cmocka_unit_test(options_are_read_into_a_struct),
        cmocka_unit_test(errors_carry_the_path_of_their_option),
        cmocka_unit_test(errors_are_one_line),
    };
    return cmocka_run_group_tests_name("core", tests, NULL, NULL);
}
