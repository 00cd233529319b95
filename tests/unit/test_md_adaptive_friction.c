/* Tangential springs with the adaptive integrator: closed forms of sticking and of sliding, an independent solution of
 * what is between them, and the fixed steps, which converge to the same. */
#include "tests/unit/md_helper.h"

#include "reference/theory/theory.h"

/* A sphere, or two spheres of unequal mass, meet obliquely at v_n = 0.1 m/s. */
struct meeting {
    struct gravel_material material;
    double v_t;       /* [m/s] */
    bool pair, turns; /* turns: with a spin and a velocity out of the plane, so that the direction of sliding turns */
};

struct outcome {
    struct gravel_particle p[2];
    struct heard heard;
    double drift;   /* of the ledger over the initial energy */
    double sliding; /* energy given to tangential forces [J] */
};

static const double v_n = 0.1;

static struct gravel_material
material_by_rates(double beta, double rate_squared, double damping_rate, double ratio, double friction,
                  double restitution)
{
    return (struct gravel_material){.statement = GRAVEL_BY_RATES,
                                    .beta = beta,
                                    .rate_squared = rate_squared,
                                    .damping_rate = damping_rate,
                                    .reference_velocity = v_n,
                                    .tangential = GRAVEL_TANGENTIAL_SPRING,
                                    .tangential_stiffness = ratio,
                                    .friction = friction,
                                    .tangential_restitution = restitution};
}

static double
duration(const struct gravel_material *m)
{
    return 20.0 * gravel_material_contact_time(m, NULL, 1e-6, 1e-3, v_n);
}

static struct gravel_wall
rough_ground(const struct gravel_material *m)
{
    struct gravel_wall wall = ground();
    wall.contact.friction = m->friction;
    wall.contact.tangential_restitution = m->tangential_restitution;
    return wall;
}

/* `tolerance` with the adaptive integrator, or steps of velocity Verlet a contact. */
static struct outcome
run(const struct meeting *meeting, double tolerance, double steps)
{
    struct outcome o = {.p = {bead(3, 0, 5e-4 + 1e-6, meeting->v_t, -v_n)}};
    struct gravel_wall wall = rough_ground(&meeting->material);
    if (meeting->pair) {
        o.p[0].x = v3(2e-4, 0, 1.002e-3 * sqrt(1.0 - 0.04));
        o.p[1] = bead(3, 0, 0, 0, 0);
        o.p[1].mass *= 3.0;
        o.p[1].inertia *= 3.0;
    }
    if (meeting->turns) {
        o.p[0].omega = v3(30.0, -20.0, 10.0);
        o.p[0].v.y = 0.3 * v_n;
    }
    const struct gravel_system system = {.dimension = 3,
                                         .material = meeting->material,
                                         .particles = o.p,
                                         .n_particles = meeting->pair ? 2 : 1,
                                         .walls = &wall,
                                         .n_walls = meeting->pair ? 0 : 1};
    struct gravel_counters counters;
    void *engine =
        steps > 0.0 ? start(&system, "velocity-verlet", steps, &o.heard) : start_adaptive(&system, tolerance, &o.heard);
    const double before = ledger(engine);
    go(engine, duration(&meeting->material));
    gravel_md.snapshot(engine, o.p);
    gravel_md.counters(engine, &counters);
    o.drift = ledger(engine) / before - 1.0;
    o.sliding = counters.sliding_loss;
    gravel_md.destroy(engine);
    assert_int_equal(o.heard.n, 1);
    return o;
}

/* Difference of the first body's velocities and of its surface's by spin, over v_n. */
static double
apart(const struct outcome *a, const struct outcome *b)
{
    const struct vec3 v = v3_sub(a->p[0].v, b->p[0].v), omega = v3_sub(a->p[0].omega, b->p[0].omega);
    return (v3_norm(v) + a->p[0].radius * v3_norm(omega)) / v_n;
}

