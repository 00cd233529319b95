/* The loop over points and checks. */
#include "harness/judge/judge.h"

#include "harness/case/check_kinds.h"
#include "harness/case/observables.h"
#include "harness/judge/kinds.h"
#include "harness/reference/expect.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Why the check cannot be judged as it is written; NULL when it can. */
static const char *
find_fault(const struct gravel_judging *judging)
{
    const struct gravel_check *check = judging->check;
    const struct gravel_reference *reference = judging->reference;
    if (check->reference[0] && !reference)
        return "no such reference is on file";
    if (judging->ops->needs_number && !(reference && gravel_reference_has_number(reference)))
        return "the reference has no number to compare with";
    if (check->kind->n_engines != 0 && check->n_engines != check->kind->n_engines)
        return "a comparison needs two engines";
    return NULL;
}

/* The number of the check's conditions that the point does not have.  NULL: there is none, or the parameters exclude
 * the point. */
static const char *
find_missing(const struct gravel_judging *judging, const struct gravel_sweep_point *point)
{
    const struct gravel_where *where = &judging->check->where;
    const char *missing = NULL;
    bool known, found;
    if (point->records[0]->status != GRAVEL_POINT_DONE || !gravel_judging_engine_matches(judging, point))
        return NULL;
    for (size_t k = 0; k < where->n; k++) {
        const char *name = where->items[k].name;
        if (!gravel_case_measures(judging->c, name)) {
            if (!gravel_condition_holds(&where->items[k], point->records[0], &known))
                return NULL;
        } else if (missing == NULL && isnan(gravel_sweep_point_estimate(point, name, &found).value)) {
            missing = name;
        }
    }
    return missing;
}

/* A point that lacks a number of the conditions is FAIL, or NOT_APPLICABLE: no other judgement would name it. */
static enum gravel_status
judge_conditions(const struct gravel_judging *judging)
{
    for (size_t p = 0; p < judging->points->n; p++) {
        const struct gravel_sweep_point *point = &judging->points->items[p];
        const char *name = find_missing(judging, point);
        if (name == NULL)
            continue;
        struct gravel_judgement *j = gravel_judging_add(judging, point->engine, point->at);
        if (!j)
            return GRAVEL_MEMORY;
        gravel_judging_set_missing(judging, j, point, name);
    }
    return GRAVEL_OK;
}

