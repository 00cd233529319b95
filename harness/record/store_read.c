/* Reading records.  Each load is one transaction, so that points and their lists are of one state of the store.  A
 * record whose checksum or form is wrong is damaged: it is never handed on. */
#include "engines/core/words.h"
#include "harness/record/checksum.h"
#include "harness/record/database.h"
#include "harness/record/store.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHECKSUM_COLUMN = 18 };

static const char *
column_text(sqlite3_stmt *s, int column)
{
    const char *text = (const char *)sqlite3_column_text(s, column);
    return text != NULL ? text : "";
}

/* Text in the place of a number, which SQLite would read as 0, becomes one that no record has, so that the checksum
 * differs. */
static double
column_real(sqlite3_stmt *s, int column)
{
    switch (sqlite3_column_type(s, column)) {
    case SQLITE_NULL: return NAN;
    case SQLITE_INTEGER:
    case SQLITE_FLOAT: return sqlite3_column_double(s, column);
    default: return -DBL_MAX;
    }
}

static enum gravel_status
get_parameters(sqlite3_stmt *s, struct gravel_record *r, struct gravel_error *error)
{
    json_t *json = json_loads(column_text(s, 9), 0, NULL);
    const enum gravel_status status = gravel_parameters_from_json(&r->parameters, json, error);
    json_decref(json);
    return status;
}

static enum gravel_status
get_point(sqlite3_stmt *s, struct gravel_record *r, struct gravel_error *error)
{
    char **const texts[] = {&r->case_name, &r->family, &r->engine, &r->tier};
    for (int k = 0; k < 4; k++)
        if (gravel_record_set_text(texts[k], column_text(s, 1 + k)) != GRAVEL_OK)
            return gravel_no_memory(error);
    if (gravel_record_set_text(&r->message, column_text(s, 8)) != GRAVEL_OK)
        return gravel_no_memory(error);
    snprintf(r->key, sizeof r->key, "%s", column_text(s, 0));
    r->seed = strtoull(column_text(s, 5), NULL, 10);
    r->replicate = sqlite3_column_int(s, 6);
    if (!gravel_point_status_parse(column_text(s, 7), &r->status))
        return gravel_fail(error, GRAVEL_IO, "it has the unknown status \"%s\"", column_text(s, 7));
    r->cpu_seconds = column_real(s, 10);
    r->simulated_seconds = column_real(s, 11);
    r->steady = sqlite3_column_int(s, 12) != 0;
    if (r->steady != sqlite3_column_int(s, 12))
        return gravel_fail(error, GRAVEL_IO, "it says neither that it is steady nor that it is not");
    r->transient = column_real(s, 13);
    snprintf(r->commit, sizeof r->commit, "%s", column_text(s, 14));
    snprintf(r->compiler, sizeof r->compiler, "%s", column_text(s, 15));
    snprintf(r->host, sizeof r->host, "%s", column_text(s, 16));
    snprintf(r->started, sizeof r->started, "%s", column_text(s, 17));
    return get_parameters(s, r, error);
}

static enum gravel_status
get_observable(sqlite3_stmt *s, struct gravel_record *r)
{
    return gravel_record_add_observable(r, column_text(s, 2), column_text(s, 3), column_real(s, 4), column_real(s, 5),
                                        column_real(s, 6));
}

static enum gravel_status
get_invariant(sqlite3_stmt *s, struct gravel_record *r)
{
    const enum gravel_status status =
        gravel_record_add_invariant(r, column_text(s, 2), column_real(s, 3), column_real(s, 4));
    if (status != GRAVEL_OK)
        return status;
    return r->invariants[r->n_invariants - 1].ok == sqlite3_column_int(s, 5) ? GRAVEL_OK : GRAVEL_IO;
}

static enum gravel_status
get_counter(sqlite3_stmt *s, struct gravel_record *r)
{
    return gravel_record_add_counter(r, column_text(s, 2), column_real(s, 3));
}

