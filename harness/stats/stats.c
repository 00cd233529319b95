#include "harness/stats/stats.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
    CAPACITY = 2 * GRAVEL_BLOCKS_MIN,
    MSER_TAIL = 8, /* the last 1/8 of the blocks is never searched: its short averages have small variances by chance */
    STEADY_BLOCKS = 16,  /* fewer blocks cannot show a steady state */
    PLATEAU_BLOCKS = 16, /* with fewer blocks the relative error of the error exceeds 18 % */
};
static const double STEADY_CONFIDENCE = 1.0 - 1e-4; /* probability that a long steady run is called steady */

enum gravel_status
gravel_blocks_init(struct gravel_blocks *blocks, size_t width)
{
    *blocks = (struct gravel_blocks){.width = width, .block_length = 1};
    blocks->origin = calloc(width + 1, sizeof *blocks->origin);
    blocks->sums = calloc(CAPACITY * width + 1, sizeof *blocks->sums);
    if (blocks->origin != NULL && blocks->sums != NULL)
        return GRAVEL_OK;
    gravel_blocks_free(blocks);
    return GRAVEL_MEMORY;
}

void
gravel_blocks_archive(struct gravel_blocks *blocks, struct gravel_archive *archive)
{
    GRAVEL_ARCHIVE_SAME(archive, blocks->width);
    GRAVEL_ARCHIVE(archive, blocks->n_blocks);
    GRAVEL_ARCHIVE(archive, blocks->block_length);
    GRAVEL_ARCHIVE(archive, blocks->n_in_block);
    GRAVEL_ARCHIVE(archive, blocks->n_samples);
    GRAVEL_ARCHIVE_ARRAY(archive, blocks->origin, blocks->width);
    GRAVEL_ARCHIVE_ARRAY(archive, blocks->sums, 2 * GRAVEL_BLOCKS_MIN * blocks->width);
}

void
gravel_blocks_free(struct gravel_blocks *blocks)
{
    free(blocks->origin);
    free(blocks->sums);
    *blocks = (struct gravel_blocks){0};
}

/* Neighbours merge: half as many blocks, twice as long. */
static void
merge_neighbours(struct gravel_blocks *blocks)
{
    const size_t width = blocks->width;
    for (size_t b = 0; b < CAPACITY / 2; b++)
        for (size_t k = 0; k < width; k++)
            blocks->sums[b * width + k] = blocks->sums[2 * b * width + k] + blocks->sums[(2 * b + 1) * width + k];
    memset(blocks->sums + CAPACITY / 2 * width, 0, CAPACITY / 2 * width * sizeof *blocks->sums);
    blocks->n_blocks = CAPACITY / 2;
    blocks->block_length *= 2;
}

void
gravel_blocks_add(struct gravel_blocks *blocks, const double *values)
{
    if (blocks->n_samples == 0 && blocks->width > 0)
        memcpy(blocks->origin, values, blocks->width * sizeof *values);
    double *sum = blocks->sums + blocks->n_blocks * blocks->width;
    for (size_t k = 0; k < blocks->width; k++)
        sum[k] += values[k] - blocks->origin[k];
    blocks->n_samples++;
    if (++blocks->n_in_block < blocks->block_length)
        return;
    blocks->n_in_block = 0;
    if (++blocks->n_blocks == CAPACITY)
        merge_neighbours(blocks);
}

/* Means of the blocks of a column after `discard`, relative to its origin. */
static size_t
column_means(const struct gravel_blocks *blocks, size_t column, size_t discard, double means[CAPACITY])
{
    size_t n = 0;
    for (size_t b = discard; b < blocks->n_blocks; b++)
        means[n++] = blocks->sums[b * blocks->width + column] / (double)blocks->block_length;
    return n;
}

static double
mean_of(const double *x, size_t n)
{
    double sum = 0.0;
    for (size_t k = 0; k < n; k++)
        sum += x[k];
    return sum / (double)n;
}

/* Sum of squared differences from the mean. */
static double
scatter_of(const double *x, size_t n)
{
    const double mean = mean_of(x, n);
    double sum = 0.0;
    for (size_t k = 0; k < n; k++)
        sum += (x[k] - mean) * (x[k] - mean);
    return sum;
}

