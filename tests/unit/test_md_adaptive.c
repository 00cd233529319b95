/* The adaptive integrator: its error follows the tolerance through begin, end and bends of contacts. */
#include "tests/unit/md_helper.h"
#include "tests/unit/settings.h"

#include "reference/theory/theory.h"

/* Two beads on a line meet at v = 0.2 m/s: the event, the restitution of the states, the ledger's drift over the
 * initial energy and the number of forces computed. */
struct outcome {
    struct heard heard;
    double restitution, drift, forces;
};

static struct outcome
collide(const struct gravel_material *material, double v, double t, double tolerance)
{
    struct gravel_particle p[2] = {bead(1, 0, 0, 0, 0.25 * v), bead(1, 0, 1.1e-3, 0, -0.75 * v)};
    const struct gravel_system system = {.dimension = 1, .material = *material, .n_particles = 2, .particles = p};
    struct outcome o = {0};
    struct gravel_counters counters;
    void *engine = start_adaptive(&system, tolerance, &o.heard);
    const double before = ledger(engine);
    go(engine, t);
    gravel_md.snapshot(engine, p);
    gravel_md.counters(engine, &counters);
    o.drift = fabs(ledger(engine) - before) / before;
    o.forces = (double)counters.contact_steps;
    o.restitution = (p[1].v.z - p[0].v.z) / v;
    gravel_md.destroy(engine);
    return o;
}

static void
error_of_a_linear_collision_is_that_of_the_tolerance(void **state)
{
    (void)state;
    static const double e[] = {0.9, 0.6, 0.2, 1.0};
    const double t_c = 1e-5, v = 0.2, w = M_PI / t_c;
    for (size_t k = 0; k < 4; k++)
        for (double tolerance = 1e-3; tolerance > 1e-12; tolerance *= 1e-2) {
            const struct gravel_material m = linear_material(e[k], t_c);
            const struct gravel_linear rates = gravel_linear_from_restitution(e[k], t_c, false);
            const double x_max = v / rates.w0 * exp(-rates.mu / w * asin(fmin(1.0, w / rates.w0)));
            const struct outcome o = collide(&m, v, 1e-3, tolerance);
            const double bound = fmax(20.0 * tolerance, 1e-11);
            print_message("# e %g, tolerance %.0e: e %.1e t_c %.1e x_max %.1e ledger %.1e, %g forces\n", e[k],
                          tolerance, o.restitution - e[k], o.heard.last.duration / t_c - 1.0,
                          o.heard.last.overlap / x_max - 1.0, o.drift, o.forces);
            assert_int_equal(o.heard.n, 1);
            near("e", o.restitution, e[k], bound);
            near("e of the event", o.heard.last.rebound / o.heard.last.approach, e[k], bound);
            near("t_c", o.heard.last.duration / t_c, 1.0, bound);
            near("x_max", o.heard.last.overlap / x_max, 1.0, fmax(bound, 1e-6));
            near("t", o.heard.t / (0.1e-3 / v + t_c), 1.0, bound);
            near("impulse", o.heard.last.impulse / (1e-6 * v * (1.0 + e[k])), 1.0, bound);
            near("dissipated", o.heard.last.dissipated, 2e-8 * (1.0 - e[k] * e[k]), 2e-8 * bound);
            near("ledger", o.drift, 0.0, bound);
            assert_true(o.forces < 300.0);
        }
}

/* Kuwabara and Kono's dashpot has a branch point at both ends of the contact, clipping a bend in it. */
static void
error_of_a_viscoelastic_collision_is_that_of_the_tolerance(void **state)
{
    (void)state;
    static const double b[] = {0.05, 0.4, 1.5}, tolerance = 1e-8;
    const struct gravel_theory *const ends[2] = {gravel_theory_find("kuwabara_restitution"),
                                                 gravel_theory_find("kuwabara_restitution_force_end")};
    for (size_t k = 0; k < 3; k++)
        for (int clipped = 0; clipped < 2; clipped++) {
            /* w0^2 = 1e9 and v = 1e-3 m/s make the unit of time 1e-3 s and that of length 1e-6 m. */
            const struct gravel_material m = {.statement = GRAVEL_BY_RATES,
                                              .beta = 0.5,
                                              .gamma = 0.5,
                                              .rate_squared = 1e9,
                                              .damping_rate = 1e6 * b[k],
                                              .cohesionless = clipped,
                                              .tangential_restitution = 1.0};
            const struct outcome o = collide(&m, 1e-3, 0.2, tolerance);
            const double exact = ends[clipped]->eval(&b[k]);
            print_message("# b %g, clipped %d: e %.1e ledger %.1e, %g forces\n", b[k], clipped, o.restitution - exact,
                          o.drift, o.forces);
            near("e", o.restitution, exact, 50.0 * tolerance);
            near("ledger", o.drift, 0.0, 50.0 * tolerance);
        }
}

