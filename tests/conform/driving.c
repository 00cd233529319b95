/* Conformance of what drives a system beside walls: every engine of the registry either runs it as the closed forms
 * say or refuses it by name. */
#include "engines/core/thermostat.h"
#include "engines/start.h"
#include "tests/cmocka.h"
#include "tests/conform/world.h"

#include <stdlib.h>
#include <string.h>

enum { BODIES = 8 };

/* An engine without the capability says so. */
static void
refuses_by_name(unsigned capability, const char *name, void (*drive)(struct gravel_system *system))
{
    int refused = 0;
    for (size_t k = 0; gravel_engines[k] != NULL; k++) {
        if (gravel_engines[k]->capabilities & capability)
            continue;
        struct gravel_system system;
        struct gravel_error error = {0};
        void *engine = NULL;
        world_cloud(&system, 1, 2, 1.0, 1e-4);
        drive(&system);
        assert_true(gravel_system_needs(&system) & capability);
        assert_int_equal(
            gravel_engine_start(&engine, gravel_engines[k], &system, (const char *const[]){NULL}, NULL, &error),
            GRAVEL_UNSUPPORTED);
        assert_non_null(strstr(error.text, name));
        gravel_system_free(&system);
        refused++;
    }
    assert_true(refused >= 1);
}

/* --- thermostat --- */

static const struct gravel_thermostat warm = {.strength = 20.0, .interval = 0.0021, .seed = 77};

static void
heat(struct gravel_system *system)
{
    system->thermostat = warm;
}

/* Bodies too far apart to collide: velocities are sums of the stream's kicks, paths are their integrals. */
static void
kicks_are_those_of_the_stream(const struct gravel_engine_ops *ops, int dimension)
{
    const int n_kicks = 5;
    struct gravel_system system;
    struct gravel_kicks kicks;
    struct gravel_error error;
    struct run run;
    world_cloud(&system, dimension, BODIES, 1.0, 1e-4);
    for (size_t i = 0; i < BODIES; i++)
        system.particles[i].radius *= 1e-3;
    heat(&system);
    ok(gravel_kicks_create(&kicks, &system, &error), &error);
    run_start(&run, ops, &system);
    struct vec3 x[BODIES], v[BODIES];
    for (size_t i = 0; i < BODIES; i++) {
        x[i] = v3_axpy(system.particles[i].x, warm.interval, system.particles[i].v);
        v[i] = system.particles[i].v;
    }
    for (int k = 1; k <= n_kicks; k++) {
        ok(gravel_kicks_draw(&kicks, &warm, dimension, BODIES, &error), &error);
        for (size_t i = 0; i < BODIES; i++) {
            v[i] = v3_add(v[i], kicks.velocity[i]);
            x[i] = v3_axpy(x[i], (k < n_kicks ? 1.0 : 0.5) * warm.interval, v[i]);
        }
    }
    run_advance(&run, (n_kicks + 0.3) * warm.interval); /* states on the way make no difference */
    run_advance(&run, (n_kicks + 0.5) * warm.interval);
    double dx = 0.0, dv = 0.0;
    for (size_t i = 0; i < BODIES; i++) {
        dx = fmax(dx, v3_norm(v3_sub(run.now[i].x, x[i])));
        dv = fmax(dv, v3_norm(v3_sub(run.now[i].v, v[i])));
    }
    assert_at_most(ops->name, "velocity after five kicks [m/s]", dv, 1e-14);
    assert_at_most(ops->name, "path with five kicks [m]", dx, 1e-14);
    run_stop(&run);
    gravel_kicks_free(&kicks);
    gravel_system_free(&system);
}

/* With collisions: the momentum stays, and the work of the kicks closes the ledger. */
static void
kicks_enter_the_work(const struct gravel_engine_ops *ops, int dimension)
{
    struct gravel_system system;
    struct run run;
    struct gravel_energy first, last;
    struct gravel_counters counters = {0};
    world_cloud(&system, dimension, BODIES, 0.8, 1e-4);
    heat(&system);
    run_start(&run, ops, &system);
    const struct vec3 p = momentum(run.now, BODIES);
    ops->energy(run.engine, &first);
    run_advance(&run, 0.1);
    ops->energy(run.engine, &last);
    ops->counters(run.engine, &counters);
    assert_true(counters.pair_collisions >= 4);
    assert_true(last.work > 0.1 * first.kinetic);
    assert_at_most(ops->name, "momentum drift / (m v)", v3_norm(v3_sub(momentum(run.now, BODIES), p)) / 8e-3, 1e-12);
    assert_at_most(ops->name, "energy ledger drift with kicks",
                   fabs(gravel_energy_ledger(&last) - gravel_energy_ledger(&first)) / (first.kinetic + last.work),
                   ops->kind == GRAVEL_ED ? 1e-12 : 2e-3);
    run_stop(&run);
    gravel_system_free(&system);
}

static void
every_engine_gives_the_kicks_of_the_stream(void **state)
{
    (void)state;
    for_every_engine_with(GRAVEL_CAP_THERMOSTAT, 6, kicks_are_those_of_the_stream);
}

static void
every_engine_counts_kicks_as_work(void **state)
{
    (void)state;
    for_every_engine_with(GRAVEL_CAP_THERMOSTAT, 6, kicks_enter_the_work);
}