/* Error of the mean at one level. */
static double
naive_error(const double *x, size_t n)
{
    return sqrt(scatter_of(x, n) / ((double)n * (double)(n - 1)));
}

/* Flyvbjerg and Petersen (1989), Eqs. 26-28: the error s_l of the mean from n_l blocks has itself the error
 * s_l / sqrt(2 (n_l - 1)).  The first level that no later one exceeds by more than that is on the plateau.
 * x is overwritten; *dof are those of the variance on that level. */
static double
plateau_error(double *x, size_t n, double *dof)
{
    double plateau = naive_error(x, n);
    *dof = (double)(n - 1);
    while (n / 2 >= PLATEAU_BLOCKS) {
        n /= 2;
        for (size_t k = 0; k < n; k++)
            x[k] = 0.5 * (x[2 * k] + x[2 * k + 1]);
        const double s = naive_error(x, n);
        if (s - s / sqrt(2.0 * (double)(n - 1)) > plateau) {
            plateau = s;
            *dof = (double)(n - 1);
        }
    }
    return plateau;
}

/* Covariance of a series with itself `lag` later; n > lag. */
static double
autocovariance(const double *x, size_t n, double mean, size_t lag)
{
    double sum = 0.0;
    for (size_t k = 0; k + lag < n; k++)
        sum += (x[k] - mean) * (x[k + lag] - mean);
    return sum / (double)(n - lag);
}

/* Error of the mean of a correlated series from its autocovariance, Wolff 2004, Eqs. 31-35 and 49-52.  The sum over
 * lags ends where the remainder of an exponential decay is below the noise of the terms; S = 1.5 of the paper.  Never
 * below the error of independent values: a negative correlation is not taken as information. */
static double
correlated_error(const double *x, size_t n)
{
    const double mean = mean_of(x, n), naive = naive_error(x, n), variance = autocovariance(x, n, mean, 0);
    double sum = variance; /* over positive and negative lags */
    size_t window = 0;
    while (window + 1 < n / 2) {
        sum += 2.0 * autocovariance(x, n, mean, ++window);
        const double tau_int = 0.5 * sum / variance; /* in samples */
        if (!(tau_int > 0.5))
            break;
        const double tau = 1.5 / log((2.0 * tau_int + 1.0) / (2.0 * tau_int - 1.0));
        if (exp(-(double)window / tau) < tau / sqrt((double)window * (double)n))
            break;
    }
    sum *= 1.0 + (2.0 * (double)window + 1.0) / (double)n; /* for the mean that was taken from the same values */
    return fmax(naive, sqrt(fmax(sum, 0.0) / (double)n));
}

/* A steady series has the same mean in both of its halves, within Student's limits of their errors or within the
 * rounding of a conserved number of size `scale`.  The errors are those of blocks, because a drift makes all values of
 * a half correlated, which would excuse the difference.  x is overwritten. */
static bool
halves_agree(double *x, size_t n, double scale)
{
    const size_t half = n / 2;
    const double difference = fabs(mean_of(x, half) - mean_of(x + half, n - half));
    double dof_a, dof_b;
    const double a = plateau_error(x, half, &dof_a), b = plateau_error(x + half, n - half, &dof_b);
    return difference <= gravel_quantile(STEADY_CONFIDENCE, fmin(dof_a, dof_b)) * sqrt(a * a + b * b) + 1e-10 * scale;
}

size_t
gravel_blocks_transient(const struct gravel_blocks *blocks, size_t column, bool *steady)
{
    double means[CAPACITY];
    const size_t n = column_means(blocks, column, 0, means);
    *steady = false;
    if (n < STEADY_BLOCKS)
        return 0;
    size_t best = 0;
    double smallest = INFINITY;
    for (size_t d = 0; d + n / MSER_TAIL <= n; d++) {
        const double left = (double)(n - d), z = scatter_of(means + d, n - d) / (left * left);
        if (z < smallest) {
            smallest = z;
            best = d;
        }
    }
    if (best > n / 2)
        best = n / 2;
    *steady = halves_agree(means + best, n - best, fabs(blocks->origin[column]));
    return best;
}

