/* Statistics: time averages with autocorrelation, steady state, replicates. */
#ifndef GRAVEL_HARNESS_STATS_STATS_H
#define GRAVEL_HARNESS_STATS_STATS_H

#include "engines/core/archive.h"
#include "engines/core/status.h"

#include <stdbool.h>
#include <stddef.h>

struct gravel_estimate {
    double value;
    double err;   /* one standard error; 0: exact; < 0: unknown */
    double n_eff; /* effective number of independent samples; 0 where err is 0 or unknown */
};

/* Accumulates samples of `width` numbers into at most 2 x GRAVEL_BLOCKS_MIN blocks; when full, neighbours merge and
 * the block length doubles: memory is fixed, O(1) a sample. */
enum { GRAVEL_BLOCKS_MIN = 128 };
struct gravel_blocks {
    size_t width, n_blocks, block_length, n_in_block, n_samples;
    double *origin; /* [width]; the first sample; sums are of differences from it, so a constant has error 0; owned */
    double *sums;   /* [2 * GRAVEL_BLOCKS_MIN][width]; owned */
};

/* Begin without samples; the memory is freed by gravel_blocks_free().  GRAVEL_MEMORY is the only failure. */
GRAVEL_MUST_USE enum gravel_status gravel_blocks_init(struct gravel_blocks *blocks, size_t width);

/* Add one sample, values[width]; it is copied. */
void gravel_blocks_add(struct gravel_blocks *blocks, const double *values);

/* Save or load all samples; the width is that of gravel_blocks_init(). */
void gravel_blocks_archive(struct gravel_blocks *blocks, struct gravel_archive *archive);

/* Free the memory; allowed after a failed gravel_blocks_init() and for {0}. */
void gravel_blocks_free(struct gravel_blocks *blocks);

/* Number of leading blocks to discard by MSER (White 1997) on column `column`: the d that minimises the squared
 * standard error of what remains, at most half of them.  *steady is false when the halves of what remains have
 * different means, or when there are fewer than 16 blocks: then no steady state was shown. */
size_t gravel_blocks_transient(const struct gravel_blocks *blocks, size_t column, bool *steady);

/* Mean and error of one column after `discard` blocks: Flyvbjerg and Petersen (1989) blocking.  Pairs of blocks merge,
 * level by level, while the error of the mean still rises significantly; the level on the plateau gives the error. This
 * needs a series of 100 correlation times 2 tau_int or more; of 50 the error is 17 % too small.  n_eff is the variance
 * of the blocks over err^2.  err is -1 with fewer than two blocks, and n_eff then 0; an error of exactly 0 is a
 * constant. */
struct gravel_estimate gravel_blocks_estimate(const struct gravel_blocks *blocks, size_t column, size_t discard);

/* The estimate of gravel_blocks_estimate() with the error that a decision needs, 1 + 25/n_eff times as large: blocking
 * stops at 16 blocks, which are still correlated where the series is short, so that the error is too small and n_eff
 * too large.  25 is measured: of AR(1) series with rho 0.5 to 0.95 and 20 to 200 correlation times the one-sided 99 %
 * limit of Student's t with n_eff - 1 degrees of freedom then excludes the truth in 0.5 to 1.4 % (without it in 5 % at
 * 20 and 2.3 % at 100).  An estimate without n_eff is returned as it is. */
struct gravel_estimate gravel_series_estimate(struct gravel_estimate estimate);

/* |difference of the means of both halves| of a column after `discard` blocks: the drift of a series that is not
 * steady; 0 with fewer than two blocks. */
double gravel_blocks_drift(const struct gravel_blocks *blocks, size_t column, size_t discard);

/* Mean over replicates: inverse-variance weights where all errors are known, and the larger of the error that follows
 * from them and that of the scatter (Birge 1932).  Replicates differ in their random numbers only, so that errors that
 * are too small are so by one common factor.  Otherwise the plain mean, with the error from the scatter.  n == 1
 * returns the one estimate. */
struct gravel_estimate gravel_combine(size_t n, const struct gravel_estimate *estimates);

/* Whether some two replicates with known errors differ by more than these allow, at one false alarm in a million
 * points: Student's t with Welch's degrees of freedom, shared out over the pairs.  Replicates differ in their random
 * numbers only, so that such a system has more than one attractor, or was not averaged over one. */
bool gravel_replicates_disagree(size_t n, const struct gravel_estimate *estimates);

/* The t for which |x| < t has this probability, x from the normal (dof <= 0) or Student's t distribution. */
double gravel_quantile(double two_sided_probability, double dof);

#endif
