/* What engines pass of the momentum of contacts is the momentum that the particles gain. */
#include "engines/start.h"
#include "tests/bodies.h"
#include "tests/near.h"

#include <stdlib.h>
#include <string.h>

struct pushes {
    size_t n;
    struct gravel_push last;
    struct vec3 sum; /* of impulses on i less those on j, for one pair */
};

static void
take(void *self, const struct gravel_push *push)
{
    struct pushes *p = self;
    p->n++;
    p->last = *push;
    p->sum = v3_add(p->sum, push->impulse);
}

/* Two spheres of 1 m and 2 kg, rough, and a floor far below. */
static struct gravel_system
rough_pair(double distance)
{
    struct gravel_error error;
    struct gravel_system s = {.dimension = 3,
                              .n_species = 1,
                              .species_name = {"grain"},
                              .material = {.statement = GRAVEL_BY_RESTITUTION_AND_TIME,
                                           .restitution = 0.8,
                                           .contact_time = 1e-3,
                                           .rotation = true,
                                           .tangential_restitution = 0.5,
                                           .friction = 0.3}};
    assert_int_equal(gravel_system_resize(&s, 2, &error), GRAVEL_OK);
    for (int k = 0; k < 2; k++)
        s.particles[k] = (struct gravel_particle){
            .radius = 0.5, .mass = 2.0, .inertia = gravel_inertia(3, 2.0, 0.5), .attached = GRAVEL_FREE};
    s.particles[1].x = v3(0.6 * distance, 0.0, 0.8 * distance);
    s.particles[0].v = v3(0.3, 0.4, 0.5);
    s.particles[1].v = v3(-0.2, 0.1, -0.4);
    return s;
}

static void *
start(const char *name, const struct gravel_system *system, struct pushes *pushes)
{
    struct gravel_error error = {0};
    void *engine = NULL;
    const struct gravel_sink sink = {.self = pushes, .push = take};
    if (gravel_engine_start(&engine, gravel_engine_find(name), system, (const char *const[]){NULL}, &sink, &error) !=
        GRAVEL_OK)
        fail_msg("%s", error.text);
    return engine;
}

static void
a_hard_collision_passes_the_change_of_momentum(void **state)
{
    (void)state;
    struct gravel_error error;
    struct gravel_particle p[2];
    struct pushes pushes = {0};
    struct gravel_system s = rough_pair(1.5);
    void *engine = start("ed", &s, &pushes);
    assert_int_equal(gravel_engine_find("ed")->advance(engine, 2.0, &error), GRAVEL_OK);
    gravel_engine_find("ed")->snapshot(engine, p);
    assert_int_equal(pushes.n, 1);
    const int i = pushes.last.i;
    const struct vec3 gain = v3_scale(2.0, v3_sub(p[i].v, s.particles[i].v));
    near("x", pushes.last.impulse.x, gain.x, 1e-14);
    near("y", pushes.last.impulse.y, gain.y, 1e-14);
    near("z", pushes.last.impulse.z, gain.z, 1e-14);
    near("branch", v3_norm(pushes.last.branch), 1.0, 1e-12);
    assert_true(v3_dot(pushes.last.branch, pushes.last.impulse) > 0.0);
    assert_true(v3_norm(v3_reject(pushes.last.impulse, v3_unit(pushes.last.branch))) > 1e-3);
    gravel_engine_find("ed")->destroy(engine);
    gravel_system_free(&s);
}

/* The force of a soft contact, sampled at every step and summed up, is the change of momentum. */
static void
a_soft_contact_passes_its_force_times_the_interval(void **state)
{
    (void)state;
    struct gravel_error error;
    struct gravel_particle p[2];
    struct pushes pushes = {0};
    struct gravel_system s = rough_pair(1.001);
    const struct gravel_engine_ops *md = gravel_engine_find("md");
    void *engine = start("md", &s, &pushes);
    const double interval = 1e-6;
    int i = 0;
    for (int k = 1; k <= 5000; k++) {
        assert_int_equal(md->advance(engine, k * interval, &error), GRAVEL_OK);
        assert_int_equal(md->contacts(engine, interval, &error), GRAVEL_OK);
        i = pushes.n > 0 ? pushes.last.i : 0;
    }
    md->snapshot(engine, p);
    assert_true(pushes.n > 900 && pushes.n < 1200);
    const struct vec3 gain = v3_scale(2.0, v3_sub(p[i].v, s.particles[i].v));
    near("x", pushes.sum.x, gain.x, 2e-3 * v3_norm(gain));
    near("y", pushes.sum.y, gain.y, 2e-3 * v3_norm(gain));
    near("z", pushes.sum.z, gain.z, 2e-3 * v3_norm(gain));
    assert_true(v3_norm(pushes.last.branch) > 0.99 && v3_norm(pushes.last.branch) <= 1.0);
    md->destroy(engine);
    gravel_system_free(&s);
}

static void
walls_push_along_the_branch_from_the_point_of_contact(void **state)
{
    (void)state;
    static const char *const names[] = {"ed", "md"};
    for (int e = 0; e < 2; e++) {
        struct gravel_error error;
        struct pushes pushes = {0};
        struct gravel_wall floor = {
            .name = "floor",
            .axis = {0, 0, 1},
            .contact = {.rule = GRAVEL_OWN_RESTITUTION, .restitution = 1.0, .tangential_restitution = 1.0}};
        struct gravel_system s = rough_pair(2.0);
        s.particles[0].x = v3(0, 0, 0.501);
        s.particles[0].v = v3(0, 0, -1.0);
        s.particles[1].x.z = 3.0;
        s.particles[1].v = v3(0, 0, 0);
        s.walls = calloc(1, sizeof *s.walls);
        assert_non_null(s.walls);
        s.walls[0] = floor;
        s.n_walls = 1;
        void *engine = start(names[e], &s, &pushes);
        const struct gravel_engine_ops *ops = gravel_engine_find(names[e]);
        for (int k = 1; k <= 5000; k++) {
            assert_int_equal(ops->advance(engine, k * 1e-6, &error), GRAVEL_OK);
            if (ops->contacts != NULL)
                assert_int_equal(ops->contacts(engine, 1e-6, &error), GRAVEL_OK);
        }
        near("momentum", pushes.sum.z, 4.0, e == 0 ? 1e-12 : 1e-2);
        assert_int_equal(pushes.last.j, -1);
        near("branch", pushes.last.branch.z, 0.5, 1e-3);
        ops->destroy(engine);
        gravel_system_free(&s);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hard_collision_passes_the_change_of_momentum),
        cmocka_unit_test(a_soft_contact_passes_its_force_times_the_interval),
        cmocka_unit_test(walls_push_along_the_branch_from_the_point_of_contact),
    };
    return cmocka_run_group_tests_name("pushes", tests, NULL, NULL);
}
