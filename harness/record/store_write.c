/* Writing records: the rows of a point in all tables are written by one transaction. */
#include "harness/record/checksum.h"
#include "harness/record/database.h"
#include "harness/record/store.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

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
    char seed[24], checksum[GRAVEL_CHECKSUM_SIZE];
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)r->seed);
    gravel_record_checksum(r, checksum);
    json_t *json = gravel_parameters_to_json(&r->parameters);
    char *parameters = json != NULL ? json_dumps(json, JSON_REAL_PRECISION(17) | JSON_COMPACT) : NULL;
    json_decref(json);
    const bool ok =
        parameters != NULL && insert(store, "DELETE FROM points WHERE key = ?", "s", r->key) &&
        insert(store, "INSERT INTO points VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)", "ssssssisssrrirsssss", r->key,
               r->case_name, r->family, r->engine, r->tier, seed, (sqlite3_int64)r->replicate,
               gravel_point_status_name(r->status), r->message, parameters, r->cpu_seconds, r->simulated_seconds,
               (sqlite3_int64)r->steady, r->transient, r->commit, r->compiler, r->host, r->started, checksum);
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

enum gravel_status
gravel_store_remove_orphans(struct gravel_store *store, struct gravel_error *error)
{
    return gravel_database_execute(store,
                                   "BEGIN IMMEDIATE;"
                                   "DELETE FROM observables WHERE key NOT IN (SELECT key FROM points);"
                                   "DELETE FROM invariants WHERE key NOT IN (SELECT key FROM points);"
                                   "DELETE FROM counters WHERE key NOT IN (SELECT key FROM points);"
                                   "DELETE FROM tables WHERE key NOT IN (SELECT key FROM points);"
                                   "COMMIT",
                                   error);
}
