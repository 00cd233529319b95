/* Conformance of walls: every shape with every motion, touch and contact convention, on soft spheres whose contact time
 * goes to zero against hard ones.  A shape or an engine that is added is tested here without a change to this file, but
 * for a size in shape_of(). */
#include "tests/cmocka.h"
#include "tests/conform/world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double t_end = 0.26;

/* A wall about the origin that a sphere falling down the z axis meets with its upper side, its face or its edge. */
static struct gravel_wall
shape_of(enum gravel_shape shape)
{
    const bool flat =
        shape != GRAVEL_CYLINDER && shape != GRAVEL_LINE && shape != GRAVEL_POINT && shape != GRAVEL_SEGMENT;
    struct gravel_wall wall = {.name = "wall",
                               .shape = shape,
                               .radius = 0.06,
                               .width = 0.7,
                               .axis = flat ? v3_unit(v3(0.1, -0.2, 1.0)) : v3_unit(v3(0.2, 1.0, 0.1))};
    wall.length = shape == GRAVEL_RECTANGLE || shape == GRAVEL_SEGMENT ? 0.5 : shape == GRAVEL_CONE ? 0.2 : 0.0;
    wall.radius_end = 0.3;
    if (shape == GRAVEL_DISK)
        wall.radius = 0.4;
    wall.edge = v3_unit(v3_reject(v3(1.0, 0.3, 0.0), wall.axis));
    return wall;
}

/* The sphere meets the wall on the second or third segment, by its shape. */
static struct gravel_knot knots[] = {{0.0, 0.0}, {0.05, 0.03}, {0.13, -0.02}, {0.3, 0.04}};

static const struct {
    const char *name;
    struct gravel_motion motion;
} motions[] = {
    {"at rest", {.amplitude = 0.0}},
    {"in translation", {.velocity = {0.05, 0.1, 0.3}}},
    {"oscillating", {.amplitude = 0.02, .angular_frequency = 40.0, .phase = 0.3}},
    {"turning", {.spin = 20.0}},
    {"by a table", {.n_knots = sizeof knots / sizeof *knots, .knots = knots}},
    {"turning after a ramp, in translation", {.spin = -20.0, .ramp = 0.5, .velocity = {-0.1, 0.0, 0.2}}},
};
enum { N_MOTIONS = sizeof motions / sizeof *motions };

static void
fill(struct gravel_system *system, const struct gravel_wall *wall, double contact_time)
{
    world_cloud(system, 3, 1, 0.8, contact_time);
    struct gravel_particle *p = &system->particles[0];
    world_floor(system, 0.0, 9.81);
    system->gravity = v3(0.5, 0.3, -9.81);
    system->material.rotation = true;
    p->radius = 0.1;
    p->inertia = gravel_inertia(3, p->mass, p->radius);
    p->x = v3(0.03, 0.02, 0.35);
    p->v = v3(0.1, -0.05, -0.5);
    p->omega = v3(1.0, -2.0, 3.0);
    system->walls[0] = *wall;
    if (wall->motion.n_knots > 0) {
        system->walls[0].motion.knots = malloc(sizeof knots);
        assert_non_null(system->walls[0].motion.knots);
        memcpy(system->walls[0].motion.knots, knots, sizeof knots);
    }
}

static bool
serves(const struct gravel_engine_ops *ops, const struct gravel_system *system)
{
    return (gravel_system_needs(system) & ~ops->capabilities) == 0;
}

/* Steps so short that what is left is the contact time's doing. */
static const double steps_per_contact = 1000.0;

static struct gravel_particle
outcome(const struct gravel_engine_ops *ops, const char *integrator, const struct gravel_wall *wall,
        double contact_time)
{
    struct gravel_system system;
    struct gravel_particle p;
    struct gravel_energy first, last;
    struct gravel_options options = {0};
    struct gravel_error error = {0};
    void *engine = NULL;
    const struct gravel_value steps = {.type = GRAVEL_TYPE_REAL, .real = steps_per_contact};
    const struct gravel_value method = {.type = GRAVEL_TYPE_CHOICE, .text = (char *)integrator};
    fill(&system, wall, contact_time);
    if ((ops->kind == GRAVEL_MD && (gravel_options_set(&options, "steps_per_contact", &steps, &error) != GRAVEL_OK ||
                                    gravel_options_set(&options, "integrator", &method, &error) != GRAVEL_OK)) ||
        gravel_options_defaults(&options, "", ops->options, &error) != GRAVEL_OK ||
        ops->create(&engine, &system, &options, NULL, &error) != GRAVEL_OK)
        fail_msg("%s", error.text);
    ops->energy(engine, &first);
    if (ops->advance(engine, t_end, &error) != GRAVEL_OK)
        fail_msg("%s", error.text);
    ops->energy(engine, &last);
    assert_at_most(ops->name, "ledger with the work of the wall, over the energy of 1 m/s",
                   fabs(gravel_energy_ledger(&last) - gravel_energy_ledger(&first)) / (0.5 * system.particles[0].mass),
                   ops->kind == GRAVEL_MD ? 1e-4 : 1e-12);
    ops->snapshot(engine, &p);
    ops->destroy(engine);
    gravel_options_free(&options);
    gravel_system_free(&system);
    return p;
}

