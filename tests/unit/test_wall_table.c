/* Walls that move by a table of times: the motion itself, contacts of both engines on it, and tables in a text. */
#include "engines/engine.h"
#include "engines/io/motion_table.h"
#include "tests/bodies.h"
#include "tests/near.h"
#include "tests/unit/settings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct gravel_knot triangle[] = {{0.1, 0.02}, {0.3, 0.06}, {0.7, -0.06}, {0.9, 0.0}};

static struct gravel_wall
lid(void)
{
    return (struct gravel_wall){
        .name = "lid",
        .shape = GRAVEL_PLANE,
        .origin = v3(0, 0, 0.5),
        .axis = v3(0, 0, 1),
        .contact = {.rule = GRAVEL_OWN_RESTITUTION, .restitution = 0.8, .tangential_restitution = 1.0},
        .motion = {.n_knots = 4, .knots = triangle}};
}

static void
is_linear_between_rows_and_constant_outside(void **state)
{
    (void)state;
    const struct gravel_wall wall = lid();
    /* time, displacement, velocity: from a knot on that of the segment it begins */
    static const double rows[][3] = {{-1.0, 0.02, 0.0}, {0.1, 0.02, 0.2}, {0.2, 0.04, 0.2},
                                     {0.3, 0.06, -0.3}, {0.5, 0.0, -0.3}, {0.7, -0.06, 0.3},
                                     {0.8, -0.03, 0.3}, {0.9, 0.0, 0.0},  {5.0, 0.0, 0.0}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        near("displacement", gravel_wall_shift(&wall, rows[k][0]).z, rows[k][1], 1e-15);
        near("velocity", gravel_wall_velocity(&wall, rows[k][0]).z, rows[k][2], 1e-14);
        assert_true(gravel_wall_velocity(&wall, rows[k][0]).x == 0.0);
    }
    near("bound of the speed", gravel_wall_speed_bound(&wall, 1.0), 0.3, 1e-15);
    assert_true(gravel_wall_moves(&wall));
}

/* A segment has the place and the velocity of the wall until it ends, which is the next knot. */
static void
segments_are_the_motion_between_knots(void **state)
{
    (void)state;
    struct gravel_wall wall = lid();
    wall.motion.direction = v3(0.6, 0, 0.8);
    static const double ends[] = {0.1, 0.3, 0.7, 0.9, INFINITY};
    double t = 0.0;
    for (size_t k = 0; k < 5; k++) {
        double end;
        const struct gravel_wall segment = gravel_wall_segment(&wall, t, &end);
        assert_true(end == ends[k] && segment.motion.n_knots == 0 && segment.motion.knots == NULL);
        for (double f = 0.0; f < 1.0; f += 0.25) {
            const double at = t + f * (isfinite(end) ? end - t : 1.0);
            const struct vec3 x = v3_add(segment.origin, gravel_wall_shift(&segment, at));
            near("place", v3_norm(v3_sub(x, v3_add(wall.origin, gravel_wall_shift(&wall, at)))), 0.0, 1e-15);
            near("velocity", v3_norm(v3_sub(gravel_wall_velocity(&segment, at), gravel_wall_velocity(&wall, at))), 0.0,
                 1e-15);
        }
        t = end;
    }
}

static const double radius = 0.01, gravity = 9.81, t_end = 0.8;

static double
place(double t)
{
    const struct gravel_wall wall = lid();
    return 0.5 + gravel_wall_shift(&wall, t).z + radius;
}

/* A bead that falls on the lid by its own equation of motion, contact by contact: its state at the end, and the work of
 * the lid.  The gap has at most one root on an interval so short. */
static struct gravel_particle
closed_form(struct gravel_particle p, double *work, int *contacts)
{
    const struct gravel_wall wall = lid();
    double t = 0.0, z = p.x.z, v = p.v.z;
    *work = 0.0;
    *contacts = 0;
    for (double h = 1e-4; t + h <= t_end;) {
        if (z + v * h - 0.5 * gravity * h * h > place(t + h)) {
            h += 1e-4;
            continue;
        }
        double low = h - 1e-4, high = h;
        for (int k = 0; k < 100; k++) {
            const double m = 0.5 * (low + high);
            *(z + v * m - 0.5 * gravity * m * m > place(t + m) ? &low : &high) = m;
        }
        const double u = gravel_wall_velocity(&wall, t + low).z, before = v - gravity * low;
        z += v * low - 0.5 * gravity * low * low;
        v = u - 0.8 * (before - u);
        *work += p.mass * (v - before) * u;
        t += low;
        h = 1e-4;
        ++*contacts;
    }
    p.x.z = z + v * (t_end - t) - 0.5 * gravity * (t_end - t) * (t_end - t);
    p.v.z = v - gravity * (t_end - t);
    return p;
}

