/* The event-driven column against the contract of engines/engine.h. */
#include "tests/unit/column_setup.h"

/* Uniform in (0, 1), the same on every machine. */
static double
draw(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return ((double)(*state >> 11) + 0.5) / 9007199254740992.0;
}

/* Any restitution, mass, phase, drift, clusters at the start, a plate or none, weight or none. */
static void
setup_random(struct setup *s, uint64_t seed)
{
    const size_t n = 1 + (size_t)(12.0 * draw(&seed) * draw(&seed));
    const double g = draw(&seed) < 0.1 ? 0.0 : 9.81, f = pow(10.0, 3.0 * draw(&seed)), w = 2.0 * M_PI * f;
    const double speed = draw(&seed) < 0.1 ? 0.0 : pow(10.0, 2.5 * draw(&seed) - 0.5) * 9.81 / w;
    const double e = draw(&seed) < 0.3 ? 1.0 - pow(10.0, -4.0 * draw(&seed)) : draw(&seed);
    setup_column(s, n, e, 0.0, 0.0);
    if (draw(&seed) < 0.8)
        set_plate(s, draw(&seed) < 0.4 ? 1.0 : draw(&seed) < 0.1 ? 0.0 : draw(&seed), 0.0, f, g);
    s->system.gravity.z = -g;
    s->system.n_walls = draw(&seed) < 0.9 ? 1 : 0;
    s->wall.motion = (struct gravel_motion){.amplitude = speed / w, .angular_frequency = w, .phase = 7.0 * draw(&seed)};
    s->wall.motion.velocity.z = draw(&seed) < 0.2 ? speed * (draw(&seed) - 0.5) : 0.0;
    double z = draw(&seed) < 0.3 ? gravel_wall_shift(&s->wall, 0.0).z : speed / w;
    const double gap = draw(&seed) < 0.3 ? 0.0 : 0.1 * (speed * speed + 0.01), v = 3.0 * draw(&seed) * (speed + 0.1);
    const double scatter = draw(&seed) < 0.3 ? 0.0 : 2.0;
    for (size_t i = 0; i < n; i++) {
        s->particles[i].mass = 0.1 + draw(&seed);
        s->particles[i].radius = 0.5 * diameter * (1.0 + draw(&seed));
        s->particles[i].x.z = z + s->particles[i].radius + gap * draw(&seed);
        s->particles[i].v.z = v * (scatter * draw(&seed) - 1.0);
        z = s->particles[i].x.z + s->particles[i].radius;
    }
}

/* Nothing overlaps, nothing is lost, and every run ends: 400 columns drawn at random. */
static void
random_columns_keep_their_books(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 400; seed++) {
        struct setup s;
        setup_random(&s, 7919 * seed + 13);
        const double w = s.wall.motion.angular_frequency;
        ledger_closes(&s, fmin(5.0, 600.0 / w), 1e-11);
    }
}

/* A settling column whose cutoff asks for bounces shorter than the step from one time to the next. */
static void
cutoff_below_the_resolution_of_time_does_not_stall(void **state)
{
    (void)state;
    for (size_t n = 1; n <= 7; n++) {
        struct setup s;
        setup_column(&s, n, 0.99, 1e-2, 0.0);
        set_plate(&s, 0.78, 0.0, 0.0, 9.81);
        s.cutoff = 1e-300;
        void *engine = create(&s);
        advance(engine, 20.0);
        print_message("# %zu beads: %llu events\n", n, (unsigned long long)counters_of(engine).events);
        assert_true(energy_of(engine).kinetic == 0.0);
        gravel_ed_column.destroy(engine);
    }
}

/* The same column in other units of length and time: powers of two, so that every rounding is the same. */
static void
in_units(struct setup *s, double length, double time)
{
    s->system.gravity.z *= length / (time * time);
    s->wall.motion.amplitude *= length;
    s->wall.motion.angular_frequency /= time;
    for (size_t i = 0; i < s->system.n_particles; i++) {
        s->particles[i].x.z *= length;
        s->particles[i].v.z *= length / time;
        s->particles[i].radius *= length;
        s->particles[i].inertia *= length * length;
    }
}

