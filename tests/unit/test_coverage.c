/* The states of the claims on file, and which claims a selection of cases is about. */
#include "harness/judge/coverage.h"
#include "harness/judge/verdicts.h"
#include "tests/cmocka.h"

#include <string.h>

enum { N = 8 };
static struct gravel_reference items[N];
static struct gravel_check checks[N];
static struct gravel_judgement judged[N];
static struct gravel_case c = {.checks = checks};
static struct gravel_references references;
static struct gravel_judgements judgements;

static void
claim(const char *id, const char *family, const char *kind, const char *undecidable)
{
    struct gravel_reference *r = &items[references.n++];
    *r = (struct gravel_reference){.undecidable = (char *)(size_t)undecidable, .contradicted = (char *)(size_t) ""};
    strcpy(r->id, id);
    strcpy(r->family, family);
    strcpy(r->kind, kind);
}

static void
check(const char *id)
{
    strcpy(checks[c.n_checks++].reference, id);
}

static void
judge(const char *id, enum gravel_verdict verdict, bool contradicted)
{
    struct gravel_judgement *j = &judged[judgements.n++];
    *j = (struct gravel_judgement){.verdict = verdict, .contradicted = contradicted};
    strcpy(j->reference, id);
}

static int
start(void **state)
{
    (void)state;
    c.n_checks = 0;
    references = (struct gravel_references){.items = items};
    judgements = (struct gravel_judgements){.items = judged};
    return 0;
}

static struct gravel_coverage
count(bool is_catalogue)
{
    struct gravel_coverages coverages;
    struct gravel_case *const cases[] = {&c};
    assert_int_equal(gravel_coverages_count(&coverages, &references, cases, 1, is_catalogue, &judgements, NULL),
                     GRAVEL_OK);
    const struct gravel_coverage sum = gravel_coverages_sum(&coverages);
    gravel_coverages_free(&coverages);
    return sum;
}

/* The state of one claim "A" that a check names. */
static enum gravel_claim_state
state_of_claim(void)
{
    const struct gravel_coverage sum = count(false);
    enum gravel_claim_state found = GRAVEL_CLAIM_STATES;
    assert_int_equal(gravel_coverage_on_file(&sum), 1);
    for (int s = 0; s < GRAVEL_CLAIM_STATES; s++)
        if (sum.n[s] == 1)
            found = (enum gravel_claim_state)s;
    return found;
}

/* The headline counts the claims of sources and those of this project separately. */
static void
claims_of_this_project_are_counted_apart(void **state)
{
    (void)state;
    struct gravel_coverages coverages;
    struct gravel_case *const cases[] = {&c};
    char text[GRAVEL_HEADLINE_MAX];
    for (int k = 0; k < 3; k++) {
        const char id[] = {(char)('A' + k), '\0'};
        claim(id, "f", "analytic", "");
        strcpy(items[k].source_key, k == 0 ? "S1" : k == 1 ? "D" : "M");
        check(id);
    }
    judge("A", GRAVEL_PASS, false);
    judge("B", GRAVEL_PASS, false);
    judge("C", GRAVEL_INCONCLUSIVE, false);
    const struct gravel_coverage sum = count(false), own = gravel_coverage_own(&sum);
    assert_int_equal(gravel_coverage_on_file(&sum), 3);
    assert_int_equal(gravel_coverage_on_file(&own), 2);
    assert_int_equal(gravel_coverage_decided(&own), 1);
    assert_int_equal(gravel_coverages_count(&coverages, &references, cases, 1, false, &judgements, NULL), GRAVEL_OK);
    assert_non_null(strstr(gravel_verdict_headline(&judgements, &coverages, text, sizeof text),
                           "2 of 3 claims decided (1 of 1 of sources, 1 of 2 of this project), 0 undecidable"));
    judgements.partial = true;
    assert_non_null(strstr(gravel_verdict_headline(&judgements, &coverages, text, sizeof text),
                           "2 of 3 claims decided for the chosen engines (1 of 1"));
    judgements.incomplete = true;
    assert_null(strstr(gravel_verdict_headline(&judgements, &coverages, text, sizeof text), "chosen"));
    gravel_coverages_free(&coverages);
}

