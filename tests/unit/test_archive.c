/* Archives: what is loaded is what was saved, and an archive that does not fit is refused with its reason. */
#include "engines/core/archive.h"
#include "tests/cmocka.h"

#include <stdlib.h>
#include <string.h>

enum kind { FIRST, SECOND };

struct part {
    double x;
    int32_t j;
};

/* One of each type; values that only a copy of the bits keeps. */
struct all {
    char c;
    bool b;
    int8_t i8;
    uint8_t u8;
    int16_t i16;
    uint16_t u16;
    int32_t i32;
    uint32_t u32;
    int64_t i64;
    uint64_t u64;
    size_t n;
    float f;
    double d, nan, zero;
    struct vec3 v;
    enum kind kind;
    double numbers[5];
    struct part parts[3];
};

static void
archive_all(struct all *all, struct gravel_archive *archive)
{
    gravel_archive_part(archive, "all", 1);
    GRAVEL_ARCHIVE(archive, all->c);
    GRAVEL_ARCHIVE(archive, all->b);
    GRAVEL_ARCHIVE(archive, all->i8);
    GRAVEL_ARCHIVE(archive, all->u8);
    GRAVEL_ARCHIVE(archive, all->i16);
    GRAVEL_ARCHIVE(archive, all->u16);
    GRAVEL_ARCHIVE(archive, all->i32);
    GRAVEL_ARCHIVE(archive, all->u32);
    GRAVEL_ARCHIVE(archive, all->i64);
    GRAVEL_ARCHIVE(archive, all->u64);
    GRAVEL_ARCHIVE(archive, all->n);
    GRAVEL_ARCHIVE(archive, all->f);
    GRAVEL_ARCHIVE(archive, all->d);
    GRAVEL_ARCHIVE(archive, all->nan);
    GRAVEL_ARCHIVE(archive, all->zero);
    GRAVEL_ARCHIVE(archive, all->v);
    GRAVEL_ARCHIVE(archive, all->kind);
    GRAVEL_ARCHIVE_ARRAY(archive, all->numbers, 5);
    GRAVEL_ARCHIVE_COLUMN(archive, all->parts, 3, x);
    GRAVEL_ARCHIVE_COLUMN(archive, all->parts, 3, j);
}

static struct gravel_archive
archive_of(struct all *all)
{
    struct gravel_error error;
    struct gravel_archive archive = gravel_archive_save();
    archive_all(all, &archive);
    assert_int_equal(gravel_archive_end(&archive, &error), GRAVEL_OK);
    return archive;
}

static void
every_type_comes_back_bit_for_bit(void **state)
{
    (void)state;
    struct all from, to;
    memset(&from, 0, sizeof from);
    memset(&to, 0, sizeof to);
    const double numbers[] = {0.1, 1e308, -5e-324, INFINITY, -0.0};
    from.c = 'x', from.b = true, from.i8 = -8, from.u8 = 200, from.i16 = -300, from.u16 = 60000, from.i32 = INT32_MIN;
    from.u32 = UINT32_MAX, from.i64 = INT64_MIN, from.u64 = UINT64_MAX, from.n = SIZE_MAX, from.f = 0.1f;
    from.d = 0.1 + 0.2, from.nan = NAN, from.zero = -0.0, from.v = v3(1e-300, -0.0, 3.0), from.kind = SECOND;
    memcpy(from.numbers, numbers, sizeof numbers);
    for (int32_t k = 0; k < 3; k++)
        from.parts[k].x = 1.0 / (3.0 + k), from.parts[k].j = -k;
    struct gravel_archive saved = archive_of(&from);
    struct gravel_archive loads = gravel_archive_load(saved.data, saved.n);
    struct gravel_error error;
    archive_all(&to, &loads);
    assert_int_equal(gravel_archive_end(&loads, &error), GRAVEL_OK);
    assert_memory_equal(&from, &to, sizeof from);
    gravel_archive_free(&saved);
}

