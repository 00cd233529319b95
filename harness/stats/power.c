#include "harness/stats/power.h"

#include "harness/stats/fit.h"

#include <gsl/gsl_linalg.h>
#include <gsl/gsl_math.h>
#include <math.h>
#include <stdlib.h>

enum { STEPS = 400, N_FREE = 3 };

/* With a given `bend` both forms are a line v = a + b u: of a limit bend = ln p, u = x^p, v = y; of a threshold
 * bend = ln(x_min - a), u = ln(x - a), v = ln y.  x is in units of the largest. */
struct problem {
    size_t n;
    enum gravel_power_form form;
    double *x, *v, *s;      /* s: errors of v, all 1 without */
    const double *dof;      /* of s; NULL: known */
    double *rows, *weights; /* derivatives of v by a, b and the bend's own parameter; 1/s^2 */
    double least;           /* x */
};
struct line {
    double a, b, chi2;
};

static double
abscissa(const struct problem *p, size_t k, double bend)
{
    return p->form == GRAVEL_POWER_LIMIT ? pow(p->x[k], exp(bend)) : log(p->x[k] - p->least + exp(bend));
}

static double
weight(const struct problem *p, size_t k, double scatter)
{
    return 1.0 / (p->s[k] * p->s[k] + scatter * scatter);
}

static struct line
line_at(const struct problem *p, double bend, double scatter)
{
    double sum = 0.0, u = 0.0, v = 0.0, uu = 0.0, uv = 0.0;
    struct line line = {0};
    for (size_t k = 0; k < p->n; k++) {
        sum += weight(p, k, scatter);
        u += weight(p, k, scatter) * abscissa(p, k, bend);
        v += weight(p, k, scatter) * p->v[k];
    }
    u /= sum;
    v /= sum;
    for (size_t k = 0; k < p->n; k++) {
        uu += weight(p, k, scatter) * gsl_pow_2(abscissa(p, k, bend) - u);
        uv += weight(p, k, scatter) * (abscissa(p, k, bend) - u) * (p->v[k] - v);
    }
    line.b = uv / uu;
    line.a = v - line.b * u;
    for (size_t k = 0; k < p->n; k++)
        line.chi2 += weight(p, k, scatter) * gsl_pow_2(p->v[k] - line.a - line.b * abscissa(p, k, bend));
    return line;
}

/* The bend of least chi2: the best of equal steps, then golden sections about it.  *inside is false at an end. */
static double
find_bend(const struct problem *p, double scatter, bool *inside)
{
    const bool limit = p->form == GRAVEL_POWER_LIMIT;
    const double low = log(limit ? 0.05 : 1e-4 * (1.0 - p->least)), high = log(limit ? 20.0 : 1e3);
    const double golden = 0.5 * (sqrt(5.0) - 1.0), step = (high - low) / STEPS;
    double least = INFINITY;
    int best = 0;
    for (int k = 0; k <= STEPS; k++) {
        const double chi2 = line_at(p, low + k * step, scatter).chi2;
        if (chi2 < least) {
            least = chi2;
            best = k;
        }
    }
    *inside = best > 0 && best < STEPS;
    double a = low + (best - 1) * step, b = low + (best + 1) * step;
    while (b - a > 1e-9) {
        const double c = b - golden * (b - a), d = a + golden * (b - a);
        if (line_at(p, c, scatter).chi2 < line_at(p, d, scatter).chi2)
            b = d;
        else
            a = c;
    }
    return 0.5 * (a + b);
}

/* The scatter that makes chi2 as large as the degrees of freedom; 0 where the errors alone make it so small. */
static double
find_scatter(const struct problem *p)
{
    const double dof = (double)(p->n - N_FREE);
    double low = 0.0, high = 0.0;
    bool inside;
    if (line_at(p, find_bend(p, 0.0, &inside), 0.0).chi2 <= dof)
        return 0.0;
    for (size_t k = 0; k < p->n; k++)
        high = hypot(high, p->v[k] - p->v[0]);
    while (high - low > 1e-6 * high) {
        const double middle = 0.5 * (low + high);
        *(line_at(p, find_bend(p, middle, &inside), middle).chi2 > dof ? &low : &high) = middle;
    }
    return high;
}

