/* The store.  Invariant: the rows of a point in all five tables are written by one transaction, so a reader
 * sees a whole record or none.
 *
 * A file is recognised by the application id and the schema version in the SQLite header (bytes 68 and 60 of
 * the file), read before SQLite opens it, so a foreign file is not touched, not even by WAL recovery. */
#include "harness/store.h"

#include <math.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    APPLICATION_ID = 0x4752564c, /* "GRVL" */
    SCHEMA_VERSION = 1,
    BUSY_MILLISECONDS = 10000,
    HEADER_SIZE = 100, /* of an SQLite file */
};

/* NaN is stored as NULL, which is what SQLite makes of it. */
static const char schema[] =
    "CREATE TABLE points(key TEXT PRIMARY KEY, case_name TEXT NOT NULL, family TEXT NOT NULL, engine TEXT NOT NULL,"
    " tier TEXT NOT NULL, seed TEXT NOT NULL, replicate INTEGER NOT NULL, status TEXT NOT NULL, message TEXT NOT NULL,"
    " parameters TEXT NOT NULL, cpu_seconds REAL, simulated_seconds REAL, steady INTEGER NOT NULL, transient REAL,"
    " git_commit TEXT NOT NULL, compiler TEXT NOT NULL, host TEXT NOT NULL, started TEXT NOT NULL) WITHOUT ROWID;"
    "CREATE INDEX points_by_case ON points(case_name, engine, key);"
    "CREATE TABLE observables(key TEXT NOT NULL REFERENCES points ON DELETE CASCADE, position INTEGER NOT NULL,"
    " name TEXT NOT NULL, unit TEXT NOT NULL, value REAL, err REAL, n_eff REAL, PRIMARY KEY(key, position)) WITHOUT ROWID;"
    "CREATE TABLE invariants(key TEXT NOT NULL REFERENCES points ON DELETE CASCADE, position INTEGER NOT NULL,"
    " name TEXT NOT NULL, value REAL, bound REAL, ok INTEGER NOT NULL, PRIMARY KEY(key, position)) WITHOUT ROWID;"
    "CREATE TABLE counters(key TEXT NOT NULL REFERENCES points ON DELETE CASCADE, position INTEGER NOT NULL,"
    " name TEXT NOT NULL, value REAL, PRIMARY KEY(key, position)) WITHOUT ROWID;"
    /* columns and units: words separated by '|'; data: doubles in the byte order of the machine, row by row */
    "CREATE TABLE tables(key TEXT NOT NULL REFERENCES points ON DELETE CASCADE, position INTEGER NOT NULL,"
    " name TEXT NOT NULL, columns TEXT NOT NULL, units TEXT NOT NULL, n_rows INTEGER NOT NULL, data BLOB NOT NULL,"
    " PRIMARY KEY(key, position));";

struct gravel_store {
    sqlite3 *db;
    char *path;
};

static enum gravel_status
store_fail(const struct gravel_store *store, struct gravel_error *error)
{
    return gravel_fail(error, GRAVEL_IO, "%s: %s", store->path, sqlite3_errmsg(store->db));
}

static enum gravel_status
execute(struct gravel_store *store, const char *sql, struct gravel_error *error)
{
    return sqlite3_exec(store->db, sql, NULL, NULL, NULL) == SQLITE_OK ? GRAVEL_OK : store_fail(store, error);
}

/* Prepared statement with text parameters bound from the start of the list. NULL on failure. */
static sqlite3_stmt *
prepare(struct gravel_store *store, const char *sql, const char *key)
{
    sqlite3_stmt *s = NULL;
    if (sqlite3_prepare_v2(store->db, sql, -1, &s, NULL) != SQLITE_OK)
        return NULL;
    if (key != NULL && sqlite3_bind_text(s, 1, key, -1, SQLITE_STATIC) != SQLITE_OK) {
        sqlite3_finalize(s);
        return NULL;
    }
    return s;
}

/* Opening */

static long
big_endian(const unsigned char *b)
{
    return ((long)b[0] << 24) | ((long)b[1] << 16) | ((long)b[2] << 8) | (long)b[3];
}

/* *exists is false when there is no file or an empty one. */
static enum gravel_status
check_header(const char *path, bool *exists, struct gravel_error *error)
{
    unsigned char head[HEADER_SIZE];
    *exists = false;
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return GRAVEL_OK;
    const size_t n = fread(head, 1, sizeof head, file);
    const bool unreadable = ferror(file) != 0;
    fclose(file);
    if (unreadable)
        return gravel_fail(error, GRAVEL_IO, "%s: cannot be read", path);
    if (n == 0)
        return GRAVEL_OK;
    if (n < sizeof head || memcmp(head, "SQLite format 3", 16) != 0 || big_endian(head + 68) != APPLICATION_ID)
        return gravel_fail(error, GRAVEL_INPUT, "%s: is no gravel store; it was left as it is", path);
    if (big_endian(head + 60) != SCHEMA_VERSION)
        return gravel_fail(error, GRAVEL_INPUT,
                           "%s: is a gravel store of schema version %ld, this program reads version %d", path,
                           big_endian(head + 60), SCHEMA_VERSION);
    *exists = true;
    return GRAVEL_OK;
}

