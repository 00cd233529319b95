#include "cases/prepare/engine_run.h"

#include "engines/start.h"

enum gravel_status
gravel_engine_run_start(struct gravel_engine_run *run, const char *engine, const struct gravel_system *system,
                        const char *const *settings, struct gravel_error *error)
{
    *run = (struct gravel_engine_run){.ops = gravel_engine_find(engine)};
    if (run->ops == NULL)
        return gravel_fail(error, GRAVEL_INPUT, "found no engine called %s", engine);
    return gravel_engine_start(&run->engine, run->ops, system, settings, NULL, error);
}

void
gravel_engine_run_end(struct gravel_engine_run *run)
{
    if (run->engine != NULL)
        run->ops->destroy(run->engine);
    *run = (struct gravel_engine_run){0};
}
