/* Merging by order: every store gives its records sorted by case, engine and key, so that those of one point meet. */
#include "harness/record/merge.h"

#include "harness/record/database.h"
#include "harness/record/export.h"
#include "harness/record/merge_choice.h"
#include "harness/util/progress.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/* What tells whether records were added to a store or replaced: their number, and the sum of the times when their
 * points were begun [s]. */
struct extent {
    sqlite3_int64 n, begun;
};

/* A store that is read.  `record` is its next one, empty at the end. */
struct source {
    struct gravel_store *store; /* owned */
    struct extent extent;
    sqlite3_stmt *rows;
    struct gravel_record record; /* owned */
    bool ended;
};

struct merge {
    size_t n;
    struct source *sources; /* owned */
    struct source **heap;   /* [n]: the source of the smallest record first; owned */
    size_t n_heap;
    struct gravel_store *output; /* owned */
    bool any_version;
    char commit[48], commit_of[PATH_MAX]; /* of the first record, and its store */
    struct gravel_progress progress;      /* in records that are read */
    struct gravel_merged *merged;
    struct gravel_error *error;
};

static int
compare_places(const struct gravel_record *a, const struct gravel_record *b)
{
    const int by_case = strcmp(a->case_name, b->case_name);
    const int by_engine = by_case != 0 ? by_case : strcmp(a->engine, b->engine);
    return by_engine != 0 ? by_engine : strcmp(a->key, b->key);
}

/* Exchange the source at `index` with smaller ones below it. */
static void
sift_down(struct merge *m, size_t index)
{
    for (size_t child; (child = 2 * index + 1) < m->n_heap; index = child) {
        if (child + 1 < m->n_heap && compare_places(&m->heap[child + 1]->record, &m->heap[child]->record) < 0)
            child++;
        if (compare_places(&m->heap[index]->record, &m->heap[child]->record) <= 0)
            return;
        struct source *const moved = m->heap[index];
        m->heap[index] = m->heap[child];
        m->heap[child] = moved;
    }
}

static enum gravel_status
check_commit(struct merge *m, const struct source *source)
{
    const struct gravel_record *r = &source->record;
    if (m->commit[0] == '\0') {
        snprintf(m->commit, sizeof m->commit, "%s", r->commit);
        snprintf(m->commit_of, sizeof m->commit_of, "%s", source->store->path);
    }
    if (m->any_version || strcmp(m->commit, r->commit) == 0)
        return GRAVEL_OK;
    return gravel_fail(
        m->error, GRAVEL_INPUT,
        "%s: found a record of gravel %s (point %s of %s), while %s has gravel %s, allowed: one version; "
        "--any-version merges them all the same",
        source->store->path, r->commit, r->key, r->case_name, m->commit_of, m->commit);
}

/* Read the next record of a source. */
static enum gravel_status
advance(struct merge *m, struct source *source)
{
    gravel_record_free(&source->record);
    const int rc = sqlite3_step(source->rows);
    source->ended = rc != SQLITE_ROW;
    if (source->ended)
        return rc == SQLITE_DONE ? GRAVEL_OK : gravel_database_fail(source->store, m->error);
    const enum gravel_status status = gravel_database_record(source->store, source->rows, &source->record, m->error);
    return status == GRAVEL_OK ? check_commit(m, source) : status;
}

/* Take the smallest record from its source.  The heap is not empty. */
static enum gravel_status
pop(struct merge *m, struct gravel_record *record, const char **path)
{
    struct source *const first = m->heap[0];
    *record = first->record;
    *path = first->store->path;
    first->record = (struct gravel_record){0};
    gravel_progress_step(&m->progress, 0.0, record->case_name, false);
    const enum gravel_status status = advance(m, first);
    if (first->ended)
        m->heap[0] = m->heap[--m->n_heap];
    if (status == GRAVEL_OK)
        sift_down(m, 0);
    return status;
}

