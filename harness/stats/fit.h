/* Polynomials through points with errors. */
#ifndef GRAVEL_HARNESS_STATS_FIT_H
#define GRAVEL_HARNESS_STATS_FIT_H

#include "harness/stats/stats.h"

enum { GRAVEL_POLYNOMIAL_MAX = 4 }; /* degree */

/* Least-squares polynomial c[0] + c[1] x + ... + c[degree] x^degree and the covariance of its coefficients. */
struct gravel_polynomial {
    size_t degree, dof;
    size_t n_different; /* values of x */
    bool has_errors;    /* every point has an error > 0 */
    double scatter;     /* of the points about the curve, beyond their errors */
    double error_dof;   /* degrees of freedom of `stated`; 0: the errors are known, or there are none */
    double c[GRAVEL_POLYNOMIAL_MAX + 1];
    double covariance[GRAVEL_POLYNOMIAL_MAX + 1][GRAVEL_POLYNOMIAL_MAX + 1];
    double stated[GRAVEL_POLYNOMIAL_MAX + 1][GRAVEL_POLYNOMIAL_MAX + 1]; /* covariance by the errors alone; 0 without */
};

/* Fit n points (x, y) with the weights 1/err^2.  If they deviate from the curve by more than their errors (chi2/dof >
 * 1), the weights are 1/(err^2 + s^2), with one common scatter s that makes chi2/dof one (Mandel and Paule 1970, Paule
 * and Mandel 1982).  It represents what the errors of single points do not contain: a curve that is no polynomial, or a
 * state that differs from run to run.  To scale all errors by chi2/dof instead (Birge 1932) would mean that all are
 * wrong by one common factor; the few points with the smallest errors would then determine the curve.  When err is NULL
 * or any err <= 0, all weights are equal and the errors follow from the residuals.  dof[n] are the degrees of freedom
 * of the errors (0: known; NULL: all are): points whose errors are estimated too small have larger weights, so that
 * the covariance is larger than known errors would give (Meier 1953).  `constant` fixes c[0]; NaN leaves
 * it free. GRAVEL_INPUT with fewer different x than free coefficients, GRAVEL_MEMORY without memory. */
GRAVEL_MUST_USE enum gravel_status gravel_fit_polynomial(size_t n, const double *x, const double *y, const double *err,
                                                         const double *dof, size_t degree, double constant,
                                                         struct gravel_polynomial *polynomial);

/* What the error of a fitted number rests on. */
struct gravel_fit_quality {
    size_t dof;
    bool has_errors;  /* every point has an error > 0 */
    double scatter;   /* of the points about the curve, beyond their errors */
    double error_dof; /* degrees of freedom of the points' errors together; 0: known */
};
/* That of the polynomial. */
struct gravel_fit_quality gravel_polynomial_quality(const struct gravel_polynomial *polynomial);

/* The polynomial at x. */
double gravel_polynomial_value(const struct gravel_polynomial *polynomial, double x);
/* The polynomial at x with the error that follows from the covariance of its coefficients; err is -1 where it is
 * unknown. */
struct gravel_estimate gravel_polynomial_prediction(const struct gravel_polynomial *polynomial, double x);

/* By how much the errors of the points of a fit may be too small by chance, once in 1/alarm fits: the root of chi2/dof
 * at its quantile, of Fisher's distribution where the errors are estimated with so many degrees of freedom (0: known).
 */
double gravel_fit_noise(size_t dof, double error_dof, double alarm);

/* The sums of a fit that is linear in its numbers, or made so at its solution: a[n][n_free], the derivatives of the
 * curve at each point; w[n], the weights 1/err^2; covariance[n_free][n_free] by these. */
struct gravel_fit_sums {
    size_t n, n_free;
    const double *a, *w, *covariance;
};
/* The variance of number j is sum_k v_k, v_k = (dc_j/dy_k)^2 err_k^2, with errors estimated with dof[n] degrees of
 * freedom (0: known).  Returns its expectation over covariance[j][j], which is above 1 as points with errors that are
 * estimated too small have larger weights (Meier 1953, with the leverage h_k of a point for its weight in a mean).
 * *freedom becomes its degrees of freedom (Satterthwaite 1946; 0: known). */
double gravel_fit_freedom(const struct gravel_fit_sums *sums, const double *dof, size_t j, double *freedom);

/* A fitted number with its variance, and the part of it that the points' errors make.  The sum
 * of both has the degrees of freedom of Welch (1947).  err is -1 when neither is known. */
struct gravel_estimate gravel_fit_estimate(struct gravel_fit_quality quality, double value, double variance,
                                           double stated);

/* Coefficient k <= degree.  n_eff is one more than the degrees of freedom of the error: `dof` where it follows from the
 * scatter of the points, more where their errors are the larger part of it (Welch 1947), those of the errors,
 * error_dof, where they are all of it; err is -1 when neither is known. */
struct gravel_estimate gravel_polynomial_coefficient(const struct gravel_polynomial *polynomial, size_t k);

/* The smallest positive zero, with err and n_eff as above; value NaN when there is none. */
struct gravel_estimate gravel_polynomial_zero(const struct gravel_polynomial *polynomial);

/* Where a parabola (degree 2) has its extremum, -c1/(2 c2), with err and n_eff as above; value NaN when c2 is 0. */
struct gravel_estimate gravel_polynomial_vertex(const struct gravel_polynomial *polynomial);

#endif
