#include "harness/stats/extrapolate.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_linalg.h>
#include <math.h>

static const double orders[] = {0.25, 8.0}; /* that are searched */
static const double same_ratio = 1e-6;      /* relative: the ratios of neighbouring h are one number */
static const double rounding = 1e-13;       /* relative: numbers of equal runs */
static const double no_constant = 0.01;     /* chi^2 of a constant below this probability: the levels differ */
static const double no_power = 1e-3;        /* that of the power law: it is none */
static const double widest_order = 0.5;     /* error of an order that is claimed */

struct levels {
    size_t n;
    const double *h;
    const struct gravel_estimate *y;
};

static enum gravel_status
check(const struct levels *l, bool *exact, struct gravel_error *error)
{
    size_t n_exact = 0;
    if (l->n < GRAVEL_LEVELS_MIN || l->n > GRAVEL_LEVELS_MAX)
        return gravel_fail(error, GRAVEL_INPUT, "found %zu levels, allowed: %d to %d", l->n, GRAVEL_LEVELS_MIN,
                           GRAVEL_LEVELS_MAX);
    for (size_t k = 0; k < l->n; k++) {
        if (!isfinite(l->y[k].value))
            return gravel_fail(error, GRAVEL_INPUT, "level %zu has no number", k);
        if (!(l->y[k].err >= 0.0 && isfinite(l->y[k].err)))
            return gravel_fail(error, GRAVEL_INPUT, "the error of level %zu is not known", k);
        n_exact += l->y[k].err == 0.0;
    }
    for (size_t k = 1; k < l->n; k++)
        if (!(l->h[k] > 0.0 && l->h[k - 1] > l->h[k]) ||
            fabs(l->h[k - 1] / l->h[k] / (l->h[0] / l->h[1]) - 1.0) > same_ratio)
            return gravel_fail(error, GRAVEL_INPUT, "the levels do not fall by one ratio");
    *exact = n_exact == l->n;
    if (n_exact > 0 && !*exact)
        return gravel_fail(error, GRAVEL_INPUT, "%zu of %zu levels have no error, the others have one", n_exact, l->n);
    return GRAVEL_OK;
}

/* The order and the limit that three levels from k on give; false: they do not approach one monotonically. */
static bool
richardson(const struct levels *l, size_t k, double *order, double *limit)
{
    const double first = l->y[k + 1].value - l->y[k].value, second = l->y[k + 2].value - l->y[k + 1].value;
    if (!(first * second > 0.0) || !(fabs(first) > fabs(second)))
        return false;
    *order = log(first / second) / log(l->h[k] / l->h[k + 1]);
    *limit = l->y[k + 2].value + second / (first / second - 1.0);
    return true;
}

/* The finest level, which differs from the limit by more than the step before it where levels do not converge. */
static void
take_finest(const struct levels *l, struct gravel_extrapolation *r)
{
    const struct gravel_estimate last = l->y[l->n - 1];
    r->order = (struct gravel_estimate){.value = NAN, .err = -1.0};
    r->slope = NAN;
    r->limit = last;
    r->limit.err = hypot(last.err, last.value - l->y[l->n - 2].value);
}

static void
without_noise(const struct levels *l, struct gravel_extrapolation *r)
{
    double largest = 0.0, spread = 0.0, order, limit, before, limit_before;
    for (size_t k = 0; k < l->n; k++) {
        largest = fmax(largest, fabs(l->y[k].value));
        spread = fmax(spread, fabs(l->y[k].value - l->y[0].value));
    }
    take_finest(l, r);
    if (spread <= rounding * largest) {
        r->approach = GRAVEL_APPROACH_CONSTANT;
        return;
    }
    const size_t finest = l->n - 3;
    r->approach = GRAVEL_APPROACH_IRREGULAR;
    if (!richardson(l, finest, &order, &limit) || order < orders[0] || order > orders[1])
        return;
    const double last = l->y[l->n - 1].value, ratio = l->h[finest] / l->h[finest + 1];
    if (finest > 0) {
        if (!richardson(l, finest - 1, &before, &limit_before) || fabs(before - order) > widest_order)
            return;
    } else {
        before = 1.0;
        limit_before = last + (last - l->y[l->n - 2].value) / (ratio - 1.0);
    }
    r->approach = GRAVEL_APPROACH_ORDER;
    r->order = (struct gravel_estimate){.value = order, .err = fabs(order - before)};
    r->limit = (struct gravel_estimate){.value = limit, .err = fabs(limit - limit_before)};
    r->slope = (last - limit) / pow(l->h[l->n - 1], order);
}

