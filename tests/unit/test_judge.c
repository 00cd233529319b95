/* The judge on synthetic records whose truth is known. */
#include "harness/judge.h"
#include "harness/judge_decide.h"
#include "harness/verdict_io.h"

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const struct gravel_estimate one = {1.0, 0.0, 0.0};

static enum gravel_verdict
equal(double value, double err, double expected, double systematic)
{
    return gravel_decide_equal((struct gravel_estimate){value, err, 0}, (struct gravel_estimate){expected, 0, 0},
                               systematic, 1e-4)
        .verdict;
}

static void
equality_needs_a_small_deviation_and_a_small_error(void **state)
{
    (void)state;
    assert_int_equal(equal(1.01, 0.0, 1.0, 0.02), GRAVEL_PASS);
    assert_int_equal(equal(1.03, 0.0, 1.0, 0.02), GRAVEL_FAIL);
    assert_int_equal(equal(1.01, 0.001, 1.0, 0.02), GRAVEL_PASS);
    assert_int_equal(equal(1.01, 0.1, 1.0, 0.02), GRAVEL_INCONCLUSIVE);
    assert_int_equal(equal(9.00, 0.1, 1.0, 0.02), GRAVEL_FAIL);
    assert_int_equal(equal(1.01, -1.0, 1.0, 0.02), GRAVEL_INCONCLUSIVE);
    assert_int_equal(equal(NAN, 0.0, 1.0, 0.02), GRAVEL_FAIL);
    assert_int_equal(equal(1.0 + 1e-15, 0.0, 1.0, 0.0), GRAVEL_PASS);
    assert_int_equal(equal(1.0, 0.1, 1.0, 0.0), GRAVEL_INCONCLUSIVE);
}

static void
difference_order_and_bounds_need_separated_error_bars(void **state)
{
    (void)state;
    const struct gravel_estimate far = {2.0, 0.01, 0}, vague = {2.0, 1.0, 0}, near = {1.1, 0.01, 0};
    assert_int_equal(gravel_decide_apart(far, one, 0.5, 1e-4).verdict, GRAVEL_PASS);
    assert_int_equal(gravel_decide_apart(vague, one, 0.5, 1e-4).verdict, GRAVEL_INCONCLUSIVE);
    assert_int_equal(gravel_decide_apart(near, one, 0.5, 1e-4).verdict, GRAVEL_FAIL);
    assert_int_equal(gravel_decide_rising(one, far, 0.0, 1e-4).verdict, GRAVEL_PASS);
    assert_int_equal(gravel_decide_rising(one, vague, 0.0, 1e-4).verdict, GRAVEL_INCONCLUSIVE);
    assert_int_equal(gravel_decide_rising(far, one, 0.0, 1e-4).verdict, GRAVEL_FAIL);
    assert_int_equal(gravel_decide_rising(one, one, 0.0, 1e-4).verdict, GRAVEL_FAIL);
    assert_int_equal(gravel_decide_between(far, 0.0, 3.0, 1e-4).verdict, GRAVEL_PASS);
    assert_int_equal(gravel_decide_between(far, 2.001, 3.0, 1e-4).verdict, GRAVEL_INCONCLUSIVE);
    assert_int_equal(gravel_decide_between(far, 2.5, 3.0, 1e-4).verdict, GRAVEL_FAIL);
    assert_int_equal(gravel_decide_between(one, -INFINITY, 1.0, 1e-4).verdict, GRAVEL_PASS);
}

/* A world of records on one axis "x". */
struct world {
    struct gravel_case c;
    struct gravel_axis axis;
    struct gravel_check check;
    struct gravel_records records;
    struct gravel_references references;
    struct gravel_reference reference;
    struct gravel_judgements judgements;
    char *key;
};

