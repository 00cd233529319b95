/* The plan: sweep x engine x replicate, as points keyed by the hash of what determines their result. */
#ifndef GRAVEL_HARNESS_RUN_PLAN_H
#define GRAVEL_HARNESS_RUN_PLAN_H

#include "engines/engine.h"
#include "harness/case/case.h"
#include "harness/record/record.h"
#include "harness/run/bias.h"
#include "harness/run/checkpoint.h"

struct gravel_point {
    char
        key[17]; /* hash of the physics version, the case's name, engine, seed, generator, measures, parameters, bias */
    const struct gravel_case *c; /* borrowed */
    const struct gravel_engine_ops *engine;
    struct gravel_options parameters; /* resolved; only engines.<this engine> of all engines */
    uint64_t seed; /* depends on the case's seed, its shift and the replicate only: all engines start from one state */
    int replicate;
    struct gravel_bias bias;
    const char *output; /* the folder below which the point writes its trajectories (output.h); borrowed; NULL: none */
};

struct gravel_plan {
    size_t n, capacity;
    struct gravel_point *points; /* owned */
};

/* The points of one plan, unless a choice states another number: a slip in a sweep shall not fill a disk. */
enum { GRAVEL_POINTS_MAX = 100000 };

/* Which points of a case; {0}: all that it states. */
struct gravel_plan_choice {
    const char *engines; /* names, comma separated; NULL: all */
    int seeds;           /* number of replicates; 0: that of the case */
    uint64_t seed_shift; /* added to the seed of the case: another set of independent runs for each value */
    struct gravel_bias bias;
    int max_points; /* of the whole plan; 0: GRAVEL_POINTS_MAX */
};

/* Append the points of a case, each key once.  Sweep values are validated like the file itself: GRAVEL_INPUT names the
 * place in the file; also when the plan would have more points than the choice allows, before any is made. The plan
 * keeps pointers to `c`, which must outlive it. */
GRAVEL_MUST_USE enum gravel_status gravel_plan_add(struct gravel_plan *plan, const struct gravel_case *c,
                                                   struct gravel_plan_choice choice, struct gravel_error *error);

/* The hash of what a point's key is made of, without the length of the run: points that agree in it are parts of one
 * motion.  GRAVEL_MEMORY. */
GRAVEL_MUST_USE enum gravel_status gravel_point_motion(const struct gravel_point *point, char motion[17],
                                                       struct gravel_error *error);

/* Free the points and set the plan to {0}, in which state it may be filled again. */
void gravel_plan_free(struct gravel_plan *plan);

/* Run one point and make its record, which the caller frees with gravel_record_free().  A refusal of the engine or a
 * broken invariant is a status of the record, not a failure of this function: GRAVEL_MEMORY is the only one, and leaves
 * the record empty.  *done (NULL: not wanted) is set to the part of the time that is simulated, 0 to 1, for other
 * threads or processes.
 *
 * With `checkpoints` (NULL: none) the state is saved now and then, and the point goes on from its saved state if there
 * is one: the record is the same, bit for bit, but for the processor time.  A state that cannot be used is told on
 * stderr, and the point starts again.  checkpoints->continued: see gravel_point_check_continued(). */
GRAVEL_MUST_USE enum gravel_status gravel_point_run(const struct gravel_point *point,
                                                    const struct gravel_checkpoints *checkpoints, _Atomic double *done,
                                                    struct gravel_record *record, struct gravel_error *error);

/* Whether the point can go on from the end of the finished point checkpoints->continued, with the result that it has
 * when it runs from its own start.  If not: GRAVEL_IO without such a state or when the points differ in more than the
 * length of the run; GRAVEL_INPUT when their samples differ, or what a measure derives from the length; GRAVEL_MEMORY.
 */
GRAVEL_MUST_USE enum gravel_status gravel_point_check_continued(const struct gravel_point *point,
                                                                const struct gravel_checkpoints *checkpoints,
                                                                struct gravel_error *error);

#endif
