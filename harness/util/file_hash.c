#include "harness/util/file_hash.h"

#include "engines/core/rng.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum gravel_status
gravel_file_hash(const char *path, uint64_t *hash, struct gravel_error *error)
{
    unsigned char bytes[65536];
    FILE *file = fopen(path, "rb");
    *hash = gravel_hash_text("");
    if (file == NULL)
        return gravel_fail(error, GRAVEL_INPUT, "%s: %s", path, strerror(errno));
    for (size_t n; (n = fread(bytes, 1, sizeof bytes, file)) > 0;)
        for (size_t k = 0; k < n; k++)
            *hash = (*hash ^ bytes[k]) * 0x100000001b3u;
    const bool failed = ferror(file) != 0;
    fclose(file);
    return failed ? gravel_fail(error, GRAVEL_INPUT, "%s: cannot be read", path) : GRAVEL_OK;
}
