#include "harness/judge/decide.h"

#include <math.h>

/* Numbers of one formula in two programs differ by rounding. */
static const double rounding = 1e-12;

/* An error so far below the tolerance does not keep a claim from being decided. */
static const double negligible = 0.1;

/* An error so far below the margin decides, however few samples it rests on: that of a motion that repeats. */
static const double beyond_doubt = 1e-4;

double
gravel_tolerance_at(struct gravel_tolerance tolerance, double scale)
{
    return tolerance.within * (tolerance.relative ? fabs(scale) : 1.0);
}

double
gravel_decision_alarm(double budget, size_t n_comparisons)
{
    return n_comparisons == 0 ? budget : -expm1(log1p(-budget) / (double)n_comparisons);
}

/* Student's one-sided quantile of an error; normal where its degrees of freedom are unknown. */
static double
quantile(double tail, struct gravel_estimate x)
{
    return gravel_quantile(1.0 - 2.0 * tail, gravel_estimate_dof(x));
}

/* Of a sum of two terms with variances va and vb, or the smaller where they are correlated; 0: unknown. */
static double
combined_dof(double va, double da, double vb, double db, bool correlated)
{
    return correlated ? fmin(da, db) : gravel_welch_dof(va, da, vb, db);
}

struct gravel_estimate
gravel_estimate_scaled(struct gravel_estimate x, double factor)
{
    return (struct gravel_estimate){factor * x.value, x.err < 0.0 ? x.err : fabs(factor) * x.err, x.n_eff, x.dof};
}

struct gravel_estimate
gravel_estimate_sum(struct gravel_estimate_pair pair, double factor)
{
    const struct gravel_estimate a = pair.a, b = pair.b;
    const double va = a.err * a.err, vb = factor * factor * b.err * b.err;
    const bool known = a.err >= 0.0 && b.err >= 0.0, correlated = pair.covariance != 0.0;
    const double n_less_one = combined_dof(va, fmax(a.n_eff - 1.0, 0.0), vb, fmax(b.n_eff - 1.0, 0.0), correlated);
    const double variance = fmax(va + vb + 2.0 * factor * pair.covariance, 0.0);
    return (struct gravel_estimate){
        .value = a.value + factor * b.value,
        .err = known ? sqrt(variance) : -1.0,
        .n_eff = n_less_one > 0.0 ? n_less_one + 1.0 : 0.0,
        .dof = combined_dof(va, gravel_estimate_dof(a), vb, gravel_estimate_dof(b), correlated)};
}

struct gravel_decision
gravel_decision_begin(struct gravel_estimate value, struct gravel_estimate expected, double tolerance)
{
    return (struct gravel_decision){.verdict = GRAVEL_PASS,
                                    .value = value.value,
                                    .err = value.err,
                                    .expected = expected.value,
                                    .expected_err = expected.err,
                                    .deviation =
                                        gravel_estimate_sum((struct gravel_estimate_pair){value, expected, 0.0}, -1.0),
                                    .tolerance = tolerance,
                                    .allowance = tolerance,
                                    .margin = INFINITY,
                                    .ratio = -1.0,
                                    .longer = NAN,
                                    .why = ""};
}

bool
gravel_decision_worst(struct gravel_decision *decision, const struct gravel_decision *other)
{
    static const int rank[] = {[GRAVEL_PASS] = 0, [GRAVEL_INCONCLUSIVE] = 1, [GRAVEL_FAIL] = 2};
    const int a = rank[decision->verdict], b = rank[other->verdict];
    const size_t n_stochastic = decision->n_stochastic + other->n_stochastic;
    const bool worse = b > a || (b == a && other->ratio > decision->ratio);
    if (worse)
        *decision = *other;
    decision->n_stochastic = n_stochastic;
    return worse;
}

static void
set(struct gravel_decision *d, enum gravel_verdict verdict, const char *why)
{
    d->verdict = verdict;
    d->why = why;
}

/* A margin of neither sign for sure: how much longer a run must be so that its present value is decided. */
static void
leave_open(struct gravel_decision *d, struct gravel_estimate margin, double alarm)
{
    const double k = quantile(margin.value > 0.0 ? GRAVEL_FALSE_PASS : alarm, margin);
    const double times = k * margin.err / margin.value;
    set(d, GRAVEL_INCONCLUSIVE, "the error is larger than the claim allows: run longer");
    d->longer = margin.value != 0.0 ? times * times : INFINITY;
    if (margin.err < negligible * d->tolerance) {
        d->longer = INFINITY;
        d->why = "undecidable at this tolerance: the value lies at its edge";
    }
}

/* The share of the allowance that is used; where it is no one number, of the margin that the error uses. */
static double
share_used(const struct gravel_decision *d, struct gravel_estimate margin, double used, bool holds)
{
    if (!isfinite(margin.value))
        return INFINITY;
    if (d->allowance > 0.0)
        return 1.0 - (margin.value - used) / d->allowance;
    if (margin.err == 0.0)
        return holds ? 0.0 : INFINITY;
    return margin.value > 0.0 ? used / margin.value : INFINITY;
}

