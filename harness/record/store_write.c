/* Writing records: the rows of a point in all tables are written by one transaction. */
#include "harness/record/checksum.h"
#include "harness/record/database.h"
#include "harness/record/store.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* Bind and step: one letter of `types` for each parameter: s text, r real, i int. */
static bool
execute(struct gravel_store *store, const char *sql, const char *types, ...)
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
    gravel_database_release(s);
    return ok;
}

/* The number of a name with its unit ("" of what has none), a new one if need be; 0 after a failure. */
static sqlite3_int64
name_number(struct gravel_store *store, const char *name, const char *unit)
{
    sqlite3_int64 number = 0;
    sqlite3_stmt *s = gravel_database_prepare(store, "SELECT id FROM names WHERE name = ? AND unit = ?", name);
    if (s != NULL && sqlite3_bind_text(s, 2, unit, -1, SQLITE_STATIC) == SQLITE_OK && sqlite3_step(s) == SQLITE_ROW)
        number = sqlite3_column_int64(s, 0);
    gravel_database_release(s);
    if (number == 0 && execute(store, "INSERT INTO names(name, unit) VALUES(?, ?)", "ss", name, unit))
        number = sqlite3_last_insert_rowid(store->db);
    return number;
}

/* Whether an object has a member that `value` lacks: a change leaves it there, so that it would be in `value`, too. */
static bool
has_more_members(const json_t *object, const json_t *value)
{
    const char *name;
    json_t *member;
    json_object_foreach((json_t *)object, name, member)
    {
        if (json_object_get(value, name) == NULL)
            return true;
    }
    return false;
}

/* What turns `base` into `parameters`: a new object, null where a path is gone (RFC 7396).  NULL where changes cannot
 * say it, as with a base that has been damaged, and without memory. */
static json_t *
changes_from(const json_t *base, const json_t *parameters)
{
    json_t *changes = json_object(), *value;
    const char *path;
    int failed = changes == NULL;
    json_object_foreach((json_t *)parameters, path, value)
    {
        const json_t *before = json_object_get(base, path);
        if (!json_equal(value, before))
            failed |= has_more_members(before, value) || json_object_set(changes, path, value) != 0;
    }
    json_object_foreach((json_t *)base, path, value)
    {
        if (json_object_get(parameters, path) == NULL)
            failed |= json_object_set_new(changes, path, json_null());
    }
    if (!failed)
        return changes;
    json_decref(changes);
    return NULL;
}

/* Of the last bases of the case and engine the one with the fewest changes, as a new object; NULL when none has few, so
 * that the parameters are to be a base themselves. */
static json_t *
nearest_base(struct gravel_store *store, const struct gravel_record *r, const json_t *parameters, sqlite3_int64 *base)
{
    json_t *nearest = NULL;
    sqlite3_stmt *s = gravel_database_prepare(
        store, "SELECT id, parameters FROM bases WHERE case_name = ? AND engine = ? ORDER BY id DESC LIMIT 4",
        r->case_name);
    if (s != NULL && sqlite3_bind_text(s, 2, r->engine, -1, SQLITE_STATIC) == SQLITE_OK)
        while (sqlite3_step(s) == SQLITE_ROW) {
            json_t *candidate = json_loads((const char *)sqlite3_column_text(s, 1), 0, NULL);
            json_t *changes = candidate != NULL ? changes_from(candidate, parameters) : NULL;
            json_decref(candidate);
            if (changes != NULL && 2 * json_object_size(changes) <= json_object_size(parameters) &&
                (nearest == NULL || json_object_size(changes) < json_object_size(nearest))) {
                json_decref(nearest);
                nearest = json_incref(changes);
                *base = sqlite3_column_int64(s, 0);
            }
            json_decref(changes);
        }
    gravel_database_release(s);
    return nearest;
}

/* The parameters as changes to a base, which is added if need be: a text for the caller to free, NULL after a failure.
 */
