/* What a multistep integrator makes of a force that begins to grow at the start. */
#include "reference/theory/laws.h"

#include <math.h>

/* A predictor-corrector whose derivatives of the force are zero at the first touch sums the acceleration a with weight
 * one at every step.  Euler and Maclaurin: sum a dt = integral a dt - dt^2/12 a'(0), a(0) = 0, and a'(0) = -w0^2 v0 for
 * a linear elastic contact, which therefore gets the velocity v0 (1 + (w0 dt)^2/12).  Valid to O(dt^4). */
static double
start_overlap(const double *a)
{
    const double w0 = a[0], v0 = a[1], phase = a[0] * a[2];
    return w0 > 0.0 ? v0 / w0 * (1.0 + phase * phase / 12.0) : NAN;
}
const struct gravel_theory gravel_theory_multistep_start_overlap = {
    "multistep_start_overlap",
    "x_max = (v0/w0) (1 + (w0 dt)^2/12) of an elastic contact that starts without history",
    "derived from the Euler-Maclaurin formula",
    "m",
    {"w0", "v0", "time_step"},
    start_overlap};
