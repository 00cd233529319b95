/* Advice against numbers worked out by hand, and against itself: what it says to change must end the warning. */
#include "harness/advise/trial.h"
#include "tests/near.h"
#include "tests/unit/advice_bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct gravel_material linear = {.statement = GRAVEL_BY_RESTITUTION_AND_TIME,
                                              .restitution = 0.9,
                                              .contact_time = 1e-5,
                                              .tangential_restitution = 1.0};

static struct gravel_trial_result
collide(const struct gravel_trial *trial, const char *integrator, double step)
{
    struct gravel_trial_result r = {0};
    struct gravel_error error;
    if (gravel_trial_collide(trial, integrator, step, &r, &error) != GRAVEL_OK)
        fail_msg("%s", error.text);
    return r;
}

/* x_max = (v/w0) exp(-(mu/w) asin(w/w0)), mu = -ln(0.9)/t_c, w = pi/t_c. */
static void
linear_contacts_have_their_time_restitution_and_overlap(void **state)
{
    (void)state;
    const struct gravel_trial trial = {{&linear, NULL}, NULL, {2e-6, 3e-6}, {0.5e-3, 0.6e-3}, 0.1};
    const struct gravel_trial_result exact = collide(&trial, "adaptive", 0.0);
    near("e", exact.restitution, 0.9, 1e-8);
    near("t_c", exact.contact_time, 1e-5, 1e-12);
    near("overlap", exact.overlap, 3.0214511e-7, 1e-11);
    const struct gravel_trial_result coarse = collide(&trial, "velocity-verlet", 1e-5 / 50.0);
    assert_true(coarse.highest > coarse.lowest); /* the touch lies anywhere in a step */
    near("e at t_c/50", coarse.lowest, 0.9, 1e-3);
}

/* A wall with the pair's force constants: e = 0.9282, t_c longer by sqrt(2) (PHYSICS.md section 1). */
static void
walls_take_force_constants_or_their_own_restitution(void **state)
{
    (void)state;
    struct gravel_wall wall = {
        .shape = GRAVEL_PLANE, .contact.rule = GRAVEL_SAME_FORCE_CONSTANTS, .contact.tangential_restitution = 1.0};
    const struct gravel_trial trial = {{&linear, &wall.contact}, "floor", {2e-6}, {0.5e-3}, 0.1};
    near("e", collide(&trial, "adaptive", 0.0).restitution, 0.9282, 5e-5);
    near("t_c", collide(&trial, "adaptive", 0.0).contact_time, M_SQRT2 * 1e-5, 1e-8);
    wall.contact.rule = GRAVEL_OWN_RESTITUTION;
    wall.contact.restitution = 0.5;
    near("own e", collide(&trial, "adaptive", 0.0).restitution, 0.5, 1e-8);
    near("own t_c", collide(&trial, "adaptive", 0.0).contact_time, 1e-5, 1e-12);
}

/* Y = 1 GPa, nu = 0.3, 1 mm, 2500 kg/m^3, 0.1 m/s: x = (1.25 m_red v^2/k)^0.4, t_c = 2.9433 x/v. */
static void
hertz_contacts_have_their_time(void **state)
{
    (void)state;
    const struct gravel_material hertz = {.statement = GRAVEL_BY_ELASTICITY,
                                          .beta = 0.5,
                                          .young = 1e9,
                                          .poisson = 0.3,
                                          .restitution = 1.0,
                                          .tangential_restitution = 1.0};
    const double m = 2500.0 * M_PI / 6.0 * 1e-9;
    const struct gravel_trial trial = {{&hertz, NULL}, NULL, {m, m}, {0.5e-3, 0.5e-3}, 0.1};
    near("overlap", collide(&trial, "adaptive", 0.0).overlap, 8.7014678e-7, 1e-12);
    near("t_c", collide(&trial, "adaptive", 0.0).contact_time, 2.5610814e-5, 1e-10);
}

/* Contacts deeper than the bodies are still told. */
static void
too_soft_contacts_are_no_failure(void **state)
{
    (void)state;
    const struct gravel_trial trial = {{&linear, NULL}, NULL, {2e-6, 3e-6}, {0.5e-3, 0.6e-3}, 1000.0};
    near("overlap", collide(&trial, "adaptive", 0.0).overlap, 3.0214511e-3, 1e-7);
}

