/* Conformance of sheared boxes: every engine of the registry that has them runs them as the closed forms say. */
#include "engines/start.h"
#include "tests/cmocka.h"
#include "tests/conform/world.h"

static const double length = 0.2, rate = 15.0; /* of the box [m], of the shear [1/s] */

static void
shear(struct gravel_system *system)
{
    system->box.periodic[0] = system->box.periodic[2] = true;
    system->box.periodic[1] = system->dimension == 3;
    system->box.high = v3(length, length, length);
    system->box.shear_rate = rate;
}

/* Two equal elastic spheres below and above the z face, head on with the image: they exchange their velocities, less
 * those of the image. */
static void
spheres_collide_across_the_face(const struct gravel_engine_ops *ops, int dimension)
{
    if (dimension == 1)
        return;
    const double radius = 0.01, jump = rate * length;
    const struct vec3 low = v3(0.05, 0, 0.02), above = v3(0.07, 0, length + 0.02), high = v3(0.03, 0, length - 0.03);
    const struct vec3 towards = v3_unit(v3_sub(above, high)), v_high = v3(0.3, 0, 0.1);
    /* The image moves towards the upper sphere with 1 m/s: the gap closes before it has moved far. */
    const struct vec3 v_above = v3_axpy(v_high, -1.0, towards);
    struct gravel_system system;
    struct run run;
    world_cloud(&system, dimension, 2, 1.0, 1e-5);
    shear(&system);
    for (size_t i = 0; i < 2; i++) {
        system.particles[i].radius = radius;
        system.particles[i].mass = 1e-3;
        system.particles[i].inertia = gravel_inertia(dimension, 1e-3, radius);
    }
    system.particles[0].x = v3(above.x, 0, low.z);
    system.particles[0].v = v3(v_above.x - jump, 0, v_above.z);
    system.particles[1].x = high;
    system.particles[1].v = v_high;
    run_start(&run, ops, &system);
    run_advance(&run, 0.05);
    struct gravel_counters counters = {0};
    ops->counters(run.engine, &counters);
    assert_int_equal(counters.pair_collisions, 1);
    /* Images of the present positions: velocities relative to the flow do not depend on the image. */
    const struct vec3 x[2] = {v3(0, 0, length + low.z), high}, v[2] = {v_high, v_above};
    double worst = 0.0;
    for (size_t i = 0; i < 2; i++) {
        const double t_c = v3_norm(v3_sub(above, high)) - 2.0 * radius;
        const double z = x[i].z + t_c * (i == 0 ? v_above.z : v_high.z) + (0.05 - t_c) * v[i].z;
        const struct vec3 c = v3_sub(v[i], v3(rate * z, 0, 0));
        const struct vec3 seen = v3_sub(run.now[i].v, v3(rate * run.now[i].x.z, 0, 0));
        worst = fmax(worst, v3_norm(v3_sub(seen, c)));
    }
    assert_at_most(ops->name, "velocity after a collision across the face", worst,
                   ops->kind == GRAVEL_ED ? 1e-13 : 1e-4);
    run_stop(&run);
    gravel_system_free(&system);
}

/* A free particle leaves through the upper face: z falls by L, x by rate L t, v_x by rate L. */
static void
free_particle_comes_back(const struct gravel_engine_ops *ops, int dimension)
{
    if (dimension == 1)
        return;
    struct gravel_system system;
    struct run run;
    world_cloud(&system, dimension, 2, 1.0, 1e-4);
    shear(&system);
    system.particles[0].x = v3(0.03, 0, 0.15);
    system.particles[0].v = v3(0.1, 0, 1.0);
    system.particles[1].x = v3(0.15, 0, 0.1);
    system.particles[1].v = v3(0, 0, 0);
    run_start(&run, ops, &system);
    run_advance(&run, 0.1);
    double x = 0.03 + 0.1 * 0.1 - rate * length * 0.1;
    x -= length * floor(x / length);
    /* Soft spheres sum positions over thousands of steps. */
    assert_at_most(ops->name, "place of a free particle behind the face [m]",
                   hypot(run.now[0].x.x - x, run.now[0].x.z - 0.05), 1e-12);
    assert_at_most(ops->name, "its velocity [m/s]", hypot(run.now[0].v.x - (0.1 - rate * length), run.now[0].v.z - 1.0),
                   1e-14);
    run_stop(&run);
    gravel_system_free(&system);
}

enum { GAS = 100 };

/* A gas that is large enough for lists and cells. */
static void
sheared_gas(struct gravel_system *system, int dimension, double e)
{
    world_cloud(system, dimension, GAS, e, 1e-4);
    shear(system);
    const double side = dimension == 2 ? 10.0 : 5.0, cell = length / side;
    for (size_t i = 0; i < GAS; i++) {
        struct gravel_particle *p = &system->particles[i];
        const double k = (double)i, a = fmod(k, side), b = fmod(floor(k / side), side), c = floor(k / side / side);
        p->radius *= dimension == 2 ? 0.8 : 1.5;
        p->x = dimension == 2 ? v3((a + 0.5) * cell, 0, (b + 0.5) * cell)
                              : v3((a + 0.5) * cell, (b + 0.5) * cell, (c + 0.5) * cell);
        p->v.x += rate * p->x.z;
    }
}

