/* The workspace of a command: cases, plan, store and records. */
#include "harness/run/workspace.h"
#include "tests/unit/run_world.h"

static char folder[PATH_MAX], flight[PATH_MAX], impact[PATH_MAX];

static int
make_files(void **state)
{
    (void)state;
    return scratch_folder(folder) && scratch_file(flight, flight_case) && scratch_file(impact, impact_case) ? 0 : -1;
}

static int
remove_files(void **state)
{
    (void)state;
    scratch_remove(folder);
    scratch_remove(flight);
    scratch_remove(impact);
    return 0;
}

static void
ok(enum gravel_status status, const struct gravel_error *error)
{
    if (status != GRAVEL_OK)
        fail_msg("%s", error->text);
}

static void
a_case_that_is_named_twice_is_loaded_once(void **state)
{
    (void)state;
    const char *const names[] = {impact, flight, impact};
    const struct gravel_selection selection = {.n_names = 3, .names = names, .tier = "quick", .engines = "ed"};
    struct gravel_workspace w = {0};
    struct gravel_error error = {0};
    ok(gravel_workspace_load(&w, &selection, &error), &error);
    assert_int_equal(w.n_cases, 2);
    assert_string_equal(w.cases[0]->name, "impact");
    assert_int_equal(w.ends[0], 6);
    assert_int_equal(w.ends[1], 6 + 8);
    assert_int_equal(w.plan.n, 6 + 8);
    gravel_workspace_free(&w);
}

static void
all_cases_are_the_catalogue_and_one_is_not(void **state)
{
    (void)state;
    const char *const names[] = {"all", flight};
    for (size_t k = 0; k < 2; k++) {
        const struct gravel_selection selection = {.n_names = 1, .names = names + k, .tier = "quick"};
        struct gravel_workspace w = {0};
        struct gravel_error error = {0};
        ok(gravel_workspace_load(&w, &selection, &error), &error);
        assert_int_equal(w.is_catalogue, k == 0);
        assert_true(k == 0 ? w.n_cases > 50 : w.n_cases == 1);
        assert_int_equal(w.ends[w.n_cases - 1], w.plan.n);
        gravel_workspace_free(&w);
    }
}

static void
fetch_reads_the_planned_records_and_counts_what_is_missing(void **state)
{
    (void)state;
    char store[PATH_MAX];
    const char *const names[] = {flight}, *const sets[] = {"run.samples=5"};
    const struct gravel_selection selection = {
        .n_names = 1, .names = names, .tier = "quick", .n_sets = 1, .sets = sets};
    const struct gravel_run_options options = {.workers = 1, .quiet = true};
    struct gravel_run_summary summary;
    struct gravel_workspace w = {0};
    struct gravel_error error = {0};
    size_t n_missing;
    ok(gravel_workspace_load(&w, &selection, &error), &error);
    ok(gravel_workspace_open_store(&w, scratch_in(folder, "new/store.sqlite", store), false, &error), &error);
    ok(gravel_workspace_fetch(&w, &n_missing, &error), &error);
    assert_int_equal(n_missing, 8);
    assert_int_equal(w.records[0].n, 0);
    w.plan.n = 3;
    ok(gravel_run(&w.plan, w.store, &options, &summary, &error), &error);
    w.plan.n = 8;
    ok(gravel_workspace_fetch(&w, &n_missing, &error), &error);
    assert_int_equal(n_missing, 5);
    assert_int_equal(w.records[0].n, 3);
    for (size_t k = 0; k < 3; k++) {
        assert_string_equal(w.records[0].items[k].key, w.plan.points[k].key);
        assert_int_equal(gravel_options_int(&w.records[0].items[k].parameters, "run.samples"), 5);
    }
    gravel_workspace_free(&w);
}

/* The duration of a contact [s] says nothing of a number, but its restitution does. */
static void
a_law_in_another_unit_than_the_observable_is_refused(void **state)
{
    (void)state;
    static const char *const claims[] = {"S3.lsd.stated.e", "S3.lsd.closed.t_c"};
    for (size_t k = 0; k < 2; k++) {
        char text[2048], path[PATH_MAX];
        snprintf(text, sizeof text,
                 "%schecks: [{reference: %s, measure: effective_restitution, engine: md, within: 10}]\n", impact_case,
                 claims[k]);
        assert_true(scratch_file(path, text));
        const char *const names[] = {path};
        const struct gravel_selection selection = {.n_names = 1, .names = names, .tier = "quick"};
        struct gravel_workspace w = {0};
        struct gravel_error error = {0};
        ok(gravel_workspace_load(&w, &selection, &error), &error);
        ok(gravel_workspace_load_references(&w, &error), &error);
        assert_int_equal(gravel_workspace_check_claims(&w, &error), k == 0 ? GRAVEL_OK : GRAVEL_INPUT);
        assert_true(k == 0 ||
                    strstr(error.text, "found effective_restitution [1], allowed an observable in s") != NULL);
        gravel_workspace_free(&w);
        scratch_remove(path);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_case_that_is_named_twice_is_loaded_once),
        cmocka_unit_test(all_cases_are_the_catalogue_and_one_is_not),
        cmocka_unit_test(fetch_reads_the_planned_records_and_counts_what_is_missing),
        cmocka_unit_test(a_law_in_another_unit_than_the_observable_is_refused),
    };
    return cmocka_run_group_tests(tests, make_files, remove_files);
}