struct scaled {
    double height, speed, dissipated; /* in units of the unscaled column */
    unsigned long long events;
};

static struct scaled
run_in_units(const struct setup *original, double t_end, double length, double time)
{
    struct setup s = *original;
    s.system.particles = s.particles;
    s.system.walls = &s.wall;
    in_units(&s, length, time);
    void *engine = create(&s);
    advance(engine, t_end * time);
    struct gravel_particle p[BEADS_MAX];
    gravel_ed_column.snapshot(engine, p);
    const struct scaled end = {.height = p[s.system.n_particles - 1].x.z / length,
                               .speed = p[s.system.n_particles - 1].v.z * time / length,
                               .dissipated = energy_of(engine).dissipated * time * time / (length * length),
                               .events = counters_of(engine).events};
    gravel_ed_column.destroy(engine);
    return end;
}

/* A condensing column above a plate, and one that falls apart on a wall at rest, in units of 2^-20 to 2^20 m and s. */
static void
results_do_not_depend_on_the_units(void **state)
{
    (void)state;
    static const double units[] = {0x1p-20, 0x1p-10, 0x1p10, 0x1p20};
    struct setup columns[2];
    setup_vibrated(&columns[0], 10, 0.6, 0.6, 3.0);
    setup_column(&columns[1], 10, 0.7, 1e-4, -0.2);
    for (size_t c = 0; c < 2; c++) {
        const double t_end = c == 0 ? 20.0 : 1.0;
        const struct scaled expected = run_in_units(&columns[c], t_end, 1.0, 1.0);
        for (size_t l = 0; l < 4; l++)
            for (size_t t = 0; t < 4; t++) {
                const struct scaled found = run_in_units(&columns[c], t_end, units[l], units[t]);
                near("height", found.height, expected.height, 1e-12);
                near("speed", found.speed, expected.speed, 1e-12);
                near("dissipated", found.dissipated, expected.dissipated, 1e-12 * expected.dissipated);
                assert_true(found.events == expected.events);
            }
    }
}

struct tally {
    uint64_t pairs, walls;
    double dissipated, last, impulse;
};

static void
add_event(void *self, const struct gravel_event *event)
{
    struct tally *tally = self;
    *(event->j < 0 ? &tally->walls : &tally->pairs) += 1;
    tally->dissipated += event->dissipated;
    tally->impulse += event->j < 0 ? event->impulse : 0.0;
    assert_true(event->t >= tally->last && event->approach > 0.0 && event->duration == 0.0);
    assert_true(event->j < 0 ? event->j == -1 && event->i == 0 : event->i == event->j + 1);
    tally->last = event->t;
}

/* The listener's sums are the engine's, and the plate's impulse is the change of momentum plus the weight's.
 */
static void
events_add_up_to_the_books(void **state)
{
    (void)state;
    struct tally tally = {0};
    const struct gravel_sink sink = {&tally, add_event};
    struct setup s;
    setup_vibrated(&s, 10, 0.95, 0.9, 30.0);
    s.sink = &sink;
    double before = 0.0, after = 0.0;
    for (size_t i = 0; i < 10; i++)
        before += s.particles[i].v.z;
    void *engine = create(&s);
    advance(engine, 30.0);
    struct gravel_particle out[10];
    gravel_ed_column.snapshot(engine, out);
    for (size_t i = 0; i < 10; i++)
        after += out[i].v.z;
    const struct gravel_counters counters = counters_of(engine);
    assert_true(tally.walls > 100);
    assert_int_equal(tally.pairs, counters.pair_collisions);
    assert_int_equal(tally.walls, counters.wall_collisions);
    const double dissipated = energy_of(engine).dissipated;
    near("dissipated", tally.dissipated / dissipated, 1.0, 1e-9);
    near("impulse", tally.impulse / (after - before + 10.0 * 9.81 * 30.0), 1.0, 1e-9);
    gravel_ed_column.destroy(engine);
}

