/* Every generator makes what it says: where, how fast, without overlap, and depending on the seed only. */
#include "tests/unit/prepare_bench.h"

static void
pair_meets_after_the_gap_with_the_stated_geometry(void **state)
{
    (void)state;
    struct gravel_system s;
    make_system(&s, 3, 2);
    s.particles[1].mass = 6.0;
    assert_int_equal(PREPARE(&s, "pair", 1, "speed", "4", "angle", "60", "gap", "0.3", "spin", "[0, 3, 0]", NULL),
                     GRAVEL_OK);
    check(&s);
    const struct vec3 u = v3_sub(s.particles[0].v, s.particles[1].v);
    near("speed", v3_norm(u), 4.0, 1e-14);
    near("momentum", v3_norm(v3_axpy(v3_scale(2.0, s.particles[0].v), 6.0, s.particles[1].v)), 0.0, 1e-14);
    const double tau = 0.3 / (4.0 * 0.5);
    const struct vec3 r = v3_axpy(v3_sub(s.particles[0].x, s.particles[1].x), tau, u);
    near("distance at contact", v3_norm(r), 1.0, 1e-14);
    near("angle", v3_dot(r, u), -4.0 * 0.5, 1e-14);
    near("spin", s.particles[0].omega.y, 3.0, 0.0);
    near("spin of the second", v3_norm(s.particles[1].omega), 0.0, 0.0);
    gravel_system_free(&s);
}

static void
pair_with_a_wall_flies_towards_it(void **state)
{
    (void)state;
    struct gravel_system s;
    make_system(&s, 3, 1);
    add_wall(&s,
             (struct gravel_wall){.name = "floor", .shape = GRAVEL_PLANE, .origin = {1, 2, 3}, .axis = {0, 0.6, 0.8}});
    assert_int_equal(PREPARE(&s, "pair", 1, "speed", "2", "angle", "30", "gap", "0.1", NULL), GRAVEL_OK);
    near("distance", v3_dot(v3_sub(s.particles[0].x, v3(1, 2, 3)), v3(0, 0.6, 0.8)), 0.6, 1e-14);
    near("approach", v3_dot(s.particles[0].v, v3(0, 0.6, 0.8)), -2.0 * cos(M_PI / 6.0), 1e-14);
    near("speed", v3_norm(s.particles[0].v), 2.0, 1e-14);
    gravel_system_free(&s);
}

static void
pair_refuses_what_is_no_pair(void **state)
{
    (void)state;
    struct gravel_system s;
    make_system(&s, 3, 3);
    assert_int_equal(PREPARE(&s, "pair", 1, "speed", "2", NULL), GRAVEL_INPUT);
    gravel_system_free(&s);
    make_system(&s, 1, 2);
    assert_int_equal(PREPARE(&s, "pair", 1, "speed", "2", "angle", "10", NULL), GRAVEL_INPUT);
    s.material.rotation = false;
    assert_int_equal(PREPARE(&s, "pair", 1, "speed", "2", "spin", "[0, 3, 0]", NULL), GRAVEL_INPUT);
    assert_int_equal(PREPARE(&s, "pair", 1, "speed", "2", "spin_second", "[0, 3, 0]", NULL), GRAVEL_INPUT);
    gravel_system_free(&s);
    make_system(&s, 3, 1);
    add_wall(&s, (struct gravel_wall){.name = "floor", .shape = GRAVEL_PLANE, .axis = {0, 0, 1}});
    assert_int_equal(PREPARE(&s, "pair", 1, "speed", "2", "spin", "[0, 3, 0]", NULL), GRAVEL_OK);
    assert_int_equal(PREPARE(&s, "pair", 1, "speed", "2", "spin_second", "[0, 3, 0]", NULL), GRAVEL_INPUT);
    gravel_system_free(&s);
}

