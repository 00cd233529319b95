/* Heaps that are poured or relaxed rest where the walls hold them, without overlap, and refuse what cannot rest. */
#include "tests/unit/prepare_bench.h"

/* Unequal grains of about one metre in a box without a lid: 4 m wide, floor at z = 0. */
static void
make_box(struct gravel_system *s, int dimension, size_t n)
{
    make_system(s, dimension, n);
    s->gravity = v3(0, 0, -10);
    for (size_t k = 0; k < n; k++)
        s->particles[k].radius *= 1.0 + 0.2 * (double)(k % 5) / 4.0;
    static const struct vec3 axes[] = {{0, 0, 1}, {1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}};
    static const struct vec3 origins[] = {{0, 0, 0}, {0, 0, 0}, {4, 0, 0}, {0, 0, 0}, {0, 4, 0}};
    for (int w = 0; w < 2 * dimension - 1; w++)
        add_wall(s, (struct gravel_wall){.name = "wall",
                                         .shape = GRAVEL_PLANE,
                                         .origin = origins[w],
                                         .axis = axes[w],
                                         .touch = GRAVEL_STICK,
                                         .motion.velocity = {0, 0, 1}});
}

#define SETTLE "speed", "0.02", "time", "60", "settling_contact_time", "0.006"

static const char *const poured_3d[] = {"low", "[0, 0, 0]", "high", "[4, 4, 20]", SETTLE, NULL};
static const char *const relaxed_3d[] = {"low", "[0, 0, 0]", "high", "[4, 4, 6]", SETTLE, NULL};
static const char *const poured_2d[] = {"low", "[0, 0, 0]", "high", "[4, 0, 30]", SETTLE, NULL};
static const char *const relaxed_2d[] = {"low", "[0, 0, 0]", "high", "[4, 0, 12]", SETTLE, NULL};
static const char *const relaxed_1d[] = {"low", "[0, 0, 0]", "high", "[0, 0, 40]", SETTLE, NULL};

static const struct {
    const char *name;
    const char *const *settings;
    int dimension;
} heaps[] = {{"poured", poured_3d, 3},
             {"relaxed", relaxed_3d, 3},
             {"poured", poured_2d, 2},
             {"relaxed", relaxed_2d, 2},
             {"relaxed", relaxed_1d, 1}};
enum { N_HEAPS = sizeof heaps / sizeof *heaps, N_GRAINS = 30 };

/* Whether the grain touches something below it, within the gap of 1 % that settled grains are apart. */
static bool
stands(const struct gravel_system *s, size_t k)
{
    const struct gravel_particle *p = s->particles;
    if (p[k].x.z < 1.011 * p[k].radius)
        return true;
    for (size_t j = 0; j < s->n_particles; j++)
        if (j != k && p[j].x.z < p[k].x.z && v3_norm(v3_sub(p[k].x, p[j].x)) < 1.011 * (p[k].radius + p[j].radius))
            return true;
    return false;
}

static void
heaps_rest_on_the_floor_without_overlap(void **state)
{
    (void)state;
    for (size_t h = 0; h < N_HEAPS; h++) {
        struct gravel_system s;
        make_box(&s, heaps[h].dimension, N_GRAINS);
        const struct gravel_particle last = s.particles[N_GRAINS - 1];
        assert_int_equal(prepare(&s, heaps[h].name, 3, heaps[h].settings), GRAVEL_OK);
        check(&s);
        double volume = 0.0;
        for (size_t k = 0; k < N_GRAINS; k++) {
            assert_true(v3_norm(s.particles[k].v) <= 0.02);
            assert_true(v3_norm(s.particles[k].omega) * s.particles[k].radius <= 0.02);
            assert_true(stands(&s, k));
            volume += s.particles[k].radius;
        }
        if (heaps[h].dimension == 1) /* a column: 1 % apart */
            near("top", s.particles[N_GRAINS - 1].x.z + s.particles[N_GRAINS - 1].radius, 2.01 * volume, 0.01 * volume);
        else
            assert_memory_equal(&s.particles[N_GRAINS - 1].radius, &last.radius, sizeof last.radius);
        gravel_system_free(&s);
    }
}