/* Rough spheres with a capped dashpot and rolling resistance meet obliquely: the bends of both bounds are within. */
static struct vec3
spin_after_oblique_meeting(double tolerance, double *drift)
{
    struct gravel_particle p[2] = {bead(3, 0, 0, 2e-2, 1e-2), bead(3, 2e-4, 1.001e-3, -2e-2, -1e-2)};
    struct gravel_system system = {
        .dimension = 3, .material = linear_material(0.8, 1e-5), .n_particles = 2, .particles = p};
    system.material.rotation = true;
    system.material.friction = 0.3;
    system.material.tangential_restitution = 0.1;
    system.material.rolling_friction = 0.05;
    p[0].omega = v3(30.0, -20.0, 10.0);
    void *engine = start_adaptive(&system, tolerance, NULL);
    const double before = ledger(engine);
    go(engine, 1e-3);
    gravel_md.snapshot(engine, p);
    *drift = fabs(ledger(engine) / before - 1.0);
    gravel_md.destroy(engine);
    return p[0].omega;
}

static void
bounds_of_friction_and_rolling_cost_no_accuracy(void **state)
{
    (void)state;
    double drift;
    const struct vec3 exact = spin_after_oblique_meeting(1e-12, &drift);
    assert_true(v3_norm(v3_sub(exact, v3(30.0, -20.0, 10.0))) > 1.0);
    for (double tolerance = 1e-5; tolerance > 1e-11; tolerance *= 1e-2) {
        const double error = v3_norm(v3_sub(spin_after_oblique_meeting(tolerance, &drift), exact)) / v3_norm(exact);
        print_message("# tolerance %.0e: spin %.1e, ledger %.1e\n", tolerance, error, drift);
        near("spin", error, 0.0, 20.0 * tolerance);
        near("ledger", drift, 0.0, 20.0 * tolerance);
    }
}

/* While a heavy contact goes on, a third sphere grazes the first: its short contact lies within one step. */
static void
grazing_contact_within_a_step_is_found(void **state)
{
    (void)state;
    const double t_c = 1e-3;
    struct gravel_particle p[3] = {bead(2, 0, 0, 0, 0), bead(2, 0, 1e-3, 0, -2e-3), bead(2, 0, 0, 1.0, 0)};
    struct gravel_system system = {
        .dimension = 2, .material = linear_material(1.0, t_c), .n_particles = 3, .particles = p};
    p[2].x = v3(-1.5e-4, 0, -1e-3 * (1.0 - 5e-6)); /* passes below: overlap 1e-8 m for 1e-5 s */
    struct heard heard = {0};
    void *engine = start_adaptive(&system, 1e-4, &heard);
    go(engine, 3.0 * t_c);
    assert_int_equal(heard.n, 2);
    gravel_md.destroy(engine);
}

static void
sampling_changes_nothing(void **state)
{
    (void)state;
    struct gravel_particle once[2], often[2];
    for (int samples = 1; samples <= 97; samples += 96) {
        struct gravel_particle *p = samples == 1 ? once : often;
        p[0] = bead(1, 0, 0, 0, 0.05);
        p[1] = bead(1, 0, 1.1e-3, 0, -0.15);
        const struct gravel_system system = {
            .dimension = 1, .material = linear_material(0.7, 1e-4), .n_particles = 2, .particles = p};
        void *engine = start_adaptive(&system, 1e-6, NULL);
        const double before = ledger(engine);
        for (int s = 1; s <= samples; s++) {
            go(engine, 1e-3 * s / samples);
            near("ledger", ledger(engine) / before, 1.0, 1e-5);
        }
        gravel_md.snapshot(engine, p);
        gravel_md.destroy(engine);
    }
    assert_memory_equal(&once[1].v, &often[1].v, sizeof once[1].v);
    assert_memory_equal(&once[1].x, &often[1].x, sizeof once[1].x);
}