/* Of three bodies those named meet, and the third is out of the way; a name may be that of a wall. */
static void
pair_meets_by_name(void **state)
{
    (void)state;
    static const struct gravel_wall floor = {.name = "floor", .shape = GRAVEL_PLANE, .axis = {0, 0, 1}};
    for (int wall = 0; wall < 2; wall++) {
        struct gravel_system s;
        make_system(&s, 3, 3);
        s.n_species = 2;
        strcpy(s.species_name[1], "other");
        s.particles[2].species = 1;
        add_wall(&s, floor);
        assert_int_equal(PREPARE(&s, "pair", 1, "speed", "4", "gap", "0.3", "first", "other", "second",
                                 wall ? "floor" : "grain", NULL),
                         GRAVEL_OK);
        check(&s);
        if (wall)
            near("gap to the floor", s.particles[2].x.z, 0.8, 1e-14);
        else
            near("gap", v3_norm(v3_sub(s.particles[2].x, s.particles[0].x)), 1.3, 1e-14);
        near("speed", v3_norm(v3_sub(s.particles[2].v, s.particles[0].v)), 4.0, 1e-14);
        assert_true(v3_norm(v3_sub(s.particles[1].x, s.particles[2].x)) > 10.0 && v3_norm(s.particles[1].v) == 0.0);
        gravel_system_free(&s);
    }
}

static void
pair_refuses_names_that_are_none(void **state)
{
    (void)state;
    static const char *const settings[][7] = {
        {"speed", "2", "first", "grain", NULL},                      /* one of two */
        {"speed", "2", "first", "nobody", "second", "grain", NULL},  /* no species */
        {"speed", "2", "first", "grain", "second", "nowhere", NULL}, /* neither species nor wall */
    };
    for (size_t k = 0; k < sizeof settings / sizeof *settings; k++) {
        struct gravel_system s;
        make_system(&s, 3, 2);
        assert_int_equal(prepare(&s, "pair", 1, settings[k]), GRAVEL_INPUT);
        gravel_system_free(&s);
    }
    struct gravel_system s;
    make_system(&s, 1, 2);
    assert_int_equal(PREPARE(&s, "pair", 1, "speed", "2", "first", "grain", "second", "grain", NULL), GRAVEL_INPUT);
    gravel_system_free(&s);
}

static void
column_gaps_follow_from_sigma(void **state)
{
    (void)state;
    struct gravel_system s;
    make_system(&s, 1, 4);
    assert_int_equal(PREPARE(&s, "column", 1, "sigma", "5", "velocity", "-0.2", NULL), GRAVEL_OK);
    check(&s);
    for (size_t k = 0; k < 4; k++) {
        near("z", s.particles[k].x.z, 0.5 + (double)k + 0.01 * (double)(k + 1), 1e-14); /* s0 = 5 0.2 0.01 */
        near("v", s.particles[k].v.z, -0.2, 0.0);
    }
    gravel_system_free(&s);
}

static void
column_wants_one_statement_of_its_gaps(void **state)
{
    (void)state;
    struct gravel_system s;
    make_system(&s, 1, 4);
    assert_int_equal(PREPARE(&s, "column", 1, "velocity", "-0.2", NULL), GRAVEL_INPUT);
    assert_int_equal(PREPARE(&s, "column", 1, "velocity", "-0.2", "sigma", "1", "separation", "1", NULL), GRAVEL_INPUT);
    assert_int_equal(PREPARE(&s, "column", 1, "sigma", "1", NULL), GRAVEL_INPUT);
    gravel_system_free(&s);
}

static void
column_jitter_and_spread_stay_in_their_bounds(void **state)
{
    (void)state;
    struct gravel_system s;
    make_system(&s, 1, 200);
    assert_int_equal(PREPARE(&s, "column", 7, "separation", "0.1", "jitter", "0.5", "spread", "3", NULL), GRAVEL_OK);
    check(&s);
    double lowest = INFINITY, highest = -INFINITY, fastest = 0.0;
    for (size_t k = 0; k < 200; k++) {
        const double shift = s.particles[k].x.z - (0.5 + (double)k + 0.1 * (double)(k + 1));
        lowest = fmin(lowest, shift);
        highest = fmax(highest, shift);
        fastest = fmax(fastest, fabs(s.particles[k].v.z));
    }
    assert_true(lowest >= -0.05 - 1e-12 && lowest < -0.045);
    assert_true(highest <= 0.05 + 1e-12 && highest > 0.045);
    assert_true(fastest <= 3.0 && fastest > 2.9);
    gravel_system_free(&s);
}

