/* Verdicts as table, TAP, JUnit and JSON. */
#include "harness/judge/baseline.h"
#include "harness/judge/verdict_io.h"
#include "tests/scratch.h"
#include "tests/unit/judge_world.h"

#include <stdio.h>

static enum gravel_status
write_to_memory(const struct gravel_judgements *judgements, const char *format, char **text)
{
    struct gravel_coverage coverage = {.family = "f", .n = {[GRAVEL_CLAIM_PASSED] = 2, [GRAVEL_CLAIM_NOT_JUDGED] = 1}};
    const struct gravel_coverages coverages = {.n = 1, .items = &coverage};
    const struct gravel_verdicts verdicts = {judgements, &coverages, 1.25, "quick", " --tier=quick"};
    struct gravel_error error;
    size_t size;
    FILE *file = open_memstream(text, &size);
    assert_non_null(file);
    const enum gravel_status status =
        gravel_verdicts_write(file, &verdicts, gravel_verdict_writer_find(format), true, &error);
    fclose(file);
    return status;
}

static size_t
occurrences(const char *text, const char *word)
{
    size_t n = 0;
    for (const char *c = text; (c = strstr(c, word)); c++)
        n++;
    return n;
}

/* Names with the characters that TAP, XML and JSON reserve. */
static void
writers_escape_and_count(void **state)
{
    (void)state;
    struct world w;
    char *text;
    world_init(&w, &gravel_check_value);
    strcpy(w.c.name, "a<b>&\"#");
    world_add(&w, "md", 1, 1.0, 0, 0);
    world_add(&w, "md", 2, 2.0, 0, 0);
    world_add(&w, "md", 3, 1.0, -1.0, 0);
    world_judge(&w);
    assert_int_equal(write_to_memory(&w.judgements, "json", &text), GRAVEL_OK);
    json_t *root = json_loads(text, 0, NULL);
    assert_non_null(root);
    assert_int_equal(json_array_size(json_object_get(root, "judgements")), 6);
    json_decref(root);
    free(text);
    assert_int_equal(write_to_memory(&w.judgements, "junit", &text), GRAVEL_OK);
    assert_non_null(strstr(text, "tests=\"6\" failures=\"1\" errors=\"0\" skipped=\"1\""));
    assert_int_equal(occurrences(text, "a&lt;b&gt;&amp;&quot;#"), 12); /* its name and its command */
    assert_int_equal(occurrences(text, "repeat with: gravel check 'a&lt;"), 6);
    assert_non_null(strstr(text, "name=\"R y along x [md] #3\""));
    free(text);
    assert_int_equal(write_to_memory(&w.judgements, "tap", &text), GRAVEL_OK);
    assert_non_null(strstr(text, "1..6\n"));
    assert_int_equal(occurrences(text, "\nnot ok "), 1);
    assert_int_equal(occurrences(text, "# TODO INCONCLUSIVE"), 1);
    free(text);
    assert_int_equal(write_to_memory(&w.judgements, "table", &text), GRAVEL_OK);
    assert_non_null(strstr(text, "1 unexpected failures; 0 claims of sources contradicted"));
    assert_non_null(strstr(text, "2 of 3 claims decided, 0 undecidable"));
    assert_non_null(strstr(text, "claims            1 PASS,     1 FAIL,     1 INCONCLUSIVE,     0 SKIP"));
    assert_non_null(strstr(text, "invariants        3 PASS,     0 FAIL,     0 INCONCLUSIVE,     0 SKIP"));
    free(text);
    world_free(&w);
}

/* A contradiction on file is expected with its value alone; INCONCLUSIVE is ok where so many are allowed. */
static void
what_is_red_is_never_called_expected(void **state)
{
    (void)state;
    struct gravel_judgement items[] = {{.verdict = GRAVEL_FAIL, .contradicted = true, .reference = "R"},
                                       {.verdict = GRAVEL_FAIL, .contradicted = true, .moved = true, .reference = "R"},
                                       {.verdict = GRAVEL_INCONCLUSIVE, .reference = "R"}};
    struct gravel_judgements list = {.n = 3, .items = items, .false_alarm = 1e-3, .inconclusive_allowed = 0.5};
    char *text;
    for (int allowed = 1; allowed >= 0; allowed--) {
        list.inconclusive_allowed *= allowed;
        assert_int_equal(write_to_memory(&list, "tap", &text), GRAVEL_OK);
        assert_non_null(strstr(text, "\nnot ok 1 - : ") && strstr(text, " # TODO explained contradiction\n"));
        assert_int_equal(occurrences(text, "explained contradiction"), 1);
        assert_int_equal(occurrences(text, "\nok 3 - "), allowed);
        assert_int_equal(occurrences(text, "TODO INCONCLUSIVE"), allowed);
        free(text);
    }
    assert_int_equal(write_to_memory(&list, "table", &text), GRAVEL_OK);
    assert_int_equal(occurrences(text, "FAIL (expected)"), 1);
    assert_non_null(strstr(text, "\n1 of the FAIL are contradictions on file\n"));
    free(text);
}

