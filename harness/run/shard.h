/* Parts of a plan for many machines: every process that makes the same plan finds the same parts, without a word to
 * another. */
#ifndef GRAVEL_HARNESS_RUN_SHARD_H
#define GRAVEL_HARNESS_RUN_SHARD_H

#include "harness/record/store.h"
#include "harness/run/plan.h"

/* Slurm's usual limit of an array is 1001. */
enum { GRAVEL_SHARDS_MAX = 1000 };

/* How the cost of a point is known. */
enum gravel_cost_source {
    GRAVEL_COST_MEASURED, /* the store has the point */
    GRAVEL_COST_SIMILAR,  /* the mean of the points of the same case and engine in the store */
    GRAVEL_COST_UNKNOWN   /* a millisecond a particle, which serves to balance and no more */
};

struct gravel_cost {
    double seconds; /* of processors */
    enum gravel_cost_source source;
    size_t n_particles; /* that the parameters state; at least 1 */
};

/* The costs [plan->n] of the points, which the caller frees.  They depend on the plan and on the records of `known`
 * (NULL: none) alone. GRAVEL_IO, GRAVEL_MEMORY. */
GRAVEL_MUST_USE enum gravel_status gravel_plan_costs(const struct gravel_plan *plan, struct gravel_store *known,
                                                     struct gravel_cost **costs, struct gravel_error *error);

/* The shard [plan->n], from 0 on, of every point, which the caller frees: the points in the order of falling cost,
 * those of equal cost in the order of their keys, each to the shard with the least cost so far.  The costliest shard is
 * at most 4/3 as costly as in the best distribution (Graham 1969).  GRAVEL_MEMORY; GRAVEL_INPUT for more shards than
 * points or than GRAVEL_SHARDS_MAX. */
GRAVEL_MUST_USE enum gravel_status gravel_plan_distribute(const struct gravel_plan *plan,
                                                          const struct gravel_cost *costs, size_t n_shards,
                                                          size_t **shards, struct gravel_error *error);

/* Keep the points of one shard of n, from 1 on, and free the others, as gravel_plan_distribute() has them. */
GRAVEL_MUST_USE enum gravel_status gravel_plan_keep_shard(struct gravel_plan *plan, struct gravel_store *known,
                                                          size_t shard, size_t n_shards, struct gravel_error *error);

#endif
