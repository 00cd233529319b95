#include "harness/run/worker.h"

#include "engines/core/array.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* In the worker's process */

/* Exit codes of a process without a record. */
enum { NO_RECORD = 1, NO_MEMORY = 2 };

static bool
write_all(int file, const void *data, size_t n)
{
    const char *text = data;
    while (n > 0) {
        const ssize_t written = write(file, text, n);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        text += written;
        n -= (size_t)written;
    }
    return true;
}

/* A record is sent as its length, then its text. */
static int
send_record(const struct gravel_point *point, const struct gravel_checkpoints *checkpoints, _Atomic double *done,
            int channel)
{
    struct gravel_record record;
    struct gravel_error error;
    if (gravel_point_run(point, checkpoints, done, &record, &error) != GRAVEL_OK)
        return NO_MEMORY; /* its only failure */
    json_t *json = gravel_record_to_json(&record);
    char *text = json != NULL ? json_dumps(json, JSON_REAL_PRECISION(17) | JSON_COMPACT) : NULL;
    const size_t length = text != NULL ? strlen(text) : 0;
    const int code = text == NULL                                                                     ? NO_MEMORY
                     : write_all(channel, &length, sizeof length) && write_all(channel, text, length) ? 0
                                                                                                      : NO_RECORD;
    free(text);
    json_decref(json);
    gravel_record_free(&record);
    return code;
}

static bool
is_limited(const struct gravel_point_limits *limits)
{
    return limits->time > 0.0 || limits->memory > 0.0;
}

static void
apply_limits(const struct gravel_point_limits *limits)
{
    if (limits->time > 0.0) {
        const rlim_t seconds = (rlim_t)ceil(limits->time);
        setrlimit(RLIMIT_CPU, &(struct rlimit){seconds, seconds + 5}); /* SIGXCPU, then SIGKILL */
    }
    if (limits->memory > 0.0) { /* without libraries and reserved addresses, which RLIMIT_AS counts too */
        const rlim_t bytes = (rlim_t)(1e9 * limits->memory);
        setrlimit(RLIMIT_DATA, &(struct rlimit){bytes, bytes});
    }
}

/* Runs the points that the parent names, by their addresses, which are the same in both.  Ends by _exit(): no exit
 * handlers, no second flush of the parent's buffers.  SIGINT is blocked as in the parent, which kills the workers when
 * a terminal sends it to all. */
static _Noreturn void
run_process(const struct gravel_checkpoints *checkpoints, _Atomic double *done, int channel,
            const struct gravel_point_limits *limits, pid_t parent)
{
    const struct gravel_point *point;
    int code = NO_RECORD;
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* the worker ends with its parent */
    if (getppid() != parent)
        _exit(code);
    apply_limits(limits);
    while (recv(channel, &point, sizeof point, MSG_WAITALL) == (ssize_t)sizeof point) {
        code = send_record(point, checkpoints, done, channel);
        if (code != 0 || is_limited(limits))
            break;
    }
    _exit(code);
}

/* In the parent's process */

static enum gravel_status
fork_process(struct gravel_worker *worker, const struct gravel_checkpoints *checkpoints,
             const struct gravel_point_limits *limits, struct gravel_error *error)
{
    int ends[2];
    const pid_t parent = getpid();
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return gravel_fail(error, GRAVEL_IO, "runner: no socket: %s", strerror(errno));
    fflush(NULL);
    const pid_t pid = fork();
    if (pid == 0) {
        close(ends[0]);
        run_process(checkpoints, worker->done, ends[1], limits, parent);
    }
    close(ends[1]);
    if (pid < 0) {
        close(ends[0]);
        return gravel_fail(error, GRAVEL_IO, "runner: no worker process: %s", strerror(errno));
    }
    worker->pid = pid;
    worker->channel = ends[0];
    return GRAVEL_OK;
}

/* False: the process has ended. */
static bool
send_point(const struct gravel_worker *worker, const struct gravel_point *point)
{
    return send(worker->channel, &point, sizeof point, MSG_NOSIGNAL) == (ssize_t)sizeof point;
}

enum gravel_status
gravel_worker_start(struct gravel_worker *worker, const struct gravel_point *point,
                    const struct gravel_checkpoints *checkpoints, const struct gravel_point_limits *limits,
                    struct gravel_error *error)
{
    if (worker->pid != 0 && !send_point(worker, point))
        gravel_worker_stop(worker); /* killed while it was idle */
    if (worker->pid == 0) {
        if (fork_process(worker, checkpoints, limits, error) != GRAVEL_OK)
            return GRAVEL_IO;
        (void)send_point(worker, point); /* where the process has ended already, its record fails */
    }
    worker->point = point;
    return GRAVEL_OK;
}