/* Load x as `load` says from an archive of one double called "x" and two numbers. */
static void
refused(void (*load)(struct gravel_archive *archive), const char *reason)
{
    double x = 1.0, two[2] = {2.0, 3.0};
    struct gravel_error error = {0};
    struct gravel_archive saved = gravel_archive_save();
    gravel_archive_part(&saved, "part", 3);
    GRAVEL_ARCHIVE(&saved, x);
    GRAVEL_ARCHIVE_ARRAY(&saved, two, 2);
    gravel_archive_same(&saved, "size", 7);
    gravel_archive_same_text(&saved, "name", "one");
    assert_int_equal(gravel_archive_end(&saved, &error), GRAVEL_OK);
    struct gravel_archive loads = gravel_archive_load(saved.data, saved.n);
    load(&loads);
    assert_int_equal(gravel_archive_end(&loads, &error), GRAVEL_IO);
    print_message("# %s\n", error.text);
    assert_non_null(strstr(error.text, reason));
    gravel_archive_free(&saved);
}

static void
begin(struct gravel_archive *archive)
{
    gravel_archive_part(archive, "part", 3);
}

static void
another_version(struct gravel_archive *archive)
{
    gravel_archive_part(archive, "part", 4);
}

static void
another_name(struct gravel_archive *archive)
{
    double y = 5.0;
    begin(archive);
    GRAVEL_ARCHIVE(archive, y);
    assert_true(y == 5.0);
}

static void
another_type(struct gravel_archive *archive)
{
    float x = 5.0f;
    begin(archive);
    GRAVEL_ARCHIVE(archive, x);
    assert_true(x == 5.0f);
}

static void
more_elements(struct gravel_archive *archive)
{
    double x, two[3] = {0.0, 0.0, 0.0};
    begin(archive);
    GRAVEL_ARCHIVE(archive, x);
    GRAVEL_ARCHIVE_ARRAY(archive, two, 3);
    assert_true(two[0] == 0.0);
}

static void
rest(struct gravel_archive *archive, uint64_t size, const char *name)
{
    double x, two[2];
    begin(archive);
    GRAVEL_ARCHIVE(archive, x);
    GRAVEL_ARCHIVE_ARRAY(archive, two, 2);
    gravel_archive_same(archive, "size", size);
    gravel_archive_same_text(archive, "name", name);
}

static void
another_size(struct gravel_archive *archive)
{
    rest(archive, 8, "one");
}

static void
another_text(struct gravel_archive *archive)
{
    rest(archive, 7, "two");
}

static void
one_field_more(struct gravel_archive *archive)
{
    double z;
    rest(archive, 7, "one");
    GRAVEL_ARCHIVE(archive, z);
}

static void
what_does_not_fit_is_refused(void **state)
{
    (void)state;
    refused(another_version, "version: found 3, expected 4");
    refused(another_name, "found x (d), expected y (d)");
    refused(another_type, "found x (d), expected x (f)");
    refused(more_elements, "two: found 2 elements, expected 3");
    refused(another_size, "size: found 7, expected 8");
    refused(another_text, "name: found \"one\", expected \"two\"");
    refused(one_field_more, "it ends before z");
    refused(begin, "bytes more than this version reads");
}

static void
every_bit_and_every_length_counts(void **state)
{
    (void)state;
    struct all all;
    struct gravel_error error;
    memset(&all, 0, sizeof all);
    struct gravel_archive saved = archive_of(&all);
    for (size_t bit = 0; bit < 8 * saved.n; bit++) {
        saved.data[bit / 8] ^= (unsigned char)(1u << bit % 8);
        struct gravel_archive loads = gravel_archive_load(saved.data, saved.n);
        assert_int_equal(gravel_archive_end(&loads, &error), GRAVEL_IO);
        saved.data[bit / 8] ^= (unsigned char)(1u << bit % 8);
    }
    for (size_t n = 0; n < saved.n; n++) {
        struct gravel_archive loads = gravel_archive_load(saved.data, n);
        assert_int_equal(gravel_archive_end(&loads, &error), GRAVEL_IO);
    }
    gravel_archive_free(&saved);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_type_comes_back_bit_for_bit),
        cmocka_unit_test(what_does_not_fit_is_refused),
        cmocka_unit_test(every_bit_and_every_length_counts),
    };
    return cmocka_run_group_tests_name("archive", tests, NULL, NULL);
}
