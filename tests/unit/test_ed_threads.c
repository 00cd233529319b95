/* Threads share the events of a gas: states, energies, counters and the sink's events are those of one thread to the
 * last bit, whether windows stand or are undone and repeated. */
#include "tests/sanitized.h"
#include "tests/unit/ed_helper.h"

#include <stdio.h>

enum { LENGTH = 86, SIDE = 8, N = LENGTH * SIDE * SIDE }; /* of the lattice; enough layers of cells for four slabs */
static const double SPACING = 1.3;

/* Everything that the engine tells, as one number; FNV-1a. */
struct story {
    uint64_t hash, n_handled;
    double last; /* time of the last event [s] */
};

static void
tell(struct story *story, const void *data, size_t size)
{
    const unsigned char *byte = data;
    for (size_t k = 0; k < size; k++)
        story->hash = (story->hash ^ byte[k]) * 1099511628211u;
}

static void
on_event(void *self, const struct gravel_event *event)
{
    struct story *story = self;
    assert_true(event->t >= story->last);
    story->last = event->t;
    tell(story, &event->t, sizeof event->t);
    tell(story, &event->i, sizeof event->i);
    tell(story, &event->j, sizeof event->j);
    tell(story, &event->impulse, sizeof event->impulse);
}

static void
on_push(void *self, const struct gravel_push *push)
{
    tell(self, &push->impulse, sizeof push->impulse);
    tell(self, &push->twist, sizeof push->twist);
}

static struct gravel_system
long_gas(uint64_t seed, double smallest)
{
    struct gravel_system system = system_of(3, N, 2);
    gsl_rng *rng = gravel_rng_create(seed, "threads", 0);
    system.n_walls = 0;
    system.box = (struct gravel_box){.high = v3(SIDE * SPACING, SIDE * SPACING, LENGTH * SPACING),
                                     .periodic = {true, true, true}};
    for (int i = 0; i < N; i++) {
        const struct vec3 x = v3(0.5 + i % SIDE, 0.5 + i / SIDE % SIDE, 0.5 + i / (SIDE * SIDE));
        system.particles[i] = bead(3, v3_scale(SPACING, x), random_vector(rng),
                                   0.5 * (smallest + (1.0 - smallest) * gsl_rng_uniform(rng)), 1.0);
    }
    gsl_rng_free(rng);
    return system;
}

/* In `stops` pieces, because windows end at each. */
static struct story
run(const struct gravel_system *system, const char *threads, double t, int stops, unsigned long long windows[2])
{
    static struct gravel_particle out[N];
    struct story story = {.hash = 14695981039346656037u};
    const struct gravel_sink sink = {.self = &story, .event = on_event, .push = on_push};
    struct gravel_error error = {0};
    struct gravel_energy energy;
    struct gravel_counters counters;
    void *engine = NULL;
    assert_int_equal(
        gravel_engine_start(&engine, &gravel_ed, system,
                            (const char *const[]){"neighbours", "cells", "tc", "1e-4", "threads", threads, NULL}, &sink,
                            &error),
        GRAVEL_OK);
    for (int k = 1; k <= stops; k++) {
        assert_int_equal(gravel_ed.advance(engine, t * k / stops, &error), GRAVEL_OK);
        gravel_ed.energy(engine, &energy);
        tell(&story, &energy, sizeof energy);
    }
    assert_int_equal(gravel_ed.self_check(engine, &error), GRAVEL_OK);
    gravel_ed.snapshot(engine, out);
    for (int i = 0; i < N; i++) {
        tell(&story, &out[i].x, sizeof out[i].x);
        tell(&story, &out[i].v, sizeof out[i].v);
        tell(&story, &out[i].omega, sizeof out[i].omega);
    }
    gravel_ed.counters(engine, &counters);
    tell(&story, &counters, sizeof counters);
    assert_true(counters.backward == 0.0);
    story.n_handled = counters.events;
    const char *note = gravel_ed.note(engine);
    if (strcmp(threads, "1") == 0) {
        assert_null(note);
    } else {
        int n;
        double mean, share;
        assert_int_equal(sscanf(note, "%d threads: %llu windows of %lf events, %lf of them at borders; %llu", &n,
                                &windows[0], &mean, &share, &windows[1]),
                         5);
        assert_int_equal(n, atoi(threads));
        assert_true(share > 0.0 && share < 1.0);
    }
    gravel_ed.destroy(engine);
    return story;
}

