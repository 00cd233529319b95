/* What a run must not depend on, and what must be refused. */
#include "harness/conform/trials.h"
#include "harness/conform/world.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CLOUD = 4 };
static const double duration = 0.02, contact_time = 1.0e-3, diameter = 0.018;

static double
largest_distance(const struct gravel_particle *a, const struct gravel_particle *b, size_t n)
{
    double largest = 0.0;
    for (size_t k = 0; k < n; k++)
        largest = fmax(largest, v3_norm(v3_sub(a[k].x, b[k].x)) / diameter);
    return largest;
}

static enum gravel_status
advance_in_parts(const struct gravel_engine_ops *ops, const struct gravel_system *system, int n_parts,
                 struct gravel_particle *end, struct gravel_error *error)
{
    void *engine;
    enum gravel_status status = gravel_trial_start(ops, system, &engine, error);
    if (status != GRAVEL_OK)
        return status;
    for (int k = 1; status == GRAVEL_OK && k <= n_parts; k++)
        status = ops->advance(engine, duration * k / n_parts, error);
    if (status == GRAVEL_OK)
        ops->snapshot(engine, end);
    ops->destroy(engine);
    return status;
}

/* Compare a run of the cloud with what `other` makes of it. */
static enum gravel_status
compare(const struct gravel_engine_ops *ops, int dimension,
        enum gravel_status (*other)(const struct gravel_engine_ops *ops, const struct gravel_system *system,
                                    struct gravel_particle *end, struct gravel_error *error),
        double *deviation, struct gravel_error *error)
{
    struct gravel_system cloud;
    struct gravel_particle a[CLOUD], b[CLOUD];
    enum gravel_status status = gravel_world_cloud(&cloud, dimension, CLOUD, 0.9, contact_time, error);
    if (status == GRAVEL_OK)
        status = gravel_trial_run(ops, &cloud, duration, a, error);
    if (status == GRAVEL_OK)
        status = other(ops, &cloud, b, error);
    if (status == GRAVEL_OK)
        *deviation = largest_distance(a, b, CLOUD);
    gravel_system_free(&cloud);
    return status;
}

static enum gravel_status
run_in_parts(const struct gravel_engine_ops *ops, const struct gravel_system *system, struct gravel_particle *end,
             struct gravel_error *error)
{
    return advance_in_parts(ops, system, 7, end, error);
}

static enum gravel_status
sampling(const struct gravel_engine_ops *ops, int dimension, double *deviation, struct gravel_error *error)
{
    return compare(ops, dimension, run_in_parts, deviation, error);
}

static enum gravel_status
run_again(const struct gravel_engine_ops *ops, const struct gravel_system *system, struct gravel_particle *end,
          struct gravel_error *error)
{
    return gravel_trial_run(ops, system, duration, end, error);
}

static enum gravel_status
repeat(const struct gravel_engine_ops *ops, int dimension, double *deviation, struct gravel_error *error)
{
    return compare(ops, dimension, run_again, deviation, error);
}

/* Created while another engine of the same system is under way, which then ends. */
static enum gravel_status
run_beside(const struct gravel_engine_ops *ops, const struct gravel_system *system, struct gravel_particle *end,
           struct gravel_error *error)
{
    void *left, *engine = NULL;
    enum gravel_status status = gravel_trial_start(ops, system, &left, error);
    if (status != GRAVEL_OK)
        return status;
    status = ops->advance(left, 0.3 * duration, error);
    if (status == GRAVEL_OK)
        status = gravel_trial_start(ops, system, &engine, error);
    ops->destroy(left);
    if (status == GRAVEL_OK)
        status = ops->advance(engine, duration, error);
    if (status == GRAVEL_OK)
        ops->snapshot(engine, end);
    if (engine != NULL)
        ops->destroy(engine);
    return status;
}

