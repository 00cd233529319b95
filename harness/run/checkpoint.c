#include "harness/run/checkpoint.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_SIZE = PATH_MAX + 64 };

static void
path_of(const struct gravel_checkpoints *checkpoints, const char *key, enum gravel_checkpoint_kind kind,
        const char *suffix, char path[PATH_SIZE])
{
    snprintf(path, PATH_SIZE, "%s/%.32s.%s%s", checkpoints->folder, key,
             kind == GRAVEL_CHECKPOINT_FINAL ? "final" : "state", suffix);
}

/* All bytes, and to the disk; errno tells why not. */
static bool
write_all(int file, const unsigned char *data, size_t n)
{
    while (n > 0) {
        const ssize_t written = write(file, data, n);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        data += written;
        n -= (size_t)written;
    }
    return fsync(file) == 0;
}

/* The new name of a file is on the disk when its folder is. */
static void
flush_folder(const char *folder)
{
    const int file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file < 0)
        return;
    (void)!fsync(file);
    close(file);
}

enum gravel_status
gravel_checkpoint_write(const struct gravel_checkpoints *checkpoints, const char *key, enum gravel_checkpoint_kind kind,
                        const unsigned char *data, size_t n, struct gravel_error *error)
{
    char path[PATH_SIZE], unfinished[PATH_SIZE];
    path_of(checkpoints, key, kind, "", path);
    path_of(checkpoints, key, kind, ".new", unfinished);
    if (mkdir(checkpoints->folder, 0777) != 0 && errno != EEXIST)
        return gravel_fail(error, GRAVEL_IO, "cannot make %s: %s", checkpoints->folder, strerror(errno));
    const int file = open(unfinished, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    bool complete = file >= 0 && write_all(file, data, n);
    int reason = errno;
    if (file >= 0 && close(file) != 0 && complete) {
        reason = errno;
        complete = false;
    }
    if (complete && rename(unfinished, path) != 0) {
        reason = errno;
        complete = false;
    }
    if (!complete) {
        unlink(unfinished);
        errno = reason;
        return gravel_not_written(error, path);
    }
    flush_folder(checkpoints->folder);
    return GRAVEL_OK;
}

/* As many bytes as the file has; *n is the number of those read. */
static enum gravel_status
read_all(int file, const char *path, unsigned char **data, size_t *n, struct gravel_error *error)
{
    struct stat about;
    if (fstat(file, &about) != 0)
        return gravel_fail(error, GRAVEL_IO, "cannot read %s: %s", path, strerror(errno));
    const size_t size = (size_t)about.st_size;
    *n = 0;
    *data = malloc(size + 1);
    if (*data == NULL)
        return gravel_no_memory(error);
    while (*n < size) {
        const ssize_t got = read(file, *data + *n, size - *n);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0) {
            free(*data);
            *data = NULL;
            return gravel_fail(error, GRAVEL_IO, "cannot read %s: %s", path, strerror(errno));
        }
        if (got == 0)
            break;
        *n += (size_t)got;
    }
    return GRAVEL_OK;
}

enum gravel_status
gravel_checkpoint_read(const struct gravel_checkpoints *checkpoints, const char *key, enum gravel_checkpoint_kind kind,
                       unsigned char **data, size_t *n, struct gravel_error *error)
{
    char path[PATH_SIZE];
    path_of(checkpoints, key, kind, "", path);
    *data = NULL;
    *n = 0;
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return errno == ENOENT || errno == ENOTDIR
                   ? GRAVEL_OK
                   : gravel_fail(error, GRAVEL_IO, "cannot read %s: %s", path, strerror(errno));
    const enum gravel_status status = read_all(file, path, data, n, error);
    close(file);
    return status;
}

void
gravel_checkpoint_remove(const struct gravel_checkpoints *checkpoints, const char *key)
{
    char path[PATH_SIZE];
    if (checkpoints->folder[0] == '\0')
        return;
    path_of(checkpoints, key, GRAVEL_CHECKPOINT_STATE, "", path);
    unlink(path);
    path_of(checkpoints, key, GRAVEL_CHECKPOINT_STATE, ".new", path);
    unlink(path);
}

void
gravel_checkpoint_tidy(const struct gravel_checkpoints *checkpoints)
{
    if (checkpoints->folder[0] != '\0')
        rmdir(checkpoints->folder);
}
