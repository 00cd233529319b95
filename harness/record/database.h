/* The SQLite database of an open store, with what opening (store.c), writing (store_write.c), reading (store_read.c)
 * and merging (store_merge.c) need of it. */
#ifndef GRAVEL_HARNESS_RECORD_DATABASE_H
#define GRAVEL_HARNESS_RECORD_DATABASE_H

#include "harness/record/record.h"

#include <sqlite3.h>

enum { GRAVEL_STATEMENTS_MAX = 40 };

/* Version of the schema that this program writes. */
extern const int gravel_store_version;

struct gravel_store {
    sqlite3 *db; /* owned */
    char *path;  /* of its file; owned */
    int version; /* of the schema that the file has */
    size_t n_statements;
    struct {
        const char *sql;         /* static text */
        sqlite3_stmt *statement; /* owned */
    } statements[GRAVEL_STATEMENTS_MAX];
};

/* Fill `error` with the path and SQLite's last message.  Returns GRAVEL_IO. */
enum gravel_status gravel_database_fail(const struct gravel_store *store, struct gravel_error *error);

/* Run SQL statements that return no rows, separated by ';'. */
GRAVEL_MUST_USE enum gravel_status gravel_database_execute(struct gravel_store *store, const char *sql,
                                                           struct gravel_error *error);

/* One compiled SQL statement, whose text is static, with `text` (NULL: nothing) as its first parameter; NULL on
 * failure. The store keeps the statement, compiled, for the next call: the caller gives it back with
 * gravel_database_release(), which NULL may be given to, and does not use one twice at the same time.  `text` is not
 * copied and must exist until then. */
sqlite3_stmt *gravel_database_prepare(struct gravel_store *store, const char *sql, const char *text);
void gravel_database_release(sqlite3_stmt *statement);

/* Write the rows of a record, in the place of those of the same key, within the caller's transaction. */
GRAVEL_MUST_USE bool gravel_database_put(struct gravel_store *store, const struct gravel_record *record);

/* The record in the present row of a SELECT * FROM points, empty after a failure: GRAVEL_IO, with the store's path and
 * the key, when it is damaged. */
GRAVEL_MUST_USE enum gravel_status gravel_database_record(struct gravel_store *store, sqlite3_stmt *row,
                                                          struct gravel_record *record, struct gravel_error *error);

#endif