/* Covariance of a, b and the bend's own parameter, p or the threshold, from the law's derivatives; false: singular. */
static bool
find_covariance(const struct problem *p, double bend, const struct line *line, double scatter, double c[N_FREE][N_FREE])
{
    gsl_matrix_view matrix = gsl_matrix_view_array(c[0], N_FREE, N_FREE);
    gsl_matrix_set_zero(&matrix.matrix);
    for (size_t k = 0; k < p->n; k++) {
        const double u = abscissa(p, k, bend);
        double *row = p->rows + N_FREE * k;
        row[0] = 1.0;
        row[1] = u;
        row[2] = p->form == GRAVEL_POWER_LIMIT ? line->b * u * log(p->x[k]) : -line->b * exp(-u);
        p->weights[k] = weight(p, k, scatter);
        for (int i = 0; i < N_FREE; i++)
            for (int j = 0; j < N_FREE; j++)
                c[i][j] += p->weights[k] * row[i] * row[j];
    }
    return gsl_linalg_cholesky_decomp1(&matrix.matrix) == 0 && gsl_linalg_cholesky_invert(&matrix.matrix) == 0;
}

/* Number j of the law, in units of `length`: with the variance all[j][j], of which stated[j][j] is that of the errors;
 * rows and weights are those of `stated`. */
static struct gravel_estimate
estimate(const struct problem *p, struct gravel_fit_quality quality, double value, double all[N_FREE][N_FREE],
         double stated[N_FREE][N_FREE], int j, double length)
{
    const struct gravel_fit_sums sums = {p->n, N_FREE, p->rows, p->weights, stated[0]};
    const double square = length * length;
    if (!quality.has_errors)
        return gravel_fit_estimate(quality, value, square * quality.scatter * quality.scatter * all[j][j], 0.0);
    const double factor = p->dof != NULL ? gravel_fit_freedom(&sums, p->dof, (size_t)j, &quality.error_dof) : 1.0;
    return gravel_fit_estimate(quality, value, square * (all[j][j] + (factor - 1.0) * stated[j][j]),
                               square * factor * stated[j][j]);
}

static enum gravel_status
solve(const struct problem *p, double unit, struct gravel_power *power)
{
    double all[N_FREE][N_FREE], stated[N_FREE][N_FREE];
    bool inside;
    const double scatter = power->has_errors ? find_scatter(p) : 0.0, bend = find_bend(p, scatter, &inside);
    const struct line line = line_at(p, bend, scatter);
    if (!inside || !find_covariance(p, bend, &line, scatter, all) || !find_covariance(p, bend, &line, 0.0, stated))
        return GRAVEL_INPUT;
    const bool limit = p->form == GRAVEL_POWER_LIMIT;
    const double residual = power->has_errors ? scatter : sqrt(line.chi2 / (double)power->dof);
    const struct gravel_fit_quality quality = {power->dof, power->has_errors, residual, 0.0};
    power->exponent = estimate(p, quality, limit ? exp(bend) : line.b, all, stated, limit ? 2 : 1, 1.0);
    power->offset = estimate(p, quality, limit ? line.a : unit * (p->least - exp(bend)), all, stated, limit ? 0 : 2,
                             limit ? 1.0 : unit);
    power->scatter = limit ? residual / fabs(line.b * (1.0 - pow(p->least, exp(bend)))) : residual;
    power->range = limit ? -log(p->least) : log(1.0 - p->least + exp(bend)) - bend;
    return GRAVEL_OK;
}

static bool
is_known(size_t n, const double *err)
{
    for (size_t k = 0; k < n; k++)
        if (err == NULL || !(err[k] > 0.0))
            return false;
    return true;
}

enum gravel_status
gravel_fit_power(size_t n, const double *x, const double *y, const double *err, const double *dof,
                 enum gravel_power_form form, struct gravel_power *power)
{
    double unit = 0.0, least = INFINITY;
    bool fits = n > N_FREE;
    for (size_t k = 0; k < n; k++) {
        unit = fmax(unit, fabs(x[k]));
        least = fmin(least, x[k]);
        fits = fits && (form == GRAVEL_POWER_LIMIT ? x[k] > 0.0 : y[k] > 0.0);
    }
    *power = (struct gravel_power){.dof = n - N_FREE, .has_errors = is_known(n, err)};
    if (!fits || !(least < unit))
        return GRAVEL_INPUT;
    double *columns = malloc((4 + N_FREE) * n * sizeof *columns);
    if (columns == NULL)
        return GRAVEL_MEMORY;
    const struct problem p = {
        n, form, columns, columns + n, columns + 2 * n, dof, columns + 4 * n, columns + 3 * n, least / unit};
    for (size_t k = 0; k < n; k++) {
        p.x[k] = x[k] / unit;
        p.v[k] = form == GRAVEL_POWER_LIMIT ? y[k] : log(y[k]);
        p.s[k] = !power->has_errors ? 1.0 : form == GRAVEL_POWER_LIMIT ? err[k] : err[k] / y[k];
    }
    const enum gravel_status status = solve(&p, unit, power);
    free(columns);
    return status;
}
