/* Conformance: every engine of the registry, in every dimension it claims, against the laws of mechanics.
 * An engine that is added to the registry is tested here without a change to this file. */
#include "tests/cmocka.h"
#include "tests/conform/world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double contact_time = 1.0e-4;
enum { BODIES = 8 };

/* Limits differ by method: hard spheres are exact to rounding, soft spheres to their integrator. */
static double
by_method(const struct gravel_engine_ops *ops, double ed, double md)
{
    return ops->kind == GRAVEL_ED ? ed : md;
}

typedef void property(const struct gravel_engine_ops *ops, int dimension);

static void
for_every_engine(property *holds)
{
    int tried = 0;
    for (size_t k = 0; gravel_engines[k] != NULL; k++)
        for (int dimension = 1; dimension <= 3; dimension++)
            if (gravel_engines[k]->capabilities & (GRAVEL_CAP_1D << (dimension - 1))) {
                holds(gravel_engines[k], dimension);
                tried++;
            }
    assert_true(tried >= 5); /* md in three dimensions, ed in two, ed-column in one */
}

/* Energy, momentum and angular momentum of a cloud without walls.  A soft-sphere state between two steps may be an
 * extrapolation, x + v h + a h^2/2 and v + a h: with a live contact its angular momentum is off by (v x a) h^2/2. */
static void
check_conservation(const struct gravel_engine_ops *ops, int dimension, double e)
{
    struct gravel_system system;
    struct run run;
    struct gravel_energy first, last;
    world_cloud(&system, dimension, BODIES, e, contact_time);
    run_start(&run, ops, &system);
    const struct vec3 p = momentum(run.now, BODIES), l = angular_momentum(run.now, BODIES);
    ops->energy(run.engine, &first);
    run_advance(&run, 0.1);
    ops->energy(run.engine, &last);
    const double scale_p = 8e-3, scale_l = 8e-3 * 0.1;
    assert_at_most(ops->name, "momentum drift / (m v)", v3_norm(v3_sub(momentum(run.now, BODIES), p)) / scale_p, 1e-12);
    assert_at_most(ops->name, "angular momentum drift / (m v r)",
                   v3_norm(v3_sub(angular_momentum(run.now, BODIES), l)) / scale_l, by_method(ops, 1e-12, 1e-6));
    assert_at_most(ops->name, e == 1.0 ? "energy drift, elastic" : "energy ledger drift, dissipative",
                   fabs(gravel_energy_ledger(&last) - gravel_energy_ledger(&first)) / first.kinetic,
                   by_method(ops, e == 1.0 ? 1e-12 : 1e-9, 2e-3));
    struct gravel_counters counters = {0};
    ops->counters(run.engine, &counters);
    assert_true(counters.pair_collisions >= BODIES / 2);
    if (e < 1.0)
        assert_true(last.dissipated > 0.01 * first.kinetic);
    run_stop(&run);
    gravel_system_free(&system);
}

static void
conserves_elastic(const struct gravel_engine_ops *ops, int dimension)
{
    check_conservation(ops, dimension, 1.0);
}

static void
conserves_dissipative(const struct gravel_engine_ops *ops, int dimension)
{
    check_conservation(ops, dimension, 0.8);
}

static void
conserves_with_spin(const struct gravel_engine_ops *ops, int dimension)
{
    if (!(ops->capabilities & GRAVEL_CAP_ROTATION) || dimension == 1)
        return;
    struct gravel_system system;
    struct run run;
    struct gravel_energy first, last;
    world_cloud(&system, dimension, BODIES, 0.9, contact_time);
    system.material.rotation = true;
    system.material.tangential_restitution = 0.5;
    run_start(&run, ops, &system);
    const struct vec3 l = angular_momentum(run.now, BODIES);
    ops->energy(run.engine, &first);
    run_advance(&run, 0.1);
    ops->energy(run.engine, &last);
    assert_true(last.rotational > 0.0);
    assert_at_most(ops->name, "angular momentum drift with spin / (m v r)",
                   v3_norm(v3_sub(angular_momentum(run.now, BODIES), l)) / (8e-3 * 0.1), by_method(ops, 1e-12, 1e-6));
    assert_at_most(ops->name, "energy ledger drift with spin",
                   fabs(gravel_energy_ledger(&last) - gravel_energy_ledger(&first)) / first.kinetic,
                   by_method(ops, 1e-9, 5e-3));
    run_stop(&run);
    gravel_system_free(&system);
}

/* The same run in a frame that moves: positions differ by V t. */
static void
is_galilean(const struct gravel_engine_ops *ops, int dimension)
{
    const struct vec3 frame = v3(dimension > 1 ? 0.7 : 0.0, dimension > 2 ? -0.4 : 0.0, 1.1);
    const double t = 0.03;
    struct gravel_system system;
    struct run rest, moving;
    world_cloud(&system, dimension, BODIES, 0.9, contact_time);
    run_start(&rest, ops, &system);
    for (size_t k = 0; k < BODIES; k++)
        system.particles[k].v = v3_add(system.particles[k].v, frame);
    run_start(&moving, ops, &system);
    run_advance(&rest, t);
    run_advance(&moving, t);
    for (size_t k = 0; k < BODIES; k++)
        moving.now[k].x = v3_axpy(moving.now[k].x, -t, frame);
    assert_at_most(ops->name, "Galilean shift: distance [m]", largest_distance(rest.now, moving.now, BODIES),
                   by_method(ops, 1e-11, 1e-9));
    run_stop(&rest);
    run_stop(&moving);
    gravel_system_free(&system);
}

