#include "harness/advise/context.h"

#include <math.h>

double
gravel_advice_reference(const struct gravel_advice_context *a, const char *id)
{
    return gravel_references_find(a->references, id)->value;
}

double
gravel_advice_row(const struct gravel_advice_context *a, const char *id, double x)
{
    const struct gravel_reference *r = gravel_references_find(a->references, id);
    size_t k = 0;
    if (r->n_rows == 0)
        return r->value;
    while (k < r->n_rows && r->row_x[k] < x)
        k++;
    if (k == 0 || k == r->n_rows)
        return r->row_y[k == 0 ? 0 : r->n_rows - 1];
    const double part = (x - r->row_x[k - 1]) / (r->row_x[k] - r->row_x[k - 1]);
    return r->row_y[k - 1] + part * (r->row_y[k] - r->row_y[k - 1]);
}

double
gravel_advice_tc(const struct gravel_advice_context *a)
{
    return gravel_options_has(a->parameters, "engines.ed.tc") ? gravel_options_real(a->parameters, "engines.ed.tc")
                                                              : 0.0;
}

double
gravel_advice_law(const char *name, const double *args)
{
    const struct gravel_theory *theory = gravel_theory_find(name);
    return theory != NULL ? theory->eval(args) : NAN;
}
