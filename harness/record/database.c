#include "harness/record/database.h"

#include <string.h>

enum gravel_status
gravel_database_fail(const struct gravel_store *store, struct gravel_error *error)
{
    const char *const why = sqlite3_errmsg(store->db);
    return sqlite3_errcode(store->db) == SQLITE_CORRUPT
               ? gravel_fail(error, GRAVEL_IO, "%s: the database is damaged: %s; start a new store", store->path, why)
               : gravel_fail(error, GRAVEL_IO, "%s: %s", store->path, why);
}

enum gravel_status
gravel_database_execute(struct gravel_store *store, const char *sql, struct gravel_error *error)
{
    return sqlite3_exec(store->db, sql, NULL, NULL, NULL) == SQLITE_OK ? GRAVEL_OK : gravel_database_fail(store, error);
}

/* Compiling takes longer than running: a record has some thirty rows. */
static sqlite3_stmt *
find_statement(struct gravel_store *store, const char *sql)
{
    for (size_t k = 0; k < store->n_statements; k++)
        if (strcmp(store->statements[k].sql, sql) == 0)
            return store->statements[k].statement;
    sqlite3_stmt *s = NULL;
    if (store->n_statements == GRAVEL_STATEMENTS_MAX || sqlite3_prepare_v2(store->db, sql, -1, &s, NULL) != SQLITE_OK)
        return NULL;
    store->statements[store->n_statements].sql = sql;
    store->statements[store->n_statements++].statement = s;
    return s;
}

sqlite3_stmt *
gravel_database_prepare(struct gravel_store *store, const char *sql, const char *text)
{
    sqlite3_stmt *s = find_statement(store, sql);
    if (s != NULL && text != NULL && sqlite3_bind_text(s, 1, text, -1, SQLITE_STATIC) != SQLITE_OK) {
        gravel_database_release(s);
        return NULL;
    }
    return s;
}

void
gravel_database_release(sqlite3_stmt *statement)
{
    if (statement == NULL)
        return;
    sqlite3_reset(statement); /* which returns the error of the last step, known to the caller */
    sqlite3_clear_bindings(statement);
}
