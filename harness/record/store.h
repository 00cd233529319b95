/* The store: one SQLite file (WAL, schema version) of records, keyed by point.
 * A record is written in one transaction, so a kill -9 loses at most the points that were running, and a
 * point is never stored twice. */
#ifndef GRAVEL_HARNESS_RECORD_STORE_H
#define GRAVEL_HARNESS_RECORD_STORE_H

#include "harness/record/record.h"

struct gravel_store;

/* Open or create.  A file of another schema version or that is no store is refused, untouched. */
GRAVEL_MUST_USE enum gravel_status gravel_store_open(struct gravel_store **store, const char *path, bool read_only,
                                                     struct gravel_error *error);
void gravel_store_close(struct gravel_store *store);
/* Insert or replace the record with this key. */
GRAVEL_MUST_USE enum gravel_status gravel_store_put(struct gravel_store *store, const struct gravel_record *record,
                                                    struct gravel_error *error);
/* Load one record; *found says whether it was there. */
GRAVEL_MUST_USE enum gravel_status gravel_store_get(struct gravel_store *store, const char *key,
                                                    struct gravel_record *record, bool *found,
                                                    struct gravel_error *error);
/* Only the status of a point; *found says whether it was there. */
GRAVEL_MUST_USE enum gravel_status gravel_store_status(struct gravel_store *store, const char *key,
                                                       enum gravel_point_status *point, bool *found,
                                                       struct gravel_error *error);
/* Append all records of a case (NULL: of every case), in a fixed order (case, engine, key). */
GRAVEL_MUST_USE enum gravel_status gravel_store_load(struct gravel_store *store, const char *case_name,
                                                     struct gravel_records *records, struct gravel_error *error);

#endif
