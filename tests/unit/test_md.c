/* Binary collisions of soft spheres against closed forms and the ledger's digits. */
#include "engines/md/integrators.h"
#include "tests/unit/md_helper.h"

static const char *const integrators[] = {"velocity-verlet", "position-verlet", "gear"};
enum { N_INTEGRATORS = sizeof integrators / sizeof *integrators };

/* Two beads in one dimension, relative approach speed v; the restitution found. */
static double
collide(const struct gravel_material *material, double v, double t, const char *integrator, double steps,
        struct heard *heard, double *closure)
{
    struct gravel_particle p[2] = {bead(1, 0, 0, 0, 0.25 * v), bead(1, 0, 1.1e-3, 0, -0.75 * v)};
    const struct gravel_system system = {.dimension = 1, .material = *material, .n_particles = 2, .particles = p};
    void *engine = start(&system, integrator, steps, heard);
    const double before = ledger(engine);
    go(engine, t);
    gravel_md.snapshot(engine, p);
    if (closure != NULL)
        *closure = fabs(ledger(engine) - before) / before;
    gravel_md.destroy(engine);
    return (p[1].v.z - p[0].v.z) / v;
}

static void
linear_collision_has_the_closed_forms(void **state)
{
    (void)state;
    static const double e[] = {0.9, 0.6, 1.0};
    for (size_t k = 0; k < N_INTEGRATORS; k++)
        for (size_t l = 0; l < 3; l++) {
            const struct gravel_material m = linear_material(e[l], 1e-5);
            const struct gravel_linear rates = gravel_linear_from_restitution(e[l], 1e-5, false);
            const double w = M_PI / 1e-5;
            const double x_max = 0.2 / rates.w0 * exp(-rates.mu / w * asin(fmin(1.0, w / rates.w0)));
            struct heard heard = {0};
            near("e", collide(&m, 0.2, 1e-3, integrators[k], 50, &heard, NULL), e[l], 1e-3);
            assert_int_equal(heard.n, 1);
            near("t_c", heard.last.duration, 1e-5, 1e-3 * 1e-5);
            near("x_max", heard.last.overlap, x_max, 1e-3 * x_max);
            near("e of the event", heard.last.rebound / heard.last.approach, e[l], 1e-3);
            near("t of the event", heard.t, 0.1e-3 / 0.2 + 1e-5, 1e-3 * 1e-5);
            near("impulse", heard.last.impulse, 1e-6 * 0.2 * (1.0 + e[l]), 1e-9 * 0.4);
            /* A trapezoidal sum of c u^2, whose order is tested below. */
            near("dissipated", heard.last.dissipated, 2e-8 * (1.0 - e[l] * e[l]), 2e-8 * 3e-3);
        }
}

/* The clipped contact has the same stated e and t_c: its constants differ. */
static void
clipped_collision_has_the_stated_restitution(void **state)
{
    (void)state;
    struct gravel_material m = linear_material(0.6, 1e-5);
    m.cohesionless = true;
    for (size_t k = 0; k < N_INTEGRATORS; k++)
        near("e", collide(&m, 0.2, 1e-3, integrators[k], 50, NULL, NULL), 0.6, 1e-3);
}

/* S3.hertz.velocity: beta = 1/2, gamma = 0, 2 mu = 10, w0^2 = 1e6 (SI), here in millimetres: a length unit L
 * leaves e and t_c when w0^2 scales as L^-1/2. */
static void
hertz_collision_has_the_published_digits(void **state)
{
    (void)state;
    static const double v[] = {1.0, 0.1, 0.01}, e[] = {0.93081, 0.89212, 0.83335};
    static const double t_c[] = {12.906e-3, 20.546e-3, 32.805e-3};
    const double unit = 1e-6;
    for (size_t k = 0; k < N_INTEGRATORS; k++)
        for (size_t l = 0; l < 3; l++) {
            const struct gravel_material m = {.statement = GRAVEL_BY_RATES,
                                              .beta = 0.5,
                                              .damping_rate = 10.0,
                                              .rate_squared = 1e6 / sqrt(unit),
                                              .tangential_restitution = 1.0};
            struct heard heard = {0};
            near("e", collide(&m, unit * v[l], 1.2e-4 / (unit * v[l]), integrators[k], 100, &heard, NULL), e[l], 2e-4);
            near("t_c", heard.last.duration, t_c[l], 1e-3 * t_c[l]);
        }
}

