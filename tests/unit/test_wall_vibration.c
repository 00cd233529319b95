/* Walls that vibrate aside their axis, and walls with a multiple of a pair's dashpot. */
#include "engines/core/material_check.h"
#include "engines/engine.h"
#include "tests/bodies.h"
#include "tests/near.h"
#include "tests/unit/settings.h"

#include <math.h>
#include <string.h>

static const double amplitude = 2e-3, omega = 150.0, phase = 0.7, radius = 1e-3, tangential = 0.4;

static struct gravel_wall
side_wall(void)
{
    return (struct gravel_wall){
        .name = "side",
        .shape = GRAVEL_PLANE,
        .axis = v3(1, 0, 0),
        .contact.rule = GRAVEL_OWN_RESTITUTION,
        .contact.restitution = 0.8,
        .contact.tangential_restitution = tangential,
        .motion = {.amplitude = amplitude, .direction = v3(0, 0, 1), .angular_frequency = omega, .phase = phase}};
}

/* One disk without spin in two dimensions. */
static struct gravel_system
one_disk(struct gravel_particle *p, struct gravel_wall *wall)
{
    *p = (struct gravel_particle){.x = v3(5e-3, 0, 0),
                                  .v = v3(-0.4, 0, 0.05),
                                  .radius = radius,
                                  .mass = 3e-6,
                                  .inertia = gravel_inertia(2, 3e-6, radius),
                                  .attached = GRAVEL_FREE};
    return (struct gravel_system){.dimension = 2,
                                  .n_particles = 1,
                                  .particles = p,
                                  .n_walls = 1,
                                  .walls = wall,
                                  .material = {.statement = GRAVEL_BY_RESTITUTION_AND_TIME,
                                               .restitution = 0.9,
                                               .contact_time = 1e-6,
                                               .tangential_restitution = 1.0}};
}

/* The disk some time after its one contact, and the engine's ledger before and after. */
static struct gravel_particle
after_contact(const char *name, const struct gravel_system *system, double *drift)
{
    const struct gravel_engine_ops *const ops = gravel_engine_find(name);
    struct gravel_error error;
    struct gravel_energy first, last;
    struct gravel_particle p;
    void *engine = NULL;
    assert_non_null(ops);
    struct gravel_options options = options_of(ops->options, (const char *const[]){NULL});
    ok(ops->create(&engine, system, &options, NULL, &error), &error);
    ops->energy(engine, &first);
    ok(ops->advance(engine, 0.02, &error), &error);
    ops->energy(engine, &last);
    ops->snapshot(engine, &p);
    assert_true(last.work != 0.0 && last.dissipated > 0.0);
    *drift = (gravel_energy_ledger(&last) - gravel_energy_ledger(&first)) / first.kinetic;
    ops->destroy(engine);
    gravel_options_free(&options);
    return p;
}

/* The wall is where it was, its surface passes with u = A w cos(w t + phase): v_z' - u = e_t (v_z - u). */
static void
plane_that_vibrates_along_itself_drags_and_stays_in_place(void **state)
{
    (void)state;
    struct gravel_wall wall = side_wall();
    struct gravel_particle p;
    const struct gravel_system system = one_disk(&p, &wall);
    const double t = (5e-3 - radius) / 0.4, u = amplitude * omega * cos(omega * t + phase);
    const double vz = u + tangential * (0.05 - u), vx = 0.8 * 0.4;
    double drift;
    struct gravel_particle end = after_contact("ed", &system, &drift);
    near("ed v_x", end.v.x, vx, 1e-14);
    near("ed v_z", end.v.z, vz, 1e-12);
    near("ed x", end.x.x, radius + vx * (0.02 - t), 1e-14);
    near("ed ledger", drift, 0.0, 1e-13);
    end = after_contact("md", &system, &drift);
    near("md v_x", end.v.x, vx, 1e-3 * vx);
    near("md v_z", end.v.z, vz, 1e-3 * fabs(u));
    near("md ledger", drift, 0.0, 1e-2);
}

