/* The event-driven engine in small periodic boxes, against an independent simulation by brute force. */
#include "tests/unit/brute_force.h"
#include "tests/unit/ed_helper.h"

static const double T_END = 40.0;

static void
note_event(void *self, const struct gravel_event *event)
{
    note(self, event->t, event->i, event->j);
}

static struct gravel_system
system_in(const struct world *w)
{
    struct gravel_system system = system_of(w->dimension, w->n, w->fall > 0.0);
    system.gravity = v3(0, 0, -w->fall);
    system.box.high = v3(w->length[0], w->length[1], w->length[2]);
    system.box.shear_rate = w->shear;
    for (int d = 0; d < 3; d++)
        system.box.periodic[d] = w->length[d] > 0.0;
    system.walls[0] = wall_of(GRAVEL_PLANE, v3(0, 0, 0), v3(0, 0, 1));
    for (size_t i = 0; i < w->n; i++)
        system.particles[i] = bead(w->dimension, w->x[i], w->v[i], w->radius[i], 1.0);
    return system;
}

/* Contacts come in the same order at the same times, until rounding has grown: in a collision an error grows by
 * about twice the free path over the radius, by chance much more, whereas a lost contact parts two runs that
 * have agreed to rounding.  Returns how many agree. */
static size_t
compare_logs(const struct log *engine, const struct log *oracle, const char *what)
{
    const struct contact none = {INFINITY, -2, -2};
    const size_t n = engine->n > oracle->n ? engine->n : oracle->n;
    double error = 0.0;
    for (size_t k = 0; k < n; k++) {
        const struct contact a = k < engine->n ? engine->contact[k] : none,
                             b = k < oracle->n ? oracle->contact[k] : none;
        const double apart = a.i == b.i && a.j == b.j ? fabs(a.t - b.t) : INFINITY;
        if (apart > 1e-3 && error > 1e-7)
            return k;
        if (apart > 1e-3)
            fail_msg("%s: contact %zu is of %d and %d at %.12g, by brute force of %d and %d at %.12g, error so far %g",
                     what, k, (int)a.i, (int)a.j, a.t, (int)b.i, (int)b.j, b.t, error);
        error = fmax(error, apart);
    }
    return n;
}

/* How many of the engine's contacts agree; 0 if the system is too small for cells. */
static size_t
agreement(const struct gravel_system *system, const char *key, const char *value, double t_end,
          const struct log *oracle, const char *what)
{
    void *engine = NULL;
    struct gravel_error error = {0};
    struct log *log = calloc(1, sizeof *log);
    assert_non_null(log);
    const enum gravel_status status =
        start(system, key, value, &(struct gravel_sink){log, note_event}, &engine, &error);
    size_t n = 0;
    if (status == GRAVEL_OK) {
        advance(engine, t_end);
        n = compare_logs(log, oracle, what);
        gravel_ed.destroy(engine);
    } else if (status != GRAVEL_UNSUPPORTED || strstr(error.text, "cells instead of neighbour lists need") == NULL) {
        fail_msg("%s, %s %s: %s", what, key, value, error.text);
    }
    free(log);
    return n;
}