/* Of 1000 checks of which 100 are stochastic, 2 % are 20 and 2; of 100 at 2 % chance gives more than 7 once in 1000. */
static void
exact_checks_leave_no_room_for_inconclusive_ones(void **state)
{
    (void)state;
    enum { N = 1000, STOCHASTIC = 100 };
    struct gravel_judgement *items = calloc(N, sizeof *items);
    assert_non_null(items);
    const struct gravel_judgements list = {.n = N, .items = items, .inconclusive_allowed = 0.02};
    for (size_t k = 0; k < STOCHASTIC; k++)
        items[k].n_stochastic = 1;
    for (size_t k = 0; k < 8; k++) {
        assert_false(gravel_verdict_count(&list).inconclusive_is_red);
        items[k].verdict = GRAVEL_INCONCLUSIVE;
    }
    assert_true(gravel_verdict_count(&list).inconclusive_is_red);
    assert_int_equal(gravel_verdict_count(&list).inconclusive_most, 7);
    assert_int_equal(gravel_verdict_count(&list).red, 8);
    free(items);
}

/* What is written as a baseline is known when it is read, INCONCLUSIVE too; without it the run is red. */
static void
baselines_are_read_as_they_are_written(void **state)
{
    (void)state;
    struct world w;
    struct gravel_baseline baseline;
    struct gravel_error error;
    char *text, folder[PATH_MAX], path[PATH_MAX];
    world_init(&w, &gravel_check_value);
    world_add(&w, "md", 1, 1.0, 0, 0);
    world_add(&w, "md", 2, 2.0, 0, 0);
    world_add(&w, "md", 3, 1.0, -1.0, 0);
    w.judgements.inconclusive_allowed = 0.0;
    world_judge(&w);
    assert_int_equal(gravel_verdict_count(&w.judgements).red, 2);
    assert_int_equal(write_to_memory(&w.judgements, "baseline", &text), GRAVEL_OK);
    assert_int_equal(occurrences(text, "verdict: FAIL"), 1);
    assert_int_equal(occurrences(text, "verdict: INCONCLUSIVE"), 1);
    assert_true(scratch_folder(folder));
    scratch_in(folder, "known.yaml", path);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    free(text);
    assert_int_equal(gravel_baseline_read(&baseline, path, &error), GRAVEL_OK);
    assert_int_equal(baseline.n, 2);
    assert_int_equal(gravel_baseline_apply(&baseline, &w.judgements, &error), GRAVEL_OK);
    assert_int_equal(gravel_verdict_count(&w.judgements).red, 0);
    assert_int_equal(gravel_verdict_count(&w.judgements).known, 2);
    for (size_t k = 0; k < w.judgements.n; k++) /* now all pass: both entries are red */
        w.judgements.items[k].verdict = GRAVEL_PASS;
    assert_int_equal(gravel_baseline_apply(&baseline, &w.judgements, &error), GRAVEL_OK);
    assert_int_equal(gravel_verdict_count(&w.judgements).red, 2);
    gravel_baseline_free(&baseline);
    scratch_remove(folder);
    world_free(&w);
}

/* All invariants of a point are one judgement: what is known of it are the names of those that are broken. */
static void
a_baseline_holds_for_the_broken_invariants_that_it_names(void **state)
{
    (void)state;
    struct world w;
    struct gravel_baseline baseline;
    struct gravel_error error;
    char *text, path[PATH_MAX];
    world_init(&w, &gravel_check_value);
    struct gravel_record *record = world_add(&w, "md", 1, 1.0, 0, 0);
    assert_int_equal(gravel_record_add_invariant(record, "momentum", 1.0, 1e-12), GRAVEL_OK);
    assert_int_equal(gravel_record_add_invariant(record, "finite", 1.0, 0.0), GRAVEL_OK);
    world_judge(&w);
    assert_int_equal(write_to_memory(&w.judgements, "baseline", &text), GRAVEL_OK);
    assert_non_null(strstr(text, "verdict: FAIL, broken: \"momentum, finite\"}"));
    assert_true(scratch_file(path, text));
    free(text);
    assert_int_equal(gravel_baseline_read(&baseline, path, &error), GRAVEL_OK);
    for (int other = 0; other < 2; other++) {
        record->invariants[0].ok = other == 0; /* the energy, too */
        world_judge(&w);
        assert_int_equal(gravel_baseline_apply(&baseline, &w.judgements, &error), GRAVEL_OK);
        assert_int_equal(gravel_verdict_count(&w.judgements).red, other);
        assert_int_equal(gravel_verdict_count(&w.judgements).known, 1 - other);
    }
    gravel_baseline_free(&baseline);
    scratch_remove(path);
    world_free(&w);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writers_escape_and_count),
        cmocka_unit_test(what_is_red_is_never_called_expected),
        cmocka_unit_test(exact_checks_leave_no_room_for_inconclusive_ones),
        cmocka_unit_test(baselines_are_read_as_they_are_written),
        cmocka_unit_test(a_baseline_holds_for_the_broken_invariants_that_it_names),
    };
    return cmocka_run_group_tests_name("verdict io", tests, NULL, NULL);
}