static void
two_columns_move_towards_each_other(void **state)
{
    (void)state;
    struct gravel_system s;
    make_system(&s, 1, 5);
    assert_int_equal(PREPARE(&s, "two-columns", 1, "lower", "1", "lower_velocity", "0.2", "upper_velocity", "-0.2",
                             "separation", "0.01", "gap", "0.5", NULL),
                     GRAVEL_OK);
    check(&s);
    near("gap between the columns", s.particles[1].x.z - s.particles[0].x.z, 1.5, 1e-14);
    near("gap within", s.particles[2].x.z - s.particles[1].x.z, 1.01, 1e-14);
    near("lower velocity", s.particles[0].v.z, 0.2, 0.0);
    near("upper velocity", s.particles[4].v.z, -0.2, 0.0);
    gravel_system_free(&s);
}

static void
make_periodic(struct gravel_system *system, size_t n, double width)
{
    make_system(system, 2, n);
    system->box = (struct gravel_box){.low = {0, 0, 0}, .high = {width, 0, 10}, .periodic = {true, false, false}};
}

static void
triangular_rows_stand_in_the_gaps_of_each_other(void **state)
{
    (void)state;
    struct gravel_system s;
    make_periodic(&s, 9, 3.3);
    assert_int_equal(PREPARE(&s, "triangular", 1, "row", "3", "velocity", "-2", NULL), GRAVEL_OK);
    check(&s);
    for (size_t k = 0; k < 9; k++) {
        size_t neighbours = 0;
        for (size_t i = 0; i < 9; i++)
            neighbours +=
                fabs(v3_norm(gravel_box_separation(&s.box, s.particles[k].x, s.particles[i].x)) - 1.1) < 1e-12;
        assert_int_equal(neighbours, k / 3 == 1 ? 6 : 4);
        near("velocity", s.particles[k].v.z, -2.0, 0.0);
    }
    near("height of the lowest surface", s.particles[0].x.z - 0.5, 0.1, 1e-12);
    gravel_system_free(&s);
}

static void
triangular_shifts_stay_in_the_gaps(void **state)
{
    (void)state;
    struct gravel_system regular, s, again;
    make_periodic(&regular, 40, 4.4);
    make_periodic(&s, 40, 4.4);
    make_periodic(&again, 40, 4.4);
    assert_int_equal(PREPARE(&regular, "triangular", 1, "row", "4", "velocity", "-2", NULL), GRAVEL_OK);
    assert_int_equal(PREPARE(&s, "triangular", 1, "row", "4", "velocity", "-2", "jitter", "0.5", NULL), GRAVEL_OK);
    assert_int_equal(PREPARE(&again, "triangular", 1, "row", "4", "velocity", "-2", "jitter", "0.5", NULL), GRAVEL_OK);
    check(&s);
    double largest = 0.0;
    for (size_t k = 0; k < 40; k++) {
        const struct vec3 shift = v3_sub(s.particles[k].x, regular.particles[k].x);
        largest = fmax(largest, fmax(fabs(shift.x), fabs(shift.z)));
    }
    assert_true(largest <= 0.05 + 1e-12 && largest > 0.04);
    assert_memory_equal(s.particles, again.particles, 40 * sizeof *s.particles);
    gravel_system_free(&regular);
    gravel_system_free(&s);
    gravel_system_free(&again);
}

static void
triangular_refuses_rows_that_do_not_fit(void **state)
{
    (void)state;
    struct gravel_system s;
    make_periodic(&s, 8, 3.9);
    assert_int_equal(PREPARE(&s, "triangular", 1, "row", "4", "velocity", "-2", NULL), GRAVEL_INPUT);
    s.box.periodic[0] = false;
    assert_int_equal(PREPARE(&s, "triangular", 1, "row", "3", "velocity", "-2", NULL), GRAVEL_INPUT);
    gravel_system_free(&s);
}