/* S3 Sec. 3.2.1: ten beads, sigma = s0/(v0 t_c), hit the floor; what is left of the kinetic energy, as e_eff. */
enum { BEADS = 10 };
static double
effective_restitution(double sigma, const char *integrator, double steps, double tolerance)
{
    const double v = 0.2, t_c = 1e-5, gap = sigma * v * t_c;
    struct gravel_particle p[BEADS];
    struct gravel_wall floor = ground();
    double kinetic = 0.0;
    for (int k = 0; k < BEADS; k++) {
        p[k] = bead(1, 0, 5e-4 + 1e-6 + k * (1e-3 + gap), 0, -v);
        kinetic += 0.5 * p[k].mass * v * v;
    }
    const struct gravel_system system = {.dimension = 1,
                                         .material = linear_material(0.9, t_c),
                                         .n_particles = BEADS,
                                         .particles = p,
                                         .n_walls = 1,
                                         .walls = &floor};
    void *engine =
        integrator != NULL ? start(&system, integrator, steps, NULL) : start_adaptive(&system, tolerance, NULL);
    struct gravel_energy energy;
    go(engine, 1e-3 + 100.0 * (BEADS + sigma) * t_c);
    gravel_md.energy(engine, &energy);
    gravel_md.destroy(engine);
    return sqrt(energy.kinetic / kinetic);
}

static void
detachment_is_that_of_the_fixed_step(void **state)
{
    (void)state;
    static const double sigma[] = {0.0, 0.1, 1.0, 10.0};
    for (size_t k = 0; k < 4; k++) {
        const double exact = effective_restitution(sigma[k], NULL, 0.0, 1e-10);
        const double loose = effective_restitution(sigma[k], NULL, 0.0, 1e-6);
        const double e50 = effective_restitution(sigma[k], "velocity-verlet", 50.0, 0.0);
        const double e400 = effective_restitution(sigma[k], "velocity-verlet", 400.0, 0.0);
        print_message("# sigma %g: e_eff %.7f, adaptive 1e-6 %.1e, Verlet t_c/50 %.1e, t_c/400 %.1e\n", sigma[k], exact,
                      loose - exact, e50 - exact, e400 - exact);
        near("adaptive", loose, exact, 1e-5);
        near("Verlet at t_c/400", e400, exact, 2e-4);
    }
}

/* A dense gas of disks in a periodic box: contacts of several bodies, images, hundreds of collisions. */
static void
gas_keeps_momentum_and_ledger(void **state)
{
    (void)state;
    enum { SIDE = 4, DISKS = SIDE * SIDE };
    struct gravel_particle p[DISKS];
    for (int k = 0; k < DISKS; k++)
        p[k] = bead(2, 1.15e-3 * (k % SIDE) + 6e-4, 1.15e-3 * (k / SIDE) + 6e-4, 0.1 * sin(7.0 * k),
                    0.1 * cos(3.0 * k * k));
    struct gravel_system system = {.dimension = 2,
                                   .material = linear_material(0.95, 1e-4),
                                   .n_particles = DISKS,
                                   .particles = p,
                                   .box = {.periodic = {true, false, true}, .high = {4.6e-3, 0, 4.6e-3}}};
    system.material.rotation = true;
    system.material.tangential_restitution = 0.5;
    system.material.friction = 0.3;
    struct vec3 before = v3(0, 0, 0), after = v3(0, 0, 0);
    for (int k = 0; k < DISKS; k++)
        before = v3_axpy(before, p[k].mass, p[k].v);
    struct heard heard = {0};
    void *engine = start_adaptive(&system, 1e-8, &heard);
    const double first = ledger(engine);
    go(engine, 0.1);
    gravel_md.snapshot(engine, p);
    for (int k = 0; k < DISKS; k++)
        after = v3_axpy(after, p[k].mass, p[k].v);
    print_message("# %d collisions, ledger drift %.1e\n", heard.n, ledger(engine) / first - 1.0);
    assert_true(heard.n > 100 && !heard.out_of_order);
    near("momentum", v3_norm(v3_sub(after, before)) / (DISKS * 2e-6 * 0.1), 0.0, 1e-12);
    near("ledger", ledger(engine) / first, 1.0, 1e-6);
    gravel_md.destroy(engine);
}

/* Three rough spheres on a line meet head-on, at the same time on both sides: nothing slips, and nothing goes to the
 * side. */
static void
symmetric_impact_without_slip_stays_so(void **state)
{
    (void)state;
    static const double friction[] = {0.0, 0.3}, restitution[] = {1.0, 0.6};
    for (size_t k = 0; k < 2; k++)
        for (size_t l = 0; l < 2; l++) {
            struct gravel_particle p[3] = {bead(3, 0, 0, 0, 0), bead(3, 0, 1.01e-3, 0, -0.1),
                                           bead(3, 0, -1.01e-3, 0, 0.1)};
            struct gravel_system system = {
                .dimension = 3, .material = linear_material(restitution[l], 1e-3), .particles = p, .n_particles = 3};
            system.material.rotation = true;
            system.material.friction = friction[k];
            system.material.tangential = GRAVEL_TANGENTIAL_SPRING;
            system.material.tangential_stiffness = 0.7;
            struct heard heard = {0};
            void *engine = start_adaptive(&system, 1e-8, &heard);
            go(engine, 2e-2);
            gravel_md.snapshot(engine, p);
            gravel_md.destroy(engine);
            assert_int_equal(heard.n, 2);
            assert_true(p[1].v.z > 0.02 && p[1].v.z <= 0.1 * (1.0 + 1e-8) && p[1].v.x == 0.0 && p[1].omega.y == 0.0);
            near("symmetry", p[1].v.z + p[2].v.z, 0.0, 1e-10);
        }
}

