#include "harness/judge/curve_polynomial.h"

#include <math.h>
#include <stdlib.h>

static enum gravel_status
fit(const struct gravel_judging *judging, const struct gravel_curve *curve, struct gravel_polynomial *polynomial)
{
    const size_t n = curve->n, degree = (size_t)judging->check->degree;
    double *x = gravel_curve_columns(judging, curve);
    if (!x)
        return GRAVEL_MEMORY;
    const enum gravel_status status =
        gravel_fit_polynomial(n, x, x + n, x + 2 * n, degree, judging->check->constant, polynomial);
    free(x);
    if (status == GRAVEL_MEMORY)
        return gravel_no_memory(judging->error);
    return status;
}

enum gravel_status
gravel_curve_fit_polynomial(const struct gravel_judging *judging, const struct gravel_curve *curve,
                            struct gravel_judgement **judgement, struct gravel_polynomial *polynomial, bool *fitted)
{
    char at[256];
    gravel_curve_print_range(judging, curve, at, sizeof at);
    *judgement = gravel_judging_add(judging, curve->points[0].point->engine, at);
    if (!*judgement)
        return GRAVEL_MEMORY;
    const enum gravel_status status = fit(judging, curve, polynomial);
    const size_t n_free = (size_t)judging->check->degree + (isnan(judging->check->constant) ? 1 : 0);
    *fitted = status == GRAVEL_OK && polynomial->n_different > n_free;
    if (*fitted || (status != GRAVEL_OK && status != GRAVEL_INPUT))
        return status;
    gravel_judgement_set_verdict(*judgement, GRAVEL_FAIL,
                                 "the check decides nothing: too few different %s for degree %d", judging->check->along,
                                 judging->check->degree);
    return GRAVEL_OK;
}
