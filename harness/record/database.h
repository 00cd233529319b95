/* The SQLite database of an open store, with what both writing (store.c) and reading (store_read.c) need of it. */
#ifndef GRAVEL_HARNESS_RECORD_DATABASE_H
#define GRAVEL_HARNESS_RECORD_DATABASE_H

#include "engines/core/status.h"

#include <sqlite3.h>

struct gravel_store {
    sqlite3 *db; /* owned */
    char *path;  /* of its file; owned */
};

/* Fill `error` with the path and SQLite's last message.  Returns GRAVEL_IO. */
enum gravel_status gravel_database_fail(const struct gravel_store *store, struct gravel_error *error);

/* Run SQL statements that return no rows, separated by ';'. */
GRAVEL_MUST_USE enum gravel_status gravel_database_execute(struct gravel_store *store, const char *sql,
                                                           struct gravel_error *error);

/* Compile one SQL statement and bind `text` (NULL: nothing) to its first parameter.  Returns NULL on failure.  The text
 * is not copied and must outlive the statement, which the caller frees with sqlite3_finalize(). */
sqlite3_stmt *gravel_database_prepare(struct gravel_store *store, const char *sql, const char *text);

#endif