struct gravel_estimate
gravel_blocks_estimate(const struct gravel_blocks *blocks, size_t column, size_t discard)
{
    double means[CAPACITY];
    size_t n = column_means(blocks, column, discard, means);
    if (n == 0)
        return (struct gravel_estimate){NAN, -1.0, 0.0, 0.0};
    const double mean = blocks->origin[column] + mean_of(means, n);
    if (n == 1)
        return (struct gravel_estimate){mean, -1.0, 0.0, 0.0};
    const double variance = scatter_of(means, n) / (double)(n - 1), err = correlated_error(means, n);
    return gravel_series_estimate(mean, err, err > 0.0 ? variance / (err * err) : 0.0);
}

struct gravel_estimate
gravel_series_estimate(double value, double err, double n_eff)
{
    return (struct gravel_estimate){value, err, n_eff, 0.2 * n_eff};
}

double
gravel_estimate_dof(struct gravel_estimate x)
{
    return x.dof > 0.0 ? x.dof : x.n_eff > 1.0 ? x.n_eff - 1.0 : 0.0;
}

double
gravel_welch_dof(double va, double da, double vb, double db)
{
    const double spread = (da > 0.0 ? va * va / da : 0.0) + (db > 0.0 ? vb * vb / db : 0.0);
    return spread > 0.0 ? (va + vb) * (va + vb) / spread : 0.0;
}

bool
gravel_blocks_halves_agree(const struct gravel_blocks *blocks, size_t column, size_t discard)
{
    double means[CAPACITY];
    const size_t n = column_means(blocks, column, discard, means);
    return n < STEADY_BLOCKS || halves_agree(means, n, fabs(blocks->origin[column]));
}

double
gravel_blocks_drift(const struct gravel_blocks *blocks, size_t column, size_t discard)
{
    double means[CAPACITY];
    const size_t n = column_means(blocks, column, discard, means), half = n / 2;
    return n < 2 ? 0.0 : fabs(mean_of(means, half) - mean_of(means + half, n - half));
}

/* Means of the function's columns over the blocks after `discard`; of all but block `without`. */
static void
means_without(const struct gravel_blocks *blocks, size_t discard, const struct gravel_blocks_function *f,
              size_t without, double *means)
{
    const size_t n = blocks->n_blocks - discard - (without < blocks->n_blocks);
    for (size_t c = 0; c < f->width; c++) {
        double sum = 0.0;
        for (size_t b = discard; b < blocks->n_blocks; b++)
            if (b != without)
                sum += blocks->sums[b * blocks->width + f->first + c];
        means[c] = blocks->origin[f->first + c] + sum / ((double)n * (double)blocks->block_length);
    }
}

enum gravel_status
gravel_blocks_jackknife(const struct gravel_blocks *blocks, size_t discard,
                        const struct gravel_blocks_function *function, struct gravel_blocks *series, double *whole)
{
    const double n = (double)blocks->n_blocks - (double)discard;
    double *means = malloc((function->width + 1) * sizeof *means);
    if (means == NULL || gravel_blocks_init(series, 1) != GRAVEL_OK) {
        free(means);
        return GRAVEL_MEMORY;
    }
    *whole = NAN;
    if (n >= 1.0) {
        means_without(blocks, discard, function, SIZE_MAX, means);
        *whole = function->of(function->self, means, function->k);
    }
    if (n >= 2.0) {
        for (size_t b = discard; b < blocks->n_blocks; b++) {
            means_without(blocks, discard, function, b, means);
            const double pseudo = *whole + (n - 1.0) * (*whole - function->of(function->self, means, function->k));
            gravel_blocks_add(series, &pseudo);
        }
    }
    free(means);
    return GRAVEL_OK;
}

double
gravel_quantile(double two_sided_probability, double dof)
{
    const double tail = 0.5 * (1.0 - two_sided_probability);
    /* Beyond 1e6 degrees of freedom the two agree to 1e-5, and GSL's t quantile fails at 1e50. */
    return dof > 0.0 && dof < 1e6 ? gsl_cdf_tdist_Qinv(tail, dof) : gsl_cdf_ugaussian_Qinv(tail);
}