static void
world_init(struct world *w, enum gravel_check_kind kind)
{
    *w = (struct world){0};
    w->key = strdup("x");
    w->axis = (struct gravel_axis){.n_keys = 1, .n_values = 1, .keys = &w->key};
    w->check = (struct gravel_check){.kind = kind, .title = "", .measure = "y", .along = "x", .from = -INFINITY,
                                     .to = INFINITY, .constant = NAN};
    w->reference = (struct gravel_reference){.id = "R", .family = "f", .kind = "analytic", .has_value = true,
                                             .value = 1.0, .uncertainty = 0.02, .where = "here", .note = "remember",
                                             .contradicted = "", .source_key = "S"};
    w->references = (struct gravel_references){.n = 1, .items = &w->reference};
    w->c = (struct gravel_case){.name = "synthetic", .family = "f", .n_axes = 1, .axes = &w->axis, .n_checks = 1,
                                .checks = &w->check};
    if (kind == GRAVEL_CHECK_REFERENCE || kind == GRAVEL_CHECK_SLOPE || kind == GRAVEL_CHECK_FIT)
        strcpy(w->check.reference, "R");
}

static struct gravel_record *
world_add(struct world *w, const char *engine, double x, double y, double err, double n_eff)
{
    struct gravel_record r = {.engine = strdup(engine), .message = strdup(""), .steady = true};
    struct gravel_error error;
    const struct gravel_value value = {.type = GRAVEL_TYPE_REAL, .real = x};
    assert_int_equal(gravel_options_set(&r.parameters, "x", &value, &error), GRAVEL_OK);
    assert_int_equal(gravel_record_add_observable(&r, "y", "1", y, err, n_eff), GRAVEL_OK);
    assert_int_equal(gravel_record_add_invariant(&r, "energy", 1e-13, 1e-12), GRAVEL_OK);
    assert_int_equal(gravel_records_append(&w->records, &r), GRAVEL_OK);
    return &w->records.items[w->records.n - 1];
}

static void
world_judge(struct world *w)
{
    struct gravel_case *cases[] = {&w->c};
    struct gravel_error error;
    gravel_judgements_free(&w->judgements);
    assert_int_equal(gravel_judge_all(cases, &w->records, 1, &w->references, &w->judgements, &error), GRAVEL_OK);
}

/* The judgements that are not of invariants. */
static const struct gravel_judgement *
world_verdict(struct world *w, size_t index)
{
    world_judge(w);
    for (size_t k = 0; k < w->judgements.n; k++)
        if (strcmp(w->judgements.items[k].kind, "invariant") != 0 && index-- == 0)
            return &w->judgements.items[k];
    return NULL;
}

static void
world_free(struct world *w)
{
    gravel_judgements_free(&w->judgements);
    gravel_records_free(&w->records);
    free(w->key);
}

static void
every_point_gives_a_judgement_of_its_invariants(void **state)
{
    (void)state;
    struct world w;
    world_init(&w, GRAVEL_CHECK_REFERENCE);
    world_add(&w, "md", 1, 1, 0, 0);
    struct gravel_record *broken = world_add(&w, "md", 2, 1, 0, 0);
    broken->status = GRAVEL_POINT_BROKEN;
    assert_int_equal(gravel_record_add_invariant(broken, "overlap", NAN, 1.0), GRAVEL_OK);
    world_add(&w, "ed", 1, 1, 0, 0)->status = GRAVEL_POINT_NOT_APPLICABLE;
    world_add(&w, "ed", 2, 1, 0, 0)->status = GRAVEL_POINT_SKIPPED;
    world_add(&w, "ed", 3, 1, 0, 0)->status = GRAVEL_POINT_FAILED;
    world_judge(&w);
    static const enum gravel_verdict expected[] = {GRAVEL_PASS, GRAVEL_FAIL, GRAVEL_NOT_APPLICABLE, GRAVEL_SKIP,
                                                   GRAVEL_FAIL};
    for (size_t k = 0; k < 5; k++) {
        assert_int_equal(w.judgements.items[k].verdict, expected[k]);     /* invariants */
        assert_int_equal(w.judgements.items[5 + k].verdict, expected[k]); /* and the check at that place */
    }
    assert_non_null(strstr(w.judgements.items[1].note, "overlap"));
    world_free(&w);
}

