/* The event-driven column against closed forms, published numbers and its own books. */
#include "tests/unit/column_setup.h"

/* Kinetic energy left, as a velocity ratio, after a column has met a resting wall without gravity. */
static double
effective_restitution(const struct setup *s)
{
    void *engine = create(s);
    const double e0 = energy_of(engine).kinetic;
    advance(engine, 1e9);
    const double e1 = energy_of(engine).kinetic;
    gravel_ed_column.destroy(engine);
    return sqrt(e1 / e0);
}

/* S3.fig7a.ed and S3.fig7a.ed-independence: 0.341 +- 0.002 for every s0 and v0. */
static void
e_eff_does_not_depend_on_separation_or_speed(void **state)
{
    (void)state;
    static const double s0[] = {0, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2}, v0[] = {0.01, 0.2, 20.0};
    for (size_t i = 0; i < sizeof s0 / sizeof *s0; i++)
        for (size_t j = 0; j < sizeof v0 / sizeof *v0; j++) {
            struct setup s;
            setup_column(&s, 10, 0.9, s0[i], -v0[j]);
            near("e_eff", effective_restitution(&s), 0.3415, s0[i] == 0.0 ? 0.0002 : 0.002);
        }
}

static void
e_eff_follows_the_wall_restitution(void **state)
{
    (void)state;
    static const double e_wall[] = {1.0, 0.9}, e_eff[] = {0.3732, 0.3289};
    for (size_t k = 0; k < 2; k++) {
        struct setup s;
        setup_column(&s, 10, 0.9, 0.0, -0.2);
        set_plate(&s, e_wall[k], 0.0, 0.0, 0.0);
        near("e_eff", effective_restitution(&s), e_eff[k], 0.00006);
    }
}

/* S3.icw: below tan^2(pi/4 (1 - 1/N)), with an equal wall, N beads end as a cluster on the wall. */
static void
column_sticks_below_the_critical_restitution(void **state)
{
    (void)state;
    static const size_t n[] = {2, 3, 5, 10};
    for (size_t k = 0; k < sizeof n / sizeof *n; k++) {
        const double root = tan(0.25 * M_PI * (1.0 - 1.0 / (double)n[k])), critical = root * root;
        for (int above = 0; above < 2; above++) {
            const double e = critical + (above ? 0.03 : -0.01);
            struct setup s;
            setup_column(&s, n[k], e, 0.0, -0.2);
            set_plate(&s, e, 0.0, 0.0, 0.0);
            /* Fan the beads out, so that they arrive one by one. */
            for (size_t i = 0; i < n[k]; i++)
                s.particles[i].x.z += 1e-3 * (double)i;
            s.cutoff = 1e-14;
            const double left = effective_restitution(&s);
            print_message("# N = %zu, e = %.6f: e_eff = %.3g\n", n[k], e, left);
            assert_true(above ? left > 1e-9 : left == 0.0);
        }
    }
}

/* S3.lrv.s0: two beads meet three; the largest-relative-velocity order is the limit of small gaps. */
static void
two_beads_meet_three_as_with_small_gaps(void **state)
{
    (void)state;
    double v_lrv[5] = {0};
    static const double s0[] = {0, 1e-6, 1e-5, 1e-4, 1e-3};
    for (size_t k = 0; k < sizeof s0 / sizeof *s0; k++) {
        struct setup s;
        setup_column(&s, 5, 0.8, 0.0, 0.0);
        s.system.n_walls = 0;
        for (size_t i = 0; i < 5; i++) {
            s.particles[i].v.z = i < 2 ? 0.2 : -0.2;
            s.particles[i].x.z += s0[k] * (double)i + (i < 2 ? 0.0 : 0.02);
        }
        void *engine = create(&s);
        advance(engine, 100.0);
        struct gravel_particle out[5];
        gravel_ed_column.snapshot(engine, out);
        gravel_ed_column.destroy(engine);
        double momentum = 0.0;
        for (size_t i = 0; i < 5; i++) {
            momentum += out[i].v.z;
            if (k == 0)
                v_lrv[i] = out[i].v.z;
            else
                near("final velocity", out[i].v.z, v_lrv[i], 1e-3);
        }
        near("momentum", momentum, -0.2, 1e-15);
    }
}

static void
clusters_of_unequal_beads_conserve_momentum(void **state)
{
    (void)state;
    struct setup s;
    setup_column(&s, 6, 0.3, 0.0, 0.0);
    s.system.n_walls = 0;
    double before = 0.0, height = 0.0;
    for (size_t i = 0; i < 6; i++) {
        s.particles[i].mass = 1.0 + 0.37 * (double)i;
        s.particles[i].radius *= 1.0 + 0.2 * (double)(i % 2);
        height += s.particles[i].radius;
        s.particles[i].x.z = height + 1e-3 * (double)(i * i);
        height += s.particles[i].radius;
        s.particles[i].v.z = 0.5 - 0.21 * (double)i;
        before += s.particles[i].mass * s.particles[i].v.z;
    }
    void *engine = create(&s);
    const double ledger = gravel_energy_ledger(&(struct gravel_energy){0}) + energy_of(engine).kinetic;
    advance(engine, 100.0);
    struct gravel_particle out[6];
    gravel_ed_column.snapshot(engine, out);
    double after = 0.0;
    for (size_t i = 0; i < 6; i++)
        after += out[i].mass * out[i].v.z;
    near("momentum", after, before, 1e-14);
    const struct gravel_energy energy = energy_of(engine);
    near("ledger", gravel_energy_ledger(&energy), ledger, 1e-14);
    gravel_ed_column.destroy(engine);
}