/* Another order of the particles; on a line, where the order is the physics, the mirror image. */
static void
ignores_labels(const struct gravel_engine_ops *ops, int dimension)
{
    struct gravel_system system;
    struct run a, b;
    world_cloud(&system, dimension, BODIES, 0.9, contact_time);
    run_start(&a, ops, &system);
    for (size_t i = 0, j = BODIES - 1; i < j; i++, j--) {
        const struct gravel_particle p = system.particles[i];
        system.particles[i] = system.particles[j];
        system.particles[j] = p;
    }
    const double sign = dimension == 1 ? -1.0 : 1.0;
    for (size_t k = 0; k < BODIES; k++) {
        system.particles[k].x.z *= sign;
        system.particles[k].v.z *= sign;
    }
    run_start(&b, ops, &system);
    run_advance(&a, 0.03);
    run_advance(&b, 0.03);
    double largest = 0.0;
    for (size_t k = 0; k < BODIES; k++) {
        struct vec3 x = b.now[BODIES - 1 - k].x;
        x.z *= sign;
        largest = fmax(largest, v3_norm(v3_sub(a.now[k].x, x)));
    }
    assert_at_most(ops->name, "relabelled or mirrored: distance [m]", largest, by_method(ops, 1e-11, 1e-10));
    run_stop(&a);
    run_stop(&b);
    gravel_system_free(&system);
}

/* Elastic: run, turn the velocities round, run again: back at the start. */
static void
reverses_in_time(const struct gravel_engine_ops *ops, int dimension)
{
    const double t = 0.03;
    struct gravel_system system;
    struct run there, back;
    world_cloud(&system, dimension, BODIES, 1.0, contact_time);
    run_start(&there, ops, &system);
    run_advance(&there, t);
    struct gravel_system turned;
    struct gravel_error error;
    assert_int_equal(gravel_system_copy(&turned, &system, &error), GRAVEL_OK);
    for (size_t k = 0; k < BODIES; k++) {
        turned.particles[k] = there.now[k];
        turned.particles[k].v = v3_scale(-1.0, there.now[k].v);
    }
    run_start(&back, ops, &turned);
    run_advance(&back, t);
    assert_at_most(ops->name, "time reversal: distance to the start [m]",
                   largest_distance(back.now, system.particles, BODIES), by_method(ops, 1e-11, 2e-5));
    run_stop(&there);
    run_stop(&back);
    gravel_system_free(&turned);
    gravel_system_free(&system);
}

/* A body in free fall is exactly on its parabola at any asked time, however often it is asked. */
static void
ends_exactly(const struct gravel_engine_ops *ops, int dimension)
{
    const double g = 9.81, times[] = {1.3e-5, 0.00702385, 0.0071, 0.02385, 0.0238500001, 0.0411};
    struct gravel_system system;
    struct run run;
    world_cloud(&system, dimension, 1, 0.9, contact_time);
    world_floor(&system, -5.0, g);
    const struct gravel_particle p = system.particles[0];
    run_start(&run, ops, &system);
    double largest = 0.0;
    for (size_t k = 0; k < sizeof times / sizeof times[0]; k++) {
        const double t = times[k];
        run_advance(&run, t);
        const struct vec3 x = v3_axpy(v3_axpy(p.x, t, p.v), -0.5 * g * t * t, v3(0, 0, 1));
        largest = fmax(largest, v3_norm(v3_sub(run.now[0].x, x)));
    }
    assert_at_most(ops->name, "exact t_end in free fall: distance [m]", largest, 1e-13);
    run_stop(&run);
    gravel_system_free(&system);
}

/* Asking for states on the way must not change the physics. */
static void
ignores_sampling(const struct gravel_engine_ops *ops, int dimension)
{
    struct gravel_system system;
    struct run once, often;
    world_cloud(&system, dimension, BODIES, 0.9, contact_time);
    run_start(&once, ops, &system);
    run_start(&often, ops, &system);
    run_advance(&once, 0.03);
    for (int k = 1; k <= 97; k++)
        run_advance(&often, 0.03 * k / 97.0);
    assert_at_most(ops->name, "sampling 97 times or once: distance [m]", largest_distance(once.now, often.now, BODIES),
                   by_method(ops, 1e-11, 1e-6));
    run_stop(&once);
    run_stop(&often);
    gravel_system_free(&system);
}