/* S3 Figs. 4 and 6: e = 1 - 0.1 v^-0.2 for the pair that meets. */
static void
restitution_may_depend_on_the_velocity(void **state)
{
    (void)state;
    for (double v = 1e-3; v < 10.0; v *= 2.385) {
        struct setup s;
        setup_column(&s, 2, 0.9, 1e-3, 0.0);
        s.system.n_walls = 0;
        s.system.material.restitution_law = GRAVEL_POWER_RESTITUTION;
        s.system.material.restitution_exponent = -0.2;
        s.system.material.reference_velocity = 1.0;
        s.particles[0].v.z = v;
        void *engine = create(&s);
        advance(engine, 100.0);
        struct gravel_particle out[2];
        gravel_ed_column.snapshot(engine, out);
        near("e", (out[1].v.z - out[0].v.z) / v, 1.0 - 0.1 * pow(v, -0.2), 1e-12);
        gravel_ed_column.destroy(engine);
    }
}

static void
what_is_no_column_is_refused(void **state)
{
    (void)state;
    struct gravel_error error;
    struct gravel_options options = options_of(gravel_ed_column.options, (const char *const[]){NULL});
    struct setup good;
    setup_vibrated(&good, 4, 0.9, 1.0, 3.0);
    for (int fault = 0; fault < 6; fault++) {
        struct setup s = good;
        s.system.particles = s.particles;
        s.system.walls = &s.wall;
        switch (fault) {
        case 0: s.system.dimension = 2; break;
        case 1: s.system.n_particles = 0; break;
        case 2: s.system.gravity.z = 1.0; break;
        case 3: s.wall.shape = GRAVEL_CYLINDER; break;
        case 4: s.particles[2].x.z = s.particles[1].x.z; break;
        case 5: s.particles[0].x.z = -1.0; break;
        }
        void *engine = &s;
        error.text[0] = '\0';
        assert_int_not_equal(gravel_ed_column.create(&engine, &s.system, &options, NULL, &error), GRAVEL_OK);
        assert_null(engine);
        assert_true(strlen(error.text) > 10);
    }
    gravel_options_free(&options);
}

/* What the engine's capabilities do not have is refused by name, before anything runs. */
static void
what_it_is_not_capable_of_is_refused(void **state)
{
    (void)state;
    static struct gravel_knot knots[] = {{0.0, 0.0}, {1.0, 0.1}};
    static const char *const lacking[] = {"walls moved by a table",    "periodic box",   "rotation, friction",
                                          "sticky or absorbing walls", "rotating walls", "thermostat",
                                          "planes with a servo",       "cylinder"};
    enum { FAULTS = sizeof lacking / sizeof *lacking };
    struct gravel_options options = options_of(gravel_ed_column.options, (const char *const[]){NULL});
    for (int fault = 0; fault < FAULTS; fault++) {
        struct setup s;
        struct gravel_error error = {0};
        setup_vibrated(&s, 4, 0.9, 1.0, 3.0);
        switch (fault) {
        case 0: s.wall.motion = (struct gravel_motion){.n_knots = 2, .knots = knots}; break;
        case 1: s.system.box = (struct gravel_box){.periodic = {false, false, true}, .high = v3(0, 0, 1)}; break;
        case 2:
            s.system.material.rotation = true;
            s.system.material.friction = 0.5;
            break;
        case 3: s.wall.touch = GRAVEL_STICK; break;
        case 4: s.wall.motion.spin = 1.0; break;
        case 5: s.system.thermostat.strength = 1.0; break;
        case 6: s.wall.servo.mass = 1.0; break;
        case 7: s.wall.shape = GRAVEL_CYLINDER; break;
        }
        char expected[96];
        snprintf(expected, sizeof expected, "ed-column lacks: %s", lacking[fault]);
        void *engine = &s;
        assert_int_equal(gravel_ed_column.create(&engine, &s.system, &options, NULL, &error), GRAVEL_UNSUPPORTED);
        assert_null(engine);
        assert_string_equal(error.text, expected);
    }
    gravel_options_free(&options);
}

