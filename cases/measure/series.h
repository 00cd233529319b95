/* A growing list of rows of `width` numbers, for measures that evaluate the whole run at its end.  Sampling cannot
 * fail: a row for which there is no memory sets `lost`, which gravel_series_check reports. */
#ifndef GRAVEL_CASES_MEASURE_SERIES_H
#define GRAVEL_CASES_MEASURE_SERIES_H

#include "cases/measure/measure.h"
#include "engines/core/archive.h"

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

/* Add a row of one number, the series' width. */
void gravel_series_add(struct gravel_series *series, double value);

/* Mean of column `c` of rows first .. n - 1; NaN without any. */
double gravel_series_mean(const struct gravel_series *series, size_t c, size_t first);

/* Report this mean as `name`; its error is that of the column. */
void gravel_series_report(const struct gravel_series *series, size_t c, size_t first, const char *name,
                          const char *unit, const struct gravel_results *r);

/* Report `value`, a function f of averages <x_c>, and free the series.  It has the width 1 and its members are
 * f + sum_c (x_c - <x_c>) df/d<x_c>, one for every sample: to first order f depends on the averages as the mean of this
 * series does, which has its error (infinitesimal jackknife, Efron 1982).  GRAVEL_MEMORY is the only failure. */
GRAVEL_MUST_USE enum gravel_status gravel_series_report_function(struct gravel_series *series, double value,
                                                                 const char *name, const char *unit,
                                                                 const struct gravel_results *r,
                                                                 struct gravel_error *error);

/* Report <h^2>/(2 <h>^2) of the particles' heights h: 1 for an exponential density, 2/3 for a uniform one.  Columns c
 * and c + 1 of rows first .. n - 1 are the sums of h and of h^2 over the particles. */
GRAVEL_MUST_USE enum gravel_status gravel_series_report_shape(const struct gravel_series *series, size_t c,
                                                              size_t first, size_t n_particles, const char *name,
                                                              const struct gravel_results *r,
                                                              struct gravel_error *error);

/* Report sigma = factor <h>/sqrt(<v^2>), the mean gap over mean speed and contact time.  Columns 0 and 1 of rows
 * first .. n - 1 are h and v^2.  Nothing is reported where the averages give no finite positive sigma. */
GRAVEL_MUST_USE enum gravel_status gravel_series_report_sigma(const struct gravel_series *series, size_t first,
                                                              double factor, const struct gravel_results *r,
                                                              struct gravel_error *error);

#endif
