#include "harness/judge/judging.h"

#include "harness/reference/expect.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void
name_check(const struct gravel_judging *judging, char *text, size_t size)
{
    const struct gravel_check *check = judging->check;
    const char *label = judging->ops->label;
    snprintf(text, size, "%s%s%s%s%s%s%s%s%s", check->reference, check->reference[0] ? " " : "", label,
             label[0] ? " " : "", check->measure, check->along[0] ? " along " : "", check->along,
             check->gives[0] ? ": " : "", check->gives);
}

struct gravel_judgement *
gravel_judging_add(const struct gravel_judging *judging, const char *engine, const char *at)
{
    const struct gravel_reference *r = judging->reference;
    struct gravel_judgement *j = gravel_judgements_append(judging->judgements, judging->c, judging->error);
    if (!j)
        return NULL;
    name_check(judging, j->check, sizeof j->check);
    snprintf(j->reference, sizeof j->reference, "%s", judging->check->reference);
    snprintf(j->kind, sizeof j->kind, "%s", r ? r->kind : judging->ops->evidence);
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
gravel_judging_set_decision(const struct gravel_judging *judging, struct gravel_judgement *j,
                            const struct gravel_decision *d, bool steady, const struct gravel_record *record)
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
        gravel_judgement_set_verdict(j, GRAVEL_INCONCLUSIVE, "no steady state was reached: run longer");
        return;
    }
    j->contradicted = r && r->contradicted[0] && gravel_where_holds(&r->contradicted_where, record);
    if (j->contradicted && d->verdict == GRAVEL_FAIL)
        gravel_judgement_set_verdict(j, GRAVEL_FAIL, "expected: %s", r->contradicted);
    else if (j->contradicted && d->verdict == GRAVEL_PASS)
        gravel_judgement_set_verdict(j, GRAVEL_PASS, "unexpected: the reference records a contradiction (%s)",
                                     r->contradicted);
    else if (d->verdict == GRAVEL_FAIL && r && r->note[0])
        gravel_judgement_set_verdict(j, GRAVEL_FAIL, "%s%s%s", d->why, d->why[0] ? "; " : "", r->note);
    else
        gravel_judgement_set_verdict(j, d->verdict, "%s", d->why);
}

bool
gravel_judging_matches(const struct gravel_judging *judging, const struct gravel_sweep_point *point)
{
    const struct gravel_check *check = judging->check;
    bool engine = check->n_engines == 0;
    for (size_t k = 0; k < check->n_engines; k++)
        engine = engine || strcmp(check->engines[k], point->engine) == 0;
    return engine && gravel_where_holds(&check->where, point->records[0]);
}

/* The first replicate that is not done, or NULL. */
static const struct gravel_record *
not_done(const struct gravel_sweep_point *point)
{
    for (size_t k = 0; k < point->n; k++)
        if (point->records[k]->status != GRAVEL_POINT_DONE)
            return point->records[k];
    return NULL;
}

bool
gravel_judging_is_comparable(const struct gravel_judging *judging, const struct gravel_sweep_point *point,
                             struct gravel_judgement *judgement)
{
    const struct gravel_record *bad = not_done(point);
    if (bad) {
        gravel_judgement_set_verdict(judgement, gravel_verdict_of_status(bad->status), "the point is %s: %s",
                                     gravel_point_status_name(bad->status), bad->message ? bad->message : "");
        return false;
    }
    const struct gravel_where *conditions = judging->reference ? &judging->reference->conditions : NULL;
    for (size_t k = 0; conditions && k < conditions->n; k++) {
        bool known;
        if (gravel_condition_holds(&conditions->items[k], point->records[0], &known))
            continue;
        gravel_judgement_set_verdict(judgement, GRAVEL_FAIL,
                                     known ? "the point is outside the reference's condition on %s"
                                           : "the reference has a condition on %s, which the record lacks",
                                     conditions->items[k].name);
        return false;
    }
    return true;
}

const struct gravel_sweep_point *
gravel_judging_partner(const struct gravel_judging *judging, const struct gravel_sweep_point *point, const char *engine,
                       struct gravel_judgement *judgement)
{
    const struct gravel_sweep_point *other = gravel_sweep_points_partner(judging->points, judging->c, point, engine);
    if (!other)
        gravel_judgement_set_verdict(judgement, judging->judgements->partial ? GRAVEL_SKIP : GRAVEL_FAIL,
                                     "%s has no point at these coordinates", engine);
    return other;
}

struct gravel_tolerance
gravel_judging_tolerance(const struct gravel_judging *judging)
{
    return (struct gravel_tolerance){judging->check->within, judging->check->relative};
}

/* Mean expectation of the reference over the replicates and its uncertainty [absolute; 0 when none]. */
static struct gravel_estimate
expected_at(const struct gravel_reference *reference, const struct gravel_sweep_point *point, double *uncertainty)
{
    double sum = 0.0, squares = 0.0, first = 0.0;
    *uncertainty = 0.0;
    for (size_t k = 0; k < point->n; k++) {
        double u;
        const double x = gravel_reference_expect(reference, point->records[k], &u);
        if (k == 0)
            first = x;
        sum += x - first;
        squares += (x - first) * (x - first);
        *uncertainty = fmax(*uncertainty, u); /* fmax drops the NaN of an uncertainty that was not printed */
    }
    const double n = (double)point->n, mean = sum / n;
    const double variance = point->n > 1 ? fmax(squares / n - mean * mean, 0.0) / (n - 1.0) : 0.0;
    return (struct gravel_estimate){first + mean, sqrt(variance), variance > 0.0 ? n : 0.0};
}

struct gravel_decision
gravel_judging_decide_reference(const struct gravel_judging *judging, const struct gravel_sweep_point *point,
                                struct gravel_estimate value)
{
    double uncertainty;
    const struct gravel_estimate expected = expected_at(judging->reference, point, &uncertainty);
    const double within = gravel_tolerance_at(gravel_judging_tolerance(judging), expected.value);
    return gravel_decide_equal(value, expected, uncertainty + within, judging->alarm);
}