/* Without spin the slip velocity is that of a mass on a damped spring, for the contact's time pi/w. */
static void
sticking_contact_is_two_oscillators(void **state)
{
    (void)state;
    static const double damping[] = {0.0, 200.0, 800.0}, restitution[] = {1.0, 0.5};
    for (size_t k = 0; k < 3; k++)
        for (size_t l = 0; l < 2; l++)
            for (double tolerance = 1e-4; tolerance > 1e-13; tolerance *= 1e-2) {
                const struct meeting meeting = {
                    .material = material_by_rates(0.0, 1e7, damping[k], 0.7, 0.0, restitution[l]), .v_t = 0.3};
                const struct gravel_wall wall = rough_ground(&meeting.material);
                const struct outcome o = run(&meeting, tolerance, 0.0);
                const double mass = o.p[0].mass;
                const struct gravel_force f = gravel_material_force(&meeting.material, &wall.contact, mass, 1e-3, 1.0);
                const double mu = 0.5 * f.c / mass, w = sqrt(f.k / mass - mu * mu), t = M_PI / w;
                const double mu_t = 0.5 * f.ct / mass, w_t = sqrt(f.kt / mass - mu_t * mu_t);
                const double u = 0.3 * exp(-mu_t * t) * (cos(w_t * t) - mu_t / w_t * sin(w_t * t));
                const double bound = fmax(2.0 * tolerance, 1e-11);
                near("slip", o.p[0].v.x / 0.3, u / 0.3, bound);
                near("restitution", o.p[0].v.z / v_n, exp(-mu * t), bound);
                near("energy that the tangential forces took", o.sliding, 0.5 * mass * (0.09 - u * u),
                     mass * 0.09 * bound);
                near("ledger", o.drift, 0.0, bound);
            }
}

/* Halfway through an undamped sticking contact the ledger has the energy of both springs. */
static void
both_springs_store_energy(void **state)
{
    (void)state;
    struct gravel_particle p = bead(3, 0, 6e-4, 0.3, -v_n);
    const struct gravel_material material = material_by_rates(0.0, 1e7, 0.0, 0.7, 0.0, 1.0);
    struct gravel_wall wall = rough_ground(&material);
    const struct gravel_system system = one_body(3, v3(0, 0, 0), material, &p, &wall);
    void *engine = start_adaptive(&system, 1e-10, NULL);
    const double k = 0.5 * p.mass * 1e7, w = sqrt(k / p.mass), w_t = sqrt(0.7) * w, start = 1e-4 / v_n;
    for (int part = 1; part < 10; part++) {
        struct gravel_energy energy;
        const double t = 0.1 * part * M_PI / w, x = v_n / w * sin(w * t), xi = 0.3 / w_t * sin(w_t * t);
        go(engine, start + t);
        gravel_md.energy(engine, &energy);
        near("elastic energy", energy.elastic / (0.5 * k * x * x + 0.35 * k * xi * xi), 1.0, 1e-9);
        near("loss", energy.dissipated / energy.elastic, 0.0, 1e-9);
    }
    gravel_md.destroy(engine);
}

/* The whole contact slides: friction takes mu times the normal impulse, whatever the dashpots.  A normal force that
 * never pulls presses all the time. */
static void
gross_sliding_takes_the_bound_of_the_impulse(void **state)
{
    (void)state;
    static const double damping[] = {0.0, 0.0, 800.0}, restitution[] = {1.0, 0.5, 0.5};
    for (size_t k = 0; k < 3; k++)
        for (double tolerance = 1e-4; tolerance > 1e-13; tolerance *= 1e-2) {
            struct meeting meeting = {.material = material_by_rates(0.0, 1e7, damping[k], 1.0, 0.1, restitution[k]),
                                      .v_t = 0.3};
            meeting.material.cohesionless = true;
            const struct outcome o = run(&meeting, tolerance, 0.0);
            const double u = o.p[0].v.x, v = o.p[0].v.z, mass = o.p[0].mass, bound = fmax(2.0 * tolerance, 1e-11);
            near("slip", u / 0.3, 1.0 - 0.1 * (v_n + v) / 0.3, bound);
            near("loss", o.sliding, 0.5 * mass * (0.09 - u * u), mass * 0.09 * bound);
            near("loss of the event beside it", o.heard.last.dissipated - o.sliding, 0.5 * mass * (v_n * v_n - v * v),
                 mass * 0.09 * bound);
            near("ledger", o.drift, 0.0, bound);
        }
}