struct landing {
    double omega;
    double p2, v; /* phase / 2 pi and speed of the last landing */
};

static void
note_landing(void *self, const struct gravel_event *event)
{
    struct landing *landing = self;
    const double phase = landing->omega * event->t / (2.0 * M_PI);
    landing->p2 = phase - floor(phase);
    landing->v = event->approach;
}

/* S3.inelastic.phases: an inelastic bead leaves at asin(1/alpha) and lands at the phase of S3 Eq. 30. */
static void
inelastic_bead_has_the_published_phases(void **state)
{
    (void)state;
    static const double alpha[] = {2.0, 1.5, 3.0, 4.0, 5.0}, p2[] = {0.82481, 0.68372, 1.00386, 1.16365, 1.76600};
    for (size_t k = 0; k < sizeof alpha / sizeof *alpha; k++) {
        const double g = 9.81, f = 20.0, w = 2.0 * M_PI * f, a0 = alpha[k] * g / (w * w);
        struct landing landing = {.omega = w};
        const struct gravel_sink sink = {&landing, note_landing};
        struct setup s;
        setup_column(&s, 1, 0.9, 0.0, a0 * w);
        set_plate(&s, 0.0, a0, f, g);
        s.sink = &sink;
        void *engine = create(&s);
        advance(engine, 1.8 / f);
        near("p2", landing.p2, p2[k] - floor(p2[k]), 6e-6);
        if (k == 0)
            near("v_c/(A0 w)", landing.v / (a0 * w), 1.91634, 6e-6);
        const double p1 = asin(1.0 / alpha[k]) / (2.0 * M_PI);
        gravel_ed_column.destroy(engine);
        engine = create(&s);
        struct gravel_particle bead;
        advance(engine, (p1 - 1e-6) / f);
        gravel_ed_column.snapshot(engine, &bead);
        near("on the plate", bead.x.z - 0.5 * diameter, a0 * sin(2.0 * M_PI * (p1 - 1e-6)), 1e-18);
        assert_int_equal(counters_of(engine).events, 0);
        advance(engine, (p1 + 1e-6) / f);
        assert_int_equal(counters_of(engine).events, 1);
        gravel_ed_column.destroy(engine);
    }
}

/* After 4e5 periods, counted in laps, the resting bead is still where the plate is. */
static void
long_runs_keep_the_phase(void **state)
{
    (void)state;
    const double g = 9.81, f = 20.0, w = 2.0 * M_PI * f, a0 = 2.0 * g / (w * w), t = (4e5 + 0.02) / f;
    struct setup s;
    setup_column(&s, 1, 0.9, 0.0, a0 * w);
    set_plate(&s, 0.0, a0, f, g);
    void *engine = create(&s);
    struct gravel_particle bead;
    advance(engine, t);
    gravel_ed_column.snapshot(engine, &bead);
    /* The phase w t is known to 4e-10, of rounding. */
    near("on the plate", bead.x.z - 0.5 * diameter, a0 * sin(w * t), 1e-9 * a0);
    gravel_ed_column.destroy(engine);
}

static void
energy_ledger_closes_in_every_regime(void **state)
{
    (void)state;
    static const double e[] = {0.99, 0.92, 0.6, 0.3}, alpha[] = {1.2, 2.0, 8.0, 100.0};
    for (size_t i = 0; i < 4; i++)
        for (size_t j = 0; j < 4; j++) {
            struct setup s;
            setup_vibrated(&s, 10, e[i], j % 2 ? 1.0 : e[i], alpha[j]);
            ledger_closes(&s, 20.0, 1e-11);
        }
}

static void
elastic_column_conserves_energy(void **state)
{
    (void)state;
    struct setup s;
    setup_vibrated(&s, 10, 1.0, 1.0, 8.0);
    s.wall.motion.amplitude = 0.0;
    ledger_closes(&s, 2000.0, 1e-12);
}

/* S3.vc: neither the state of flight nor the books depend on the cutoff while it is far below A0 w = 0.25
 * m/s. */
static void
cutoff_may_be_as_small_as_rounding(void **state)
{
    (void)state;
    static const double cutoff[] = {1e-14, 1e-10, 1e-8, 1e-4};
    for (size_t k = 0; k < sizeof cutoff / sizeof *cutoff; k++) {
        struct setup s;
        setup_vibrated(&s, 10, 0.9, 1.0, 3.2);
        s.cutoff = cutoff[k];
        ledger_closes(&s, 300.0, 1e-11);
    }
}

