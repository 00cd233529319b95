#include "harness/run/shard.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double seconds_a_particle = 1e-3;

/* Sum of particles.count or of particles.SPECIES.count; particles that a list or a file states are not counted. */
static size_t
count_particles(const struct gravel_options *parameters)
{
    double n = 0.0;
    for (size_t k = 0; k < parameters->n; k++) {
        const char *path = parameters->items[k].path, *end = strrchr(path, '.');
        if (strncmp(path, "particles.", 10) == 0 && strcmp(end, ".count") == 0)
            n += parameters->items[k].value.real;
    }
    return n >= 1.0 ? (size_t)n : 1;
}

/* The points of a case and engine stand one after the other or nearly so: the last few means are kept. */
struct mean {
    const struct gravel_case *c;
    const struct gravel_engine_ops *engine;
    double seconds; /* NaN: none */
};

static enum gravel_status
find_mean(struct mean means[8], size_t *next, const struct gravel_point *point, struct gravel_store *known,
          double *seconds, struct gravel_error *error)
{
    for (size_t k = 0; k < 8; k++)
        if (means[k].c == point->c && means[k].engine == point->engine) {
            *seconds = means[k].seconds;
            return GRAVEL_OK;
        }
    const enum gravel_status status =
        gravel_store_mean_cost(known, point->c->name, point->engine->name, seconds, error);
    means[*next] = (struct mean){point->c, point->engine, *seconds};
    *next = (*next + 1) % 8;
    return status;
}

enum gravel_status
gravel_plan_costs(const struct gravel_plan *plan, struct gravel_store *known, struct gravel_cost **costs,
                  struct gravel_error *error)
{
    struct mean means[8] = {{0}};
    size_t next = 0;
    enum gravel_status status = GRAVEL_OK;
    *costs = calloc(plan->n + 1, sizeof **costs);
    if (*costs == NULL)
        return gravel_no_memory(error);
    for (size_t k = 0; k < plan->n && status == GRAVEL_OK; k++) {
        struct gravel_cost *cost = &(*costs)[k];
        double seconds = NAN;
        *cost = (struct gravel_cost){.n_particles = count_particles(&plan->points[k].parameters)};
        if (known != NULL)
            status = gravel_store_cost(known, plan->points[k].key, &seconds, error);
        if (known != NULL && status == GRAVEL_OK && isnan(seconds)) {
            cost->source = GRAVEL_COST_SIMILAR;
            status = find_mean(means, &next, &plan->points[k], known, &seconds, error);
        }
        if (isnan(seconds)) {
            cost->source = GRAVEL_COST_UNKNOWN;
            seconds = seconds_a_particle * (double)cost->n_particles;
        }
        cost->seconds = seconds;
    }
    if (status != GRAVEL_OK) {
        free(*costs);
        *costs = NULL;
    }
    return status;
}

struct item {
    double seconds;
    const char *key;
    size_t index;
};

static int
by_falling_cost_and_key(const void *a, const void *b)
{
    const struct item *p = a, *q = b;
    if (p->seconds != q->seconds)
        return p->seconds > q->seconds ? -1 : 1;
    return strcmp(p->key, q->key);
}

static size_t
least(const double *loads, size_t n)
{
    size_t found = 0;
    for (size_t k = 1; k < n; k++)
        if (loads[k] < loads[found])
            found = k;
    return found;
}

enum gravel_status
gravel_plan_distribute(const struct gravel_plan *plan, const struct gravel_cost *costs, size_t n_shards,
                       size_t **shards, struct gravel_error *error)
{
    const size_t most = plan->n < GRAVEL_SHARDS_MAX ? plan->n : GRAVEL_SHARDS_MAX;
    *shards = NULL;
    if (n_shards > most)
        return gravel_fail(error, GRAVEL_INPUT, "found %zu shards of %zu points, allowed at most %zu", n_shards,
                           plan->n, most);
    struct item *items = calloc(plan->n + 1, sizeof *items);
    double *loads = calloc(n_shards + 1, sizeof *loads);
    *shards = calloc(plan->n + 1, sizeof **shards);
    const bool complete = items != NULL && loads != NULL && *shards != NULL;
    for (size_t k = 0; complete && k < plan->n; k++)
        items[k] = (struct item){costs[k].seconds, plan->points[k].key, k};
    if (complete)
        qsort(items, plan->n, sizeof *items, by_falling_cost_and_key);
    for (size_t k = 0; complete && k < plan->n; k++) {
        const size_t shard = least(loads, n_shards);
        (*shards)[items[k].index] = shard;
        loads[shard] += items[k].seconds;
    }
    free(items);
    free(loads);
    return complete ? GRAVEL_OK : gravel_no_memory(error);
}

enum gravel_status
gravel_plan_keep_shard(struct gravel_plan *plan, struct gravel_store *known, size_t shard, size_t n_shards,
                       struct gravel_error *error)
{
    struct gravel_cost *costs;
    size_t *shards = NULL, n = 0;
    enum gravel_status status = gravel_plan_costs(plan, known, &costs, error);
    if (status == GRAVEL_OK)
        status = gravel_plan_distribute(plan, costs, n_shards, &shards, error);
    for (size_t k = 0; k < plan->n && status == GRAVEL_OK; k++)
        if (shards[k] == shard - 1)
            plan->points[n++] = plan->points[k];
        else
            gravel_options_free(&plan->points[k].parameters);
    if (status == GRAVEL_OK)
        plan->n = n;
    free(costs);
    free(shards);
    return status;
}
