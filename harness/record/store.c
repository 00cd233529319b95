/* The store.  Invariant: the rows of a point in all five tables are written by one transaction, so a reader
 * sees a whole record or none.
 *
 * A file is recognised by the application id and the schema version in the SQLite header (bytes 68 and 60 of
 * the file), read before SQLite opens it, so a foreign file is not touched, not even by WAL recovery. */
#include "harness/record/store.h"

#include "harness/record/database.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

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
    " name TEXT NOT NULL, unit TEXT NOT NULL, value REAL, err REAL, n_eff REAL, PRIMARY KEY(key, position)) WITHOUT "
    "ROWID;"
    "CREATE TABLE invariants(key TEXT NOT NULL REFERENCES points ON DELETE CASCADE, position INTEGER NOT NULL,"
    " name TEXT NOT NULL, value REAL, bound REAL, ok INTEGER NOT NULL, PRIMARY KEY(key, position)) WITHOUT ROWID;"
    "CREATE TABLE counters(key TEXT NOT NULL REFERENCES points ON DELETE CASCADE, position INTEGER NOT NULL,"
    " name TEXT NOT NULL, value REAL, PRIMARY KEY(key, position)) WITHOUT ROWID;"
    /* columns and units: words separated by '|'; data: doubles in the byte order of the machine, row by row */
    "CREATE TABLE tables(key TEXT NOT NULL REFERENCES points ON DELETE CASCADE, position INTEGER NOT NULL,"
    " name TEXT NOT NULL, columns TEXT NOT NULL, units TEXT NOT NULL, n_rows INTEGER NOT NULL, data BLOB NOT NULL,"
    " PRIMARY KEY(key, position));";

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
    sqlite3_stmt *s = gravel_database_prepare(store, "PRAGMA user_version", NULL);
    if (s != NULL && sqlite3_step(s) == SQLITE_ROW)
        version = sqlite3_column_int(s, 0);
    sqlite3_finalize(s);
    return version;
}

/* The schema is committed before WAL is switched on, so the header bytes are in the main file at once. Another process
 * may create the same store at the same time: the second finds the version set. */
static enum gravel_status
create_schema(struct gravel_store *store, struct gravel_error *error)
{
    char sql[128];
    snprintf(sql, sizeof sql, "PRAGMA application_id = %d; PRAGMA user_version = %d", APPLICATION_ID, SCHEMA_VERSION);
    enum gravel_status status = gravel_database_execute(store, "BEGIN EXCLUSIVE", error);
    if (status == GRAVEL_OK && user_version(store) == 0) {
        status = gravel_database_execute(store, schema, error);
        if (status == GRAVEL_OK)
            status = gravel_database_execute(store, sql, error);
    }
    return status == GRAVEL_OK ? gravel_database_execute(store, "COMMIT", error) : status;
}

/* The folder of a store that is to be created, "results" by default; a failure shows when the file is opened. */
static void
make_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    char folder[PATH_MAX];
    if (slash == NULL || (size_t)(slash - path) >= sizeof folder)
        return;
    snprintf(folder, sizeof folder, "%.*s", (int)(slash - path), path);
    mkdir(folder, 0777);
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
        return gravel_no_memory(error);
    }
    if (!read_only && !exists)
        make_folder(path);
    const int flags = read_only ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    if (sqlite3_open_v2(path, &store->db, flags, NULL) != SQLITE_OK) {
        status = gravel_database_fail(store, error);
        goto fail;
    }
    sqlite3_busy_timeout(store->db, BUSY_MILLISECONDS);
    if (!exists)
        status = create_schema(store, error);
    if (status == GRAVEL_OK && !read_only)
        status = gravel_database_execute(
            store, "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON", error);
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
    sqlite3_stmt *s = gravel_database_prepare(store, sql, NULL);
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
        parameters != NULL && insert(store, "DELETE FROM points WHERE key = ?", "s", r->key) &&
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
    sqlite3_stmt *s = gravel_database_prepare(store, "INSERT INTO tables VALUES(?,?,?,?,?,?,?)", key);
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
        ok = insert(store, "INSERT INTO observables VALUES(?,?,?,?,?,?,?)", "sissrrr", r->key, (sqlite3_int64)k,
                    o->name, o->unit, o->value, o->err, o->n_eff);
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
    enum gravel_status status = gravel_database_execute(store, "BEGIN IMMEDIATE", error);
    if (status != GRAVEL_OK)
        return status;
    status =
        put_all(store, record) ? gravel_database_execute(store, "COMMIT", error) : gravel_database_fail(store, error);
    if (status != GRAVEL_OK)
        sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
    return status;
}