static int
user_version(struct gravel_store *store)
{
    int version = -1;
    sqlite3_stmt *s = prepare(store, "PRAGMA user_version", NULL);
    if (s != NULL && sqlite3_step(s) == SQLITE_ROW)
        version = sqlite3_column_int(s, 0);
    sqlite3_finalize(s);
    return version;
}

/* The schema is committed before WAL is switched on, so the header bytes are in the main file at once. Another process may
 * create the same store at the same time: the second finds the version set. */
static enum gravel_status
create_schema(struct gravel_store *store, struct gravel_error *error)
{
    char sql[128];
    snprintf(sql, sizeof sql, "PRAGMA application_id = %d; PRAGMA user_version = %d", APPLICATION_ID, SCHEMA_VERSION);
    enum gravel_status status = execute(store, "BEGIN EXCLUSIVE", error);
    if (status == GRAVEL_OK && user_version(store) == 0) {
        status = execute(store, schema, error);
        if (status == GRAVEL_OK)
            status = execute(store, sql, error);
    }
    return status == GRAVEL_OK ? execute(store, "COMMIT", error) : status;
}

enum gravel_status
gravel_store_open(struct gravel_store **opened, const char *path, bool read_only, struct gravel_error *error)
{
    bool exists;
    *opened = NULL;
    enum gravel_status status = check_header(path, &exists, error);
    if (status != GRAVEL_OK)
        return status;
    if (read_only && !exists)
        return gravel_fail(error, GRAVEL_IO, "%s: there is no such store", path);
    struct gravel_store *store = calloc(1, sizeof *store);
    if (store == NULL || gravel_record_set_text(&store->path, path) != GRAVEL_OK) {
        free(store);
        return gravel_fail(error, GRAVEL_MEMORY, "store: out of memory");
    }
    const int flags = read_only ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    if (sqlite3_open_v2(path, &store->db, flags, NULL) != SQLITE_OK) {
        status = store_fail(store, error);
        goto fail;
    }
    sqlite3_busy_timeout(store->db, BUSY_MILLISECONDS);
    if (!exists)
        status = create_schema(store, error);
    if (status == GRAVEL_OK && !read_only)
        status = execute(store, "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON", error);
    if (status != GRAVEL_OK)
        goto fail;
    *opened = store;
    return GRAVEL_OK;
fail:
    gravel_store_close(store);
    return status;
}

void
gravel_store_close(struct gravel_store *store)
{
    if (store == NULL)
        return;
    sqlite3_close(store->db);
    free(store->path);
    free(store);
}

/* Writing */

/* Bind and step: one letter of `types` for each parameter: s text, r real, i int. */
static bool
insert(struct gravel_store *store, const char *sql, const char *types, ...)
{
    va_list args;
    sqlite3_stmt *s = prepare(store, sql, NULL);
    if (s == NULL)
        return false;
    int rc = SQLITE_OK;
    va_start(args, types);
    for (int k = 1; *types != '\0' && rc == SQLITE_OK; k++, types++) {
        if (*types == 's') {
            const char *text = va_arg(args, const char *);
            rc = sqlite3_bind_text(s, k, text != NULL ? text : "", -1, SQLITE_STATIC);
        } else if (*types == 'r') {
            rc = sqlite3_bind_double(s, k, va_arg(args, double));
        } else {
            rc = sqlite3_bind_int64(s, k, va_arg(args, sqlite3_int64));
        }
    }
    va_end(args);
    const bool ok = rc == SQLITE_OK && sqlite3_step(s) == SQLITE_DONE;
    sqlite3_finalize(s);
    return ok;
}

static bool
put_point(struct gravel_store *store, const struct gravel_record *r)
{
    char seed[24];
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)r->seed);
    json_t *json = gravel_parameters_to_json(&r->parameters);
    char *parameters = json != NULL ? json_dumps(json, JSON_REAL_PRECISION(17) | JSON_COMPACT) : NULL;
    json_decref(json);
    const bool ok =
        parameters != NULL &&
        insert(store, "DELETE FROM points WHERE key = ?", "s", r->key) &&
        insert(store, "INSERT INTO points VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)", "ssssssisssrrirssss", r->key,
               r->case_name, r->family, r->engine, r->tier, seed, (sqlite3_int64)r->replicate,
               gravel_point_status_name(r->status), r->message, parameters, r->cpu_seconds, r->simulated_seconds,
               (sqlite3_int64)r->steady, r->transient, r->commit, r->compiler, r->host, r->started);
    free(parameters);
    return ok;
}