/* F = k x^(1+beta), and the Lennard-Jones force 12 (epsilon/d) q^7 (q^6 - 1), q = 1/(1 - x/d). */
static void
a_load_presses_a_contact_in(void **state)
{
    (void)state;
    const struct gravel_force hooke = {.k = 1e3}, hertz = {.k = 1e6, .beta = 0.5},
                              lj = {.k = 72.0 * 3.0 / 4.0, .range = 2.0};
    near("hooke", gravel_force_overlap(&hooke, 0.02), 2e-5, 1e-17);
    near("hertz", gravel_force_overlap(&hertz, 8e-6), 4e-8, 1e-20);
    const double q = 1.0 / (1.0 - 0.25 / 2.0);
    near("lj", gravel_force_overlap(&lj, 12.0 * 3.0 / 2.0 * pow(q, 7.0) * (pow(q, 6.0) - 1.0)), 0.25, 1e-12);
}

static void
column_on_a_wall_has_the_sigma_it_was_made_with(void **state)
{
    (void)state;
    struct gravel_advice a = advice_on(COLUMN, NULL, 0.0), b = advice_on(COLUMN, "prepare.column.sigma=0.5", 0.0);
    near("v", gravel_advised_speed(&a), 0.2, 1e-12);
    near("sigma", a.sigma, 10.0, 1e-5);
    near("sigma", b.sigma, 0.5, 1e-6);
    near("X", a.X, 9 * 0.1 + 0.0718, 1e-4);
    assert_int_equal(a.regime, GRAVEL_REGIME_INSTANT);
    assert_int_equal(b.regime, GRAVEL_REGIME_DETACHED);
    assert_int_equal(a.n_contacts, 2);
    near("steps", a.contacts[0].steps, 100.0, 1e-3);
    near("wall steps", a.contacts[1].steps, 100.0 * M_SQRT2, 0.1);
    gravel_advice_free(&a);
    gravel_advice_free(&b);
}

/* Clusters of touching beads stay so, however far apart the clusters are. */
static void
touching_clusters_are_detached(void **state)
{
    (void)state;
    static const char text[] =
        HEAD "particles: {count: 5, diameter: 1.0e-3, density: 2500}\nprepare: {two-columns: {lower: 3, separation: 0, "
             "gap: 1.0e-2, lower_velocity: 0.1, upper_velocity: -0.1}}\n"
             "run: {time: 1}\nengines: {md: {}, ed-column: {}}\nmeasure: [relative_energy]\n"
             "material: {law: linear, restitution: 0.8, contact_time: 1.0e-6}\n";
    struct gravel_advice a = advice_on(text, NULL, 0.0);
    assert_int_equal(a.regime, GRAVEL_REGIME_DETACHED);
    assert_non_null(strstr(a.warnings[GRAVEL_WARN_SIGMA], "event-driven"));
    gravel_advice_free(&a);
}

/* h = (4/3) (A0 w)^2 phi(X)/(g X), v^2 = g h, t_ev = 2 h/(N v), X = 9 * 0.05, A0 w = 10 g/(2 pi 20 s^-1). */
static void
vibrated_column_flies_between_events(void **state)
{
    (void)state;
    const double x = 0.45, a0w = 10.0 * 9.81 / (2.0 * M_PI * 20.0), phi = 1.0 - 0.098 * x - 0.073 * x * x;
    const double h = 4.0 / 3.0 * a0w * a0w * phi / (9.81 * x), v = sqrt(9.81 * h);
    struct gravel_advice a = advice_on(PLATE, NULL, 0.0);
    near("v", gravel_advised_speed(&a), v, 1e-9);
    near("t_ev", a.event_time, 2.0 * h / (10.0 * v), 1e-9);
    near("sigma", a.sigma, a.event_time / 1e-4, 1e-3);
    gravel_advice_free(&a);
}

/* At the sigmas of agreement-column soft beads stand 5 and 20 % lower; e = 0.95 loses too little for another effect. */
static void
differences_are_those_of_the_measured_abscissae(void **state)
{
    (void)state;
    char set[64];
    struct gravel_advice first = advice_on(PLATE, NULL, 0.0);
    const double five = gravel_references_find(&references, "R.agreement.column.5")->value;
    const double twenty = gravel_references_find(&references, "R.agreement.column.20")->value;
    snprintf(set, sizeof set, "material.contact_time=%.15g", first.event_time / five);
    struct gravel_advice a = advice_on(PLATE, set, 0.0);
    near("5 %", a.difference, -0.05, 0.008);
    near("bound", a.difference_most, 2.0 * fabs(a.difference), 1e-12);
    snprintf(set, sizeof set, "material.contact_time=%.15g", first.event_time / (twenty * 1.0001));
    struct gravel_advice b = advice_on(PLATE, set, 0.0);
    near("20 %", b.difference, -0.2, 0.01);
    assert_int_equal(b.regime, GRAVEL_REGIME_SOFTENED);
    gravel_advice_free(&first);
    gravel_advice_free(&a);
    gravel_advice_free(&b);
}

