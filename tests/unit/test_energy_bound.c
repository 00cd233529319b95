/* The error of the energy ledger of each integrator, and its bound.  Equal pairs of disks collide, all in the same
 * phase of the time step or with phases spread over it; they are more than those for which free flights end on a step.
 */
#include "harness/run/energy_bound.h"
#include "harness/run/monitor.h"
#include "tests/unit/md_helper.h"

enum { PAIRS = GRAVEL_MD_SMALL / 2 + 1, BEADS = 2 * PAIRS, PHASES = 10 };

static const double contact_time = 1e-4, speed = 0.1; /* [s], [m/s] of each bead */
static const char *const integrators[] = {"velocity-verlet", "position-verlet", "gear"};
enum { N_INTEGRATORS = sizeof integrators / sizeof *integrators };

/* The contact of pair k begins after two steps and the part first + k spread of one. */
static struct gravel_system
pairs(double e, double steps, double first, double spread, struct gravel_particle p[BEADS])
{
    for (int k = 0; k < PAIRS; k++) {
        const double x = 5e-3 * k, gap = 2.0 * speed * contact_time / steps * (2.0 + first + k * spread);
        p[2 * k] = bead(2, x, 0.0, 0.0, speed);
        p[2 * k + 1] = bead(2, x, 1e-3 + gap, 0.0, -speed);
    }
    return (struct gravel_system){
        .dimension = 2, .material = linear_material(e, contact_time), .n_particles = BEADS, .particles = p};
}

/* Largest ratio of the error to its bound while the contacts last, the ratio afterwards, and the error afterwards in
 * units of (l dt)^2 times the energy at the start. */
struct errors {
    double present, passed, constant;
};

static struct errors
errors_of(const char *integrator, double e, double steps, double first, double spread)
{
    struct gravel_particle p[BEADS];
    struct gravel_energy energy;
    struct gravel_counters counters = {0};
    struct errors errors = {0};
    const struct gravel_system system = pairs(e, steps, first, spread, p);
    const struct gravel_contact_rates rates = gravel_fastest_contact(&system, speed);
    void *engine = start(&system, integrator, steps, NULL);
    const double total = ledger(engine);
    bool touches = false;
    for (double t = 0.0; t < 2.0 * contact_time; t += 0.37 * contact_time / steps) {
        go(engine, t);
        gravel_md.energy(engine, &energy);
        gravel_md.counters(engine, &counters);
        const double error = fabs(gravel_energy_ledger(&energy) - total);
        const double bound = gravel_fixed_step_error(&system, &rates, &energy, &counters) + 1e-13 * total;
        *(counters.live_contacts > 0 ? &errors.present : &errors.passed) =
            counters.live_contacts > 0 ? fmax(errors.present, error / bound) : error / bound;
        touches = touches || counters.live_contacts > 0;
    }
    assert_true(touches && counters.live_contacts == 0 && counters.pair_collisions == PAIRS);
    const double step = (rates.spring + rates.dashpot) * counters.time_step;
    errors.constant = (ledger(engine) - total) / (step * step * total);
    gravel_md.destroy(engine);
    return errors;
}

/* In every phase, at every instant; and in some phase the bound is reached to a third. */
static void
bound_holds_and_is_close_for_every_integrator(void **state)
{
    (void)state;
    static const double restitution[] = {1.0, 0.95, 0.8, 0.6, 0.3}, steps[] = {20.3, 50.3, 200.7};
    for (int k = 0; k < N_INTEGRATORS; k++)
        for (size_t s = 0; s < 3; s++)
            for (size_t r = 0; r < 5; r++) {
                double present = 0.0, passed = 0.0;
                for (int phase = 0; phase < PHASES; phase++) {
                    const struct errors e =
                        errors_of(integrators[k], restitution[r], steps[s], (double)phase / PHASES, 0.0);
                    present = fmax(present, e.present);
                    passed = fmax(passed, e.passed);
                }
                print_message("# %s, e %g, %g steps: error/bound %.2f in contact, %.2f afterwards\n", integrators[k],
                              restitution[r], steps[s], present, passed);
                assert_true(present <= 1.0 && passed <= 1.0);
                assert_true(passed > (k == 2 ? 0.06 : 0.3) && present > 0.08);
            }
}

/* The constants of energy_bound.c: 1/4 at most in one phase and nothing on average without a dashpot, 1/3 of the loss
 * on average with a weak one, which Gear integrates to a higher order. */
static void
constants_are_those_of_the_integrators(void **state)
{
    (void)state;
    for (int k = 0; k < N_INTEGRATORS; k++) {
        double most = 0.0;
        for (int phase = 0; phase < PHASES; phase++)
            most = fmax(most, fabs(errors_of(integrators[k], 1.0, 50.3, (double)phase / PHASES, 0.0).constant));
        const double mean = errors_of(integrators[k], 1.0, 50.3, 0.5 / PAIRS, 1.0 / PAIRS).constant;
        const double weak = errors_of(integrators[k], 0.95, 50.3, 0.5 / PAIRS, 1.0 / PAIRS).constant;
        print_message("# %s: at most %.3f, on average %.4f; of the loss %.3f\n", integrators[k], most, mean,
                      weak / (1.0 - 0.95 * 0.95));
        assert_true(most > 0.2 && most <= 0.25);
        near("mean of all phases", mean, 0.0, 5e-3);
        near("of the loss", weak / (1.0 - 0.95 * 0.95), k == 2 ? 0.0 : 1.0 / 3.0, 0.03);
    }
}

