#include "harness/conform/trial.h"

enum gravel_status
gravel_trial_start(const struct gravel_engine_ops *ops, const struct gravel_system *system, void **engine,
                   struct gravel_error *error)
{
    char names[512];
    struct gravel_options options = {0};
    const unsigned lacks = gravel_system_needs(system) & ~ops->capabilities;
    *engine = NULL;
    if (lacks != 0) {
        gravel_capability_names(lacks, names, sizeof names);
        return gravel_fail(error, GRAVEL_UNSUPPORTED, "%s lacks: %s", ops->name, names);
    }
    enum gravel_status status = gravel_options_defaults(&options, "", ops->options, error);
    if (status == GRAVEL_OK)
        status = ops->create(engine, system, &options, NULL, error);
    gravel_options_free(&options);
    return status;
}

enum gravel_status
gravel_trial_run(const struct gravel_engine_ops *ops, const struct gravel_system *system, double t,
                 struct gravel_particle *end, struct gravel_error *error)
{
    void *engine;
    enum gravel_status status = gravel_trial_start(ops, system, &engine, error);
    if (status != GRAVEL_OK)
        return status;
    status = ops->advance(engine, t, error);
    if (status == GRAVEL_OK)
        ops->snapshot(engine, end);
    ops->destroy(engine);
    return status;
}
