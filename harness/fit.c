#include "harness/stats.h"

#include <gsl/gsl_fit.h>
#include <gsl/gsl_math.h>
#include <gsl/gsl_multifit.h>
#include <gsl/gsl_poly.h>
#include <math.h>
#include <stdlib.h>

static bool
spread(size_t n, const double *x)
{
    for (size_t k = 1; k < n; k++)
        if (x[k] != x[0])
            return true;
    return false;
}

static bool
all_known(size_t n, const double *err)
{
    for (size_t k = 0; k < n; k++)
        if (!(err[k] > 0.0))
            return false;
    return true;
}

/* Errors from the residuals; with two points there are none: err = -1. */
static void
fit_equal(size_t n, const double *x, const double *y, struct gravel_line *line)
{
    double c00, c01, c11, squares;
    gsl_fit_linear(x, 1, y, 1, n, &line->a, &line->b, &c00, &c01, &c11, &squares);
    const bool free = n > 2;
    line->a_err = free ? sqrt(c00) : -1.0;
    line->b_err = free ? sqrt(c11) : -1.0;
    line->chi2_dof = free ? 1.0 : 0.0;
}

/* Fit with the weights 1/(err^2 + scatter^2), w[n] being scratch; returns chi2/dof. */
static double
fit_scattered(size_t n, const double *x, const double *y, const double *err, double scatter, double *w,
              struct gravel_line *line)
{
    double c00, c01, c11, chi2;
    for (size_t k = 0; k < n; k++)
        w[k] = 1.0 / (err[k] * err[k] + scatter * scatter);
    gsl_fit_wlinear(x, 1, w, 1, y, 1, n, &line->a, &line->b, &c00, &c01, &c11, &chi2);
    line->a_err = sqrt(c00);
    line->b_err = sqrt(c11);
    line->scatter = scatter;
    return n > 2 ? chi2 / (double)(n - 2) : 0.0;
}

/* chi2/dof falls as the scatter grows, and is below one when the scatter is the whole spread of y: bisect. */
static enum gravel_status
fit_weighted(size_t n, const double *x, const double *y, const double *err, struct gravel_line *line)
{
    double *w = malloc(n * sizeof *w), low = 0.0, high = 0.0;
    if (w == NULL)
        return GRAVEL_MEMORY;
    line->chi2_dof = fit_scattered(n, x, y, err, 0.0, w, line);
    if (line->chi2_dof > 1.0) {
        for (size_t k = 0; k < n; k++)
            high = fmax(high, sqrt((double)n) * fabs(y[k] - y[0]));
        while (high - low > 1e-6 * high) {
            const double middle = 0.5 * (low + high);
            *(fit_scattered(n, x, y, err, middle, w, line) > 1.0 ? &low : &high) = middle;
        }
        fit_scattered(n, x, y, err, high, w, line);
    }
    free(w);
    return GRAVEL_OK;
}

enum gravel_status
gravel_fit_line(size_t n, const double *x, const double *y, const double *err, struct gravel_line *line)
{
    *line = (struct gravel_line){NAN, NAN, -1.0, -1.0, NAN, 0.0};
    if (n < 2 || !spread(n, x))
        return GRAVEL_INPUT;
    if (err != NULL && all_known(n, err))
        return fit_weighted(n, x, y, err, line);
    fit_equal(n, x, y, line);
    return GRAVEL_OK;
}

/* The sums of squares of one polynomial fit; column k of `a` is x^(first + k). */
struct least_squares {
    gsl_matrix *a, *covariance;
    gsl_vector *y, *w, *c;
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
    if (f->work != NULL)
        gsl_multifit_linear_free(f->work);
}

