#include "engines/core/root.h"

#include <float.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_roots.h>
#include <math.h>
#include <stddef.h>

/* First zero, after 0, of the parabola f + df h - bound h^2/2 which the gap does not undercut; f >= 0. */
static double
safe_step(struct gravel_gap g, double bound)
{
    if (bound <= 0.0)
        return g.df < 0.0 ? -g.f / g.df : INFINITY;
    const double root = sqrt(g.df * g.df + 2.0 * bound * g.f);
    return g.df < 0.0 ? 2.0 * g.f / (root - g.df) : (root + g.df) / bound;
}

/* The length of the interval on which the bound is evaluated is adapted to the steps: doubled when a step would go
 * beyond its end, shortened when steps are much smaller than it.  A body at rest on the surface gives no step at all:
 * then the least step that time can make is taken, and twice that the next time, until the body falls or
 * rises. */
double
gravel_first_contact(gravel_gap_function *gap, const void *context, double t0, double t_end, double f_scale)
{
    double t = t0, span = t_end - t0;
    if (isinf(span)) {
        const struct gravel_gap g = gap(context, t, t, NULL);
        span = g.df != 0.0 && g.f > 0.0 ? g.f / fabs(g.df) : 1.0;
    }
    double least = fmax(DBL_MIN, DBL_EPSILON * fmax(fabs(t0), span)); /* above 0 also where t_end = t0 = 0 */
    while (t <= t_end && t < INFINITY) {
        const double end = fmin(t + span, t_end);
        double bound;
        const struct gravel_gap g = gap(context, t, end, &bound);
        if (g.f <= f_scale && g.df < 0.0)
            return t;
        /* While a body leaves, f' >= df - bound h stays positive for the time df/bound. */
        double step = g.f > f_scale ? safe_step(g, bound) : bound > 0.0 ? g.df / bound : INFINITY;
        if (step > end - t) {
            if (end >= t_end)
                return INFINITY;
            step = end - t;
            span *= 2.0;
        } else if (step < 0.25 * span) {
            span = 4.0 * fmax(step, least);
        }
        if (step < fmax(least, DBL_EPSILON * fabs(t))) {
            if (g.df < 0.0)
                return t;
            step = fmax(least, DBL_EPSILON * fabs(t));
            least *= 2.0;
        }
        t += step;
    }
    return INFINITY;
}

double
gravel_pair_contact(double b, double c, double v2)
{
    if (b >= 0.0)
        return INFINITY;
    if (c <= 0.0)
        return 0.0;
    const double discriminant = b * b - v2 * c;
    return discriminant < 0.0 ? INFINITY : c / (sqrt(discriminant) - b);
}

double
gravel_falling_root(double (*f)(double x, void *context), void *context)
{
    enum { ITERATIONS_MAX = 200 };
    double low = 0.0, high = 1.0, value;
    while ((value = f(high, context)) > 0.0 && high < 1e15) {
        low = high;
        high *= 2.0;
    }
    if (value >= 0.0)
        return high;
    gsl_root_fsolver *const solver = gsl_root_fsolver_alloc(gsl_root_fsolver_brent);
    gsl_function function = {f, context};
    double root = NAN;
    if (solver == NULL)
        return NAN;
    if (isfinite(value) && gsl_root_fsolver_set(solver, &function, low, high) == GSL_SUCCESS)
        for (int k = 0; k < ITERATIONS_MAX; k++) {
            if (gsl_root_fsolver_iterate(solver) != GSL_SUCCESS)
                break;
            root = gsl_root_fsolver_root(solver);
            const double width = gsl_root_fsolver_x_upper(solver) - gsl_root_fsolver_x_lower(solver);
            if (width <= 4.0 * DBL_EPSILON * fabs(root))
                break;
        }
    gsl_root_fsolver_free(solver);
    return root;
}
