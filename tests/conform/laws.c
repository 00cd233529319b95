/* Conformance of the contact laws: every normal law that a case may name, and every tangential one, against closed
 * forms and independent solutions of its equation.  A law that is added to the schema fails here until it has its row.
 */
#include "harness/case/keys.h"
#include "harness/case/schema.h"
#include "reference/theory/theory.h"
#include "tests/unit/md_helper.h"

#include <math.h>

/* Rates of x'' + 2 mu x^gamma x' + w0^2 x^(1+beta) = 0 such that v = 0.1 m/s gives a contact of some 1e-5 s; of the
 * Lennard-Jones law some 1e-3 s, for overlaps that show its hardening. */
struct law {
    const char *name; /* of material.law */
    double beta, gamma, rate_squared, damping_rate, energy;
    bool clipped;
};

static const struct law laws[] = {
    {"linear", 0.0, 0.0, 1e11, 6e4, 0.0, false},
    {"linear", 0.0, 0.0, 1e11, 2e5, 0.0, true},
    {"hertz", 0.5, 0.0, 1e14, 3e4, 0.0, false},
    {"hertz", 0.5, 0.0, 1e14, 1e5, 0.0, true},
    {"hertz-kuwabara-kono", 0.5, 0.5, 1e14, 5e7, 0.0, false},
    {"hertz-kuwabara-kono", 0.5, 0.5, 1e14, 2e8, 0.0, true},
    {"taguchi", 0.5, 0.25, 1e14, 2e6, 0.0, false},
    {"taguchi", 0.5, 0.25, 1e14, 8e6, 0.0, true},
    {"general", 0.0, 0.2, 1e11, 8e5, 0.0, false},
    {"general", 0.3, 0.1, 2e13, 3e5, 0.0, true},
    {"lennard-jones", 0.0, 0.0, 0.0, 400.0, 1e-7, false},
    {"lennard-jones", 0.0, 0.0, 0.0, 400.0, 1e-7, true},
};
enum { N_LAWS = sizeof laws / sizeof *laws };

static const double speeds[] = {0.02, 0.1, 0.4};
enum { N_SPEEDS = sizeof speeds / sizeof *speeds };

static const struct {
    const char *name;
    double steps, within, overlap_within; /* relative errors; dashpots like x^gamma lower the order of fixed steps */
} integrators[] = {{"velocity-verlet", 800.0, 3e-4, 3e-4},
                   {"gear", 800.0, 3e-4, 3e-4},
                   {"position-verlet", 800.0, 5e-4, 5e-4},
                   {"adaptive", 5.0, 1e-6, 1e-5}};
enum { N_INTEGRATORS = sizeof integrators / sizeof *integrators };

static double
time_of(const struct law *law)
{
    return law->energy > 0.0 ? 1e-2 : 4e-4;
}

static struct gravel_material
material_of(const struct law *law)
{
    return (struct gravel_material){.statement = law->energy > 0.0 ? GRAVEL_BY_ENERGY : GRAVEL_BY_RATES,
                                    .beta = law->beta,
                                    .gamma = law->gamma,
                                    .rate_squared = law->rate_squared,
                                    .damping_rate = law->damping_rate,
                                    .energy = law->energy,
                                    .cohesionless = law->clipped,
                                    .reference_velocity = 0.1,
                                    .tangential_restitution = 1.0};
}

static double
theory(const char *name, const double *args)
{
    const struct gravel_theory *t = gravel_theory_find(name);
    assert_non_null(t);
    return t->eval(args);
}

/* e, t_c and x_max by an independent solution. */
struct answer {
    double e, t_c, x_max;
};

static struct answer
exact(const struct law *law, double m_red, double diameter, double v)
{
    const double power[] = {law->rate_squared, law->damping_rate, law->beta, law->gamma, v};
    const double potential[] = {law->energy, law->damping_rate, diameter, m_red, v};
    if (law->energy > 0.0)
        return (struct answer){
            theory(law->clipped ? "lennard_jones_restitution_force_end" : "lennard_jones_restitution", potential),
            theory("lennard_jones_contact_time", potential), theory("lennard_jones_overlap", potential)};
    return (struct answer){theory(law->clipped ? "ode_restitution_force_end" : "ode_restitution", power),
                           law->clipped ? NAN : theory("ode_contact_time", power), theory("ode_overlap", power)};
}

