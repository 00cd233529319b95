/* Case files: reading, tiers, sweeps, --set. */
#include "harness/case/check_kinds.h"
#include "harness/case/combination.h"
#include "harness/case/schema.h"
#include "harness/run/build.h"
#include "harness/util/suggest.h"
#include "tests/unit/case_text.h"

#include <stdlib.h>
#include <string.h>

static void
parameters_are_flat_and_have_their_defaults(void **state)
{
    (void)state;
    struct gravel_case c = loaded(ALL, "quick");
    assert_string_equal(c.name, "test");
    assert_int_equal(c.replicates, 2);
    assert_int_equal(c.seed, 7);
    assert_int_equal(c.n_engines, 2);
    assert_string_equal(c.engines[1], "ed-column");
    assert_string_equal(c.prepare, "column");
    near("diameter", gravel_options_real(&c.parameters, "particles.diameter"), 2e-3, 0.0);
    near("steps", gravel_options_real(&c.parameters, "engines.md.steps_per_contact"), 60, 0.0);
    assert_string_equal(gravel_options_text(&c.parameters, "walls.floor.shape"), "plane");
    assert_string_equal(gravel_options_text(&c.parameters, "walls.floor.touch"), "bounce");
    assert_true(gravel_case_states(&c, "walls.floor.shape"));
    assert_false(gravel_case_states(&c, "walls.floor.touch"));
    gravel_case_free(&c);
}

static void
species_lists_put_names_into_paths(void **state)
{
    (void)state;
    struct gravel_case c =
        loaded(HEAD SPACE MATERIAL FLOOR REST "particles: [{name: light, count: 2, radius: 1.0e-3, mass: 1},"
                                              " {name: heavy, count: 1, radius: 1.0e-3, mass: 3}]\n",
               "quick");
    assert_int_equal(gravel_options_int(&c.parameters, "particles.light.count"), 2);
    struct gravel_system system;
    struct gravel_error error;
    assert_int_equal(gravel_case_build(&c.parameters, c.prepare, 1, &system, &error), GRAVEL_OK);
    assert_int_equal(system.n_species, 2);
    assert_string_equal(system.species_name[0], "heavy"); /* in the order of names */
    assert_int_equal(system.n_particles, 3);
    double mass = 0.0;
    for (size_t k = 0; k < 3; k++)
        mass += system.particles[k].mass;
    near("mass", mass, 5.0, 0.0);
    gravel_system_free(&system);
    gravel_case_free(&c);
}

static void
tiers_merge_mappings_and_replace_lists(void **state)
{
    (void)state;
    static const char text[] = ALL "sweep: [{key: material.restitution, values: [0.2, 0.4]}]\n"
                                   "tiers:\n  quick:\n    particles: {count: 2}\n    measure: [relative_energy]\n"
                                   "    sweep: [{key: prepare.column.sigma, values: [1]}]\n  full: {replicates: 9}\n";
    struct gravel_case quick = loaded(text, "quick"), full = loaded(text, "full");
    assert_int_equal(gravel_options_int(&quick.parameters, "particles.count"), 2);
    near("kept", gravel_options_real(&quick.parameters, "particles.diameter"), 2e-3, 0.0);
    assert_int_equal(quick.n_measures, 1);
    assert_string_equal(quick.measures[0], "relative_energy");
    assert_string_equal(quick.axes[0].keys[0], "prepare.column.sigma");
    assert_int_equal(quick.replicates, 2);
    assert_int_equal(full.replicates, 9);
    assert_int_equal(gravel_options_int(&full.parameters, "particles.count"), 3);
    assert_int_equal(gravel_case_n_combinations(&full), 2);
    gravel_case_free(&quick);
    gravel_case_free(&full);
}

static void
sweeps_multiply_and_the_last_axis_runs_fastest(void **state)
{
    (void)state;
    struct gravel_error error;
    struct gravel_case c =
        loaded(ALL "sweep:\n  - {key: prepare.column.sigma, log: {from: 1.0e-2, to: 100, count: 5}}\n"
                   "  - {keys: [material.restitution, material.contact_time], values: [[0.5, 1.0e-5], [0.7, 1.0e-4]]}\n"
                   "  - {key: particles.count, linear: {from: 1, to: 3, count: 9}}\n",
               "full");
    assert_int_equal(c.axes[2].n_values, 3); /* whole numbers occur once */
    assert_int_equal(gravel_case_n_combinations(&c), 5 * 2 * 3);
    static const double sigma[] = {0.01, 0.1, 1, 10, 100}, e[] = {0.5, 0.7}, t_c[] = {1e-5, 1e-4};
    for (size_t k = 0; k < 30; k++) {
        struct gravel_options p;
        assert_int_equal(gravel_case_at(&c, k, &p, &error), GRAVEL_OK);
        near("sigma", gravel_options_real(&p, "prepare.column.sigma"), sigma[k / 6], 1e-9 * sigma[k / 6]);
        near("e", gravel_options_real(&p, "material.restitution"), e[k / 3 % 2], 0.0);
        near("t_c", gravel_options_real(&p, "material.contact_time"), t_c[k / 3 % 2], 0.0);
        assert_int_equal(gravel_options_int(&p, "particles.count"), k % 3 + 1);
        gravel_options_free(&p);
    }
    gravel_case_free(&c);
}