static void
the_worst_verdict_of_a_claim_counts(void **state)
{
    (void)state;
    claim("A", "f", "analytic", "");
    check("A");
    assert_int_equal(state_of_claim(), GRAVEL_CLAIM_NO_RESULT);
    judge("A", GRAVEL_PASS, false);
    judge("A", GRAVEL_NOT_APPLICABLE, false);
    assert_int_equal(state_of_claim(), GRAVEL_CLAIM_PASSED);
    judge("A", GRAVEL_SKIP, false); /* by an engine that was not chosen */
    assert_int_equal(state_of_claim(), GRAVEL_CLAIM_PASSED);
    judgements.incomplete = true;
    assert_int_equal(state_of_claim(), GRAVEL_CLAIM_NO_RESULT);
    judge("A", GRAVEL_INCONCLUSIVE, false);
    assert_int_equal(state_of_claim(), GRAVEL_CLAIM_INCONCLUSIVE);
    judge("A", GRAVEL_FAIL, true);
    assert_int_equal(state_of_claim(), GRAVEL_CLAIM_CONTRADICTED);
    judge("A", GRAVEL_PASS, true); /* a contradiction is on file, but it passes */
    assert_int_equal(state_of_claim(), GRAVEL_CLAIM_FAILED);
    items[0].undecidable = (char *)(size_t) "its figure is lost";
    assert_int_equal(state_of_claim(), GRAVEL_CLAIM_UNDECIDABLE);
}

/* One case is about the claims of its checks; the catalogue is about every claim.  A guide is no claim, nor is an
 * earlier result. */
static void
other_claims_belong_to_the_catalogue_alone(void **state)
{
    (void)state;
    claim("A", "f", "analytic", "");
    claim("B", "f", "experiment", "");
    claim("C", "g", "simulation", "lost");
    claim("G", "g", GRAVEL_GUIDE, "");
    claim("R", "g", GRAVEL_REGRESSION, "");
    check("A");
    check("R");
    check("");
    judge("A", GRAVEL_FAIL, false);
    struct gravel_coverage sum = count(false);
    assert_int_equal(gravel_coverage_on_file(&sum), 1);
    assert_int_equal(gravel_coverage_decided(&sum), 1);
    sum = count(true);
    assert_int_equal(gravel_coverage_on_file(&sum), 3);
    assert_int_equal(sum.n[GRAVEL_CLAIM_FAILED], 1);
    assert_int_equal(sum.n[GRAVEL_CLAIM_NOT_JUDGED], 1);
    assert_int_equal(sum.n[GRAVEL_CLAIM_UNDECIDABLE], 1);
}

/* Of another tier or condition: it passes here, or is not judged here. */
static void
contradictions_elsewhere_are_counted_apart(void **state)
{
    (void)state;
    struct gravel_coverages coverages;
    struct gravel_case *const cases[] = {&c};
    char text[GRAVEL_HEADLINE_MAX];
    for (int k = 0; k < 4; k++) {
        const char id[] = {(char)('A' + k), '\0'};
        claim(id, "f", "simulation", "");
        strcpy(items[k].source_key, k == 3 ? "M" : "S1");
        items[k].contradicted = (char *)(size_t) "another value";
        check(id);
    }
    judge("A", GRAVEL_PASS, false);
    judge("B", GRAVEL_FAIL, true);
    judge("D", GRAVEL_PASS, false);
    const struct gravel_coverage sum = count(false);
    assert_int_equal(sum.n[GRAVEL_CLAIM_PASSED], 0);
    assert_int_equal(sum.n[GRAVEL_CLAIM_PASSED_HERE], 2);
    assert_int_equal(sum.n[GRAVEL_CLAIM_CONTRADICTED], 1);
    assert_int_equal(sum.elsewhere, 2); /* A and C, of which nothing is known here */
    assert_int_equal(gravel_coverage_decided(&sum), 3);
    assert_int_equal(gravel_coverages_count(&coverages, &references, cases, 1, false, &judgements, NULL), GRAVEL_OK);
    assert_non_null(
        strstr(gravel_verdict_headline(&judgements, &coverages, text, sizeof text),
               "1 claims of sources contradicted, and 2 in other tiers or conditions, each with its measured value"));
    gravel_coverages_free(&coverages);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(claims_of_this_project_are_counted_apart, start),
        cmocka_unit_test_setup(the_worst_verdict_of_a_claim_counts, start),
        cmocka_unit_test_setup(contradictions_elsewhere_are_counted_apart, start),
        cmocka_unit_test_setup(other_claims_belong_to_the_catalogue_alone, start),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