/* Sticking, sliding and both in turn, on linear and on Hertz' springs, with normal dashpots of several powers. */
static void
mixed_regimes_are_those_of_an_independent_solution(void **state)
{
    (void)state;
    static const double slips[] = {0.02, 0.03, 0.05, 0.6};
    static const struct {
        double beta, gamma, rate_squared, damping_rate, within;
    } laws[] = {{0.0, 0.0, 1e7, 0.0, 2.0},
                {0.0, 0.0, 1e7, 6e2, 2.0},
                {0.5, 0.0, 1e9, 0.0, 5.0},
                {0.5, 0.5, 1e9, 5e4, 20.0},
                {0.5, 0.25, 1e9, 5e3, 20.0}};
    for (size_t l = 0; l < sizeof laws / sizeof *laws; l++)
        for (size_t k = 0; k < 4; k++)
            for (double tolerance = 1e-6; tolerance > 1e-10; tolerance *= 1e-2) {
                struct meeting meeting = {.material = material_by_rates(laws[l].beta, laws[l].rate_squared,
                                                                        laws[l].damping_rate, 0.7, 0.2, 1.0),
                                          .v_t = slips[k]};
                meeting.material.gamma = laws[l].gamma;
                /* At a wall with the same force constants both rates are half those of a pair. */
                const double args[] = {0.5 * laws[l].rate_squared,
                                       0.5 * laws[l].damping_rate,
                                       laws[l].beta,
                                       laws[l].gamma,
                                       0.7,
                                       0.2,
                                       1.0,
                                       v_n,
                                       slips[k]};
                const struct outcome o = run(&meeting, tolerance, 0.0);
                const double exact = gravel_theory_find("spring_slip_restitution")->eval(args) * slips[k] / v_n;
                print_message("# beta %g gamma %g u/v %g tolerance %.0e: slip off by %.1e, ledger %.1e\n", laws[l].beta,
                              laws[l].gamma, slips[k] / v_n, tolerance, o.p[0].v.x / v_n - exact, o.drift);
                near("slip", o.p[0].v.x / v_n, exact, laws[l].within * tolerance);
                near("ledger", o.drift, 0.0, laws[l].within * tolerance);
            }
}

/* v_t for a contact that sticks and slips at its end, one that slides, sticks and slips again, and gross sliding. */
static const double regimes[] = {0.02, 0.08, 0.3};

static struct meeting
rough(size_t regime, bool pair, bool turns)
{
    struct meeting meeting = {.material = material_by_rates(0.0, 1e7, 400.0, 0.7, 0.2, 0.7),
                              .v_t = regimes[regime],
                              .pair = pair,
                              .turns = turns};
    meeting.material.rotation = true;
    return meeting;
}

/* Root of the mean square difference over places of the contact's begin in its step. */
static double
error_of_steps(const struct meeting *meeting, const struct outcome *exact, double steps)
{
    enum { PHASES = 16 };
    double sum = 0.0;
    for (int phase = 0; phase < PHASES; phase++) {
        const struct outcome o = run(meeting, 0.0, steps * (1.0 + 0.05 * phase / PHASES));
        const double error = apart(&o, exact);
        sum += error * error / PHASES;
    }
    return sqrt(sum);
}

static void
fixed_steps_converge_at_second_order(void **state)
{
    (void)state;
    for (int pair = 0; pair < 2; pair++)
        for (size_t r = 0; r < 3; r++) {
            const struct meeting meeting = rough(r, pair, false);
            const struct outcome exact = run(&meeting, 1e-11, 0.0);
            const double coarse = error_of_steps(&meeting, &exact, 50.0),
                         fine = error_of_steps(&meeting, &exact, 400.0);
            print_message("# %s, v_t %g: t_c/50 %.1e, /100 %.1e, /200 %.1e, /400 %.1e\n", pair ? "pair" : "wall",
                          meeting.v_t, coarse, error_of_steps(&meeting, &exact, 100.0),
                          error_of_steps(&meeting, &exact, 200.0), fine);
            near("order", log(coarse / fine) / log(8.0), 2.0, 0.25);
            near("fine steps", fine, 0.0, 2e-5);
        }
}

