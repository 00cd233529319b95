/* Exit codes of the program and of its commands. */
#ifndef GRAVEL_HARNESS_UTIL_EXIT_H
#define GRAVEL_HARNESS_UTIL_EXIT_H

enum gravel_exit {
    GRAVEL_EXIT_OK = 0,
    GRAVEL_EXIT_FAILED = 1,       /* a check, a point or the program failed */
    GRAVEL_EXIT_USAGE = 2,        /* bad input: the command line, a case file, a store */
    GRAVEL_EXIT_INTERRUPTED = 130 /* by SIGINT or SIGTERM: nothing is judged; the same command goes on */
};

#endif