static void
other_engines_refuse_a_thermostat(void **state)
{
    (void)state;
    refuses_by_name(GRAVEL_CAP_THERMOSTAT, "thermostat", heat);
}

/* Variance strength * interval an axis, no total momentum, and the same numbers whenever they are drawn. */
static void
kicks_have_their_variance_and_no_momentum(void **state)
{
    (void)state;
    enum { N = 20000 };
    struct gravel_error error;
    struct gravel_system system = {.dimension = 3, .thermostat = warm};
    struct gravel_kicks kicks;
    ok(gravel_system_resize(&system, N, &error), &error);
    for (size_t i = 0; i < N; i++)
        system.particles[i].mass = 1.0 + (double)(i % 3);
    system.particles[7].attached = GRAVEL_ABSORBED;
    ok(gravel_kicks_create(&kicks, &system, &error), &error);
    assert_true(kicks.next == warm.interval);
    ok(gravel_kicks_draw(&kicks, &warm, 3, N, &error), &error);
    assert_true(kicks.next == 2.0 * warm.interval && kicks.n_done == 1);
    struct vec3 sum = v3(0, 0, 0);
    double square[3] = {0};
    for (size_t i = 0; i < N; i++) {
        sum = v3_axpy(sum, kicks.mass[i], kicks.velocity[i]);
        for (int d = 0; d < 3; d++)
            square[d] += v3_component(kicks.velocity[i], d) * v3_component(kicks.velocity[i], d);
    }
    assert_true(v3_norm2(kicks.velocity[7]) == 0.0);
    assert_at_most("kicks", "momentum", v3_norm(sum), 1e-10);
    for (int d = 0; d < 3; d++) /* the relative error of a variance is sqrt(2/N) = 1 % */
        assert_at_most("kicks", "variance / (strength interval) - 1",
                       fabs(square[d] / N / (warm.strength * warm.interval) - 1.0), 0.04);
    gravel_kicks_free(&kicks);
    gravel_system_free(&system);
}

/* --- a plane under a force --- */

static const struct gravel_servo press = {.mass = 0.05, .force = 0.4, .damping = 2.0};

/* A lid that looks downwards over the floor: the force presses it down. */
static void
put_lid(struct gravel_system *system)
{
    world_floor(system, -0.02, 0.0);
    system->gravity = v3(0, 0, 0);
    system->walls = realloc(system->walls, 2 * sizeof *system->walls);
    assert_non_null(system->walls);
    system->walls[1] = system->walls[0];
    system->walls[1].origin = v3(0, 0, 0.03);
    system->walls[1].axis = v3(0, 0, -1);
    system->walls[1].servo = press;
    system->n_walls = 2;
}

/* One body between floor and lid: both contacts are compressed by F/k. */
static void
lid_presses_a_body(const struct gravel_engine_ops *ops, int dimension)
{
    struct gravel_system system;
    struct run run;
    struct gravel_energy energy;
    world_cloud(&system, dimension, 1, 0.5, 1e-3);
    put_lid(&system);
    struct gravel_particle *p = &system.particles[0];
    p->v = v3(0, 0, 0);
    const double k = gravel_material_force(&system.material, &system.walls[0].contact, p->mass, 2.0 * p->radius, 1.0).k;
    run_start(&run, ops, &system);
    run_advance(&run, 2.0);
    ops->energy(run.engine, &energy);
    assert_at_most(ops->name, "place of a pressed body [F/k]",
                   fabs(run.now[0].x.z - (-0.02 + p->radius - press.force / k)) / (press.force / k), 1e-6);
    assert_at_most(ops->name, "elastic energy of both contacts [F^2/k]",
                   fabs(energy.elastic * k / (press.force * press.force) - 1.0), 1e-6);
    assert_at_most(ops->name, "energy ledger under the lid", fabs(gravel_energy_ledger(&energy)) / energy.work, 5e-3);
    run_stop(&run);
    gravel_system_free(&system);
}

static void
every_engine_presses_with_the_force(void **state)
{
    (void)state;
    for_every_engine_with(GRAVEL_CAP_SERVO, 3, lid_presses_a_body);
}

static void
other_engines_refuse_a_servo(void **state)
{
    (void)state;
    refuses_by_name(GRAVEL_CAP_SERVO, "servo", put_lid);
}

static void
carry(struct gravel_system *system)
{
    world_floor(system, -0.02, 0.0);
    system->walls[0].touch = GRAVEL_CARRY;
    system->particles[0].attached = 0;
}

static void
other_engines_refuse_prescribed_paths(void **state)
{
    (void)state;
    refuses_by_name(GRAVEL_CAP_CARRIERS, "prescribed paths", carry);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kicks_have_their_variance_and_no_momentum),
        cmocka_unit_test(every_engine_gives_the_kicks_of_the_stream),
        cmocka_unit_test(every_engine_counts_kicks_as_work),
        cmocka_unit_test(other_engines_refuse_a_thermostat),
        cmocka_unit_test(every_engine_presses_with_the_force),
        cmocka_unit_test(other_engines_refuse_a_servo),
        cmocka_unit_test(other_engines_refuse_prescribed_paths),
    };
    return cmocka_run_group_tests_name("driving", tests, NULL, NULL);
}