static void
unequal_beads_close_the_ledger_above_a_rising_plate(void **state)
{
    (void)state;
    struct setup s;
    setup_vibrated(&s, 8, 0.8, 0.7, 3.0);
    s.wall.motion.velocity.z = 0.3;
    s.system.material.statement = GRAVEL_BY_STIFFNESS_AND_DAMPING;
    s.system.material.stiffness = 1e7;
    s.system.material.damping = 300.0;
    for (size_t i = 0; i < 8; i++)
        s.particles[i].mass = 1.0 + 0.31 * (double)i;
    ledger_closes(&s, 20.0, 1e-11);
}

/* Without gravity a sinusoidal plate lets its stack go at the phase of its largest velocity. */
static void
weightless_stack_leaves_at_the_largest_plate_velocity(void **state)
{
    (void)state;
    struct setup s;
    setup_column(&s, 3, 0.9, 0.0, 0.0);
    set_plate(&s, 0.5, 1e-3, 10.0, 0.0);
    s.wall.motion.phase = -0.5 * M_PI;
    for (size_t i = 0; i < 3; i++)
        s.particles[i].x.z -= 1e-3;
    void *engine = create(&s);
    advance(engine, 0.3);
    struct gravel_particle out[3];
    gravel_ed_column.snapshot(engine, out);
    const double speed = 1e-3 * 2.0 * M_PI * 10.0;
    for (size_t i = 0; i < 3; i++) {
        near("v", out[i].v.z, speed, 1e-14);
        near("z", out[i].x.z, diameter * (0.5 + (double)i) + speed * (0.3 - 0.025), 1e-15);
    }
    const struct gravel_energy energy = energy_of(engine);
    near("work", energy.work, 3 * 0.5 * speed * speed, 1e-15);
    gravel_ed_column.destroy(engine);
}

/* An inelastic stack goes on as one body: no event storm (e = 0.6, N = 10, alpha = 2; S3 Sec. 4.5.2). */
static void
inelastic_column_does_not_stall(void **state)
{
    (void)state;
    struct setup s;
    setup_vibrated(&s, 10, 0.6, 0.6, 2.0);
    void *engine = create(&s);
    advance(engine, 50.0);
    const uint64_t after_transient = counters_of(engine).events;
    advance(engine, 100.0);
    const uint64_t events = counters_of(engine).events - after_transient;
    print_message("# %llu events in 1000 periods\n", (unsigned long long)events);
    assert_true(events < 10000 && events > 1000);
    gravel_ed_column.destroy(engine);
}

/* Mean of (h_cm - h_cm0) from samples, in units of (A0 w)^2/(g X): about 4/3 in the dilute regime (S3 Eq.
 * 39). */
static void
dilute_column_has_the_published_height(void **state)
{
    (void)state;
    const size_t n = 10;
    const double alpha = 1000.0, x = 0.05, g = 9.81, w = 2.0 * M_PI * 20.0, speed = alpha * g / w;
    struct setup s;
    setup_vibrated(&s, n, 1.0 - x / (double)(n - 1), 1.0, alpha);
    void *engine = create(&s);
    const double tau = M_PI * speed / g / pow(x, 1.5);
    struct gravel_particle out[BEADS_MAX];
    double sum = 0.0;
    const int first = 10, last = 400, each = 20;
    for (int k = 0; k < last * each; k++) {
        advance(engine, tau * k / each);
        gravel_ed_column.snapshot(engine, out);
        double z = 0.0;
        for (size_t i = 0; i < n; i++)
            z += (out[i].x.z - diameter * (0.5 + (double)i)) / (double)n;
        if (k >= first * each)
            sum += z;
    }
    const double f = sum / ((last - first) * each) * g * x / (speed * speed);
    print_message("# F X = %.4f, %llu events\n", f, (unsigned long long)counters_of(engine).events);
    near("F X", f, 4.0 / 3.0, 0.08);
    gravel_ed_column.destroy(engine);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(e_eff_does_not_depend_on_separation_or_speed),
        cmocka_unit_test(e_eff_follows_the_wall_restitution),
        cmocka_unit_test(column_sticks_below_the_critical_restitution),
        cmocka_unit_test(two_beads_meet_three_as_with_small_gaps),
        cmocka_unit_test(clusters_of_unequal_beads_conserve_momentum),
        cmocka_unit_test(inelastic_bead_has_the_published_phases),
        cmocka_unit_test(long_runs_keep_the_phase),
        cmocka_unit_test(energy_ledger_closes_in_every_regime),
        cmocka_unit_test(elastic_column_conserves_energy),
        cmocka_unit_test(cutoff_may_be_as_small_as_rounding),
        cmocka_unit_test(unequal_beads_close_the_ledger_above_a_rising_plate),
        cmocka_unit_test(weightless_stack_leaves_at_the_largest_plate_velocity),
        cmocka_unit_test(inelastic_column_does_not_stall),
        cmocka_unit_test(dilute_column_has_the_published_height),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
