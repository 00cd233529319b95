/* Statistics: time averages with autocorrelation, steady state, replicates, fits, K-S. */
#ifndef GRAVEL_HARNESS_STATS_STATS_H
#define GRAVEL_HARNESS_STATS_STATS_H

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
 * standard error of what remains, at most half of them.  *steady is false when the halves of what remains have
 * different means, or when there are fewer than 16 blocks: then no steady state was shown. */
size_t gravel_blocks_transient(const struct gravel_blocks *blocks, size_t column, bool *steady);

/* Mean and error of one column after `discard` blocks: Flyvbjerg and Petersen (1989) blocking.  Pairs of blocks merge,
 * level by level, while the error of the mean still rises significantly; the level on the plateau gives the error. This
 * needs a series of 100 correlation times 2 tau_int or more; of 50 the error is 17 % too small.  n_eff is the variance
 * of the blocks over err^2.  err is -1 with fewer than two blocks, and n_eff then 0; an error of exactly 0 is a
 * constant. */
struct gravel_estimate gravel_blocks_estimate(const struct gravel_blocks *blocks, size_t column, size_t discard);

/* Mean over replicates: inverse-variance weights where all errors are known, and the larger of the error that follows
 * from them and that of the scatter (Birge 1932): replicates are one run with other random numbers, so that whatever
 * makes their errors too small does it to all by one factor.  Plain mean and scatter otherwise.  n == 1 returns the
 * one. */
struct gravel_estimate gravel_combine(size_t n, const struct gravel_estimate *estimates);

/* Least-squares polynomial c[0] + c[1] x + ... + c[degree] x^degree and the covariance of its coefficients. */
enum { GRAVEL_POLYNOMIAL_MAX = 4 };
struct gravel_polynomial {
    size_t degree, dof;
    size_t n_different; /* x */
    bool knows_errors;  /* every point came with one */
    double scatter;     /* of the points about the curve, beyond their errors */
    double c[GRAVEL_POLYNOMIAL_MAX + 1];
    double covariance[GRAVEL_POLYNOMIAL_MAX + 1][GRAVEL_POLYNOMIAL_MAX + 1];
};
/* Weights 1/err^2.  Points that leave the curve by more than their errors (chi2/dof > 1) get a scatter s of their own,
 * all the same, and the weights 1/(err^2 + s^2), with the s that makes chi2/dof one (Mandel and Paule 1970, Paule and
 * Mandel 1982).  That is the rule for whatever is not in the errors of single points: a curve that is no polynomial, or
 * a state that differs from run to run.  To scale all errors by chi2/dof instead (Birge 1932) would say that they are
 * wrong by one common factor, and would let the few points with the smallest errors decide what the curve is. When err
 * is NULL or any err <= 0, all weights are equal and the errors follow from the residuals. `constant` fixes c[0]; NaN
 * leaves it free.  GRAVEL_INPUT with fewer different x than free coefficients. */
GRAVEL_MUST_USE enum gravel_status gravel_fit_polynomial(size_t n, const double *x, const double *y, const double *err,
                                                         size_t degree, double constant,
                                                         struct gravel_polynomial *polynomial);
double gravel_polynomial_value(const struct gravel_polynomial *polynomial, double x);
/* The polynomial at x with the error that follows from the covariance of its coefficients; err is -1 when nothing tells
 * it. */
struct gravel_estimate gravel_polynomial_prediction(const struct gravel_polynomial *polynomial, double x);
/* A coefficient, and the smallest positive zero (value NaN when there is none).  n_eff is dof + 1 where the error came
 * from the points' scatter and 0 where it came from their errors; err is -1 when neither tells. */
struct gravel_estimate gravel_polynomial_coefficient(const struct gravel_polynomial *polynomial, size_t k);
struct gravel_estimate gravel_polynomial_zero(const struct gravel_polynomial *polynomial);

/* Two-sided quantile of the normal (dof <= 0) or Student's t distribution. */
double gravel_quantile(double two_sided_probability, double dof);

#endif
