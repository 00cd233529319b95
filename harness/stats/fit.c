#include "harness/stats/fit.h"
#include "harness/stats/between.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_math.h>
#include <gsl/gsl_multifit.h>
#include <gsl/gsl_poly.h>
#include <math.h>
#include <stdlib.h>

static bool
all_known(size_t n, const double *err)
{
    for (size_t k = 0; k < n; k++)
        if (!(err[k] > 0.0))
            return false;
    return true;
}

/* The sums of squares of one polynomial fit; column k of `a` is x^(first + k). */
struct least_squares {
    gsl_matrix *a, *covariance;
    gsl_vector *y, *w, *c, *residual;
    const double *err; /* NULL: not known */
    gsl_multifit_linear_workspace *work;
};

static void
free_least_squares(struct least_squares *f)
{
    gsl_matrix_free(f->a);
    gsl_matrix_free(f->covariance);
    gsl_vector_free(f->y);
    gsl_vector_free(f->w);
    gsl_vector_free(f->c);
    gsl_vector_free(f->residual);
    if (f->work != NULL)
        gsl_multifit_linear_free(f->work);
}

static bool
alloc_least_squares(struct least_squares *f, size_t n, size_t n_free)
{
    *f = (struct least_squares){.a = gsl_matrix_alloc(n, n_free),
                                .covariance = gsl_matrix_alloc(n_free, n_free),
                                .y = gsl_vector_alloc(n),
                                .w = gsl_vector_alloc(n),
                                .c = gsl_vector_alloc(n_free),
                                .residual = gsl_vector_alloc(n),
                                .work = gsl_multifit_linear_alloc(n, n_free)};
    return f->a != NULL && f->covariance != NULL && f->y != NULL && f->w != NULL && f->c != NULL &&
           f->residual != NULL && f->work != NULL;
}

static size_t
count_different(size_t n, const double *x)
{
    size_t different = 0;
    for (size_t k = 0; k < n; k++) {
        bool seen = false;
        for (size_t l = 0; l < k && !seen; l++)
            seen = x[l] == x[k];
        different += !seen;
    }
    return different;
}

static void
fill(struct least_squares *f, size_t n, const double *x, const double *y, const struct gravel_polynomial *p,
     size_t first)
{
    for (size_t k = 0; k < n; k++) {
        for (size_t l = 0; l < f->a->size2; l++)
            gsl_matrix_set(f->a, k, l, gsl_pow_int(x[k], (int)(first + l)));
        gsl_vector_set(f->y, k, y[k] - p->c[0]);
    }
}

/* Solve with the weights 1/(err^2 + between), or equal ones without errors.  Returns chi^2 of these weights. */
static double
solve(void *self, double between, double *steepness)
{
    struct least_squares *f = self;
    double chi2;
    for (size_t k = 0; k < f->y->size; k++)
        gsl_vector_set(f->w, k, f->err != NULL ? 1.0 / (f->err[k] * f->err[k] + between) : 1.0);
    if (gsl_multifit_wlinear(f->a, f->w, f->y, f->c, f->covariance, &chi2, f->work) != 0 ||
        gsl_multifit_linear_residuals(f->a, f->y, f->c, f->residual) != 0)
        return NAN;
    *steepness = 0.0;
    for (size_t k = 0; k < f->y->size; k++)
        *steepness += gsl_pow_2(gsl_vector_get(f->w, k) * gsl_vector_get(f->residual, k));
    return chi2;
}

static void
copy_covariance(const struct least_squares *f, size_t first, double scale,
                double to[GRAVEL_POLYNOMIAL_MAX + 1][GRAVEL_POLYNOMIAL_MAX + 1])
{
    for (size_t k = 0; k < f->covariance->size1; k++)
        for (size_t l = 0; l < f->covariance->size2; l++)
            to[first + k][first + l] = scale * gsl_matrix_get(f->covariance, k, l);
}