static enum gravel_status
beside(const struct gravel_engine_ops *ops, int dimension, double *deviation, struct gravel_error *error)
{
    return compare(ops, dimension, run_beside, deviation, error);
}

/* A pair, from the start to the end and from the states shortly before its collision: with steps of another length the
 * collision is met at another part of a step. */
static enum gravel_status
go_on(const struct gravel_engine_ops *ops, int dimension, double *deviation, struct gravel_error *error)
{
    const double t = 4.0e-3, before = 0.7e-3;
    struct gravel_system pair;
    struct gravel_particle whole[2], second[2];
    enum gravel_status status = gravel_world_pair(&pair, dimension, 0.9, contact_time, 1.0e-3, 1.0, error);
    if (status == GRAVEL_OK)
        status = gravel_trial_run(ops, &pair, t, whole, error);
    if (status == GRAVEL_OK)
        status = gravel_trial_run(ops, &pair, before, second, error);
    if (status == GRAVEL_OK) {
        memcpy(pair.particles, second, sizeof second);
        status = gravel_trial_run(ops, &pair, t - before, second, error);
    }
    if (status == GRAVEL_OK)
        *deviation = largest_distance(whole, second, 2);
    gravel_system_free(&pair);
    return status;
}

/* A pair, which the engine runs, and beside it a wall of the first shape that the engine says it lacks, handed to it
 * all the same: 0 when the engine refuses, 1 when it takes it.  To end without an answer is no refusal. */
static enum gravel_status
refusal(const struct gravel_engine_ops *ops, int dimension, double *deviation, struct gravel_error *error)
{
    struct gravel_options options = {0};
    struct gravel_system system;
    struct gravel_particle end[2];
    void *engine = NULL;
    int shape = 0;
    while (shape < GRAVEL_SHAPE_COUNT && (ops->capabilities & (GRAVEL_CAP_SHAPE_FIRST << shape)))
        shape++;
    if (shape == GRAVEL_SHAPE_COUNT)
        return gravel_fail(error, GRAVEL_UNSUPPORTED, "%s has all shapes of walls", ops->name);
    enum gravel_status status = gravel_world_pair(&system, dimension, 0.9, contact_time, 1.0e-3, 1.0, error);
    if (status == GRAVEL_OK)
        status = gravel_trial_run(ops, &system, 1.0e-4, end, error);
    if (status == GRAVEL_OK)
        status = gravel_world_floor(&system, -0.02, 0.0, error);
    if (status == GRAVEL_OK)
        status = gravel_options_defaults(&options, "", ops->options, error);
    if (status == GRAVEL_OK) {
        struct gravel_wall *wall = &system.walls[0];
        wall->shape = (enum gravel_shape)shape;
        wall->radius = wall->length = wall->width = diameter;
        status = ops->create(&engine, &system, &options, NULL, error);
        *deviation = status == GRAVEL_OK;
        if (status == GRAVEL_UNSUPPORTED || status == GRAVEL_INPUT || status == GRAVEL_PHYSICS)
            status = GRAVEL_OK;
    }
    if (engine != NULL)
        ops->destroy(engine);
    gravel_options_free(&options);
    gravel_system_free(&system);
    return status;
}

#define ALL GRAVEL_TRIAL_ALL

/* Soft spheres meet their contacts at other parts of a step when they are asked at other times. */
const struct gravel_trial gravel_session_trials[] = {
    {"sampling", "asked seven times or once: distance, in diameters", ALL, 1, 1e-2, 1e-9, sampling},
    {"go-on", "created from states on the way: distance, in diameters", ALL, 1, 1e-2, 1e-9, go_on},
    {"repeat", "run twice: distance, in diameters", ALL, 1, 0.0, 0.0, repeat},
    {"beside", "run beside another run that is given up: distance", ALL, 1, 0.0, 0.0, beside},
    {"refusal", "a wall of a shape that it lacks: 0 refused, 1 taken", ALL, 1, 0.0, 0.0, refusal},
    {0},
};
