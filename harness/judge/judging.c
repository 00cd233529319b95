#include "harness/judge/judging.h"

#include "cases/measure/measure.h"
#include "harness/reference/expect.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void
name_check(const struct gravel_judging *judging, char *text, size_t size)
{
    const struct gravel_check *check = judging->check;
    const char *label = judging->ops->label;
    snprintf(text, size, "%s%s%s%s%s%s%s%s%s%s%s", check->reference, check->reference[0] ? " " : "", label,
             label[0] ? " " : "", check->measure, check->along[0] ? " along " : "", check->along,
             check->gives[0] ? ": " : "", check->gives, check->offset[0] ? " beyond a " : "", check->offset);
}

struct gravel_judgement *
gravel_judging_add(const struct gravel_judging *judging, const char *engine, const char *at)
{
    const struct gravel_reference *r = judging->reference;
    struct gravel_judgement *j = gravel_judgements_append(judging->judgements, judging->c, judging->error);
    if (!j)
        return NULL;
    j->asks = judging->check;
    name_check(judging, j->check, sizeof j->check);
    snprintf(j->reference, sizeof j->reference, "%s", judging->check->reference);
    j->claim_version = r ? r->version : 0;
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

_Static_assert(GRAVEL_NOTE_MAX >= GRAVEL_EXPLANATION_MAX + 200, "an explanation and its numbers fit a note");

/* Relative: results of one commit differ by less between compilers and processors. */
static const double reproduced = 1e-6;

static bool
is_external(const struct gravel_judging *judging, const struct gravel_judgement *j)
{
    return judging->c->external[0] != '\0' && strcmp(j->engine, judging->c->external) == 0;
}

/* A contradicted value against the one on file. */
enum recorded { AS_RECORDED, LEFT_OPEN, MOVED };

/* Whether a contradicted value agrees with the one on file: that of the same engine, within the errors; for an external
 * engine that of the engine which it replaces, within the errors or with confidence within the claim's tolerance.  A
 * difference that a run as long as the one on file would show, and this one does not, is left open: noise is no
 * agreement.  The note says why when it does not agree. */
static enum recorded
compare_with_recorded(const struct gravel_judging *judging, struct gravel_judgement *j)
{
    const bool external = is_external(judging, j);
    const char *engine = external ? judging->c->replaced : j->engine;
    const struct gravel_measured *m =
        gravel_references_measured(judging->references, j->check, j->case_name, engine, j->at);
    if (!m) {
        gravel_judgement_set_verdict(j, GRAVEL_FAIL, "contradicted, but no measured value is on file for this point");
        return MOVED;
    }
    /* The error on file is that of such a run, too. */
    const struct gravel_estimate now = {j->value, j->err, 0.0, j->dof}, then = {m->value, m->err, 0.0, j->dof};
    const struct gravel_estimate moved = gravel_estimate_sum((struct gravel_estimate_pair){now, then, 0.0}, -1.0);
    const double k = gravel_quantile(1.0 - judging->alarm, gravel_estimate_dof(moved));
    /* Exact points of our engine have the same numbers again: the error of a curve through them is its lack of fit. */
    const double noise = j->n_stochastic > 0 || external ? k * moved.err : 0.0;
    const double rounding = reproduced * fabs(m->value), noise_on_file = k * M_SQRT2 * m->err;
    const double allowed = external ? j->tolerance - k * moved.err : 0.0; /* a tolerance may be NaN */
    j->n_stochastic += noise > 0.0;
    if (fabs(moved.value) <= fmax(fmin(noise, noise_on_file) + rounding, allowed))
        return AS_RECORDED;
    if (fabs(moved.value) <= noise + rounding)
        return LEFT_OPEN;
    gravel_judgement_set_verdict(j, GRAVEL_FAIL, "contradicted, and %s: on file is %.8g +- %.2g%s%s",
                                 external ? "our engine has yet another value" : "the measured value has moved",
                                 m->value, m->err, external ? " of " : "", external ? engine : "");
    return MOVED;
}

/* Where the source and our engine lie near enough, another code may agree with both; of that the claim's own tolerance
 * bounds the noise. */
static bool
agrees_with_both(const struct gravel_judging *judging, struct gravel_judgement *j, enum gravel_verdict verdict)
{
    return verdict == GRAVEL_PASS && is_external(judging, j) && compare_with_recorded(judging, j) != MOVED;
}

static void
set_contradiction(const struct gravel_judging *judging, struct gravel_judgement *j, enum gravel_verdict verdict)
{
    const char *why = judging->reference->contradicted;
    j->contradicted = !agrees_with_both(judging, j, verdict);
    if (!j->contradicted) {
        gravel_judgement_set_verdict(j, GRAVEL_PASS, "as of the source and of %s, each within what is allowed",
                                     judging->c->replaced);
    } else if (verdict == GRAVEL_PASS) {
        gravel_judgement_set_verdict(j, GRAVEL_PASS, "unexpected: the reference records a contradiction (%s)", why);
    } else if (verdict != GRAVEL_FAIL) {
        gravel_judgement_set_verdict(j, verdict, "a contradiction is recorded (%s)", why);
    } else {
        const enum recorded recorded = compare_with_recorded(judging, j);
        j->moved = recorded == MOVED;
        if (recorded == AS_RECORDED)
            gravel_judgement_set_verdict(j, GRAVEL_FAIL, "expected%s%s: %s", is_external(judging, j) ? ", as of " : "",
                                         is_external(judging, j) ? judging->c->replaced : "", why);
        else if (recorded == LEFT_OPEN)
            gravel_judgement_set_verdict(j, GRAVEL_INCONCLUSIVE,
                                         "contradicted, and the error is too large to tell whether the value on file "
                                         "has moved: run longer (%s)",
                                         why);
    }
}

/* " (run.time = 1.7 instead of 0.5, or, of a random start, replicates = 4 instead of 1)": what a run so many times as
 * long is in the keys of the case; the errors of a mean fall alike with the length and with the number of replicates.
 * Where the length is swept, a curve has several. */
static const char *
longer_keys(const struct gravel_judging *judging, const struct gravel_record *record, double times, char *text,
            size_t size)
{
    static const char *const keys[] = {"run.time", "run.periods", "run.dissipation_times"};
    const struct gravel_case *c = judging->c;
    const int replicates = c->replicates > 0 ? c->replicates : 1;
    text[0] = '\0';
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
        if (!gravel_options_has(&record->parameters, keys[k]))
            continue;
        const double length = gravel_options_real(&record->parameters, keys[k]);
        const size_t used =
            gravel_case_axis(c, keys[k]) < c->n_axes
                ? (size_t)snprintf(text, size, " (%.2g times the %s", times, keys[k])
                : (size_t)snprintf(text, size, " (%s = %.4g instead of %.4g", keys[k], times * length, length);
        if (used < size)
            snprintf(text + used, size - used, ", or, of a random start, replicates = %.0f instead of %d)",
                     ceil(times * replicates), replicates);
        break;
    }
    return text;
}

