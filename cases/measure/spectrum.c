/* Power spectrum of the height of a column's centre of mass (S3 Sec. 4.3, inserts of Fig. 13).
 *
 * The last `points` samples, whose mean is taken off, go through a Blackman-Harris window (Harris 1978: side lobes
 * of -92 dB, main lobe of 4 bins either side) and a fast Fourier transform.  A line at a frequency therefore lies
 * within 4 bins of it; what the lines at multiples of f and of f/2, f the plate's frequency, leave is continuous or
 * belongs to longer cycles. */
#include "cases/measure/column.h"
#include "cases/measure/series.h"

#include <gsl/gsl_fft_real.h>
#include <stdlib.h>
#include <string.h>

enum { LOBE = 4 };

static const struct gravel_key options_list[] = {
    {"points", GRAVEL_TYPE_INT, 0, "1", 64, 1 << 20, "8192", NULL, "number of samples transformed, a power of two"},
    {0},
};

struct spectrum {
    struct gravel_column column;
    size_t n;
    struct gravel_series series; /* t, h_cm - h_cm0 */
};

static enum gravel_status
create(void *measure, const struct gravel_system *system, const struct gravel_options *parameters,
       const struct gravel_options *options, struct gravel_error *error)
{
    (void)parameters;
    struct gravel_column column;
    const enum gravel_status status = gravel_column_of(system, "spectrum", &column, error);
    if (status != GRAVEL_OK)
        return status;
    const size_t n = (size_t)gravel_options_int(options, "points");
    if ((n & (n - 1)) != 0)
        return gravel_fail(error, GRAVEL_INPUT, "measure.spectrum.points: found %zu, allowed a power of two", n);
    struct spectrum *m = measure;
    *m = (struct spectrum){.column = column, .n = n, .series.width = 2};
    return GRAVEL_OK;
}

static void
destroy(void *measure)
{
    struct spectrum *m = measure;
    gravel_series_free(&m->series);
}

static void
sample(void *measure, const struct gravel_state *state, double *values)
{
    (void)values;
    struct spectrum *m = measure;
    double *row = gravel_series_next(&m->series);
    if (row != NULL) {
        row[0] = state->t;
        row[1] = gravel_column_height(&m->column, state->particles);
    }
}

/* Four-term window at position k of n. */
static double
window(size_t k, size_t n)
{
    const double x = 2.0 * M_PI * (double)k / (double)n;
    return 0.35875 - 0.48829 * cos(x) + 0.14128 * cos(2.0 * x) - 0.01168 * cos(3.0 * x);
}

/* Share of every frequency 0 .. n/2 in the power, into the first n/2 + 1 of z[n]. */
static void
transform(double *z, size_t n)
{
    double mean = 0.0, sum = 0.0;
    for (size_t k = 0; k < n; k++)
        mean += z[k] / (double)n;
    for (size_t k = 0; k < n; k++)
        z[k] = (z[k] - mean) * window(k, n);
    gsl_fft_real_radix2_transform(z, 1, n); /* z[k], z[n - k]: real and imaginary parts */
    z[0] *= z[0];
    z[n / 2] *= z[n / 2];
    for (size_t k = 1; k < n / 2; k++)
        z[k] = 2.0 * (z[k] * z[k] + z[n - k] * z[n - k]);
    for (size_t k = 0; k <= n / 2; k++)
        sum += z[k];
    for (size_t k = 0; k <= n / 2 && sum > 0.0; k++)
        z[k] /= sum;
}

/* Shares of the lines at multiples of f and at odd multiples of f/2; `base` is f in bins. */
static void
share_out(const double *power, size_t n, double base, double *harmonic, double *subharmonic)
{
    *harmonic = *subharmonic = 0.0;
    for (size_t k = 0; k <= n / 2; k++) {
        const double order = round(2.0 * (double)k / base);
        if (order < 1.0 || fabs((double)k - 0.5 * order * base) > LOBE)
            continue;
        *(fmod(order, 2.0) == 0.0 ? harmonic : subharmonic) += power[k];
    }
}

/* Mean power near multiples of f/4 below f over that midway between them; bands of f/8 either way.  Above 1:
 * subharmonics stand out of the continuum, if only as broad peaks. */
