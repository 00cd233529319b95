/* A program of somebody else, run in a folder of its own, whose standard output is read. */
#ifndef GRAVEL_HARNESS_BENCH_PROCESS_H
#define GRAVEL_HARNESS_BENCH_PROCESS_H

#include "engines/core/status.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

enum { GRAVEL_BENCH_PROGRAMS = 64 };

/* The programs that an environment variable names, separated by colons; those of `fallback`, which may be NULL, where
 * it is not set.  One that is not found keeps its name, and cannot be started. */
struct gravel_bench_programs {
    char path[GRAVEL_BENCH_PROGRAMS][PATH_MAX];
    int n;
};
void gravel_bench_find_programs(struct gravel_bench_programs *programs, const char *variable, const char *fallback);

struct gravel_bench_process {
    pid_t pid;
    FILE *out; /* its output, line by line */
};

/* Start argv[0] with its arguments in a folder. */
GRAVEL_MUST_USE enum gravel_status gravel_bench_process_start(struct gravel_bench_process *process, const char *folder,
                                                              const char *const argv[], struct gravel_error *error);
/* Processor time that it has used [s]; 0 where the system does not tell. */
double gravel_bench_process_cpu(const struct gravel_bench_process *process);
/* End it, now if `early`; whether it has ended by itself, with exit code 0.  *bytes: its largest resident memory. */
bool gravel_bench_process_end(struct gravel_bench_process *process, bool early, double *bytes);

/* A new folder for temporary files, and its removal with the files in it. */
GRAVEL_MUST_USE enum gravel_status gravel_bench_folder_make(char folder[PATH_MAX], struct gravel_error *error);
void gravel_bench_folder_remove(const char *folder);

#endif
