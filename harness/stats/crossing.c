#include "harness/stats/crossing.h"

#include "engines/core/rng.h"

#include <gsl/gsl_randist.h>
#include <gsl/gsl_sort_double.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>

enum { DRAWS = 1000 };

/* Indices of the numbers of a curve. */
enum { CROSSING, BEYOND, N_NUMBERS = BEYOND + 2 };

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

/* n points (x, y) and the crossing of sign * y, which rises, with `level`; a curve that ends above `top` does not
 * cross.
 */
struct curve {
    size_t n;
    const double *x, *y, *err;
    double sign, level, top;
    double *fitted, *weight; /* n; sign * y of the nearest monotonic curve */
    double *drawn;           /* n */
    double *numbers;         /* N_NUMBERS sets of DRAWS */
    size_t *length;          /* n */
};

/* With exact points among uncertain ones, weights 1/err^2 are undefined: all weights are then equal. */
static bool
all_uncertain(size_t n, const double *err)
{
    for (size_t k = 0; k < n; k++)
        if (!(err[k] > 0.0))
            return false;
    return true;
}

static void
release(struct curve *curve)
{
    free(curve->fitted);
    free(curve->length);
}

static enum gravel_status
prepare(struct curve *curve, size_t n, const double *x, const double *y, const double *err, bool magnitude,
        double level)
{
    if (n < 2)
        return GRAVEL_INPUT;
    for (size_t k = 0; k < n; k++)
        if (!(err[k] >= 0.0 && isfinite(err[k])) || !isfinite(y[k]) || !(x[k] > 0.0))
            return GRAVEL_INPUT;
    const double sign = (magnitude ? y[0] < 0.0 : y[n - 1] > y[0]) ? 1.0 : -1.0;
    *curve = (struct curve){.n = n, .x = x, .y = y, .err = err, .sign = sign};
    curve->level = magnitude ? -level : sign * level;
    curve->top = magnitude ? level : INFINITY;
    curve->fitted = calloc(3 * n + N_NUMBERS * DRAWS, sizeof *curve->fitted);
    curve->length = calloc(n, sizeof *curve->length);
    if (curve->fitted == NULL || curve->length == NULL) {
        release(curve);
        return GRAVEL_MEMORY;
    }
    curve->weight = curve->fitted + n;
    curve->drawn = curve->fitted + 2 * n;
    curve->numbers = curve->fitted + 3 * n;
    return GRAVEL_OK;
}

static void
fit(struct curve *curve, const double *values)
{
    const bool weighed = all_uncertain(curve->n, curve->err);
    for (size_t k = 0; k < curve->n; k++) {
        curve->fitted[k] = curve->sign * values[k];
        curve->weight[k] = weighed ? 1.0 / (curve->err[k] * curve->err[k]) : 1.0;
    }
    pool(curve->n, curve->fitted, curve->weight, curve->length);
}

/* The first point of the fit that is beyond the level; n: none. */
static size_t
first_beyond(const struct curve *curve)
{
    size_t k = 0;
    while (k < curve->n && curve->fitted[k] < curve->level)
        k++;
    return curve->fitted[curve->n - 1] > curve->top ? curve->n : k;
}

static double
crossing_of(const struct curve *curve)
{
    const size_t k = first_beyond(curve), n = curve->n;
    const double *x = curve->x, *y = curve->fitted;
    return k == 0 ? x[0] : k == n ? x[n - 1] : interpolate(x[k - 1], y[k - 1], x[k], y[k], curve->level);
}

/* How far the fit is beyond the level at x = `at`, or at the end of the data next to it. */
static double
beyond_level(const struct curve *curve, double at)
{
    const size_t n = curve->n;
    size_t k = 0;
    while (k < n && curve->x[k] < at)
        k++;
    double y = curve->fitted[k < n ? k : n - 1];
    if (k > 0 && k < n) {
        const double y0 = curve->fitted[k - 1], f = log(at / curve->x[k - 1]) / log(curve->x[k] / curve->x[k - 1]);
        y = y0 * y > 0.0 && curve->level * y > 0.0 ? y0 * pow(y / y0, f) : y0 + f * (y - y0);
    }
    return fmin(y - curve->level, curve->top - curve->fitted[n - 1]);
}

