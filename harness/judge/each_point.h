/* Inside the judge: checks that look at one sweep point, or at those of two engines at the same coordinates. */
#ifndef GRAVEL_HARNESS_JUDGE_EACH_POINT_H
#define GRAVEL_HARNESS_JUDGE_EACH_POINT_H

#include "harness/judge/judging.h"

/* Append a judgement for each matching sweep point; `decide` judges the measure there. */
GRAVEL_MUST_USE enum gravel_status
gravel_judge_each_point(const struct gravel_judging *judging,
                        struct gravel_decision (*decide)(const struct gravel_judging *,
                                                         const struct gravel_sweep_point *, struct gravel_estimate));

/* Append a judgement for each matching sweep point of the check's first engine; `decide` judges the measure of the
 * first engine (a) and of the second (b) there. */
GRAVEL_MUST_USE enum gravel_status
gravel_judge_each_pair(const struct gravel_judging *judging,
                       struct gravel_decision (*decide)(const struct gravel_judging *, struct gravel_estimate_pair));

#endif