static void
replicates_are_combined_and_sweep_values_are_not(void **state)
{
    (void)state;
    struct world w;
    world_init(&w, GRAVEL_CHECK_REFERENCE);
    for (int k = 0; k < 20; k++)
        world_add(&w, "md", 1, 1.0 + (k % 2 ? 0.005 : -0.005), 0, 0);
    world_add(&w, "md", 2, 1.05, 0, 0);
    const struct gravel_judgement *j = world_verdict(&w, 0);
    assert_true(fabs(j->value - 1.0) < 1e-12 && j->err > 0.001 && j->err < 0.0013);
    assert_int_equal(j->verdict, GRAVEL_PASS);
    assert_int_equal(world_verdict(&w, 1)->verdict, GRAVEL_FAIL);
    assert_null(world_verdict(&w, 2));
    world_free(&w);
}

static void
a_check_that_decides_nothing_fails(void **state)
{
    (void)state;
    struct world w;
    world_init(&w, GRAVEL_CHECK_REFERENCE);
    world_add(&w, "md", 1, 1, 0, 0);
    w.check.n_engines = 1;
    strcpy(w.check.engines[0], "ed");
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_FAIL);
    w.judgements.partial = true;
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_SKIP);
    w.judgements.partial = false;
    w.check.n_engines = 0;
    strcpy(w.check.reference, "no such");
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_FAIL);
    world_free(&w);
}

static void
conditions_steady_state_and_missing_observables_are_checked(void **state)
{
    (void)state;
    struct world w;
    world_init(&w, GRAVEL_CHECK_REFERENCE);
    struct gravel_condition condition = {.name = "x", .from = 2.0, .to = 3.0};
    world_add(&w, "md", 1, 1, 0, 0);
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_PASS);
    w.reference.conditions = (struct gravel_where){1, &condition};
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_FAIL);
    w.reference.conditions.n = 0;
    w.records.items[0].steady = false;
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_INCONCLUSIVE);
    strcpy(w.check.measure, "z");
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_FAIL);
    world_free(&w);
}

/* Only an unexplained FAIL and a PASS against an explanation are red. */
static void
explained_contradiction_is_expected_to_fail(void **state)
{
    (void)state;
    struct world w;
    world_init(&w, GRAVEL_CHECK_REFERENCE);
    struct gravel_record *r = world_add(&w, "md", 1, 1.5, 0, 0);
    const struct gravel_judgement *j = world_verdict(&w, 0);
    assert_true(j->verdict == GRAVEL_FAIL && gravel_judgement_is_red(j) && strstr(j->note, "remember"));
    w.reference.contradicted = "because";
    j = world_verdict(&w, 0);
    assert_true(j->verdict == GRAVEL_FAIL && !gravel_judgement_is_red(j) && strstr(j->note, "because"));
    struct gravel_condition elsewhere = {.name = "x", .from = 2.0, .to = 3.0};
    w.reference.contradicted_where = (struct gravel_where){1, &elsewhere};
    assert_true(gravel_judgement_is_red(world_verdict(&w, 0)));
    w.reference.contradicted_where.n = 0;
    r->observables[0].value = 1.0;
    j = world_verdict(&w, 0);
    assert_true(j->verdict == GRAVEL_PASS && gravel_judgement_is_red(j));
    world_free(&w);
}

static void
engines_are_compared_at_equal_coordinates(void **state)
{
    (void)state;
    struct world w;
    world_init(&w, GRAVEL_CHECK_AGREE);
    w.check.n_engines = 2;
    strcpy(w.check.engines[0], "md");
    strcpy(w.check.engines[1], "ed");
    w.check.within = 0.1;
    world_add(&w, "md", 1, 5.0, 0, 0);
    world_add(&w, "md", 2, 7.0, 0, 0);
    world_add(&w, "ed", 2, 7.05, 0, 0);
    world_add(&w, "ed", 1, 5.2, 0, 0);
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_FAIL);
    assert_int_equal(world_verdict(&w, 1)->verdict, GRAVEL_PASS);
    w.check.relative = true;
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_PASS);
    w.check.kind = GRAVEL_CHECK_DIFFER;
    w.check.relative = false;
    w.check.at_least = 0.15;
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_PASS);
    assert_int_equal(world_verdict(&w, 1)->verdict, GRAVEL_FAIL);
    world_free(&w);
}

