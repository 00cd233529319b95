/* The vector forms of the searches against the scalar ones. */
#include "engines/ed/predict_kernel.h"
#include "tests/unit/ed_helper.h"

#include <string.h>

/* Every form of the searches gives the scalar one's result to the last bit. */
static void
vector_searches_equal_the_scalar_ones(void **state)
{
    (void)state;
    enum { N = 64 };
    gsl_rng *rng = gravel_rng_create(23, "searches", 0);
    struct gravel_body *body = aligned_alloc(64, N * sizeof *body);
    struct gravel_shell *shell = aligned_alloc(64, N * sizeof *shell);
    assert_non_null(body);
    assert_non_null(shell);
    int met = 0, kept = 0;
    for (int trial = 0; trial < 20000; trial++) {
        const bool falling = trial & 1, periodic = trial & 2;
        const struct gravel_predict_kernel scalar = gravel_predict_kernel_scalar(falling, periodic),
                                           wide[2] = {gravel_predict_kernel_avx2(falling, periodic),
                                                      gravel_predict_kernel_avx512(falling, periodic)};
        for (int i = 0; i < N; i++) {
            body[i] = (struct gravel_body){random_vector(rng), -gsl_rng_uniform(rng), random_vector(rng),
                                           0.02 + 0.03 * gsl_rng_uniform(rng)};
            shell[i] = (struct gravel_shell){body[i].x, body[i].radius};
        }
        body[5] = body[6]; /* a tie */
        struct gravel_query q = {.x = body[0].x, .v = random_vector(rng), .radius = body[0].radius, .now = 0.1};
        if (falling)
            q.half_gravity = random_vector(rng);
        if (periodic) {
            q.length = v3(1.1, 1.2, 1.3);
            q.inverse_length = v3(1 / 1.1, 1 / 1.2, 1 / 1.3);
        }
        body[0] = (struct gravel_body){q.x, q.now, q.v, q.radius};
        int32_t near_list[N];
        const int32_t n = (int32_t)gsl_rng_uniform_int(rng, 40);
        for (int k = 0; k < N; k++)
            near_list[k] = k < n ? 1 + (int32_t)gsl_rng_uniform_int(rng, N - 1) : 0;
        const struct gravel_predicted_collision first = scalar.predict(body, near_list, n, &q);
        const double radius = q.radius;
        met += first.partner >= 0;
        int32_t found[N + GRAVEL_CANDIDATE_PADDING], other[N + GRAVEL_CANDIDATE_PADDING];
        for (int k = 0; k < N; k++)
            found[k] = k < N - 3 ? k : 0;
        q.radius = 0.4;
        const int32_t n_kept = scalar.select(shell, found, N - 3, 0, &q);
        kept += n_kept;
        for (int w = 0; w < 2; w++) {
            if (wide[w].predict == NULL)
                continue; /* this processor does not have it */
            q.radius = radius;
            const struct gravel_predicted_collision same = wide[w].predict(body, near_list, n, &q);
            assert_true(first.tau == same.tau && first.partner == same.partner);
            q.radius = 0.4;
            for (int k = 0; k < N; k++)
                other[k] = k < N - 3 ? k : 0;
            assert_int_equal(wide[w].select(shell, other, N - 3, 0, &q), n_kept);
            assert_memory_equal(other, found, (size_t)n_kept * sizeof *found);
        }
    }
    assert_true(met > 1000 && kept > 1000);
    free(body);
    free(shell);
    gsl_rng_free(rng);
}

/* Every form finds the members of rows of cells, chains of several included, in the same order. */
static void
vector_searches_find_the_same_members_of_cells(void **state)
{
    (void)state;
    enum { N = 60, CELLS = 100 };
    gsl_rng *rng = gravel_rng_create(29, "members", 0);
    const struct gravel_predict_kernel search[3] = {gravel_predict_kernel_scalar(false, false),
                                                    gravel_predict_kernel_avx2(false, false),
                                                    gravel_predict_kernel_avx512(false, false)};
    for (int trial = 0; trial < 5000; trial++) {
        int32_t first[CELLS + 1], next[N], found[3][N + GRAVEL_CANDIDATE_PADDING];
        bool inside[N] = {false};
        int n_inside = 0;
        struct gravel_cell_rows rows = {.n = 3 + trial % 7};
        for (int c = 0; c <= CELLS; c++)
            first[c] = -1;
        for (int k = 0; k < rows.n; k++) {
            rows.which |= (uint64_t)(const unsigned[3]){1, 4, 7}[gsl_rng_uniform_int(rng, 3)] << 4 * k;
            rows.row[k] = 3 + 10 * k + (int)gsl_rng_uniform_int(rng, 6); /* apart */
        }
        for (int i = 0; i < N; i++) {
            const int c = (int)gsl_rng_uniform_int(rng, CELLS);
            next[i] = first[c] < 0 ? -1 : first[c] & ~GRAVEL_MORE_MEMBERS;
            first[c] = next[i] < 0 ? i : i | GRAVEL_MORE_MEMBERS;
            for (int k = 0; k < rows.n; k++) {
                const int x = c - rows.row[k];
                inside[i] = inside[i] || (x >= 0 && x < 3 && (rows.which >> (4 * k + x) & 1u));
            }
            n_inside += inside[i];
        }
        for (int w = 0; w < 3; w++) {
            if (search[w].members == NULL)
                continue;
            assert_int_equal(search[w].members(first, next, &rows, found[w]), n_inside);
            for (int k = 0; k < n_inside; k++)
                assert_true(inside[found[w][k]]);
            assert_memory_equal(found[w], found[0], (size_t)n_inside * sizeof(int32_t));
        }
    }
    gsl_rng_free(rng);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vector_searches_equal_the_scalar_ones),
        cmocka_unit_test(vector_searches_find_the_same_members_of_cells),
    };
    return cmocka_run_group_tests_name("ed search", tests, NULL, NULL);
}
