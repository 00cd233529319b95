#include "harness/run/runner.h"

#include "harness/run/output.h"
#include "harness/run/worker.h"
#include "harness/util/clock.h"
#include "harness/util/home.h"
#include "harness/util/progress.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <unistd.h>

struct pool {
    const struct gravel_plan *plan;
    struct gravel_store *store;
    const struct gravel_run_options *options;
    struct gravel_run_summary *summary;
    struct gravel_progress progress;
    struct gravel_checkpoints checkpoints;
    size_t n_workers;
    const struct gravel_point **due; /* points that are run; owned */
    size_t n_due, next;
    struct gravel_worker *workers; /* owned */
    struct pollfd *polled;         /* [n_workers + 1], the last for signals; owned */
    _Atomic double *done;          /* [n_workers], in memory that the processes share; owned */
};

static void
count(struct gravel_run_summary *summary, enum gravel_point_status status)
{
    summary->done += status == GRAVEL_POINT_DONE;
    summary->broken += status == GRAVEL_POINT_BROKEN;
    summary->failed += status == GRAVEL_POINT_FAILED;
    summary->not_applicable += status == GRAVEL_POINT_NOT_APPLICABLE || status == GRAVEL_POINT_SKIPPED;
}

/* Sum over the running points of the part of each that is simulated. */
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
count_without_effect(struct gravel_run_summary *summary, const struct gravel_record *record)
{
    const char *text = record->message != NULL ? strstr(record->message, GRAVEL_WITHOUT_EFFECT) : NULL;
    if (text == NULL)
        return;
    if (summary->without_effect++ == 0)
        snprintf(summary->which, sizeof summary->which, "%s", text + strlen(GRAVEL_WITHOUT_EFFECT));
}

/* Store the record of a worker whose point has ended. */
static enum gravel_status
collect(struct pool *pool, struct gravel_worker *worker, struct gravel_error *error)
{
    struct gravel_record record;
    bool died;
    const struct gravel_case *c = worker->point->c;
    enum gravel_status status = gravel_worker_collect(worker, &pool->options->limits, &record, &died);
    if (status != GRAVEL_OK)
        return gravel_fail(error, status, "runner: out of memory");
    status = gravel_store_put(pool->store, &record, error);
    if (status == GRAVEL_OK) {
        count(pool->summary, record.status);
        gravel_contact_quality_add(&pool->summary->contacts, c, &record);
        count_without_effect(pool->summary, &record);
        if (!died) /* else the point goes on from there when it is run again */
            gravel_checkpoint_remove(&pool->checkpoints, record.key);
        report(pool, &record);
    }
    gravel_record_free(&record);
    return status;
}

/* Start a point on every idle worker.  *busy counts the running ones. */
static enum gravel_status
start_workers(struct pool *pool, size_t *busy, struct gravel_error *error)
{
    *busy = 0;
    for (size_t w = 0; w < pool->n_workers; w++) {
        struct gravel_worker *worker = &pool->workers[w];
        if (worker->point == NULL && pool->next < pool->n_due) {
            const enum gravel_status status =
                gravel_worker_start(worker, pool->due[pool->next++], &pool->checkpoints, &pool->options->limits, error);
            if (status != GRAVEL_OK)
                return status;
        }
        *busy += worker->point != NULL;
    }
    return GRAVEL_OK;
}

