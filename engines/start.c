#include "engines/start.h"

#include <stdlib.h>
#include <string.h>

static enum gravel_status
add_setting(struct gravel_options *options, const struct gravel_key *key, const char *name, const char *text,
            struct gravel_error *error)
{
    struct gravel_value value;
    while (key != NULL && key->name != NULL && strcmp(key->name, name) != 0)
        key++;
    if (key == NULL || key->name == NULL)
        return gravel_fail(error, GRAVEL_INPUT, "found no option called %s", name);
    enum gravel_status status = gravel_key_parse(key, text, &value, error);
    if (status != GRAVEL_OK)
        return status;
    status = gravel_options_set(options, name, &value, error);
    free(value.text);
    return status;
}

enum gravel_status
gravel_options_add_settings(struct gravel_options *options, const struct gravel_key *keys, const char *const *settings,
                            struct gravel_error *error)
{
    enum gravel_status status = GRAVEL_OK;
    for (; settings != NULL && *settings != NULL && status == GRAVEL_OK; settings += 2)
        status = add_setting(options, keys, settings[0], settings[1], error);
    return status == GRAVEL_OK ? gravel_options_defaults(options, "", keys, error) : status;
}

enum gravel_status
gravel_engine_start(void **engine, const struct gravel_engine_ops *ops, const struct gravel_system *system,
                    const char *const *settings, const struct gravel_sink *sink, struct gravel_error *error)
{
    struct gravel_options options = {0};
    *engine = NULL;
    enum gravel_status status = gravel_options_add_settings(&options, ops->options, settings, error);
    if (status == GRAVEL_OK)
        status = ops->create(engine, system, &options, sink, error);
    gravel_options_free(&options);
    return status;
}
