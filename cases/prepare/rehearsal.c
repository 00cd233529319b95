#include "cases/prepare/rehearsal.h"

#include "engines/start.h"

enum gravel_status
gravel_rehearsal_start(struct gravel_rehearsal *rehearsal, const char *engine, const struct gravel_system *system,
                       const char *const *settings, struct gravel_error *error)
{
    *rehearsal = (struct gravel_rehearsal){.ops = gravel_engine_find(engine)};
    if (rehearsal->ops == NULL)
        return gravel_fail(error, GRAVEL_INPUT, "found no engine called %s", engine);
    return gravel_engine_start(&rehearsal->engine, rehearsal->ops, system, settings, NULL, error);
}

void
gravel_rehearsal_end(struct gravel_rehearsal *rehearsal)
{
    if (rehearsal->engine != NULL)
        rehearsal->ops->destroy(rehearsal->engine);
    *rehearsal = (struct gravel_rehearsal){0};
}
