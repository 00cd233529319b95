/* The gravel program: finds the command, runs it, returns its exit code. */
#include "harness/cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct gravel_command *const gravel_commands[] = {
    NULL,
};

int
main(int argc, char **argv)
{
    (void)argc;
    (void)argv;
    return GRAVEL_EXIT_USAGE;
}