static void
systems_that_it_does_not_serve_are_refused(void **state)
{
    (void)state;
    enum { MANY = 65 };
    struct gravel_particle p[MANY];
    for (int k = 0; k < MANY; k++)
        p[k] = bead(1, 0, 1.5e-3 * (k + 1), 0, 0);
    struct gravel_options options =
        options_of(gravel_md.options, (const char *const[]){"integrator", "adaptive", NULL});
    struct gravel_error error;
    static const char *const words[] = {
        "engines.md.integrator: found adaptive with 65 particles, allowed with at most 64",
        "material.tangential_restitution: found 0.5 with the adaptive integrator, a "
        "tangential spring and a nonlinear law"};
    for (int fault = 0; fault < 2; fault++) {
        struct gravel_system system = {.dimension = 1,
                                       .material = linear_material(0.9, 1e-5),
                                       .particles = p,
                                       .n_particles = fault == 0 ? MANY : 2};
        system.material.tangential = fault == 1 ? GRAVEL_TANGENTIAL_SPRING : GRAVEL_TANGENTIAL_VISCOUS;
        system.material.tangential_stiffness = 1.0;
        system.material.tangential_restitution = 0.5;
        if (fault == 1) {
            system.material.statement = GRAVEL_BY_RATES;
            system.material.beta = 0.5;
            system.material.rate_squared = system.material.reference_velocity = 1.0;
        }
        void *engine = NULL;
        assert_int_equal(gravel_md.create(&engine, &system, &options, NULL, &error), GRAVEL_INPUT);
        assert_non_null(strstr(error.text, words[fault]));
        assert_null(engine);
    }
    gravel_options_free(&options);
}

static void
meaningless_overlap_is_an_error(void **state)
{
    (void)state;
    struct gravel_particle p[2];
    const struct gravel_system system = beads_too_fast(p);
    refuses_to_go_on(start_adaptive(&system, 1e-6, NULL), "particles 0 and 1 overlap by more than half a diameter");
}

/* Before the first step the state and the ledger are those of the start, also while bodies overlap. */
static void
overlapping_start_is_reported_as_it_is(void **state)
{
    (void)state;
    struct gravel_particle p[2] = {bead(1, 0, 1.0, 0, 0.1), bead(1, 0, 1.0 + 9.9e-4, 0, 0.2)};
    const struct gravel_particle given[2] = {p[0], p[1]};
    const struct gravel_system system = {
        .dimension = 1, .material = linear_material(0.8, 2e-5), .particles = p, .n_particles = 2};
    void *engine = start_adaptive(&system, 1e-8, NULL);
    struct gravel_energy energy;
    gravel_md.snapshot(engine, p);
    gravel_md.energy(engine, &energy);
    for (int k = 0; k < 2; k++) {
        near("position", p[k].x.z, given[k].x.z, 1e-15);
        near("velocity", p[k].v.z, given[k].v.z, 1e-15);
    }
    near("kinetic energy", energy.kinetic, 0.5 * 2e-6 * (0.01 + 0.04), 1e-20);
    const double start = gravel_energy_ledger(&energy);
    go(engine, 1e-5);
    gravel_md.energy(engine, &energy);
    near("ledger", gravel_energy_ledger(&energy), start, 1e-7 * start);
    gravel_md.destroy(engine);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(error_of_a_linear_collision_is_that_of_the_tolerance),
        cmocka_unit_test(error_of_a_viscoelastic_collision_is_that_of_the_tolerance),
        cmocka_unit_test(bounds_of_friction_and_rolling_cost_no_accuracy),
        cmocka_unit_test(grazing_contact_within_a_step_is_found),
        cmocka_unit_test(sampling_changes_nothing),
        cmocka_unit_test(detachment_is_that_of_the_fixed_step),
        cmocka_unit_test(gas_keeps_momentum_and_ledger),
        cmocka_unit_test(symmetric_impact_without_slip_stays_so),
        cmocka_unit_test(systems_that_it_does_not_serve_are_refused),
        cmocka_unit_test(meaningless_overlap_is_an_error),
        cmocka_unit_test(overlapping_start_is_reported_as_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