static void
set_replaces_a_parameter_and_pins_its_sweep(void **state)
{
    (void)state;
    struct gravel_error error;
    struct gravel_case c =
        loaded(ALL "sweep:\n  - {key: material.restitution, values: [0.2, 0.4]}\n"
                   "  - {keys: [prepare.column.sigma, prepare.column.velocity], values: [[1, -1]]}\n",
               "quick");
    assert_int_equal(gravel_case_set(&c, 1, (const char *const[]){"material.restitution=0.3"}, &error), GRAVEL_OK);
    assert_int_equal(c.n_axes, 1);
    near("e", gravel_options_real(&c.parameters, "material.restitution"), 0.3, 0.0);
    static const char *const bad[] = {"material.restitution=3", "material.restitution", "=1",
                                      "material.x=1",           "run.periods=3",        "prepare.column.sigma=2",
                                      "walls.lid.shape=plane"};
    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++) {
        assert_int_equal(gravel_case_set(&c, 1, &bad[k], &error), GRAVEL_INPUT);
        assert_non_null(strstr(error.text, "--set"));
        gravel_case_free(&c);
        c = loaded(ALL "sweep: [{keys: [prepare.column.sigma, prepare.column.velocity], values: [[1, -1]]}]\n",
                   "quick");
    }
    gravel_case_free(&c);
}

static void
checks_figures_and_conditions_are_read(void **state)
{
    (void)state;
    struct gravel_case c = loaded(
        ALL
        "checks:\n  - {reference: S3.x, measure: effective_restitution, engine: ed-column, within: 0.01, relative: "
        "true}\n"
        "  - {differ: relative_energy, engines: [md, ed-column], from: 0.5, where: {sigma: {to: 10.5}, material.law: "
        "linear, "
        "count: 3}}\n"
        "  - {bound: \"invariant:energy\", to: 1.0e-9, title: closes}\n"
        "figures:\n  - {caption: c, x: {measure: sigma, log: true, from: 1}, y: {measure: effective_loss, label: y},"
        " series: [engine, count], references: [S3.x], headline: true}\n",
        "quick");
    assert_int_equal(c.n_checks, 3);
    assert_ptr_equal(c.checks[0].kind, &gravel_check_value);
    assert_string_equal(c.checks[0].engines[0], "ed-column");
    assert_true(c.checks[0].relative);
    near("within", c.checks[0].within, 0.01, 0.0);
    const struct gravel_where *where = &c.checks[1].where;
    assert_int_equal(where->n, 3);
    assert_true(where->items[0].from == -INFINITY);
    near("to", where->items[0].to, 10.5, 0.0);
    assert_string_equal(where->items[1].text, "linear");
    near("equal", where->items[2].from, where->items[2].to, 0.0);
    assert_null(where->items[2].text);
    assert_ptr_equal(c.checks[2].kind, &gravel_check_bound);
    assert_true(c.checks[2].from == -INFINITY);
    assert_string_equal(c.checks[2].title, "closes");
    assert_int_equal(c.figures[0].n_series, 2);
    assert_string_equal(c.figures[0].references[0], "S3.x");
    assert_true(c.figures[0].x.log && !c.figures[0].y.log && isnan(c.figures[0].x.to));
    near("from", c.figures[0].x.from, 1.0, 0.0);
    assert_true(c.figures[0].headline);
    gravel_case_free(&c);
}

/* A check of one tier is not even read in the other: the numbers and points it names may be that tier's alone. */
static void
checks_of_a_tier_are_made_in_it_alone(void **state)
{
    (void)state;
    static const char text[] = ALL
        "tiers:\n  full:\n    sweep: [{key: material.contact_time, values: [1.0e-5, 1.0e-4]}]\n"
        "checks:\n  - {bound: effective_loss, from: 0, tier: quick, title: short}\n  - {bound: effective_loss, to: 1, "
        "title: both}\n"
        "  - {rises: effective_restitution, along: material.contact_time, at_least: 0.1, tier: full, title: long}\n";
    static const struct {
        const char *tier, *first, *second;
    } expected[] = {{"quick", "short", "both"}, {"full", "both", "long"}, {"long", "both", "long"}};
    for (size_t k = 0; k < sizeof expected / sizeof *expected; k++) {
        struct gravel_case c = loaded(text, expected[k].tier);
        assert_int_equal(c.n_checks, 2);
        assert_string_equal(c.checks[0].title, expected[k].first);
        assert_string_equal(c.checks[1].title, expected[k].second);
        gravel_case_free(&c);
    }
}

