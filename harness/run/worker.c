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
#include <sys/wait.h>
#include <unistd.h>

/* In the worker's process */

/* Exit codes of a process without a record. */
enum { NO_RECORD = 1, NO_MEMORY = 2 };

static bool
write_all(int file, const char *text, size_t n)
{
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

static int
send_record(const struct gravel_point *point, const struct gravel_checkpoints *checkpoints, _Atomic double *done,
            int pipe)
{
    struct gravel_record record;
    struct gravel_error error;
    if (gravel_point_run(point, checkpoints, done, &record, &error) != GRAVEL_OK)
        return NO_MEMORY; /* its only failure */
    json_t *json = gravel_record_to_json(&record);
    char *text = json != NULL ? json_dumps(json, JSON_REAL_PRECISION(17) | JSON_COMPACT) : NULL;
    const int code = text == NULL ? NO_MEMORY : write_all(pipe, text, strlen(text)) ? 0 : NO_RECORD;
    free(text);
    json_decref(json);
    gravel_record_free(&record);
    return code;
}

/* Ends by _exit(): no exit handlers, no second flush of the parent's buffers. SIGINT is blocked as in the parent, which
 * kills the workers when a terminal sends it to all. */
static _Noreturn void
run_process(const struct gravel_point *point, const struct gravel_checkpoints *checkpoints, _Atomic double *done,
            int pipe, const struct gravel_point_limits *limits, pid_t parent)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* the worker ends with its parent */
    if (getppid() != parent)
        _exit(NO_RECORD);
    if (limits->time > 0.0) {
        const rlim_t seconds = (rlim_t)ceil(limits->time);
        setrlimit(RLIMIT_CPU, &(struct rlimit){seconds, seconds + 5}); /* SIGXCPU, then SIGKILL */
    }
    if (limits->memory > 0.0) { /* without libraries and reserved addresses, which RLIMIT_AS counts too */
        const rlim_t bytes = (rlim_t)(1e9 * limits->memory);
        setrlimit(RLIMIT_DATA, &(struct rlimit){bytes, bytes});
    }
    _exit(send_record(point, checkpoints, done, pipe));
}

/* The parent's side */

/* In the parent's process */

enum gravel_status
gravel_worker_start(struct gravel_worker *worker, const struct gravel_point *point,
                    const struct gravel_checkpoints *checkpoints, const struct gravel_point_limits *limits,
                    struct gravel_error *error)
{
    int ends[2];
    const pid_t parent = getpid();
    if (pipe(ends) != 0)
        return gravel_fail(error, GRAVEL_IO, "runner: no pipe: %s", strerror(errno));
    fflush(NULL);
    const pid_t pid = fork();
    if (pid == 0) {
        close(ends[0]);
        run_process(point, checkpoints, worker->done, ends[1], limits, parent);
    }
    close(ends[1]);
    if (pid < 0) {
        close(ends[0]);
        return gravel_fail(error, GRAVEL_IO, "runner: no worker process: %s", strerror(errno));
    }
    *worker = (struct gravel_worker){.pid = pid, .pipe = ends[0], .done = worker->done, .point = point};
    return GRAVEL_OK;
}

enum gravel_status
gravel_worker_read(struct gravel_worker *worker, bool *ended, struct gravel_error *error)
{
    enum { CHUNK = 1 << 16 };
    *ended = false;
    if (!gravel_array_grow(&worker->text, &worker->capacity, worker->length + CHUNK, 1))
        return gravel_no_memory(error);
    const ssize_t n = read(worker->pipe, worker->text + worker->length, CHUNK);
    if (n > 0)
        worker->length += (size_t)n;
    *ended = n == 0 || (n < 0 && errno != EINTR);
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

/* The record that the worker sent, or one with the reason why there is none. */
static enum gravel_status
parse_record(const struct gravel_worker *worker, int status, const struct gravel_point_limits *limits,
             struct gravel_record *record, bool *died)
{
    char message[256];
    struct gravel_error error;
    *died = false;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) {
        json_t *json = json_loadb(worker->text, worker->length, 0, NULL);
        const enum gravel_status parsed = gravel_record_from_json(record, json, &error);
        json_decref(json);
        if (parsed == GRAVEL_OK)
            return GRAVEL_OK;
    }
    *died = true;
    explain_end(status, limits, message, sizeof message);
    return failed_record(worker->point, message, record);
}

static void
reset(struct gravel_worker *worker)
{
    close(worker->pipe);
    free(worker->text);
    *worker->done = 0.0;
    *worker = (struct gravel_worker){.pipe = -1, .done = worker->done};
}

enum gravel_status
gravel_worker_collect(struct gravel_worker *worker, const struct gravel_point_limits *limits,
                      struct gravel_record *record, bool *died)
{
    int ended = 0;
    while (waitpid(worker->pid, &ended, 0) < 0 && errno == EINTR)
        continue;
    const enum gravel_status status = parse_record(worker, ended, limits, record, died);
    reset(worker);
    return status;
}

void
gravel_worker_stop(struct gravel_worker *worker)
{
    if (worker->pid == 0)
        return;
    kill(worker->pid, SIGKILL);
    waitpid(worker->pid, NULL, 0);
    reset(worker);
}
