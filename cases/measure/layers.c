/* How the beads of a column move, one by one and with their neighbours: fluidised or condensed (S3 Sec. 4.3.4).
 *
 * Beads that move independently have a velocity correlation <v v'>/sqrt(<v^2><v'^2>) of 0 with their neighbours, beads
 * of a block one of 1.  A bead that spends half of its time within one diameter (the interquartile range of its height)
 * is a separate peak of the density, even when the column is thrown up now and then.  Heights are those without
 * diameters; <z^2>/(2 <z>^2) over all beads is 1 for an exponential density and 2/3 for a uniform one.  The second half
 * of the run counts; errors from the scatter of 16 blocks of it. */
#include "cases/measure/column.h"
#include "cases/measure/series.h"

#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <stdlib.h>

enum { BLOCKS = 16 };

struct layers {
    struct gravel_column column;
    double diameter;
    struct gravel_series series; /* heights [n], velocities [n] */
};

static enum gravel_status
create(void *measure, const struct gravel_system *system, const struct gravel_options *parameters,
       const struct gravel_options *options, struct gravel_error *error)
{
    (void)parameters, (void)options;
    struct gravel_column column;
    const enum gravel_status status = gravel_column_of(system, "layers", &column, error);
    if (status != GRAVEL_OK)
        return status;
    if (column.n < 4)
        return gravel_fail(error, GRAVEL_INPUT, "measure.layers: found %zu beads, allowed at least 4", column.n);
    struct layers *m = measure;
    *m = (struct layers){.column = column, .diameter = 2.0 * system->particles[0].radius, .series.width = 2 * column.n};
    return GRAVEL_OK;
}

static void
destroy(void *measure)
{
    struct layers *m = measure;
    gravel_series_free(&m->series);
}

static void
sample(void *measure, const struct gravel_state *state, double *values)
{
    (void)values;
    struct layers *m = measure;
    double *row = gravel_series_next(&m->series);
    if (row == NULL)
        return;
    gravel_column_reduce(&m->column, state->particles, row);
    for (size_t k = 0; k < m->column.n; k++)
        row[m->column.n + k] = state->particles[k].v.z;
}

/* Median and interquartile range of the height of bead k in rows first .. last - 1; `sorted` holds as many. */
static void
height_of(const struct layers *m, size_t k, size_t first, size_t last, double *sorted, double *median, double *range)
{
    const size_t n = last - first;
    for (size_t i = 0; i < n; i++)
        sorted[i] = gravel_series_row(&m->series, first + i)[k];
    gsl_sort(sorted, 1, n);
    *median = gsl_stats_median_from_sorted_data(sorted, 1, n);
    *range = gsl_stats_quantile_from_sorted_data(sorted, 1, n, 0.75) -
             gsl_stats_quantile_from_sorted_data(sorted, 1, n, 0.25);
}

static double
shape(const struct layers *m, size_t unused, size_t first, size_t last)
{
    (void)unused;
    double z = 0.0, z2 = 0.0;
    for (size_t i = first; i < last; i++)
        for (size_t k = 0; k < m->column.n; k++) {
            const double height = gravel_series_row(&m->series, i)[k];
            z += height;
            z2 += height * height;
        }
    return 0.5 * z2 * (double)(last - first) * (double)m->column.n / (z * z);
}

/* Velocity correlation of beads k - 1 and k. */
static double
correlation(const struct layers *m, size_t k, size_t first, size_t last)
{
    double ab = 0.0, aa = 0.0, bb = 0.0;
    for (size_t i = first; i < last; i++) {
        const double *v = gravel_series_row(&m->series, i) + m->column.n;
        ab += v[k - 1] * v[k];
        aa += v[k - 1] * v[k - 1];
        bb += v[k] * v[k];
    }
    return aa > 0.0 && bb > 0.0 ? ab / sqrt(aa * bb) : 1.0;
}

/* Mean of the pairs of the lower half. */
static double
lower_correlation(const struct layers *m, size_t n_pairs, size_t first, size_t last)
{
    double sum = 0.0;
    for (size_t k = 1; k <= n_pairs; k++)
        sum += correlation(m, k, first, last);
    return sum / (double)n_pairs;
}