/* Walls that move and catch in the case rest and bounce meanwhile, and are as they were afterwards. */
static void
walls_of_the_case_stay_what_they_are(void **state)
{
    (void)state;
    struct gravel_system s;
    make_box(&s, 3, N_GRAINS);
    assert_int_equal(prepare(&s, "poured", 3, poured_3d), GRAVEL_OK);
    near("velocity", s.walls[0].motion.velocity.z, 1.0, 0.0);
    assert_int_equal(s.walls[0].touch, GRAVEL_STICK);
    near("contact time", s.material.contact_time, 0.01, 0.0);
    for (size_t k = 0; k < N_GRAINS; k++)
        assert_int_equal(s.particles[k].attached, GRAVEL_FREE);
    gravel_system_free(&s);
}

/* Without gravity the grains of a dense periodic box only push each other apart. */
static void
relaxed_grains_part_without_gravity(void **state)
{
    (void)state;
    struct gravel_system s;
    make_system(&s, 3, 50);
    s.box = (struct gravel_box){.periodic = {true, true, true}, .low = {0, 0, 0}, .high = {3.75, 3.75, 3.75}};
    assert_int_equal(PREPARE(&s, "relaxed", 3, "low", "[0, 0, 0]", "high", "[3.75, 3.75, 3.75]", "speed", "0.01",
                             "time", "100", "settling_contact_time", "0.01", NULL),
                     GRAVEL_OK); /* packing 0.50 */
    check(&s);
    gravel_system_free(&s);
}

/* Overlapping disks push each other apart without throwing one over the rim of their funnel. */
static void
relaxed_grains_are_not_thrown(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        struct gravel_system s;
        make_system(&s, 2, 60);
        s.gravity = v3(0, 0, -10);
        add_wall(&s, (struct gravel_wall){.name = "floor", .shape = GRAVEL_PLANE, .axis = {0, 0, 1}});
        add_wall(&s, (struct gravel_wall){.name = "funnel",
                                          .shape = GRAVEL_CONE,
                                          .origin = {0, 0, 6},
                                          .axis = {0, 0, 1},
                                          .length = 12,
                                          .radius = 1,
                                          .radius_end = 7});
        assert_int_equal(PREPARE(&s, "relaxed", seed, "low", "[-3, 0, 4]", "high", "[3, 0, 10]", SETTLE, NULL),
                         GRAVEL_OK);
        check(&s);
        for (size_t k = 0; k < s.n_particles; k++)
            assert_true(fabs(s.particles[k].x.x) < 1.0 + 0.5 * s.particles[k].x.z && s.particles[k].x.z < 12.0);
        gravel_system_free(&s);
    }
}

/* A plane with touch carry through the middle of the grains: they settle as without it. */
static void
walls_that_nothing_touches_do_not_matter(void **state)
{
    (void)state;
    for (size_t h = 0; h < 2; h++) {
        struct gravel_system s[2];
        for (size_t k = 0; k < 2; k++) {
            make_box(&s[k], 3, N_GRAINS);
            if (k == 1)
                add_wall(&s[k], (struct gravel_wall){.name = "carrier",
                                                     .shape = GRAVEL_PLANE,
                                                     .origin = {0, 0, 1},
                                                     .axis = {0, 0, 1},
                                                     .touch = GRAVEL_CARRY});
            assert_int_equal(prepare(&s[k], heaps[h].name, 11, heaps[h].settings), GRAVEL_OK);
        }
        size_t n_across = 0;
        for (size_t k = 0; k < N_GRAINS; k++)
            n_across += fabs(s[1].particles[k].x.z - 1.0) < s[1].particles[k].radius;
        assert_true(n_across > 0);
        assert_memory_equal(s[0].particles, s[1].particles, N_GRAINS * sizeof *s[0].particles);
        for (size_t k = 0; k < 2; k++)
            gravel_system_free(&s[k]);
    }
}

