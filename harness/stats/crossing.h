/* Where a measured curve crosses a level, with a confidence interval. */
#ifndef GRAVEL_HARNESS_STATS_CROSSING_H
#define GRAVEL_HARNESS_STATS_CROSSING_H

#include "engines/core/status.h"
#include "harness/stats/stats.h"

#include <stdbool.h>
#include <stddef.h>

enum gravel_crossing_place {
    GRAVEL_CROSSED,        /* inside the data */
    GRAVEL_CROSSED_BEFORE, /* all points are beyond the level: the crossing lies below x[0] */
    GRAVEL_CROSSED_BEYOND  /* no point is: the crossing lies above x[n - 1] */
};

struct gravel_crossing {
    enum gravel_crossing_place place;
    double x;         /* the crossing; x[0] or x[n - 1] where it lies outside */
    double err;       /* one standard error: half the width of the 68 % interval; 0 for exact data */
    double low, high; /* 95 % interval; an end of the data where the interval reaches it */
    /* How far the curve is beyond the level at at[0] and at[1], at the end of the data next to one that lies outside:
     * >= 0 where the crossing lies at or below it.  Of `magnitude`: inside of the band there and at the last point. */
    struct gravel_estimate beyond[2];
};

/* Where n points (x, y), of standard error err, reach `level`.
 *
 * The curve y(x), x sorted and positive, is taken to be monotonic, falling from its first to its last point or rising.
 * The crossing is that of the nearest monotonic curve (isotonic regression, weights 1/err^2), straight between points
 * in ln x, and in ln |y| where y keeps its sign.  The interval is that of a parametric bootstrap, which draws every
 * point from a normal distribution of width err (0: exact). `magnitude`: y is a difference that should vanish; the
 * crossing is where it enters the band |y| <= level on its way from y[0], and lies beyond the data when the curve
 * leaves the band on the other side.  The sign is kept, so that the noise of points that agree averages out.
 * at[2], or NULL: abscissae where the curve is compared with the level.
 * GRAVEL_INPUT with fewer than two points, or when a y is no finite number or an error unknown (< 0). */
GRAVEL_MUST_USE enum gravel_status gravel_find_crossing(size_t n, const double *x, const double *y, const double *err,
                                                        bool magnitude, double level, const double *at,
                                                        struct gravel_crossing *crossing);

#endif