/* What a program of somebody else does otherwise than the case says, from the record's message (engines/external), to
 * the note. */
static void
add_deviations(struct gravel_judgement *j, const struct gravel_record *record)
{
    static const char begin[] = "deviates: ", end[] = "; realised: ";
    const char *from = record->message != NULL ? strstr(record->message, begin) : NULL;
    const char *to = from != NULL ? strstr(from, end) : NULL;
    const size_t used = strlen(j->note);
    if (to != NULL)
        snprintf(j->note + used, sizeof j->note - used, "%s%s %.*s", used > 0 ? "; " : "", j->engine, (int)(to - from),
                 from);
}

void
gravel_judging_set_decision(const struct gravel_judging *judging, struct gravel_judgement *j,
                            const struct gravel_decision *d, bool sound, const struct gravel_record *record)
{
    const struct gravel_reference *r = judging->reference;
    const double times = fmax(d->longer, 1.1);
    char keys[160];
    j->value = d->value;
    j->err = d->err;
    j->expected = d->expected;
    j->expected_err = d->expected_err;
    j->deviation_err = d->deviation.err;
    j->dof = gravel_estimate_dof(d->deviation);
    j->tolerance = d->tolerance;
    j->ratio = d->ratio;
    j->n_stochastic = d->n_stochastic;
    if (r && r->contradicted[0] && gravel_where_holds(&r->contradicted_where, record))
        set_contradiction(judging, j, d->verdict);
    else if (d->verdict == GRAVEL_PASS && !sound)
        gravel_judgement_set_verdict(j, GRAVEL_INCONCLUSIVE, "no steady state was reached: run longer, twice as long%s",
                                     longer_keys(judging, record, 2.0, keys, sizeof keys));
    else if (d->verdict == GRAVEL_FAIL && r && r->note[0])
        gravel_judgement_set_verdict(j, GRAVEL_FAIL, "%s%s%s", d->why, d->why[0] ? "; " : "", r->note);
    else if (d->verdict == GRAVEL_INCONCLUSIVE && isfinite(d->longer))
        gravel_judgement_set_verdict(j, d->verdict, "%s, %.2g times as long%s", d->why, times,
                                     longer_keys(judging, record, times, keys, sizeof keys));
    else
        gravel_judgement_set_verdict(j, d->verdict, "%s", d->why);
    add_deviations(j, record);
}

