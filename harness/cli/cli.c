#include "harness/cli/cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

int
gravel_cli_error(const struct gravel_error *error)
{
    fprintf(stderr, "gravel: %s\n", error->text);
    return error->status == GRAVEL_INPUT || error->status == GRAVEL_UNSUPPORTED ? GRAVEL_EXIT_USAGE
                                                                                : GRAVEL_EXIT_FAILED;
}

const char *
gravel_version(void)
{
    return GRAVEL_VERSION;
}

const char *
gravel_home(void)
{
    const char *home = getenv("GRAVEL_HOME");
    return home != NULL && home[0] != '\0' ? home : GRAVEL_SOURCE_ROOT;
}

const char *
gravel_default_store(void)
{
    const char *store = getenv("GRAVEL_STORE");
    if (store != NULL && store[0] != '\0')
        return store;
    mkdir("results", 0777);
    return "results/gravel.sqlite";
}
