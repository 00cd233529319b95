#include "harness/run/runner.h"

#include "harness/util/clock.h"
#include "harness/util/progress.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

/* A running point: its process and what it has sent so far. */
struct worker {
    pid_t pid; /* 0: idle */
    int pipe;
    _Atomic double *done; /* shared with the process: which part of the point is simulated */
    const struct gravel_point *point;
    char *text; /* owned */
    size_t length, capacity;
};

struct pool {
    const struct gravel_plan *plan;
    struct gravel_store *store;
    const struct gravel_run_options *options;
    struct gravel_run_summary *summary;
    struct gravel_progress progress;
    size_t n_workers;
    const struct gravel_point **due; /* points that are run; owned */
    size_t n_due, next;
    struct worker *workers; /* owned */
    struct pollfd *polled;  /* one a worker and the last for signals; owned */
    _Atomic double *done;   /* one a worker, in memory that the processes share; owned */
};

/* The worker's side */

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
send_record(const struct gravel_point *point, _Atomic double *done, int pipe)
{
    struct gravel_record record;
    struct gravel_error error;
    if (gravel_point_run(point, done, &record, &error) != GRAVEL_OK) {
        (void)write_all(pipe, error.text, strlen(error.text));
        return 1;
    }
    json_t *json = gravel_record_to_json(&record);
    char *text = json != NULL ? json_dumps(json, JSON_REAL_PRECISION(17) | JSON_COMPACT) : NULL;
    const bool sent = text != NULL && write_all(pipe, text, strlen(text));
    free(text);
    json_decref(json);
    gravel_record_free(&record);
    return sent ? 0 : 1;
}

/* Never returns to the parent's code: no exit handlers, no second flush of its buffers.  SIGINT stays blocked as in the
 * parent, which decides what to stop when a terminal sends it to all. */
static _Noreturn void
work(const struct gravel_point *point, _Atomic double *done, int pipe, double time_limit, pid_t parent)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* a killed run leaves no worker behind */
    if (getppid() != parent)
        _exit(1);
    if (time_limit > 0.0) {
        const rlim_t seconds = (rlim_t)ceil(time_limit);
        setrlimit(RLIMIT_CPU, &(struct rlimit){seconds, seconds + 5});
    }
    _exit(send_record(point, done, pipe));
}

/* The parent's side */

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

/* A worker that could not make a record sends its error instead. */
static void
explain_end(const struct worker *worker, int status, double time_limit, char *message, size_t size)
{
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU)
        snprintf(message, size, "stopped at the limit of %g s of CPU time", time_limit);
    else if (WIFSIGNALED(status))
        snprintf(message, size, "the worker died of signal %d (%s)", WTERMSIG(status), strsignal(WTERMSIG(status)));
    else
        snprintf(message, size, "the worker ended with status %d: %.*s", WEXITSTATUS(status), (int)worker->length,
                 worker->length > 0 ? worker->text : "");
}

/* The record that the worker sent, or one that says why there is none. */
static enum gravel_status
receive(const struct pool *pool, const struct worker *worker, int status, struct gravel_record *record)
{
    char message[1200];
    struct gravel_error error;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) {
        json_t *json = json_loadb(worker->text, worker->length, 0, NULL);
        const enum gravel_status parsed = gravel_record_from_json(record, json, &error);
        json_decref(json);
        if (parsed == GRAVEL_OK)
            return GRAVEL_OK;
    }
    explain_end(worker, status, pool->options->time_limit, message, sizeof message);
    return failed_record(worker->point, message, record);
}

static void
count(struct gravel_run_summary *summary, enum gravel_point_status status)
{
    summary->done += status == GRAVEL_POINT_DONE;
    summary->broken += status == GRAVEL_POINT_BROKEN;
    summary->failed += status == GRAVEL_POINT_FAILED;
    summary->not_applicable += status == GRAVEL_POINT_NOT_APPLICABLE || status == GRAVEL_POINT_SKIPPED;
}

/* Parts of the points in work, summed. */
static double
under_way(const struct pool *pool)
{
    double sum = 0.0;
    for (size_t w = 0; w < pool->n_workers; w++)
        sum += *pool->workers[w].done;
    return sum;
}

static void
report(struct pool *pool, const struct gravel_record *record)
{
    char what[512];
    const bool bad = record->status == GRAVEL_POINT_BROKEN || record->status == GRAVEL_POINT_FAILED;
    snprintf(what, sizeof what, "%s %s %s%s%s%s%s", record->case_name, record->engine, record->key, bad ? " " : "",
             bad ? gravel_point_status_name(record->status) : "", bad ? ": " : "", bad ? record->message : "");
    gravel_progress_step(&pool->progress, under_way(pool), what, bad);
}

