/* The commands of the gravel program: a registry in which each command is one file harness/cmd_<name>.c. */
#ifndef GRAVEL_HARNESS_CLI_CLI_H
#define GRAVEL_HARNESS_CLI_CLI_H

#include "engines/core/status.h"

enum gravel_exit { GRAVEL_EXIT_OK = 0, GRAVEL_EXIT_FAILED = 1, GRAVEL_EXIT_USAGE = 2 };

struct gravel_command {
    const char *name;
    const char *what; /* one sentence */
    /* argv[0] is "gravel <name>", for argp. Returns an exit code. */
    int (*run)(int argc, char **argv);
};
extern const struct gravel_command *const gravel_commands[];

/* "gravel: message" on stderr; returns GRAVEL_EXIT_USAGE for bad input and GRAVEL_EXIT_FAILED for the rest. */
int gravel_cli_error(const struct gravel_error *error);

/* Version of the program. */
const char *gravel_version(void);

/* Root folder of cases/, reference/ and reports/: $GRAVEL_HOME, else the source tree of the build. */
const char *gravel_home(void);

/* Default store: $GRAVEL_STORE, else "results/gravel.sqlite" below the present folder (the folder is made). */
const char *gravel_default_store(void);

#endif
