/* Replicates: the mean over runs that differ in their random numbers, and whether they agree. */
#include "harness/stats/stats.h"

#include <math.h>

/* The variance of the mean that the errors of the runs explain, with its degrees of freedom. */
static double
variance_within(size_t n, const struct gravel_estimate *x, double *dof)
{
    const double nn = (double)n * (double)n;
    double sum = 0.0;
    *dof = 0.0;
    for (size_t k = 0; k < n; k++) {
        const double variance = x[k].err * x[k].err / nn;
        *dof = gravel_welch_dof(sum, *dof, variance, gravel_estimate_dof(x[k]));
        sum += variance;
    }
    return sum;
}

/* The variance of the mean by the scatter of the runs; *mean by differences from the first value, which are exact for
 * equal values. */
static double
variance_of_scatter(size_t n, const struct gravel_estimate *x, double *mean)
{
    double sum = 0.0, squares = 0.0;
    for (size_t k = 0; k < n; k++)
        sum += x[k].value - x[0].value;
    const double offset = sum / (double)n;
    for (size_t k = 0; k < n; k++)
        squares += pow(x[k].value - x[0].value - offset, 2);
    *mean = x[0].value + offset;
    return squares / ((double)n * (double)(n - 1));
}

struct gravel_estimate
gravel_combine(size_t n, const struct gravel_estimate *estimates)
{
    if (n == 0)
        return (struct gravel_estimate){NAN, -1.0, 0.0, 0.0};
    bool known = true, same = true, exact = true;
    double n_eff = 0.0;
    for (size_t k = 0; k < n; k++) {
        known = known && estimates[k].err > 0.0;
        exact = exact && estimates[k].err == 0.0;
        same = same && estimates[k].value == estimates[0].value && estimates[k].err == estimates[0].err;
        n_eff += estimates[k].n_eff;
    }
    if (n == 1 || (known && same))
        return estimates[0];
    double mean, within_dof;
    const double scatter = variance_of_scatter(n, estimates, &mean);
    if (!known && scatter == 0.0 && !exact)
        return (struct gravel_estimate){mean, -1.0, 0.0, 0.0};
    if (!known)
        return (struct gravel_estimate){mean, sqrt(scatter), scatter > 0.0 ? (double)n : 0.0, 0.0};
    const double within = variance_within(n, estimates, &within_dof), between = fmax(scatter - within, 0.0);
    return (struct gravel_estimate){mean, sqrt(within + between), n_eff,
                                    gravel_welch_dof(within, within_dof, between, (double)(n - 1))};
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
