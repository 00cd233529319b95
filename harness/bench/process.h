/* The programs of peers, run in a temporary folder. */
#ifndef GRAVEL_HARNESS_BENCH_PROCESS_H
#define GRAVEL_HARNESS_BENCH_PROCESS_H

#include "engines/external/process.h"

#include <limits.h>

enum { GRAVEL_BENCH_PROGRAMS = 64 };

/* The programs that an environment variable names, separated by colons; those of `fallback`, which may be NULL, where
 * it is not set.  One that is not found keeps its name, and cannot be started. */
struct gravel_bench_programs {
    char path[GRAVEL_BENCH_PROGRAMS][PATH_MAX];
    int n;
};
void gravel_bench_find_programs(struct gravel_bench_programs *programs, const char *variable, const char *fallback);

/* Start a program with its arguments in a folder, its output line by line also where it is no terminal.  GRAVEL_IO; the
 * caller ends it with gravel_process_end(). */
GRAVEL_MUST_USE enum gravel_status gravel_bench_start(struct gravel_process **process, const char *folder,
                                                      const char *program, const char *arguments,
                                                      struct gravel_error *error);
/* Its next line, valid until the next call; NULL at the end of its output. */
const char *gravel_bench_line(struct gravel_process *process);

/* A new folder for temporary files, and its removal with all that is in it. */
GRAVEL_MUST_USE enum gravel_status gravel_bench_folder_make(char folder[PATH_MAX], struct gravel_error *error);
void gravel_bench_folder_remove(const char *folder);

#endif
