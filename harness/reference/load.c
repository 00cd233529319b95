#include "harness/reference/load.h"

#include "engines/core/array.h"
#include "harness/reference/read.h"
#include "harness/reference/version.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int
visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static enum gravel_status read_folder(struct gravel_references *references, const char *folder,
                                      struct gravel_error *error);

static enum gravel_status
read_entry(struct gravel_references *references, const char *folder, const char *name, struct gravel_error *error)
{
    struct stat info;
    const size_t length = strlen(folder) + strlen(name) + 2, n = strlen(name);
    char *path = malloc(length);
    if (!path)
        return gravel_no_memory(error);
    snprintf(path, length, "%s/%s", folder, name);
    enum gravel_status status = GRAVEL_OK;
    const bool yaml = n > 5 && strcmp(name + n - 5, ".yaml") == 0;
    if (stat(path, &info) == 0 && S_ISDIR(info.st_mode)) {
        status = read_folder(references, path, error);
    } else if (yaml) {
        if (!gravel_array_grow(&references->files, &references->files_capacity, references->n_files + 1,
                               sizeof *references->files)) {
            free(path);
            return gravel_no_memory(error);
        }
        references->files[references->n_files++] = path; /* the references point to it */
        return gravel_references_read(references, path, error);
    }
    free(path);
    return status;
}

static enum gravel_status
read_folder(struct gravel_references *references, const char *folder, struct gravel_error *error)
{
    struct dirent **entries;
    const int n = scandir(folder, &entries, visible, alphasort);
    if (n < 0)
        return gravel_fail(error, GRAVEL_INPUT, "%s: no such folder of references", folder);
    enum gravel_status status = GRAVEL_OK;
    for (int k = 0; k < n; k++) {
        if (status == GRAVEL_OK)
            status = read_entry(references, folder, entries[k]->d_name, error);
        free(entries[k]);
    }
    free(entries);
    return status;
}

static int
by_id(const void *a, const void *b)
{
    const struct gravel_reference *one = *(struct gravel_reference *const *)a;
    const struct gravel_reference *other = *(struct gravel_reference *const *)b;
    const int order = strcmp(one->id, other->id);
    return order != 0 ? order : (one > other) - (one < other);
}

/* Every id stands in one place.  Sorted: every start of the program reads all references, and a search for each of them
 * took a sixth of the time. */
static enum gravel_status
refuse_duplicates(const struct gravel_references *references, struct gravel_error *error)
{
    const struct gravel_reference **sorted = malloc((references->n + 1) * sizeof *sorted);
    if (!sorted)
        return gravel_no_memory(error);
    for (size_t k = 0; k < references->n; k++)
        sorted[k] = &references->items[k];
    qsort(sorted, references->n, sizeof *sorted, by_id);
    enum gravel_status status = GRAVEL_OK;
    for (size_t k = 1; k < references->n && status == GRAVEL_OK; k++) {
        const struct gravel_location first = sorted[k - 1]->location, again = sorted[k]->location;
        if (strcmp(sorted[k - 1]->id, sorted[k]->id) == 0)
            status = gravel_fail(error, GRAVEL_INPUT, "%s:%d:%d: id: found %s, which stands in %s:%d already",
                                 again.file, again.line, again.column, sorted[k]->id, first.file, first.line);
    }
    free(sorted);
    return status;
}

enum gravel_status
gravel_references_load(struct gravel_references *references, const char *folder, struct gravel_error *error)
{
    *references = (struct gravel_references){0};
    char versions[4096];
    enum gravel_status status = read_folder(references, folder, error);
    if (status == GRAVEL_OK)
        status = refuse_duplicates(references, error);
    snprintf(versions, sizeof versions, "%s/golden/claims.json", folder);
    if (status == GRAVEL_OK && access(versions, F_OK) == 0)
        status = gravel_references_read_versions(references, versions, error);
    if (status != GRAVEL_OK)
        gravel_references_free(references);
    return status;
}