/* Write one record for each point. */
static enum gravel_status
write_records(struct merge *m)
{
    enum gravel_status status = GRAVEL_OK;
    while (status == GRAVEL_OK && m->n_heap > 0) {
        struct gravel_record record = {0}, other = {0};
        const char *path, *other_path;
        status = pop(m, &record, &path);
        while (status == GRAVEL_OK && m->n_heap > 0 && compare_places(&m->heap[0]->record, &record) == 0) {
            status = pop(m, &other, &other_path);
            if (status == GRAVEL_OK)
                status = gravel_merge_choose(&record, &path, &other, other_path, m->error);
            m->merged->repeated += status == GRAVEL_OK;
        }
        if (status == GRAVEL_OK && !gravel_database_put(m->output, &record))
            status = gravel_database_fail(m->output, m->error);
        m->merged->n_records += status == GRAVEL_OK;
        gravel_record_free(&record);
        gravel_record_free(&other);
        if (status == GRAVEL_OK)
            status = gravel_export_interrupted(m->error);
    }
    return status;
}

static enum gravel_status
read_extent(struct gravel_store *store, struct extent *extent, struct gravel_error *error)
{
    static const char sql[] = "SELECT COUNT(*), SUM(CAST(strftime('%s', started) AS INTEGER)) FROM points";
    sqlite3_stmt *row = gravel_database_prepare(store, sql, NULL);
    const bool counted = row != NULL && sqlite3_step(row) == SQLITE_ROW;
    if (counted)
        *extent = (struct extent){sqlite3_column_int64(row, 0), sqlite3_column_int64(row, 1)};
    const enum gravel_status status = counted ? GRAVEL_OK : gravel_database_fail(store, error);
    gravel_database_release(row);
    return status;
}

/* Begin to read every store. */
static enum gravel_status
fill_heap(struct merge *m, bool quiet)
{
    enum gravel_status status = GRAVEL_OK;
    size_t n_records = 0;
    for (size_t k = 0; k < m->n && status == GRAVEL_OK; k++) {
        struct source *source = &m->sources[k];
        /* The caches of a thousand stores would take gigabytes, and each page is read once. */
        status = gravel_database_execute(source->store, "PRAGMA cache_size = -512; BEGIN", m->error);
        if (status == GRAVEL_OK)
            status = read_extent(source->store, &source->extent, m->error);
        if (status != GRAVEL_OK)
            return status;
        n_records += (size_t)source->extent.n;
        source->rows =
            gravel_database_prepare(source->store, "SELECT * FROM points ORDER BY case_name, engine, key", NULL);
        status = source->rows != NULL ? advance(m, source) : gravel_database_fail(source->store, m->error);
        if (status == GRAVEL_OK && !source->ended)
            m->heap[m->n_heap++] = source;
    }
    for (size_t k = m->n_heap / 2; status == GRAVEL_OK && k-- > 0;)
        sift_down(m, k);
    gravel_progress_start(&m->progress, n_records, quiet);
    return status;
}

/* Whether one of the stores that are open is this file: a name may be given twice, or be that of the output. */
static bool
is_open(const struct merge *m, const char *path)
{
    struct stat a, b;
    for (size_t k = 0; k < m->n; k++)
        if (stat(path, &a) == 0 && stat(m->sources[k].store->path, &b) == 0 && a.st_dev == b.st_dev &&
            a.st_ino == b.st_ino)
            return true;
    return false;
}

static enum gravel_status
open_source(struct merge *m, const char *path)
{
    struct source *source = &m->sources[m->n];
    if (is_open(m, path))
        return GRAVEL_OK;
    const enum gravel_status status = gravel_store_open(&source->store, path, true, m->error);
    if (status != GRAVEL_OK)
        return status;
    m->n++;
    if (source->store->version == gravel_store_version || m->any_version)
        return GRAVEL_OK;
    return gravel_fail(m->error, GRAVEL_INPUT,
                       "%s: found a store of schema version %d, allowed: %d; --any-version merges it all the same",
                       path, source->store->version, gravel_store_version);
}

/* What a writer has left beside the store at `path`, which is about to be replaced, is put into it: SQLite would apply
 * it to the new file.  Fails while another process uses the store, and when one has written to it since it was read. */
