/* The loop over points and checks. */
#include "harness/judge/check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const verdict_names[] = {
    [GRAVEL_PASS] = "PASS",
    [GRAVEL_FAIL] = "FAIL",
    [GRAVEL_INCONCLUSIVE] = "INCONCLUSIVE",
    [GRAVEL_SKIP] = "SKIP",
    [GRAVEL_NOT_APPLICABLE] = "NOT_APPLICABLE",
};

const char *
gravel_verdict_name(enum gravel_verdict verdict)
{
    return verdict_names[verdict];
}

bool
gravel_judgement_is_red(const struct gravel_judgement *judgement)
{
    return judgement->verdict == (judgement->contradicted ? GRAVEL_PASS : GRAVEL_FAIL);
}

size_t
gravel_judgements_count_stochastic(const struct gravel_judgements *judgements)
{
    size_t n = 0;
    for (size_t k = 0; k < judgements->n; k++)
        n += judgements->items[k].n_stochastic;
    return n;
}

void
gravel_judgements_free(struct gravel_judgements *judgements)
{
    free(judgements->items);
    judgements->items = NULL;
    judgements->n = judgements->capacity = 0;
}

struct gravel_judgement *
gravel_judgements_append(struct gravel_judgements *list, const struct gravel_case *c, struct gravel_error *error)
{
    if (list->n == list->capacity) {
        const size_t capacity = list->capacity ? 2 * list->capacity : 64;
        struct gravel_judgement *items = realloc(list->items, capacity * sizeof *items);
        if (!items) {
            gravel_fail(error, GRAVEL_MEMORY, "out of memory while judging %s", c->name);
            return NULL;
        }
        list->items = items;
        list->capacity = capacity;
    }
    struct gravel_judgement *j = &list->items[list->n++];
    *j = (struct gravel_judgement){
        .value = NAN, .err = NAN, .expected = NAN, .expected_err = NAN, .tolerance = NAN, .ratio = NAN};
    snprintf(j->case_name, sizeof j->case_name, "%s", c->name);
    snprintf(j->family, sizeof j->family, "%s", c->family);
    return j;
}

enum gravel_verdict
gravel_verdict_of_status(enum gravel_point_status status)
{
    switch (status) {
    case GRAVEL_POINT_DONE: return GRAVEL_PASS;
    case GRAVEL_POINT_NOT_APPLICABLE: return GRAVEL_NOT_APPLICABLE;
    case GRAVEL_POINT_SKIPPED: return GRAVEL_SKIP;
    case GRAVEL_POINT_BROKEN:
    case GRAVEL_POINT_FAILED: break;
    }
    return GRAVEL_FAIL;
}

/* A check that cannot be judged as it is written; true when `why` is set. */
static bool
ill_posed(const struct gravel_judging *judging, const char **why)
{
    const struct gravel_check *check = judging->check;
    const bool needs_number =
        check->kind == GRAVEL_CHECK_REFERENCE || check->kind == GRAVEL_CHECK_SLOPE || check->kind == GRAVEL_CHECK_FIT;
    const bool pair = check->kind == GRAVEL_CHECK_AGREE || check->kind == GRAVEL_CHECK_DIFFER;
    *why = NULL;
    if (check->reference[0] && !judging->reference)
        *why = "no such reference is on file";
    else if (needs_number && !(judging->reference && gravel_reference_has_number(judging->reference)))
        *why = "the reference has no number to compare with";
    else if (pair && check->n_engines != 2)
        *why = "a comparison needs two engines";
    return *why != NULL;
}

static enum gravel_status
judge_check(const struct gravel_judging *judging)
{
    const size_t before = judging->judgements->n;
    enum gravel_status status = GRAVEL_OK;
    const char *why;
    const bool ill = ill_posed(judging, &why);
    if (!ill)
        switch (judging->check->kind) {
        case GRAVEL_CHECK_REFERENCE:
        case GRAVEL_CHECK_BOUND:
        case GRAVEL_CHECK_AGREE:
        case GRAVEL_CHECK_DIFFER: status = gravel_judge_places(judging); break;
        case GRAVEL_CHECK_COLLAPSE: status = gravel_judge_collapse(judging); break;
        case GRAVEL_CHECK_RISES:
        case GRAVEL_CHECK_FALLS: status = gravel_judge_monotonic(judging); break;
        case GRAVEL_CHECK_SLOPE: status = gravel_judge_slope(judging); break;
        case GRAVEL_CHECK_FIT: status = gravel_judge_fit(judging); break;
        case GRAVEL_CHECK_CROSSING: status = gravel_judge_crossing(judging); break;
        }
    if (status != GRAVEL_OK || judging->judgements->n > before)
        return status;
    struct gravel_judgement *j = gravel_judging_add(judging, "", "");
    if (!j)
        return GRAVEL_MEMORY;
    if (ill)
        gravel_judging_settle(j, GRAVEL_FAIL, "%s", why);
    else if (judging->judgements->partial)
        gravel_judging_settle(j, GRAVEL_SKIP, "its points have not been run");
    else
        gravel_judging_settle(j, GRAVEL_FAIL, "the check decides nothing: no point matches it");
    return GRAVEL_OK;
}