/* One of the functions above, with the error of its mean over blocks. */
static void
report_blocks(const struct layers *m, double (*function)(const struct layers *, size_t, size_t, size_t), size_t k,
              const char *name, const struct gravel_results *r)
{
    const size_t half = m->series.n / 2, length = (m->series.n - half) / BLOCKS;
    const double value = function(m, k, half, m->series.n);
    double variance = 0.0;
    for (size_t b = 0; b < BLOCKS && length > 0; b++) {
        const double d = function(m, k, half + b * length, half + (b + 1) * length) - value;
        variance += d * d / (BLOCKS * (BLOCKS - 1));
    }
    r->number(r->self, name, "1", value, length > 0 ? sqrt(variance) : -1.0);
}

/* S3's regimes by the 0.5 of either correlation: 1 fluidised, 2 condensed below and fluidised above, 3 condensed. */
static double
regime(const struct layers *m, size_t first, size_t last)
{
    const bool below = lower_correlation(m, m->column.n / 2, first, last) > 0.5;
    const bool above = correlation(m, m->column.n - 1, first, last) > 0.5;
    return !below ? 1.0 : above ? 3.0 : 2.0;
}

static enum gravel_status
finish(void *measure, const struct gravel_state *state, const struct gravel_results *r, struct gravel_error *error)
{
    (void)state;
    const struct layers *m = measure;
    const size_t n = m->column.n, half = m->series.n / 2;
    const enum gravel_status status = gravel_series_check(&m->series, error);
    if (status != GRAVEL_OK)
        return status;
    double *table = malloc(4 * n * sizeof *table), *sorted = malloc((m->series.n - half) * sizeof *sorted);
    if (table == NULL || sorted == NULL) {
        free(table);
        free(sorted);
        return gravel_no_memory(error);
    }
    size_t peaks = 0;
    for (size_t k = 0; k < n; k++) {
        double *row = table + 4 * k;
        row[0] = (double)(k + 1);
        height_of(m, k, half, m->series.n, sorted, &row[1], &row[2]);
        row[3] = k > 0 ? correlation(m, k, half, m->series.n) : NAN;
        peaks += row[2] < m->diameter;
    }
    r->number(r->self, "peaked_beads", "1", (double)peaks, 0.0);
    report_blocks(m, lower_correlation, n / 2, "lower_correlation", r);
    report_blocks(m, correlation, n - 1, "top_correlation", r);
    report_blocks(m, shape, 0, "reduced_shape", r);
    r->number(r->self, "regime", "1", regime(m, half, m->series.n), 0.0);
    r->table(r->self, "layers", "bead|z|range|correlation", "1|m|m|1", n, table);
    free(table);
    free(sorted);
    return GRAVEL_OK;
}

static void
archive_state(void *measure, struct gravel_archive *archive)
{
    struct layers *m = measure;
    gravel_series_archive(&m->series, archive);
}

static const struct gravel_yield yields[] = {
    {"peaked_beads", "1"},
    {"lower_correlation", "1"},
    {"top_correlation", "1"},
    {"reduced_shape", "1"},
    {"regime", "1"},
    {"layers", "1|m|m|1", "bead|z|range|correlation"},
    {0},
};

const struct gravel_measure_ops gravel_measure_layers = {
    .name = "layers",
    .what =
        "Velocity correlation of neighbours, mean of the lower half and of the highest pair; number of beads that "
        "spend half "
        "of their time within a diameter; <z^2>/(2<z>^2); regime 1 fluidised, 2 condensed below, 3 condensed; table "
        "bead|z|range|correlation (with the bead below).",
    .reference = "S3 Sec. 4.3.4, Figs. 19 to 21",
    .dimensions = GRAVEL_IN_1D,
    .yields = yields,
    .size = sizeof(struct layers),
    .create = create,
    .destroy = destroy,
    .archive = archive_state,
    .sample = sample,
    .finish = finish,
};