/* Ten beads that lie on a plate at rest: N m g on the lowest contact, k = m_red w0^2 of a pair, elastic here. */
static void
weight_of_a_column_presses_its_lowest_contact(void **state)
{
    (void)state;
    static const char text[] =
        HEAD "gravity: [0, 0, -9.81]\nparticles: {count: 10, diameter: 2.0e-3, mass: 1.0e-5}\n"
             "material: {law: linear, restitution: 1.0, contact_time: 1.2e-3}\n"
             "walls: [{name: floor, shape: plane, contact: {rule: restitution, restitution: 0.5}}]\n"
             "prepare: {column: {separation: 1.0e-4}}\nrun: {time: 10}\nengines: {md: {}}\nmeasure: [centre_of_mass]\n";
    struct gravel_advice a = advice_on(text, NULL, 0.0);
    const double k = 0.5e-5 * pow(M_PI / 1.2e-3, 2.0);
    near("overlap over d", a.contacts[0].rest_overlap, 10.0 * 1e-5 * 9.81 / k / 2e-3, 1e-10);
    assert_int_equal(a.regime, GRAVEL_REGIME_LASTING);
    assert_non_null(strstr(a.warnings[GRAVEL_WARN_WEIGHT], "material.contact_time <="));
    gravel_advice_free(&a);
}

/* The number after "key <= " or "key >= " of a warning, as an assignment for --set. */
static void
remedy(const char *warning, const char *key, char set[96])
{
    const char *at = strstr(warning, key);
    if (at == NULL)
        fail_msg("no %s in: %s", key, warning);
    snprintf(set, 96, "%s=%.15g", key, strtod(at + strlen(key) + 4, NULL));
}

static void
expect_cure(const char *text, double speed, enum gravel_warning_kind kind, const char *key)
{
    char set[96];
    struct gravel_advice ill = advice_on(text, NULL, speed);
    remedy(ill.warnings[kind], key, set);
    struct gravel_advice well = advice_on(text, set, speed);
    if (well.warnings[kind][0] != '\0')
        fail_msg("%s does not end: %s", set, ill.warnings[kind]);
    gravel_advice_free(&ill);
    gravel_advice_free(&well);
}

#define BOUNCE \
    "prepare: {column: {separation: 1.0e-6, velocity: -2.0}}\nrun: {time: 1}\nmeasure: [effective_restitution]\n"
#define FLOOR "walls: [{name: floor, shape: plane, contact: {rule: same-force-constants}}]\n"
#define BEADS                                                                    \
    HEAD "particles: {count: 3, diameter: 1.0e-3, density: 2500}\n" FLOOR BOUNCE \
         "engines: {md: {steps_per_contact: 10}, ed-column: {}}\n"

/* Ten steps to a contact of 3e-3 s at 2 m/s: a bead moves by more than half its radius in one. */
static void
step_that_passes_over_contacts_is_refused_with_a_remedy(void **state)
{
    (void)state;
    static const char text[] = BEADS "material: {law: linear, stiffness: 1.0, damping: 0}\n";
    struct gravel_advice a = advice_on(text, NULL, 0.0);
    bool refused = false;
    for (size_t k = 0; k < a.n_engines; k++)
        refused = refused || (!a.engines[k].runs && strstr(a.engines[k].remark, "times as many steps") != NULL);
    assert_true(refused);
    gravel_advice_free(&a);
}

static void
what_is_said_to_change_ends_the_warning(void **state)
{
    (void)state;
    static const char soft[] = BEADS "material: {law: linear, restitution: 0.9, contact_time: 1.0e-4}\n";
    static const char rates[] =
        BEADS "material: {law: hertz, rate_squared: 1.0e+11, damping_rate: 100, restitution: 0.9}\n";
    static const char elastic[] =
        BEADS "material: {law: general, beta: 0.5, gamma: 0.25, young: 1.0e+6, poisson: 0.2, restitution: 0.8}\n";
    static const char spring[] = BEADS "material: {law: linear, stiffness: 10.0, damping: 0}\n";
    expect_cure(soft, 0.0, GRAVEL_WARN_OVERLAP, "material.contact_time");
    expect_cure(soft, 0.0, GRAVEL_WARN_SIGMA, "material.contact_time");
    expect_cure(soft, 0.0, GRAVEL_WARN_STEPS, "engines.md.steps_per_contact");
    expect_cure(rates, 0.0, GRAVEL_WARN_OVERLAP, "material.rate_squared");
    expect_cure(elastic, 0.0, GRAVEL_WARN_OVERLAP, "material.young");
    expect_cure(spring, 0.0, GRAVEL_WARN_OVERLAP, "material.stiffness");
    expect_cure(soft, 5.0, GRAVEL_WARN_OVERLAP, "material.contact_time");
}

static void
hold_first_species(struct gravel_system *system)
{
    for (size_t i = 0; i < system->n_particles; i++)
        if (system->particles[i].species == 0)
            system->particles[i].attached = 0;
}