static struct vec3
relative_momentum(const struct gravel_particle *p)
{
    struct vec3 sum = momentum(p, GAS);
    for (size_t i = 0; i < GAS; i++)
        sum.x -= p[i].mass * rate * p[i].x.z;
    return sum;
}

/* Work of the images closes the ledger; P_x relative to the flow changes by -rate P_z t, the rest stays. */
static void
sheared_gas_keeps_its_ledger(const struct gravel_engine_ops *ops, int dimension)
{
    if (dimension == 1)
        return;
    const double t = 0.5;
    struct gravel_system system;
    struct run run;
    struct gravel_energy first, last;
    struct gravel_error error = {0};
    sheared_gas(&system, dimension, 0.8);
    run_start(&run, ops, &system);
    struct vec3 p = relative_momentum(run.now);
    ops->energy(run.engine, &first);
    for (int k = 1; k <= 10; k++) {
        run_advance(&run, 0.1 * k * t);
        ok(ops->self_check(run.engine, &error), &error);
    }
    ops->energy(run.engine, &last);
    p.x -= rate * p.z * t;
    struct gravel_counters counters = {0};
    ops->counters(run.engine, &counters);
    assert_true(counters.pair_collisions > 2 * GAS);
    assert_at_most(ops->name, "momentum relative to the flow / (m v)",
                   v3_norm(v3_sub(relative_momentum(run.now), p)) / 0.1, 1e-11);
    assert_true(fabs(last.work) > 0.01 * first.kinetic);
    assert_at_most(ops->name, "energy ledger drift in a sheared box",
                   fabs(gravel_energy_ledger(&last) - gravel_energy_ledger(&first)) / first.kinetic,
                   ops->kind == GRAVEL_ED ? 1e-11 : 5e-3);
    run_stop(&run);
    gravel_system_free(&system);
}

/* Particles at rest: only the image that moves brings the lowest and the highest, which stand 0.18 m apart, together.
 */
static void
image_meets_particles_at_rest(const struct gravel_engine_ops *ops, int dimension)
{
    if (dimension != 2)
        return;
    struct gravel_system system;
    struct run run;
    struct gravel_error error = {0};
    sheared_gas(&system, dimension, 1.0);
    for (size_t i = 0; i < GAS; i++)
        system.particles[i].v = v3(0, 0, 0);
    system.particles[0].x.z = 0.0065;
    system.particles[GAS - 1].x.z = length - 0.0065;
    run_start(&run, ops, &system);
    run_advance(&run, 0.07);
    ok(ops->self_check(run.engine, &error), &error);
    struct gravel_counters counters = {0};
    ops->counters(run.engine, &counters);
    assert_true(counters.pair_collisions >= 1);
    run_stop(&run);
    gravel_system_free(&system);
}

/* A rate that is too small to move anything: the run of a box at rest, while no two roundings differ. */
static void
no_shear_is_a_box_at_rest(const struct gravel_engine_ops *ops, int dimension)
{
    if (dimension == 1)
        return;
    struct gravel_system system;
    struct run sheared, still;
    sheared_gas(&system, dimension, 0.8);
    system.box.shear_rate = 1e-200;
    run_start(&sheared, ops, &system);
    system.box.shear_rate = 0.0;
    run_start(&still, ops, &system);
    run_advance(&sheared, 0.02);
    run_advance(&still, 0.02);
    struct gravel_counters counters = {0};
    ops->counters(sheared.engine, &counters);
    assert_true(counters.pair_collisions > GAS / 4);
    assert_at_most(ops->name, "sheared at the rate 0: distance [m]", largest_distance(sheared.now, still.now, GAS),
                   1e-9);
    run_stop(&sheared);
    run_stop(&still);
    gravel_system_free(&system);
}

static void
every_engine_collides_across_a_sheared_face(void **state)
{
    (void)state;
    for_every_engine_with(GRAVEL_CAP_SHEAR, 3, spheres_collide_across_the_face);
}

static void
every_engine_brings_particles_back_sheared(void **state)
{
    (void)state;
    for_every_engine_with(GRAVEL_CAP_SHEAR, 3, free_particle_comes_back);
}

static void
every_engine_keeps_the_ledger_of_shear(void **state)
{
    (void)state;
    for_every_engine_with(GRAVEL_CAP_SHEAR, 3, sheared_gas_keeps_its_ledger);
}

static void
every_engine_meets_the_moving_image(void **state)
{
    (void)state;
    for_every_engine_with(GRAVEL_CAP_SHEAR, 3, image_meets_particles_at_rest);
}

static void
every_engine_is_at_rest_without_shear(void **state)
{
    (void)state;
    for_every_engine_with(GRAVEL_CAP_SHEAR, 3, no_shear_is_a_box_at_rest);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_engine_collides_across_a_sheared_face),
        cmocka_unit_test(every_engine_brings_particles_back_sheared),
        cmocka_unit_test(every_engine_keeps_the_ledger_of_shear),
        cmocka_unit_test(every_engine_meets_the_moving_image),
        cmocka_unit_test(every_engine_is_at_rest_without_shear),
    };
    return cmocka_run_group_tests_name("shear", tests, NULL, NULL);
}