/* Columns and units of a table as words separated by '|'; NULL when out of memory. */
static char *
join(size_t n, size_t size, const char *words)
{
    char *joined = calloc(n + 1, size + 1);
    for (size_t k = 0, end = 0; joined != NULL && k < n; k++)
        end += (size_t)sprintf(joined + end, "%s%s", k > 0 ? "|" : "", words + k * size);
    return joined;
}

static bool
put_table(struct gravel_store *store, const char *key, size_t position, const struct gravel_table *table)
{
    char *columns = join(table->n_columns, sizeof *table->columns, &table->columns[0][0]);
    char *units = join(table->n_columns, sizeof *table->units, &table->units[0][0]);
    sqlite3_stmt *s = prepare(store, "INSERT INTO tables VALUES(?,?,?,?,?,?,?)", key);
    const sqlite3_uint64 size = table->n_rows * table->n_columns * sizeof *table->data;
    const bool ok = columns != NULL && units != NULL && s != NULL &&
                    sqlite3_bind_int64(s, 2, (sqlite3_int64)position) == SQLITE_OK &&
                    sqlite3_bind_text(s, 3, table->name, -1, SQLITE_STATIC) == SQLITE_OK &&
                    sqlite3_bind_text(s, 4, columns, -1, SQLITE_STATIC) == SQLITE_OK &&
                    sqlite3_bind_text(s, 5, units, -1, SQLITE_STATIC) == SQLITE_OK &&
                    sqlite3_bind_int64(s, 6, (sqlite3_int64)table->n_rows) == SQLITE_OK &&
                    sqlite3_bind_blob64(s, 7, table->data, size, SQLITE_STATIC) == SQLITE_OK &&
                    sqlite3_step(s) == SQLITE_DONE;
    sqlite3_finalize(s);
    free(columns);
    free(units);
    return ok;
}

static bool
put_all(struct gravel_store *store, const struct gravel_record *r)
{
    bool ok = put_point(store, r);
    for (size_t k = 0; ok && k < r->n_observables; k++) {
        const struct gravel_observable *o = &r->observables[k];
        ok = insert(store, "INSERT INTO observables VALUES(?,?,?,?,?,?,?)", "sissrrr", r->key, (sqlite3_int64)k, o->name,
                    o->unit, o->value, o->err, o->n_eff);
    }
    for (size_t k = 0; ok && k < r->n_invariants; k++) {
        const struct gravel_invariant *i = &r->invariants[k];
        ok = insert(store, "INSERT INTO invariants VALUES(?,?,?,?,?,?)", "sisrri", r->key, (sqlite3_int64)k, i->name,
                    i->value, i->limit, (sqlite3_int64)i->ok);
    }
    for (size_t k = 0; ok && k < r->n_counters; k++)
        ok = insert(store, "INSERT INTO counters VALUES(?,?,?,?)", "sisr", r->key, (sqlite3_int64)k,
                    r->counters[k].name, r->counters[k].value);
    for (size_t k = 0; ok && k < r->n_tables; k++)
        ok = put_table(store, r->key, k, &r->tables[k]);
    return ok;
}

enum gravel_status
gravel_store_put(struct gravel_store *store, const struct gravel_record *record, struct gravel_error *error)
{
    enum gravel_status status = execute(store, "BEGIN IMMEDIATE", error);
    if (status != GRAVEL_OK)
        return status;
    status = put_all(store, record) ? execute(store, "COMMIT", error) : store_fail(store, error);
    if (status != GRAVEL_OK)
        (void)execute(store, "ROLLBACK", NULL);
    return status;
}

/* Reading */

static const char *
column_text(sqlite3_stmt *s, int column)
{
    const char *text = (const char *)sqlite3_column_text(s, column);
    return text != NULL ? text : "";
}

static double
column_real(sqlite3_stmt *s, int column)
{
    return sqlite3_column_type(s, column) == SQLITE_NULL ? NAN : sqlite3_column_double(s, column);
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
            return gravel_fail(error, GRAVEL_MEMORY, "store: out of memory");
    if (gravel_record_set_text(&r->message, column_text(s, 8)) != GRAVEL_OK)
        return gravel_fail(error, GRAVEL_MEMORY, "store: out of memory");
    snprintf(r->key, sizeof r->key, "%s", column_text(s, 0));
    r->seed = strtoull(column_text(s, 5), NULL, 10);
    r->replicate = sqlite3_column_int(s, 6);
    if (!gravel_point_status_parse(column_text(s, 7), &r->status))
        return gravel_fail(error, GRAVEL_IO, "store: point %s has the unknown status \"%s\"", r->key,
                           column_text(s, 7));
    r->cpu_seconds = column_real(s, 10);
    r->simulated_seconds = column_real(s, 11);
    r->steady = sqlite3_column_int(s, 12) != 0;
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
    return gravel_record_add_observable(r, column_text(s, 2), column_text(s, 3), column_real(s, 4),
                                        column_real(s, 5), column_real(s, 6));
}