static enum gravel_status
judge_check(const struct gravel_judging *judging)
{
    const size_t before = judging->judgements->n;
    const char *fault = find_fault(judging);
    enum gravel_status status = fault ? GRAVEL_OK : judge_conditions(judging);
    if (status == GRAVEL_OK && !fault)
        status = judging->ops->judge(judging);
    if (status != GRAVEL_OK || judging->judgements->n > before)
        return status;
    char engines[40] = "";
    for (size_t k = 0, used = 0; k < judging->check->n_engines && used < sizeof engines; k++)
        used += (size_t)snprintf(engines + used, sizeof engines - used, "%s%s", k > 0 ? ", " : "",
                                 judging->check->engines[k]);
    struct gravel_judgement *j = gravel_judging_add(judging, engines, "");
    if (!j)
        return GRAVEL_MEMORY;
    if (fault)
        gravel_judgement_set_verdict(j, GRAVEL_FAIL, "%s", fault);
    else if (judging->judgements->incomplete)
        gravel_judgement_set_verdict(j, GRAVEL_SKIP, "its points have not been run");
    else if (judging->judgements->partial)
        gravel_judgement_set_verdict(j, GRAVEL_SKIP, "it judges engines that were not chosen");
    else
        gravel_judgement_set_verdict(j, GRAVEL_FAIL, "the check decides nothing: no point matches it");
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

static void
list_broken(const struct gravel_record *record, char *names, size_t size)
{
    size_t used = 0;
    snprintf(names, size, "none");
    for (size_t k = 0; k < record->n_invariants && used < size; k++)
        if (!record->invariants[k].ok)
            used +=
                (size_t)snprintf(names + used, size - used, "%s%s", used > 0 ? ", " : "", record->invariants[k].name);
}

static enum gravel_status
judge_invariants(const struct gravel_case *c, const struct gravel_sweep_points *points,
                 struct gravel_judgements *judgements, struct gravel_error *error)
{
    for (size_t p = 0; p < points->n; p++)
        for (size_t k = 0; k < points->items[p].n; k++) {
            const struct gravel_record *record = points->items[p].records[k];
            const struct gravel_invariant *worst = worst_invariant(record);
            struct gravel_judgement *j = gravel_judgements_append(judgements, c, error);
            if (!j)
                return GRAVEL_MEMORY;
            snprintf(j->check, sizeof j->check, "invariants");
            snprintf(j->kind, sizeof j->kind, "invariant");
            list_broken(record, j->broken, sizeof j->broken);
            j->seconds = record->cpu_seconds;
            snprintf(j->engine, sizeof j->engine, "%s", record->engine);
            snprintf(j->at, sizeof j->at, "%s%sreplicate %d", points->items[p].at, points->items[p].at[0] ? ", " : "",
                     record->replicate);
            if (worst) {
                j->value = fabs(worst->value);
                j->expected = j->expected_err = j->err = 0.0;
                j->tolerance = worst->limit;
                j->ratio = j->value == 0.0 ? 0.0 : j->value / worst->limit;
            }
            const bool broken = worst && !worst->ok;
            const enum gravel_verdict verdict = gravel_verdict_of_record(judgements, c, record);
            const char *message = record->message != NULL ? record->message : "";
            const char *name = worst != NULL ? worst->name : record->status == GRAVEL_POINT_DONE ? "none measured" : "";
            const bool names_all = broken && message[0] != '\0'; /* the message begins with those that are broken */
            gravel_judgement_set_verdict(j, broken && verdict == GRAVEL_PASS ? GRAVEL_FAIL : verdict, "%s%s%s",
                                         names_all ? "" : name,
                                         worst != NULL && !names_all && message[0] != '\0' ? ": " : "", message);
        }
    return GRAVEL_OK;
}

static double
budget_of(const struct gravel_judgements *judgements)
{
    return judgements->false_alarm > 0.0 ? judgements->false_alarm : GRAVEL_FALSE_ALARM;
}

/* Append the judgements of one case; n_decisions = 0 in the counting pass. */
static enum gravel_status
judge_case(const struct gravel_case *c, const struct gravel_records *records,
           const struct gravel_references *references, struct gravel_judgements *judgements, struct gravel_error *error)
{
    struct gravel_sweep_points points;
    enum gravel_status status = gravel_sweep_points_build(&points, c, records, error);
    if (status != GRAVEL_OK)
        return status;
    judgements->false_alarm = budget_of(judgements);
    const double alarm = gravel_decision_alarm(judgements->false_alarm, judgements->n_decisions);
    judgements->k = gravel_quantile(1.0 - alarm, 0.0);
    status = judge_invariants(c, &points, judgements, error);
    for (size_t k = 0; status == GRAVEL_OK && k < c->n_checks; k++) {
        const struct gravel_check *check = &c->checks[k];
        const struct gravel_reference *reference =
            check->reference[0] ? gravel_references_find(references, check->reference) : NULL;
        const struct gravel_judging judging = {.c = c,
                                               .check = check,
                                               .ops = gravel_check_ops_find(check->kind),
                                               .reference = reference,
                                               .references = references,
                                               .points = &points,
                                               .judgements = judgements,
                                               .alarm = alarm,
                                               .error = error};
        status = judge_check(&judging);
    }
    gravel_sweep_points_free(&points);
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
            status = judge_case(cases[k], &records[k], references, judgements, error);
    }
    return status;
}
