/* The hash of a file's content. */
#ifndef GRAVEL_HARNESS_UTIL_FILE_HASH_H
#define GRAVEL_HARNESS_UTIL_FILE_HASH_H

#include "engines/core/status.h"

#include <stdint.h>

/* 64-bit FNV-1a of the bytes, begun with the hash of an empty text.  GRAVEL_INPUT when the file cannot be read. */
GRAVEL_MUST_USE enum gravel_status gravel_file_hash(const char *path, uint64_t *hash, struct gravel_error *error);

#endif
