/* Inside the judge: places along a number, as curves. */
#ifndef GRAVEL_HARNESS_JUDGE_CURVE_H
#define GRAVEL_HARNESS_JUDGE_CURVE_H

#include "harness/judge_check.h"

struct gravel_judged_point {
    const struct gravel_judged_place *place;
    struct gravel_estimate y; /* the measure; for a crossing of two engines their relative difference */
    double x;                 /* `along`; for a crossing of two engines that of the second */
};
struct gravel_judged_curve {
    size_t n;
    struct gravel_judged_point *points; /* sorted by x; owned */
};

typedef enum gravel_status gravel_judge_curve(const struct gravel_judging *judging, const struct gravel_judged_curve *curve);

/* Divide the places that the check looks at into curves and judge each. */
GRAVEL_MUST_USE enum gravel_status gravel_judging_each_curve(const struct gravel_judging *judging, gravel_judge_curve *judge);

bool gravel_judged_curve_is_steady(const struct gravel_judged_curve *curve);

/* The curve's range along the number, as coordinates of a judgement. */
void gravel_judging_print_range(const struct gravel_judging *judging, const struct gravel_judged_curve *curve, char *at,
                                size_t size);

#endif