/* The invariant that is broken, else the one nearest to its limit; NULL without invariants. */
static const struct gravel_invariant *
worst_invariant(const struct gravel_record *record)
{
    const struct gravel_invariant *worst = NULL;
    for (size_t k = 0; k < record->n_invariants; k++) {
        const struct gravel_invariant *i = &record->invariants[k];
        if (!i->ok)
            return i;
        if (!worst || fabs(i->value) * worst->limit > fabs(worst->value) * i->limit)
            worst = i;
    }
    return worst;
}

static enum gravel_status
judge_invariants(const struct gravel_case *c, const struct gravel_places *places, struct gravel_judgements *judgements,
                 struct gravel_error *error)
{
    for (size_t p = 0; p < places->n; p++)
        for (size_t k = 0; k < places->items[p].n; k++) {
            const struct gravel_record *record = places->items[p].records[k];
            const struct gravel_invariant *worst = worst_invariant(record);
            struct gravel_judgement *j = gravel_judgements_append(judgements, c, error);
            if (!j)
                return GRAVEL_MEMORY;
            snprintf(j->check, sizeof j->check, "invariants");
            snprintf(j->kind, sizeof j->kind, "invariant");
            snprintf(j->engine, sizeof j->engine, "%s", record->engine);
            snprintf(j->at, sizeof j->at, "%s%sreplicate %d", places->items[p].at, places->items[p].at[0] ? ", " : "",
                     record->replicate);
            if (worst) {
                j->value = fabs(worst->value);
                j->expected = j->expected_err = j->err = 0.0;
                j->tolerance = worst->limit;
                j->ratio = j->value == 0.0 ? 0.0 : j->value / worst->limit;
            }
            const bool broken = worst && !worst->ok;
            const enum gravel_verdict verdict = gravel_verdict_of_status(record->status);
            gravel_judging_settle(j, broken && verdict == GRAVEL_PASS ? GRAVEL_FAIL : verdict, "%s%s%s",
                                  worst                                 ? worst->name
                                  : record->status == GRAVEL_POINT_DONE ? "none measured"
                                                                        : "",
                                  worst && record->message && record->message[0] ? ": " : "",
                                  record->message ? record->message : "");
        }
    return GRAVEL_OK;
}

static double
budget_of(const struct gravel_judgements *judgements)
{
    return judgements->false_alarm > 0.0 ? judgements->false_alarm : GRAVEL_FALSE_ALARM;
}

enum gravel_status
gravel_judge_case(const struct gravel_case *c, const struct gravel_records *records,
                  const struct gravel_references *references, struct gravel_judgements *judgements,
                  struct gravel_error *error)
{
    struct gravel_places places;
    enum gravel_status status = gravel_places_build(&places, c, records, error);
    if (status != GRAVEL_OK)
        return status;
    judgements->false_alarm = budget_of(judgements);
    const double alarm = gravel_decision_alarm(judgements->false_alarm, judgements->n_decisions);
    judgements->k = gravel_quantile(1.0 - alarm, 0.0);
    status = judge_invariants(c, &places, judgements, error);
    for (size_t k = 0; status == GRAVEL_OK && k < c->n_checks; k++) {
        const struct gravel_check *check = &c->checks[k];
        const struct gravel_reference *reference =
            check->reference[0] ? gravel_references_find(references, check->reference) : NULL;
        const struct gravel_judging judging = {c, check, reference, &places, judgements, alarm, error};
        status = judge_check(&judging);
    }
    gravel_places_free(&places);
    return status;
}

enum gravel_status
gravel_judge_all(struct gravel_case *const *cases, const struct gravel_records *records, size_t n_cases,
                 const struct gravel_references *references, struct gravel_judgements *judgements,
                 struct gravel_error *error)
{
    enum gravel_status status = GRAVEL_OK;
    judgements->n_decisions = 0;
    for (int pass = 0; status == GRAVEL_OK && pass < 2; pass++) {
        if (pass == 1) {
            const size_t n = gravel_judgements_count_stochastic(judgements);
            judgements->n_decisions = n > 0 ? n : 1;
            gravel_judgements_free(judgements);
        }
        for (size_t k = 0; status == GRAVEL_OK && k < n_cases; k++)
            status = gravel_judge_case(cases[k], &records[k], references, judgements, error);
    }
    return status;
}

static bool
is_judged(const struct gravel_reference *reference, struct gravel_case *const *cases, size_t n_cases)
{
    for (size_t c = 0; c < n_cases; c++)
        for (size_t k = 0; k < cases[c]->n_checks; k++)
            if (strcmp(cases[c]->checks[k].reference, reference->id) == 0)
                return true;
    return false;
}

size_t
gravel_judge_unjudged(const struct gravel_references *references, struct gravel_case *const *cases, size_t n_cases,
                      const char *family, const struct gravel_reference **list, size_t max)
{
    size_t n = 0;
    for (size_t k = 0; k < references->n; k++) {
        const struct gravel_reference *r = &references->items[k];
        if ((family && strcmp(family, r->family) != 0) || !gravel_reference_is_claim(r) || is_judged(r, cases, n_cases))
            continue;
        if (n < max)
            list[n] = r;
        n++;
    }
    return n;
}
