/* Power laws one number of which, beside factor and exponent, is fitted, too. */
#ifndef GRAVEL_HARNESS_STATS_POWER_H
#define GRAVEL_HARNESS_STATS_POWER_H

#include "harness/stats/stats.h"

enum gravel_power_form {
    GRAVEL_POWER_LIMIT,    /* y = a + c x^p: a convergence, whose order is p and whose limit is a; x > 0 */
    GRAVEL_POWER_THRESHOLD /* y = c (x - a)^p with a below all x; y > 0 */
};

struct gravel_power {
    struct gravel_estimate exponent, offset; /* p and a; err is -1 where it is unknown */
    size_t dof;
    bool has_errors; /* every point has an error > 0 */
    double scatter;  /* of the points about the law beyond their errors: of a limit over its change along x, of a
                        threshold relative */
    double range;    /* ln of the largest over the smallest x, of a threshold x - a */
};

/* Fit n points (x, y) by least squares, of a threshold in ln y, with the errors `err`, NULL or any <= 0: equal weights
 * and errors from the residuals; dof[n] are the degrees of freedom of the errors (0: known; NULL: all are).  Points
 * that leave the law by more than their errors get one common scatter; both as in gravel_fit_polynomial(). GRAVEL_INPUT
 * with fewer than four points, where a logarithm does not exist, or where no exponent between 1/20 and 20, or no
 * threshold, describes the points best; GRAVEL_MEMORY without memory. */
GRAVEL_MUST_USE enum gravel_status gravel_fit_power(size_t n, const double *x, const double *y, const double *err,
                                                    const double *dof, enum gravel_power_form form,
                                                    struct gravel_power *power);

#endif
