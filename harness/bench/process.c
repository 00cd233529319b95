#define _GNU_SOURCE /* nftw() */
#include "harness/bench/process.h"

#include <errno.h>
#include <ftw.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Set `path` to the program of this name, as the shell would find it; false when there is none. */
static bool
find_program(const char *name, char path[PATH_MAX])
{
    if (strchr(name, '/') != NULL)
        return realpath(name, path) != NULL && access(path, X_OK) == 0;
    const char *folders = getenv("PATH");
    for (; folders != NULL && *folders != '\0'; folders += *folders == ':') {
        const size_t length = strcspn(folders, ":");
        const int n = snprintf(path, PATH_MAX, "%.*s/%s", (int)length, folders, name);
        if (n > 0 && n < PATH_MAX && access(path, X_OK) == 0)
            return true;
        folders += length;
    }
    return false;
}

void
gravel_bench_find_programs(struct gravel_bench_programs *programs, const char *variable, const char *fallback)
{
    const char *names = getenv(variable);
    programs->n = 0;
    if (names == NULL)
        names = fallback;
    for (; names != NULL && *names != '\0' && programs->n < GRAVEL_BENCH_PROGRAMS; names += *names == ':') {
        char name[PATH_MAX];
        const size_t length = strcspn(names, ":");
        if (length > 0 && length < sizeof name) {
            snprintf(name, sizeof name, "%.*s", (int)length, names);
            if (!find_program(name, programs->path[programs->n]))
                snprintf(programs->path[programs->n], PATH_MAX, "%s", name);
            programs->n++;
        }
        names += length;
    }
}

enum gravel_status
gravel_bench_start(struct gravel_process **process, const char *folder, const char *program, const char *arguments,
                   struct gravel_error *error)
{
    enum { SILENCE = 3600 }; /* longest time between two lines [s] */
    char command[3 * PATH_MAX];
    *process = NULL;
    if (access(program, X_OK) != 0)
        return gravel_fail(error, GRAVEL_IO, "cannot run %.200s: %s", program, strerror(errno));
    if (strchr(folder, '\'') != NULL || strchr(program, '\'') != NULL)
        return gravel_fail(error, GRAVEL_IO, "cannot run %.200s: a quotation mark in a path", program);
    snprintf(command, sizeof command, "env -C '%s' stdbuf -oL '%s' %s", folder, program, arguments);
    return gravel_process_start(process, command, SILENCE, error);
}

const char *
gravel_bench_line(struct gravel_process *process)
{
    char *line;
    size_t n;
    struct gravel_error unused;
    return gravel_process_line(process, &line, &n, &unused) == GRAVEL_OK ? line : NULL;
}

enum gravel_status
gravel_bench_folder_make(char folder[PATH_MAX], struct gravel_error *error)
{
    const char *const base = getenv("TMPDIR");
    const int n = snprintf(folder, PATH_MAX, "%s/gravel-bench-XXXXXX", base != NULL && *base != '\0' ? base : "/tmp");
    if (n > 0 && n < PATH_MAX && mkdtemp(folder) != NULL)
        return GRAVEL_OK;
    return gravel_fail(error, GRAVEL_IO, "cannot make a folder for temporary files: %s", folder);
}

static int
remove_one(const char *path, const struct stat *status, int type, struct FTW *where)
{
    (void)status, (void)type, (void)where;
    return remove(path);
}

void
gravel_bench_folder_remove(const char *folder)
{
    (void)nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}