static void
curves_are_judged_as_wholes(void **state)
{
    (void)state;
    struct world w;
    world_init(&w, GRAVEL_CHECK_SLOPE);
    w.reference.value = 1.5;
    for (double x = 1.0; x < 20.0; x *= 2.0)
        world_add(&w, "md", x, pow(x, 1.5), 0, 0);
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_PASS);
    w.reference.value = 1.6;
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_FAIL);
    w.check.kind = GRAVEL_CHECK_RISES;
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_PASS);
    w.check.kind = GRAVEL_CHECK_FALLS;
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_FAIL);
    w.check.kind = GRAVEL_CHECK_COLLAPSE; /* no two places at one x */
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_FAIL);
    strcpy(w.check.along, "z");
    for (size_t k = 0; k < w.records.n; k++)
        assert_int_equal(gravel_record_add_counter(&w.records.items[k], "z", 1.0), GRAVEL_OK);
    w.check.within = 100.0;
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_PASS);
    w.check.within = 1.0;
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_FAIL);
    world_free(&w);
}

/* md is 1 + 0.8/x of ed: the difference falls to 5 % at 16. */
static void
crossings_of_two_engines_are_compared_with_bounds(void **state)
{
    (void)state;
    struct world w;
    world_init(&w, GRAVEL_CHECK_CROSSING);
    w.check.n_engines = 2;
    strcpy(w.check.engines[0], "md");
    strcpy(w.check.engines[1], "ed");
    w.check.level = 0.05;
    w.check.from = 10.0;
    w.check.to = 20.0;
    for (double x = 2.0; x < 100.0; x *= 2.0) {
        world_add(&w, "md", x, 3.0 * (1.0 + 0.8 / x), 0, 0);
        world_add(&w, "ed", x, 3.0, 0, 0);
    }
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_PASS);
    assert_true(fabs(world_verdict(&w, 0)->value - 16.0) < 1e-9);
    assert_null(world_verdict(&w, 1)); /* one curve, not one an engine */
    w.check.to = 15.0;
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_FAIL);
    w.check.level = 0.5; /* below the data: decides nothing but an upper bound */
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_INCONCLUSIVE);
    w.check.from = -INFINITY;
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_PASS);
    w.check.to = 1.0;
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_INCONCLUSIVE);
    world_free(&w);
}

static void
a_crossing_of_one_engine_is_compared_with_the_reference(void **state)
{
    (void)state;
    struct world w;
    world_init(&w, GRAVEL_CHECK_CROSSING);
    strcpy(w.check.reference, "R");
    w.reference.value = 4.0;
    w.reference.uncertainty = 0.1;
    w.check.level = 16.0;
    for (double x = 1.0; x < 20.0; x *= 3.0)
        world_add(&w, "md", x, x * x, 0, 0);
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_PASS);
    w.reference.value = 5.0;
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_FAIL);
    world_free(&w);
}

/* Runs of 40 stochastic decisions about true claims: the rate of runs with a false alarm lies within the budget (here
 * 0.05, so that it can be measured) and, because the claims have no slack, not far below it. */