static void
contacts_in_narrow_boxes_are_those_of_brute_force(void **state)
{
    (void)state;
    const double widths[] = {2.1, 2.385, 3.0, 4.0, 5.0, 6.5, 8.0, 11.0, 13.0, 15.0};
    const size_t numbers[] = {2, 3, 7, 20, 50};
    gsl_rng *rng = gravel_rng_create(29, "boxes", 0);
    size_t n_compared = 0, n_worlds = 0, n_by_cells[2] = {0, 0};
    struct world *w = malloc(sizeof *w);
    struct log *oracle = malloc(sizeof *oracle);
    assert_non_null(w);
    assert_non_null(oracle);
    for (size_t k = 0; k < 10 * 5 * 4; k++) {
        const double width = widths[k % 10], fall = k / 50 % 2 == 0 ? 0.0 : 1.0;
        const int dimension = k / 100 == 0 ? 2 : 3;
        if (!random_world(w, dimension, numbers[k / 10 % 5], width, fall, rng))
            continue;
        char what[80];
        snprintf(what, sizeof what, "%d dimensions, width %g, %zu particles, gravity %g", dimension, width, w->n, fall);
        struct gravel_system system = system_in(w);
        memset(oracle, 0, sizeof *oracle);
        run_by_brute_force(w, T_END, oracle);
        n_compared += agreement(&system, "neighbours", "lists", T_END, oracle, what);
        n_worlds++;
        const size_t by_cells = agreement(&system, "neighbours", "cells", T_END, oracle, what);
        n_by_cells[fall > 0.0] += by_cells;
        gravel_system_free(&system);
    }
    assert_true(n_worlds > 150 && n_compared > 10 * n_worlds);
    assert_true(n_by_cells[0] > 500 && n_by_cells[1] > 500);
    free(w);
    free(oracle);
    gsl_rng_free(rng);
}

/* What several tests have: random numbers, a world with the contacts of brute force, and what has been compared. */
struct bench {
    gsl_rng *rng;
    struct world *w;
    struct log *oracle;
    size_t n_compared, n_worlds;
};

static struct bench
bench_of(unsigned seed, unsigned stream)
{
    struct bench b = {
        .rng = gravel_rng_create(seed, "boxes", stream), .w = malloc(sizeof *b.w), .oracle = malloc(sizeof *b.oracle)};
    assert_non_null(b.w);
    assert_non_null(b.oracle);
    return b;
}

static void
bench_free(struct bench *b)
{
    printf("# contacts: %zu in %zu worlds\n", b->n_compared, b->n_worlds);
    free(b->w);
    free(b->oracle);
    gsl_rng_free(b->rng);
}

/* Compare the contacts in the world with those of brute force until t_end; not if it is too small for cells. */
static void
compare_world(struct bench *b, const char *key, const char *value, double t_end)
{
    const struct world *w = b->w;
    char what[120];
    snprintf(what, sizeof what, "%zu particles in %d dimensions, %g by %g, gravity %g, shear %g, growth %g", w->n,
             w->dimension, w->length[0], w->length[2], w->fall, w->shear, w->growth);
    struct gravel_system system = system_in(w);
    memset(b->oracle, 0, sizeof *b->oracle);
    run_by_brute_force(b->w, t_end, b->oracle);
    const size_t n = agreement(&system, key, value, t_end, b->oracle, what);
    b->n_compared += n;
    b->n_worlds += n > 0;
    gravel_system_free(&system);
}

/* A world whose images above move, `wider` times as long along x, and the flow of that shear in it. */
static bool
sheared_world(struct world *w, int dimension, size_t n, double width, double wider, double shear, gsl_rng *rng)
{
    if (!random_world(w, dimension, n, width, 0.0, rng))
        return false;
    w->length[0] *= wider;
    w->shear = shear;
    for (size_t i = 0; i < n; i++) {
        w->x[i].x *= wider;
        w->v[i].x += shear * w->x[i].z;
    }
    return true;
}

/* In both directions of shear, longer than the images take to move by a period, in square and in oblique boxes; a few
 * spheres in boxes of five cells, which meet from so far apart that the image that touches is not the nearest one along
 * x. */
static void
contacts_in_sheared_boxes_are_those_of_brute_force(void **state)
{
    (void)state;
    const double widths[] = {5.6, 6.0, 6.5, 8.0, 11.0}, rates[] = {-3.0, -0.6, 0.6, 3.0}, wider[] = {1.0, 1.6, 2.5};
    const double slow[] = {-0.3, -0.15, 0.15, 0.3};
    enum { CROWDS = 5 * 4 * 3 * 2, FEW = 2000 };
    struct bench b = bench_of(31, 3);
    for (size_t k = 0; k < CROWDS; k++) {
        const bool cube = k / 60 == 1;
        if (sheared_world(b.w, cube ? 3 : 2, cube ? 30 : 12, widths[k % 5], wider[k / 20 % 3], rates[k / 5 % 4], b.rng))
            compare_world(&b, "neighbours", "cells", 6.0);
    }
    assert_true(b.n_worlds > 80 && b.n_compared > 3000);
    b.n_worlds = b.n_compared = 0;
    for (size_t k = CROWDS; k < CROWDS + FEW; k++)
        if (sheared_world(b.w, 2, 4, 5.2 + 0.004 * (double)(k % 200), 1.0, slow[k % 4], b.rng))
            compare_world(&b, "neighbours", "cells", 20.0);
    assert_true(b.n_worlds > 1500 && b.n_compared > 15000);
    bench_free(&b);
}