/* Two spheres of unequal mass meet; `swapped` names them the other way round. */
static void *
meet(const struct gravel_material *m, double v, bool swapped, int integrator, struct gravel_particle p[2],
     struct heard *heard)
{
    const int light = swapped ? 1 : 0, heavy = 1 - light;
    p[light] = bead(1, 0, 0, 0, 0.25 * v);
    p[heavy] = bead(1, 0, 1.0e-3 + 1e-4 * v, 0, -0.75 * v);
    p[heavy].mass *= 3.0;
    const struct gravel_system system = {.dimension = 1, .material = *m, .n_particles = 2, .particles = p};
    return start(&system, integrators[integrator].name, integrators[integrator].steps, heard);
}

static void
every_normal_law_has_its_restitution_time_and_overlap(void **state)
{
    (void)state;
    for (int l = 0; l < N_LAWS; l++)
        for (int s = 0; s < N_SPEEDS; s++)
            for (int i = 0; i < N_INTEGRATORS; i++) {
                const struct gravel_material m = material_of(&laws[l]);
                struct gravel_particle p[2];
                struct heard heard = {0};
                const double v = speeds[s];
                void *engine = meet(&m, v, false, i, p, &heard);
                const double m_red = p[0].mass * p[1].mass / (p[0].mass + p[1].mass), before = ledger(engine);
                const double incoming = 0.5 * m_red * v * v;
                go(engine, time_of(&laws[l]));
                gravel_md.snapshot(engine, p);
                const struct answer a = exact(&laws[l], m_red, 1e-3, v);
                const double e = (p[1].v.z - p[0].v.z) / v;
                if (fabs(e - a.e) > integrators[i].within)
                    print_message("# %s%s at %g m/s, %s: e %.8f exact %.8f\n", laws[l].name,
                                  laws[l].clipped ? " clipped" : "", v, integrators[i].name, e, a.e);
                assert_int_equal(heard.n, 1);
                assert_true(a.e > 0.05 && a.e < 0.98);
                near("e", e, a.e, integrators[i].within);
                near("e of the event", heard.last.rebound / heard.last.approach, a.e, integrators[i].within);
                near("x_max", heard.last.overlap / a.x_max, 1.0, integrators[i].overlap_within);
                if (!laws[l].clipped)
                    near("t_c", heard.last.duration / a.t_c, 1.0, 2.0 * integrators[i].within);
                near("loss", heard.last.dissipated / incoming, 1.0 - e * e, 2.0 * integrators[i].within);
                near("ledger", (ledger(engine) - before) / incoming, 0.0, 2.0 * integrators[i].within);
                gravel_md.destroy(engine);
            }
}

/* Largest drift of the ledger over the incoming energy, over four places of the contact's begin in its step. */
static double
worst_drift(const struct gravel_material *m, double steps, double t_end)
{
    double worst = 0.0;
    for (int phase = 0; phase < 4; phase++) {
        const double v = 0.1;
        struct gravel_particle p[2] = {bead(1, 0, 0, 0, 0.5 * v), bead(1, 0, 1.0e-3 + 1e-5, 0, -0.5 * v)};
        const struct gravel_system system = {.dimension = 1, .material = *m, .n_particles = 2, .particles = p};
        void *engine = start(&system, "velocity-verlet", steps + 0.25 * phase, NULL);
        const double before = ledger(engine);
        go(engine, t_end);
        worst = fmax(worst, fabs(ledger(engine) / before - 1.0));
        gravel_md.destroy(engine);
    }
    return worst;
}

/* Velocity Verlet's second order, also where a dashpot like x^gamma has a branch point at the contact's ends. */
static void
every_normal_law_closes_the_ledger_at_its_order(void **state)
{
    (void)state;
    for (int l = 0; l < N_LAWS; l++) {
        const struct gravel_material m = material_of(&laws[l]);
        const double coarse = worst_drift(&m, 50.0, time_of(&laws[l])),
                     fine = worst_drift(&m, 400.0, time_of(&laws[l]));
        const double order = log(coarse / fine) / log(8.0);
        print_message("# %s%s: ledger drifts by %.1e at t_c/50, %.1e at t_c/400, order %.2f\n", laws[l].name,
                      laws[l].clipped ? " clipped" : "", coarse, fine, order);
        near("drift at t_c/50", coarse, 0.0, 6e-3);
        near("observed order", order, 2.0, 0.15);
    }
}

static void
every_law_of_the_schema_has_a_row(void **state)
{
    (void)state;
    const struct gravel_key *key = gravel_keys_material;
    while (strcmp(key->name, "law") != 0)
        key++;
    char words[200];
    snprintf(words, sizeof words, "%s", key->choices);
    for (char *rest = words, *word; (word = strtok_r(rest, "|", &rest)) != NULL;) {
        int l = 0;
        while (l < N_LAWS && strcmp(laws[l].name, word) != 0)
            l++;
        if (l == N_LAWS)
            print_error("law %s has no row\n", word);
        assert_true(l < N_LAWS);
    }
}

