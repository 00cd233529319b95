#include "harness/run/first_start.h"

#include "harness/case/combination.h"
#include "harness/case/describe.h"
#include "harness/case/parts.h"
#include "harness/run/build.h"
#include "harness/run/observe.h"

enum { MANY_PARTICLES = 20000 };

enum gravel_status
gravel_first_start_build(const struct gravel_point *point, struct gravel_system *system, struct gravel_error *error)
{
    const struct gravel_case *c = point->c;
    struct gravel_observation observation;
    enum gravel_status status = gravel_case_build(&point->parameters, c->prepare, point->seed, system, error);
    if (status == GRAVEL_OK) {
        status = gravel_observation_create(&observation, c->n_measures, c->measures, system, &point->parameters, error);
        if (status == GRAVEL_OK) {
            gravel_observation_free(&observation);
            status = gravel_case_check_engine(point->engine, system, &point->parameters, error);
        }
        if (status != GRAVEL_OK)
            gravel_system_free(system);
    }
    if (status == GRAVEL_INPUT)
        gravel_case_locate(c, error);
    return status;
}

static bool
is_cheap(const struct gravel_point *point)
{
    struct gravel_description description;
    struct gravel_part parts[GRAVEL_PARTS_MAX];
    size_t n_parts;
    gravel_case_describe(&description, &point->parameters);
    if (gravel_description_count(&description) > MANY_PARTICLES ||
        gravel_case_parts(&point->parameters, point->c->prepare, &description, parts, &n_parts, NULL) != GRAVEL_OK)
        return false;
    for (size_t k = 0; k < n_parts; k++)
        if (parts[k].generator->simulates)
            return false;
    return true;
}

/* Whether it is the first point of its case on its engine.  The points of a case follow each other, and those of its
 * engines alternate. */
static bool
is_first(const struct gravel_plan *plan, size_t k)
{
    const struct gravel_point *point = &plan->points[k];
    while (k > 0 && plan->points[k - 1].c == point->c)
        if (plan->points[--k].engine == point->engine)
            return false;
    return true;
}

enum gravel_status
gravel_first_starts_check(const struct gravel_plan *plan, struct gravel_error *error)
{
    for (size_t k = 0; k < plan->n; k++) {
        const struct gravel_point *point = &plan->points[k];
        struct gravel_system system;
        if (!is_first(plan, k) || !is_cheap(point))
            continue;
        const enum gravel_status status = gravel_first_start_build(point, &system, error);
        if (status == GRAVEL_OK)
            gravel_system_free(&system);
        if (status == GRAVEL_INPUT || status == GRAVEL_MEMORY)
            return status;
    }
    return GRAVEL_OK;
}