/* Particles may come in any order; the snapshot keeps it. */
static void
order_of_particles_does_not_matter(void **state)
{
    (void)state;
    struct setup s, turned;
    setup_vibrated(&s, 5, 0.9, 1.0, 5.0);
    turned = s;
    turned.system.particles = turned.particles;
    turned.system.walls = &turned.wall;
    for (size_t i = 0; i < 5; i++)
        turned.particles[4 - i] = s.particles[i];
    void *one = create(&s), *other = create(&turned);
    advance(one, 5.0);
    advance(other, 5.0);
    struct gravel_particle a[5], b[5];
    gravel_ed_column.snapshot(one, a);
    gravel_ed_column.snapshot(other, b);
    for (size_t i = 0; i < 5; i++)
        assert_memory_equal(&a[i].x, &b[4 - i].x, sizeof a[i].x);
    gravel_ed_column.destroy(one);
    gravel_ed_column.destroy(other);
}

static void
stopping_on_the_way_changes_nothing(void **state)
{
    (void)state;
    struct setup s;
    setup_vibrated(&s, 10, 0.9, 1.0, 20.0);
    struct gravel_particle one[10], many[10], again[10];
    void *engine = create(&s);
    advance(engine, 3.0);
    gravel_ed_column.snapshot(engine, one);
    gravel_ed_column.destroy(engine);
    engine = create(&s);
    for (int k = 0; k <= 300; k++) {
        advance(engine, 0.01 * k);
        gravel_ed_column.snapshot(engine, many);
    }
    gravel_ed_column.destroy(engine);
    engine = create(&s);
    advance(engine, 3.0);
    gravel_ed_column.snapshot(engine, again);
    gravel_ed_column.destroy(engine);
    for (size_t i = 0; i < 10; i++) {
        assert_memory_equal(&one[i].x, &again[i].x, sizeof one[i].x);
        assert_memory_equal(&one[i].v, &again[i].v, sizeof one[i].v);
        assert_memory_equal(&one[i].x, &many[i].x, sizeof one[i].x);
    }
}

static void
free_flight_ends_at_exactly_t_end(void **state)
{
    (void)state;
    struct setup s;
    setup_column(&s, 1, 0.9, 1.0, 2.0);
    s.system.gravity = v3(0, 0, -9.81);
    void *engine = create(&s);
    struct gravel_particle bead;
    advance(engine, 0.3);
    gravel_ed_column.snapshot(engine, &bead);
    near("z", bead.x.z, 0.5 * diameter + 1.0 + 2.0 * 0.3 - 0.5 * 9.81 * 0.09, 1e-15);
    near("v", bead.v.z, 2.0 - 9.81 * 0.3, 1e-15);
    struct gravel_error error;
    assert_int_equal(gravel_ed_column.advance(engine, 0.2, &error), GRAVEL_INPUT);
    gravel_ed_column.destroy(engine);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_columns_keep_their_books),
        cmocka_unit_test(results_do_not_depend_on_the_units),
        cmocka_unit_test(cutoff_below_the_resolution_of_time_does_not_stall),
        cmocka_unit_test(events_add_up_to_the_books),
        cmocka_unit_test(restitution_may_depend_on_the_velocity),
        cmocka_unit_test(what_is_no_column_is_refused),
        cmocka_unit_test(what_it_is_not_capable_of_is_refused),
        cmocka_unit_test(order_of_particles_does_not_matter),
        cmocka_unit_test(stopping_on_the_way_changes_nothing),
        cmocka_unit_test(free_flight_ends_at_exactly_t_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
