#include "harness/advise/context.h"

#include <math.h>

double
gravel_advice_reference(const struct gravel_advice_context *a, const char *id)
{
    return gravel_references_find(a->references, id)->value;
}

double
gravel_advice_law(const char *name, const double *args)
{
    const struct gravel_theory *theory = gravel_theory_find(name);
    return theory != NULL ? theory->eval(args) : NAN;
}
