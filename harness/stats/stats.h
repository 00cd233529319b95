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
    double n_eff; /* effective number of independent samples; 0 where err is 0, unknown or known beforehand */
    double dof;   /* degrees of freedom of err; 0: n_eff - 1, those of independent samples */
};

/* The degrees of freedom of an error; 0: unknown, take the normal distribution. */
double gravel_estimate_dof(struct gravel_estimate x);

/* Degrees of freedom of an estimated variance va + vb; da and db are those of va and of vb, 0: that variance is exact.
 * 0: the sum is exact (Welch 1947, Satterthwaite 1946). */
double gravel_welch_dof(double va, double da, double vb, double db);

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
 * different means, or when there are fewer than 16 blocks: then no steady state was shown.  A series that is steady is
 * rarely not found so if it has a hundred independent samples or more, and in one of fifty with twenty
 * (tests/unit/test_stats.c). */
size_t gravel_blocks_transient(const struct gravel_blocks *blocks, size_t column, bool *steady);

/* Mean and error of one column after `discard` blocks, from the autocovariance of the blocks (Wolff 2004).  n_eff is
 * the variance of the blocks over err^2.  For series of exponential correlation the mean of err^2 is right within 5 %
 * from n_eff = 20 on (tests/unit/test_stats.c).  err is -1 with fewer than two blocks, and n_eff then 0; an error of
 * exactly 0 is a constant. */
struct gravel_estimate gravel_blocks_estimate(const struct gravel_blocks *blocks, size_t column, size_t discard);

/* The estimate of a series from the numbers that a record keeps of it.  Its degrees of freedom: the error is a sum over
 * about 2.5 correlation times on either side, each of which is estimated from the same values, so that its relative
 * variance is 2 (2 W + 1)/n (Wolff 2004, Eq. 42).  That is 2/(0.2 n_eff) within 15 % for series of exponential
 * correlation, n_eff = 20 to 200. */
struct gravel_estimate gravel_series_estimate(double value, double err, double n_eff);

/* Whether the means of both halves of a column after `discard` blocks agree, by the test of gravel_blocks_transient();
 * true with fewer than 16 blocks, which cannot tell. */
bool gravel_blocks_halves_agree(const struct gravel_blocks *blocks, size_t column, size_t discard);

/* |difference of the means of both halves| of a column after `discard` blocks: the drift of a series that is not
 * steady; 0 with fewer than two blocks. */
double gravel_blocks_drift(const struct gravel_blocks *blocks, size_t column, size_t discard);

/* A function of the means of `width` columns from `first` on. */
struct gravel_blocks_function {
    size_t first, width;
    double (*of)(const void *self, const double *means, size_t k);
    const void *self;
    size_t k;
};

/* Jackknife (Efron 1982): into *series, of width 1, one pseudo-value n f - (n - 1) f_b for each of the n blocks after
 * `discard`, f of all blocks and f_b of all but block b.  Estimate and drift of that series are those of the function
 * without its bias of order 1/n.  *whole becomes f of all blocks.  Fewer than two blocks leave the series
 * empty.  The memory is freed by
 * gravel_blocks_free().  GRAVEL_MEMORY is the only failure. */
GRAVEL_MUST_USE enum gravel_status gravel_blocks_jackknife(const struct gravel_blocks *blocks, size_t discard,
                                                           const struct gravel_blocks_function *function,
                                                           struct gravel_blocks *series, double *whole);

/* Mean over replicates, which are of one length: weights 1/err^2 would prefer the runs whose errors happen to be
 * estimated too small.  Its variance is that of the errors, where they are known, and of what the scatter of the runs
 * has beyond them; with the degrees of freedom of both, n - 1 of the scatter (Satterthwaite 1946).  n_eff is that of
 * all runs together.  n == 1 returns the one estimate, and so do replicates that are equal to the last bit, with known
 * errors: runs that have no random numbers are one run.  Without scatter, an error that is unknown in any of them stays
 * so: whole numbers may be equal by chance. */
struct gravel_estimate gravel_combine(size_t n, const struct gravel_estimate *estimates);

/* Whether some two replicates with known errors differ by more than these allow, at one false alarm in a million
 * points: Student's t with Welch's degrees of freedom, shared out over the pairs.  Replicates differ in their random
 * numbers only, so that such a system has more than one attractor, or was not averaged over one. */
bool gravel_replicates_disagree(size_t n, const struct gravel_estimate *estimates);

/* The t for which |x| < t has this probability, x from the normal (dof <= 0) or Student's t distribution. */
double gravel_quantile(double two_sided_probability, double dof);

#endif
