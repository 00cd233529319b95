#include "harness/judge/decide.h"

#include <math.h>

/* Numbers of one formula in two programs differ by rounding: that is no difference. */
static const double rounding = 1e-12;

double
gravel_tolerance_at(struct gravel_tolerance tolerance, double scale)
{
    return tolerance.within * (tolerance.relative ? fabs(scale) : 1.0);
}

double
gravel_decision_alarm(double budget, size_t n_decisions)
{
    return n_decisions == 0 ? budget : -expm1(log1p(-budget) / (double)n_decisions);
}

static double
dof_of(struct gravel_estimate x)
{
    return x.n_eff > 1.0 ? x.n_eff - 1.0 : 0.0;
}

/* Degrees of freedom of a difference (Welch 1947, Satterthwaite 1946); 0: unknown, taken as normal. */
static double
joint_dof(struct gravel_estimate a, struct gravel_estimate b)
{
    const double va = a.err * a.err, vb = b.err * b.err, da = dof_of(a), db = dof_of(b);
    const double denominator = (da > 0.0 ? va * va / da : 0.0) + (db > 0.0 ? vb * vb / db : 0.0);
    return denominator > 0.0 ? (va + vb) * (va + vb) / denominator : 0.0;
}

/* k s of a difference; 0 when both are exact. */
static double
error_bar(struct gravel_estimate a, struct gravel_estimate b, double alarm)
{
    const double s = hypot(a.err, b.err);
    return s > 0.0 ? s * gravel_quantile(1.0 - alarm, joint_dof(a, b)) : 0.0;
}

/* The numbers of a decision; true when they give the verdict already. */
static bool
is_undecidable(struct gravel_decision *d, struct gravel_estimate value, struct gravel_estimate expected)
{
    *d = (struct gravel_decision){.value = value.value,
                                  .err = value.err,
                                  .expected = expected.value,
                                  .expected_err = expected.err,
                                  .tolerance = NAN,
                                  .ratio = NAN,
                                  .why = ""};
    if (isnan(value.value) || isnan(expected.value)) {
        d->verdict = GRAVEL_FAIL;
        d->why = "not a number";
        return true;
    }
    if (value.err < 0.0 || expected.err < 0.0) {
        d->verdict = GRAVEL_INCONCLUSIVE;
        d->why = "the error is unknown: more replicates or a longer run";
        return true;
    }
    d->n_stochastic = value.err > 0.0 || expected.err > 0.0;
    return false;
}

struct gravel_decision
gravel_decide_equal(struct gravel_estimate value, struct gravel_estimate expected, double systematic, double alarm)
{
    struct gravel_decision d;
    if (is_undecidable(&d, value, expected))
        return d;
    const double bar = error_bar(value, expected, alarm), deviation = fabs(value.value - expected.value);
    d.tolerance = systematic + bar + rounding * fabs(expected.value);
    d.ratio = deviation == 0.0 ? 0.0 : deviation / d.tolerance;
    if (!(deviation <= d.tolerance)) { /* a NaN is no agreement */
        d.verdict = GRAVEL_FAIL;
    } else if (bar > systematic + rounding * fabs(expected.value)) {
        d.verdict = GRAVEL_INCONCLUSIVE;
        d.why = systematic > 0.0 ? "the error bar is larger than the claim needs: run longer"
                                 : "the claim states no tolerance and the value is not exact";
    }
    return d;
}

struct gravel_decision
gravel_decide_apart(struct gravel_estimate a, struct gravel_estimate b, double at_least, double alarm)
{
    struct gravel_decision d;
    if (is_undecidable(&d, a, b))
        return d;
    const double bar = error_bar(a, b, alarm), distance = fabs(a.value - b.value);
    d.tolerance = at_least;
    d.ratio = distance > 0.0 ? at_least / distance : INFINITY;
    if (distance - bar >= at_least)
        return d;
    d.verdict = distance + bar < at_least || bar == 0.0 ? GRAVEL_FAIL : GRAVEL_INCONCLUSIVE;
    d.why =
        d.verdict == GRAVEL_FAIL ? "nearer than they must be apart" : "the error bars cannot separate them: run longer";
    return d;
}

struct gravel_decision
gravel_decide_between(struct gravel_estimate value, double from, double to, double alarm)
{
    const bool low = fabs(value.value - from) < fabs(value.value - to) || isinf(to);
    const struct gravel_estimate nearest = {low ? from : to, 0.0, 0.0};
    struct gravel_decision d;
    if (is_undecidable(&d, value, nearest))
        return d;
    const double bar = error_bar(value, nearest, alarm), inside = fmin(value.value - from, to - value.value);
    d.tolerance = bar;
    d.ratio = inside >= 0.0 ? 0.0 : bar > 0.0 ? -inside / bar : INFINITY;
    if (inside >= bar)
        return d;
    d.verdict = inside < -bar || bar == 0.0 ? GRAVEL_FAIL : GRAVEL_INCONCLUSIVE;
    d.why = d.verdict == GRAVEL_FAIL ? "out of bounds" : "the error bar reaches over the bound: run longer";
    return d;
}

struct gravel_decision
gravel_decide_rising(struct gravel_estimate value, struct gravel_estimate next, double within, double alarm)
{
    struct gravel_decision d;
    if (is_undecidable(&d, next, value))
        return d;
    const double bar = error_bar(value, next, alarm), rise = next.value - value.value + within;
    d.tolerance = bar + within;
    d.ratio = rise > 0.0 ? bar / rise : INFINITY;
    if (rise > bar || (within > 0.0 && rise >= bar))
        return d;
    d.verdict = rise < -bar || bar == 0.0 ? GRAVEL_FAIL : GRAVEL_INCONCLUSIVE;
    d.why = d.verdict == GRAVEL_FAIL ? "moves the other way" : "the error bars cannot separate neighbours: run longer";
    return d;
}