/* F.kuwabara: s'' + b s^(1/2) s' + s^(3/2) = 0, s'(0) = 1, b = beta v^(1/5), for both ends of the contact. */
static void
kuwabara_kono_collision_has_the_published_digits(void **state)
{
    (void)state;
    static const double b[] = {0.05, 0.1, 0.2, 0.4, 0.8, 1.5};
    static const double overlap[] = {0.944260, 0.892148, 0.797550, 0.639925, 0.413559, 0.184123};
    static const double force[] = {0.944397, 0.892859, 0.800965, 0.654113, 0.459740, 0.281131};
    for (size_t k = 0; k < N_INTEGRATORS; k++)
        for (size_t l = 0; l < 6; l++) {
            /* w0^2 = 1e9 and v = 1e-3 m/s make the unit of time 1e-3 s and that of length 1e-6 m. */
            struct gravel_material m = {.statement = GRAVEL_BY_RATES,
                                        .beta = 0.5,
                                        .gamma = 0.5,
                                        .rate_squared = 1e9,
                                        .damping_rate = 1e6 * b[l],
                                        .tangential_restitution = 1.0};
            near("e_overlap", collide(&m, 1e-3, 0.2, integrators[k], 200, NULL, NULL), overlap[l], 2e-4);
            m.cohesionless = true;
            near("e_force", collide(&m, 1e-3, 0.2, integrators[k], 200, NULL, NULL), force[l], 2e-4);
        }
}

/* The elastic statement solves the contact's equation by itself: the engine must find the restitution that it was
 * asked for, at the velocity at which it was asked for; with Tsuji's exponents at any velocity.  Damping that grows
 * like x^gamma, gamma < 1, has a branch point at the contact's ends, so the order in dt is 1 + gamma only. */
static void
elastic_statement_and_engine_agree_on_the_restitution(void **state)
{
    (void)state;
    static const double exponents[][2] = {{0.5, 0.0}, {0.5, 0.25}, {0.5, 0.5}, {0.0, 0.2}};
    for (size_t l = 0; l < sizeof exponents / sizeof *exponents; l++)
        for (int clipped = 0; clipped < 2; clipped++) {
            const struct gravel_material m = {.statement = GRAVEL_BY_ELASTICITY,
                                              .beta = exponents[l][0],
                                              .gamma = exponents[l][1],
                                              .young = 1e8,
                                              .poisson = 0.3,
                                              .restitution = 0.7,
                                              .reference_velocity = 0.1,
                                              .cohesionless = clipped,
                                              .tangential_restitution = 1.0};
            near("e at its velocity", collide(&m, 0.1, 0.1, "velocity-verlet", 800, NULL, NULL), 0.7, 2e-4);
            if (exponents[l][0] == 2.0 * exponents[l][1])
                near("e at another", collide(&m, 0.02, 0.5, "velocity-verlet", 800, NULL, NULL), 0.7, 2e-4);
        }
}

static void
energy_ledger_closes_at_second_order(void **state)
{
    (void)state;
    const struct gravel_material m = linear_material(0.6, 1e-5);
    for (size_t k = 0; k < N_INTEGRATORS; k++) {
        double coarse, fine;
        (void)collide(&m, 0.2, 1e-3, integrators[k], 50, NULL, &coarse);
        (void)collide(&m, 0.2, 1e-3, integrators[k], 200, NULL, &fine);
        near("closure", coarse, 0.0, 2e-3);
        near("observed order", log(coarse / fine) / log(4.0), 2.0, 0.3);
    }
}

/* Thirty-five pairs with different gaps, so many that no flight is jumped: their contacts begin at any phase of
 * a step.  Largest error of e. */
