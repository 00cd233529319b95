/* Inside the judge: places in order along a number. */
#ifndef GRAVEL_HARNESS_JUDGE_CURVE_H
#define GRAVEL_HARNESS_JUDGE_CURVE_H

#include "harness/judge/check.h"

struct gravel_curve_point {
    const struct gravel_judged_place *place;
    struct gravel_estimate y; /* the measure; for a crossing of two engines their relative difference */
    double x;                 /* `along`; for a crossing of two engines that of the second */
};
struct gravel_curve {
    size_t n;
    struct gravel_curve_point *points; /* sorted by x; owned */
};

/* Divide the matching places into curves and judge each. */
GRAVEL_MUST_USE enum gravel_status gravel_judge_each_curve(const struct gravel_judging *judging,
                                                           enum gravel_status (*judge)(const struct gravel_judging *,
                                                                                       const struct gravel_curve *));

bool gravel_curve_is_steady(const struct gravel_curve *curve);

/* The curve's range along the number, as coordinates of a judgement. */
void gravel_curve_print_range(const struct gravel_judging *judging, const struct gravel_curve *curve, char *at,
                              size_t size);

/* x, y and the errors of y, [3][n]; owned by the caller.  NULL when out of memory (the error is filled). */
double *gravel_curve_columns(const struct gravel_judging *judging, const struct gravel_curve *curve);

/* FAIL before INCONCLUSIVE before PASS, then by ratio. */
bool gravel_decision_is_worse(const struct gravel_decision *d, const struct gravel_decision *worst);

/* COLLAPSE with a degree (fit.c). */
GRAVEL_MUST_USE enum gravel_status gravel_judge_about_polynomial(const struct gravel_judging *judging,
                                                                 const struct gravel_curve *curve);

#endif
