/* Predicted differences by hand, and the regimes that advice names. */
#include "tests/near.h"
#include "tests/unit/advice_bench.h"

#define GAS                                                                                          \
    "name: test\nfamily: unit\ntitle: A test\ndimension: 3\n"                                        \
    "box: {periodic_x: true, periodic_y: true, periodic_z: true, low: [0, 0, 0], high: [6, 6, 6]}\n" \
    "particles: {count: 216, diameter: 0.57588, mass: 1.0}\n"                                        \
    "material: {law: linear, restitution: 1.0, contact_time: 1.0e-2}\n"                              \
    "prepare: {lattice: {low: [0, 0, 0], high: [6, 6, 6], jitter: 0.9, temperature: 1.0}}\n"         \
    "run: {time: 10, samples: 10}\nengines: {md: {}, ed: {}}\nmeasure: [gas]\n"

/* g of Carnahan and Starling. */
static double
contact_value(double phi)
{
    return (1.0 - 0.5 * phi) / pow(1.0 - phi, 3.0);
}

/* delta = t_c sqrt(T/(pi m)) lowers phi to phi (1 - delta/d)^3, and g at d by exp(-s delta/d), s = 4.5 phi (1 +
 * phi)/((1 - phi)^3 g); of T, t_c w/6 is in springs at Enskog's rate w = 4 d^2 n g sqrt(pi T/m), n = 1. */
static void
soft_gas_collides_as_smaller_and_colder_spheres(void **state)
{
    (void)state;
    struct gravel_advice a = advice_on(GAS, NULL, 0.0);
    /* The temperature of 216 spheres whose centre of mass rests. */
    const double t = 216.0 / 215.0, d = 0.57588, phi = M_PI / 6.0 * d * d * d, g = contact_value(phi);
    const double rate = 4.0 * d * d * g * sqrt(M_PI * t), delta = 1e-2 * sqrt(t / M_PI) / d;
    const double s = 4.5 * phi * (1.0 + phi) / (pow(1.0 - phi, 3.0) * g);
    near("t_ev", a.event_time, 1.0 / rate, 1e-4 / rate);
    const double expected =
        contact_value(phi * pow(1.0 - delta, 3.0)) / g * exp(-delta * s) * sqrt(1.0 - 1e-2 * rate / 6.0);
    near("difference", a.difference, expected - 1.0, 1e-5);
    assert_string_equal(a.difference_of, "collision rate");
    near("steps", a.md_steps, 10.0 / a.time_step, 1e-6);
    near("collisions", a.ed_events, 0.5 * 216.0 * 10.0 * rate, 1.0);
    gravel_advice_free(&a);
}

#define BED                                                                                                          \
    "name: test\nfamily: unit\ntitle: A test\ndimension: 2\ngravity: [0, 0, -9.81]\n"                                \
    "particles: [{name: small, count: 60, diameter: 1.0e-3, density: 7800}, {name: large, count: 20, diameter: "     \
    "1.5e-3, density: 7800}]\n"                                                                                      \
    "material: {law: linear, restitution: 0.9, contact_time: 2.0e-5}\n"                                              \
    "prepare: {lattice: {low: [0, 0, 1.0e-3], high: [15.0e-3, 0, 41.0e-3], jitter: 0.5, temperature: 1.0e-8}}\n"     \
    "run: {periods: 10, samples: 10}\nengines: {md: {}, ed: {}}\nmeasure: [species_heights]\n"                       \
    "walls: [{name: floor, shape: plane, contact: {rule: restitution, restitution: 1.0}, motion: {acceleration: 4, " \
    "frequency: 50}}"
#define SIDES                                                                                              \
    ", {name: left, shape: plane, axis: [1, 0, 0], contact: {rule: restitution, restitution: 1.0}}, "      \
    "{name: right, shape: plane, origin: [15.0e-3, 0, 0], axis: [-1, 0, 0], contact: {rule: restitution, " \
    "restitution: 1.0}}"

static void
expect(const char *text, const char *set, enum gravel_warning_kind kind, const char *what)
{
    struct gravel_advice a = advice_on(text, set, 0.0);
    if ((what == NULL) != (a.warnings[kind][0] == '\0') || (what != NULL && strstr(a.warnings[kind], what) == NULL))
        fail_msg("%s, not %s: \"%s\"", gravel_warning_name(kind), what != NULL ? what : "nothing", a.warnings[kind]);
    gravel_advice_free(&a);
}

/* A bed of X above 1.2, well above the restitution at which a line of its layers collapses. */
static void
collapse_of_a_mixed_bed_is_named(void **state)
{
    (void)state;
    expect(BED SIDES "]\n", "material.restitution=0.75", GRAVEL_WARN_COLLAPSE, "inelastic collapse: at X");
    expect(BED SIDES "]\n", "engines.ed.tc=1e-6", GRAVEL_WARN_COLLAPSE, NULL);
    expect(BED SIDES "]\n", "material.restitution=0.95", GRAVEL_WARN_COLLAPSE, NULL);
    struct gravel_advice a = advice_on(BED SIDES "]\n", "material.restitution=0.75", 0.0);
    for (size_t k = 0; k < a.n_engines; k++)
        if (strcmp(a.engines[k].ops->name, "ed") == 0)
            assert_non_null(strstr(a.engines[k].remark, "collapse"));
    gravel_advice_free(&a);
}