static void
reset(struct worker *worker)
{
    close(worker->pipe);
    free(worker->text);
    *worker->done = 0.0;
    *worker = (struct worker){.pipe = -1, .done = worker->done};
}

/* The worker has closed its pipe. */
static enum gravel_status
collect(struct pool *pool, struct worker *worker, struct gravel_error *error)
{
    struct gravel_record record;
    int ended = 0;
    while (waitpid(worker->pid, &ended, 0) < 0 && errno == EINTR)
        continue;
    enum gravel_status status = receive(pool, worker, ended, &record);
    const struct gravel_case *c = worker->point->c;
    reset(worker);
    if (status != GRAVEL_OK)
        return gravel_fail(error, status, "runner: out of memory");
    status = gravel_store_put(pool->store, &record, error);
    if (status == GRAVEL_OK) {
        count(pool->summary, record.status);
        gravel_contact_quality_note(&pool->summary->contacts, c, &record);
        report(pool, &record);
    }
    gravel_record_free(&record);
    return status;
}

/* Read what there is; *ended when the worker has closed its side. */
static enum gravel_status
read_some(struct worker *worker, bool *ended, struct gravel_error *error)
{
    enum { CHUNK = 1 << 16 };
    *ended = false;
    if (worker->capacity - worker->length < CHUNK) {
        char *text = realloc(worker->text, 2 * worker->capacity + CHUNK);
        if (text == NULL)
            return gravel_fail(error, GRAVEL_MEMORY, "runner: out of memory");
        worker->text = text;
        worker->capacity = 2 * worker->capacity + CHUNK;
    }
    const ssize_t n = read(worker->pipe, worker->text + worker->length, CHUNK);
    if (n > 0)
        worker->length += (size_t)n;
    *ended = n == 0 || (n < 0 && errno != EINTR);
    return GRAVEL_OK;
}

static enum gravel_status
start(struct pool *pool, struct worker *worker, const struct gravel_point *point, struct gravel_error *error)
{
    int ends[2];
    const pid_t parent = getpid();
    if (pipe(ends) != 0)
        return gravel_fail(error, GRAVEL_IO, "runner: no pipe: %s", strerror(errno));
    fflush(NULL);
    const pid_t pid = fork();
    if (pid == 0) {
        close(ends[0]);
        work(point, worker->done, ends[1], pool->options->time_limit, parent);
    }
    close(ends[1]);
    if (pid < 0) {
        close(ends[0]);
        return gravel_fail(error, GRAVEL_IO, "runner: no worker process: %s", strerror(errno));
    }
    *worker = (struct worker){.pid = pid, .pipe = ends[0], .done = worker->done, .point = point};
    return GRAVEL_OK;
}

/* Give every idle worker a point. *busy counts the workers. */
static enum gravel_status
start_workers(struct pool *pool, size_t *busy, struct gravel_error *error)
{
    *busy = 0;
    for (size_t w = 0; w < pool->n_workers; w++) {
        struct worker *worker = &pool->workers[w];
        if (worker->pid == 0 && pool->next < pool->n_due) {
            const enum gravel_status status = start(pool, worker, pool->due[pool->next++], error);
            if (status != GRAVEL_OK)
                return status;
        }
        *busy += worker->pid != 0;
    }
    return GRAVEL_OK;
}

/* Wait for workers and signals, and collect records. */
static enum gravel_status
serve(struct pool *pool, struct gravel_error *error)
{
    for (size_t w = 0; w < pool->n_workers; w++)
        pool->polled[w] =
            (struct pollfd){.fd = pool->workers[w].pid != 0 ? pool->workers[w].pipe : -1, .events = POLLIN};
    const int n_ready = poll(pool->polled, pool->n_workers + 1, gravel_progress_interval(&pool->progress));
    gravel_progress_update(&pool->progress, under_way(pool));
    if (n_ready < 0)
        return errno == EINTR ? GRAVEL_OK : gravel_fail(error, GRAVEL_IO, "runner: poll: %s", strerror(errno));
    for (size_t w = 0; w < pool->n_workers; w++) {
        bool ended;
        if (pool->polled[w].revents == 0)
            continue;
        enum gravel_status status = read_some(&pool->workers[w], &ended, error);
        if (status == GRAVEL_OK && ended)
            status = collect(pool, &pool->workers[w], error);
        if (status != GRAVEL_OK)
            return status;
    }
    pool->summary->interrupted = pool->polled[pool->n_workers].revents != 0;
    return GRAVEL_OK;
}

