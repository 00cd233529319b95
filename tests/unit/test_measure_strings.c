/* Shapes of clusters of disks placed by hand: closed forms. */
#include "tests/unit/measure_bench.h"

enum { N = 9 };

/* Disks of 1 m in a periodic box of 20 m, each alone. */
static void
make_disks(struct bench *b)
{
    make_bench(b, 2, N);
    b->system.box = (struct gravel_box){.periodic = {true, false, true}, .high = {20, 0, 20}};
    for (size_t k = 0; k < N; k++)
        b->system.particles[k].x = v3(2.0 * (double)k + 1.0, 0, 18.0);
}

static void
a_row_over_the_end_of_the_box_is_a_string(void **state)
{
    (void)state;
    for (int least = 6; least <= 7; least++) {
        struct bench b;
        make_disks(&b);
        BEGIN(&b, "strings", "touch", "0.25", "least", least == 6 ? "6" : "7", "ratio", "2", NULL);
        for (int k = 0; k < 6; k++) /* steps of 1.2 m at 30 degrees, in no order */
            b.now[(5 * k) % 6 + 1].x = v3(fmod(17.0 + 1.2 * k * cos(M_PI / 6.0), 20.0), 0, 2.0 + 0.6 * k);
        b.now[7].x = v3(5.0, 0, 12.0);
        b.now[8].x = v3(5.0, 0, 13.24);
        assert_int_equal(finish(&b), GRAVEL_OK);
        near("length", number(&b.sheet, "cluster_length"), (6.0 * 7.0 + 2.0 * 2.24 + 1.0) / N, 1e-12);
        near("width", number(&b.sheet, "cluster_width"), 1.0, 1e-12);
        near("share", number(&b.sheet, "string_share"), least == 6 ? 6.0 / N : 0.0, 1e-15);
        assert_string_equal(b.sheet.tables[0].columns, "x|z|radius|length|width");
        near("its disk", b.sheet.tables[0].data[5 * 1 + 3], 7.0, 1e-12);
        near("a pair", b.sheet.tables[0].data[5 * 7 + 3], 2.24, 1e-12);
        near("alone", b.sheet.tables[0].data[3], 1.0, 1e-12);
        end(&b);
    }
}

static void
a_block_is_none_and_a_gap_ends_a_cluster(void **state)
{
    (void)state;
    struct bench b;
    make_disks(&b);
    BEGIN(&b, "strings", "least", "6", NULL);
    for (int k = 0; k < N; k++)
        b.now[k].x = v3(5.0 + 1.1 * (k % 3) + (k % 3 == 2 ? 0.1 : 0.0), 0, 5.0 + 1.1 * (double)(k / 3));
    assert_int_equal(finish(&b), GRAVEL_OK);
    near("length of a block", number(&b.sheet, "cluster_length"), 3.3, 1e-12);
    near("its width", number(&b.sheet, "cluster_width"), 3.2, 1e-12);
    near("no string", number(&b.sheet, "string_share"), 0.0, 0.0);
    end(&b);
    make_disks(&b);
    BEGIN(&b, "strings", "least", "6", NULL);
    for (int k = 0; k < N; k++) /* a gap of 0.51 m after six of them */
        b.now[k].x = v3(1.0, 0, 1.0 + 1.49 * k + (k > 5 ? 0.02 : 0.0));
    assert_int_equal(finish(&b), GRAVEL_OK);
    near("two rows", number(&b.sheet, "cluster_length"), (6.0 * (5.0 * 1.49 + 1.0) + 3.0 * (2.0 * 1.49 + 1.0)) / N,
         1e-12);
    near("one of them a string", number(&b.sheet, "string_share"), 6.0 / N, 1e-15);
    end(&b);
}

/* More neighbours than the room that was made at first. */
static void
disks_in_one_place_are_one_cluster(void **state)
{
    (void)state;
    enum { MANY = 40 };
    struct bench b;
    make_bench(&b, 2, MANY);
    BEGIN(&b, "strings", NULL);
    for (size_t k = 0; k < MANY; k++)
        b.now[k].x = v3(0.01 * (double)k, 0, 0);
    assert_int_equal(finish(&b), GRAVEL_OK);
    near("length", number(&b.sheet, "cluster_length"), 1.0 + 0.01 * (MANY - 1), 1e-12);
    end(&b);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_row_over_the_end_of_the_box_is_a_string),
        cmocka_unit_test(a_block_is_none_and_a_gap_ends_a_cluster),
        cmocka_unit_test(disks_in_one_place_are_one_cluster),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