void
gravel_decision_add(struct gravel_decision *decision, struct gravel_estimate margin, double scale, size_t samples_min,
                    double alarm)
{
    struct gravel_decision d = *decision;
    const double used = quantile(GRAVEL_FALSE_PASS, margin) * fmax(margin.err, 0.0);
    const bool holds = margin.value >= -rounding * scale;
    set(&d, GRAVEL_PASS, "");
    d.longer = NAN;
    d.margin = margin.value;
    d.n_stochastic = margin.err > 0.0;
    d.ratio = share_used(&d, margin, used, holds);
    if (!isfinite(margin.value)) {
        set(&d, GRAVEL_FAIL, isnan(margin.value) ? "not a number" : "not a finite number");
    } else if (!(margin.err >= 0.0 && isfinite(margin.err))) {
        set(&d, GRAVEL_INCONCLUSIVE, "the error is unknown: more replicates or a longer run");
    } else if (margin.err == 0.0) {
        set(&d, holds ? GRAVEL_PASS : GRAVEL_FAIL, holds ? "" : "outside the tolerance");
    } else if (margin.value + quantile(alarm, margin) * margin.err < 0.0) {
        set(&d, GRAVEL_FAIL, "outside the tolerance by more than the error");
    } else if (margin.n_eff > 0.0 && margin.n_eff < (double)samples_min && margin.err > beyond_doubt * margin.value) {
        set(&d, GRAVEL_INCONCLUSIVE, "the error rests on too few independent samples: run longer");
        d.longer = (double)samples_min / margin.n_eff;
    } else if (margin.value < used) {
        leave_open(&d, margin, alarm);
    }
    gravel_decision_worst(decision, &d);
}

static struct gravel_decision
decide_equal(struct gravel_estimate value, struct gravel_estimate expected, double tolerance, size_t samples_min,
             double alarm)
{
    const struct gravel_estimate difference =
        gravel_estimate_sum((struct gravel_estimate_pair){value, expected, 0.0}, -1.0);
    struct gravel_estimate margin = difference;
    struct gravel_decision d = gravel_decision_begin(value, expected, tolerance);
    margin.value = tolerance - fabs(difference.value);
    gravel_decision_add(&d, margin, fabs(expected.value), samples_min, alarm);
    if (isnan(expected.value))
        set(&d, GRAVEL_FAIL,
            "the reference has no value here: the point lacks an argument of its law, or the law has none at its "
            "arguments");
    else if (difference.err > 0.0 && !(tolerance > 0.0))
        set(&d, GRAVEL_FAIL, "the value has an error and the claim states no tolerance");
    return d;
}

struct gravel_decision
gravel_decide_equal(struct gravel_estimate value, struct gravel_estimate expected, double tolerance, double alarm)
{
    return decide_equal(value, expected, tolerance, GRAVEL_SAMPLES_MIN, alarm);
}

struct gravel_decision
gravel_decide_fitted(struct gravel_estimate value, struct gravel_estimate expected, double tolerance, double alarm)
{
    return decide_equal(value, expected, tolerance, 0, alarm);
}

void
gravel_decision_settle(struct gravel_decision *decision)
{
    decision->n_stochastic = 0;
    if (decision->verdict == GRAVEL_INCONCLUSIVE)
        set(decision, GRAVEL_FAIL, "exact points scatter about the curve by more than the claim allows");
}

struct gravel_decision
gravel_decide_agree(struct gravel_estimate_pair pair, struct gravel_tolerance tolerance, double alarm)
{
    const double w = tolerance.within;
    return gravel_decide_differ(pair, -w, w, tolerance.relative, alarm);
}

struct gravel_decision
gravel_decide_differ(struct gravel_estimate_pair pair, double from, double to, bool relative, double alarm)
{
    const double b = pair.b.value, sign = b < 0.0 ? -1.0 : 1.0, unit = relative ? fabs(b) : 1.0;
    struct gravel_decision d =
        gravel_decision_begin(pair.a, pair.b, isinf(from) || isinf(to) ? NAN : 0.5 * (to - from) * unit);
    d.deviation = gravel_estimate_sum(pair, -1.0);
    for (int upper = 0; upper < 2; upper++) {
        const double limit = upper ? to : from, direction = upper ? -1.0 : 1.0;
        if (isinf(limit))
            continue;
        /* +-(a - b - limit |b|), or +-(a - b - limit) */
        struct gravel_estimate margin = gravel_estimate_sum(pair, -(1.0 + (relative ? limit * sign : 0.0)));
        margin.value = direction * (margin.value - (relative ? 0.0 : limit));
        gravel_decision_add(&d, margin, fabs(b), GRAVEL_SAMPLES_MIN, alarm);
    }
    return d;
}

struct gravel_decision
gravel_decide_between(struct gravel_estimate value, double from, double to, double alarm)
{
    const bool low = isinf(to) || fabs(value.value - from) < fabs(value.value - to);
    const struct gravel_estimate limit = {low ? from : to, 0.0, 0.0};
    struct gravel_decision d = gravel_decision_begin(value, limit, isinf(from) || isinf(to) ? NAN : 0.5 * (to - from));
    struct gravel_estimate margin = value;
    d.allowance = NAN;
    if (!isinf(from)) {
        margin.value = value.value - from;
        gravel_decision_add(&d, margin, fabs(from), GRAVEL_SAMPLES_MIN, alarm);
    }
    if (!isinf(to)) {
        margin.value = to - value.value;
        gravel_decision_add(&d, margin, fabs(to), GRAVEL_SAMPLES_MIN, alarm);
    }
    return d;
}
