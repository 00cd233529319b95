#include "harness/judge/curve_polynomial.h"

#include <math.h>
#include <stdlib.h>

enum gravel_status
gravel_curve_polynomial(const struct gravel_judging *judging, const struct gravel_curve *curve, double factor,
                        struct gravel_polynomial *polynomial)
{
    const size_t n = curve->n, degree = (size_t)judging->check->degree;
    double *x = gravel_curve_columns(judging, curve);
    if (!x)
        return GRAVEL_MEMORY;
    for (size_t k = 0; k < n; k++)
        x[2 * n + k] *= factor;
    const enum gravel_status status =
        gravel_fit_polynomial(n, x, x + n, x + 2 * n, x + 3 * n, degree, judging->check->constant, polynomial);
    free(x);
    if (status == GRAVEL_MEMORY)
        return gravel_no_memory(judging->error);
    return status;
}

enum gravel_status
gravel_curve_fit_polynomial(const struct gravel_judging *judging, const struct gravel_curve *curve,
                            struct gravel_judgement **judgement, struct gravel_polynomial *polynomial, bool *fitted)
{
    char at[256], engines[40];
    gravel_curve_print_range(judging, curve, at, sizeof at);
    gravel_curve_print_engines(judging, curve, engines, sizeof engines);
    *judgement = gravel_judging_add(judging, engines, at);
    if (!*judgement)
        return GRAVEL_MEMORY;
    const enum gravel_status status = gravel_curve_polynomial(judging, curve, 1.0, polynomial);
    const size_t n_free = (size_t)judging->check->degree + (isnan(judging->check->constant) ? 1 : 0);
    *fitted = status == GRAVEL_OK && polynomial->n_different >= n_free + GRAVEL_SPARE_POINTS;
    if (*fitted || (status != GRAVEL_OK && status != GRAVEL_INPUT))
        return status;
    gravel_judgement_set_verdict(
        *judgement, GRAVEL_FAIL, "the check decides nothing: degree %d needs %zu different %s, found %zu",
        judging->check->degree, n_free + GRAVEL_SPARE_POINTS, judging->check->along, polynomial->n_different);
    return GRAVEL_OK;
}

struct gravel_estimate *
gravel_curve_leave_one_out(const struct gravel_judging *judging, const struct gravel_curve *curve)
{
    const size_t n = curve->n, degree = (size_t)judging->check->degree;
    struct gravel_estimate *expected = calloc(n, sizeof *expected);
    double *x = gravel_curve_columns(judging, curve), last[4];
    enum gravel_status status = expected && x ? GRAVEL_OK : GRAVEL_MEMORY;
    for (size_t k = 0; status == GRAVEL_OK && k < n; k++) {
        struct gravel_polynomial others;
        /* The last point takes the place of point k, and is put back. */
        for (int c = 0; c < 4; c++) {
            last[c] = x[(size_t)c * n + k];
            x[(size_t)c * n + k] = x[(size_t)c * n + n - 1];
        }
        status =
            gravel_fit_polynomial(n - 1, x, x + n, x + 2 * n, x + 3 * n, degree, judging->check->constant, &others);
        for (int c = 0; c < 4; c++)
            x[(size_t)c * n + k] = last[c];
        expected[k] = status == GRAVEL_OK ? gravel_polynomial_prediction(&others, curve->points[k].x)
                                          : (struct gravel_estimate){NAN, -1.0, 0.0};
        status = status == GRAVEL_INPUT ? GRAVEL_OK : status;
    }
    free(x);
    if (status == GRAVEL_OK)
        return expected;
    free(expected);
    (void)gravel_no_memory(judging->error);
    return NULL;
}