static double
worst_phase(double e, const char *integrator, double steps)
{
    enum { PAIRS = 35 };
    struct gravel_particle p[2 * PAIRS];
    for (int k = 0; k < PAIRS; k++) {
        p[2 * k] = bead(2, 0.01 * k, 0, 0, 0.1);
        p[2 * k + 1] = bead(2, 0.01 * k, 1e-3 + 1e-6 + 1.7e-8 * k, 0, -0.1);
    }
    const struct gravel_system system = {
        .dimension = 2, .material = linear_material(e, 1e-5), .n_particles = 2 * PAIRS, .particles = p};
    void *engine = start(&system, integrator, steps, NULL);
    go(engine, 4e-5);
    gravel_md.snapshot(engine, p);
    gravel_md.destroy(engine);
    double worst = 0.0;
    for (int k = 0; k < PAIRS; k++)
        worst = fmax(worst, fabs((p[2 * k + 1].v.z - p[2 * k].v.z) / 0.2 - e));
    return worst;
}

/* The dashpot's force jumps inside a step; corrected for, all integrators are of second order at any phase. */
static void
restitution_converges_at_second_order_at_any_phase(void **state)
{
    (void)state;
    static const double bound[] = {1e-3, 1e-3, 2e-4};
    for (size_t k = 0; k < N_INTEGRATORS; k++) {
        const double coarse = worst_phase(0.6, integrators[k], 50), fine = worst_phase(0.6, integrators[k], 200);
        print_message("# %s: worst error of e = 0.6 at t_c/50: %.2e, at t_c/200: %.2e\n", integrators[k], coarse, fine);
        near("worst error at t_c/50", coarse, 0.0, bound[k]);
        near("observed order", log(coarse / fine) / log(4.0), 2.0, 0.35);
    }
}

/* Strong damping, but weak enough for steps of t_c/50: the locating of the ends has no part of first order in the error
 * of the duration. */
static void
contact_time_converges_at_second_order_under_strong_damping(void **state)
{
    (void)state;
    const struct gravel_material m = linear_material(0.25, 1e-5);
    for (size_t k = 0; k < N_INTEGRATORS; k++) {
        struct heard coarse = {0}, fine = {0};
        collide(&m, 0.2, 1e-3, integrators[k], 50, &coarse, NULL);
        collide(&m, 0.2, 1e-3, integrators[k], 200, &fine, NULL);
        const double e50 = coarse.last.duration / 1e-5 - 1.0, e200 = fine.last.duration / 1e-5 - 1.0;
        print_message("# %s: t_c of e = 0.25 off by %.2e at t_c/50, %.2e at t_c/200\n", integrators[k], e50, e200);
        near("t_c at t_c/50", e50, 0.0, 1.7e-3);
        near("observed order", log(e50 / e200) / log(4.0), 2.0, 0.1);
    }
}

/* A bead that oscillates on the floor's spring without leaving it, e = 0.8: error of its place after three
 * contact times, against the damped oscillation. */
static double
error_of_oscillation(const char *integrator, double steps)
{
    struct gravel_particle p = bead(1, 0, 0, 0, 0);
    struct gravel_wall wall = ground();
    const double g = 9.81, t_c = 1e-3, t = 3.0 * t_c;
    wall.contact.rule = GRAVEL_OWN_RESTITUTION;
    wall.contact.restitution = 0.8;
    const struct gravel_linear l = gravel_linear_from_restitution(0.8, t_c, false);
    const double sag = g / (l.w0 * l.w0), amplitude = 0.5 * sag, w = M_PI / t_c;
    p.x.z = p.radius - sag + amplitude;
    const struct gravel_system system = one_body(1, v3(0, 0, -g), linear_material(0.8, t_c), &p, &wall);
    void *engine = start(&system, integrator, steps, NULL);
    go(engine, t);
    gravel_md.snapshot(engine, &p);
    gravel_md.destroy(engine);
    const double exact = amplitude * exp(-l.mu * t) * (cos(w * t) + l.mu / w * sin(w * t));
    return fabs(p.x.z - p.radius + sag - exact) / amplitude;
}