static void
repeats_to_the_bit(const struct gravel_engine_ops *ops, int dimension)
{
    struct gravel_system system;
    struct run a, b;
    world_cloud(&system, dimension, BODIES, 0.95, contact_time);
    world_floor(&system, -0.02, 9.81);
    run_start(&a, ops, &system);
    run_start(&b, ops, &system);
    run_advance(&a, 0.1);
    run_advance(&b, 0.1);
    for (size_t k = 0; k < BODIES; k++) {
        assert_memory_equal(&a.now[k].x, &b.now[k].x, sizeof a.now[k].x);
        assert_memory_equal(&a.now[k].v, &b.now[k].v, sizeof a.now[k].v);
    }
    run_stop(&a);
    run_stop(&b);
    gravel_system_free(&system);
}

/* Soft spheres approach the hard ones linearly as the contact time goes to zero. */
static void
soft_meets_hard(const struct gravel_engine_ops *soft, const struct gravel_engine_ops *hard, int dimension)
{
    const double t = 0.02, times[] = {4e-5, 1e-5, 2.5e-6};
    double distance[3];
    for (size_t k = 0; k < 3; k++) {
        struct gravel_system system;
        struct run a, b;
        world_cloud(&system, dimension, BODIES, 0.9, times[k]);
        run_start(&a, soft, &system);
        run_start(&b, hard, &system);
        run_advance(&a, t);
        run_advance(&b, t);
        distance[k] = largest_distance(a.now, b.now, BODIES);
        run_stop(&a);
        run_stop(&b);
        gravel_system_free(&system);
    }
    char what[80];
    snprintf(what, sizeof what, "%dD distance to %s at t_c = 2.5 us [m]", dimension, hard->name);
    assert_at_most(soft->name, what, distance[2], 1e-4);
    snprintf(what, sizeof what, "%dD order in t_c towards %s: |order - 1|", dimension, hard->name);
    assert_at_most(soft->name, what, fabs(log(distance[0] / distance[2]) / log(16.0) - 1.0), 0.25);
}

static void
soft_spheres_become_hard_as_contact_time_vanishes(void **unused)
{
    (void)unused;
    int tried = 0;
    for (size_t s = 0; gravel_engines[s] != NULL; s++)
        for (size_t h = 0; gravel_engines[h] != NULL; h++)
            for (int dimension = 1; dimension <= 3; dimension++) {
                const unsigned both = gravel_engines[s]->capabilities & gravel_engines[h]->capabilities;
                if (gravel_engines[s]->kind == GRAVEL_MD && gravel_engines[h]->kind == GRAVEL_ED &&
                    (both & (GRAVEL_CAP_1D << (dimension - 1)))) {
                    soft_meets_hard(gravel_engines[s], gravel_engines[h], dimension);
                    tried++;
                }
            }
    assert_true(tried >= 3);
}

/* Every engine refuses what it cannot do, instead of doing something else. */
static void
every_engine_declares_itself(void **unused)
{
    (void)unused;
    for (size_t k = 0; gravel_engines[k] != NULL; k++) {
        const struct gravel_engine_ops *ops = gravel_engines[k];
        assert_ptr_equal(gravel_engine_find(ops->name), ops);
        assert_true(strlen(ops->method) > 10 && strlen(ops->reference) > 1 && strlen(ops->label) > 0);
        assert_non_null(ops->options);
        assert_true(ops->create && ops->advance && ops->snapshot && ops->energy && ops->counters && ops->destroy &&
                    ops->archive);
        for (const struct gravel_key *key = ops->options; key->name != NULL; key++) {
            assert_non_null(key->help);
            assert_true(key->fallback != NULL || (key->flags & (GRAVEL_REQUIRED | GRAVEL_OPTIONAL)));
        }
    }
    assert_null(gravel_engine_find("no-such-engine"));
}

#define EVERY_ENGINE(name)                         \
    static void every_engine_##name(void **unused) \
    {                                              \
        (void)unused;                              \
        for_every_engine(name);                    \
    }
EVERY_ENGINE(conserves_elastic)
EVERY_ENGINE(conserves_dissipative)
EVERY_ENGINE(conserves_with_spin)
EVERY_ENGINE(is_galilean)
EVERY_ENGINE(ignores_labels)
EVERY_ENGINE(reverses_in_time)
EVERY_ENGINE(ends_exactly)
EVERY_ENGINE(ignores_sampling)
EVERY_ENGINE(repeats_to_the_bit)

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_engine_declares_itself),
        cmocka_unit_test(every_engine_conserves_elastic),
        cmocka_unit_test(every_engine_conserves_dissipative),
        cmocka_unit_test(every_engine_conserves_with_spin),
        cmocka_unit_test(every_engine_is_galilean),
        cmocka_unit_test(every_engine_ignores_labels),
        cmocka_unit_test(every_engine_reverses_in_time),
        cmocka_unit_test(every_engine_ends_exactly),
        cmocka_unit_test(every_engine_ignores_sampling),
        cmocka_unit_test(every_engine_repeats_to_the_bit),
        cmocka_unit_test(soft_spheres_become_hard_as_contact_time_vanishes),
    };
    return cmocka_run_group_tests_name("conform", tests, NULL, NULL);
}
