/* Cells, also wide ones, against neighbour lists, under gravity, among walls of every motion and without either: the
 * same paths until chaos has magnified the rounding, and long after that nobody has passed a wall or lost energy. */
#include "tests/unit/ed_helper.h"

#include <math.h>

enum { SIDE = 7, N = SIDE * SIDE * SIDE, WALLS = 7 };
enum { WIDE = 2, WAYS }; /* lists, cells; wide cells; all */
static const double SPACING = 1.3;

static struct gravel_wall *
add_wall(struct gravel_system *system, enum gravel_shape shape, struct vec3 origin, struct vec3 axis)
{
    system->walls[system->n_walls] = wall_of(shape, origin, axis);
    return &system->walls[system->n_walls++];
}

/* Elastic spheres of radius 0.3 to 0.5 on a cubic lattice, which fills the periodic box; no walls yet. */
static struct gravel_system
gas(double speed)
{
    const double length = SIDE * SPACING;
    struct gravel_system system = system_of(3, N, WALLS);
    gsl_rng *rng = gravel_rng_create(5, "cells", 0);
    system.n_walls = 0;
    system.box = (struct gravel_box){.high = v3(length, length, length), .periodic = {true, true, true}};
    for (int i = 0; i < N; i++) {
        struct gravel_particle *p = &system.particles[i];
        p->x = v3_scale(SPACING, v3(0.5 + i % SIDE, 0.5 + i / SIDE % SIDE, 0.5 + i / (SIDE * SIDE)));
        p->v = v3_scale(speed, random_vector(rng));
        p->radius = 0.3 + 0.2 * gsl_rng_uniform(rng);
        p->mass = p->inertia = 1.0;
    }
    gsl_rng_free(rng);
    return system;
}

/* Planes at the ends of axis d instead of the period; their normals point inwards. */
static struct gravel_wall *
close_axis(struct gravel_system *system, int d)
{
    const double length = SIDE * SPACING;
    const struct vec3 axis = v3(d == 0, d == 1, d == 2);
    system->box.periodic[d] = false;
    add_wall(system, GRAVEL_PLANE, v3_scale(length, axis), v3_scale(-1.0, axis));
    return add_wall(system, GRAVEL_PLANE, v3(0, 0, 0), axis);
}

/* Nobody overlaps a wall or is behind a plane. */
static void
check_walls(const struct gravel_system *system, const void *engine, double t)
{
    struct gravel_particle p[N];
    gravel_ed.snapshot(engine, p);
    for (size_t w = 0; w < system->n_walls; w++)
        for (int i = 0; i < N; i++) {
            const struct gravel_wall *wall = &system->walls[w];
            const struct gravel_nearest nearest = gravel_wall_nearest(wall, t, p[i].x);
            if (nearest.distance < p[i].radius * (1.0 - 1e-9) ||
                (wall->shape == GRAVEL_PLANE && v3_dot(nearest.normal, wall->axis) < 0.0))
                fail_msg("t = %g: particle %d, of radius %g, is %g from wall %zu", t, i, p[i].radius, nearest.distance,
                         w);
        }
}

/* The paths of the first `n_ways` are the same until `t`; then on to `t_long`. */
static void
compare(struct gravel_system *system, int n_ways, double t, double t_long)
{
    static struct gravel_particle out[WAYS][N];
    struct gravel_counters counters[WAYS];
    static const struct {
        const char *key, *value;
    } ways[WAYS] = {{"neighbours", "lists"}, {"neighbours", "cells"}, {"cell_edge", "1.7"}};
    for (int k = 0; k < n_ways; k++) {
        void *engine = engine_of(system, ways[k].key, ways[k].value, NULL);
        const double before = ledger(engine);
        advance(engine, t);
        gravel_ed.snapshot(engine, out[k]);
        gravel_ed.counters(engine, &counters[k]);
        for (int part = 0; part <= 20; part++) {
            const double now = t + (t_long - t) * part / 20.0;
            advance(engine, now);
            check_walls(system, engine, now);
        }
        struct gravel_energy energy;
        struct gravel_counters last;
        gravel_ed.energy(engine, &energy);
        gravel_ed.counters(engine, &last);
        near_value(ledger(engine), before, 1e-11 * (fabs(before) + energy.kinetic + fabs(energy.work)));
        assert_true(last.max_overlap < 1e-9 && last.backward == 0.0);
        gravel_ed.destroy(engine);
    }
    assert_true(counters[0].pair_collisions > 30);
    assert_true(system->n_walls == 0 || counters[0].wall_collisions > 10);
    assert_true(n_ways <= WIDE || counters[WIDE].rebuilds < counters[1].rebuilds);
    for (int k = 1; k < n_ways; k++) {
        assert_int_equal(counters[0].pair_collisions, counters[k].pair_collisions);
        assert_int_equal(counters[0].wall_collisions, counters[k].wall_collisions);
        double apart = 0.0;
        for (int i = 0; i < N; i++)
            apart = fmax(apart, v3_norm(v3_sub(out[0][i].x, out[k][i].x)));
        near_value(apart, 0.0, 1e-7);
    }
    gravel_system_free(system);
}