static void
heaps_depend_on_the_seed_only(void **state)
{
    (void)state;
    for (size_t h = 0; h < 2; h++) {
        struct gravel_system s[3];
        for (size_t k = 0; k < 3; k++) {
            make_box(&s[k], 3, N_GRAINS);
            assert_int_equal(prepare(&s[k], heaps[h].name, k == 2 ? 12 : 11, heaps[h].settings), GRAVEL_OK);
        }
        assert_memory_equal(s[0].particles, s[1].particles, N_GRAINS * sizeof *s[0].particles);
        assert_memory_not_equal(s[0].particles, s[2].particles, N_GRAINS * sizeof *s[0].particles);
        for (size_t k = 0; k < 3; k++)
            gravel_system_free(&s[k]);
    }
}

/* One falls on the other: nothing stops them on a floor without end. */
static void
grains_that_roll_alone_are_stopped(void **state)
{
    (void)state;
    struct gravel_system s;
    make_system(&s, 3, 2);
    s.gravity = v3(0, 0, -10);
    add_wall(&s, (struct gravel_wall){.name = "floor", .shape = GRAVEL_PLANE, .axis = {0, 0, 1}});
    assert_int_equal(PREPARE(&s, "poured", 1, "low", "[0, 0, 0]", "high", "[1.2, 1.2, 20]", "speed", "0.02", "time",
                             "8", "settling_contact_time", "0.006", NULL),
                     GRAVEL_OK);
    const struct gravel_particle *const p = s.particles;
    print_message("# %.2f m apart\n", v3_norm(v3_sub(p[0].x, p[1].x)));
    assert_true(v3_norm(v3_sub(p[0].x, p[1].x)) > 3.0); /* the region is 1.7 m wide: they have rolled */
    for (size_t k = 0; k < 2; k++) {
        assert_true(stands(&s, k));
        assert_true(v3_norm(p[k].v) <= 0.02);
    }
    gravel_system_free(&s);
}

static void
refused(struct gravel_system *s, const char *name, const char *const *settings, const char *words)
{
    struct gravel_error error = {0};
    assert_int_equal(prepare_with(s, name, 1, settings, &error), GRAVEL_INPUT);
    print_message("# %s\n", error.text);
    assert_non_null(strstr(error.text, words));
    gravel_system_free(s);
}
#define REFUSED(system, name, words, ...) refused(system, name, (const char *const[]){__VA_ARGS__}, words)

static void
heaps_that_cannot_rest_are_refused(void **state)
{
    (void)state;
    struct gravel_system s;
    make_box(&s, 3, N_GRAINS);
    REFUSED(&s, "poured", "prepare.poured.time: found 1 s", "low", "[0, 0, 0]", "high", "[4, 4, 20]", "speed", "0.02",
            "time", "1", "settling_contact_time", "0.006", NULL);
    make_box(&s, 3, N_GRAINS);
    s.gravity = v3(0, 0, 0);
    REFUSED(&s, "poured", "no gravity", "low", "[0, 0, 0]", "high", "[4, 4, 20]", SETTLE, NULL);
    make_box(&s, 3, N_GRAINS);
    REFUSED(&s, "poured", "prepare.poured.gap: at rest", "low", "[0, 0, 0]", "high", "[4, 4, 20]", "gap", "1e-6",
            SETTLE, NULL);
    make_box(&s, 3,
             N_GRAINS); /* no room to fall apart: 30 grains in 4 m x 4 m x 1.2 m and an open top, but not enough time */
    REFUSED(&s, "relaxed", "prepare.relaxed.high", "low", "[0, 0, 0]", "high", "[4, 4, 0]", SETTLE, NULL);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(heaps_rest_on_the_floor_without_overlap),
        cmocka_unit_test(walls_of_the_case_stay_what_they_are),
        cmocka_unit_test(relaxed_grains_part_without_gravity),
        cmocka_unit_test(relaxed_grains_are_not_thrown),
        cmocka_unit_test(walls_that_nothing_touches_do_not_matter),
        cmocka_unit_test(heaps_depend_on_the_seed_only),
        cmocka_unit_test(grains_that_roll_alone_are_stopped),
        cmocka_unit_test(heaps_that_cannot_rest_are_refused),
    };
    return cmocka_run_group_tests_name("heaps", tests, NULL, NULL);
}