/* M.order.  The predictor-corrector's formula is of fifth order; it starts with higher derivatives of zero, which
 * costs an error of fourth order once.  Both show: the observed order lies between. */
static void
smooth_contact_converges_at_the_integrators_order(void **state)
{
    (void)state;
    for (size_t k = 0; k < N_INTEGRATORS; k++) {
        const double e50 = error_of_oscillation(integrators[k], 50), e100 = error_of_oscillation(integrators[k], 100);
        const double e200 = error_of_oscillation(integrators[k], 200);
        print_message("# %s: %.3e %.3e %.3e, orders %.2f %.2f\n", integrators[k], e50, e100, e200, log2(e50 / e100),
                      log2(e100 / e200));
        near("order", log2(e100 / e200), k < 2 ? 2.0 : 4.5, k < 2 ? 0.1 : 0.5);
    }
}

/* A bead meets a resting wall. */
static double
bounce(const struct gravel_wall *wall, const char *integrator)
{
    struct gravel_particle p = bead(1, 0, 1e-3, 0, -0.2);
    struct gravel_wall copy = *wall;
    const struct gravel_system system = one_body(1, v3(0, 0, 0), linear_material(0.9, 1e-5), &p, &copy);
    void *engine = start(&system, integrator, 50, NULL);
    go(engine, 1e-2);
    gravel_md.snapshot(engine, &p);
    gravel_md.destroy(engine);
    return p.v.z / 0.2;
}

static void
both_wall_conventions_hold(void **state)
{
    (void)state;
    struct gravel_wall wall = ground();
    for (size_t k = 0; k < N_INTEGRATORS; k++) {
        wall.contact.rule = GRAVEL_SAME_FORCE_CONSTANTS;
        near("same constants", bounce(&wall, integrators[k]), 0.92819, 1e-3);
        wall.contact.rule = GRAVEL_OWN_RESTITUTION;
        wall.contact.restitution = 0.5;
        near("own restitution", bounce(&wall, integrators[k]), 0.5, 1e-3);
    }
}

/* Two spheres (disks) with equal overlap times and opposite slip: the slip falls by e_t. */
static void
oblique_collision_has_the_tangential_restitution(void **state)
{
    (void)state;
    for (int dimension = 2; dimension <= 3; dimension++)
        for (int spins = 0; spins < 2; spins++) {
            struct gravel_particle p[2] = {bead(dimension, 0, 0, 1e-3, 1e-2),
                                           bead(dimension, 0, 1.001e-3, -1e-3, -1e-2)};
            struct gravel_system system = {
                .dimension = dimension, .material = linear_material(0.9, 1e-6), .n_particles = 2, .particles = p};
            system.material.tangential_restitution = 0.7;
            system.material.rotation = spins;
            /* Start where the contact will find them aligned. */
            p[0].x.x = -p[0].v.x * 0.5e-4;
            p[1].x.x = -p[1].v.x * 0.5e-4;
            void *engine = start(&system, "velocity-verlet", 50, NULL);
            go(engine, 1e-4);
            gravel_md.snapshot(engine, p);
            gravel_md.destroy(engine);
            /* n from 1 to 0 is -z; slip = v0 - v1 - r (w0 + w1) x n, along x */
            const double slip = p[0].v.x - p[1].v.x + 5e-4 * (p[0].omega.y + p[1].omega.y);
            near("e_t", slip / 2e-3, 0.7, 1e-3);
            near("e", (p[1].v.z - p[0].v.z) / 2e-2, 0.9, 1e-3);
        }
}

/* Two spheres with tangential springs and friction meet obliquely after a flight; the first one's spin. */
static double
spin_after_oblique_collision(const char *integrator, double steps)
{
    struct gravel_particle p[2] = {bead(3, 0, 0, 2e-2, 1e-2), bead(3, 0, 1.001e-3, -2e-2, -1e-2)};
    struct gravel_system system = {
        .dimension = 3, .material = linear_material(0.9, 1e-6), .n_particles = 2, .particles = p};
    system.material.rotation = true;
    system.material.friction = 5.0;
    system.material.tangential = GRAVEL_TANGENTIAL_SPRING;
    system.material.tangential_stiffness = 2.0 / 7.0;
    void *engine = start(&system, integrator, steps, NULL);
    go(engine, 1e-4);
    gravel_md.snapshot(engine, p);
    gravel_md.destroy(engine);
    return p[0].omega.y;
}

