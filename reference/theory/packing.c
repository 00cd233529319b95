/* Heaps of frictionless grains at rest. */
#include "reference/theory/laws.h"

#include <math.h>

/* N grains have d N balances of forces; between periodic sides, where only the floor pushes and that along z, the sum
 * of all balances along each of the other d - 1 axes holds of itself.  In a generic heap of hard grains as many
 * contacts, pairs and grains on the floor, carry as many unknown forces. */
static double
isostatic_contacts(const double *a)
{
    const double d = a[0], n = a[1];
    return d >= 1.0 && n >= 1.0 ? d - (d - 1.0) / n : NAN;
}
const struct gravel_theory gravel_theory_isostatic_contacts = {
    "isostatic_contacts",
    "contacts of a grain in a frictionless heap between periodic sides, N_c/N = d - (d - 1)/N",
    "Moukarzel 1998; Silbert et al. 2002",
    "1",
    {"dimension", "count"},
    isostatic_contacts};
