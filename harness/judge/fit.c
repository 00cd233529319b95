/* Checks that put a polynomial through many places. */
#include "harness/judge/curve.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static enum gravel_status
fit_curve(const struct gravel_judging *judging, const struct gravel_curve *curve, struct gravel_polynomial *p)
{
    const size_t n = curve->n;
    double *x = gravel_curve_columns(judging, curve);
    if (!x)
        return GRAVEL_MEMORY;
    const enum gravel_status status =
        gravel_fit_polynomial(n, x, x + n, x + 2 * n, (size_t)judging->check->degree, judging->check->constant, p);
    free(x);
    if (status == GRAVEL_MEMORY)
        return gravel_fail(judging->error, GRAVEL_MEMORY, "out of memory while judging %s", judging->c->name);
    return status;
}

/* A judgement for the whole curve, with its polynomial; *settled when no polynomial goes through so few points. */
static enum gravel_status
begin(const struct gravel_judging *judging, const struct gravel_curve *curve, struct gravel_judgement **j,
      struct gravel_polynomial *p, bool *settled)
{
    char at[256];
    gravel_curve_print_range(judging, curve, at, sizeof at);
    if (!(*j = gravel_judging_add(judging, curve->points[0].place->engine, at)))
        return GRAVEL_MEMORY;
    const enum gravel_status status = fit_curve(judging, curve, p);
    const size_t n_free = p->degree + (isnan(judging->check->constant) ? 1 : 0);
    *settled = status == GRAVEL_INPUT || (status == GRAVEL_OK && p->n_different <= n_free);
    if (*settled)
        gravel_judging_settle(*j, GRAVEL_FAIL, "the check decides nothing: too few different %s for degree %d",
                              judging->check->along, judging->check->degree);
    return *settled ? GRAVEL_OK : status;
}

static struct gravel_estimate
given(const struct gravel_polynomial *p, const char *gives)
{
    if (strcmp(gives, "zero") == 0)
        return gravel_polynomial_zero(p);
    return gravel_polynomial_coefficient(p, (size_t)(gives[1] - '0'));
}

static enum gravel_status
judge_given(const struct gravel_judging *judging, const struct gravel_curve *curve)
{
    struct gravel_judgement *j;
    struct gravel_polynomial p;
    bool settled;
    const enum gravel_status status = begin(judging, curve, &j, &p, &settled);
    if (status != GRAVEL_OK || settled)
        return status;
    double uncertainty;
    const struct gravel_estimate expected = gravel_judging_expected(judging, curve->points[0].place, &uncertainty);
    const struct gravel_decision d =
        gravel_decide_equal(given(&p, judging->check->gives), expected,
                            uncertainty + gravel_judging_within(judging, expected.value), judging->alarm);
    gravel_judging_decide(judging, j, &d, gravel_curve_is_steady(curve), curve->points[0].place->records[0]);
    return GRAVEL_OK;
}

enum gravel_status
gravel_judge_fit(const struct gravel_judging *judging)
{
    return gravel_judge_each_curve(judging, judge_given);
}

/* Every point lies within the tolerance of the common polynomial; the worst one gives the verdict. */
enum gravel_status
gravel_judge_about_polynomial(const struct gravel_judging *judging, const struct gravel_curve *curve)
{
    struct gravel_judgement *j;
    struct gravel_polynomial p;
    bool settled;
    if (curve->n == 0)
        return GRAVEL_OK;
    const enum gravel_status status = begin(judging, curve, &j, &p, &settled);
    if (status != GRAVEL_OK || settled)
        return status;
    struct gravel_decision worst = {.verdict = GRAVEL_PASS, .ratio = -1.0, .why = ""};
    const struct gravel_curve_point *at = curve->points;
    size_t n_stochastic = 0;
    for (size_t k = 0; k < curve->n; k++) {
        const struct gravel_curve_point *point = &curve->points[k];
        const struct gravel_estimate expected = {gravel_polynomial_value(&p, point->x), 0.0, 0.0};
        const struct gravel_decision d =
            gravel_decide_equal(point->y, expected, gravel_judging_within(judging, expected.value), judging->alarm);
        n_stochastic += d.n_stochastic;
        if (!gravel_decision_is_worse(&d, &worst))
            continue;
        worst = d;
        at = point;
    }
    worst.n_stochastic = n_stochastic;
    const size_t used = strlen(j->at);
    snprintf(j->at + used, sizeof j->at - used, ", %zu points, worst at %.4g", curve->n, at->x);
    gravel_judging_decide(judging, j, &worst, gravel_curve_is_steady(curve), at->place->records[0]);
    return GRAVEL_OK;
}
