#include "harness/judge/decide_curve.h"

#include <math.h>

static const struct gravel_decision none = {.verdict = GRAVEL_PASS, .ratio = -1.0, .why = ""};

/* FAIL before INCONCLUSIVE before PASS, then by ratio. */
static bool
is_worse(const struct gravel_decision *d, const struct gravel_decision *worst)
{
    static const int rank[] = {[GRAVEL_PASS] = 0, [GRAVEL_INCONCLUSIVE] = 1, [GRAVEL_FAIL] = 2};
    return rank[d->verdict] > rank[worst->verdict] ||
           (rank[d->verdict] == rank[worst->verdict] && d->ratio > worst->ratio);
}

struct gravel_decision
gravel_decide_same(size_t n, const struct gravel_estimate *y, struct gravel_tolerance tolerance, double alarm)
{
    size_t low = 0, high = 0;
    for (size_t k = 0; k < n; k++) {
        low = y[k].value < y[low].value ? k : low;
        high = y[k].value > y[high].value ? k : high;
        if (y[k].err < 0.0 || isnan(y[k].value)) /* one number that cannot be compared decides */
            low = high = k;
    }
    const double allowed = gravel_tolerance_at(tolerance, 0.5 * (y[high].value + y[low].value));
    struct gravel_decision d = gravel_decide_equal(y[high], y[low], allowed, alarm);
    d.n_stochastic *= n * (n - 1) / 2;
    return d;
}

struct gravel_decision
gravel_decide_about(size_t n, const struct gravel_estimate *y, const double *expected,
                    struct gravel_tolerance tolerance, double alarm, size_t *worst)
{
    struct gravel_decision decision = none;
    size_t n_stochastic = 0;
    *worst = 0;
    for (size_t k = 0; k < n; k++) {
        const struct gravel_estimate exact = {expected[k], 0.0, 0.0};
        const struct gravel_decision d =
            gravel_decide_equal(y[k], exact, gravel_tolerance_at(tolerance, expected[k]), alarm);
        n_stochastic += d.n_stochastic;
        if (!is_worse(&d, &decision))
            continue;
        decision = d;
        *worst = k;
    }
    decision.n_stochastic = n_stochastic;
    return decision;
}

struct gravel_decision
gravel_decide_monotonic(size_t n, const struct gravel_estimate *y, double sign, struct gravel_tolerance tolerance,
                        double alarm)
{
    struct gravel_decision worst = none;
    size_t n_stochastic = 0;
    for (size_t a = 0; a < n; a++)
        for (size_t b = a + 1; b < n; b++) {
            const struct gravel_estimate value = {sign * y[a].value, y[a].err, y[a].n_eff},
                                         next = {sign * y[b].value, y[b].err, y[b].n_eff};
            struct gravel_decision d =
                gravel_decide_rising(value, next, gravel_tolerance_at(tolerance, value.value), alarm);
            n_stochastic += d.n_stochastic;
            if (b > a + 1 && d.verdict != GRAVEL_FAIL) /* only neighbours must be separated */
                continue;
            d.value *= sign;
            d.expected *= sign;
            if (is_worse(&d, &worst))
                worst = d;
        }
    worst.n_stochastic = n_stochastic;
    return worst;
}