double
gravel_fit_freedom(const struct gravel_fit_sums *f, const double *dof, size_t j, double *freedom)
{
    const size_t m = f->n_free;
    const double variance = f->covariance[j * m + j];
    double factor = 1.0, spread = 0.0;
    for (size_t k = 0; k < f->n; k++) {
        const double *a = f->a + k * m;
        double gain = 0.0, leverage = 0.0;
        for (size_t l = 0; l < m; l++) {
            gain += f->covariance[j * m + l] * a[l];
            for (size_t i = 0; i < m; i++)
                leverage += a[l] * f->covariance[l * m + i] * a[i];
        }
        const double part = f->w[k] * gain * gain / variance;
        factor += dof[k] > 0.0 ? 4.0 * part * (1.0 - f->w[k] * leverage) / dof[k] : 0.0;
        spread += dof[k] > 0.0 ? part * part / dof[k] : 0.0;
    }
    *freedom = spread > 0.0 ? 1.0 / spread : 0.0;
    return factor;
}

/* The covariance by the errors alone, with the largest of these factors and the fewest degrees of freedom.  Returns by
 * how much of it that exceeds what the weights give. */
static double
state_covariance(const struct least_squares *f, const double *dof, size_t first, struct gravel_polynomial *p)
{
    const struct gravel_fit_sums sums = {f->a->size1, f->a->size2, f->a->data, f->w->data, f->covariance->data};
    double factor = 1.0;
    for (size_t j = 0; dof != NULL && j < sums.n_free; j++) {
        double freedom;
        factor = fmax(factor, gravel_fit_freedom(&sums, dof, j, &freedom));
        if (freedom > 0.0)
            p->error_dof = p->error_dof > 0.0 ? fmin(p->error_dof, freedom) : freedom;
    }
    copy_covariance(f, first, factor, p->stated);
    return 1.0 - 1.0 / factor;
}

enum gravel_status
gravel_fit_polynomial(size_t n, const double *x, const double *y, const double *err, const double *dof, size_t degree,
                      double constant, struct gravel_polynomial *p)
{
    const size_t first = isnan(constant) ? 0 : 1, n_free = degree + 1 - first;
    struct least_squares f;
    *p = (struct gravel_polynomial){.degree = degree,
                                    .c = {first == 1 ? constant : 0.0},
                                    .n_different = count_different(n, x),
                                    .has_errors = err != NULL && all_known(n, err)};
    if (degree > GRAVEL_POLYNOMIAL_MAX || n_free == 0 || p->n_different < n_free)
        return GRAVEL_INPUT;
    if (!alloc_least_squares(&f, n, n_free)) {
        free_least_squares(&f);
        return GRAVEL_MEMORY;
    }
    fill(&f, n, x, y, p, first);
    f.err = p->has_errors ? err : NULL;
    p->dof = n - n_free;
    double steepness, chi2 = solve(&f, 0.0, &steepness);
    const double scale = p->has_errors ? 1.0 : chi2 / (double)p->dof; /* NaN when nothing is left over */
    const double excess = p->has_errors ? state_covariance(&f, dof, first, p) : 0.0;
    if (p->has_errors && p->dof > 0 && chi2 > (double)p->dof) {
        const double between = gravel_variance_between(solve, &f, (double)p->dof);
        chi2 = solve(&f, between, &steepness);
        p->scatter = sqrt(between);
    } else if (!p->has_errors && p->dof > 0) {
        p->scatter = sqrt(scale);
    }
    for (size_t k = 0; k < n_free; k++)
        p->c[first + k] = gsl_vector_get(f.c, k);
    copy_covariance(&f, first, scale, p->covariance);
    for (size_t k = 0; k <= degree; k++)
        for (size_t l = 0; l <= degree; l++)
            p->covariance[k][l] += excess * p->stated[k][l];
    free_least_squares(&f);
    return isnan(chi2) ? GRAVEL_INPUT : GRAVEL_OK;
}

double
gravel_fit_noise(size_t dof_of_fit, double error_dof, double alarm)
{
    const double dof = (double)dof_of_fit;
    return sqrt(error_dof > 0.0 ? gsl_cdf_fdist_Qinv(alarm, dof, error_dof) : gsl_cdf_chisq_Qinv(alarm, dof) / dof);
}

