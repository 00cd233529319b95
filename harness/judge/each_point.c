#include "harness/judge/each_point.h"

#include "harness/case/check_kinds.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char disagree[] = "replicates disagree: more than one attractor?";

/* Whether an absolute tolerance lets 0 pass for an expected value that is not 0, but for rounding. */
static bool
zero_would_pass(const struct gravel_check *check, double expected)
{
    const double rounding = 1e-6;
    return !check->relative && !check->is_absolute && check->within >= fabs(expected) &&
           fabs(expected) > rounding * check->within;
}

static enum gravel_status
judge_point(const struct gravel_judging *judging, const struct gravel_sweep_point *point,
            struct gravel_decision (*decide)(const struct gravel_judging *, const struct gravel_sweep_point *,
                                             struct gravel_estimate))
{
    const struct gravel_check *check = judging->check;
    struct gravel_judgement *j = gravel_judging_add(judging, point->engine, point->at);
    bool found;
    if (!j)
        return GRAVEL_MEMORY;
    if (!gravel_judging_is_comparable(judging, point, j))
        return GRAVEL_OK;
    const struct gravel_estimate value = gravel_sweep_point_estimate(point, check->measure, &found);
    if (!found) {
        gravel_judging_set_missing(judging, j, point, check->measure);
        return GRAVEL_OK;
    }
    const struct gravel_decision d = decide(judging, point, value);
    gravel_judging_set_decision(judging, j, &d, gravel_sweep_point_is_sound(point, check->measure), point->records[0]);
    if (gravel_sweep_point_replicates_disagree(point, check->measure))
        gravel_judgement_warn(j, disagree);
    if (check->kind == &gravel_check_value && zero_would_pass(check, j->expected))
        gravel_judgement_warn(
            j,
            "0 would pass, as `within` is absolute and not below the expected value: state relative: true, or false");
    return GRAVEL_OK;
}

static enum gravel_status
judge_pair(const struct gravel_judging *judging, const struct gravel_sweep_point *point,
           struct gravel_decision (*decide)(const struct gravel_judging *, struct gravel_estimate_pair))
{
    const struct gravel_check *check = judging->check;
    char engines[40];
    bool found_a, found_b;
    snprintf(engines, sizeof engines, "%s, %s", check->engines[0], check->engines[1]);
    struct gravel_judgement *j = gravel_judging_add(judging, engines, point->at);
    if (!j)
        return GRAVEL_MEMORY;
    const struct gravel_sweep_point *other = gravel_judging_partner(judging, point, check->engines[1], j);
    if (!other || !gravel_judging_is_comparable(judging, point, j) || !gravel_judging_is_comparable(judging, other, j))
        return GRAVEL_OK;
    const struct gravel_estimate a = gravel_sweep_point_estimate(point, check->measure, &found_a);
    const struct gravel_estimate b = gravel_sweep_point_estimate(other, check->measure, &found_b);
    if (!found_a || !found_b) {
        gravel_judging_set_missing(judging, j, found_a ? other : point, check->measure);
        return GRAVEL_OK;
    }
    const struct gravel_estimate_pair pair = {a, b, gravel_sweep_point_covariance(point, other, check->measure)};
    const struct gravel_decision d = decide(judging, pair);
    const bool sound =
        gravel_sweep_point_is_sound(point, check->measure) && gravel_sweep_point_is_sound(other, check->measure);
    gravel_judging_set_decision(judging, j, &d, sound, point->records[0]);
    if (gravel_sweep_point_replicates_disagree(point, check->measure) ||
        gravel_sweep_point_replicates_disagree(other, check->measure))
        gravel_judgement_warn(j, disagree);
    return GRAVEL_OK;
}

enum gravel_status
gravel_judge_each_point(const struct gravel_judging *judging,
                        struct gravel_decision (*decide)(const struct gravel_judging *,
                                                         const struct gravel_sweep_point *, struct gravel_estimate))
{
    enum gravel_status status = GRAVEL_OK;
    for (size_t k = 0; status == GRAVEL_OK && k < judging->points->n; k++)
        if (gravel_judging_matches(judging, &judging->points->items[k]))
            status = judge_point(judging, &judging->points->items[k], decide);
    return status;
}

enum gravel_status
gravel_judge_each_pair(const struct gravel_judging *judging,
                       struct gravel_decision (*decide)(const struct gravel_judging *, struct gravel_estimate_pair))
{
    enum gravel_status status = GRAVEL_OK;
    for (size_t k = 0; status == GRAVEL_OK && k < judging->points->n; k++) {
        const struct gravel_sweep_point *point = &judging->points->items[k];
        if (gravel_judging_matches(judging, point) && strcmp(point->engine, judging->check->engines[0]) == 0)
            status = judge_pair(judging, point, decide);
    }
    return status;
}
