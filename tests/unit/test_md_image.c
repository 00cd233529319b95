/* Images of soft spheres in the periodic box. */
#include "tests/unit/md_helper.h"

#include <stdlib.h>

enum { MANY = 216, FEW = 27 };

static double
number(unsigned long *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 11) / 0x1p53;
}

/* A cube of n particles with gaps, of two sizes, in a box that is periodic on x and y. */
static struct gravel_system
cube(size_t n, double spacing)
{
    unsigned long random = 7;
    const size_t side = (size_t)round(cbrt((double)n));
    const double a = 1e-3 * spacing, length = a * (double)side;
    struct gravel_system s = {.dimension = 3,
                              .gravity = {0, 0, -9.81},
                              .box = {.periodic = {true, true}, .low = {-0.01, 0.02, 0}, .high = {0, 0, 0}},
                              .material = linear_material(0.7, 1e-4),
                              .n_particles = n,
                              .particles = calloc(n, sizeof *s.particles)};
    assert_non_null(s.particles);
    s.box.high = v3(s.box.low.x + length, s.box.low.y + length, 0);
    s.material.rotation = true;
    s.material.tangential_restitution = 0.4;
    s.material.friction = 0.3;
    for (size_t k = 0; k < n; k++) {
        struct gravel_particle *p = &s.particles[k];
        *p = bead(3, s.box.low.x + a * ((double)(k % side) + 0.4), a * (double)(k / side / side),
                  0.1 * (number(&random) - 0.5), 0.1 * (number(&random) - 0.5));
        p->x.y = s.box.low.y + a * ((double)(k / side % side) + 0.4);
        p->v.y = 0.1 * (number(&random) - 0.5);
        p->omega = v3(10.0 * number(&random), 0, -10.0 * number(&random));
        if (k % 3 == 0) {
            p->radius *= 0.96;
            p->mass *= 0.9;
        }
    }
    return s;
}

static void *
started(const struct gravel_system *s)
{
    void *engine;
    struct gravel_error error;
    if (gravel_engine_start(&engine, &gravel_md, s, NULL, NULL, &error) != GRAVEL_OK)
        fail_msg("%s", error.text);
    return engine;
}

static void
images_undo_every_return_into_the_box(void **state)
{
    (void)state;
    for (size_t n = FEW; n <= MANY; n += MANY - FEW) {
        struct gravel_system s = cube(n, 1.5);
        struct gravel_particle *now = calloc(n, sizeof *now);
        int32_t(*image)[3] = calloc(n, sizeof *image);
        struct gravel_error error;
        const double lx = s.box.high.x - s.box.low.x, ly = s.box.high.y - s.box.low.y;
        const struct vec3 u = v3(1.7, -0.9, 0.2); /* all drift together: no contact */
        for (size_t k = 0; k < n; k++)
            s.particles[k].v = u;
        void *engine = started(&s);
        int32_t most = 0;
        for (int step = 1; step <= 5; step++) {
            const double t = 0.0123 * step;
            assert_int_equal(gravel_md.advance(engine, t, &error), GRAVEL_OK);
            gravel_md.snapshot(engine, now);
            gravel_md.images(engine, image);
            for (size_t k = 0; k < n; k++) {
                const struct vec3 x = now[k].x;
                assert_true(x.x >= s.box.low.x && x.x < s.box.high.x && x.y >= s.box.low.y && x.y < s.box.high.y);
                near("x", x.x + lx * image[k][0], s.particles[k].x.x + u.x * t, 1e-12);
                near("y", x.y + ly * image[k][1], s.particles[k].x.y + u.y * t, 1e-12);
                assert_int_equal(image[k][2], 0);
                most = image[k][0] > most ? image[k][0] : most;
            }
        }
        assert_true(most >= 5);
        gravel_md.destroy(engine);
        free(now);
        free(image);
        free(s.particles);
    }
}