static enum gravel_status
get_table(sqlite3_stmt *s, struct gravel_record *r)
{
    const char *columns = column_text(s, 3);
    const size_t n_rows = (size_t)sqlite3_column_int64(s, 5);
    const size_t n_columns = gravel_word_list_count(columns);
    const void *data = sqlite3_column_blob(s, 6);
    if ((size_t)sqlite3_column_bytes(s, 6) != n_rows * n_columns * sizeof(double))
        return GRAVEL_IO;
    return gravel_record_add_table(r, column_text(s, 2), columns, column_text(s, 4), n_rows, data);
}

/* Whether the row is the one that was added as number k. */
static bool
is_at(sqlite3_stmt *s, int64_t k)
{
    return sqlite3_column_type(s, 1) == SQLITE_INTEGER && sqlite3_column_int64(s, 1) == k;
}

/* The lists of a point, in the order in which they were added. */
static enum gravel_status
get_lists(struct gravel_store *store, struct gravel_record *r, struct gravel_error *error)
{
    static const struct {
        const char *sql;
        enum gravel_status (*add)(sqlite3_stmt *s, struct gravel_record *r);
    } lists[] = {{"SELECT * FROM observables WHERE key = ? ORDER BY position", get_observable},
                 {"SELECT * FROM invariants WHERE key = ? ORDER BY position", get_invariant},
                 {"SELECT * FROM counters WHERE key = ? ORDER BY position", get_counter},
                 {"SELECT * FROM tables WHERE key = ? ORDER BY position", get_table}};
    for (size_t l = 0; l < sizeof lists / sizeof *lists; l++) {
        sqlite3_stmt *s = gravel_database_prepare(store, lists[l].sql, r->key);
        int rc = s != NULL ? SQLITE_ROW : SQLITE_ERROR;
        enum gravel_status status = GRAVEL_OK;
        for (int64_t k = 0; status == GRAVEL_OK && rc == SQLITE_ROW && (rc = sqlite3_step(s)) == SQLITE_ROW; k++)
            status = is_at(s, k) ? lists[l].add(s, r) : GRAVEL_IO;
        if (status != GRAVEL_OK)
            status = gravel_fail(error, status, "%s", gravel_status_text(status));
        else if (rc != SQLITE_DONE)
            status = gravel_fail(error, GRAVEL_IO, "%s", sqlite3_errmsg(store->db));
        gravel_database_release(s);
        if (status != GRAVEL_OK)
            return status;
    }
    return GRAVEL_OK;
}

/* A store of schema version 1, opened for reading, has no checksums; '' is that of a record from it. */
static enum gravel_status
check_sum(sqlite3_stmt *s, const struct gravel_record *record, struct gravel_error *error)
{
    char checksum[GRAVEL_CHECKSUM_SIZE];
    const char *stored = sqlite3_column_count(s) > CHECKSUM_COLUMN ? column_text(s, CHECKSUM_COLUMN) : "";
    gravel_record_checksum(record, checksum);
    if (stored[0] == '\0' || strcmp(stored, checksum) == 0)
        return GRAVEL_OK;
    return gravel_fail(error, GRAVEL_IO, "its checksum is %s instead of %s", checksum, stored);
}

enum gravel_status
gravel_database_record(struct gravel_store *store, sqlite3_stmt *s, struct gravel_record *record,
                       struct gravel_error *error)
{
    struct gravel_error why;
    *record = (struct gravel_record){0};
    enum gravel_status status = get_point(s, record, &why);
    if (status == GRAVEL_OK)
        status = get_lists(store, record, &why);
    if (status == GRAVEL_OK)
        status = check_sum(s, record, &why);
    if (status == GRAVEL_OK)
        return GRAVEL_OK;
    gravel_record_free(record);
    if (status == GRAVEL_MEMORY)
        return gravel_no_memory(error);
    return gravel_fail(error, GRAVEL_IO,
                       "%s: the record of point %s of %s (%s) is damaged: %s; `gravel run` repeats it, `gravel doctor "
                       "--store` lists all",
                       store->path, column_text(s, 0), column_text(s, 1), column_text(s, 3), why.text);
}

