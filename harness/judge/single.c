/* Checks that look at one place, or at the places of two engines at the same coordinates. */
#include "harness/judge/check.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static struct gravel_decision
decide_reference(const struct gravel_judging *judging, const struct gravel_judged_place *place,
                 struct gravel_estimate value)
{
    double uncertainty;
    const struct gravel_estimate expected = gravel_judging_expected(judging, place, &uncertainty);
    const double within = gravel_judging_within(judging, expected.value);
    return gravel_decide_equal(value, expected, uncertainty + within, judging->alarm);
}

static struct gravel_decision
decide_bound(const struct gravel_judging *judging, struct gravel_estimate value)
{
    const struct gravel_check *check = judging->check;
    return gravel_decide_between(value, check->from - gravel_judging_within(judging, check->from),
                                 check->to + gravel_judging_within(judging, check->to), judging->alarm);
}

/* REFERENCE and BOUND at one place. */
static enum gravel_status
judge_place(const struct gravel_judging *judging, const struct gravel_judged_place *place)
{
    const struct gravel_check *check = judging->check;
    struct gravel_judgement *j = gravel_judging_add(judging, place->engine, place->at);
    bool found;
    if (!j)
        return GRAVEL_MEMORY;
    if (gravel_judging_unusable(judging, place, j))
        return GRAVEL_OK;
    const struct gravel_estimate value = gravel_place_estimate(place, check->measure, &found);
    if (!found) {
        gravel_judging_settle(j, GRAVEL_FAIL, "the record has no %s", check->measure);
        return GRAVEL_OK;
    }
    const struct gravel_decision d =
        check->kind == GRAVEL_CHECK_BOUND ? decide_bound(judging, value) : decide_reference(judging, place, value);
    /* An invariant or a counter is no average over a steady state. */
    const bool averaged = gravel_record_observable(place->records[0], check->measure) != NULL;
    gravel_judging_decide(judging, j, &d, !averaged || gravel_place_is_steady(place), place->records[0]);
    return GRAVEL_OK;
}

/* AGREE and DIFFER: the place of the first engine and that of the second. */
static enum gravel_status
judge_pair(const struct gravel_judging *judging, const struct gravel_judged_place *place)
{
    const struct gravel_check *check = judging->check;
    char engines[40];
    snprintf(engines, sizeof engines, "%s, %s", check->engines[0], check->engines[1]);
    struct gravel_judgement *j = gravel_judging_add(judging, engines, place->at);
    if (!j)
        return GRAVEL_MEMORY;
    const struct gravel_judged_place *other =
        gravel_places_partner(judging->places, judging->c, place, check->engines[1]);
    if (!other) {
        gravel_judging_settle(j, judging->judgements->partial ? GRAVEL_SKIP : GRAVEL_FAIL,
                              "%s has no point at these coordinates", check->engines[1]);
        return GRAVEL_OK;
    }
    if (gravel_judging_unusable(judging, place, j) || gravel_judging_unusable(judging, other, j))
        return GRAVEL_OK;
    bool found_a, found_b;
    const struct gravel_estimate a = gravel_place_estimate(place, check->measure, &found_a);
    const struct gravel_estimate b = gravel_place_estimate(other, check->measure, &found_b);
    if (!found_a || !found_b) {
        gravel_judging_settle(j, GRAVEL_FAIL, "%s has no %s", check->engines[found_a], check->measure);
        return GRAVEL_OK;
    }
    const double at_least = check->at_least * (check->relative ? fabs(b.value) : 1.0);
    const struct gravel_decision d =
        check->kind == GRAVEL_CHECK_AGREE
            ? gravel_decide_equal(a, b, gravel_judging_within(judging, b.value), judging->alarm)
            : gravel_decide_apart(a, b, at_least, judging->alarm);
    gravel_judging_decide(judging, j, &d, gravel_place_is_steady(place) && gravel_place_is_steady(other),
                          place->records[0]);
    return GRAVEL_OK;
}

enum gravel_status
gravel_judge_places(const struct gravel_judging *judging)
{
    const struct gravel_check *check = judging->check;
    const bool pair = check->kind == GRAVEL_CHECK_AGREE || check->kind == GRAVEL_CHECK_DIFFER;
    enum gravel_status status = GRAVEL_OK;
    for (size_t k = 0; status == GRAVEL_OK && k < judging->places->n; k++) {
        const struct gravel_judged_place *place = &judging->places->items[k];
        if (!gravel_judging_matches(judging, place) || (pair && strcmp(place->engine, check->engines[0]) != 0))
            continue;
        status = pair ? judge_pair(judging, place) : judge_place(judging, place);
    }
    return status;
}