/* Returns how many windows were repeated. */
static unsigned long long
compare(struct gravel_system *system, double t, int stops, uint64_t least_events, int n_ways)
{
    static const char *const threads[] = {"2", "4", "3"};
    unsigned long long windows[2], repeated = 0;
    const struct story one = run(system, "1", t, stops, NULL);
    assert_true(one.n_handled > least_events);
    for (int k = 0; k < n_ways; k++) {
        const struct story shared = run(system, threads[k], t, stops, windows);
        assert_true(shared.hash == one.hash);
        assert_true(windows[0] > 2 * windows[1]);
        repeated += windows[1];
    }
    gravel_system_free(system);
    return repeated;
}

static void
test_gas(void **state)
{
    (void)state;
    struct gravel_system system = long_gas(9, 0.7);
    (void)compare(&system, 3.0, 3, N, 3);
}

/* So long that the epoch of times is advanced and progress is looked for. */
static void
test_long_run(void **state)
{
    (void)state;
    struct gravel_system system = long_gas(9, 1.0);
    (void)compare(&system, 60.0, 1, 64 * N + 100000, 1);
}

/* Rows of spheres at rest that all but touch lie across a border, and each is struck from one end. */
static void
add_rows(struct gravel_system *system)
{
    enum { FROM = -3, TO = 6 };
    for (int row = 0; row < SIDE * SIDE; row++) {
        const int x = row % SIDE, y = row / SIDE;
        for (int z = FROM; z <= TO && (x + y) % 2 == 0; z++) {
            struct gravel_particle *p = &system->particles[(z + LENGTH) % LENGTH * SIDE * SIDE + row];
            p->radius = 0.5 * (SPACING - 1e-5);
            p->v = v3(0, 0, 0);
            p->mass = z % 2 == 0 ? 1.0 : 1.5; /* so that all move when the shock has passed */
            if (z == FROM) {
                p->x.z -= 0.004 * (1 + row / 2);
                p->v.z = 1.0;
            }
        }
    }
}

/* The shock runs through a row within a window, farther than deferred events keep others off. */
static void
test_shocks(void **state)
{
    (void)state;
    unsigned long long repeated = 0;
    const uint64_t n_seeds = SANITIZED ? 2 : 6; /* six take 20 s with the thread sanitizer */
    for (uint64_t seed = 1; seed <= n_seeds; seed++) {
        struct gravel_system system = long_gas(seed, 1.0);
        add_rows(&system);
        repeated += compare(&system, 0.2, 1, 1000, 1);
    }
    assert_true(repeated > 0);
}

/* Rough spheres that lose energy, between a plate at rest and one that vibrates, and kicks. */
static void
test_driven(void **state)
{
    (void)state;
    struct gravel_system system = long_gas(9, 0.9);
    system.material.restitution = 0.9;
    system.material.tangential_restitution = 0.2;
    system.material.friction = 0.3;
    system.material.rotation = true;
    system.gravity = v3(-0.1, 0, 0);
    system.box.periodic[0] = false;
    system.walls[system.n_walls++] = wall_of(GRAVEL_PLANE, v3(-0.2, 0, 0), v3(1, 0, 0));
    system.walls[system.n_walls++] = wall_of(GRAVEL_PLANE, v3(SIDE * SPACING, 0, 0), v3(-1, 0, 0));
    system.walls[0].motion = (struct gravel_motion){.amplitude = 0.1, .angular_frequency = 20.0};
    system.thermostat = (struct gravel_thermostat){.interval = 0.31, .strength = 0.1};
    (void)compare(&system, 2.0, 20, N, 2);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gas),
        cmocka_unit_test(test_long_run),
        cmocka_unit_test(test_shocks),
        cmocka_unit_test(test_driven),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
