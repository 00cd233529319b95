/* How the beads of a column move, one by one and with their neighbours: fluidised or condensed (S3 Sec. 4.3.4).
 *
 * Beads that move independently have a velocity correlation <v v'>/sqrt(<v^2><v'^2>) of 0 with their neighbours, beads of
 * a block one of 1.  A bead whose height has an rms fluctuation below half a diameter shows as a peak of its own in
 * the density.  The second half of the run counts; errors from the scatter of 16 blocks of it. */
#include "cases/measure/column.h"
#include "cases/measure/series.h"

#include <stdlib.h>

enum { BLOCKS = 16 };

struct layers {
    struct gravel_column column;
    double diameter;
    struct gravel_series series; /* heights [n], velocities [n] */
};

static enum gravel_status
create(void **measure, const struct gravel_system *system, const struct gravel_options *parameters,
       const struct gravel_options *options, struct gravel_error *error)
{
    (void)parameters, (void)options;
    struct gravel_column column;
    const enum gravel_status status = gravel_column_of(system, "layers", &column, error);
    if (status != GRAVEL_OK)
        return status;
    if (column.n < 4)
        return gravel_fail(error, GRAVEL_INPUT, "measure.layers: found %zu beads, allowed at least 4", column.n);
    struct layers *m = calloc(1, sizeof *m);
    if (m == NULL)
        return gravel_fail(error, GRAVEL_MEMORY, "measure.layers: out of memory");
    *m = (struct layers){.column = column, .diameter = 2.0 * system->particles[0].radius, .series.width = 2 * column.n};
    *measure = m;
    return GRAVEL_OK;
}

static void
destroy(void *measure)
{
    struct layers *m = measure;
    gravel_series_free(&m->series);
    free(m);
}

static void
sample(void *measure, const struct gravel_state *state, double *values)
{
    (void)values;
    struct layers *m = measure;
    double *row = gravel_series_next(&m->series);
    for (size_t k = 0; k < m->column.n && row != NULL; k++) {
        row[k] = state->particles[k].x.z;
        row[m->column.n + k] = state->particles[k].v.z;
    }
}

/* Of rows first .. last - 1: mean and rms fluctuation of the height of bead k. */
static void
height_of(const struct layers *m, size_t k, size_t first, size_t last, double *mean, double *rms)
{
    double sum = 0.0, square = 0.0;
    for (size_t i = first; i < last; i++)
        sum += gravel_series_row(&m->series, i)[k];
    *mean = sum / (double)(last - first);
    for (size_t i = first; i < last; i++) {
        const double d = gravel_series_row(&m->series, i)[k] - *mean;
        square += d * d;
    }
    *rms = sqrt(square / (double)(last - first));
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

static void
report_correlation(const struct layers *m, const char *name, size_t k, const struct gravel_results *r)
{
    const size_t half = m->series.n / 2, length = (m->series.n - half) / BLOCKS;
    const double value = correlation(m, k, half, m->series.n);
    double variance = 0.0;
    for (size_t b = 0; b < BLOCKS && length > 0; b++) {
        const double d = correlation(m, k, half + b * length, half + (b + 1) * length) - value;
        variance += d * d / (BLOCKS * (BLOCKS - 1));
    }
    r->number(r->self, name, "1", value, length > 0 ? sqrt(variance) : -1.0);
}

static enum gravel_status
finish(void *measure, const struct gravel_state *state, const struct gravel_results *r, struct gravel_error *error)
{
    (void)state;
    const struct layers *m = measure;
    const size_t n = m->column.n, half = m->series.n / 2;
    const enum gravel_status status = gravel_series_check(&m->series, "layers", error);
    if (status != GRAVEL_OK)
        return status;
    double *table = malloc(4 * n * sizeof *table);
    if (table == NULL)
        return gravel_fail(error, GRAVEL_MEMORY, "measure.layers: out of memory");
    size_t peaks = 0;
    for (size_t k = 0; k < n; k++) {
        double *row = table + 4 * k;
        row[0] = (double)(k + 1);
        height_of(m, k, half, m->series.n, &row[1], &row[2]);
        row[3] = k > 0 ? correlation(m, k, half, m->series.n) : NAN;
        peaks += row[2] < 0.5 * m->diameter;
    }
    r->number(r->self, "peaked_beads", "1", (double)peaks, 0.0);
    report_correlation(m, "bottom_correlation", 1, r);
    report_correlation(m, "top_correlation", n - 1, r);
    r->table(r->self, "layers", "bead|height|rms|correlation", "1|m|m|1", n, table);
    free(table);
    return GRAVEL_OK;
}

const struct gravel_measure_ops gravel_measure_layers = {
    .name = "layers",
    .what = "Velocity correlation of the lowest and of the highest pair of beads, number of beads that keep within half a "
            "diameter; table bead|height|rms|correlation (with the bead below).",
    .reference = "S3 Sec. 4.3.4, Figs. 19 to 21",
    .create = create,
    .destroy = destroy,
    .sample = sample,
    .finish = finish,
};
