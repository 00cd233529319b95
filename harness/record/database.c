#include "harness/record/database.h"

#include <stddef.h>

enum gravel_status
gravel_database_fail(const struct gravel_store *store, struct gravel_error *error)
{
    return gravel_fail(error, GRAVEL_IO, "%s: %s", store->path, sqlite3_errmsg(store->db));
}

enum gravel_status
gravel_database_execute(struct gravel_store *store, const char *sql, struct gravel_error *error)
{
    return sqlite3_exec(store->db, sql, NULL, NULL, NULL) == SQLITE_OK ? GRAVEL_OK : gravel_database_fail(store, error);
}

sqlite3_stmt *
gravel_database_prepare(struct gravel_store *store, const char *sql, const char *text)
{
    sqlite3_stmt *s = NULL;
    if (sqlite3_prepare_v2(store->db, sql, -1, &s, NULL) != SQLITE_OK)
        return NULL;
    if (text != NULL && sqlite3_bind_text(s, 1, text, -1, SQLITE_STATIC) != SQLITE_OK) {
        sqlite3_finalize(s);
        return NULL;
    }
    return s;
}
