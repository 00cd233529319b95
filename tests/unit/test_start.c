/* Engines started with settings, and the list of counters. */
#include "engines/start.h"
#include "tests/cmocka.h"

#include <string.h>

extern const struct gravel_engine_ops gravel_md;

static void
settings_replace_defaults_and_the_rest_is_filled_in(void **state)
{
    (void)state;
    struct gravel_error error = {0};
    struct gravel_options options = {0};
    const char *const settings[] = {"integrator", "gear", "tolerance", "1e-10", NULL};
    assert_int_equal(gravel_options_add_settings(&options, gravel_md.options, settings, &error), GRAVEL_OK);
    assert_string_equal(gravel_options_text(&options, "integrator"), "gear");
    assert_true(gravel_options_real(&options, "tolerance") == 1e-10);
    for (const struct gravel_key *key = gravel_md.options; key->name != NULL; key++)
        assert_true(key->fallback == NULL || gravel_options_has(&options, key->name));
    gravel_options_free(&options);
}

static void
unknown_and_forbidden_settings_are_refused(void **state)
{
    (void)state;
    static const char *const wrong[][3] = {
        {"integrater", "gear", "integrater"}, {"integrator", "euler", "euler"}, {"steps_per_contact", "1", "\"1\""}};
    const struct gravel_system system = {.dimension = 3};
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        struct gravel_error error = {0};
        void *engine = &error;
        const char *const settings[] = {wrong[k][0], wrong[k][1], NULL};
        assert_int_equal(gravel_engine_start(&engine, &gravel_md, &system, settings, NULL, &error), GRAVEL_INPUT);
        assert_null(engine);
        assert_non_null(strstr(error.text, wrong[k][2]));
    }
}

/* Records of older stores have these names in this order. */
static void
counters_keep_their_names_order_and_values(void **state)
{
    (void)state;
    static const char *const names[] = {"events",         "pair_collisions", "wall_collisions",   "steps",
                                        "particle_steps", "contact_steps",   "rebuilds",          "predictions",
                                        "stale",          "max_overlap",     "min_contact_steps", "sliding_loss",
                                        "rolling_loss",   "time_step",       "backward",          "returned_energy",
                                        "live_contacts",  "max_displacement"};
    const struct gravel_counters counters = {1,    2,    3,    4,    5,    6,    7,    8,  9,
                                             10.5, 11.5, 12.5, 13.5, 14.5, 15.5, 16.5, 17, 18.5};
    size_t n = 0;
    for (; gravel_counter_infos[n].name != NULL; n++) {
        assert_true(n < sizeof names / sizeof *names);
        assert_string_equal(gravel_counter_infos[n].name, names[n]);
        assert_true(gravel_counter_infos[n].value(&counters) == (double)(n + 1) + (n < 9 || n == 16 ? 0.0 : 0.5));
    }
    assert_int_equal(n, sizeof names / sizeof *names);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(settings_replace_defaults_and_the_rest_is_filled_in),
        cmocka_unit_test(unknown_and_forbidden_settings_are_refused),
        cmocka_unit_test(counters_keep_their_names_order_and_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