static bool
alloc_least_squares(struct least_squares *f, size_t n, size_t n_free)
{
    *f = (struct least_squares){gsl_matrix_alloc(n, n_free), gsl_matrix_alloc(n_free, n_free), gsl_vector_alloc(n),
                                gsl_vector_alloc(n), gsl_vector_alloc(n_free), gsl_multifit_linear_alloc(n, n_free)};
    return f->a != NULL && f->covariance != NULL && f->y != NULL && f->w != NULL && f->c != NULL && f->work != NULL;
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

enum gravel_status
gravel_fit_polynomial(size_t n, const double *x, const double *y, const double *err, size_t degree, double constant,
                      struct gravel_polynomial *p)
{
    const size_t first = isnan(constant) ? 0 : 1, n_free = degree + 1 - first;
    const bool known = err != NULL && all_known(n, err);
    struct least_squares f;
    *p = (struct gravel_polynomial){.degree = degree};
    if (degree > GRAVEL_POLYNOMIAL_MAX || count_different(n, x) <= n_free)
        return GRAVEL_INPUT;
    if (!alloc_least_squares(&f, n, n_free)) {
        free_least_squares(&f);
        return GRAVEL_MEMORY;
    }
    for (size_t k = 0; k < n; k++) {
        for (size_t l = 0; l < n_free; l++)
            gsl_matrix_set(f.a, k, l, gsl_pow_int(x[k], (int)(first + l)));
        gsl_vector_set(f.y, k, y[k] - (first == 1 ? constant : 0.0));
        gsl_vector_set(f.w, k, known ? 1.0 / (err[k] * err[k]) : 1.0);
    }
    double chi2;
    const int failed = gsl_multifit_wlinear(f.a, f.w, f.y, f.c, f.covariance, &chi2, f.work);
    p->dof = n - n_free;
    const double excess = chi2 / (double)p->dof, scale = known ? fmax(excess, 1.0) : excess;
    p->c[0] = first == 1 ? constant : 0.0;
    for (size_t k = 0; k < n_free && !failed; k++) {
        p->c[first + k] = gsl_vector_get(f.c, k);
        for (size_t l = 0; l < n_free; l++)
            p->covariance[first + k][first + l] = scale * gsl_matrix_get(f.covariance, k, l);
    }
    free_least_squares(&f);
    return failed ? GRAVEL_INPUT : GRAVEL_OK;
}

double
gravel_polynomial_value(const struct gravel_polynomial *p, double x)
{
    return gsl_poly_eval(p->c, (int)p->degree + 1, x);
}

/* Error of the zero z: |dz| = |dp(z)|/|p'(z)|, where dp has the variance sum_kl z^(k+l) cov_kl. */
static double
zero_error(const struct gravel_polynomial *p, double z)
{
    double variance = 0.0, slope[2];
    for (size_t k = 0; k <= p->degree; k++)
        for (size_t l = 0; l <= p->degree; l++)
            variance += gsl_pow_int(z, (int)(k + l)) * p->covariance[k][l];
    gsl_poly_eval_derivs(p->c, p->degree + 1, z, slope, 2);
    return sqrt(fmax(variance, 0.0)) / fabs(slope[1]);
}

struct gravel_estimate
gravel_polynomial_zero(const struct gravel_polynomial *p)
{
    double z[2 * GRAVEL_POLYNOMIAL_MAX], smallest = INFINITY;
    gsl_poly_complex_workspace *work = gsl_poly_complex_workspace_alloc(p->degree + 1);
    if (work != NULL && p->c[p->degree] != 0.0 &&
        gsl_poly_complex_solve(p->c, p->degree + 1, work, z) == 0)
        for (size_t k = 0; k < p->degree; k++)
            if (z[2 * k] > 0.0 && fabs(z[2 * k + 1]) < 1e-9 * z[2 * k])
                smallest = fmin(smallest, z[2 * k]);
    if (work != NULL)
        gsl_poly_complex_workspace_free(work);
    if (isinf(smallest))
        return (struct gravel_estimate){NAN, -1.0, 0.0};
    return (struct gravel_estimate){smallest, zero_error(p, smallest), (double)p->dof + 1.0};
}
