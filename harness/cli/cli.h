/* The commands of the gravel program: a registry in which each command is one file harness/cli/cmd_<name>.c. */
#ifndef GRAVEL_HARNESS_CLI_CLI_H
#define GRAVEL_HARNESS_CLI_CLI_H

#include "engines/core/status.h"
#include "harness/util/exit.h"

#include <argp.h>
#include <stdbool.h>

struct gravel_command {
    const char *name;
    const char *what; /* one sentence */
    /* argv[0] is "gravel <name>", for argp. Returns an exit code. */
    int (*run)(int argc, char **argv);
};
extern const struct gravel_command *const gravel_commands[];

/* Parse the arguments of a command into `input`.  Bad ones end the program with code 2, and --help with 0; false, with
 * a message, when memory runs out. */
GRAVEL_MUST_USE bool gravel_cli_parse(const struct argp *argp, int argc, char **argv, void *input);

/* "gravel: message" on stderr; returns GRAVEL_EXIT_USAGE for bad input, GRAVEL_EXIT_INTERRUPTED, and GRAVEL_EXIT_FAILED
 * for the rest. */
int gravel_cli_error(const struct gravel_error *error);

#endif
