/* A checksum of everything that the store keeps of a record, by which a reader finds a record that was changed after
 * it was written. */
#ifndef GRAVEL_HARNESS_RECORD_CHECKSUM_H
#define GRAVEL_HARNESS_RECORD_CHECKSUM_H

#include "harness/record/record.h"

enum { GRAVEL_CHECKSUM_SIZE = 17 };

/* 16 hexadecimal digits of a 64-bit hash of the record's fields.  Numbers count as SQLite gives them back: every NaN is
 * the same, and -0 is 0. */
void gravel_record_checksum(const struct gravel_record *record, char text[GRAVEL_CHECKSUM_SIZE]);

#endif