static void
every_normal_law_is_symmetric_under_exchange(void **state)
{
    (void)state;
    for (int l = 0; l < N_LAWS; l++)
        for (int i = 0; i < N_INTEGRATORS; i++) {
            const struct gravel_material m = material_of(&laws[l]);
            struct gravel_particle p[2][2];
            for (int swapped = 0; swapped < 2; swapped++) {
                void *engine = meet(&m, 0.1, swapped, i, p[swapped], NULL);
                go(engine, 1e-4 + 0.012 * time_of(&laws[l]));
                gravel_md.snapshot(engine, p[swapped]);
                gravel_md.destroy(engine);
            }
            near("first", p[0][0].v.z, p[1][1].v.z, 1e-13);
            near("second", p[0][1].v.z, p[1][0].v.z, 1e-13);
            near("momentum", p[0][0].mass * p[0][0].v.z + p[0][1].mass * p[0][1].v.z, -2e-6 * 0.2, 1e-19);
        }
}

/* The relative velocity never falls in a clipped contact, and does so in an unclipped one: its end pulls. */
static void
clipped_contacts_never_pull(void **state)
{
    (void)state;
    enum { SAMPLES = 4000 };
    for (int l = 0; l < N_LAWS; l++)
        for (int i = 0; i < N_INTEGRATORS; i++) {
            struct gravel_material m = material_of(&laws[l]);
            struct gravel_particle p[2];
            void *engine = meet(&m, 0.1, false, i, p, NULL);
            double before = -INFINITY, pull = 0.0;
            for (int s = 1; s <= SAMPLES; s++) {
                go(engine, time_of(&laws[l]) * s / SAMPLES);
                gravel_md.snapshot(engine, p);
                pull = fmax(pull, before - (p[1].v.z - p[0].v.z));
                before = p[1].v.z - p[0].v.z;
            }
            gravel_md.destroy(engine);
            if (laws[l].clipped)
                near("pull", pull, 0.0, 1e-6);
            else
                assert_true(pull > 1e-5);
        }
}

/* A sphere meets a plane obliquely. */
struct tangential {
    const char *what;
    double beta, gamma, stiffness, friction, restitution;
};
static const struct tangential tangentials[] = {
    {"viscous", 0.0, 0.0, 0.0, 0.0, 0.4},
    {"viscous under Coulomb's bound", 0.0, 0.0, 0.0, 0.1, 0.4},
    {"spring that sticks", 0.0, 0.0, 0.6, 10.0, 1.0},
    {"spring that slips", 0.0, 0.0, 0.6, 0.2, 1.0},
    {"spring and dashpot", 0.0, 0.0, 0.6, 0.2, 0.5},
    {"Hertz spring that sticks", 0.5, 0.0, 1.3, 10.0, 1.0},
    {"Hertz spring that slips", 0.5, 0.0, 1.3, 0.2, 1.0},
    {"Hertz spring with Kuwabara and Kono's dashpot", 0.5, 0.5, 1.3, 0.2, 1.0},
    {"Hertz spring with Tsuji's dashpot", 0.5, 0.25, 1.3, 0.2, 1.0},
};
enum { N_TANGENTIALS = sizeof tangentials / sizeof *tangentials };

/* Rates so stiff that the overlap shortens the arm by 1e-5 of the radius: the theory takes the radius. */
static struct law
stiff(const struct tangential *t)
{
    return (struct law){.beta = t->beta,
                        .gamma = t->gamma,
                        .rate_squared = t->beta > 0.0 ? 1e19 : 1e15,
                        .damping_rate = t->gamma == 0.5    ? 3e10
                                        : t->gamma == 0.25 ? 3e8
                                                           : 3e6};
}

/* Slip left, and the ledger's drift and the loss's error over the initial energy. */
struct oblique {
    double slip, drift, loss;
};

static struct oblique
impact(const struct tangential *law, double v_n, double v_t, const char *integrator, double steps)
{
    struct gravel_particle p = bead(3, 0, 5e-4 + 1e-6, v_t, -v_n);
    struct gravel_wall wall = ground();
    wall.contact.friction = law->friction;
    wall.contact.tangential_restitution = law->restitution;
    const struct law normal = stiff(law);
    struct gravel_material m = material_of(&normal);
    m.rotation = true;
    m.tangential_stiffness = law->stiffness;
    m.tangential = law->stiffness > 0.0 ? GRAVEL_TANGENTIAL_SPRING : GRAVEL_TANGENTIAL_VISCOUS;
    const struct gravel_system system = {
        .dimension = 3, .material = m, .n_particles = 1, .particles = &p, .n_walls = 1, .walls = &wall};
    const double energy = 0.5 * p.mass * (v_n * v_n + v_t * v_t);
    void *engine = start(&system, integrator, steps, NULL);
    const double before = ledger(engine);
    struct gravel_energy after;
    go(engine, 1e-6 / v_n + 2e-4);
    gravel_md.snapshot(engine, &p);
    gravel_md.energy(engine, &after);
    const struct oblique o = {.slip = (p.v.x - p.radius * p.omega.y) / v_t,
                              .drift = (ledger(engine) - before) / energy,
                              .loss = (energy - after.kinetic - after.rotational - after.dissipated) / energy};
    assert_true(p.v.z > 0.0);
    gravel_md.destroy(engine);
    return o;
}

