#include "harness/util/home.h"

#include <stddef.h>
#include <stdlib.h>

static const char *
variable_or(const char *name, const char *otherwise)
{
    const char *value = getenv(name);
    return value != NULL && value[0] != '\0' ? value : otherwise;
}

const char *
gravel_version(void)
{
    return GRAVEL_VERSION;
}

const char *
gravel_home(void)
{
    return variable_or("GRAVEL_HOME", GRAVEL_SOURCE_ROOT);
}

const char *
gravel_default_store(void)
{
    return variable_or("GRAVEL_STORE", "results/gravel.sqlite");
}
