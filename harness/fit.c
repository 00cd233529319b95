#include "harness/stats.h"

#include <gsl/gsl_fit.h>
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

static enum gravel_status
fit_weighted(size_t n, const double *x, const double *y, const double *err, struct gravel_line *line)
{
    double c00, c01, c11, chi2;
    double *w = malloc(n * sizeof *w);
    if (w == NULL)
        return GRAVEL_MEMORY;
    for (size_t k = 0; k < n; k++)
        w[k] = 1.0 / (err[k] * err[k]);
    gsl_fit_wlinear(x, 1, w, 1, y, 1, n, &line->a, &line->b, &c00, &c01, &c11, &chi2);
    free(w);
    line->a_err = sqrt(c00);
    line->b_err = sqrt(c11);
    line->chi2_dof = n > 2 ? chi2 / (double)(n - 2) : 0.0;
    return GRAVEL_OK;
}

enum gravel_status
gravel_fit_line(size_t n, const double *x, const double *y, const double *err, struct gravel_line *line)
{
    *line = (struct gravel_line){NAN, NAN, -1.0, -1.0, NAN};
    if (n < 2 || !spread(n, x))
        return GRAVEL_INPUT;
    if (err != NULL && all_known(n, err))
        return fit_weighted(n, x, y, err, line);
    fit_equal(n, x, y, line);
    return GRAVEL_OK;
}
