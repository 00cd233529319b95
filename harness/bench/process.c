#include "harness/bench/process.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

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

/* In the new process: its output is line by line also where it is no terminal (stdbuf), and it ends with this one. */
static void
become(const char *folder, const char *const argv[], int out)
{
    enum { ARGUMENTS_MAX = 32 };
    char *words[ARGUMENTS_MAX] = {"stdbuf", "-oL"};
    int n = 2;
    for (int k = 0; argv[k] != NULL && n + 1 < ARGUMENTS_MAX; k++)
        words[n++] = strdup(argv[k]);
#ifdef __linux__
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    if (chdir(folder) == 0 && dup2(out, STDOUT_FILENO) >= 0 && dup2(out, STDERR_FILENO) >= 0)
        execvp(words[0], words);
    _exit(127);
}

enum gravel_status
gravel_bench_process_start(struct gravel_bench_process *process, const char *folder, const char *const argv[],
                           struct gravel_error *error)
{
    int ends[2];
    process->out = NULL;
    if (access(argv[0], X_OK) != 0)
        return gravel_fail(error, GRAVEL_IO, "cannot run %.200s: %s", argv[0], strerror(errno));
    if (pipe(ends) != 0)
        return gravel_fail(error, GRAVEL_IO, "cannot run %s: %s", argv[0], strerror(errno));
    process->pid = fork();
    if (process->pid == 0)
        become(folder, argv, ends[1]);
    (void)close(ends[1]);
    process->out = process->pid > 0 ? fdopen(ends[0], "r") : NULL;
    if (process->out != NULL)
        return GRAVEL_OK;
    (void)close(ends[0]);
    return gravel_fail(error, GRAVEL_IO, "cannot run %s: %s", argv[0], strerror(errno));
}

double
gravel_bench_process_cpu(const struct gravel_bench_process *process)
{
    char path[64];
    double nanoseconds = 0.0;
    snprintf(path, sizeof path, "/proc/%ld/schedstat", (long)process->pid);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return 0.0;
    if (fscanf(file, "%lf", &nanoseconds) != 1)
        nanoseconds = 0.0;
    (void)fclose(file);
    return 1e-9 * nanoseconds;
}

bool
gravel_bench_process_end(struct gravel_bench_process *process, bool early, double *bytes)
{
    int status = 0;
    struct rusage used = {0};
    if (early)
        (void)kill(process->pid, SIGKILL);
    (void)fclose(process->out);
    while (wait4(process->pid, &status, 0, &used) < 0 && errno == EINTR)
        continue;
    *bytes = 1024.0 * (double)used.ru_maxrss;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
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

void
gravel_bench_folder_remove(const char *folder)
{
    DIR *files = opendir(folder);
    char path[2 * PATH_MAX];
    for (const struct dirent *file = NULL; files != NULL && (file = readdir(files)) != NULL;) {
        snprintf(path, sizeof path, "%s/%s", folder, file->d_name);
        if (strcmp(file->d_name, ".") != 0 && strcmp(file->d_name, "..") != 0)
            (void)unlink(path);
    }
    if (files != NULL)
        (void)closedir(files);
    (void)rmdir(folder);
}