static void
false_alarms_keep_the_budget(void **state)
{
    (void)state;
    enum { RUNS = 3000, PLACES = 40, REPLICATES = 6 };
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    gsl_rng_set(rng, 20261);
    int alarms = 0;
    for (int run = 0; run < RUNS; run++) {
        const double alarm = gravel_decision_alarm(0.05, PLACES);
        bool red = false;
        for (int p = 0; p < PLACES; p++) {
            struct gravel_estimate each[REPLICATES];
            for (int k = 0; k < REPLICATES; k++)
                each[k] = (struct gravel_estimate){3.0 + gsl_ran_gaussian(rng, 0.1), -1.0, 0};
            const struct gravel_estimate value = gravel_combine(REPLICATES, each);
            red = red || gravel_decide_equal(value, (struct gravel_estimate){3.0, 0, 0}, 0.0, alarm).verdict == GRAVEL_FAIL;
        }
        alarms += red;
    }
    gsl_rng_free(rng);
    const double rate = (double)alarms / RUNS, sigma = sqrt(0.05 * 0.95 / RUNS);
    if (fabs(rate - 0.05) > 4.0 * sigma)
        print_error("rate %.4f, budget 0.05, tolerance %.4f, ratio %.3g\n", rate, 4.0 * sigma,
                    fabs(rate - 0.05) / (4.0 * sigma));
    assert_true(fabs(rate - 0.05) <= 4.0 * sigma);
}

/* The same through records and the whole judge, with known errors and both passes. */
static int
whole_judge_is_red(gsl_rng *rng, double shift)
{
    struct world w;
    world_init(&w, GRAVEL_CHECK_REFERENCE);
    w.judgements.false_alarm = 0.05;
    for (int p = 0; p < 20; p++)
        world_add(&w, "md", p, 1.0 + shift + gsl_ran_gaussian(rng, 0.001), 0.001, 0);
    w.reference.uncertainty = shift > 0.0 ? 0.02 : 0.0;
    world_judge(&w);
    const bool red = gravel_verdict_count(&w.judgements).red > 0;
    assert_int_equal(w.judgements.n_decisions, 20);
    world_free(&w);
    return red;
}

static void
whole_judge_keeps_the_budget_and_catches_twice_the_tolerance(void **state)
{
    (void)state;
    enum { RUNS = 1500 };
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    gsl_rng_set(rng, 7);
    int alarms = 0, caught = 0;
    for (int run = 0; run < RUNS; run++)
        alarms += whole_judge_is_red(rng, 0.0);
    for (int run = 0; run < 100; run++)
        caught += whole_judge_is_red(rng, 0.04);
    gsl_rng_free(rng);
    const double rate = (double)alarms / RUNS, sigma = sqrt(0.05 * 0.95 / RUNS);
    if (fabs(rate - 0.05) > 4.0 * sigma)
        print_error("rate %.4f, budget 0.05, tolerance %.4f\n", rate, 4.0 * sigma);
    assert_true(fabs(rate - 0.05) <= 4.0 * sigma);
    assert_int_equal(caught, 100);
}

static enum gravel_status
write_to_memory(const struct gravel_judgements *judgements, enum gravel_format format, char **text)
{
    const struct gravel_coverage coverage = {.family = "f", .n_claims = 3, .n_unjudged = 1};
    const struct gravel_verdicts verdicts = {judgements, 1, &coverage, 1.25};
    struct gravel_error error;
    size_t size;
    FILE *file = open_memstream(text, &size);
    assert_non_null(file);
    const enum gravel_status status = gravel_verdicts_write(file, &verdicts, format, true, &error);
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
    world_init(&w, GRAVEL_CHECK_REFERENCE);
    strcpy(w.c.name, "a<b>&\"#");
    world_add(&w, "md", 1, 1.0, 0, 0);
    world_add(&w, "md", 2, 2.0, 0, 0);
    world_add(&w, "md", 3, 1.0, -1.0, 0);
    world_judge(&w);
    assert_int_equal(write_to_memory(&w.judgements, GRAVEL_FORMAT_JSON, &text), GRAVEL_OK);
    json_t *root = json_loads(text, 0, NULL);
    assert_non_null(root);
    assert_int_equal(json_array_size(json_object_get(root, "judgements")), 6);
    json_decref(root);
    free(text);
    assert_int_equal(write_to_memory(&w.judgements, GRAVEL_FORMAT_JUNIT, &text), GRAVEL_OK);
    assert_non_null(strstr(text, "tests=\"6\" failures=\"1\" errors=\"0\" skipped=\"1\""));
    assert_int_equal(occurrences(text, "a&lt;b&gt;&amp;&quot;#"), 6);
    free(text);
    assert_int_equal(write_to_memory(&w.judgements, GRAVEL_FORMAT_TAP, &text), GRAVEL_OK);
    assert_non_null(strstr(text, "1..6\n"));
    assert_int_equal(occurrences(text, "\nnot ok "), 1);
    assert_int_equal(occurrences(text, "# TODO INCONCLUSIVE"), 1);
    free(text);
    assert_int_equal(write_to_memory(&w.judgements, GRAVEL_FORMAT_TABLE, &text), GRAVEL_OK);
    assert_non_null(strstr(text, "6 judgements: 4 PASS, 1 FAIL, 1 INCONCLUSIVE, 0 SKIP, 0 NOT_APPLICABLE"));
    free(text);
    world_free(&w);
}