/* Of places, and of velocities over a time that makes them count alike. */
static double
distance(const struct gravel_particle *a, const struct gravel_particle *b)
{
    return v3_norm(v3_sub(a->x, b->x)) + 0.1 * v3_norm(v3_sub(a->v, b->v)) + 0.01 * v3_norm(v3_sub(a->omega, b->omega));
}

static void
compare(const struct gravel_engine_ops *soft, const char *integrator, const struct gravel_engine_ops *hard,
        const struct gravel_wall *wall, const char *motion)
{
    const double times[] = {4e-4, 2.5e-5};
    const struct gravel_particle exact = outcome(hard, NULL, wall, times[0]);
    struct gravel_wall none = *wall;
    none.origin = v3(0, 0, -100.0);
    const struct gravel_particle missed = outcome(hard, NULL, &none, times[0]);
    double apart[2];
    char what[120];
    for (int k = 0; k < 2; k++) {
        const struct gravel_particle p = outcome(soft, integrator, wall, times[k]);
        assert_int_equal(p.attached, exact.attached);
        apart[k] = exact.attached == GRAVEL_ABSORBED ? 0.0 : distance(&p, &exact);
    }
    snprintf(what, sizeof what, "%s, shape %d %s, touch %d, contact %d: distance to %s", integrator, (int)wall->shape,
             motion, (int)wall->touch, (int)wall->contact.rule, hard->name);
    assert_at_most(soft->name, what, apart[1], 1e-3);
    if (apart[0] > 1e-8)
        assert_at_most(soft->name, "ratio of distances for a sixteenth of the contact time", apart[1] / apart[0],
                       0.125);
    assert_true(exact.attached != GRAVEL_FREE || distance(&exact, &missed) > 0.05); /* it has met the wall */
}

static void
soft_and_hard_spheres_agree_on_every_wall(void **state)
{
    (void)state;
    int tried = 0;
    for (size_t s = 0; gravel_engines[s] != NULL; s++)
        for (size_t h = 0; gravel_engines[h] != NULL; h++)
            for (int shape = 0; shape < GRAVEL_SHAPE_COUNT; shape++)
                for (int m = 0; m < N_MOTIONS; m++)
                    for (int touch = GRAVEL_BOUNCE; touch <= GRAVEL_ABSORB; touch++)
                        for (int contact = 0; contact < (touch == GRAVEL_BOUNCE ? 2 : 1); contact++) {
                            struct gravel_system system;
                            struct gravel_wall wall = shape_of((enum gravel_shape)shape);
                            if (gravel_engines[s]->kind != GRAVEL_MD || gravel_engines[h]->kind != GRAVEL_ED ||
                                (touch == GRAVEL_ABSORB && motions[m].motion.spin != 0.0)) /* refused: without effect */
                                continue;
                            wall.motion = motions[m].motion;
                            wall.touch = (enum gravel_wall_response)touch;
                            wall.contact.rule = (enum gravel_wall_rule)contact;
                            wall.contact.restitution = 0.7;
                            wall.contact.tangential_restitution = 0.5;
                            fill(&system, &wall, 1e-4);
                            const bool both = serves(gravel_engines[s], &system) && serves(gravel_engines[h], &system);
                            gravel_system_free(&system);
                            if (!both)
                                continue;
                            compare(gravel_engines[s], "velocity-verlet", gravel_engines[h], &wall, motions[m].name);
                            compare(gravel_engines[s], "adaptive", gravel_engines[h], &wall, motions[m].name);
                            tried++;
                        }
    printf("# %d combinations\n", tried);
    assert_true(tried >= GRAVEL_SHAPE_COUNT * 4 * 4);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(soft_and_hard_spheres_agree_on_every_wall)};
    return cmocka_run_group_tests_name("walls", tests, NULL, NULL);
}