/* Append all rows of a SELECT * FROM points; inside one transaction, see above. */
static enum gravel_status
load_points(struct gravel_store *store, sqlite3_stmt *s, struct gravel_records *records, struct gravel_error *error)
{
    int rc;
    while ((rc = sqlite3_step(s)) == SQLITE_ROW) {
        struct gravel_record record;
        enum gravel_status status = gravel_database_record(store, s, &record, error);
        if (status == GRAVEL_OK && gravel_records_append(records, &record) != GRAVEL_OK)
            status = gravel_no_memory(error);
        if (status != GRAVEL_OK) {
            gravel_record_free(&record);
            return status;
        }
    }
    return rc == SQLITE_DONE ? GRAVEL_OK : gravel_database_fail(store, error);
}

static enum gravel_status
select_points(struct gravel_store *store, const char *sql, const char *text, struct gravel_records *records,
              struct gravel_error *error)
{
    enum gravel_status status = gravel_database_execute(store, "BEGIN", error);
    if (status != GRAVEL_OK)
        return status;
    sqlite3_stmt *s = gravel_database_prepare(store, sql, text);
    status = s != NULL ? load_points(store, s, records, error) : gravel_database_fail(store, error);
    gravel_database_release(s);
    const enum gravel_status end = gravel_database_execute(store, "COMMIT", status == GRAVEL_OK ? error : NULL);
    return status == GRAVEL_OK ? end : status;
}

enum gravel_status
gravel_store_get(struct gravel_store *store, const char *key, struct gravel_record *record, bool *found,
                 struct gravel_error *error)
{
    struct gravel_records records = {0};
    const enum gravel_status status = select_points(store, "SELECT * FROM points WHERE key = ?", key, &records, error);
    *found = status == GRAVEL_OK && records.n == 1;
    *record = (struct gravel_record){0};
    if (*found) {
        *record = records.items[0];
        records.n = 0;
    }
    gravel_records_free(&records);
    return status;
}

enum gravel_status
gravel_store_load(struct gravel_store *store, const char *case_name, struct gravel_records *records,
                  struct gravel_error *error)
{
    return select_points(store,
                         case_name != NULL ? "SELECT * FROM points WHERE case_name = ? ORDER BY case_name, engine, key"
                                           : "SELECT * FROM points ORDER BY case_name, engine, key",
                         case_name, records, error);
}

enum gravel_status
gravel_store_status(struct gravel_store *store, const char *key, struct gravel_stored_point *point,
                    struct gravel_error *error)
{
    struct gravel_record record;
    *point = (struct gravel_stored_point){.stored = GRAVEL_STORED_NOT};
    sqlite3_stmt *s = gravel_database_prepare(store, "SELECT * FROM points WHERE key = ?", key);
    const int rc = s != NULL ? sqlite3_step(s) : SQLITE_ERROR;
    enum gravel_status status = GRAVEL_OK;
    if (rc == SQLITE_ROW) {
        status = gravel_database_record(store, s, &record, error);
        point->stored = status == GRAVEL_OK ? GRAVEL_STORED_WHOLE : GRAVEL_STORED_DAMAGED;
        status = status == GRAVEL_MEMORY ? status : GRAVEL_OK;
        point->status = record.status;
        snprintf(point->commit, sizeof point->commit, "%s", record.commit);
        gravel_record_free(&record);
    } else if (rc != SQLITE_DONE) {
        status = gravel_database_fail(store, error);
    }
    gravel_database_release(s);
    return status;
}

