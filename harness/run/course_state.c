#include "harness/run/course_state.h"

#include <float.h>
#include <math.h>

/* The time counts as a whole, since every event of the run has its rounding. */
struct gravel_slack
gravel_course_slack(const struct gravel_course *course, const struct gravel_course_limits *limits,
                    struct gravel_leg leg)
{
    const struct gravel_particle *a = leg.from, *b = leg.to;
    const double g = v3_norm(course->system->gravity), v = v3_norm(a->v) + v3_norm(b->v) + g * leg.to_t;
    const double dt = leg.to_t - leg.from_t, late = g * fmin(limits->step, dt) * dt;
    return (struct gravel_slack){limits->part * (v3_norm(a->x) + v3_norm(b->x) + v * leg.to_t) + late + DBL_MIN,
                                 limits->part * v + DBL_MIN};
}
