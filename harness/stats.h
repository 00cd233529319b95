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
    double *origin; /* [width]; the first sample: sums are of differences from it, so a constant has error 0; owned */
    double *sums;   /* [2 * GRAVEL_BLOCKS_MIN][width]; owned */
};
GRAVEL_MUST_USE enum gravel_status gravel_blocks_init(struct gravel_blocks *blocks, size_t width);
void gravel_blocks_add(struct gravel_blocks *blocks, const double *values);
void gravel_blocks_free(struct gravel_blocks *blocks);

/* Number of leading blocks to discard by MSER (White 1997) on column `column`: the d that minimises the squared
 * standard error of what remains, at most half of them.  *steady is false when the halves of what remains have different
 * means, or when there are fewer than 16 blocks: then no steady state was shown. */
size_t gravel_blocks_transient(const struct gravel_blocks *blocks, size_t column, bool *steady);

/* Mean and error of one column after `discard` blocks: Flyvbjerg and Petersen (1989) blocking.  Pairs of blocks merge, level by
 * level, while the error of the mean still rises significantly; the level on the plateau gives the error.  This
 * needs a series of 100 correlation times 2 tau_int or more; of 50 the error is 17 % too small.  n_eff is the variance of the blocks over err^2.  err is -1 with fewer than two blocks, and n_eff then 0; an error of
 * exactly 0 is a constant. */
struct gravel_estimate gravel_blocks_estimate(const struct gravel_blocks *blocks, size_t column, size_t discard);

/* Mean over replicates: inverse-variance weights where all errors are known, checked against the scatter (the larger of the two errors
 * is taken); plain mean and scatter otherwise. n == 1 returns the one. */
struct gravel_estimate gravel_combine(size_t n, const struct gravel_estimate *estimates);

struct gravel_line {
    double a, b, a_err, b_err;
    double chi2_dof; /* with the weights 1/err^2 */
    double scatter;  /* of the points about the line, beyond their errors */
};
/* Weighted straight line y = a + b x.  Points that scatter more than their errors say (chi2/dof > 1) follow no exact line:
 * they get a scatter s of their own, all the same, and the weights 1/(err^2 + s^2), with the s that makes chi2/dof one
 * (Mandel and Paule 1970).  Otherwise a few points with small errors would decide what the line is.  When err is NULL or any
 * err <= 0, all weights are equal and the errors follow from the residuals (chi2/dof is then 1 by construction; two points
 * leave the errors unknown, -1).
 * GRAVEL_INPUT with fewer than two different x. */
GRAVEL_MUST_USE enum gravel_status gravel_fit_line(size_t n, const double *x, const double *y, const double *err,
                                                   struct gravel_line *line);

/* Least-squares polynomial c[0] + c[1] x + ... + c[degree] x^degree and the covariance of its coefficients. */
enum { GRAVEL_POLYNOMIAL_MAX = 4 };
struct gravel_polynomial {
    size_t degree, dof;
    double c[GRAVEL_POLYNOMIAL_MAX + 1];
    double covariance[GRAVEL_POLYNOMIAL_MAX + 1][GRAVEL_POLYNOMIAL_MAX + 1];
};
/* Weights 1/err^2, or equal ones when err is NULL or any err <= 0. The covariance is that of the errors, larger by chi2/dof where the
 * points scatter more than they say, and that of the residuals when the errors are unknown.  `constant` fixes c[0]; NaN leaves it
 * free.  GRAVEL_INPUT unless there are more points with different x than free coefficients. */
GRAVEL_MUST_USE enum gravel_status gravel_fit_polynomial(size_t n, const double *x, const double *y, const double *err,
                                                         size_t degree, double constant,
                                                         struct gravel_polynomial *polynomial);
double gravel_polynomial_value(const struct gravel_polynomial *polynomial, double x);
/* The smallest positive zero, error from the covariance, n_eff = dof + 1; value NaN when there is none. */
struct gravel_estimate gravel_polynomial_zero(const struct gravel_polynomial *polynomial);

/* Two-sided quantile of the normal (dof <= 0) or Student's t distribution. */
double gravel_quantile(double two_sided_probability, double dof);

#endif