/* The numbers of the curve through these values. */
static void
numbers_of(struct curve *curve, const double *values, const double *at, double *numbers)
{
    fit(curve, values);
    numbers[CROSSING] = crossing_of(curve);
    for (int bound = 0; bound < 2; bound++)
        numbers[BEYOND + bound] = at ? beyond_level(curve, at[bound]) : NAN;
}

/* Compute the numbers of DRAWS curves with random points, normally distributed about y, and sort each of them. */
static enum gravel_status
bootstrap(struct curve *curve, const double *at)
{
    double numbers[N_NUMBERS];
    gsl_rng *rng = gravel_rng_create(1, "crossing", 0);
    if (rng == NULL)
        return GRAVEL_MEMORY;
    for (size_t draw = 0; draw < DRAWS; draw++) {
        for (size_t k = 0; k < curve->n; k++)
            curve->drawn[k] = curve->y[k] + gsl_ran_gaussian_ziggurat(rng, curve->err[k]);
        numbers_of(curve, curve->drawn, at, numbers);
        for (size_t number = 0; number < N_NUMBERS; number++)
            curve->numbers[number * DRAWS + draw] = numbers[number];
    }
    gsl_rng_free(rng);
    for (size_t number = 0; number < N_NUMBERS; number++)
        gsl_sort(curve->numbers + number * DRAWS, 1, DRAWS);
    return GRAVEL_OK;
}

static double
quantile(const struct curve *curve, size_t number, double p)
{
    return gsl_stats_quantile_from_sorted_data(curve->numbers + number * DRAWS, 1, DRAWS, p);
}

/* One standard error. */
static double
half_width(const struct curve *curve, size_t number)
{
    return 0.5 * (quantile(curve, number, 0.8413) - quantile(curve, number, 0.1587));
}

static bool
all_exact(size_t n, const double *err)
{
    for (size_t k = 0; k < n; k++)
        if (err[k] != 0.0)
            return false;
    return true;
}

static enum gravel_status
find(struct curve *curve, const double *at, struct gravel_crossing *c)
{
    double numbers[N_NUMBERS];
    numbers_of(curve, curve->y, at, numbers);
    const size_t k = first_beyond(curve);
    c->place = k == 0 ? GRAVEL_CROSSED_BEFORE : k == curve->n ? GRAVEL_CROSSED_BEYOND : GRAVEL_CROSSED;
    c->x = c->low = c->high = numbers[CROSSING];
    c->err = 0.0;
    for (size_t bound = 0; bound < 2; bound++)
        c->beyond[bound] = (struct gravel_estimate){.value = numbers[BEYOND + bound]};
    if (all_exact(curve->n, curve->err))
        return GRAVEL_OK;
    const enum gravel_status status = bootstrap(curve, at);
    if (status != GRAVEL_OK)
        return status;
    c->err = half_width(curve, CROSSING);
    c->low = quantile(curve, CROSSING, 0.025);
    c->high = quantile(curve, CROSSING, 0.975);
    for (size_t bound = 0; bound < 2; bound++)
        c->beyond[bound].err = half_width(curve, BEYOND + bound);
    return GRAVEL_OK;
}

enum gravel_status
gravel_find_crossing(size_t n, const double *x, const double *y, const double *err, bool magnitude, double level,
                     const double *at, struct gravel_crossing *c)
{
    struct curve curve;
    *c = (struct gravel_crossing){.place = GRAVEL_CROSSED_BEYOND, .x = NAN, .err = -1.0, .low = NAN, .high = NAN};
    enum gravel_status status = prepare(&curve, n, x, y, err, magnitude, level);
    if (status != GRAVEL_OK)
        return status;
    status = find(&curve, at, c);
    release(&curve);
    return status;
}
