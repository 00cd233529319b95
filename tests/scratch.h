/* Private files and folders of a test, below TMPDIR or, where that is unset or empty, below /tmp. The caller removes
 * them with scratch_remove(). */
#ifndef GRAVEL_TESTS_SCRATCH_H
#define GRAVEL_TESTS_SCRATCH_H

#include <dirent.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The path of a file in a folder; returns `path`. */
static inline const char *
scratch_in(const char *folder, const char *name, char path[PATH_MAX])
{
    snprintf(path, PATH_MAX, "%s/%s", folder, name);
    return path;
}

/* What mkdtemp() and mkstemp() make a unique path of. */
static inline char *
scratch_template(char path[PATH_MAX])
{
    const char *const base = getenv("TMPDIR");
    scratch_in(base != NULL && *base != '\0' ? base : "/tmp", "gravel-test-XXXXXX", path);
    return path;
}

/* Make an empty folder and tell its path; false with errno when that fails. */
static inline bool
scratch_folder(char path[PATH_MAX])
{
    return mkdtemp(scratch_template(path)) != NULL;
}

/* Make a file that holds this text and tell its path; false with errno when that fails. */
static inline bool
scratch_file(char path[PATH_MAX], const char *text)
{
    const int descriptor = mkstemp(scratch_template(path));
    const size_t n = strlen(text);
    return descriptor >= 0 && write(descriptor, text, n) == (ssize_t)n && close(descriptor) == 0;
}

/* Remove a file, or a folder with all that is in it; links are not followed. */
static inline void
scratch_remove(const char *path)
{
    if (unlink(path) == 0)
        return;
    DIR *const folder = opendir(path);
    if (folder == NULL)
        return;
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        char inner[PATH_MAX];
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            scratch_remove(scratch_in(path, entry->d_name, inner));
    }
    closedir(folder);
    rmdir(path);
}

#endif