struct gravel_estimate
gravel_fit_estimate(struct gravel_fit_quality q, double value, double variance, double stated)
{
    const bool is_known = q.has_errors || q.dof > 0, is_found = !q.has_errors || q.scatter > 0.0;
    const double found = is_found ? fmax(variance - stated, 0.0) : 0.0;
    const double dof = gravel_welch_dof(stated, q.error_dof, found, (double)q.dof);
    return (struct gravel_estimate){value, is_known ? sqrt(fmax(variance, 0.0)) : -1.0, dof > 0.0 ? dof + 1.0 : 0.0};
}

struct gravel_fit_quality
gravel_polynomial_quality(const struct gravel_polynomial *p)
{
    return (struct gravel_fit_quality){p->dof, p->has_errors, p->scatter, p->error_dof};
}

static struct gravel_estimate
estimate(const struct gravel_polynomial *p, double value, double variance, double stated)
{
    return gravel_fit_estimate(gravel_polynomial_quality(p), value, variance, stated);
}

struct gravel_estimate
gravel_polynomial_coefficient(const struct gravel_polynomial *p, size_t k)
{
    return estimate(p, p->c[k], p->covariance[k][k], p->stated[k][k]);
}

double
gravel_polynomial_value(const struct gravel_polynomial *p, double x)
{
    return gsl_poly_eval(p->c, (int)p->degree + 1, x);
}

/* The variance of p(x), sum_kl x^(k+l) cov_kl. */
static double
variance_at(const struct gravel_polynomial *p,
            const double covariance[GRAVEL_POLYNOMIAL_MAX + 1][GRAVEL_POLYNOMIAL_MAX + 1], double x)
{
    double variance = 0.0;
    for (size_t k = 0; k <= p->degree; k++)
        for (size_t l = 0; l <= p->degree; l++)
            variance += gsl_pow_int(x, (int)(k + l)) * covariance[k][l];
    return variance;
}

struct gravel_estimate
gravel_polynomial_prediction(const struct gravel_polynomial *p, double x)
{
    return estimate(p, gravel_polynomial_value(p, x), variance_at(p, p->covariance, x), variance_at(p, p->stated, x));
}

struct gravel_estimate
gravel_polynomial_zero(const struct gravel_polynomial *p)
{
    double z[2 * GRAVEL_POLYNOMIAL_MAX], smallest = INFINITY;
    gsl_poly_complex_workspace *work = gsl_poly_complex_workspace_alloc(p->degree + 1);
    if (work != NULL && p->c[p->degree] != 0.0 && gsl_poly_complex_solve(p->c, p->degree + 1, work, z) == 0)
        for (size_t k = 0; k < p->degree; k++)
            if (z[2 * k] > 0.0 && fabs(z[2 * k + 1]) < 1e-9 * z[2 * k])
                smallest = fmin(smallest, z[2 * k]);
    if (work != NULL)
        gsl_poly_complex_workspace_free(work);
    if (isinf(smallest))
        return (struct gravel_estimate){NAN, -1.0, 0.0};
    /* The variance of a zero is that of the polynomial there over its slope squared. */
    double slope[2];
    gsl_poly_eval_derivs(p->c, p->degree + 1, smallest, slope, 2);
    const double square = slope[1] * slope[1];
    return estimate(p, smallest, variance_at(p, p->covariance, smallest) / square,
                    variance_at(p, p->stated, smallest) / square);
}

/* The variance of the slope c1 + 2 c2 x of a parabola. */
static double
slope_variance_at(const double covariance[GRAVEL_POLYNOMIAL_MAX + 1][GRAVEL_POLYNOMIAL_MAX + 1], double x)
{
    return covariance[1][1] + 2.0 * x * (covariance[1][2] + covariance[2][1]) + 4.0 * x * x * covariance[2][2];
}

struct gravel_estimate
gravel_polynomial_vertex(const struct gravel_polynomial *p)
{
    if (p->degree != 2 || p->c[2] == 0.0)
        return (struct gravel_estimate){NAN, -1.0, 0.0};
    /* A zero of the slope: its variance is that of the slope there over the square of the curvature 2 c2. */
    const double x = -0.5 * p->c[1] / p->c[2], square = 4.0 * p->c[2] * p->c[2];
    return estimate(p, x, slope_variance_at(p->covariance, x) / square, slope_variance_at(p->stated, x) / square);
}