static enum gravel_status
settle(const char *path, struct extent before, struct gravel_error *error)
{
    struct extent now = {0};
    struct gravel_store *store;
    enum gravel_status status = gravel_store_open(&store, path, false, error);
    if (status != GRAVEL_OK)
        return status;
    status = gravel_database_execute(store, "PRAGMA journal_mode = DELETE", error);
    if (status == GRAVEL_OK)
        status = read_extent(store, &now, error);
    gravel_store_close(store);
    if (status == GRAVEL_OK && (now.n != before.n || now.begun != before.begun))
        return gravel_fail(error, GRAVEL_IO,
                           "%s: another process has written to this store while it was merged; merge again", path);
    char journal[PATH_MAX];
    snprintf(journal, sizeof journal, "%s-wal", path);
    if (status == GRAVEL_OK && access(journal, F_OK) == 0)
        return gravel_fail(error, GRAVEL_IO, "%s: another process uses this store", path);
    return status;
}

/* Every store is open at the same time, with up to three files each. */
static void
allow_open_files(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

static enum gravel_status
open_sources(struct merge *m, size_t n, const char *const *paths, const char *output, bool has_output)
{
    enum gravel_status status = GRAVEL_OK;
    allow_open_files();
    m->sources = calloc(n + 1, sizeof *m->sources);
    m->heap = calloc(n + 1, sizeof *m->heap);
    if (m->sources == NULL || m->heap == NULL)
        return gravel_no_memory(m->error);
    if (has_output)
        status = open_source(m, output);
    for (size_t k = 0; k < n && status == GRAVEL_OK; k++)
        status = open_source(m, paths[k]);
    return status;
}

static void
close_sources(struct merge *m)
{
    for (size_t k = 0; k < m->n; k++) {
        gravel_record_free(&m->sources[k].record);
        gravel_store_close(m->sources[k].store);
    }
    free(m->sources);
    free(m->heap);
}

/* Write the new store to `part`.  A machine that fails before it is renamed leaves the old one, so that no journal is
 * needed. */
static enum gravel_status
write_part(struct merge *m, const char *part, bool quiet)
{
    enum gravel_status status = gravel_store_open(&m->output, part, false, m->error);
    if (status == GRAVEL_OK)
        status =
            gravel_database_execute(m->output, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN", m->error);
    if (status == GRAVEL_OK)
        status = fill_heap(m, quiet);
    if (status == GRAVEL_OK) {
        status = write_records(m);
        gravel_progress_end(&m->progress);
    }
    if (status == GRAVEL_OK)
        status = gravel_database_execute(m->output, "COMMIT", m->error);
    gravel_store_close(m->output);
    return status;
}

static enum gravel_status
put_in_place(const char *part, const char *output, struct gravel_error *error)
{
    const int file = open(part, O_RDONLY | O_CLOEXEC);
    const bool saved = file >= 0 && fsync(file) == 0;
    if (file >= 0)
        close(file);
    if (saved && rename(part, output) == 0)
        return GRAVEL_OK;
    return gravel_not_written(error, output);
}

static void
remove_part(const char *part)
{
    static const char *const ends[] = {"", "-wal", "-shm", "-journal"};
    char path[PATH_MAX + 16];
    for (size_t k = 0; k < sizeof ends / sizeof *ends; k++) {
        snprintf(path, sizeof path, "%s%s", part, ends[k]);
        remove(path);
    }
}

enum gravel_status
gravel_store_merge(size_t n, const char *const *paths, const char *output, bool any_version, bool quiet,
                   struct gravel_merged *merged, struct gravel_error *error)
{
    char part[PATH_MAX], resolved[PATH_MAX];
    struct merge m = {.any_version = any_version, .merged = merged, .error = error};
    *merged = (struct gravel_merged){0};
    const bool has_output = realpath(output, resolved) != NULL; /* of a link the file that it leads to is replaced */
    if (has_output)
        output = resolved;
    enum gravel_status status = gravel_export_part(output, part, sizeof part, error);
    if (status == GRAVEL_OK)
        status = open_sources(&m, n, paths, output, has_output);
    if (status == GRAVEL_OK) {
        merged->n_stores = m.n;
        status = write_part(&m, part, quiet);
    }
    const struct extent before = has_output && m.n > 0 ? m.sources[0].extent : (struct extent){0}; /* of the output */
    close_sources(&m);
    if (status == GRAVEL_OK && has_output)
        status = settle(output, before, error);
    if (status == GRAVEL_OK)
        status = put_in_place(part, output, error);
    if (status != GRAVEL_OK)
        remove_part(part);
    return status;
}