/* y = 2 - 2 x^2 vanishes at 1, the reference's value; 3 % off fails. */
static void
fit_compares_what_the_polynomial_gives(void **state)
{
    (void)state;
    struct world w;
    world_init(&w, GRAVEL_CHECK_FIT);
    w.check.degree = 2;
    strcpy(w.check.gives, "zero");
    for (int k = 1; k < 9; k++)
        world_add(&w, "md", 0.1 * k, 2.0 - 2.0 * 0.01 * k * k, 1e-4, 50.0);
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_PASS);
    w.reference.value = 1.03;
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_FAIL);
    strcpy(w.check.gives, "c2");
    w.reference.value = -2.0;
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_PASS);
    w.check.constant = 2.5; /* no such polynomial fits */
    assert_int_not_equal(world_verdict(&w, 0)->verdict, GRAVEL_PASS);
    world_free(&w);
}

static void
collapse_with_a_degree_finds_the_point_off_the_curve(void **state)
{
    (void)state;
    struct world w;
    world_init(&w, GRAVEL_CHECK_COLLAPSE);
    w.check.degree = 2;
    w.check.within = 0.05;
    for (int k = 1; k < 20; k++)
        world_add(&w, "md", 0.1 * k, 2.0 - 0.005 * k * k, 1e-4, 50.0);
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_PASS);
    world_add(&w, "md", 1.05, 2.0 - 0.5 * 1.05 * 1.05 + 0.1, 1e-4, 50.0);
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_FAIL);
    assert_non_null(strstr(world_verdict(&w, 0)->at, "20 points, worst at 1.05"));
    world_free(&w);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fit_compares_what_the_polynomial_gives),
        cmocka_unit_test(collapse_with_a_degree_finds_the_point_off_the_curve),
        cmocka_unit_test(equality_needs_a_small_deviation_and_a_small_error),
        cmocka_unit_test(difference_order_and_bounds_need_separated_error_bars),
        cmocka_unit_test(every_point_gives_a_judgement_of_its_invariants),
        cmocka_unit_test(replicates_are_combined_and_sweep_values_are_not),
        cmocka_unit_test(a_check_that_decides_nothing_fails),
        cmocka_unit_test(conditions_steady_state_and_missing_observables_are_checked),
        cmocka_unit_test(explained_contradiction_is_expected_to_fail),
        cmocka_unit_test(engines_are_compared_at_equal_coordinates),
        cmocka_unit_test(curves_are_judged_as_wholes),
        cmocka_unit_test(crossings_of_two_engines_are_compared_with_bounds),
        cmocka_unit_test(a_crossing_of_one_engine_is_compared_with_the_reference),
        cmocka_unit_test(writers_escape_and_count),
        cmocka_unit_test(false_alarms_keep_the_budget),
        cmocka_unit_test(whole_judge_keeps_the_budget_and_catches_twice_the_tolerance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
