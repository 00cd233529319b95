/* What the kinds of check share: judgements with their texts, conditions, expectations. */
#include "harness/judge/check.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* The kind of a check that no reference classifies. */
static const char *
own_kind(enum gravel_check_kind kind)
{
    switch (kind) {
    case GRAVEL_CHECK_AGREE: return "cross-engine";
    case GRAVEL_CHECK_CROSSING: return "cross-engine";
    case GRAVEL_CHECK_DIFFER: return "expected-difference";
    case GRAVEL_CHECK_SLOPE: return "convergence";
    default: return "regression";
    }
}

static void
name_check(const struct gravel_check *check, char *text, size_t size)
{
    static const char *const verbs[] = {
        [GRAVEL_CHECK_REFERENCE] = "",         [GRAVEL_CHECK_AGREE] = "agree ", [GRAVEL_CHECK_DIFFER] = "differ ",
        [GRAVEL_CHECK_COLLAPSE] = "collapse ", [GRAVEL_CHECK_RISES] = "rises ", [GRAVEL_CHECK_FALLS] = "falls ",
        [GRAVEL_CHECK_SLOPE] = "slope ",       [GRAVEL_CHECK_FIT] = "fit ",     [GRAVEL_CHECK_BOUND] = "bound ",
        [GRAVEL_CHECK_CROSSING] = "crossing "};
    snprintf(text, size, "%s%s%s%s%s%s%s%s", check->reference, check->reference[0] ? " " : "", verbs[check->kind],
             check->measure, check->along[0] ? " along " : "", check->along, check->gives[0] ? ": " : "", check->gives);
}

struct gravel_judgement *
gravel_judging_add(const struct gravel_judging *judging, const char *engine, const char *at)
{
    const struct gravel_reference *r = judging->reference;
    struct gravel_judgement *j = gravel_judgements_append(judging->judgements, judging->c, judging->error);
    if (!j)
        return NULL;
    name_check(judging->check, j->check, sizeof j->check);
    snprintf(j->reference, sizeof j->reference, "%s", judging->check->reference);
    snprintf(j->kind, sizeof j->kind, "%s", r ? r->kind : own_kind(judging->check->kind));
    snprintf(j->engine, sizeof j->engine, "%s", engine);
    snprintf(j->at, sizeof j->at, "%s", at);
    if (r)
        snprintf(j->source, sizeof j->source, "%s, %s", r->source_key, r->where);
    else
        snprintf(j->source, sizeof j->source, "%s, %s", judging->c->source_key ? judging->c->source_key : "",
                 judging->c->source_where ? judging->c->source_where : "");
    return j;
}

void
gravel_judging_settle(struct gravel_judgement *judgement, enum gravel_verdict verdict, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(judgement->note, sizeof judgement->note, format, args);
    va_end(args);
    judgement->verdict = verdict;
}

void
gravel_judging_decide(const struct gravel_judging *judging, struct gravel_judgement *j, const struct gravel_decision *d,
                      bool steady, const struct gravel_record *record)
{
    const struct gravel_reference *r = judging->reference;
    j->value = d->value;
    j->err = d->err;
    j->expected = d->expected;
    j->expected_err = d->expected_err;
    j->tolerance = d->tolerance;
    j->ratio = d->ratio;
    j->n_stochastic = d->n_stochastic;
    if (!steady) {
        gravel_judging_settle(j, GRAVEL_INCONCLUSIVE, "no steady state was reached: run longer");
        return;
    }
    j->contradicted = r && r->contradicted[0] && gravel_where_holds(&r->contradicted_where, record);
    if (j->contradicted && d->verdict == GRAVEL_FAIL)
        gravel_judging_settle(j, GRAVEL_FAIL, "expected: %s", r->contradicted);
    else if (j->contradicted && d->verdict == GRAVEL_PASS)
        gravel_judging_settle(j, GRAVEL_PASS, "unexpected: the reference records a contradiction (%s)",
                              r->contradicted);
    else if (d->verdict == GRAVEL_FAIL && r && r->note[0])
        gravel_judging_settle(j, GRAVEL_FAIL, "%s%s%s", d->why, d->why[0] ? "; " : "", r->note);
    else
        gravel_judging_settle(j, d->verdict, "%s", d->why);
}

bool
gravel_judging_matches(const struct gravel_judging *judging, const struct gravel_judged_place *place)
{
    const struct gravel_check *check = judging->check;
    bool engine = check->n_engines == 0;
    for (size_t k = 0; k < check->n_engines; k++)
        engine = engine || strcmp(check->engines[k], place->engine) == 0;
    return engine && gravel_where_holds(&check->where, place->records[0]);
}

/* The record of the place that is not done, or NULL. */
static const struct gravel_record *
not_done(const struct gravel_judged_place *place)
{
    for (size_t k = 0; k < place->n; k++)
        if (place->records[k]->status != GRAVEL_POINT_DONE)
            return place->records[k];
    return NULL;
}

bool
gravel_judging_unusable(const struct gravel_judging *judging, const struct gravel_judged_place *place,
                        struct gravel_judgement *judgement)
{
    const struct gravel_record *bad = not_done(place);
    if (bad) {
        gravel_judging_settle(judgement, gravel_verdict_of_status(bad->status), "the point is %s: %s",
                              gravel_point_status_name(bad->status), bad->message ? bad->message : "");
        return true;
    }
    const struct gravel_where *conditions = judging->reference ? &judging->reference->conditions : NULL;
    for (size_t k = 0; conditions && k < conditions->n; k++) {
        bool known;
        if (gravel_condition_holds(&conditions->items[k], place->records[0], &known))
            continue;
        gravel_judging_settle(judgement, GRAVEL_FAIL,
                              known ? "the point is outside the reference's condition on %s"
                                    : "the reference has a condition on %s, which the record lacks",
                              conditions->items[k].name);
        return true;
    }
    return false;
}

double
gravel_judging_within(const struct gravel_judging *judging, double scale)
{
    return judging->check->within * (judging->check->relative ? fabs(scale) : 1.0);
}

struct gravel_estimate
gravel_judging_expected(const struct gravel_judging *judging, const struct gravel_judged_place *place,
                        double *uncertainty)
{
    double sum = 0.0, squares = 0.0, first = 0.0;
    *uncertainty = 0.0;
    for (size_t k = 0; k < place->n; k++) {
        double u;
        const double x = gravel_reference_expect(judging->reference, place->records[k], &u);
        if (k == 0)
            first = x;
        sum += x - first;
        squares += (x - first) * (x - first);
        *uncertainty = fmax(*uncertainty, u); /* fmax drops the NaN of an uncertainty that was not printed */
    }
    const double n = (double)place->n, mean = sum / n;
    const double variance = place->n > 1 ? fmax(squares / n - mean * mean, 0.0) / (n - 1.0) : 0.0;
    return (struct gravel_estimate){first + mean, sqrt(variance), variance > 0.0 ? n : 0.0};
}
