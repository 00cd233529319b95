#define _GNU_SOURCE /* close_range() */
#include "engines/external/process.h"

#include "engines/core/array.h"
#include "engines/external/text.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LINE_MAX_BYTES = 1 << 24, TAIL = 600 };

struct gravel_process {
    char *command;
    double limit;
    pid_t pid;
    int in, out, err; /* its standard input (a socket: writing to a dead process is no signal), output and error;
                         -1: closed */
    char *text;       /* read from it and not yet returned: [begin, end) */
    size_t begin, end, capacity;
    char tail[TAIL]; /* the last bytes of its standard error */
    size_t n_tail;
};

static double
now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* In the child.  The signals that the parent has blocked and its open files, as the pipe of a worker, are not the
 * child's. */
static _Noreturn void
run_command(const char *command, int in, int out, int err, pid_t parent)
{
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent || dup2(in, 0) < 0 || dup2(out, 1) < 0 || dup2(err, 2) < 0 || close_range(3, ~0u, 0) != 0)
        _exit(127);
    execl("/bin/sh", "sh", "-c", command, (char *)NULL); /* it begins with "exec ": the shell does not stay */
    _exit(127);
}

static void
close_all(int n, const int *files)
{
    for (int k = 0; k < n; k++)
        if (files[k] >= 0)
            close(files[k]);
}

static bool
spawn(struct gravel_process *p)
{
    int files[6] = {-1, -1, -1, -1, -1, -1}; /* here and there: input, output, error */
    const pid_t parent = getpid();
    const bool open =
        socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, files) == 0 && pipe(files + 2) == 0 && pipe(files + 4) == 0;
    p->pid = open ? fork() : -1;
    if (p->pid == 0)
        run_command(p->command, files[1], files[3], files[5], parent);
    if (p->pid < 0) {
        close_all(6, files);
        return false;
    }
    setpgid(p->pid, p->pid); /* here too: whichever comes first */
    close_all(3, (const int[]){files[1], files[3], files[5]});
    p->in = files[0];
    p->out = files[2];
    p->err = files[4];
    return true;
}

/* "exec COMMAND", so that signals reach the program itself and its end is seen; NULL without memory. */
static char *
exec_of(const char *command)
{
    const size_t size = strlen("exec ") + strlen(command) + 1;
    char *text = malloc(size);
    if (text != NULL)
        snprintf(text, size, "exec %s", command);
    return text;
}

enum gravel_status
gravel_process_start(struct gravel_process **process, const char *command, double limit, struct gravel_error *error)
{
    *process = NULL;
    if (command[strspn(command, " \t\n")] == '\0')
        return gravel_fail(error, GRAVEL_INPUT, "exec: found no command, allowed: a program and its arguments");
    struct gravel_process *p = *process = calloc(1, sizeof *p);
    if (p == NULL)
        return gravel_no_memory(error);
    *p = (struct gravel_process){.command = exec_of(command), .limit = limit, .in = -1, .out = -1, .err = -1};
    if (p->command != NULL && spawn(p))
        return GRAVEL_OK;
    const enum gravel_status status =
        p->command == NULL ? gravel_no_memory(error)
                           : gravel_fail(error, GRAVEL_IO, "%s: no process: %s", command, strerror(errno));
    free(p->command);
    free(p);
    *process = NULL;
    return status;
}

/* Keep the last bytes of its standard error; returns whether there was anything to read. */
static bool
read_error(struct gravel_process *p)
{
    char bytes[4096];
    const ssize_t n = p->err >= 0 ? read(p->err, bytes, sizeof bytes) : 0;
    if (n <= 0) {
        close_all(1, &p->err);
        p->err = -1;
        return false;
    }
    const size_t used = (size_t)n < TAIL ? (size_t)n : TAIL, kept = p->n_tail + used > TAIL ? TAIL - used : p->n_tail;
    memmove(p->tail, p->tail + p->n_tail - kept, kept);
    memcpy(p->tail + kept, bytes + n - used, used);
    p->n_tail = kept + used;
    return true;
}

/* What is in the pipe of a process that fails; a flood is not followed. */
static void
drain_error(struct gravel_process *p)
{
    for (int k = 0; k < 64 && p->err >= 0; k++) {
        struct pollfd f = {.fd = p->err, .events = POLLIN};
        if (poll(&f, 1, k == 0 ? 50 : 0) <= 0 || !read_error(p))
            return;
    }
}

/* The tail in one line of printable characters. */
static void
print_tail(const struct gravel_process *p, char *text)
{
    size_t n = 0;
    for (size_t k = 0; k < p->n_tail; k++) {
        const unsigned char c = (unsigned char)p->tail[k];
        const bool printable = c >= 0x20 && c < 0x7f;
        if (printable || (c == '\n' && n > 0 && k + 1 < p->n_tail))
            text[n++] = printable ? (char)c : '|';
    }
    text[n] = '\0';
}

enum gravel_status
gravel_process_fail(struct gravel_process *p, struct gravel_error *error, enum gravel_status status, const char *format,
                    ...)
{
    char reason[400], tail[TAIL + 1];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    gravel_text_printable(reason);
    drain_error(p);
    print_tail(p, tail);
    return gravel_fail(error, status, "%s (%.100s)%s%s", reason, p->command + strlen("exec "),
                       tail[0] ? "; stderr: " : "", tail);
}

/* Has it ended?  It stays a zombie until gravel_process_end(), so that its group keeps its number. */
static bool
wait_for_end(const struct gravel_process *p, double seconds, siginfo_t *info)
{
    const double until = now() + seconds;
    do {
        *info = (siginfo_t){0};
        if (waitid(P_PID, (id_t)p->pid, info, WEXITED | WNOHANG | WNOWAIT) != 0 || info->si_pid != 0)
            return true;
        nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
    } while (now() < until);
    return false;
}

