#include "cases/prepare/rehearsal.h"

#include <stdlib.h>
#include <string.h>

static enum gravel_status
set(struct gravel_options *options, const struct gravel_key *keys, const char *name, const char *text,
    struct gravel_error *error)
{
    struct gravel_value value;
    while (keys->name != NULL && strcmp(keys->name, name) != 0)
        keys++;
    if (keys->name == NULL)
        return gravel_fail(error, GRAVEL_INPUT, "found no engine option called %s", name);
    enum gravel_status status = gravel_key_parse(keys, text, &value, error);
    if (status != GRAVEL_OK)
        return status;
    status = gravel_options_set(options, name, &value, error);
    free(value.text);
    return status;
}

enum gravel_status
gravel_rehearsal_start(struct gravel_rehearsal *rehearsal, const char *engine, const struct gravel_system *system,
                       const char *const *settings, struct gravel_error *error)
{
    struct gravel_options options = {0};
    enum gravel_status status = GRAVEL_OK;
    *rehearsal = (struct gravel_rehearsal){.ops = gravel_engine_find(engine)};
    if (rehearsal->ops == NULL)
        return gravel_fail(error, GRAVEL_INPUT, "found no engine called %s", engine);
    const struct gravel_key *keys = rehearsal->ops->options;
    for (; *settings != NULL && status == GRAVEL_OK; settings += 2)
        status = set(&options, keys, settings[0], settings[1], error);
    if (status == GRAVEL_OK)
        status = gravel_options_defaults(&options, "", keys, error);
    if (status == GRAVEL_OK)
        status = rehearsal->ops->create(&rehearsal->engine, system, &options, NULL, error);
    gravel_options_free(&options);
    return status;
}

void
gravel_rehearsal_end(struct gravel_rehearsal *rehearsal)
{
    if (rehearsal->engine != NULL)
        rehearsal->ops->destroy(rehearsal->engine);
    *rehearsal = (struct gravel_rehearsal){0};
}
