#include "cases/measure/series.h"

#include "engines/core/array.h"

#include <math.h>
#include <stdlib.h>

double *
gravel_series_next(struct gravel_series *series)
{
    if (!gravel_array_grow(&series->data, &series->capacity, series->n + 1, series->width * sizeof *series->data)) {
        series->lost = true;
        return NULL;
    }
    return series->data + series->width * series->n++;
}

enum gravel_status
gravel_series_check(const struct gravel_series *series, struct gravel_error *error)
{
    return series->lost ? gravel_no_memory(error) : GRAVEL_OK;
}

void
gravel_series_free(struct gravel_series *series)
{
    free(series->data);
    *series = (struct gravel_series){0};
}

void
gravel_series_archive(struct gravel_series *series, struct gravel_archive *archive)
{
    size_t n = series->n;
    GRAVEL_ARCHIVE_SAME(archive, series->width);
    GRAVEL_ARCHIVE(archive, n);
    if (archive->loads && gravel_archive_ok(archive)) {
        if (gravel_array_grow(&series->data, &series->capacity, n, series->width * sizeof *series->data))
            series->n = n;
        else
            gravel_archive_fail(archive, GRAVEL_MEMORY, "out of memory");
    }
    GRAVEL_ARCHIVE(archive, series->lost);
    GRAVEL_ARCHIVE_ARRAY(archive, series->data, n * series->width);
}

void
gravel_series_add(struct gravel_series *series, double value)
{
    double *row = gravel_series_next(series);
    if (row != NULL)
        *row = value;
}

double
gravel_series_mean(const struct gravel_series *series, size_t c, size_t first)
{
    double sum = 0.0;
    for (size_t k = first; k < series->n; k++)
        sum += gravel_series_row(series, k)[c];
    return sum / (double)(series->n - first);
}

void
gravel_series_report(const struct gravel_series *series, size_t c, size_t first, const char *name, const char *unit,
                     const struct gravel_results *r)
{
    if (first < series->n)
        r->estimate(r->self, name, unit, gravel_series_mean(series, c, first), gravel_series_row(series, first) + c,
                    series->width, series->n - first);
}

enum gravel_status
gravel_series_report_function(struct gravel_series *series, double value, const char *name, const char *unit,
                              const struct gravel_results *r, struct gravel_error *error)
{
    const enum gravel_status status = gravel_series_check(series, error);
    if (status == GRAVEL_OK)
        r->estimate(r->self, name, unit, value, series->data, 1, series->n);
    gravel_series_free(series);
    return status;
}

enum gravel_status
gravel_series_report_shape(const struct gravel_series *series, size_t c, size_t first, size_t n_particles,
                           const char *name, const struct gravel_results *r, struct gravel_error *error)
{
    const double h = gravel_series_mean(series, c, first), h2 = gravel_series_mean(series, c + 1, first);
    const double shape = 0.5 * h2 * (double)n_particles / (h * h);
    struct gravel_series influence = {.width = 1};
    for (size_t k = first; k < series->n; k++) {
        const double *row = gravel_series_row(series, k);
        gravel_series_add(&influence, shape * (2.0 + row[c + 1] / h2 - 2.0 * row[c] / h));
    }
    return gravel_series_report_function(&influence, shape, name, "1", r, error);
}

enum gravel_status
gravel_series_report_sigma(const struct gravel_series *series, size_t first, double factor,
                           const struct gravel_results *r, struct gravel_error *error)
{
    const double h = gravel_series_mean(series, 0, first), v2 = gravel_series_mean(series, 1, first);
    const double sigma = factor * h / sqrt(v2);
    struct gravel_series influence = {.width = 1};
    if (!isfinite(sigma) || h <= 0.0)
        return GRAVEL_OK;
    for (size_t k = first; k < series->n; k++) {
        const double *row = gravel_series_row(series, k);
        gravel_series_add(&influence, sigma * (0.5 + row[0] / h - 0.5 * row[1] / v2));
    }
    return gravel_series_report_function(&influence, sigma, "sigma", "1", r, error);
}
