#include "harness/cli/cli.h"

#include <stdio.h>

int
gravel_cli_error(const struct gravel_error *error)
{
    fprintf(stderr, "gravel: %s\n", error->text);
    switch (error->status) {
    case GRAVEL_INPUT:
    case GRAVEL_UNSUPPORTED: return GRAVEL_EXIT_USAGE;
    case GRAVEL_INTERRUPTED: return GRAVEL_EXIT_INTERRUPTED;
    default: return GRAVEL_EXIT_FAILED;
    }
}
