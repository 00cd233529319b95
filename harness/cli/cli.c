#include "harness/cli/cli.h"

#include <stdio.h>

int
gravel_cli_error(const struct gravel_error *error)
{
    fprintf(stderr, "gravel: %s\n", error->text);
    return error->status == GRAVEL_INPUT || error->status == GRAVEL_UNSUPPORTED ? GRAVEL_EXIT_USAGE
                                                                                : GRAVEL_EXIT_FAILED;
}
