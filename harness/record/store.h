/* The store: one SQLite file (WAL, schema version) of records, keyed by point.
 * A record is written in one transaction, so a kill -9 loses no record, and a point is never stored twice;
 * points that were running go on from their checkpoints (harness/run/checkpoint.h).
 *
 * Every function that takes an error returns GRAVEL_IO when SQLite fails or a record is damaged (checksum.h), with the
 * store's path and the point's key in the message, and GRAVEL_MEMORY without memory. */
#ifndef GRAVEL_HARNESS_RECORD_STORE_H
#define GRAVEL_HARNESS_RECORD_STORE_H

#include "harness/record/record.h"

struct gravel_store;

/* Open the store at `path`.  When the file is missing or empty, the store is created, with its folder; one of an older
 * schema version is brought up to date.  With `read_only` a missing one is GRAVEL_INPUT and no file is created or
 * changed; the folder may then be read-only too.  GRAVEL_INPUT for a file of a later schema version or that is no
 * store, and for a path that names no file (empty, ":memory:"); nothing is changed.  *store is owned by the caller, who
 * frees it with gravel_store_close(); NULL after a failure. */
GRAVEL_MUST_USE enum gravel_status gravel_store_open(struct gravel_store **store, const char *path, bool read_only,
                                                     struct gravel_error *error);

/* Close the file and free the store; NULL is allowed. */
void gravel_store_close(struct gravel_store *store);

/* The path of its file, as gravel_store_open() was given it; borrowed. */
const char *gravel_store_path(const struct gravel_store *store);

/* Insert the record, or replace the one that has the same key, in one transaction; a failure leaves the store as it
 * was.  The record is only read. */
GRAVEL_MUST_USE enum gravel_status gravel_store_put(struct gravel_store *store, const struct gravel_record *record,
                                                    struct gravel_error *error);

/* Read the record of one point.  *found says whether the store has it; if not, and after a failure, *record is empty.
 * *record is overwritten, not freed; the caller frees it with gravel_record_free(). */
GRAVEL_MUST_USE enum gravel_status gravel_store_get(struct gravel_store *store, const char *key,
                                                    struct gravel_record *record, bool *found,
                                                    struct gravel_error *error);

enum gravel_stored { GRAVEL_STORED_NOT, GRAVEL_STORED_WHOLE, GRAVEL_STORED_DAMAGED };

struct gravel_stored_point {
    enum gravel_stored stored;
    enum gravel_point_status status; /* this and the next only of a whole record */
    char commit[48];                 /* of the gravel that ran it */
};

/* Whether the store has a point and its record is whole. */
GRAVEL_MUST_USE enum gravel_status gravel_store_status(struct gravel_store *store, const char *key,
                                                       struct gravel_stored_point *point, struct gravel_error *error);

/* Processor time [s] of a point, and the mean of the points of a case and engine that have run to their end; NaN when
 * the store has none.  Their records are not verified. */
GRAVEL_MUST_USE enum gravel_status gravel_store_cost(struct gravel_store *store, const char *key, double *seconds,
                                                     struct gravel_error *error);
GRAVEL_MUST_USE enum gravel_status gravel_store_mean_cost(struct gravel_store *store, const char *case_name,
                                                          const char *engine, double *seconds,
                                                          struct gravel_error *error);

/* GRAVEL_IO when pages or indices of the database are damaged, whatever its records are. */
GRAVEL_MUST_USE enum gravel_status gravel_store_check_database(struct gravel_store *store, struct gravel_error *error);

/* Remove the rows of records that are not there, which damage has left. */
GRAVEL_MUST_USE enum gravel_status gravel_store_remove_orphans(struct gravel_store *store, struct gravel_error *error);

/* Remove the damaged records, too: what is left is whole. */
GRAVEL_MUST_USE enum gravel_status gravel_store_remove_damaged(struct gravel_store *store, struct gravel_error *error);

struct gravel_verification {
    size_t records, damaged;
    size_t without_checksum; /* written by schema version 1 */
    size_t orphans;          /* rows of records that are not there */
};

/* Read every record; `tell` is called for each damaged one.  GRAVEL_IO when the database itself is damaged. */
GRAVEL_MUST_USE enum gravel_status
gravel_store_verify(struct gravel_store *store, void (*tell)(void *self, const char *case_name, const char *message),
                    void *self, struct gravel_verification *found, struct gravel_error *error);

/* Append all records of a case (NULL: of every case) to `records`, sorted by case, engine and key.  After a failure
 * those that were read before it stay appended. */
GRAVEL_MUST_USE enum gravel_status gravel_store_load(struct gravel_store *store, const char *case_name,
                                                     struct gravel_records *records, struct gravel_error *error);

#endif