static char *
put_parameters(struct gravel_store *store, const struct gravel_record *r, sqlite3_int64 *base)
{
    const size_t how = JSON_REAL_PRECISION(17) | JSON_COMPACT;
    json_t *json = gravel_parameters_to_json(&r->parameters);
    json_t *changes = json != NULL ? nearest_base(store, r, json, base) : NULL;
    char *text = json != NULL && changes == NULL ? json_dumps(json, how) : NULL;
    if (text != NULL && execute(store, "INSERT INTO bases(case_name, engine, parameters) VALUES(?, ?, ?)", "sss",
                                r->case_name, r->engine, text)) {
        *base = sqlite3_last_insert_rowid(store->db);
        changes = json_object();
    }
    free(text);
    text = changes != NULL ? json_dumps(changes, how) : NULL;
    json_decref(changes);
    json_decref(json);
    return text;
}

/* *point: the number of its row. */
static bool
put_point(struct gravel_store *store, const struct gravel_record *r, sqlite3_int64 *point)
{
    char seed[24], checksum[GRAVEL_CHECKSUM_SIZE];
    sqlite3_int64 base;
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)r->seed);
    gravel_record_checksum(r, checksum);
    char *changes = put_parameters(store, r, &base);
    const bool ok = changes != NULL && execute(store, "DELETE FROM stored_points WHERE key = ?", "s", r->key) &&
                    execute(store, "INSERT INTO stored_points VALUES(NULL,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
                            "ssssssissisrrirsssss", r->key, r->case_name, r->family, r->engine, r->tier, seed,
                            (sqlite3_int64)r->replicate, gravel_point_status_name(r->status), r->message, base, changes,
                            r->cpu_seconds, r->simulated_seconds, (sqlite3_int64)r->steady, r->transient, r->commit,
                            r->compiler, r->host, r->started, checksum);
    *point = sqlite3_last_insert_rowid(store->db);
    free(changes);
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
put_table(struct gravel_store *store, sqlite3_int64 point, size_t position, const struct gravel_table *table)
{
    char *columns = join(table->n_columns, sizeof *table->columns, &table->columns[0][0]);
    char *units = join(table->n_columns, sizeof *table->units, &table->units[0][0]);
    sqlite3_stmt *s = gravel_database_prepare(store, "INSERT INTO stored_tables VALUES(?,?,?,?,?,?,?)", NULL);
    const sqlite3_uint64 size = table->n_rows * table->n_columns * sizeof *table->data;
    const bool ok = columns != NULL && units != NULL && s != NULL && sqlite3_bind_int64(s, 1, point) == SQLITE_OK &&
                    sqlite3_bind_int64(s, 2, (sqlite3_int64)position) == SQLITE_OK &&
                    sqlite3_bind_text(s, 3, table->name, -1, SQLITE_STATIC) == SQLITE_OK &&
                    sqlite3_bind_text(s, 4, columns, -1, SQLITE_STATIC) == SQLITE_OK &&
                    sqlite3_bind_text(s, 5, units, -1, SQLITE_STATIC) == SQLITE_OK &&
                    sqlite3_bind_int64(s, 6, (sqlite3_int64)table->n_rows) == SQLITE_OK &&
                    sqlite3_bind_blob64(s, 7, table->data, size, SQLITE_STATIC) == SQLITE_OK &&
                    sqlite3_step(s) == SQLITE_DONE;
    gravel_database_release(s);
    free(columns);
    free(units);
    return ok;
}

/* A record that damage has taken away leaves its rows, and its number is given again. */
static bool
remove_rows(struct gravel_store *store, sqlite3_int64 point)
{
    return execute(store, "DELETE FROM stored_observables WHERE point = ?", "i", point) &&
           execute(store, "DELETE FROM stored_invariants WHERE point = ?", "i", point) &&
           execute(store, "DELETE FROM stored_counters WHERE point = ?", "i", point) &&
           execute(store, "DELETE FROM stored_tables WHERE point = ?", "i", point);
}