/* Stated along its axis, against it, or not at all: one motion. */
static void
direction_along_the_axis_is_the_default(void **state)
{
    (void)state;
    struct gravel_wall wall = side_wall(), stated = wall, against = wall;
    wall.motion.direction = v3(0, 0, 0);
    stated.motion.direction = v3(1, 0, 0);
    against.motion.direction = v3(-1, 0, 0);
    against.motion.phase = phase + M_PI;
    const struct gravel_wall *const same[] = {&stated, &against};
    for (size_t k = 0; k < 2; k++)
        for (double t = 0.0; t < 0.1; t += 0.013) {
            near("x", gravel_wall_shift(same[k], t).x, gravel_wall_shift(&wall, t).x, 1e-16);
            near("v", gravel_wall_velocity(same[k], t).x, gravel_wall_velocity(&wall, t).x, 1e-14);
        }
}

static void
other_shapes_vibrate_along_their_axis_only(void **state)
{
    (void)state;
    struct gravel_wall wall = side_wall();
    struct gravel_particle p;
    struct gravel_system system = one_disk(&p, &wall);
    struct gravel_error error;
    assert_int_equal(gravel_system_check(&system, 1e-9, &error), GRAVEL_OK);
    wall.motion.direction = v3(0, 0, 2);
    assert_int_equal(gravel_system_check(&system, 1e-9, &error), GRAVEL_INPUT);
    wall.motion.direction = v3(0, 0, 1);
    wall.shape = GRAVEL_DISK;
    wall.radius = 1.0;
    assert_int_equal(gravel_system_check(&system, 1e-9, &error), GRAVEL_INPUT);
    assert_non_null(strstr(error.text, "side"));
}

/* S3 Sec. 5.2: K of a pair and 20 times its dashpot.  By hand for e = 0.9 in units of t_c: mu = 0.105361,
 * w0^2 = (pi^2 + mu^2)/2, mu_wall = 10 mu, e = exp(-pi mu_wall/w_wall) = 0.184285, t_wall = pi/w_wall = 1.605223. */
static void
scaled_dashpot_multiplies_the_pairs(void **state)
{
    (void)state;
    const struct gravel_material m = {.statement = GRAVEL_BY_RESTITUTION_AND_TIME,
                                      .restitution = 0.9,
                                      .contact_time = 2e-4,
                                      .tangential_restitution = 1.0};
    struct gravel_wall wall = side_wall(), same = wall;
    same.contact.rule = GRAVEL_SAME_FORCE_CONSTANTS;
    wall.contact.rule = GRAVEL_SCALED_DASHPOT;
    wall.contact.dashpot = 20.0;
    const struct gravel_force pair = gravel_material_force(&m, NULL, 0.5 * 3e-6, 2.0 * radius, 1.0);
    const struct gravel_force f = gravel_material_force(&m, &wall.contact, 3e-6, 2.0 * radius, 1.0);
    near("K", f.k / pair.k, 1.0, 1e-14);
    near("D", f.c / pair.c, 20.0, 1e-13);
    near("e", gravel_material_restitution(&m, &wall.contact, 3e-6, 2.0 * radius, 1.0), 0.184285, 1e-6);
    near("t_c", gravel_material_contact_time(&m, &wall.contact, 3e-6, 2.0 * radius, 1.0) / 2e-4, 1.605223, 1e-6);
    wall.contact.dashpot = 1.0;
    near("e of one dashpot", gravel_material_restitution(&m, &wall.contact, 3e-6, 2.0 * radius, 1.0),
         gravel_material_restitution(&m, &same.contact, 3e-6, 2.0 * radius, 1.0), 1e-15);
    wall.contact.dashpot = NAN;
    struct gravel_error error;
    assert_int_equal(gravel_material_check(&m, &wall.contact, "walls.floor.contact", &error), GRAVEL_INPUT);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plane_that_vibrates_along_itself_drags_and_stays_in_place),
        cmocka_unit_test(direction_along_the_axis_is_the_default),
        cmocka_unit_test(other_shapes_vibrate_along_their_axis_only),
        cmocka_unit_test(scaled_dashpot_multiplies_the_pairs),
    };
    return cmocka_run_group_tests_name("wall_vibration", tests, NULL, NULL);
}