static void
tangential_spring_converges_to_one_spin_with_every_integrator(void **state)
{
    (void)state;
    const double fine = spin_after_oblique_collision("velocity-verlet", 6400.0);
    for (size_t k = 0; k < N_INTEGRATORS; k++) {
        const double e50 = spin_after_oblique_collision(integrators[k], 50) / fine - 1.0;
        const double e400 = spin_after_oblique_collision(integrators[k], 400) / fine - 1.0;
        print_message("# %s: spin %.6g, errors %.2e %.2e\n", integrators[k], fine, e50, e400);
        near("spin at t_c/50", e50, 0.0, 1e-3);
        near("spin at t_c/400", e400, 0.0, 3e-5);
    }
}

static void
meaningless_overlap_is_an_error_that_names_the_pair(void **state)
{
    (void)state;
    struct gravel_particle p[2];
    const struct gravel_system system = beads_too_fast(p);
    refuses_to_go_on(start(&system, "velocity-verlet", 50, NULL),
                     "particles 0 and 1 overlap by more than half a diameter");
}

/* The choices of the option are the names of the registry, in its order, and the first is the default. */
static void
every_choice_of_the_option_is_an_integrator(void **state)
{
    (void)state;
    char names[128] = "";
    const struct gravel_key *key = gravel_md.options;
    while (strcmp(key->name, "integrator") != 0)
        key++;
    for (size_t k = 0; gravel_md_integrators[k] != NULL; k++) {
        const size_t used = strlen(names);
        (void)snprintf(names + used, sizeof names - used, "%s%s", k > 0 ? "|" : "", gravel_md_integrators[k]->name);
        assert_ptr_equal(gravel_md_integrator_find(gravel_md_integrators[k]->name), gravel_md_integrators[k]);
    }
    assert_string_equal(names, key->choices);
    assert_string_equal(gravel_md_integrators[0]->name, key->fallback);
}

/* The operations that loops call without a test are there. */
static void
every_integrator_has_the_required_operations(void **state)
{
    (void)state;
    for (size_t k = 0; gravel_md_integrators[k] != NULL; k++) {
        const struct gravel_md_integrator_ops *ops = gravel_md_integrators[k];
        assert_true(ops->reference != NULL && ops->force_point > 0.0 && ops->force_point <= 1.0);
        assert_true(ops->create != NULL && ops->destroy != NULL && ops->start != NULL && ops->advance != NULL);
        assert_true(ops->extrapolate != NULL && ops->integrals != NULL);
        assert_int_equal(ops->predict != NULL, ops->correct != NULL);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_choice_of_the_option_is_an_integrator),
        cmocka_unit_test(every_integrator_has_the_required_operations),
        cmocka_unit_test(linear_collision_has_the_closed_forms),
        cmocka_unit_test(clipped_collision_has_the_stated_restitution),
        cmocka_unit_test(hertz_collision_has_the_published_digits),
        cmocka_unit_test(kuwabara_kono_collision_has_the_published_digits),
        cmocka_unit_test(elastic_statement_and_engine_agree_on_the_restitution),
        cmocka_unit_test(energy_ledger_closes_at_second_order),
        cmocka_unit_test(restitution_converges_at_second_order_at_any_phase),
        cmocka_unit_test(contact_time_converges_at_second_order_under_strong_damping),
        cmocka_unit_test(smooth_contact_converges_at_the_integrators_order),
        cmocka_unit_test(both_wall_conventions_hold),
        cmocka_unit_test(oblique_collision_has_the_tangential_restitution),
        cmocka_unit_test(tangential_spring_converges_to_one_spin_with_every_integrator),
        cmocka_unit_test(meaningless_overlap_is_an_error_that_names_the_pair),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