static void
beads_meet_it_as_in_closed_form(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        const char *settings[3];
        double tolerance;
    } engines[] = {{"ed", {NULL}, 1e-10}, {"md", {"steps_per_contact", "1000", NULL}, 1e-4}};
    for (size_t k = 0; k < 2; k++) {
        const struct gravel_engine_ops *const ops = gravel_engine_find(engines[k].name);
        struct gravel_wall wall = lid();
        struct gravel_particle p = {.x = v3(0, 0, 0.6), .radius = radius, .mass = 2.0, .attached = GRAVEL_FREE};
        p.inertia = gravel_inertia(3, p.mass, radius);
        const struct gravel_system system = {.dimension = 3,
                                             .gravity = v3(0, 0, -gravity),
                                             .n_particles = 1,
                                             .particles = &p,
                                             .n_walls = 1,
                                             .walls = &wall,
                                             .material = {.statement = GRAVEL_BY_RESTITUTION_AND_TIME,
                                                          .restitution = 0.9,
                                                          .contact_time = 1e-6,
                                                          .tangential_restitution = 1.0}};
        struct gravel_options options = options_of(ops->options, engines[k].settings);
        struct gravel_energy first, last;
        struct gravel_error error;
        struct gravel_particle end;
        void *engine = NULL;
        double work;
        int contacts;
        const struct gravel_particle exact = closed_form(p, &work, &contacts);
        assert_true(contacts >= 3); /* on several segments */
        ok(ops->create(&engine, &system, &options, NULL, &error), &error);
        ops->energy(engine, &first);
        ok(ops->advance(engine, 0.5 * t_end, &error), &error);
        ok(ops->advance(engine, t_end, &error), &error);
        ops->energy(engine, &last);
        ops->snapshot(engine, &end);
        near(engines[k].name, end.x.z, exact.x.z, engines[k].tolerance);
        near(engines[k].name, end.v.z, exact.v.z, 10.0 * engines[k].tolerance);
        near("work", last.work - first.work, work, 20.0 * engines[k].tolerance);
        near("ledger", gravel_energy_ledger(&last), gravel_energy_ledger(&first), k == 0 ? 1e-11 : 1e-3);
        ops->destroy(engine);
        gravel_options_free(&options);
    }
}

static void
a_copy_has_a_table_of_its_own(void **state)
{
    (void)state;
    struct gravel_wall wall = lid();
    const struct gravel_system system = {.dimension = 3, .n_walls = 1, .walls = &wall};
    struct gravel_system copy;
    struct gravel_error error;
    ok(gravel_system_copy(&copy, &system, &error), &error);
    assert_true(copy.walls[0].motion.knots != triangle && copy.walls[0].motion.n_knots == 4);
    assert_memory_equal(copy.walls[0].motion.knots, triangle, sizeof triangle);
    gravel_system_free(&copy);
}

static void
a_text_gives_the_table(void **state)
{
    (void)state;
    struct gravel_motion m = {0};
    struct gravel_error error;
    ok(gravel_motion_table_read("table", "# measured\nx, t\n1e-3, 0\n\n-2e-3, 0.5\n", &m, &error), &error);
    assert_int_equal(m.n_knots, 2);
    assert_true(m.knots[0].t == 0.0 && m.knots[0].shift == 1e-3 && m.knots[1].t == 0.5 && m.knots[1].shift == -2e-3);
    free(m.knots);
    static const char *const bad[][2] = {
        {"t x\n0 0\n1 1\n1 2\n", "table:4: found t = 1 s after 1 s"},
        {"t x\n0 0\n", "found 1 rows"},
        {"t y\n0 0\n1 1\n", "table:1: found other columns"},
        {"t x\n0 0\n1 1 1\n", "table:3: found another"},
        {"t x\n0 0\n1 inf\n", "table:3: found inf"},
        {"", "found 0 rows"},
        {"t x\n0 0\n1 0x1\n", "table:3: found 0x1"},
    };
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        m = (struct gravel_motion){0};
        assert_int_equal(gravel_motion_table_read("table", bad[k][0], &m, &error), GRAVEL_INPUT);
        if (strstr(error.text, bad[k][1]) == NULL)
            fail_msg("%s", error.text);
        free(m.knots);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_linear_between_rows_and_constant_outside),
        cmocka_unit_test(segments_are_the_motion_between_knots),
        cmocka_unit_test(beads_meet_it_as_in_closed_form),
        cmocka_unit_test(a_copy_has_a_table_of_its_own),
        cmocka_unit_test(a_text_gives_the_table),
    };
    return cmocka_run_group_tests_name("wall_table", tests, NULL, NULL);
}
