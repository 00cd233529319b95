/* A growing list of rows of `width` numbers, for measures that evaluate the whole run at its end.  Sampling cannot
 * fail: a row for which there is no memory sets `lost`, which gravel_series_check reports. */
#ifndef GRAVEL_CASES_MEASURE_SERIES_H
#define GRAVEL_CASES_MEASURE_SERIES_H

#include "engines/core/archive.h"
#include "engines/core/status.h"

#include <stdbool.h>
#include <stddef.h>

struct gravel_series {
    size_t width, n, capacity;
    double *data; /* row by row; owned */
    bool lost;
};

/* Space for the next row, counted at once; NULL when memory ran out. */
double *gravel_series_next(struct gravel_series *series);
GRAVEL_MUST_USE enum gravel_status gravel_series_check(const struct gravel_series *series, struct gravel_error *error);
void gravel_series_free(struct gravel_series *series);

/* Save or load all rows; the width is that of create(). */
void gravel_series_archive(struct gravel_series *series, struct gravel_archive *archive);

static inline const double *
gravel_series_row(const struct gravel_series *series, size_t k)
{
    return series->data + k * series->width;
}

/* Mean and standard error of values[0], values[stride], .., n of them, taken as independent; err -1 below two. */
void gravel_mean_error(const double *values, size_t stride, size_t n, double *mean, double *err);

/* The same of column `c` of rows first .. n - 1. */
void gravel_series_mean(const struct gravel_series *series, size_t c, size_t first, double *mean, double *err);

#endif
