/* The vector forms of the searches against the scalar ones, and the members of cells against brute force. */
#include "engines/ed/cells.h"
#include "engines/ed/lists.h"
#include "engines/ed/predict_kernel.h"
#include "tests/unit/ed_helper.h"

#include <string.h>

/* Every form of the searches gives the scalar one's result to the last bit. */
static void
vector_searches_equal_the_scalar_ones(void **state)
{
    (void)state;
    enum { N = 64, MOST = 150 }; /* more candidates than a block of the kernels */
    gsl_rng *rng = gravel_rng_create(23, "searches", 0);
    struct gravel_body *body = aligned_alloc(64, N * sizeof *body);
    struct gravel_record *record = aligned_alloc(64, N * sizeof *record);
    assert_non_null(body);
    assert_non_null(record);
    int met = 0, kept = 0;
    for (int trial = 0; trial < 20000; trial++) {
        const bool falling = trial & 1, periodic = trial & 2;
        const struct gravel_predict_kernel scalar = gravel_predict_kernel_scalar(falling, periodic),
                                           wide[2] = {gravel_predict_kernel_avx2(falling, periodic),
                                                      gravel_predict_kernel_avx512(falling, periodic)};
        for (int i = 0; i < N; i++) {
            body[i] = (struct gravel_body){random_vector(rng), -gsl_rng_uniform(rng), random_vector(rng),
                                           0.02 + 0.03 * gsl_rng_uniform(rng)};
            record[i].shell = (struct gravel_shell){body[i].x, body[i].radius, INFINITY};
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
        int32_t near_list[MOST + GRAVEL_LIST_LANES];
        const int32_t n = (int32_t)gsl_rng_uniform_int(rng, MOST);
        for (int k = 0; k < MOST + GRAVEL_LIST_LANES; k++)
            near_list[k] = k < n ? 1 + (int32_t)gsl_rng_uniform_int(rng, N - 1) : 0;
        const struct gravel_next_collisions next = scalar.predict(body, near_list, n, &q);
        const double radius = q.radius;
        met += next.item[1].partner >= 0;
        for (int i = 0; i < 2; i++)
            assert_true(next.item[i].partner >= 0 ? next.item[i].tau < INFINITY : next.item[i].tau == INFINITY);
        int32_t found[N + GRAVEL_CANDIDATE_PADDING], other[N + GRAVEL_CANDIDATE_PADDING];
        for (int k = 0; k < N; k++)
            found[k] = k < N - 3 ? k : 0;
        q.radius = 0.4;
        const int32_t n_kept = scalar.select(record, found, N - 3, 0, &q);
        kept += n_kept;
        for (int w = 0; w < 2; w++) {
            if (wide[w].predict == NULL)
                continue; /* this processor does not have it */
            q.radius = radius;
            const struct gravel_next_collisions same = wide[w].predict(body, near_list, n, &q);
            for (int i = 0; i < 2; i++)
                assert_true(next.item[i].tau == same.item[i].tau && next.item[i].partner == same.item[i].partner);
            q.radius = 0.4;
            for (int k = 0; k < N; k++)
                other[k] = k < N - 3 ? k : 0;
            assert_int_equal(wide[w].select(record, other, N - 3, 0, &q), n_kept);
            assert_memory_equal(other, found, (size_t)n_kept * sizeof *found);
        }
    }
    assert_true(met > 1000 && kept > 1000);
    free(body);
    free(record);
    gsl_rng_free(rng);
}

/* Whether a cell at `offset` cells (-1, 0, 1) from one has come near with a shift by `step`, or there was no shift. */
static bool
has_come_near(const int offset[3], int shift)
{
    const int step[3] = {shift % 3 - 1, shift / 3 % 3 - 1, shift / 9 - 1};
    if (shift == GRAVEL_CELL_AROUND)
        return true;
    for (int d = 0; d < 3; d++)
        if (step[d] != 0 && offset[d] == step[d]) /* it was two cells away */
            return true;
    return false;
}

/* How many cells particle j is away from particle i along axis d, by the shorter way round. */
static int
cells_between(const struct gravel_cells *cells, int32_t i, int32_t j, int d)
{
    const int32_t n = cells->axes.n[d], apart = cells->record[j].cell.wrapped[d] - cells->record[i].cell.wrapped[d];
    return apart > n / 2 ? apart - n : apart < -(n / 2) ? apart + n : apart;
}

/* The members that a search finds, by brute force, are those of these cells, each once. */
static void
check_members(struct gravel_cells *cells, gravel_members_function *members, int32_t n_particles, int32_t i, int shift)
{
    enum { MOST = 400 };
    int found[MOST] = {0}, n_expected = 0;
    const int32_t n = gravel_cells_collect(cells, members, &cells->record[i].cell, shift);
    for (int32_t k = 0; k < n; k++)
        found[cells->candidates[k]]++;
    for (int32_t j = 0; j < n_particles; j++) {
        int offset[3];
        bool near = true;
        for (int d = 0; d < 3; d++) {
            offset[d] = cells_between(cells, i, j, d);
            near = near && abs(offset[d]) <= 1;
        }
        near = near && has_come_near(offset, shift);
        assert_int_equal(found[j], near);
        n_expected += near;
    }
    assert_int_equal(n, n_expected);
}

/* Every form of the search finds the members of the right cells, in every place and after every shift, with even and
 * odd numbers of cells, also where cells have several members; also after some have left. */
static void
searches_find_the_members_of_cells(void **state)
{
    (void)state;
    enum { N = 400 };
    gsl_rng *rng = gravel_rng_create(29, "members", 0);
    const struct gravel_predict_kernel kernel[3] = {gravel_predict_kernel_scalar(false, false),
                                                    gravel_predict_kernel_avx2(false, false),
                                                    gravel_predict_kernel_avx512(false, false)};
    for (int trial = 0; trial < 120; trial++) {
        const struct gravel_predict_kernel *const form = &kernel[trial % 3];
        if (form->members == NULL)
            continue; /* this processor does not have it */
        static struct gravel_record record[N];
        struct gravel_cells cells;
        struct gravel_cell_axes axes;
        struct gravel_error error;
        const int32_t n = trial % 4 == 0 ? N : 100;
        for (int d = 0; d < 3; d++)
            gravel_cell_axis_set(&axes, d, 0.0, 1.0, 5 + (int32_t)gsl_rng_uniform_int(rng, 4), true);
        assert_int_equal(gravel_cells_init(&cells, &axes, 1.0, form->part_members, record, N, &error), GRAVEL_OK);
        for (int32_t i = 0; i < n; i++) {
            assert_true(gravel_cells_locate(&cells, i, v3_scale(10.0, random_vector(rng))));
            gravel_cells_insert(&cells, i);
        }
        const int32_t mover = trial % 40;
        int16_t *const at = record[mover].cell.wrapped; /* one is moved about */
        for (int turn = 0; turn < 200; turn++) {
            gravel_cells_remove(&cells, mover);
            for (int d = 0; d < 3; d++)
                at[d] = (int16_t)(turn < 100 ? (int32_t)gsl_rng_uniform_int(rng, (unsigned)axes.n[d])
                                             : record[turn % n].cell.wrapped[d]);
            gravel_cells_insert(&cells, mover);
            check_members(&cells, form->members, n, turn % 3 == 0 ? mover : turn % n,
                          (turn * 7 + trial) % GRAVEL_CELL_SHIFTS);
        }
        gravel_cells_free(&cells);
    }
    gsl_rng_free(rng);
}

/* The note of an engine with this option; "" without one. */
static void
note_of(const struct gravel_system *system, const char *key, const char *value, char note[400])
{
    void *engine = engine_of(system, key, value, NULL);
    const char *text = gravel_ed.note(engine);
    snprintf(note, 400, "%s", text != NULL ? text : "");
    gravel_ed.destroy(engine);
}

static void
options_without_effect_are_told(void **state)
{
    (void)state;
    enum { N = 1000 };
    const struct {
        const char *key, *value;
        double spacing, shear; /* centres at the start [m], diameter 1 m; [1/s] */
        const char *told;
    } rows[] = {
        {"cell_edge", "1.5", 1.05, 0.0, "engines.ed.cell_edge, since neighbours: auto takes lists"},
        {"cell_edge", "1.5", 1.3, 0.0, ""},
        {"threads", "2", 1.05, 0.0, "engines.ed.threads, since neighbours: auto takes lists"},
        {"threads", "1", 1.05, 0.0, ""}, /* as without it */
        {"threads", "2", 1.3, 0.0, "engines.ed.threads, since there are too few cells"},
        {"threads", "2", 1.3, 0.1, "engines.ed.threads, since threads do not share the events of a sheared box"},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        char note[400];
        struct gravel_system system = periodic_gas(3, N, rows[k].spacing, 1.0, 3);
        system.box.shear_rate = rows[k].shear;
        note_of(&system, rows[k].key, rows[k].value, note);
        const bool silent = rows[k].told[0] == '\0';
        if (silent ? note[0] != '\0' : strstr(note, rows[k].told) == NULL || strstr(note, "allowed: ") == NULL)
            fail_msg("row %zu says: %s", k, note);
        gravel_system_free(&system);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vector_searches_equal_the_scalar_ones),
        cmocka_unit_test(searches_find_the_members_of_cells),
        cmocka_unit_test(options_without_effect_are_told),
    };
    return cmocka_run_group_tests_name("ed search", tests, NULL, NULL);
}