/* Wait for workers and signals, and collect records. */
static enum gravel_status
serve(struct pool *pool, struct gravel_error *error)
{
    for (size_t w = 0; w < pool->n_workers; w++)
        pool->polled[w] =
            (struct pollfd){.fd = pool->workers[w].point != NULL ? pool->workers[w].channel : -1, .events = POLLIN};
    const int n_ready = poll(pool->polled, pool->n_workers + 1, gravel_progress_interval(&pool->progress));
    gravel_progress_update(&pool->progress, under_way(pool));
    if (n_ready < 0)
        return errno == EINTR ? GRAVEL_OK : gravel_fail(error, GRAVEL_IO, "runner: poll: %s", strerror(errno));
    for (size_t w = 0; w < pool->n_workers; w++) {
        bool ended;
        if (pool->polled[w].revents == 0)
            continue;
        enum gravel_status status = gravel_worker_read(&pool->workers[w], &ended, error);
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
        gravel_worker_stop(&pool->workers[w]);
}

static int
by_key(const void *a, const void *b)
{
    const struct gravel_point *const *p = a, *const *q = b;
    return strcmp((*p)->key, (*q)->key);
}

/* With uncommitted changes two builds have the same name. */
static bool
is_of_this_build(const char *commit)
{
    return strcmp(commit, gravel_commit()) == 0 && strstr(commit, "-dirty") == NULL;
}

/* Find the points to run: not those that the store has, unless they failed or their output is missing, and each key
 * once. They run in the order of their keys: keys are hashes, so that long points are spread among short ones and the
 * time left can be estimated from the points done. */
static enum gravel_status
find_due(struct pool *pool, struct gravel_error *error)
{
    const size_t n = pool->plan->n;
    for (size_t k = 0; k < n; k++)
        pool->due[k] = &pool->plan->points[k];
    qsort(pool->due, n, sizeof *pool->due, by_key);
    const char *before = "";
    for (size_t k = 0; k < n; k++) {
        struct gravel_stored_point stored;
        const struct gravel_point *const candidate = pool->due[k];
        const enum gravel_status status = gravel_store_status(pool->store, candidate->key, &stored, error);
        if (status != GRAVEL_OK)
            return status;
        const bool written = candidate->output == NULL || gravel_output_exists(candidate);
        const bool reuse = stored.stored == GRAVEL_STORED_WHOLE && stored.status != GRAVEL_POINT_FAILED &&
                           !pool->options->again && written;
        pool->summary->damaged += stored.stored == GRAVEL_STORED_DAMAGED;
        pool->summary->reused_bad += reuse && stored.status == GRAVEL_POINT_BROKEN;
        pool->summary->reused_older += reuse && !is_of_this_build(stored.commit);
        if (reuse) /* a run that was killed after it had stored the record leaves its checkpoint */
            gravel_checkpoint_remove(&pool->checkpoints, candidate->key);
        if (reuse || strcmp(candidate->key, before) == 0)
            pool->summary->reused++;
        else
            pool->due[pool->n_due++] = candidate;
        before = candidate->key;
    }
    if (pool->summary->damaged == 0)
        return GRAVEL_OK;
    const enum gravel_status status = gravel_store_check_database(pool->store, error);
    return status == GRAVEL_OK ? gravel_store_remove_orphans(pool->store, error) : status;
}

/* Of the points to run, keep those that can go on from the end of the continued point. */
static enum gravel_status
keep_longer(struct pool *pool, struct gravel_error *error)
{
    const struct gravel_checkpoints *checkpoints = &pool->checkpoints;
    struct gravel_error reason = {0};
    const char *refused = NULL;
    size_t n = 0;
    for (size_t k = 0; k < pool->n_due; k++) {
        struct gravel_error why;
        const enum gravel_status status = gravel_point_check_continued(pool->due[k], checkpoints, &why);
        if (status == GRAVEL_MEMORY)
            return gravel_no_memory(error);
        if (status == GRAVEL_OK) {
            pool->due[n++] = pool->due[k];
        } else if (refused == NULL || status == GRAVEL_INPUT) { /* the point that is nearest to a longer run */
            refused = pool->due[k]->key;
            reason = why;
        }
    }
    if (n == 0 && pool->n_due > 0)
        return gravel_fail(error, GRAVEL_INPUT,
                           "--continue %s: none of the %zu points to run can go on from its end; %s cannot as: %.700s",
                           checkpoints->continued, pool->n_due, refused, reason.text);
    pool->n_due = n;
    return GRAVEL_OK;
}

static struct gravel_checkpoints
checkpoints_of(const struct gravel_store *store, const struct gravel_run_options *options)
{
    static const double usual_interval = 120.0;
    struct gravel_checkpoints checkpoints = {
        .interval = options->checkpoint_interval > 0.0 ? options->checkpoint_interval : usual_interval,
        .keep = options->keep_state,
        .quiet = options->quiet,
        .continued = options->continued,
    };
    const char *path = gravel_store_path(store);
    if (path[0] != '\0')
        snprintf(checkpoints.folder, sizeof checkpoints.folder, "%s.states", path);
    return checkpoints;
}

static enum gravel_status
run_pool(struct pool *pool, int signals, struct gravel_error *error)
{
    size_t busy;
    enum gravel_status status;
    if (pool->n_workers > pool->n_due)
        pool->n_workers = pool->n_due;
    pool->polled[pool->n_workers] = (struct pollfd){.fd = signals, .events = POLLIN};
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

/* Run what is due, while signals are read from a file descriptor, polled with the sockets: no handler sees them. */
static enum gravel_status
run_due(struct pool *pool, struct gravel_error *error)
{
    sigset_t stop, before;
    sigemptyset(&stop);
    sigaddset(&stop, SIGINT);
    sigaddset(&stop, SIGTERM);
    sigprocmask(SIG_BLOCK, &stop, &before);
    const int signals = signalfd(-1, &stop, SFD_CLOEXEC);
    const enum gravel_status status = signals >= 0
                                          ? run_pool(pool, signals, error)
                                          : gravel_fail(error, GRAVEL_IO, "runner: no signals: %s", strerror(errno));
    if (pool->summary->interrupted) {
        struct signalfd_siginfo info;
        pool->summary->interrupted = read(signals, &info, sizeof info) == (ssize_t)sizeof info;
    }
    if (signals >= 0)
        close(signals);
    sigprocmask(SIG_SETMASK, &before, NULL);
    return status;
}

enum gravel_status
gravel_run(const struct gravel_plan *plan, struct gravel_store *store, const struct gravel_run_options *options,
           struct gravel_run_summary *summary, struct gravel_error *error)
{
    const double started = gravel_clock_elapsed();
    struct pool pool = {.plan = plan,
                        .store = store,
                        .options = options,
                        .summary = summary,
                        .checkpoints = checkpoints_of(store, options),
                        .n_workers = worker_count(options)};
    *summary = (struct gravel_run_summary){.planned = plan->n, .contacts.fewest_steps = INFINITY};
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
        pool.workers[w] = GRAVEL_WORKER(&pool.done[w]);
    status = find_due(&pool, error);
    if (status == GRAVEL_OK && pool.checkpoints.continued != NULL)
        status = keep_longer(&pool, error);
    if (status == GRAVEL_OK && pool.n_due > 0)
        status = run_due(&pool, error);
    gravel_checkpoint_tidy(&pool.checkpoints);
end:
    free(pool.workers);
    free(pool.polled);
    free(pool.due);
    if (pool.done != MAP_FAILED)
        munmap(pool.done, pool.n_workers * sizeof *pool.done);
    summary->seconds = gravel_clock_elapsed() - started;
    return status;
}