static void
ball_has_its_radius_and_mixes_the_species(void **state)
{
    (void)state;
    struct gravel_system s;
    make_system(&s, 3, 600);
    for (size_t k = 300; k < 600; k++)
        s.particles[k].species = 1;
    s.n_species = 2;
    assert_int_equal(PREPARE(&s, "ball", 3, "height", "20", "packing", "0.3", NULL), GRAVEL_OK);
    check(&s);
    const double radius = 0.5 * cbrt(600.0 / 0.3);
    double centre[2] = {0, 0}, farthest = 0.0;
    for (size_t k = 0; k < 600; k++) {
        centre[k / 300] += s.particles[k].x.z / 300.0;
        farthest = fmax(farthest, v3_norm(v3_sub(s.particles[k].x, v3(0, 0, 20))) + 0.5);
    }
    assert_true(farthest <= radius && farthest > 0.98 * radius);
    const double scatter = radius / sqrt(5.0 * 300.0); /* standard deviation of a mean height in the ball */
    near("height of the first species", centre[0], 20.0, 4.0 * scatter);
    near("height of the second", centre[1], 20.0, 4.0 * scatter);
    gravel_system_free(&s);
}

static void
lattice_is_a_gas_of_the_stated_temperature(void **state)
{
    (void)state;
    for (int dimension = 1; dimension <= 3; dimension++) {
        struct gravel_system s;
        make_system(&s, dimension, 24);
        const char *high = dimension == 1 ? "[0, 0, 40]" : dimension == 2 ? "[8, 0, 8]" : "[4, 4, 4]";
        assert_int_equal(
            PREPARE(&s, "lattice", 5, "low", "[0, 0, 0]", "high", high, "jitter", "1", "temperature", "3", NULL),
            GRAVEL_OK);
        check(&s);
        near("kinetic energy", gravel_kinetic_energy(s.particles, 24), 0.5 * dimension * 24 * 3.0, 1e-11);
        struct vec3 momentum = v3(0, 0, 0);
        for (size_t k = 0; k < 24; k++)
            momentum = v3_axpy(momentum, s.particles[k].mass, s.particles[k].v);
        near("momentum", v3_norm(momentum), 0.0, 1e-12);
        gravel_system_free(&s);
    }
}

static void
make_drum(struct gravel_system *s)
{
    make_system(s, 3, 150);
    s->gravity = v3(0, 0, -9.81);
    add_wall(s, (struct gravel_wall){
                    .name = "drum", .shape = GRAVEL_CYLINDER, .axis = {0, 1, 0}, .radius = 10.0, .motion.spin = 2.0});
    add_wall(s, (struct gravel_wall){.name = "back", .shape = GRAVEL_PLANE, .axis = {0, 1, 0}});
    add_wall(s, (struct gravel_wall){.name = "front", .shape = GRAVEL_PLANE, .origin = {0, 3, 0}, .axis = {0, -1, 0}});
}

static void
drum_holds_its_bed_below_and_its_lining_on_the_wall(void **state)
{
    (void)state;
    struct gravel_system s;
    make_drum(&s);
    assert_int_equal(PREPARE(&s, "drum", 2, "stuck", "80", "jitter", "1", NULL), GRAVEL_OK);
    assert_int_equal(s.n_particles, 230);
    check(&s);
    double mean = 0.0;
    for (size_t k = 0; k < 150; k++) {
        assert_int_equal(s.particles[k].attached, GRAVEL_FREE);
        mean += s.particles[k].x.z / 150.0;
    }
    assert_true(mean < -3.0);
    for (size_t k = 150; k < 230; k++) {
        const struct gravel_particle *p = &s.particles[k];
        assert_int_equal(p->attached, 0);
        near("lining touches the wall", hypot(p->x.x, p->x.z), 9.5, 1e-8);
        near("lining goes with the wall", p->v.x, 2.0 * p->x.z, 1e-12);
        near("lining spins with the wall", p->omega.y, 2.0, 1e-12);
        assert_true(p->x.y >= 0.5 && p->x.y <= 2.5);
        for (size_t j = 150; j < k; j++) /* the system's own check lets attached particles overlap each other */
            assert_true(v3_norm(v3_sub(p->x, s.particles[j].x)) >= 1.0 - 1e-12);
    }
    gravel_system_free(&s);
}