/* Whether the whole record has been read. */
static bool
is_whole(const struct gravel_worker *worker)
{
    size_t length;
    if (worker->length < sizeof length)
        return false;
    memcpy(&length, worker->text, sizeof length);
    return worker->length - sizeof length == length;
}

enum gravel_status
gravel_worker_read(struct gravel_worker *worker, bool *ended, struct gravel_error *error)
{
    enum { CHUNK = 1 << 16 };
    *ended = false;
    if (!gravel_array_grow(&worker->text, &worker->capacity, worker->length + CHUNK, 1))
        return gravel_no_memory(error);
    const ssize_t n = read(worker->channel, worker->text + worker->length, CHUNK);
    if (n > 0)
        worker->length += (size_t)n;
    *ended = n == 0 || (n < 0 && errno != EINTR) || is_whole(worker);
    return GRAVEL_OK;
}

/* A record for a point whose worker could not make one. */
static enum gravel_status
failed_record(const struct gravel_point *point, const char *message, struct gravel_record *record)
{
    *record = (struct gravel_record){.seed = point->seed, .replicate = point->replicate, .status = GRAVEL_POINT_FAILED};
    memcpy(record->key, point->key, sizeof record->key);
    if (gravel_record_set_text(&record->case_name, point->c->name) == GRAVEL_OK &&
        gravel_record_set_text(&record->family, point->c->family) == GRAVEL_OK &&
        gravel_record_set_text(&record->engine, point->engine->name) == GRAVEL_OK &&
        gravel_record_set_text(&record->tier, point->c->tier) == GRAVEL_OK &&
        gravel_record_set_text(&record->message, message) == GRAVEL_OK &&
        gravel_options_copy(&record->parameters, &point->parameters, NULL) == GRAVEL_OK)
        return GRAVEL_OK;
    gravel_record_free(record);
    return GRAVEL_MEMORY;
}

/* Why there is no record.  Libraries that do not expect a failed allocation die of a signal of their own, and the
 * kernel kills when the machine has no memory left. */
static void
explain_end(int status, const struct gravel_point_limits *limits, char *message, size_t size)
{
    char limit[64] = "";
    if (limits->memory > 0.0)
        snprintf(limit, sizeof limit, " within the memory limit of %g GB", limits->memory);
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU)
        snprintf(message, size, "stopped at the limit of %g s of CPU time", limits->time);
    else if (WIFSIGNALED(status))
        snprintf(message, size, "the worker died of signal %d (%s)%s%s", WTERMSIG(status), strsignal(WTERMSIG(status)),
                 limit, WTERMSIG(status) == SIGKILL ? ", perhaps because the machine ran out of memory" : "");
    else if (WEXITSTATUS(status) == NO_MEMORY)
        snprintf(message, size, "out of memory%s", limit);
    else
        snprintf(message, size, "the worker ended with status %d%s and sent no whole record", WEXITSTATUS(status),
                 limit);
}

/* No process, and what it has sent is forgotten. */
static void
forget_process(struct gravel_worker *worker)
{
    if (worker->channel >= 0)
        close(worker->channel);
    free(worker->text);
    *worker->done = 0.0;
    *worker = GRAVEL_WORKER(worker->done);
}

/* The end of the process, as of waitpid(); it is told that there are no more points. */
static int
wait_for_end(struct gravel_worker *worker)
{
    int ended = 0;
    shutdown(worker->channel, SHUT_RDWR);
    while (waitpid(worker->pid, &ended, 0) < 0 && errno == EINTR)
        continue;
    return ended;
}

enum gravel_status
gravel_worker_collect(struct gravel_worker *worker, const struct gravel_point_limits *limits,
                      struct gravel_record *record, bool *died)
{
    const struct gravel_point *const point = worker->point;
    char message[256];
    struct gravel_error error;
    const bool whole = is_whole(worker);
    enum gravel_status status = GRAVEL_INPUT;
    if (whole) {
        json_t *json = json_loadb(worker->text + sizeof(size_t), worker->length - sizeof(size_t), 0, NULL);
        status = gravel_record_from_json(record, json, &error);
        json_decref(json);
    }
    *died = status != GRAVEL_OK;
    if (whole && !*died && !is_limited(limits)) {
        worker->point = NULL;
        worker->length = 0;
        *worker->done = 0.0;
        return GRAVEL_OK;
    }
    explain_end(wait_for_end(worker), limits, message, sizeof message);
    forget_process(worker);
    return *died ? failed_record(point, message, record) : GRAVEL_OK;
}

void
gravel_worker_stop(struct gravel_worker *worker)
{
    if (worker->pid != 0) {
        kill(worker->pid, SIGKILL);
        (void)wait_for_end(worker);
    }
    forget_process(worker);
}