bool
gravel_judging_engine_matches(const struct gravel_judging *judging, const struct gravel_sweep_point *point)
{
    const struct gravel_check *check = judging->check;
    bool matches = check->n_engines == 0;
    for (size_t k = 0; k < check->n_engines; k++)
        matches = matches || strcmp(check->engines[k], point->engine) == 0;
    return matches;
}

bool
gravel_judging_matches(const struct gravel_judging *judging, const struct gravel_sweep_point *point)
{
    return gravel_judging_engine_matches(judging, point) &&
           gravel_where_holds(&judging->check->where, point->records[0]);
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
        gravel_judgement_set_verdict(judgement, gravel_verdict_of_record(judging->judgements, judging->c, bad),
                                     "the point is %s: %s", gravel_point_status_name(bad->status),
                                     bad->message ? bad->message : "");
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

/* The sentence with this beginning, where it lists the name: " one, other,". */
static const char *
find_listed(const char *message, const char *beginning, const char *name)
{
    char words[128];
    const char *sentence = strstr(message, beginning);
    snprintf(words, sizeof words, " %s,", name);
    const char *found = sentence != NULL ? strstr(sentence, words) : NULL;
    return found != NULL && found < sentence + strcspn(sentence, ";") ? sentence : NULL;
}

/* Why the record does not have a number: what run/told.c and run/point_record.c say of the measure that yields it, or
 * of the invariant.  NULL: nothing, whatever else the engine lacks. */
static const char *
find_excuse(const struct gravel_case *c, const char *message, const char *name)
{
    char words[128];
    const char *why = message != NULL ? strstr(message, GRAVEL_NOT_MEASURED) : NULL;
    if (why == NULL)
        return NULL;
    if (strncmp(name, "invariant:", 10) == 0) {
        snprintf(words, sizeof words, GRAVEL_NOT_MEASURED "the invariant %s,", name + 10);
        return strstr(message, words);
    }
    for (size_t k = 0; k < c->n_measures; k++) {
        snprintf(words, sizeof words, "which measure.%s uses", c->measures[k]);
        if (gravel_measure_yield(gravel_measure_find(c->measures[k]), name, false) != NULL &&
            strstr(why, words) != NULL)
            return why;
    }
    const char *listed = find_listed(message, GRAVEL_NOT_MEASURED "the numbers ", name);
    return listed != NULL ? listed : find_listed(message, GRAVEL_NOT_MEASURED "the counters ", name);
}

void
gravel_judging_set_missing(const struct gravel_judging *judging, struct gravel_judgement *judgement,
                           const struct gravel_sweep_point *point, const char *observable)
{
    const char *why = find_excuse(judging->c, point->records[0]->message, observable);
    gravel_judgement_set_verdict(judgement, why != NULL ? GRAVEL_NOT_APPLICABLE : GRAVEL_FAIL,
                                 "the record has no %s%s%s", observable, why != NULL ? "; " : "",
                                 why != NULL ? why : "");
}

void
gravel_judging_set_no_difference(const struct gravel_judging *judging, struct gravel_judgement *judgement,
                                 const struct gravel_sweep_point *a, const struct gravel_sweep_point *b)
{
    const char *measure = judging->check->measure;
    bool found_a, found_b;
    (void)gravel_sweep_point_estimate(a, measure, &found_a);
    (void)gravel_sweep_point_estimate(b, measure, &found_b);
    if (found_a && found_b)
        gravel_judgement_set_verdict(judgement, GRAVEL_FAIL, "no relative difference: %s of %s is 0", measure,
                                     b->engine);
    else
        gravel_judging_set_missing(judging, judgement, found_a ? b : a, measure);
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

static double
allowed(const struct gravel_judging *judging, double expected, double uncertainty)
{
    const double within = gravel_tolerance_at(gravel_judging_tolerance(judging), expected);
    return within > 0.0 ? within : uncertainty;
}

struct gravel_decision
gravel_judging_decide_reference(const struct gravel_judging *judging, const struct gravel_sweep_point *point,
                                struct gravel_estimate value)
{
    double uncertainty;
    const struct gravel_estimate expected = expected_at(judging->reference, point, &uncertainty);
    return gravel_decide_equal(value, expected, allowed(judging, expected.value, uncertainty), judging->alarm);
}

struct gravel_decision
gravel_judging_decide_fitted(const struct gravel_judging *judging, const struct gravel_sweep_point *point,
                             struct gravel_estimate value)
{
    double uncertainty;
    const struct gravel_estimate expected = expected_at(judging->reference, point, &uncertainty);
    return gravel_decide_fitted(value, expected, allowed(judging, expected.value, uncertainty), judging->alarm);
}
