#include "engines/engine.h"

#include <string.h>

extern const struct gravel_engine_ops gravel_md, gravel_ed, gravel_ed_column;

const struct gravel_engine_ops *const gravel_engines[] = {&gravel_md, &gravel_ed, &gravel_ed_column, NULL};

static const struct gravel_engine_ops *registered;

void
gravel_engine_register(const struct gravel_engine_ops *ops)
{
    registered = ops;
}

const struct gravel_engine_ops *
gravel_engine_find(const char *name)
{
    for (size_t k = 0; gravel_engines[k] != NULL; k++)
        if (strcmp(gravel_engines[k]->name, name) == 0)
            return gravel_engines[k];
    return registered != NULL && strcmp(registered->name, name) == 0 ? registered : NULL;
}

#define VALUE(name, type, unit, doc)                    \
    static double name(const struct gravel_counters *c) \
    {                                                   \
        return (double)c->name;                         \
    }
GRAVEL_COUNTERS(VALUE)

#define INFO(name, type, unit, doc) {#name, unit, doc, name},
const struct gravel_counter_info gravel_counter_infos[] = {GRAVEL_COUNTERS(INFO){NULL}};
