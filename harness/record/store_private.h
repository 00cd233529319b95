/* What the two halves of the store share: store.c opens and writes, store_read.c reads. */
#ifndef GRAVEL_HARNESS_RECORD_STORE_PRIVATE_H
#define GRAVEL_HARNESS_RECORD_STORE_PRIVATE_H

#include "harness/record/store.h"

#include <sqlite3.h>

struct gravel_store {
    sqlite3 *db;
    char *path;
};

/* GRAVEL_IO with the message of SQLite. */
enum gravel_status gravel_store_fail(const struct gravel_store *store, struct gravel_error *error);

/* Run statements that return no rows. */
GRAVEL_MUST_USE enum gravel_status gravel_store_execute(struct gravel_store *store, const char *sql,
                                                        struct gravel_error *error);

/* A statement whose first parameter is bound to `text`, unless that is NULL.  NULL on failure; the text must outlive
 * the statement, which the caller finalizes. */
sqlite3_stmt *gravel_store_prepare(struct gravel_store *store, const char *sql, const char *text);

#endif
