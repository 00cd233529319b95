/* Inside the judge: sweep points in order along a number. */
#ifndef GRAVEL_HARNESS_JUDGE_CURVE_H
#define GRAVEL_HARNESS_JUDGE_CURVE_H

#include "harness/judge/judging.h"

struct gravel_curve_point {
    const struct gravel_sweep_point *point; /* borrowed */
    struct gravel_estimate y;               /* the measure; of two engines: their relative difference in it */
    double x;                               /* the number `along`; of two engines: that of the second */
};
struct gravel_curve {
    size_t n;
    struct gravel_curve_point *points; /* sorted by x; owned */
};

/* How the sweep points of a check are divided into curves. */
struct gravel_curve_choice {
    bool one_an_engine; /* all points of an engine, whatever axes they differ in; else a curve for each combination of
                           the values of the other axes */
    const char *second; /* the engine that the points are compared with; NULL: none */
};

/* Divide the matching sweep points into curves of at least one point and judge each.  A point that cannot be compared
 * gets a judgement of its own instead.  Stops at the first error, which is filled. */
GRAVEL_MUST_USE enum gravel_status
gravel_judge_each_curve(const struct gravel_judging *judging, struct gravel_curve_choice choice,
                        enum gravel_status (*judge)(const struct gravel_judging *, const struct gravel_curve *));

/* Whether the error of every point is 0. */
bool gravel_curve_is_exact(const struct gravel_curve *curve);

/* Whether the measure can be trusted at all points: gravel_sweep_point_is_sound. */
bool gravel_curve_is_sound(const struct gravel_judging *judging, const struct gravel_curve *curve);

/* The second engine of a comparison; NULL for a check of one engine. */
const char *gravel_curve_second_engine(const struct gravel_check *check);
/* The engine of the curve, or both of a comparison: "md, ed". */
void gravel_curve_print_engines(const struct gravel_judging *judging, const struct gravel_curve *curve, char *engines,
                                size_t size);

/* The curve's range along the number, as coordinates of a judgement; n >= 1. */
void gravel_curve_print_range(const struct gravel_judging *judging, const struct gravel_curve *curve, char *at,
                              size_t size);

/* x, y, the errors of y and their degrees of freedom (0: known), [4][n]; the caller frees it.  NULL when out of memory
 * (the error is filled). */
double *gravel_curve_columns(const struct gravel_judging *judging, const struct gravel_curve *curve);
/* y with its errors, [n]; the caller frees it.  NULL when out of memory (the error is filled). */
struct gravel_estimate *gravel_curve_estimates(const struct gravel_judging *judging, const struct gravel_curve *curve);

#endif