/* An attached grain does not give way: the mass of its free partner is the reduced one; attached grains do not meet
 * each other.
 */
static void
attached_grains_have_the_mass_of_their_partner(void **state)
{
    (void)state;
    static const char text[] = "name: test\nfamily: unit\ntitle: A test\ndimension: 3\n"
                               "particles: [{name: a, count: 5, diameter: 1.0e-3, mass: 1.0e-6}, {name: b, count: 5, "
                               "diameter: 1.0e-3, mass: 4.0e-6}]\n"
                               "material: {law: linear, restitution: 0.8, contact_time: 1.0e-5}\n"
                               "walls: [{name: floor, shape: plane, contact: {rule: same-force-constants}}]\n"
                               "prepare: {random: {low: [0, 0, 0.001], high: [0.1, 0.1, 0.1], temperature: 1.0e-6}}\n"
                               "run: {time: 1}\nengines: {md: {}}\nmeasure: [snapshot]\n";
    struct gravel_advice a = advice_changed(text, NULL, 0.0, hold_first_species);
    assert_int_equal(a.n_contacts, 3);
    assert_string_equal(a.contacts[0].name, "b-attached a");
    near("m_red", a.contacts[0].m_red, 4e-6, 1e-13);
    near("e", a.contacts[0].soft_restitution, 0.8, 1e-7);
    assert_string_equal(a.contacts[1].name, "b-b");
    near("m_red", a.contacts[1].m_red, 2e-6, 1e-15);
    assert_string_equal(a.contacts[2].name, "b-floor");
    gravel_advice_free(&a);
}

/* tan^2(pi/4 (1 - 1/N)) of N = 10 beads on a wall is 0.7294; three free beads, 7 - 4 sqrt(3). */
static void
collapse_of_hard_spheres_is_foreseen(void **state)
{
    (void)state;
    static const char free_ones[] = HEAD "particles: {count: 3, diameter: 1.0e-3, density: 2500}\nprepare: {column: "
                                         "{separation: 1.0e-3, velocity: 0.1, spread: 0.1}}\n"
                                         "run: {time: 1}\nengines: {ed: {}}\nmeasure: [effective_restitution]\n"
                                         "material: {law: linear, restitution: 0.5, contact_time: 1.0e-6}\n";
    struct gravel_advice on_wall = advice_on(COLUMN, NULL, 0.0),
                         above = advice_on(free_ones, "material.restitution=0.075", 0.0),
                         below = advice_on(free_ones, "material.restitution=0.07", 0.0);
    near("e_c on a wall", on_wall.collapse, 0.72941, 1e-4);
    near("e_c of three", above.collapse, 7.0 - 4.0 * sqrt(3.0), 1e-12);
    assert_int_equal(above.warnings[GRAVEL_WARN_COLLAPSE][0], '\0');
    assert_non_null(strstr(below.warnings[GRAVEL_WARN_COLLAPSE], "engines.ed.tc"));
    gravel_advice_free(&on_wall);
    gravel_advice_free(&above);
    gravel_advice_free(&below);
}

static void
without_the_measured_numbers_there_is_no_advice(void **state)
{
    (void)state;
    const struct gravel_references none = {0};
    const struct gravel_system system = {0};
    const struct gravel_options parameters = {0};
    struct gravel_advice advice;
    struct gravel_error error;
    assert_int_equal(gravel_advise(&advice, &parameters, &system, &none, 1.0, 0.0, &error), GRAVEL_INPUT);
    assert_non_null(strstr(error.text, "R.agreement.column.5"));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(linear_contacts_have_their_time_restitution_and_overlap),
        cmocka_unit_test(walls_take_force_constants_or_their_own_restitution),
        cmocka_unit_test(hertz_contacts_have_their_time),
        cmocka_unit_test(too_soft_contacts_are_no_failure),
        cmocka_unit_test(a_load_presses_a_contact_in),
        cmocka_unit_test(column_on_a_wall_has_the_sigma_it_was_made_with),
        cmocka_unit_test(touching_clusters_are_detached),
        cmocka_unit_test(vibrated_column_flies_between_events),
        cmocka_unit_test(differences_are_those_of_the_measured_abscissae),
        cmocka_unit_test(weight_of_a_column_presses_its_lowest_contact),
        cmocka_unit_test(step_that_passes_over_contacts_is_refused_with_a_remedy),
        cmocka_unit_test(what_is_said_to_change_ends_the_warning),
        cmocka_unit_test(attached_grains_have_the_mass_of_their_partner),
        cmocka_unit_test(without_the_measured_numbers_there_is_no_advice),
        cmocka_unit_test(collapse_of_hard_spheres_is_foreseen),
    };
    return cmocka_run_group_tests(tests, load_references, free_references);
}