static void
missing_side_walls_are_named(void **state)
{
    (void)state;
    expect(BED "]\n", NULL, GRAVEL_WARN_SIDES, "along x");
    expect(BED SIDES "]\n", NULL, GRAVEL_WARN_SIDES, NULL);
    expect(BED "]\nbox: {periodic_x: true, low: [0, 0, 0], high: [15.0e-3, 0, 1.0]}\n", NULL, GRAVEL_WARN_SIDES, NULL);
    expect(PLATE, NULL, GRAVEL_WARN_SIDES, NULL); /* a line has no sides */
}

static void
friction_that_does_nothing_is_named(void **state)
{
    (void)state;
    static const char heap[] =
        "name: test\nfamily: unit\ntitle: A test\ndimension: 3\ngravity: [0, 0, -9.81]\n"
        "box: {periodic_x: true, periodic_y: true, low: [0, 0, 0], high: [10.0e-3, 10.0e-3, 1]}\n"
        "particles: {count: 100, diameter: 1.0e-3, density: 2500.0}\n"
        "material: {law: linear, restitution: 0.8, contact_time: 1.0e-4, rotation: true, tangential_restitution: 0.5, "
        "friction: 0.5}\n"
        "walls: [{name: floor, shape: plane, contact: {rule: restitution, restitution: 0.8}}]\n"
        "prepare: {lattice: {low: [0, 0, 0.5e-3], high: [10.0e-3, 10.0e-3, 8.0e-3], jitter: 0.5, temperature: "
        "1.0e-9}}\n"
        "run: {time: 10}\nengines: {md: {}, ed: {}}\nmeasure: [snapshot]\n";
    expect(heap, NULL, GRAVEL_WARN_FRICTION, "friction without effect at rest");
    expect(heap, "material.friction=0", GRAVEL_WARN_FRICTION, NULL);
    expect(heap, NULL, GRAVEL_WARN_REST, "no number of hard spheres is right here");
    expect(heap, NULL, GRAVEL_WARN_STALL, "ED stalls");
    expect(heap, "engines.ed.tc=1e-4", GRAVEL_WARN_STALL, NULL);
    struct gravel_advice a = advice_on(heap, NULL, 0.0);
    assert_true(isnan(a.difference) && isnan(a.difference_most));
    gravel_advice_free(&a);
}

/* X = 9 * 0.15 = 1.35: critical acceleration 4.8, so that 10 is clear of it by a factor above 1.8, and 6 is not. */
static void
columns_near_condensation_are_named(void **state)
{
    (void)state;
    expect(PLATE, "material.restitution=0.85", GRAVEL_WARN_ATTRACTORS, NULL);
    expect(PLATE, "material.restitution=0.8", GRAVEL_WARN_ATTRACTORS, "bistability");
}

/* Ten beads collapse below e = 0.78: ed-column goes on, at a cost that nothing here knows. */
static void
a_column_beyond_collapse_is_told_to_be_slow(void **state)
{
    (void)state;
    for (int beyond = 0; beyond < 2; beyond++) {
        struct gravel_advice a =
            advice_on(PLATE, beyond ? "material.restitution=0.5" : "material.restitution=0.95", 0.0);
        assert_int_equal(isfinite(a.ed_events), !beyond);
        for (size_t k = 0; k < a.n_engines; k++)
            if (strcmp(a.engines[k].ops->name, "ed-column") == 0)
                assert_int_equal(strstr(a.engines[k].remark, "N^4.5") != NULL, beyond);
        gravel_advice_free(&a);
    }
}

static void
samples_at_one_phase_are_named(void **state)
{
    (void)state;
    expect(BED SIDES "]\n", NULL, GRAVEL_WARN_PHASE, "they are 1 periods of floor apart");
    expect(BED SIDES "]\n", "run.periods=20", GRAVEL_WARN_PHASE, "they are 2 periods of floor apart");
    expect(BED SIDES "]\n", "run.samples=11", GRAVEL_WARN_PHASE, NULL);
    expect(BED SIDES "]\n", "run.samples=20", GRAVEL_WARN_PHASE, NULL);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(soft_gas_collides_as_smaller_and_colder_spheres),
        cmocka_unit_test(collapse_of_a_mixed_bed_is_named),
        cmocka_unit_test(missing_side_walls_are_named),
        cmocka_unit_test(friction_that_does_nothing_is_named),
        cmocka_unit_test(a_column_beyond_collapse_is_told_to_be_slow),
        cmocka_unit_test(samples_at_one_phase_are_named),
        cmocka_unit_test(columns_near_condensation_are_named),
    };
    return cmocka_run_group_tests(tests, load_references, free_references);
}
