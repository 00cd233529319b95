#include "harness/stats/crossing.h"

#include "engines/core/rng.h"

#include <gsl/gsl_randist.h>
#include <gsl/gsl_sort_double.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>

enum { DRAWS = 1000 };

/* Weighted isotonic regression, rising, in place: neighbours in the wrong order are pooled to their mean. */
static void
pool(size_t n, double *y, double *weight, size_t *length)
{
    size_t blocks = 0;
    for (size_t k = 0; k < n; k++) {
        double value = y[k], w = weight[k];
        size_t members = 1;
        while (blocks > 0 && y[blocks - 1] >= value) {
            blocks--;
            value = (value * w + y[blocks] * weight[blocks]) / (w + weight[blocks]);
            w += weight[blocks];
            members += length[blocks];
        }
        y[blocks] = value;
        weight[blocks] = w;
        length[blocks++] = members;
    }
    for (size_t k = n; blocks > 0; blocks--) {
        const double value = y[blocks - 1];
        for (size_t member = length[blocks - 1]; member > 0; member--)
            y[--k] = value;
    }
}

/* x at which the line from (x0, y0) to (x1, y1) reaches `level`; straight in ln x, and in ln y where y keeps its sign.
 */
static double
interpolate(double x0, double y0, double x1, double y1, double level)
{
    const bool logarithmic = y0 * y1 > 0.0 && level * y0 > 0.0;
    const double f = y1 == y0 ? 0.5 : logarithmic ? log(level / y0) / log(y1 / y0) : (level - y0) / (y1 - y0);
    return x0 * pow(x1 / x0, f);
}

struct work {
    double *y, *weight;
    size_t *length;
};

/* The crossing of sign * y, which rises, with `level`; a curve that ends above `top` does not cross. */
struct target {
    double sign, level, top;
};

static struct target
aim(size_t n, const double *y, bool magnitude, double level)
{
    const double sign = (magnitude ? y[0] < 0.0 : y[n - 1] > y[0]) ? 1.0 : -1.0;
    return (struct target){sign, magnitude ? -level : sign * level, magnitude ? level : INFINITY};
}

/* Crossing of one set of values. */
static enum gravel_crossing_place
cross(size_t n, const double *x, const double *values, const double *err, const struct target *target, struct work *w,
      double *crossing)
{
    for (size_t k = 0; k < n; k++) {
        w->y[k] = target->sign * values[k];
        w->weight[k] = err[k] > 0.0 ? 1.0 / (err[k] * err[k]) : 1.0;
    }
    pool(n, w->y, w->weight, w->length);
    size_t k = 0;
    while (k < n && w->y[k] < target->level)
        k++;
    if (w->y[n - 1] > target->top)
        k = n;
    *crossing = k == 0 ? x[0] : k == n ? x[n - 1] : interpolate(x[k - 1], w->y[k - 1], x[k], w->y[k], target->level);
    return k == 0 ? GRAVEL_CROSSED_BEFORE : k == n ? GRAVEL_CROSSED_BEYOND : GRAVEL_CROSSED;
}

/* With exact points among uncertain ones, weights 1/err^2 are undefined: all weights are then equal. */
static bool
all_uncertain(size_t n, const double *err)
{
    for (size_t k = 0; k < n; k++)
        if (!(err[k] > 0.0))
            return false;
    return true;
}

enum gravel_status
gravel_find_crossing(size_t n, const double *x, const double *y, const double *err, bool magnitude, double level,
                     struct gravel_crossing *c)
{
    *c = (struct gravel_crossing){GRAVEL_CROSSED_BEYOND, NAN, -1.0, NAN, NAN};
    if (n < 2)
        return GRAVEL_INPUT;
    bool exact = true;
    for (size_t k = 0; k < n; k++) {
        if (err[k] < 0.0 || isnan(y[k]) || !(x[k] > 0.0))
            return GRAVEL_INPUT;
        exact = exact && err[k] == 0.0;
    }
    enum gravel_status status = GRAVEL_MEMORY;
    double *buffer = calloc(4 * n + DRAWS, sizeof *buffer), *weight_err = buffer + 3 * n, *draws = buffer + 4 * n;
    struct work w = {buffer, buffer + n, calloc(n, sizeof *w.length)};
    gsl_rng *rng = gravel_rng_create(1, "crossing", 0);
    if (buffer == NULL || w.length == NULL || rng == NULL)
        goto done;
    double *values = buffer + 2 * n;
    const bool weighed = all_uncertain(n, err);
    for (size_t k = 0; k < n; k++) {
        weight_err[k] = weighed ? err[k] : 0.0;
    }
    const struct target target = aim(n, y, magnitude, level);
    c->place = cross(n, x, y, weight_err, &target, &w, &c->x);
    c->err = 0.0;
    c->low = c->high = c->x;
    for (size_t draw = 0; draw < DRAWS && !exact; draw++) {
        for (size_t k = 0; k < n; k++)
            values[k] = y[k] + gsl_ran_gaussian_ziggurat(rng, err[k]);
        cross(n, x, values, weight_err, &target, &w, &draws[draw]);
    }
    if (!exact) {
        gsl_sort(draws, 1, DRAWS);
        c->err = 0.5 * (gsl_stats_quantile_from_sorted_data(draws, 1, DRAWS, 0.8413) -
                        gsl_stats_quantile_from_sorted_data(draws, 1, DRAWS, 0.1587));
        c->low = gsl_stats_quantile_from_sorted_data(draws, 1, DRAWS, 0.025);
        c->high = gsl_stats_quantile_from_sorted_data(draws, 1, DRAWS, 0.975);
    }
    status = GRAVEL_OK;
done:
    if (rng != NULL)
        gsl_rng_free(rng);
    free(w.length);
    free(buffer);
    return status;
}