/* Where the direction of sliding turns, the cut at the end of each step is of first order only; its limit is the same.
 */
static void
fixed_steps_converge_where_sliding_turns(void **state)
{
    (void)state;
    for (int pair = 0; pair < 2; pair++) {
        const struct meeting meeting = rough(1, pair, true);
        const struct outcome exact = run(&meeting, 1e-11, 0.0);
        double before = INFINITY;
        for (double steps = 400.0; steps < 10000.0; steps *= 2.0) {
            const double error = error_of_steps(&meeting, &exact, steps);
            print_message("# %s, t_c/%g: %.2e\n", pair ? "pair" : "wall", steps, error);
            assert_true(error < 0.6 * before);
            before = error;
        }
        near("finest", before, 0.0, 2e-6);
    }
}

/* A dashpot that begins at zero overlap, on a linear spring: Coulomb's bound begins with an unlimited rate, and the
 * tangential dashpot, which begins at once, exceeds it. */
static void
bound_with_an_unlimited_rate_is_met_once(void **state)
{
    (void)state;
    static const double damping[] = {30.0, 100.0, 400.0};
    for (int k = 0; k < 6; k++) {
        struct meeting meeting = {.v_t = 0.2, .pair = k % 2};
        meeting.material = material_by_rates(0.0, 1e7, damping[k / 2], 0.3, 0.1, 0.5);
        meeting.material.gamma = 0.25;
        meeting.material.rotation = true;
        const struct outcome exact = run(&meeting, 1e-10, 0.0);
        const double coarse = error_of_steps(&meeting, &exact, 100.0), fine = error_of_steps(&meeting, &exact, 1600.0);
        print_message("# %s, damping %g: t_c/100 %.1e, /1600 %.1e\n", meeting.pair ? "pair" : "wall", damping[k / 2],
                      coarse, fine);
        near("fine steps", fine, 0.0, 2e-5);
        assert_true(fine < 0.2 * coarse);
    }
}

/* Impacts of all kinds: what sticks, slides and is loose in whatever order, also for shorter times than a step. */
static struct meeting
any_meeting(int k)
{
    static const double friction[] = {0.05, 0.1, 0.2, 0.4, 0.8}, restitution[] = {1.0, 0.5, 0.2},
                        ratio[] = {0.3, 0.7, 1.5};
    static const double damping[] = {0.0, 400.0, 1500.0};
    const bool hertz = k % 5 == 4;
    struct meeting meeting = {.v_t = 0.17 * pow(fmod(0.6180339887 * k, 1.0), 2.0), .turns = k % 3 == 2, .pair = k % 2};
    meeting.material =
        material_by_rates(hertz ? 0.5 : 0.0, hertz ? 1e9 : 1e7, damping[k / 2 % 3] * (hertz ? 10.0 : 1.0),
                          ratio[k / 6 % 3], friction[k / 18 % 5], hertz ? 1.0 : restitution[k / 90 % 3]);
    meeting.material.gamma = hertz && k / 2 % 3 > 0 ? 0.25 : 0.0;
    meeting.material.rotation = true;
    meeting.material.cohesionless = k / 270 % 2 == 1;
    return meeting;
}

