#include "engines/io/prefix.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PIECE = 1 << 16 };

/* The first n_bytes of a file into a new one, which stays open in *file. */
static enum gravel_status
copy(FILE **file, const char *path, const char *from, int64_t n_bytes, struct gravel_error *error)
{
    FILE *source = fopen(from, "rb");
    if (source == NULL)
        return gravel_fail(error, GRAVEL_IO, "%s: %s", from, strerror(errno));
    *file = fopen(path, "wb");
    char *piece = malloc(PIECE);
    enum gravel_status status = GRAVEL_OK;
    if (piece == NULL)
        status = gravel_no_memory(error);
    else if (*file == NULL)
        status = gravel_fail(error, GRAVEL_IO, "%s: %s", path, strerror(errno));
    while (n_bytes > 0 && status == GRAVEL_OK) {
        const size_t wanted = n_bytes < PIECE ? (size_t)n_bytes : PIECE, n = fread(piece, 1, wanted, source);
        if (n == 0)
            status = gravel_fail(error, GRAVEL_IO, "%s: cannot be read to its end", from);
        else if (fwrite(piece, 1, n, *file) != n)
            status = gravel_fail(error, GRAVEL_IO, "%s: %s", path, strerror(errno));
        n_bytes -= (int64_t)n;
    }
    if (status == GRAVEL_OK && fflush(*file) != 0)
        status = gravel_fail(error, GRAVEL_IO, "%s: %s", path, strerror(errno));
    free(piece);
    fclose(source);
    return status;
}

static enum gravel_status
cut(FILE **file, const char *path, int64_t n_bytes, struct gravel_error *error)
{
    *file = fopen(path, "r+b");
    if (*file == NULL || ftruncate(fileno(*file), (off_t)n_bytes) != 0 || fseeko(*file, 0, SEEK_END) != 0)
        return gravel_fail(error, GRAVEL_IO, "%s: %s", path, strerror(errno));
    return GRAVEL_OK;
}

enum gravel_status
gravel_prefix_check(const char *path, int64_t n_bytes, struct gravel_error *error)
{
    struct stat about;
    if (stat(path, &about) != 0)
        return gravel_fail(error, GRAVEL_IO, "%s: %s", path, strerror(errno));
    if (about.st_size >= n_bytes)
        return GRAVEL_OK;
    return gravel_fail(error, GRAVEL_IO, "%s: found %lld bytes, allowed at least the %lld that were written", path,
                       (long long)about.st_size, (long long)n_bytes);
}

enum gravel_status
gravel_prefix_reopen(FILE **file, const char *path, const char *from, int64_t n_bytes, struct gravel_error *error)
{
    *file = NULL;
    enum gravel_status status = gravel_prefix_check(from, n_bytes, error);
    if (status != GRAVEL_OK)
        return status;
    status = strcmp(path, from) == 0 ? cut(file, path, n_bytes, error) : copy(file, path, from, n_bytes, error);
    if (status != GRAVEL_OK && *file != NULL) {
        fclose(*file);
        *file = NULL;
    }
    return status;
}

enum gravel_status
gravel_prefix_copy(const char *path, const char *from, struct gravel_error *error)
{
    struct stat about;
    FILE *file;
    if (strcmp(path, from) == 0)
        return GRAVEL_OK;
    if (stat(from, &about) != 0)
        return gravel_fail(error, GRAVEL_IO, "%s: %s", from, strerror(errno));
    const enum gravel_status status = gravel_prefix_reopen(&file, path, from, about.st_size, error);
    if (status != GRAVEL_OK)
        return status;
    return fclose(file) == 0 ? GRAVEL_OK : gravel_fail(error, GRAVEL_IO, "%s: %s", path, strerror(errno));
}

int64_t
gravel_prefix_size(FILE *file)
{
    return (int64_t)ftello(file);
}
