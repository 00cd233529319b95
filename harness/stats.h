/* Statistics: time averages with autocorrelation, steady state, replicates, fits, K-S. */
#ifndef GRAVEL_HARNESS_STATS_H
#define GRAVEL_HARNESS_STATS_H

#include "engines/core/status.h"

#include <stdbool.h>
#include <stddef.h>

struct gravel_estimate {
    double value, err, n_eff;
};

/* Accumulates samples of `width` numbers into at most 2 x GRAVEL_BLOCKS_MIN blocks; when full, neighbours merge and
 * the block length doubles: memory is fixed, O(1) a sample. */
enum { GRAVEL_BLOCKS_MIN = 128 };
struct gravel_blocks {
    size_t width, n_blocks, block_length, n_in_block, n_samples;
    double *sums; /* [2 * GRAVEL_BLOCKS_MIN][width]; owned */
};
GRAVEL_MUST_USE enum gravel_status gravel_blocks_init(struct gravel_blocks *blocks, size_t width);
void gravel_blocks_add(struct gravel_blocks *blocks, const double *values);
void gravel_blocks_free(struct gravel_blocks *blocks);

/* Number of leading blocks to discard by MSER (White 1997) on column `column`; *steady is false when the
 * minimum lies in the second half, i.e. when no steady state was reached. */
size_t gravel_blocks_transient(const struct gravel_blocks *blocks, size_t column, bool *steady);

/* Mean and error of one column after `discard` blocks: Flyvbjerg-Petersen blocking, the largest significant level. */
struct gravel_estimate gravel_blocks_estimate(const struct gravel_blocks *blocks, size_t column, size_t discard);

/* Mean over replicates: inverse-variance weights where all errors are known, checked against the scatter (the larger of the two errors
 * is taken); plain mean and scatter otherwise. n == 1 returns the one. */
struct gravel_estimate gravel_combine(size_t n, const struct gravel_estimate *estimates);

/* Weighted straight line y = a + b x; errors err <= 0 count as equal weights with the error from the residuals.  Also gives chi2/dof. */
struct gravel_line {
    double a, b, a_err, b_err, chi2_dof;
};
GRAVEL_MUST_USE enum gravel_status gravel_fit_line(size_t n, const double *x, const double *y, const double *err,
                                                   struct gravel_line *line);

/* Two-sided quantile of the normal (dof <= 0) or Student's t distribution. */
double gravel_quantile(double two_sided_probability, double dof);

#endif