static void
gas_is_the_same(void **state)
{
    (void)state;
    struct gravel_system system = gas(1.0);
    compare(&system, WAYS, 4.0, 300.0);
}

/* Cells are as wide as the spacing asks for. */
static void
dilute_gas_is_the_same(void **state)
{
    (void)state;
    struct gravel_system system = gas(1.0);
    for (int i = 0; i < N; i++)
        system.particles[i].radius *= 0.4;
    compare(&system, WIDE, 4.0, 300.0);
}

/* Along no axis: particles turn back on every axis. */
static void
gas_that_falls_for_ever_is_the_same(void **state)
{
    (void)state;
    struct gravel_system system = gas(1.0);
    system.gravity = v3(0.2, -0.1, -0.3);
    compare(&system, WAYS, 4.0, 40.0);
}

static void
gas_on_a_vibrated_floor_is_the_same(void **state)
{
    (void)state;
    struct gravel_system system = gas(1.0);
    close_axis(&system, 2)->motion = (struct gravel_motion){.amplitude = 0.1, .angular_frequency = 30.0};
    system.gravity = v3(0, 0, -0.5);
    compare(&system, WIDE, 2.5, 40.0); /* the floor heats the gas: the later, the more collisions */
}

/* No lid: they go many times as high as the cells, which repeat. */
static void
atmosphere_without_a_lid_is_the_same(void **state)
{
    (void)state;
    struct gravel_system system = gas(4.0);
    close_axis(&system, 2);
    system.walls[0] = system.walls[1];
    system.n_walls = 1;
    system.gravity = v3(0, 0, -0.1);
    compare(&system, WAYS, 1.0, 200.0);
}

/* A closed box with obstacles, the lid of which comes down. */
static void
gas_among_obstacles_is_the_same(void **state)
{
    (void)state;
    struct gravel_system system = gas(1.0);
    const double middle = 0.5 * SIDE * SPACING - 0.5 * SPACING;
    for (int d = 0; d < 3; d++)
        close_axis(&system, d);
    system.walls[4].motion.velocity = v3(0, 0, -0.2);
    add_wall(&system, GRAVEL_DISK, v3(middle, middle, middle), v3_unit(v3(0.01, 0.02, 1)))->radius = 2.0;
    system.gravity = v3(0, 0.3, 0);
    compare(&system, WIDE, 3.0, 20.0);
}

/* The plate vibrates many times before the first of them, which is near it, comes within its reach. */
static void
slow_ones_wait_for_the_plate_as_in_lists(void **state)
{
    (void)state;
    struct gravel_system system = gas(0.03);
    close_axis(&system, 2)->motion = (struct gravel_motion){.amplitude = 0.05, .angular_frequency = 100.0};
    compare(&system, WIDE, 20.0, 60.0);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gas_is_the_same),
        cmocka_unit_test(dilute_gas_is_the_same),
        cmocka_unit_test(gas_that_falls_for_ever_is_the_same),
        cmocka_unit_test(gas_on_a_vibrated_floor_is_the_same),
        cmocka_unit_test(atmosphere_without_a_lid_is_the_same),
        cmocka_unit_test(gas_among_obstacles_is_the_same),
        cmocka_unit_test(slow_ones_wait_for_the_plate_as_in_lists),
    };
    return cmocka_run_group_tests_name("ed cells", tests, NULL, NULL);
}