static void
stop_workers(struct pool *pool)
{
    for (size_t w = 0; w < pool->n_workers; w++)
        if (pool->workers[w].pid != 0) {
            kill(pool->workers[w].pid, SIGKILL);
            waitpid(pool->workers[w].pid, NULL, 0);
            reset(&pool->workers[w]);
        }
}

static int
by_key(const void *a, const void *b)
{
    const struct gravel_point *const *p = a, *const *q = b;
    return strcmp((*p)->key, (*q)->key);
}

/* Points that the store has, unless they failed, and second occurrences of a key, are not run.  Keys are hashes: in
 * their order long points are spread among short ones, so that the time left can be told from the points done. */
static enum gravel_status
find_due(struct pool *pool, struct gravel_error *error)
{
    const size_t n = pool->plan->n;
    for (size_t k = 0; k < n; k++)
        pool->due[k] = &pool->plan->points[k];
    qsort(pool->due, n, sizeof *pool->due, by_key);
    const char *before = "";
    for (size_t k = 0; k < n; k++) {
        enum gravel_point_status point;
        bool found;
        const struct gravel_point *const candidate = pool->due[k];
        const enum gravel_status status = gravel_store_status(pool->store, candidate->key, &point, &found, error);
        if (status != GRAVEL_OK)
            return status;
        const bool has = found && point != GRAVEL_POINT_FAILED && !pool->options->again;
        pool->summary->reused_bad += has && point == GRAVEL_POINT_BROKEN;
        if (has || strcmp(candidate->key, before) == 0)
            pool->summary->reused++;
        else
            pool->due[pool->n_due++] = candidate;
        before = candidate->key;
    }
    return GRAVEL_OK;
}

static enum gravel_status
run_pool(struct pool *pool, struct gravel_error *error)
{
    size_t busy;
    enum gravel_status status = find_due(pool, error);
    if (status != GRAVEL_OK || pool->n_due == 0)
        return status;
    gravel_progress_start(&pool->progress, pool->n_due, pool->options->quiet);
    do {
        status = start_workers(pool, &busy, error);
        if (status == GRAVEL_OK && busy > 0)
            status = serve(pool, error);
    } while (status == GRAVEL_OK && busy > 0 && !pool->summary->interrupted);
    stop_workers(pool);
    gravel_progress_end(&pool->progress);
    return status;
}

static size_t
worker_count(const struct gravel_run_options *options)
{
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    if (options->workers > 0)
        return (size_t)options->workers;
    return cores > 0 ? (size_t)cores : 1;
}

enum gravel_status
gravel_run(const struct gravel_plan *plan, struct gravel_store *store, const struct gravel_run_options *options,
           struct gravel_run_summary *summary, struct gravel_error *error)
{
    const double started = gravel_clock_elapsed();
    struct pool pool = {
        .plan = plan, .store = store, .options = options, .summary = summary, .n_workers = worker_count(options)};
    *summary = (struct gravel_run_summary){.planned = plan->n, .contacts.fewest_steps = INFINITY};
    sigset_t stop, before;
    sigemptyset(&stop);
    sigaddset(&stop, SIGINT);
    sigaddset(&stop, SIGTERM);
    /* Signals are read as data beside the pipes, so no handler and no global is needed. */
    sigprocmask(SIG_BLOCK, &stop, &before);
    const int signals = signalfd(-1, &stop, SFD_CLOEXEC);
    enum gravel_status status = GRAVEL_MEMORY;
    pool.workers = calloc(pool.n_workers, sizeof *pool.workers);
    pool.polled = calloc(pool.n_workers + 1, sizeof *pool.polled);
    pool.due = calloc(plan->n + 1, sizeof *pool.due);
    pool.done =
        mmap(NULL, pool.n_workers * sizeof *pool.done, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (pool.workers == NULL || pool.polled == NULL || pool.due == NULL || pool.done == MAP_FAILED) {
        gravel_fail(error, status, "runner: out of memory");
        goto end;
    }
    for (size_t w = 0; w < pool.n_workers; w++)
        pool.workers[w] = (struct worker){.pipe = -1, .done = &pool.done[w]};
    pool.polled[pool.n_workers] = (struct pollfd){.fd = signals, .events = POLLIN};
    status = run_pool(&pool, error);
end:
    if (summary->interrupted) {
        struct signalfd_siginfo info;
        summary->interrupted = read(signals, &info, sizeof info) == (ssize_t)sizeof info;
    }
    close(signals);
    sigprocmask(SIG_SETMASK, &before, NULL);
    free(pool.workers);
    free(pool.polled);
    free(pool.due);
    if (pool.done != MAP_FAILED)
        munmap(pool.done, pool.n_workers * sizeof *pool.done);
    summary->seconds = gravel_clock_elapsed() - started;
    return status;
}