bool
gravel_database_put(struct gravel_store *store, const struct gravel_record *r)
{
    sqlite3_int64 point;
    bool ok = put_point(store, r, &point) && remove_rows(store, point);
    for (size_t k = 0; ok && k < r->n_observables; k++) {
        const struct gravel_observable *o = &r->observables[k];
        ok = execute(store, "INSERT INTO stored_observables VALUES(?,?,?,?,?,?)", "iiirrr", point, (sqlite3_int64)k,
                     name_number(store, o->name, o->unit), o->value, o->err, o->n_eff);
    }
    for (size_t k = 0; ok && k < r->n_invariants; k++) {
        const struct gravel_invariant *i = &r->invariants[k];
        ok = execute(store, "INSERT INTO stored_invariants VALUES(?,?,?,?,?,?)", "iiirri", point, (sqlite3_int64)k,
                     name_number(store, i->name, ""), i->value, i->limit, (sqlite3_int64)i->ok);
    }
    for (size_t k = 0; ok && k < r->n_counters; k++)
        ok = execute(store, "INSERT INTO stored_counters VALUES(?,?,?,?)", "iiir", point, (sqlite3_int64)k,
                     name_number(store, r->counters[k].name, ""), r->counters[k].value);
    for (size_t k = 0; ok && k < r->n_tables; k++)
        ok = put_table(store, point, k, &r->tables[k]);
    return ok;
}

enum gravel_status
gravel_store_put(struct gravel_store *store, const struct gravel_record *record, struct gravel_error *error)
{
    enum gravel_status status = gravel_database_execute(store, "BEGIN IMMEDIATE", error);
    if (status != GRAVEL_OK)
        return status;
    status = gravel_database_put(store, record) ? gravel_database_execute(store, "COMMIT", error)
                                                : gravel_database_fail(store, error);
    if (status != GRAVEL_OK)
        sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
    return status;
}

#define REMOVE_ORPHANS                                                                  \
    "DELETE FROM stored_observables WHERE point NOT IN (SELECT id FROM stored_points);" \
    "DELETE FROM stored_invariants WHERE point NOT IN (SELECT id FROM stored_points);"  \
    "DELETE FROM stored_counters WHERE point NOT IN (SELECT id FROM stored_points);"    \
    "DELETE FROM stored_tables WHERE point NOT IN (SELECT id FROM stored_points);"

enum gravel_status
gravel_store_remove_orphans(struct gravel_store *store, struct gravel_error *error)
{
    return gravel_database_execute(store, "BEGIN IMMEDIATE;" REMOVE_ORPHANS "COMMIT", error);
}

/* Write the numbers of damaged records into the temporary table `damaged`. */
static enum gravel_status
note_damaged(struct gravel_store *store, struct gravel_error *error)
{
    int rc;
    enum gravel_status status = GRAVEL_OK;
    sqlite3_stmt *s = gravel_database_prepare(
        store, "SELECT p.*, s.id FROM points p JOIN stored_points s ON s.key IS p.key ORDER BY s.id", NULL);
    while (status == GRAVEL_OK && (rc = s != NULL ? sqlite3_step(s) : SQLITE_ERROR) == SQLITE_ROW) {
        struct gravel_record record;
        const bool whole = (status = gravel_database_record(store, s, &record, error)) == GRAVEL_OK;
        gravel_record_free(&record);
        if (!whole && status != GRAVEL_MEMORY)
            status = execute(store, "INSERT INTO damaged VALUES(?)", "i",
                             sqlite3_column_int64(s, sqlite3_column_count(s) - 1))
                         ? GRAVEL_OK
                         : gravel_database_fail(store, error);
    }
    if (status == GRAVEL_OK && rc != SQLITE_DONE)
        status = gravel_database_fail(store, error);
    gravel_database_release(s);
    return status;
}

enum gravel_status
gravel_store_remove_damaged(struct gravel_store *store, struct gravel_error *error)
{
    enum gravel_status status =
        gravel_database_execute(store, "CREATE TEMPORARY TABLE damaged(id INTEGER); BEGIN IMMEDIATE", error);
    if (status != GRAVEL_OK)
        return status;
    status = note_damaged(store, error);
    if (status == GRAVEL_OK)
        status = gravel_database_execute(
            store, "DELETE FROM stored_points WHERE id IN (SELECT id FROM damaged);" REMOVE_ORPHANS "COMMIT", error);
    if (status != GRAVEL_OK)
        sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
    return status;
}