static void
drum_refuses_more_than_it_holds(void **state)
{
    (void)state;
    struct gravel_system s;
    make_drum(&s);
    assert_int_equal(PREPARE(&s, "drum", 2, "stuck", "300", NULL), GRAVEL_INPUT);
    gravel_system_free(&s);
    make_drum(&s);
    assert_int_equal(PREPARE(&s, "drum", 2, "spacing", "6", NULL), GRAVEL_INPUT);
    gravel_system_free(&s);
}

/* Bit-equal for equal seeds, different for others, for every generator that draws random numbers. */
static void
generators_depend_on_the_seed_only(void **state)
{
    (void)state;
    static const char *const column[] = {"separation", "0.1", "jitter", "0.5", NULL};
    static const char *const ball[] = {"height", "9", NULL};
    static const char *const lattice[] = {"low", "[0, 0, 0]", "high", "[12, 12, 12]", "temperature", "1", NULL};
    static const char *const drum[] = {"stuck", "40", NULL};
    static const struct {
        const char *name;
        const char *const *settings;
        int dimension;
    } generators[] = {{"column", column, 1}, {"ball", ball, 3}, {"lattice", lattice, 3}, {"drum", drum, 3}};
    for (size_t g = 0; g < sizeof generators / sizeof *generators; g++) {
        struct gravel_system s[3];
        for (size_t k = 0; k < 3; k++) {
            make_drum(&s[k]);
            s[k].dimension = generators[g].dimension;
            assert_int_equal(prepare(&s[k], generators[g].name, k == 2 ? 12 : 11, generators[g].settings), GRAVEL_OK);
        }
        const size_t size = s[0].n_particles * sizeof *s[0].particles;
        assert_memory_equal(s[0].particles, s[1].particles, size);
        assert_memory_not_equal(s[0].particles, s[2].particles, size);
        for (size_t k = 0; k < 3; k++)
            gravel_system_free(&s[k]);
    }
}

static void
registry_finds_every_generator_by_its_name(void **state)
{
    (void)state;
    for (size_t k = 0; gravel_prepares[k] != NULL; k++) {
        assert_ptr_equal(gravel_prepare_find(gravel_prepares[k]->name), gravel_prepares[k]);
        assert_non_null(gravel_prepares[k]->what);
        assert_non_null(gravel_prepares[k]->reference);
        assert_non_null(gravel_prepares[k]->fill);
    }
    assert_null(gravel_prepare_find("no such thing"));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pair_meets_after_the_gap_with_the_stated_geometry),
        cmocka_unit_test(pair_with_a_wall_flies_towards_it),
        cmocka_unit_test(pair_refuses_what_is_no_pair),
        cmocka_unit_test(pair_meets_by_name),
        cmocka_unit_test(pair_refuses_names_that_are_none),
        cmocka_unit_test(column_gaps_follow_from_sigma),
        cmocka_unit_test(column_wants_one_statement_of_its_gaps),
        cmocka_unit_test(column_jitter_and_spread_stay_in_their_bounds),
        cmocka_unit_test(two_columns_move_towards_each_other),
        cmocka_unit_test(triangular_rows_stand_in_the_gaps_of_each_other),
        cmocka_unit_test(triangular_shifts_stay_in_the_gaps),
        cmocka_unit_test(triangular_refuses_rows_that_do_not_fit),
        cmocka_unit_test(ball_has_its_radius_and_mixes_the_species),
        cmocka_unit_test(lattice_is_a_gas_of_the_stated_temperature),
        cmocka_unit_test(drum_holds_its_bed_below_and_its_lining_on_the_wall),
        cmocka_unit_test(drum_refuses_more_than_it_holds),
        cmocka_unit_test(generators_depend_on_the_seed_only),
        cmocka_unit_test(registry_finds_every_generator_by_its_name),
    };
    return cmocka_run_group_tests_name("prepare", tests, NULL, NULL);
}