/* Growing spheres: pairs that approach and pass each other, that recede faster than they grow, and that recede more
 * slowly and meet; later the same spheres at their size. */
static void
contacts_of_growing_spheres_are_those_of_brute_force(void **state)
{
    (void)state;
    struct bench b = bench_of(37, 4);
    struct world *w = b.w;
    for (size_t k = 0; k < 60; k++) {
        const bool fast = k % 2 == 1;
        if (!random_world(w, 2 + (int)(k / 2 % 2), k % 3 == 0 ? 4 : 20, 6.0 + 0.05 * (double)k, 0.0, b.rng))
            continue;
        w->growth = fast ? 2.0 : 0.2; /* surfaces part by 1.2 m/s and more, pairs by less; by 0.2, pairs by more */
        for (size_t i = 0; i < w->n; i++) {
            w->radius[i] *= 1.4; /* some overlap at that size, and must meet although they recede */
            w->v[i] = v3_scale(fast ? 0.3 : 1.0, w->v[i]);
        }
        compare_world(&b, "growth", fast ? "2" : "0.2", 10.0);
    }
    assert_true(b.n_worlds > 50 && b.n_compared > 10 * b.n_worlds);
    bench_free(&b);
}

/* Four large bodies in a narrow box have narrower shells than the small ones among them. */
static void
contacts_of_a_hundredfold_size_are_those_of_brute_force(void **state)
{
    (void)state;
    struct bench b = bench_of(41, 2);
    for (size_t k = 0; k < 40; k++) {
        const double width = 2.4 + 0.2 * (double)k;
        if (!random_world(b.w, 2 + (int)(k % 2), 2 + k, width, k / 2 % 4 == 3 ? 1.0 : 0.0, b.rng))
            continue;
        for (size_t i = 4; i < b.w->n; i++)
            b.w->radius[i] *= 0.01;
        compare_world(&b, "neighbours", "lists", T_END);
    }
    assert_true(b.n_worlds > 30 && b.n_compared > 5 * b.n_worlds);
    bench_free(&b);
}

/* Long after chaos has parted the two: no overlap, and the energy stays. */
static void
narrow_boxes_lose_no_contact_in_long_runs(void **state)
{
    (void)state;
    gsl_rng *rng = gravel_rng_create(31, "boxes", 1);
    struct world *w = malloc(sizeof *w);
    assert_non_null(w);
    size_t n_worlds = 0;
    for (size_t k = 0; k < 120; k++) {
        const size_t n = 2 + gsl_rng_uniform_int(rng, N_MOST - 1);
        const double width = 2.05 + 13.0 * gsl_rng_uniform(rng);
        if (!random_world(w, 2 + (int)(k % 2), n, width, k / 2 % 2 == 0 ? 0.0 : 1.0, rng))
            continue;
        struct gravel_system system = system_in(w);
        struct gravel_energy before, after;
        struct gravel_counters counters;
        void *engine = engine_of(&system, "neighbours", "auto", NULL);
        gravel_ed.energy(engine, &before);
        for (int part = 1; part <= 50; part++)
            advance(engine, 10.0 * part);
        gravel_ed.energy(engine, &after);
        gravel_ed.counters(engine, &counters);
        near_value(gravel_energy_ledger(&after), gravel_energy_ledger(&before), 1e-11 * gravel_energy_ledger(&before));
        assert_true(counters.max_overlap < 1e-9);
        assert_true(counters.pair_collisions > 0);
        n_worlds++;
        gravel_ed.destroy(engine);
        gravel_system_free(&system);
    }
    assert_true(n_worlds > 60);
    free(w);
    gsl_rng_free(rng);
}

