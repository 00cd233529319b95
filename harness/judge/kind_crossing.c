/* crossing: where a curve crosses a level; that abscissa is compared with bounds or with a reference. */
#include "harness/case/check_kinds.h"
#include "harness/judge/curve.h"
#include "harness/stats/crossing.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* The engine whose numbers the first one's are compared with, or NULL. */
static const char *
second_engine(const struct gravel_check *check)
{
    return check->n_engines == 2 ? check->engines[1] : NULL;
}

static enum gravel_status
find(const struct gravel_judging *judging, const struct gravel_curve *curve, struct gravel_crossing *crossing)
{
    const size_t n = curve->n;
    const bool magnitude = second_engine(judging->check) != NULL;
    double *x = gravel_curve_columns(judging, curve);
    if (!x)
        return GRAVEL_MEMORY;
    const enum gravel_status status =
        gravel_find_crossing(n, x, x + n, x + 2 * n, magnitude, judging->check->level, crossing);
    free(x);
    return status;
}

/* The crossing as a number.  Its error comes from those of the points beside it, and has the fewest degrees of freedom
 * of these.  Where its interval holds several points of the curve, which is flat then, the error comes from those that
 * happen to lie near the level, and is itself uncertain by a third: as that of six samples. */
static struct gravel_estimate
abscissa(const struct gravel_curve *curve, const struct gravel_crossing *crossing)
{
    const double flat = 5.0;
    double dof = INFINITY;
    size_t inside = 0;
    for (size_t k = 0; k < curve->n; k++) {
        const double x = curve->points[k].x, own = gravel_estimate_dof(curve->points[k].y);
        const bool beside = (k + 1 == curve->n || curve->points[k + 1].x >= crossing->x) &&
                            (k == 0 || curve->points[k - 1].x <= crossing->x);
        if (beside && own > 0.0)
            dof = fmin(dof, own);
        inside += x > crossing->low && x < crossing->high;
    }
    if (inside > 1)
        dof = fmin(dof, flat);
    return (struct gravel_estimate){.value = crossing->x, .err = crossing->err, .dof = isfinite(dof) ? dof : 0.0};
}

/* Whether a crossing outside of the data decides: beyond their end it breaks a bound that the end breaks, and keeps the
 * only bound where that is on the other side.  So must nearly all draws of the bootstrap. */
static bool
decides_outside(const struct gravel_crossing *c, double from, double to)
{
    return c->place == GRAVEL_CROSSED_BEFORE ? c->high < from || (isinf(from) && c->high <= to)
                                             : c->low > to || (isinf(to) && c->low >= from);
}

static enum gravel_status
judge_curve(const struct gravel_judging *judging, const struct gravel_curve *curve)
{
    const struct gravel_check *check = judging->check;
    const struct gravel_sweep_point *first = curve->points[0].point;
    const char *second = second_engine(check);
    struct gravel_crossing crossing;
    char at[256], engines[40];
    gravel_curve_print_range(judging, curve, at, sizeof at);
    snprintf(engines, sizeof engines, "%s%s%s", first->engine, second ? ", " : "", second ? second : "");
    struct gravel_judgement *j = gravel_judging_add(judging, engines, at);
    if (!j)
        return GRAVEL_MEMORY;
    const enum gravel_status status = find(judging, curve, &crossing);
    if (status == GRAVEL_INPUT) {
        gravel_judgement_set_verdict(j, GRAVEL_INCONCLUSIVE,
                                     "a crossing needs two points or more at positive %s, with known errors",
                                     check->along);
        return GRAVEL_OK;
    }
    if (status != GRAVEL_OK)
        return status;
    const struct gravel_estimate x = abscissa(curve, &crossing);
    const bool has_number = judging->reference && gravel_reference_has_number(judging->reference);
    const struct gravel_decision d = has_number ? gravel_judging_decide_fitted(judging, first, x)
                                                : gravel_decide_between(x, check->from, check->to, judging->alarm);
    gravel_judging_set_decision(judging, j, &d, gravel_curve_is_sound(judging, curve), first->records[0]);
    const double from = has_number ? d.expected - d.tolerance : check->from;
    const double to = has_number ? d.expected + d.tolerance : check->to;
    if (crossing.place != GRAVEL_CROSSED && !decides_outside(&crossing, from, to))
        gravel_judgement_set_verdict(j, GRAVEL_INCONCLUSIVE,
                                     "the level %g is not crossed between %g and %g: it lies %s", check->level,
                                     curve->points[0].x, curve->points[curve->n - 1].x,
                                     crossing.place == GRAVEL_CROSSED_BEFORE ? "below" : "above");
    return GRAVEL_OK;
}

static enum gravel_status
judge(const struct gravel_judging *judging)
{
    const struct gravel_curve_choice choice = {.second = second_engine(judging->check)};
    return gravel_judge_each_curve(judging, choice, judge_curve);
}

const struct gravel_check_ops gravel_check_ops_crossing = {
    .kind = &gravel_check_crossing, .label = "crossing", .evidence = "cross-engine", .judge = judge};
