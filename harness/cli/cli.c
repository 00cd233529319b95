#include "harness/cli/cli.h"

#include <stdio.h>
#include <string.h>

bool
gravel_cli_parse(const struct argp *argp, int argc, char **argv, void *input)
{
    argp_err_exit_status = GRAVEL_EXIT_USAGE;
    const error_t failure = argp_parse(argp, argc, argv, 0, NULL, input);
    if (failure != 0)
        fprintf(stderr, "gravel: arguments: %s\n", strerror(failure));
    return failure == 0;
}

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
