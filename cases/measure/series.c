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
gravel_mean_error(const double *values, size_t stride, size_t n, double *mean, double *err)
{
    double sum = 0.0, square = 0.0;
    for (size_t k = 0; k < n; k++)
        sum += values[k * stride];
    *mean = sum / (double)n;
    for (size_t k = 0; k < n; k++) {
        const double d = values[k * stride] - *mean;
        square += d * d;
    }
    *err = n < 2 ? -1.0 : sqrt(square / (double)(n - 1) / (double)n);
}

void
gravel_series_mean(const struct gravel_series *series, size_t c, size_t first, double *mean, double *err)
{
    if (series->n > first)
        gravel_mean_error(gravel_series_row(series, first) + c, series->width, series->n - first, mean, err);
    else
        gravel_mean_error(NULL, 1, 0, mean, err);
}
