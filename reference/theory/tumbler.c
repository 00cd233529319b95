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

/* The part of a filling of fraction f, packed on the wall from R inwards to R sqrt(1 - f), whose layers stay there.
 * In the drum's frame a layer at r is pressed on the wall by Omega^2 r, to which gravity adds g, a vector that turns:
 * their sum leaves the normal by at most asin(g/(Omega^2 r)).  A layer stays if that is below the angle of repose
 * theta, r/R >= q = 1/(Fr sin theta), and theta = 90 degrees leaves Omega^2 r > g alone.  The areas give (1 - q^2)/f
 * where q is between sqrt(1 - f) and 1: all of it from Fr = 1/(sin(theta) sqrt(1 - f)) on, nothing up to Fr =
 * 1/sin(theta). */
static double
centrifuged_fraction(const double *a)
{
    const double q = 1.0 / (a[0] * sin(a[2] * M_PI / 180.0));
    return a[0] > 0.0 && a[1] > 0.0 && a[1] < 1.0 && a[2] > 0.0 && a[2] <= 90.0
               ? fmin(1.0, fmax(0.0, (1.0 - q * q) / a[1]))
               : NAN;
}
const struct gravel_theory gravel_theory_centrifuged_fraction = {
    "centrifuged_fraction",
    "(1 - (Fr sin(repose))^-2)/fill, from 0 to 1: part of a filling that stays on the wall; repose in degrees",
    "derived: g/(Omega^2 r) < sin(repose)",
    "1",
    {"froude", "fill", "repose"},
    centrifuged_fraction};
