#include "harness/judge/decide_curve.h"

#include <math.h>

static const struct gravel_decision none = {.verdict = GRAVEL_PASS, .ratio = -1.0, .longer = NAN, .why = ""};

/* |a - b| <= absolute + p a + q b, a linear tolerance: two margins, with the error of what the tolerance depends on. */
static void
add_margins(struct gravel_decision *d, struct gravel_estimate_pair pair, double absolute, double p, double q,
            size_t samples_min, double alarm)
{
    for (double side = -1.0; side <= 1.0; side += 2.0) {
        const struct gravel_estimate a = gravel_estimate_scaled(pair.a, 1.0 - side * p);
        struct gravel_estimate margin =
            gravel_estimate_sum((struct gravel_estimate_pair){a, pair.b, 0.0}, -(1.0 + side * q));
        margin.value = absolute - side * margin.value;
        gravel_decision_add(d, margin, fabs(pair.b.value), samples_min, alarm);
    }
    d->n_stochastic = d->n_stochastic > 0; /* one comparison: both sides cannot fail */
}

static struct gravel_decision
decide_pair(struct gravel_estimate a, struct gravel_estimate b, struct gravel_tolerance tolerance, double alarm)
{
    const double mean = 0.5 * (a.value + b.value), half = copysign(0.5 * tolerance.within, mean);
    const double part = tolerance.relative ? half : 0.0, absolute = tolerance.relative ? 0.0 : tolerance.within;
    struct gravel_decision d = gravel_decision_begin(a, b, gravel_tolerance_at(tolerance, mean));
    add_margins(&d, (struct gravel_estimate_pair){a, b, 0.0}, absolute, part, part, GRAVEL_SAMPLES_MIN, alarm);
    return d;
}

/* The expectation comes from other points: that it rests on few of them is in Student's quantile. */
static struct gravel_decision
decide_about(struct gravel_estimate y, struct gravel_estimate expected, struct gravel_tolerance tolerance, double alarm)
{
    const double part = tolerance.relative ? copysign(tolerance.within, expected.value) : 0.0;
    const double absolute = tolerance.relative ? 0.0 : tolerance.within;
    const size_t samples_min = y.n_eff > 0.0 && y.n_eff < GRAVEL_SAMPLES_MIN ? GRAVEL_SAMPLES_MIN : 0;
    struct gravel_decision d = gravel_decision_begin(y, expected, gravel_tolerance_at(tolerance, expected.value));
    add_margins(&d, (struct gravel_estimate_pair){y, expected, 0.0}, absolute, 0.0, part, samples_min, alarm);
    return d;
}

struct gravel_decision
gravel_decide_same(size_t n, const struct gravel_estimate *y, struct gravel_tolerance tolerance, double alarm)
{
    struct gravel_decision worst = none;
    for (size_t a = 0; a < n; a++)
        for (size_t b = a + 1; b < n; b++) {
            const struct gravel_decision d = decide_pair(y[a], y[b], tolerance, alarm);
            gravel_decision_worst(&worst, &d);
        }
    return worst;
}

struct gravel_decision
gravel_decide_about(size_t n, const struct gravel_estimate *y, const struct gravel_estimate *expected,
                    struct gravel_tolerance tolerance, double alarm, size_t *worst)
{
    struct gravel_decision decision = none;
    *worst = 0;
    for (size_t k = 0; k < n; k++) {
        const struct gravel_decision d = decide_about(y[k], expected[k], tolerance, alarm);
        if (gravel_decision_worst(&decision, &d))
            *worst = k;
    }
    return decision;
}

/* sign * (to - from) less `least`, which is a number or a part of |from| and then has the error of it. */
static struct gravel_estimate
change(struct gravel_estimate from, struct gravel_estimate to, double sign, struct gravel_tolerance least)
{
    const double part = !least.relative ? 0.0 : from.value < 0.0 ? -least.within : least.within;
    struct gravel_estimate margin =
        gravel_estimate_sum((struct gravel_estimate_pair){to, from, 0.0}, -(1.0 + sign * part));
    margin.value = sign * margin.value - (least.relative ? 0.0 : least.within);
    return margin;
}

struct gravel_decision
gravel_decide_trend(size_t n, const struct gravel_estimate *y, double sign, struct gravel_tolerance least,
                    struct gravel_tolerance tolerance, double alarm)
{
    const struct gravel_tolerance back = {-tolerance.within, tolerance.relative};
    struct gravel_decision d = gravel_decision_begin(y[n - 1], y[0], gravel_tolerance_at(least, y[0].value));
    d.allowance = NAN; /* a least change has no upper bound */
    gravel_decision_add(&d, change(y[0], y[n - 1], sign, least), fabs(y[0].value), GRAVEL_SAMPLES_MIN, alarm);
    for (size_t k = 1; k < n; k++)
        gravel_decision_add(&d, change(y[k - 1], y[k], sign, back), fabs(y[k].value), GRAVEL_SAMPLES_MIN, alarm);
    return d;
}
