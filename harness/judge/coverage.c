#include "harness/judge/coverage.h"

#include "engines/core/array.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[] = {
    [GRAVEL_CLAIM_PASSED] = "passed",
    [GRAVEL_CLAIM_PASSED_HERE] = "passed here",
    [GRAVEL_CLAIM_CONTRADICTED] = "contradicted",
    [GRAVEL_CLAIM_FAILED] = "failed",
    [GRAVEL_CLAIM_INCONCLUSIVE] = "inconclusive",
    [GRAVEL_CLAIM_NO_RESULT] = "no result",
    [GRAVEL_CLAIM_NOT_JUDGED] = "not judged",
    [GRAVEL_CLAIM_UNDECIDABLE] = "undecidable",
};

const char *
gravel_claim_state_name(enum gravel_claim_state state)
{
    return names[state];
}

static bool
is_named(const struct gravel_reference *reference, struct gravel_case *const *cases, size_t n_cases)
{
    for (size_t c = 0; c < n_cases; c++)
        for (size_t k = 0; k < cases[c]->n_checks; k++)
            if (strcmp(cases[c]->checks[k].reference, reference->id) == 0)
                return true;
    return false;
}

/* The state of a claim that a check names.  Where no point of the chosen engines is missing, SKIP is a check of an
 * engine that was not chosen: the others decide. */
static enum gravel_claim_state
judged_state(const struct gravel_reference *reference, const struct gravel_judgements *judgements)
{
    size_t n[5] = {0}, unexpected = 0;
    for (size_t k = 0; k < judgements->n; k++) {
        const struct gravel_judgement *j = &judgements->items[k];
        if (strcmp(j->reference, reference->id) != 0)
            continue;
        n[j->verdict]++;
        unexpected += gravel_judgement_is_red(j) || j->known;
    }
    if (unexpected > 0)
        return GRAVEL_CLAIM_FAILED;
    if (n[GRAVEL_FAIL] > 0)
        return GRAVEL_CLAIM_CONTRADICTED;
    if (n[GRAVEL_INCONCLUSIVE] > 0)
        return GRAVEL_CLAIM_INCONCLUSIVE;
    const bool is_whole = n[GRAVEL_SKIP] == 0 || !judgements->incomplete;
    if (n[GRAVEL_PASS] == 0 || !is_whole)
        return GRAVEL_CLAIM_NO_RESULT;
    return reference->contradicted[0] != '\0' ? GRAVEL_CLAIM_PASSED_HERE : GRAVEL_CLAIM_PASSED;
}

/* The counts of a family, a new item where it has none yet; NULL when out of memory. */
static struct gravel_coverage *
of_family(struct gravel_coverages *coverages, const char *family)
{
    for (size_t k = 0; k < coverages->n; k++)
        if (strcmp(coverages->items[k].family, family) == 0)
            return &coverages->items[k];
    if (!gravel_array_grow(&coverages->items, &coverages->capacity, coverages->n + 1, sizeof *coverages->items))
        return NULL;
    struct gravel_coverage *added = &coverages->items[coverages->n++];
    *added = (struct gravel_coverage){0};
    snprintf(added->family, sizeof added->family, "%s", family);
    return added;
}

enum gravel_status
gravel_coverages_count(struct gravel_coverages *coverages, const struct gravel_references *references,
                       struct gravel_case *const *cases, size_t n_cases, bool is_catalogue,
                       const struct gravel_judgements *judgements, struct gravel_error *error)
{
    *coverages = (struct gravel_coverages){0};
    for (size_t k = 0; k < references->n; k++) {
        const struct gravel_reference *r = &references->items[k];
        const bool named = is_named(r, cases, n_cases);
        if (!gravel_reference_is_claim(r) || !(named || is_catalogue))
            continue;
        struct gravel_coverage *coverage = of_family(coverages, r->family);
        if (!coverage) {
            gravel_coverages_free(coverages);
            return gravel_no_memory(error);
        }
        const enum gravel_claim_state state = r->undecidable[0] ? GRAVEL_CLAIM_UNDECIDABLE
                                              : named           ? judged_state(r, judgements)
                                                                : GRAVEL_CLAIM_NOT_JUDGED;
        coverage->n[state]++;
        coverage->own[state] += gravel_reference_is_own(r);
        coverage->elsewhere += r->contradicted[0] != '\0' && !gravel_reference_is_own(r) &&
                               state != GRAVEL_CLAIM_CONTRADICTED && state != GRAVEL_CLAIM_FAILED;
    }
    return GRAVEL_OK;
}

void
gravel_coverages_free(struct gravel_coverages *coverages)
{
    free(coverages->items);
    *coverages = (struct gravel_coverages){0};
}

struct gravel_coverage
gravel_coverages_sum(const struct gravel_coverages *coverages)
{
    struct gravel_coverage sum = {.family = "all"};
    for (size_t k = 0; k < coverages->n; k++)
        for (size_t s = 0; s < GRAVEL_CLAIM_STATES; s++) {
            sum.n[s] += coverages->items[k].n[s];
            sum.own[s] += coverages->items[k].own[s];
        }
    for (size_t k = 0; k < coverages->n; k++)
        sum.elsewhere += coverages->items[k].elsewhere;
    return sum;
}

struct gravel_coverage
gravel_coverage_own(const struct gravel_coverage *coverage)
{
    struct gravel_coverage own = *coverage;
    memcpy(own.n, coverage->own, sizeof own.n);
    return own;
}

size_t
gravel_coverage_on_file(const struct gravel_coverage *coverage)
{
    size_t sum = 0;
    for (size_t s = 0; s < GRAVEL_CLAIM_STATES; s++)
        sum += coverage->n[s];
    return sum;
}

size_t
gravel_coverage_decided(const struct gravel_coverage *coverage)
{
    return coverage->n[GRAVEL_CLAIM_PASSED] + coverage->n[GRAVEL_CLAIM_PASSED_HERE] +
           coverage->n[GRAVEL_CLAIM_CONTRADICTED] + coverage->n[GRAVEL_CLAIM_FAILED];
}