/* An elastic gas in a box of 2.1 diameters: pairs meet now through one image, now through another one. */
static void
no_contact_is_lost_in_a_narrow_box(void **state)
{
    (void)state;
    enum { N = 95 };
    unsigned long random = 11;
    struct gravel_particle particles[N];
    struct gravel_system s = {.dimension = 3,
                              .box = {.periodic = {true, true, true}, .low = {0, 0, 0}, .high = {2.1, 2.1, 190.0}},
                              .material = linear_material(1.0, 4e-3),
                              .n_particles = N,
                              .particles = particles};
    struct gravel_energy e;
    struct gravel_counters counters;
    struct gravel_error error;
    double before = 0.0;
    for (size_t k = 0; k < N; k++) {
        const double x = 2.1 * number(&random), y = 2.1 * number(&random), u = 2.0 * number(&random) - 1.0;
        const double v = 2.0 * number(&random) - 1.0, w = 2.0 * number(&random) - 1.0;
        particles[k] = bead(3, x, 190.0 / N * (double)k, u, w);
        particles[k].radius = 0.5;
        particles[k].mass = 1.0;
        particles[k].x.y = y;
        particles[k].v.y = v;
        before += 0.5 * v3_norm2(particles[k].v);
    }
    void *engine = started(&s);
    for (int t = 1; t <= 60; t++) {
        assert_int_equal(gravel_md.advance(engine, t, &error), GRAVEL_OK);
        assert_int_equal(gravel_md.energy(engine, &e), GRAVEL_OK);
        near("energy", (e.kinetic + e.elastic) / before, 1.0, 2e-4);
    }
    gravel_md.counters(engine, &counters);
    assert_true(counters.pair_collisions > 100);
    gravel_md.destroy(engine);
}

/* The vector of these components along an axis, the one after it and the third one. */
static struct vec3
along(int axis, double first, double second, double third)
{
    return axis == 0 ? v3(first, second, third) : axis == 1 ? v3(third, first, second) : v3(second, third, first);
}

/* The velocity of a sphere, relative to the axis' direction, after its collision with one that a wall carries: both go
 * `boxes` box lengths along the axis before they meet, the free one back into the box whenever it leaves it. */
static struct vec3
after_a_way(int axis, double boxes)
{
    enum { N = 72 };
    const double length = 0.0125, gap = 5e-4, approach = 0.05, t = gap / approach, u = boxes * length / t;
    const struct vec3 high = along(axis, length, length, 0.0);
    struct gravel_particle p[N];
    struct gravel_wall wall = ground();
    struct gravel_system s = {.dimension = 3,
                              .box = {.periodic = {axis != 1, axis != 2, axis != 0}, .high = high},
                              .material = linear_material(0.8, 1e-4),
                              .n_particles = N,
                              .particles = p,
                              .n_walls = 1,
                              .walls = &wall};
    struct gravel_error error;
    wall.axis = along(axis, 0, 0, 1);
    wall.edge = along(axis, 1, 0, 0);
    wall.origin = along(axis, 0, 0, -5e-3);
    wall.motion.velocity = along(axis, u, 0, 0);
    for (int k = 0; k < N; k++) {
        p[k] = bead(3, 0, 0, 0, 0);
        p[k].x = along(axis, 1.3e-3 * (k % 9 + 0.5), 1.3e-3 * (k / 9 + 0.5), 5e-3);
    }
    p[0].x = along(axis, 6e-3, 6e-3, 0);
    p[0].attached = 0;
    p[1].x = along(axis, 6e-3, 7e-3 + gap, 0);
    p[1].v = along(axis, u, -approach, 0);
    void *engine = started(&s);
    for (int k = 1; k <= 30; k++) {
        assert_int_equal(gravel_md.advance(engine, 0.04 * k * t, &error), GRAVEL_OK);
        assert_int_equal(gravel_md.self_check(engine, &error), GRAVEL_OK);
    }
    gravel_md.snapshot(engine, p);
    gravel_md.destroy(engine);
    assert_true(p[0].attached == 0 && v3_norm(v3_sub(p[0].v, wall.motion.velocity)) == 0.0);
    return v3_sub(p[1].v, wall.motion.velocity);
}

/* A carried sphere stays where its wall takes it, any number of boxes away; its contacts are those with its image. */
static void
carried_spheres_are_met_from_any_number_of_boxes(void **state)
{
    (void)state;
    static const double boxes[] = {-3.3, -2.3, -1.6, -0.7, 0.7, 1.6, 2.3, 3.3};
    for (int axis = 0; axis < 3; axis++) {
        const struct vec3 here = after_a_way(axis, 0.0);
        assert_true(v3_dot(here, along(axis, 0, 1, 0)) > 0.03);
        for (size_t k = 0; k < sizeof boxes / sizeof *boxes; k++) {
            print_message("# axis %d, %g boxes\n", axis, boxes[k]);
            near("velocity after the contact", v3_norm(v3_sub(after_a_way(axis, boxes[k]), here)), 0.0, 1e-9);
        }
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(images_undo_every_return_into_the_box),
        cmocka_unit_test(no_contact_is_lost_in_a_narrow_box),
        cmocka_unit_test(carried_spheres_are_met_from_any_number_of_boxes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