/* The tier long has overrides of its own, and those of full where the file states none. */
static void
the_long_tier_has_its_own_sweep_or_that_of_full(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t n;
    } expected[] = {
        {ALL "tiers:\n  full: {replicates: 5}\n  long: {replicates: 9}\n", 9},
        {ALL "tiers:\n  full: {replicates: 5}\n", 5},
    };
    for (size_t k = 0; k < sizeof expected / sizeof *expected; k++) {
        struct gravel_case c = loaded(expected[k].text, "long");
        assert_int_equal(c.replicates, expected[k].n);
        assert_string_equal(c.tier, "long");
        gravel_case_free(&c);
    }
}

/* The message of a refusal names file, line, column and key; here one of each class, tests/badinput has the rest. */
static void
refusals_name_place_and_key(void **state)
{
    (void)state;
    static const struct {
        const char *text, *words;
    } bad[] = {
        {HEAD SPACE GRAINS MATERIAL FLOOR REST "box: {periodic_q: true}\n",
         ":15:7: box.periodic_q: found an unknown key"},
        {HEAD SPACE "particles: {count: 3, radius: 1}\n" MATERIAL FLOOR REST,
         ":8:1: particles: found none, allowed one of: density mass"},
        {HEAD SPACE GRAINS "material: {law: linear, restitution: 0.9, contact_time: 1, stiffness: 3}\n" FLOOR REST,
         ":9:60: material.stiffness: found besides contact_time"},
        {HEAD SPACE GRAINS "material: {law: linear, restitution: .inf, contact_time: 1}\n" FLOOR REST,
         "material.restitution: found \".inf\""},
        {HEAD SPACE GRAINS "material: {law: linear, restitution: yes, contact_time: 1}\n" FLOOR REST,
         "material.restitution: found \"yes\""},
        {HEAD GRAINS MATERIAL FLOOR REST, ":1:1: dimension: found nothing"},
        {HEAD SPACE MATERIAL FLOOR REST, "particles: found nothing"},
        {ALL "tiers: {quick: {name: other}}\n", "tiers.quick.name: allowed at the top only"},
        {ALL "tiers: {quick: {checks: []}}\n", "tiers.quick.checks: allowed at the top only"},
        {ALL "checks: [{bound: energy_drift, to: 1, tier: slow}]\n",
         ":15:39: checks.tier: found slow, allowed one of: quick full long"},
        {ALL "sweep: [{key: engines.ed.x, values: [1]}]\n", "engines.ed.x: found no such parameter"},
    };
    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++) {
        struct gravel_case c;
        struct gravel_error error = {0};
        assert_int_equal(load(&c, bad[k].text, "quick", &error), GRAVEL_INPUT);
        if (strstr(error.text, bad[k].words) == NULL)
            fail_msg("text %zu: %s", k, error.text);
    }
    struct gravel_case c;
    struct gravel_error error;
    assert_int_equal(load(&c, ALL, "slow", &error), GRAVEL_INPUT);
}

static void
suggestions_find_the_nearest_name(void **state)
{
    (void)state;
    char text[96];
    struct gravel_suggestion s = {.word = "restitutoin"};
    gravel_suggest(&s, "restitution_law");
    gravel_suggest(&s, "restitution");
    gravel_suggest(&s, "rotation");
    assert_string_equal(gravel_suggestion_text(&s, text, sizeof text), " (did you mean restitution?)");
    struct gravel_suggestion none = {.word = "xyzzy"};
    gravel_suggest(&none, "restitution");
    assert_string_equal(gravel_suggestion_text(&none, text, sizeof text), "");
}

static void
count_key(void *self, const char *prefix, const struct gravel_key *key)
{
    assert_non_null(prefix);
    assert_non_null(key->name);
    assert_true(key->help != NULL && key->help[0] != '\0');
    assert_false(key->fallback != NULL && (key->flags & (GRAVEL_REQUIRED | GRAVEL_OPTIONAL)));
    assert_true(key->fallback != NULL || (key->flags & (GRAVEL_REQUIRED | GRAVEL_OPTIONAL)));
    if (key->fallback != NULL) {
        struct gravel_value value;
        assert_int_equal(gravel_key_parse(key, key->fallback, &value, NULL), GRAVEL_OK);
        free(value.text);
    }
    ++*(int *)self;
}

static void
every_declared_key_has_a_help_and_a_valid_default(void **state)
{
    (void)state;
    int n = 0;
    gravel_case_schema(count_key, &n);
    assert_true(n > 100);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parameters_are_flat_and_have_their_defaults),
        cmocka_unit_test(species_lists_put_names_into_paths),
        cmocka_unit_test(tiers_merge_mappings_and_replace_lists),
        cmocka_unit_test(sweeps_multiply_and_the_last_axis_runs_fastest),
        cmocka_unit_test(set_replaces_a_parameter_and_pins_its_sweep),
        cmocka_unit_test(checks_figures_and_conditions_are_read),
        cmocka_unit_test(the_long_tier_has_its_own_sweep_or_that_of_full),
        cmocka_unit_test(checks_of_a_tier_are_made_in_it_alone),
        cmocka_unit_test(refusals_name_place_and_key),
        cmocka_unit_test(suggestions_find_the_nearest_name),
        cmocka_unit_test(every_declared_key_has_a_help_and_a_valid_default),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