static double
subharmonic_contrast(const double *power, size_t n, double base)
{
    double sum[2] = {0.0, 0.0}; /* midway, near */
    for (size_t k = 0; k <= n / 2; k++) {
        const double band = round(8.0 * (double)k / base); /* of width f/8 about band f/8 */
        if (band >= 1.0 && band <= 7.0)
            sum[fmod(band, 2.0) == 0.0] += power[k];
    }
    return sum[0] > 0.0 ? (sum[1] / 3.0) / (sum[0] / 4.0) : INFINITY;
}

static double
entropy(const double *power, size_t n)
{
    double h = 0.0;
    for (size_t k = 0; k <= n / 2; k++)
        h -= power[k] > 0.0 ? power[k] * log(power[k]) : 0.0;
    return h;
}

static enum gravel_status
report(const struct spectrum *m, double *z, const struct gravel_results *r, struct gravel_error *error)
{
    const size_t n = m->n;
    const double *rows = gravel_series_row(&m->series, m->series.n - n);
    const double interval = (rows[2 * (n - 1)] - rows[0]) / (double)(n - 1);
    const double f = m->column.angular_frequency / (2.0 * M_PI), base = f * interval * (double)n;
    if (!(base > 4.0 * LOBE && base < (double)n / 2.0))
        return gravel_fail(error, GRAVEL_INPUT,
                           "measure.spectrum: the plate's frequency is %g bins of the spectrum, "
                           "allowed %d to half the points: change run.samples or points",
                           base, 4 * LOBE);
    for (size_t k = 0; k < n; k++)
        z[k] = rows[2 * k + 1];
    transform(z, n);
    double harmonic, subharmonic;
    share_out(z, n, base, &harmonic, &subharmonic);
    r->number(r->self, "harmonic_power", "1", harmonic, -1.0);
    r->number(r->self, "subharmonic_power", "1", subharmonic, -1.0);
    r->number(r->self, "continuous_power", "1", 1.0 - harmonic - subharmonic, -1.0);
    r->number(r->self, "spectral_bins", "1", exp(entropy(z, n)), -1.0);
    r->number(r->self, "subharmonic_contrast", "1", subharmonic_contrast(z, n, base), -1.0);
    const size_t n_rows = (size_t)fmin((double)n / 2.0, 3.0 * base) + 1; /* up to 3 f */
    double *table = malloc(2 * n_rows * sizeof *table);
    if (table == NULL)
        return gravel_no_memory(error);
    for (size_t k = 0; k < n_rows; k++) {
        table[2 * k] = (double)k / base;
        table[2 * k + 1] = z[k];
    }
    r->table(r->self, "spectrum", "frequency|power", "1|1", n_rows, table);
    free(table);
    return GRAVEL_OK;
}

static enum gravel_status
finish(void *measure, const struct gravel_state *state, const struct gravel_results *r, struct gravel_error *error)
{
    (void)state;
    const struct spectrum *m = measure;
    enum gravel_status status = gravel_series_check(&m->series, error);
    if (status != GRAVEL_OK)
        return status;
    if (m->series.n <= m->n)
        return gravel_fail(error, GRAVEL_INPUT, "measure.spectrum.points: found %zu, allowed at most run.samples = %zu",
                           m->n, m->series.n - 1);
    double *z = malloc(m->n * sizeof *z);
    if (z == NULL)
        return gravel_no_memory(error);
    status = report(m, z, r, error);
    free(z);
    return status;
}

static void
archive_state(void *measure, struct gravel_archive *archive)
{
    struct spectrum *m = measure;
    gravel_series_archive(&m->series, archive);
}

static const struct gravel_yield yields[] = {
    {"harmonic_power", "1"},
    {"subharmonic_power", "1"},
    {"continuous_power", "1"},
    {"spectral_bins", "1"},
    {"subharmonic_contrast", "1"},
    {"spectrum", "1|1", "frequency|power"},
    {0},
};

const struct gravel_measure_ops gravel_measure_spectrum = {
    .name = "spectrum",
    .what =
        "Power spectrum of h_cm: shares of the lines at k f and at odd multiples of f/2, the rest (continuous_power), "
        "exp(entropy) in bins, contrast of f/4, f/2, 3f/4 to what lies between; table frequency|power up to 3 f, in "
        "units "
        "of f and of the whole power.",
    .reference = "S3 Sec. 4.3, Fig. 13",
    .dimensions = GRAVEL_IN_1D,
    .needs = GRAVEL_NEEDS_VIBRATION,
    .yields = yields,
    .options = options_list,
    .size = sizeof(struct spectrum),
    .create = create,
    .destroy = destroy,
    .archive = archive_state,
    .sample = sample,
    .finish = finish,
};
