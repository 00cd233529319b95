/* Replicates: the mean over runs that differ in their random numbers, and whether they agree. */
#include "harness/stats/between.h"
#include "harness/stats/stats.h"

#include <math.h>

struct runs {
    size_t n;
    const struct gravel_estimate *x; /* n */
};

/* The mean of runs with the weights 1/(err^2 + between). */
struct weighted {
    double mean, weights, squares; /* sums of weights and of their squares */
};

static double
weight(struct gravel_estimate x, double between)
{
    return 1.0 / (x.err * x.err + between);
}

static struct weighted
weigh(const struct runs *runs, double between)
{
    struct weighted of = {0};
    double sum = 0.0;
    for (size_t k = 0; k < runs->n; k++) {
        const double w = weight(runs->x[k], between);
        of.weights += w;
        of.squares += w * w;
        sum += w * runs->x[k].value;
    }
    of.mean = sum / of.weights;
    return of;
}

static double
chi2_of_runs(void *self, double between, double *steepness)
{
    const struct runs *runs = self;
    const double mean = weigh(runs, between).mean;
    double chi2 = 0.0;
    *steepness = 0.0;
    for (size_t k = 0; k < runs->n; k++) {
        const double w = weight(runs->x[k], between), d = runs->x[k].value - mean;
        chi2 += w * d * d;
        *steepness += w * d * w * d;
    }
    return chi2;
}

static struct gravel_estimate
combine_weighted(size_t n, const struct gravel_estimate *x)
{
    struct runs runs = {n, x};
    const double between = gravel_variance_between(chi2_of_runs, &runs, (double)(n - 1));
    const struct weighted of = weigh(&runs, between);
    double n_eff = 0.0, dof = 0.0;
    for (size_t k = 0; k < n; k++) {
        n_eff += x[k].n_eff;
        dof += x[k].dof;
    }
    const double share = between * of.squares / of.weights; /* of the variance, that of `between` */
    return (struct gravel_estimate){of.mean, 1.0 / sqrt(of.weights), n_eff,
                                    gravel_welch_dof(1.0 - share, dof, share, (double)(n - 1))};
}

/* Sums of differences from the first value are exact for equal values. */
static struct gravel_estimate
combine_plain(size_t n, const struct gravel_estimate *x)
{
    double sum = 0.0, squares = 0.0;
    for (size_t k = 0; k < n; k++)
        sum += x[k].value - x[0].value;
    const double mean = sum / (double)n;
    for (size_t k = 0; k < n; k++)
        squares += pow(x[k].value - x[0].value - mean, 2);
    const double err = sqrt(squares / ((double)n * (double)(n - 1)));
    return (struct gravel_estimate){x[0].value + mean, err, err > 0.0 ? (double)n : 0.0, 0.0};
}

struct gravel_estimate
gravel_combine(size_t n, const struct gravel_estimate *estimates)
{
    if (n == 0)
        return (struct gravel_estimate){NAN, -1.0, 0.0, 0.0};
    bool known = true, same = true;
    for (size_t k = 0; k < n; k++) {
        known = known && estimates[k].err > 0.0;
        same = same && estimates[k].value == estimates[0].value && estimates[k].err == estimates[0].err;
    }
    if (n == 1 || (known && same))
        return estimates[0];
    return known ? combine_weighted(n, estimates) : combine_plain(n, estimates);
}

static const double disagreement_alarm = 1e-6;

static bool
differ(struct gravel_estimate a, struct gravel_estimate b, double alarm)
{
    if (!(a.err >= 0.0 && b.err >= 0.0 && a.err + b.err > 0.0))
        return false;
    const double va = a.err * a.err, vb = b.err * b.err;
    const double dof = gravel_welch_dof(va, gravel_estimate_dof(a), vb, gravel_estimate_dof(b));
    return fabs(a.value - b.value) > gravel_quantile(1.0 - alarm, dof) * sqrt(va + vb);
}

bool
gravel_replicates_disagree(size_t n, const struct gravel_estimate *estimates)
{
    const double n_pairs = 0.5 * (double)n * ((double)n - 1.0);
    for (size_t k = 0; k < n; k++)
        for (size_t l = 0; l < k; l++)
            if (differ(estimates[k], estimates[l], disagreement_alarm / n_pairs))
                return true;
    return false;
}
