/* How the beads of a column move, one by one and with their neighbours: fluidised or condensed (S3 Sec. 4.3.4).
 *
 * Beads that move independently have a velocity correlation <v v'>/sqrt(<v^2><v'^2>) of 0 with their neighbours, beads
 * of a block one of 1.  A bead that spends half of its time within one diameter (the interquartile range of its height)
 * is a separate peak of the density, even when the column is thrown up now and then.  Heights are those without
 * diameters; <z^2>/(2 <z>^2) over all beads is 1 for an exponential density and 2/3 for a uniform one.  The second half
 * of the run counts. */
#include "cases/measure/column.h"
#include "cases/measure/series.h"

#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <stdlib.h>

struct layers {
    struct gravel_column column;
    double diameter;
    struct gravel_series series; /* heights [n], velocities [n], sums of the heights and of their squares */
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
    *m = (struct layers){
        .column = column, .diameter = 2.0 * system->particles[0].radius, .series.width = 2 * column.n + 2};
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
    double *sums = row + 2 * m->column.n;
    sums[0] = sums[1] = 0.0;
    for (size_t k = 0; k < m->column.n; k++) {
        row[m->column.n + k] = state->particles[k].v.z;
        sums[0] += row[k];
        sums[1] += row[k] * row[k];
    }
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

/* Mean products of the velocities of beads k - 1 and k over rows first .. n - 1. */
struct products {
    double ab, aa, bb;
};
static struct products
mean_products(const struct layers *m, size_t k, size_t first)
{
    const double n = (double)(m->series.n - first);
    struct products mean = {0.0, 0.0, 0.0};
    for (size_t i = first; i < m->series.n; i++) {
        const double *v = gravel_series_row(&m->series, i) + m->column.n;
        mean.ab += v[k - 1] * v[k] / n;
        mean.aa += v[k - 1] * v[k - 1] / n;
        mean.bb += v[k] * v[k] / n;
    }
    return mean;
}

/* Velocity correlation of beads k - 1 and k. */
static double
correlation(const struct layers *m, size_t k, size_t first)
{
    const struct products mean = mean_products(m, k, first);
    return mean.aa > 0.0 && mean.bb > 0.0 ? mean.ab / sqrt(mean.aa * mean.bb) : 1.0;
}

/* Mean of the correlations of beads k - 1 and k, k = from .. to. */
static double
mean_correlation(const struct layers *m, size_t from, size_t to, size_t first)
{
    double sum = 0.0;
    for (size_t k = from; k <= to; k++)
        sum += correlation(m, k, first);
    return sum / (double)(to - from + 1);
}

static enum gravel_status
report_correlation(const struct layers *m, size_t from, size_t to, const char *name, const struct gravel_results *r,
                   struct gravel_error *error)
{
    const size_t first = m->series.n / 2, n = m->series.n - first;
    const double value = mean_correlation(m, from, to, first);
    double *influence = calloc(n, sizeof *influence);
    if (influence == NULL)
        return gravel_no_memory(error);
    for (size_t k = from; k <= to; k++) {
        const struct products mean = mean_products(m, k, first);
        const double c = correlation(m, k, first), root = sqrt(mean.aa * mean.bb);
        for (size_t i = 0; i < n && root > 0.0; i++) {
            const double *v = gravel_series_row(&m->series, first + i) + m->column.n, a = v[k - 1], b = v[k];
            influence[i] +=
                (c + a * b / root - 0.5 * c * (a * a / mean.aa + b * b / mean.bb)) / (double)(to - from + 1);
        }
    }
    r->estimate(r->self, name, "1", value, influence, 1, n);
    free(influence);
    return GRAVEL_OK;
}

/* S3's regimes by the 0.5 of either correlation: 1 fluidised, 2 condensed below and fluidised above, 3 condensed. */
static double
regime(const struct layers *m, size_t first)
{
    const bool below = mean_correlation(m, 1, m->column.n / 2, first) > 0.5;
    const bool above = correlation(m, m->column.n - 1, first) > 0.5;
    return !below ? 1.0 : above ? 3.0 : 2.0;
}

static enum gravel_status
finish(void *measure, const struct gravel_state *state, const struct gravel_results *r, struct gravel_error *error)
{
    (void)state;
    const struct layers *m = measure;
    const size_t n = m->column.n, half = m->series.n / 2;
    enum gravel_status status = gravel_series_check(&m->series, error);
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
        row[3] = k > 0 ? correlation(m, k, half) : NAN;
        peaks += row[2] < m->diameter;
    }
    r->number(r->self, "peaked_beads", "1", (double)peaks, 0.0);
    r->number(r->self, "regime", "1", regime(m, half), 0.0);
    r->table(r->self, "layers", "bead|z|range|correlation", "1|m|m|1", n, table);
    free(table);
    free(sorted);
    status = report_correlation(m, 1, n / 2, "lower_correlation", r, error);
    if (status == GRAVEL_OK)
        status = report_correlation(m, n - 1, n - 1, "top_correlation", r, error);
    return status == GRAVEL_OK ? gravel_series_report_shape(&m->series, 2 * n, half, n, "reduced_shape", r, error)
                               : status;
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
