#include "harness/case/find.h"

#include "engines/core/array.h"
#include "harness/util/home.h"
#include "harness/util/suggest.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { DEPTH_MAX = 4, PATH_SIZE = 4096 };

struct listing {
    char **paths;
    size_t n, capacity;
    struct gravel_error *error;
};

static enum gravel_status
add_path(struct listing *list, const char *path)
{
    if (!gravel_array_grow(&list->paths, &list->capacity, list->n + 1, sizeof *list->paths) ||
        (list->paths[list->n] = strdup(path)) == NULL)
        return gravel_no_memory(list->error);
    list->n++;
    return GRAVEL_OK;
}

static enum gravel_status
walk(struct listing *list, const char *folder, int depth)
{
    enum gravel_status status = GRAVEL_OK;
    DIR *dir = opendir(folder);
    if (dir == NULL)
        return gravel_fail(list->error, GRAVEL_IO, "%s: cannot be read; is GRAVEL_HOME right?", folder);
    for (struct dirent *entry; status == GRAVEL_OK && (entry = readdir(dir)) != NULL;) {
        char path[PATH_SIZE];
        struct stat info;
        const size_t length = strlen(entry->d_name);
        if (entry->d_name[0] == '.' ||
            snprintf(path, sizeof path, "%s/%s", folder, entry->d_name) >= (int)sizeof path || stat(path, &info) != 0)
            continue;
        if (S_ISDIR(info.st_mode) && depth < DEPTH_MAX)
            status = walk(list, path, depth + 1);
        else if (S_ISREG(info.st_mode) && length > 5 && strcmp(entry->d_name + length - 5, ".yaml") == 0)
            status = add_path(list, path);
    }
    closedir(dir);
    return status;
}

static int
by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

enum gravel_status
gravel_case_list(char ***paths, size_t *n, struct gravel_error *error)
{
    char folder[PATH_SIZE];
    struct listing list = {.error = error};
    snprintf(folder, sizeof folder, "%s/cases", gravel_home());
    const enum gravel_status status = walk(&list, folder, 0);
    if (status != GRAVEL_OK) {
        gravel_case_list_free(list.paths, list.n);
        return status;
    }
    if (list.n > 0)
        qsort(list.paths, list.n, sizeof list.paths[0], by_text);
    *paths = list.paths;
    *n = list.n;
    return GRAVEL_OK;
}

bool
gravel_case_is_of_catalogue(const struct gravel_case *c)
{
    char folder[PATH_SIZE];
    snprintf(folder, sizeof folder, "%s/cases", gravel_home());
    char *catalogue = realpath(folder, NULL), *real = realpath(c->path, NULL);
    const size_t length = catalogue != NULL ? strlen(catalogue) : 0;
    const bool inside =
        catalogue != NULL && real != NULL && strncmp(real, catalogue, length) == 0 && real[length] == '/';
    free(catalogue);
    free(real);
    return inside;
}

void
gravel_case_list_free(char **paths, size_t n)
{
    for (size_t k = 0; k < n; k++)
        free(paths[k]);
    free(paths);
}

/* "cases/column/x.yaml" is called "x". */
static void
name_of(const char *path, char *name, size_t size)
{
    const char *slash = strrchr(path, '/');
    snprintf(name, size, "%s", slash != NULL ? slash + 1 : path);
    name[strcspn(name, ".")] = '\0';
}

enum gravel_status
gravel_case_find(const char *name_or_path, char **path, struct gravel_error *error)
{
    const size_t length = strlen(name_or_path);
    if (strchr(name_or_path, '/') != NULL || (length > 5 && strcmp(name_or_path + length - 5, ".yaml") == 0)) {
        *path = strdup(name_or_path);
        return *path != NULL ? GRAVEL_OK : gravel_no_memory(error);
    }
    char **paths, text[96], name[GRAVEL_NAME_MAX];
    size_t n;
    struct gravel_suggestion suggestion = {.word = name_or_path};
    enum gravel_status status = gravel_case_list(&paths, &n, error);
    if (status != GRAVEL_OK)
        return status;
    *path = NULL;
    for (size_t k = 0; k < n && *path == NULL; k++) {
        name_of(paths[k], name, sizeof name);
        gravel_suggest(&suggestion, name);
        if (strcmp(name, name_or_path) == 0) {
            *path = paths[k];
            paths[k] = NULL;
        }
    }
    gravel_case_list_free(paths, n);
    if (*path == NULL)
        status = gravel_fail(error, GRAVEL_INPUT, "%.100s: found no such case%s; see `gravel list`", name_or_path,
                             gravel_suggestion_text(&suggestion, text, sizeof text));
    return status;
}