static enum gravel_status
get_invariant(sqlite3_stmt *s, struct gravel_record *r)
{
    return gravel_record_add_invariant(r, column_text(s, 2), column_real(s, 3), column_real(s, 4));
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
    size_t n_columns = 1;
    for (const char *c = columns; *c != '\0'; c++)
        n_columns += *c == '|';
    const void *data = sqlite3_column_blob(s, 6);
    if ((size_t)sqlite3_column_bytes(s, 6) != n_rows * n_columns * sizeof(double))
        return GRAVEL_IO;
    return gravel_record_add_table(r, column_text(s, 2), columns, column_text(s, 4), n_rows, data);
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
        sqlite3_stmt *s = prepare(store, lists[l].sql, r->key);
        int rc = s != NULL ? SQLITE_ROW : SQLITE_ERROR;
        enum gravel_status status = GRAVEL_OK;
        while (status == GRAVEL_OK && rc == SQLITE_ROW && (rc = sqlite3_step(s)) == SQLITE_ROW)
            status = lists[l].add(s, r);
        if (status != GRAVEL_OK)
            status = gravel_fail(error, status, "%s: point %s: %s", store->path, r->key, gravel_status_text(status));
        else if (rc != SQLITE_DONE)
            status = store_fail(store, error);
        sqlite3_finalize(s);
        if (status != GRAVEL_OK)
            return status;
    }
    return GRAVEL_OK;
}

/* Append all rows of a SELECT * FROM points; inside one transaction, so that lists belong to their points. */
static enum gravel_status
load_points(struct gravel_store *store, sqlite3_stmt *s, struct gravel_records *records, struct gravel_error *error)
{
    int rc;
    while ((rc = sqlite3_step(s)) == SQLITE_ROW) {
        struct gravel_record record = {0};
        enum gravel_status status = get_point(s, &record, error);
        if (status == GRAVEL_OK)
            status = get_lists(store, &record, error);
        if (status == GRAVEL_OK && gravel_records_append(records, &record) != GRAVEL_OK)
            status = gravel_fail(error, GRAVEL_MEMORY, "store: out of memory");
        if (status != GRAVEL_OK) {
            gravel_record_free(&record);
            return status;
        }
    }
    return rc == SQLITE_DONE ? GRAVEL_OK : store_fail(store, error);
}

static enum gravel_status
select_points(struct gravel_store *store, const char *sql, const char *text, struct gravel_records *records,
              struct gravel_error *error)
{
    enum gravel_status status = execute(store, "BEGIN", error);
    if (status != GRAVEL_OK)
        return status;
    sqlite3_stmt *s = prepare(store, sql, text);
    status = s != NULL ? load_points(store, s, records, error) : store_fail(store, error);
    sqlite3_finalize(s);
    const enum gravel_status end = execute(store, "COMMIT", status == GRAVEL_OK ? error : NULL);
    return status == GRAVEL_OK ? end : status;
}

enum gravel_status
gravel_store_get(struct gravel_store *store, const char *key, struct gravel_record *record, bool *found,
                 struct gravel_error *error)
{
    struct gravel_records records = {0};
    const enum gravel_status status =
        select_points(store, "SELECT * FROM points WHERE key = ?", key, &records, error);
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
                         case_name != NULL
                             ? "SELECT * FROM points WHERE case_name = ? ORDER BY case_name, engine, key"
                             : "SELECT * FROM points ORDER BY case_name, engine, key",
                         case_name, records, error);
}

enum gravel_status
gravel_store_status(struct gravel_store *store, const char *key, enum gravel_point_status *point, bool *found,
                    struct gravel_error *error)
{
    *found = false;
    sqlite3_stmt *s = prepare(store, "SELECT status FROM points WHERE key = ?", key);
    const int rc = s != NULL ? sqlite3_step(s) : SQLITE_ERROR;
    if (rc == SQLITE_ROW)
        *found = gravel_point_status_parse(column_text(s, 0), point);
    const enum gravel_status status = rc == SQLITE_ROW || rc == SQLITE_DONE ? GRAVEL_OK : store_fail(store, error);
    sqlite3_finalize(s);
    return status;
}