/* The number in the only column of the first row; NaN without one.  `second` (NULL: none) is the second parameter. */
static enum gravel_status
select_number(struct gravel_store *store, const char *sql, const char *first, const char *second, double *number,
              struct gravel_error *error)
{
    sqlite3_stmt *s = gravel_database_prepare(store, sql, first);
    const bool bound = s != NULL && (second == NULL || sqlite3_bind_text(s, 2, second, -1, SQLITE_STATIC) == SQLITE_OK);
    const int rc = bound ? sqlite3_step(s) : SQLITE_ERROR;
    *number = rc == SQLITE_ROW ? column_real(s, 0) : NAN;
    const enum gravel_status status =
        rc == SQLITE_ROW || rc == SQLITE_DONE ? GRAVEL_OK : gravel_database_fail(store, error);
    gravel_database_release(s);
    return status;
}

/* A point that was stopped by a limit or was not run says nothing of its cost. */
#define RAN "status IN ('done', 'broken')"

enum gravel_status
gravel_store_cost(struct gravel_store *store, const char *key, double *seconds, struct gravel_error *error)
{
    return select_number(store, "SELECT cpu_seconds FROM points WHERE key = ? AND " RAN, key, NULL, seconds, error);
}

enum gravel_status
gravel_store_mean_cost(struct gravel_store *store, const char *case_name, const char *engine, double *seconds,
                       struct gravel_error *error)
{
    return select_number(store, "SELECT avg(cpu_seconds) FROM points WHERE case_name = ? AND engine = ? AND " RAN,
                         case_name, engine, seconds, error);
}

enum gravel_status
gravel_store_check_database(struct gravel_store *store, struct gravel_error *error)
{
    sqlite3_stmt *s = gravel_database_prepare(store, "PRAGMA integrity_check(1)", NULL);
    int rc = s != NULL ? sqlite3_step(s) : SQLITE_ERROR;
    enum gravel_status status = GRAVEL_OK;
    if (rc == SQLITE_ROW && strcmp(column_text(s, 0), "ok") != 0)
        status = gravel_fail(error, GRAVEL_IO, "%s: the database is damaged: %s; start a new store", store->path,
                             column_text(s, 0));
    else if (rc != SQLITE_ROW)
        status = gravel_database_fail(store, error);
    gravel_database_release(s);
    return status;
}

static enum gravel_status
count_orphans(struct gravel_store *store, size_t *orphans, struct gravel_error *error)
{
    int rc;
    sqlite3_stmt *s = gravel_database_prepare(store, "PRAGMA foreign_key_check", NULL);
    while ((rc = s != NULL ? sqlite3_step(s) : SQLITE_ERROR) == SQLITE_ROW)
        ++*orphans;
    const enum gravel_status status = rc == SQLITE_DONE ? GRAVEL_OK : gravel_database_fail(store, error);
    gravel_database_release(s);
    return status;
}

enum gravel_status
gravel_store_verify(struct gravel_store *store, void (*tell)(void *self, const char *case_name, const char *message),
                    void *self, struct gravel_verification *found, struct gravel_error *error)
{
    int rc;
    *found = (struct gravel_verification){0};
    enum gravel_status status = gravel_store_check_database(store, error);
    if (status == GRAVEL_OK)
        status = count_orphans(store, &found->orphans, error);
    if (status != GRAVEL_OK)
        return status;
    sqlite3_stmt *s = gravel_database_prepare(store, "SELECT * FROM points ORDER BY case_name, engine, key", NULL);
    while (status != GRAVEL_MEMORY && (rc = s != NULL ? sqlite3_step(s) : SQLITE_ERROR) == SQLITE_ROW) {
        struct gravel_record record;
        struct gravel_error why;
        status = gravel_database_record(store, s, &record, &why);
        found->records++;
        found->without_checksum +=
            sqlite3_column_count(s) <= CHECKSUM_COLUMN || column_text(s, CHECKSUM_COLUMN)[0] == '\0';
        if (status != GRAVEL_OK && status != GRAVEL_MEMORY) {
            found->damaged++;
            tell(self, column_text(s, 1), why.text);
        }
        gravel_record_free(&record);
    }
    if (status == GRAVEL_MEMORY)
        status = gravel_no_memory(error);
    else
        status = rc == SQLITE_DONE ? GRAVEL_OK : gravel_database_fail(store, error);
    gravel_database_release(s);
    return status;
}