/* The verdict of the monitor on a run whose ledger at the end is wrong by `part` of what is left of the bound. */
static bool
is_kept(void *engine, const struct gravel_system *system, double tolerance, double end, double part)
{
    struct gravel_particle now[BEADS];
    struct gravel_energy first, last;
    struct gravel_counters counters;
    struct gravel_monitor monitor;
    struct gravel_record record = {0};
    gravel_md.energy(engine, &first);
    gravel_md.counters(engine, &counters);
    gravel_md.snapshot(engine, now);
    assert_int_equal(
        gravel_monitor_start(&monitor, system, &gravel_md, &(struct gravel_instant){0.0, now, &first, &counters}),
        GRAVEL_OK);
    monitor.tolerance = tolerance;
    go(engine, end);
    gravel_md.energy(engine, &last);
    gravel_md.counters(engine, &counters);
    gravel_md.snapshot(engine, now);
    const double error = gravel_energy_ledger(&last) - gravel_energy_ledger(&first);
    const double bound = counters.time_step > 0.0
                             ? gravel_fixed_step_error(system, &monitor.fastest, &last, &counters)
                             : 2.0 * tolerance *
                                   (1.0 + 10.0 * (double)counters.pair_collisions / (double)system->n_particles) *
                                   first.kinetic;
    last.potential += part * bound - error;
    assert_int_equal(gravel_monitor_update(&monitor, &(struct gravel_instant){end, now, &last, &counters}), GRAVEL_OK);
    assert_int_equal(gravel_monitor_finish(&monitor, &record), GRAVEL_OK);
    const struct gravel_invariant *energy = gravel_record_invariant(&record, "energy");
    near("error over bound", energy->value / energy->limit, fabs(part), 1e-3);
    const bool kept = energy->ok;
    gravel_monitor_free(&monitor);
    gravel_record_free(&record);
    gravel_md.destroy(engine);
    return kept;
}

static void
monitor_breaks_a_run_beyond_the_bound_of_its_integrator(void **state)
{
    (void)state;
    static const double inside[] = {0.95, -0.95}, beyond[] = {1.05, -1.05};
    struct gravel_particle p[BEADS];
    const struct gravel_system many = pairs(0.8, 50.3, 0.3, 0.0, p);
    struct gravel_system two = many;
    two.n_particles = 2;
    for (int sign = 0; sign < 2; sign++) {
        for (int k = 0; k < N_INTEGRATORS; k++) {
            assert_true(is_kept(start(&many, integrators[k], 50.3, NULL), &many, 1.0, 3e-4, inside[sign]));
            assert_false(is_kept(start(&many, integrators[k], 50.3, NULL), &many, 1.0, 3e-4, beyond[sign]));
        }
        assert_true(is_kept(start_adaptive(&two, 1e-6, NULL), &two, 1e-6, 3e-4, inside[sign]));
        assert_false(is_kept(start_adaptive(&two, 1e-6, NULL), &two, 1e-6, 3e-4, beyond[sign]));
    }
}

/* The verdict on a ledger that has lost or gained this part of the energy, with a step so long that its error bound is
 * far above the energy. */
static bool
is_kept_with_coarse_steps(double part)
{
    struct gravel_particle p[BEADS];
    const struct gravel_system system = pairs(0.8, 50.3, 0.3, 0.0, p);
    struct gravel_energy energy;
    struct gravel_counters counters;
    struct gravel_monitor monitor;
    struct gravel_record record = {0};
    void *engine = start(&system, integrators[0], 50.3, NULL);
    gravel_md.energy(engine, &energy);
    gravel_md.counters(engine, &counters);
    struct gravel_instant now = {0.0, p, &energy, &counters};
    assert_int_equal(gravel_monitor_start(&monitor, &system, &gravel_md, &now), GRAVEL_OK);
    counters.time_step = 1.0;
    counters.pair_collisions = BEADS / 2;
    counters.returned_energy = energy.kinetic;
    assert_true(gravel_fixed_step_error(&system, &monitor.fastest, &energy, &counters) > 100.0 * energy.kinetic);
    energy.potential += part * energy.kinetic;
    now.t = 1e-5;
    assert_int_equal(gravel_monitor_update(&monitor, &now), GRAVEL_OK);
    assert_int_equal(gravel_monitor_finish(&monitor, &record), GRAVEL_OK);
    const bool kept = gravel_record_invariant(&record, "energy")->ok;
    gravel_monitor_free(&monitor);
    gravel_record_free(&record);
    gravel_md.destroy(engine);
    return kept;
}

static void
half_of_the_energy_is_never_allowed_to_appear_or_vanish(void **state)
{
    (void)state;
    for (int sign = -1; sign <= 1; sign += 2) {
        assert_true(is_kept_with_coarse_steps(0.49 * sign));
        assert_false(is_kept_with_coarse_steps(0.51 * sign));
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bound_holds_and_is_close_for_every_integrator),
        cmocka_unit_test(constants_are_those_of_the_integrators),
        cmocka_unit_test(monitor_breaks_a_run_beyond_the_bound_of_its_integrator),
        cmocka_unit_test(half_of_the_energy_is_never_allowed_to_appear_or_vanish),
    };
    return cmocka_run_group_tests_name("energy_bound", tests, NULL, NULL);
}