static void
tolerance_decides_the_error_alone(void **state)
{
    (void)state;
    static const double tolerances[] = {1e-3, 1e-4, 1e-6, 1e-8};
    static const double factor[] = {4.0, 20.0, 50.0};
    double worst[3][4] = {{0.0}};
    /* The last ones stick or slide for less than a step, which shows at neither of its ends nor in its middle. */
    static const int rare[] = {718, 1125, 2158, 2411, 3845, 4571, 5740, 6117};
    enum { COMMON = 540, ALL = COMMON + sizeof rare / sizeof *rare };
    for (int n = 0; n < ALL; n++) {
        const int k = n < COMMON ? n : rare[n - COMMON];
        const struct meeting meeting = any_meeting(k);
        /* Powers of the overlap have branch points at both ends of the contact, where a step is of lower order. */
        const int branches = meeting.material.gamma > 0.0 ? 2 : meeting.material.beta > 0.0 ? 1 : 0;
        const struct outcome exact = run(&meeting, 1e-10, 0.0);
        for (int t = 0; t < 4; t++) {
            const struct outcome o = run(&meeting, tolerances[t], 0.0);
            const double error = fmax(apart(&o, &exact), fabs(o.drift)) / tolerances[t];
            worst[branches][t] = fmax(worst[branches][t], error);
            if (!(error <= factor[branches]))
                fail_msg("meeting %d, tolerance %g: error %g times as large", k, tolerances[t], error);
        }
    }
    for (int t = 0; t < 4; t++)
        print_message("# tolerance %.0e: worst error over it %.2f, on Hertz' spring %.2f, with Tsuji's dashpot %.2f\n",
                      tolerances[t], worst[0][t], worst[1][t], worst[2][t]);
}

/* Rough spheres of unequal size and mass meet with spins: named the other way round, or turned in space, they part
 * alike. */
static void
outcome_depends_on_no_name_and_no_direction(void **state)
{
    (void)state;
    static const double angles[] = {0.0, 0.0, 0.7, 2.0};
    const struct vec3 axis = v3_scale(1.0 / sqrt(14.0), v3(1, 2, 3));
    struct meeting meeting = rough(1, true, true);
    for (int stiff = 0; stiff < 2; stiff++) {
        struct gravel_particle first[2];
        meeting.material.rate_squared = stiff ? 1e11 : 1e7;
        meeting.material.damping_rate = stiff ? 0.0 : 4e2; /* without a dashpot friction vanishes at both ends */
        for (int k = 0; k < 4; k++) {
            const int a = k == 1, b = 1 - a;
            struct gravel_particle p[2];
            p[a] = bead(3, 0, 0, 2e-2, 5e-2);
            p[b] = bead(3, 2e-4, 1.001e-3, -2e-2, -5e-2);
            p[b].mass *= 3.0;
            p[b].inertia *= 3.0;
            p[a].omega = v3(30.0, -20.0, 10.0);
            for (int i = 0; i < 2; i++) {
                p[i].x = v3_rotate(p[i].x, axis, angles[k]);
                p[i].v = v3_rotate(p[i].v, axis, angles[k]);
                p[i].omega = v3_rotate(p[i].omega, axis, angles[k]);
            }
            const struct gravel_system system = {
                .dimension = 3, .material = meeting.material, .n_particles = 2, .particles = p};
            void *engine = start_adaptive(&system, 1e-12, NULL);
            go(engine, 2e-2);
            gravel_md.snapshot(engine, p);
            gravel_md.destroy(engine);
            if (k == 0)
                memcpy(first, p, sizeof first);
            for (int i = 0; i < 2; i++) {
                const struct gravel_particle *q = &p[i == 0 ? a : b];
                near("velocity", v3_norm(v3_sub(v3_rotate(q->v, axis, -angles[k]), first[i].v)) / v_n, 0.0, 1e-10);
                near("spin", v3_norm(v3_sub(v3_rotate(q->omega, axis, -angles[k]), first[i].omega)) * 5e-4 / v_n, 0.0,
                     1e-10);
            }
            assert_true(v3_norm(v3_sub(first[0].omega, v3(30.0, -20.0, 10.0))) > 10.0);
        }
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sticking_contact_is_two_oscillators),
        cmocka_unit_test(both_springs_store_energy),
        cmocka_unit_test(gross_sliding_takes_the_bound_of_the_impulse),
        cmocka_unit_test(mixed_regimes_are_those_of_an_independent_solution),
        cmocka_unit_test(fixed_steps_converge_at_second_order),
        cmocka_unit_test(fixed_steps_converge_where_sliding_turns),
        cmocka_unit_test(bound_with_an_unlimited_rate_is_met_once),
        cmocka_unit_test(tolerance_decides_the_error_alone),
        cmocka_unit_test(outcome_depends_on_no_name_and_no_direction),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