/* Weighted least squares of value + slope x, x = h^order in units of the coarsest h; chi^2. */
static double
fit_line(const struct levels *l, double order, double *value, double *slope)
{
    double s = 0.0, sx = 0.0, sy = 0.0, sxx = 0.0, sxy = 0.0, chi2 = 0.0;
    for (size_t k = 0; k < l->n; k++) {
        const double w = 1.0 / (l->y[k].err * l->y[k].err), x = pow(l->h[k] / l->h[0], order);
        s += w;
        sx += w * x;
        sy += w * l->y[k].value;
        sxx += w * x * x;
        sxy += w * x * l->y[k].value;
    }
    *slope = (s * sxy - sx * sy) / (s * sxx - sx * sx);
    *value = (sy - *slope * sx) / s;
    for (size_t k = 0; k < l->n; k++) {
        const double d = (l->y[k].value - *value - *slope * pow(l->h[k] / l->h[0], order)) / l->y[k].err;
        chi2 += d * d;
    }
    return chi2;
}

/* chi^2 of one number for all levels. */
static double
fit_constant(const struct levels *l)
{
    double s = 0.0, sy = 0.0, chi2 = 0.0;
    for (size_t k = 0; k < l->n; k++) {
        s += 1.0 / (l->y[k].err * l->y[k].err);
        sy += l->y[k].value / (l->y[k].err * l->y[k].err);
    }
    for (size_t k = 0; k < l->n; k++)
        chi2 += pow((l->y[k].value - sy / s) / l->y[k].err, 2.0);
    return chi2;
}

/* The errors of value and order from the inverse of J^T W J, J = (1, x, slope x ln(h/h0)). */
static bool
find_errors(const struct levels *l, double order, double slope, double *value_err, double *order_err)
{
    double a[9] = {0.0};
    for (size_t k = 0; k < l->n; k++) {
        const double q = l->h[k] / l->h[0], x = pow(q, order), j[3] = {1.0, x, slope * x * log(q)};
        for (size_t i = 0; i < 9; i++)
            a[i] += j[i / 3] * j[i % 3] / (l->y[k].err * l->y[k].err);
    }
    gsl_matrix_view m = gsl_matrix_view_array(a, 3, 3);
    if (gsl_linalg_cholesky_decomp1(&m.matrix) != 0 || gsl_linalg_cholesky_invert(&m.matrix) != 0)
        return false;
    *value_err = sqrt(a[0]);
    *order_err = sqrt(a[8]);
    return isfinite(*value_err) && isfinite(*order_err);
}

static void
with_noise(const struct levels *l, struct gravel_extrapolation *r)
{
    const double step = 0.005;
    double best = INFINITY, order = NAN, value, slope, value_err, order_err;
    take_finest(l, r);
    r->approach = GRAVEL_APPROACH_NOISE;
    if (gsl_cdf_chisq_Q(fit_constant(l), (double)(l->n - 1)) > no_constant)
        return;
    for (double p = orders[0]; p <= orders[1]; p += step) {
        const double chi2 = fit_line(l, p, &value, &slope);
        if (chi2 < best) {
            best = chi2;
            order = p;
        }
    }
    const bool inside = order > orders[0] + step && order < orders[1] - step;
    if (l->n > 3 && gsl_cdf_chisq_Q(best, (double)(l->n - 3)) < no_power) {
        r->approach = GRAVEL_APPROACH_IRREGULAR;
        return;
    }
    fit_line(l, order, &value, &slope);
    if (!inside || !find_errors(l, order, slope, &value_err, &order_err) || order_err > widest_order)
        return;
    r->approach = GRAVEL_APPROACH_ORDER;
    r->order = (struct gravel_estimate){.value = order, .err = order_err};
    r->limit = (struct gravel_estimate){.value = value, .err = value_err};
    r->slope = slope / pow(l->h[0], order);
}

enum gravel_status
gravel_extrapolate(size_t n, const double *h, const struct gravel_estimate *y, struct gravel_extrapolation *result,
                   struct gravel_error *error)
{
    const struct levels levels = {n, h, y};
    bool exact;
    const enum gravel_status status = check(&levels, &exact, error);
    if (status != GRAVEL_OK)
        return status;
    result->change = y[n - 1].value - y[0].value;
    if (exact)
        without_noise(&levels, result);
    else
        with_noise(&levels, result);
    return GRAVEL_OK;
}