/* Narrower than two diameters a pair could touch through two images at once. */
static void
boxes_narrower_than_two_diameters_are_refused(void **state)
{
    (void)state;
    struct world w = {.dimension = 3, .n = 2, .length = {1.99, 8, 8}, .radius = {0.5, 0.5}};
    w.x[0] = v3(0.5, 1, 1);
    w.x[1] = v3(0.5, 5, 5);
    struct gravel_system system = system_in(&w);
    struct gravel_error error = {0};
    void *engine = NULL;
    assert_int_equal(start(&system, "neighbours", "auto", NULL, &engine, &error), GRAVEL_INPUT);
    assert_non_null(strstr(error.text, "1.99 m long on axis x"));
    gravel_system_free(&system);
}

/* Cells and lists 2^33 diameters away from the origin, where coordinates no longer fit 32 bits, in open space. */
static void
far_places_and_far_flights_are_no_special_case(void **state)
{
    (void)state;
    enum { SIDE = 7, N = SIDE * SIDE * SIDE };
    const char *const ways[2] = {"cells", "lists"};
    for (int k = 0; k < 2; k++) {
        struct gravel_system system = system_of(3, N, 0);
        struct gravel_error error = {0};
        struct gravel_counters counters;
        gsl_rng *rng = gravel_rng_create(37, "far", 0);
        const double origin = 0x1p33;
        /* Towards the middle, so that they meet; then they scatter into empty space. */
        for (int i = 0; i < N; i++) {
            struct gravel_particle *p = &system.particles[i];
            p->x = v3(2.0 * (i % SIDE), 2.0 * (i / SIDE % SIDE), 2.0 * (i / (SIDE * SIDE)));
            p->v = v3_axpy(v3_scale(-0.1, v3_sub(p->x, v3(SIDE - 1, SIDE - 1, SIDE - 1))), 0.2, random_place(rng));
            p->x = v3_add(p->x, v3(origin, -origin, origin));
            p->radius = 0.5;
            p->mass = p->inertia = 1.0;
        }
        gsl_rng_free(rng);
        void *engine = engine_of(&system, "neighbours", ways[k], NULL);
        for (int part = 1; part <= 10; part++)
            assert_int_equal(gravel_ed.advance(engine, 10.0 * part, &error), GRAVEL_OK);
        assert_int_equal(gravel_ed.advance(engine, 1e4, &error), GRAVEL_OK);
        gravel_ed.counters(engine, &counters);
        assert_true(counters.pair_collisions > N);
        assert_true(counters.max_overlap < 1e-5); /* positions are good to 2e-6 there */
        gravel_ed.destroy(engine);
        engine = NULL;
        /* Where a position is not worth much. */
        for (int i = 0; i < N; i++)
            system.particles[i].x.y += 0x1p44;
        const enum gravel_status status = start(&system, "neighbours", ways[k], NULL, &engine, &error);
        assert_int_equal(status, k == 0 ? GRAVEL_INPUT : GRAVEL_OK);
        if (k == 0)
            assert_non_null(strstr(error.text, "is so far from the origin"));
        else
            gravel_ed.destroy(engine);
        gravel_system_free(&system);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(contacts_in_narrow_boxes_are_those_of_brute_force),
        cmocka_unit_test(contacts_in_sheared_boxes_are_those_of_brute_force),
        cmocka_unit_test(contacts_of_growing_spheres_are_those_of_brute_force),
        cmocka_unit_test(contacts_of_a_hundredfold_size_are_those_of_brute_force),
        cmocka_unit_test(narrow_boxes_lose_no_contact_in_long_runs),
        cmocka_unit_test(boxes_narrower_than_two_diameters_are_refused),
        cmocka_unit_test(far_places_and_far_flights_are_no_special_case),
    };
    return cmocka_run_group_tests_name("ed boxes", tests, NULL, NULL);
}
