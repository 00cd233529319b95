#include "harness/stats/between.h"

#include <math.h>

/* Newton's steps for 1/chi^2, which is a straight line where all errors are equal. */
double
gravel_variance_between(gravel_chi2_function *chi2, void *self, double dof)
{
    enum { STEPS = 100 };
    double between = 0.0;
    for (int step = 0; step < STEPS; step++) {
        double steepness;
        const double x = chi2(self, between, &steepness);
        if (isnan(x))
            return NAN;
        if (fabs(x - dof) <= 1e-12 * dof || (between == 0.0 && x < dof))
            break;
        between = fmax(between + x * (x / dof - 1.0) / steepness, 0.0);
    }
    return between;
}
