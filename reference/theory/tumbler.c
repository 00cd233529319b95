/* A drum of radius R that turns at Omega, Fr = Omega^2 R/g. */
#include "reference/theory/laws.h"

#include <math.h>

/* The innermost layer of a bed of filling fraction f pressed on the wall has the radius R sqrt(1 - f); it stays there
 * when Omega^2 R sqrt(1 - f) > g. */
static double
centrifuge_froude(const double *a)
{
    return a[0] >= 0.0 && a[0] < 1.0 ? 1.0 / sqrt(1.0 - a[0]) : NAN;
}
const struct gravel_theory gravel_theory_centrifuge_froude = {
    "centrifuge_froude",
    "the innermost layer centrifuges at Fr = (1 - fill)^(-1/2)",
    "derived: Omega^2 r = g",
    "1",
    {"fill"},
    centrifuge_froude};
