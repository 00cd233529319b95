/* Extrapolation of a refinement: the limit of y(h) as h goes to 0, and the order of the approach. */
#ifndef GRAVEL_HARNESS_STATS_EXTRAPOLATE_H
#define GRAVEL_HARNESS_STATS_EXTRAPOLATE_H

#include "engines/core/status.h"
#include "harness/stats/stats.h"

enum { GRAVEL_LEVELS_MIN = 3, GRAVEL_LEVELS_MAX = 8 };

enum gravel_approach {
    GRAVEL_APPROACH_ORDER,    /* y = value + slope h^order */
    GRAVEL_APPROACH_CONSTANT, /* every level has the same number, to rounding */
    GRAVEL_APPROACH_NOISE,    /* the levels differ by no more than their errors allow, or these leave the order open */
    GRAVEL_APPROACH_IRREGULAR /* they differ, and not as one power of h */
};

struct gravel_extrapolation {
    enum gravel_approach approach;
    struct gravel_estimate order; /* NaN unless the approach has one */
    struct gravel_estimate limit; /* y at h = 0 */
    double slope;                 /* NaN as above */
    double change;                /* y of the finest level less that of the coarsest */
};

/* Extrapolate n levels, h[0] > h[1] > ... > 0 with one ratio, the errors included.
 *
 * Numbers without noise (every err 0): Richardson's extrapolation from the finest three levels,
 * order = ln((y1 - y0)/(y2 - y1))/ln(h0/h1) (Roache 1998, Eq. 5.10.6.1); the errors are the changes against the
 * three levels before, or with three levels against a first-order extrapolation.
 *
 * Numbers with errors: the least-squares fit of y = value + slope h^order with weights 1/err^2; its errors follow from
 * the covariance of the three coefficients.  No order is claimed unless a constant is refused at 1 % (chi^2), the
 * order's error is below one half and the fit is not refused at 0.1 %; without an order the limit is the finest
 * level, and its error includes the step from the level before.
 *
 * GRAVEL_INPUT with too few or too many levels, with h that do not fall by one ratio, or with an error or number that
 * is not known. */
GRAVEL_MUST_USE enum gravel_status gravel_extrapolate(size_t n, const double *h, const struct gravel_estimate *y,
                                                      struct gravel_extrapolation *result, struct gravel_error *error);

#endif