static void
every_tangential_law_has_its_slip(void **state)
{
    (void)state;
    static const double ratios[] = {0.3, 1.0, 3.0};
    for (int l = 0; l < N_TANGENTIALS; l++)
        for (int r = 0; r < 3; r++) {
            const struct tangential *t = &tangentials[l];
            const double v_n = 0.1, v_t = ratios[r] * v_n;
            /* At a wall with the same force constants both rates are half those of a pair. */
            const struct law normal = stiff(t);
            const double args[] = {0.5 * normal.rate_squared,
                                   0.5 * normal.damping_rate,
                                   t->beta,
                                   t->gamma,
                                   t->stiffness,
                                   t->friction,
                                   3.5,
                                   v_n,
                                   v_t};
            const struct oblique fine = impact(t, v_n, v_t, "velocity-verlet", 1600.0);
            double slip = impact(t, v_n, v_t, "adaptive", 1600.0).slip;
            if (t->stiffness > 0.0 && t->restitution == 1.0)
                slip = theory("spring_slip_restitution", args);
            else if (t->friction == 0.0)
                slip = t->restitution;
            print_message("# %s, v_t/v_n %g: slip %.5f, off by %.1e, ledger %.1e, loss %.1e\n", t->what, ratios[r],
                          slip, fine.slip - slip, fine.drift, fine.loss);
            near("slip", fine.slip, slip, 5e-4);
            near("ledger", fine.drift, 0.0, 2e-5);
            near("loss", fine.loss, 0.0, 2e-5);
        }
}

/* Rough spheres of unequal mass and size meet obliquely with spin; named the other way round the outcome is the same.
 */
static void
every_tangential_law_is_symmetric_under_exchange(void **state)
{
    (void)state;
    for (int l = 0; l < N_TANGENTIALS; l++) {
        const struct tangential *t = &tangentials[l];
        struct gravel_particle p[2][2];
        for (int swapped = 0; swapped < 2; swapped++) {
            const int a = swapped, b = 1 - swapped;
            p[swapped][a] = bead(3, 0, 0, 2e-2, 5e-2);
            p[swapped][b] = bead(3, 2e-4, 1.001e-3, -2e-2, -5e-2);
            p[swapped][b].mass *= 3.0;
            p[swapped][b].inertia *= 3.0;
            p[swapped][a].omega = v3(30.0, -20.0, 10.0);
            const struct law normal = stiff(t);
            struct gravel_material m = material_of(&normal);
            m.rotation = true;
            m.friction = t->friction;
            m.rolling_friction = 0.02;
            m.tangential_restitution = t->restitution;
            m.tangential_stiffness = t->stiffness;
            m.tangential = t->stiffness > 0.0 ? GRAVEL_TANGENTIAL_SPRING : GRAVEL_TANGENTIAL_VISCOUS;
            const struct gravel_system system = {
                .dimension = 3, .material = m, .n_particles = 2, .particles = p[swapped]};
            void *engine = start(&system, "velocity-verlet", 100.0, NULL);
            go(engine, 1e-3);
            gravel_md.snapshot(engine, p[swapped]);
            gravel_md.destroy(engine);
        }
        for (int k = 0; k < 2; k++) {
            near("v", v3_norm(v3_sub(p[0][k].v, p[1][1 - k].v)), 0.0, 1e-13);
            near("spin", v3_norm(v3_sub(p[0][k].omega, p[1][1 - k].omega)), 0.0, 1e-10);
        }
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_law_of_the_schema_has_a_row),
        cmocka_unit_test(every_normal_law_has_its_restitution_time_and_overlap),
        cmocka_unit_test(every_normal_law_closes_the_ledger_at_its_order),
        cmocka_unit_test(every_normal_law_is_symmetric_under_exchange),
        cmocka_unit_test(clipped_contacts_never_pull),
        cmocka_unit_test(every_tangential_law_has_its_slip),
        cmocka_unit_test(every_tangential_law_is_symmetric_under_exchange),
    };
    return cmocka_run_group_tests_name("laws", tests, NULL, NULL);
}