static enum gravel_status
fail_ended(struct gravel_process *p, struct gravel_error *error)
{
    siginfo_t info;
    if (!wait_for_end(p, 1.0, &info))
        return gravel_process_fail(p, error, GRAVEL_IO, "the adapter has closed its output");
    if (info.si_code == CLD_EXITED)
        return gravel_process_fail(p, error, GRAVEL_IO, "the adapter ended with status %d", info.si_status);
    return gravel_process_fail(p, error, GRAVEL_IO, "the adapter died of signal %d (%s)", info.si_status,
                               strsignal(info.si_status));
}

/* Wait until `file` is ready for `events`, at most until `deadline`, and read its standard error meanwhile.  Returns 0
 * when the time is over. */
static short
wait_ready(struct gravel_process *p, int file, short events, double deadline)
{
    for (;;) {
        const double left = deadline - now();
        struct pollfd files[2] = {{.fd = file, .events = events}, {.fd = p->err, .events = POLLIN}};
        if (left <= 0.0)
            return 0;
        const int n = poll(files, 2, (int)(1e3 * left) + 1);
        if (n > 0 && files[1].revents != 0)
            (void)read_error(p);
        if (n > 0 && files[0].revents != 0)
            return files[0].revents;
    }
}

enum gravel_status
gravel_process_send(struct gravel_process *p, const void *data, size_t n, struct gravel_error *error)
{
    const double deadline = now() + p->limit;
    struct pollfd out = {.fd = p->out, .events = POLLIN};
    if (p->begin < p->end || (poll(&out, 1, 0) > 0 && (out.revents & POLLIN)))
        return gravel_process_fail(p, error, GRAVEL_IO, "the adapter wrote more than it was asked for");
    for (const char *bytes = data; n > 0;) {
        const ssize_t sent = send(p->in, bytes, n, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent >= 0) {
            bytes += sent;
            n -= (size_t)sent;
        } else if (errno != EAGAIN && errno != EINTR) {
            return fail_ended(p, error);
        } else if (wait_ready(p, p->in, POLLOUT, deadline) == 0) {
            return gravel_process_fail(p, error, GRAVEL_IO, "the adapter did not read its input within %g s", p->limit);
        }
    }
    return GRAVEL_OK;
}

/* Read once, at least one byte. */
static enum gravel_status
receive(struct gravel_process *p, double deadline, struct gravel_error *error)
{
    enum { CHUNK = 1 << 16 };
    if (p->begin > 0) {
        memmove(p->text, p->text + p->begin, p->end - p->begin);
        p->end -= p->begin;
        p->begin = 0;
    }
    if (!gravel_array_grow(&p->text, &p->capacity, p->end + CHUNK, 1))
        return gravel_no_memory(error);
    if (wait_ready(p, p->out, POLLIN, deadline) == 0)
        return gravel_process_fail(p, error, GRAVEL_IO, "the adapter gave no answer within %g s", p->limit);
    const ssize_t n = read(p->out, p->text + p->end, CHUNK);
    if (n <= 0)
        return fail_ended(p, error);
    p->end += (size_t)n;
    return GRAVEL_OK;
}

enum gravel_status
gravel_process_line(struct gravel_process *p, char **line, size_t *n, struct gravel_error *error)
{
    const double deadline = now() + p->limit;
    for (;;) {
        char *end = p->end > p->begin ? memchr(p->text + p->begin, '\n', p->end - p->begin) : NULL;
        if (end != NULL) {
            *line = p->text + p->begin;
            *n = (size_t)(end - *line);
            *end = '\0';
            p->begin += *n + 1;
            return GRAVEL_OK;
        }
        if (p->end - p->begin > LINE_MAX_BYTES)
            return gravel_process_fail(p, error, GRAVEL_IO, "the adapter wrote a line of more than %d bytes",
                                       LINE_MAX_BYTES);
        const enum gravel_status status = receive(p, deadline, error);
        if (status != GRAVEL_OK)
            return status;
    }
}

enum gravel_status
gravel_process_block(struct gravel_process *p, void *data, size_t n, struct gravel_error *error)
{
    const double deadline = now() + p->limit;
    for (char *to = data; n > 0;) {
        const size_t have = p->end - p->begin, part = have < n ? have : n;
        if (part > 0) {
            memcpy(to, p->text + p->begin, part);
            p->begin += part;
            to += part;
            n -= part;
            continue;
        }
        const enum gravel_status status = receive(p, deadline, error);
        if (status != GRAVEL_OK)
            return status;
    }
    return GRAVEL_OK;
}

double
gravel_process_cpu(const struct gravel_process *p)
{
    char path[64];
    double nanoseconds = 0.0;
    snprintf(path, sizeof path, "/proc/%ld/schedstat", (long)p->pid);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return 0.0;
    if (fscanf(file, "%lf", &nanoseconds) != 1)
        nanoseconds = 0.0;
    (void)fclose(file);
    return 1e-9 * nanoseconds;
}

void
gravel_process_end(struct gravel_process *p, struct gravel_process_outcome *outcome)
{
    siginfo_t info;
    int status = -1;
    struct rusage used = {0};
    if (p == NULL)
        return;
    close_all(3, (const int[]){p->in, p->out, p->err});
    (void)wait_for_end(p, 1.0, &info);
    kill(-p->pid, SIGKILL);
    while (wait4(p->pid, &status, 0, &used) < 0 && errno == EINTR)
        continue;
    if (outcome != NULL)
        *outcome = (struct gravel_process_outcome){1024.0 * (double)used.ru_maxrss,
                                                   WIFEXITED(status) && WEXITSTATUS(status) == 0};
    free(p->text);
    free(p->command);
    free(p);
}
