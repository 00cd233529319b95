#include "harness/judge/decide_curve.h"

#include <math.h>

static const struct gravel_decision none = {.verdict = GRAVEL_PASS, .ratio = -1.0, .longer = NAN, .why = ""};

struct gravel_decision
gravel_decide_same(size_t n, const struct gravel_estimate *y, struct gravel_tolerance tolerance, double alarm)
{
    struct gravel_decision worst = none;
    for (size_t a = 0; a < n; a++)
        for (size_t b = a + 1; b < n; b++) {
            const double allowed = gravel_tolerance_at(tolerance, 0.5 * (y[a].value + y[b].value));
            const struct gravel_decision d = gravel_decide_equal(y[a], y[b], allowed, alarm);
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
        const double allowed = gravel_tolerance_at(tolerance, expected[k].value);
        const struct gravel_decision d = gravel_decide_equal(y[k], expected[k], allowed, alarm);
        if (gravel_decision_worst(&decision, &d))
            *worst = k;
    }
    return decision;
}

struct gravel_decision
gravel_decide_trend(size_t n, const struct gravel_estimate *y, double sign, double least,
                    struct gravel_tolerance tolerance, double alarm)
{
    struct gravel_decision d = gravel_decision_begin(y[n - 1], y[0], least);
    struct gravel_estimate rise = gravel_estimate_sum((struct gravel_estimate_pair){y[n - 1], y[0], 0.0}, -1.0);
    rise.value = sign * rise.value - least;
    gravel_decision_add(&d, rise, fabs(y[0].value), GRAVEL_SAMPLES_MIN, alarm);
    for (size_t k = 1; k < n; k++) {
        struct gravel_estimate step = gravel_estimate_sum((struct gravel_estimate_pair){y[k], y[k - 1], 0.0}, -1.0);
        step.value = sign * step.value + gravel_tolerance_at(tolerance, y[k - 1].value);
        gravel_decision_add(&d, step, fabs(y[k].value), GRAVEL_SAMPLES_MIN, alarm);
    }
    return d;
}
