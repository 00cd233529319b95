#include "engines/core/option.h"

#include "engines/core/array.h"
#include "engines/core/words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_MAX_LENGTH = 256 };

void
gravel_options_free(struct gravel_options *options)
{
    for (size_t k = 0; k < options->n; k++) {
        free(options->items[k].path);
        free(options->items[k].value.text);
    }
    free(options->items);
    *options = (struct gravel_options){0};
}

/* Index of the first item whose path is not less than `path`. */
static size_t
lower_bound(const struct gravel_options *options, const char *path)
{
    size_t low = 0, high = options->n;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (strcmp(options->items[middle].path, path) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool
is_at(const struct gravel_options *options, size_t k, const char *path)
{
    return k < options->n && strcmp(options->items[k].path, path) == 0;
}

enum gravel_status
gravel_options_set(struct gravel_options *options, const char *path, const struct gravel_value *value,
                   struct gravel_error *error)
{
    struct gravel_value copy = *value;
    if (value->text != NULL && (copy.text = strdup(value->text)) == NULL)
        return gravel_no_memory(error);
    /* Options are mostly copied, in order: the end comes first. */
    const bool at_end = options->n == 0 || strcmp(options->items[options->n - 1].path, path) < 0;
    const size_t k = at_end ? options->n : lower_bound(options, path);
    if (is_at(options, k, path)) {
        free(options->items[k].value.text);
        options->items[k].value = copy;
        return GRAVEL_OK;
    }
    char *own_path = strdup(path);
    if (own_path == NULL ||
        !gravel_array_grow(&options->items, &options->capacity, options->n + 1, sizeof options->items[0])) {
        free(own_path);
        free(copy.text);
        return gravel_no_memory(error);
    }
    memmove(&options->items[k + 1], &options->items[k], (options->n - k) * sizeof options->items[0]);
    options->items[k] = (struct gravel_option){.path = own_path, .value = copy};
    options->n++;
    return GRAVEL_OK;
}

void
gravel_options_place(struct gravel_options *options, const char *path, int line, int column)
{
    const size_t k = lower_bound(options, path);
    if (!is_at(options, k, path))
        return;
    options->items[k].line = line;
    options->items[k].column = column;
}

enum gravel_status
gravel_options_copy(struct gravel_options *to, const struct gravel_options *from, struct gravel_error *error)
{
    *to = (struct gravel_options){0};
    for (size_t k = 0; k < from->n; k++) {
        const struct gravel_option *item = &from->items[k];
        const enum gravel_status status = gravel_options_set(to, item->path, &item->value, error);
        if (status != GRAVEL_OK) {
            gravel_options_free(to);
            return status;
        }
        to->items[k].line = item->line;
        to->items[k].column = item->column;
    }
    return GRAVEL_OK;
}

enum gravel_status
gravel_options_view(struct gravel_options *to, const struct gravel_options *from, const char *prefix,
                    struct gravel_error *error)
{
    const size_t length = strlen(prefix);
    *to = (struct gravel_options){0};
    for (size_t k = 0; k < from->n; k++) {
        const char *path = from->items[k].path;
        if (strncmp(path, prefix, length) != 0 || path[length] != '.')
            continue;
        const enum gravel_status status = gravel_options_set(to, path + length + 1, &from->items[k].value, error);
        if (status != GRAVEL_OK) {
            gravel_options_free(to);
            return status;
        }
    }
    return GRAVEL_OK;
}

const struct gravel_value *
gravel_options_find(const struct gravel_options *options, const char *path)
{
    const size_t k = lower_bound(options, path);
    return is_at(options, k, path) ? &options->items[k].value : NULL;
}

bool
gravel_options_has(const struct gravel_options *options, const char *path)
{
    return gravel_options_find(options, path) != NULL;
}

double
gravel_options_real(const struct gravel_options *options, const char *path)
{
    const struct gravel_value *value = gravel_options_find(options, path);
    return value != NULL ? value->real : NAN;
}

long
gravel_options_int(const struct gravel_options *options, const char *path)
{
    const struct gravel_value *value = gravel_options_find(options, path);
    return value != NULL ? (long)value->real : 0;
}

bool
gravel_options_bool(const struct gravel_options *options, const char *path)
{
    const struct gravel_value *value = gravel_options_find(options, path);
    return value != NULL && value->real != 0.0;
}

const char *
gravel_options_text(const struct gravel_options *options, const char *path)
{
    const struct gravel_value *value = gravel_options_find(options, path);
    return value != NULL && value->text != NULL ? value->text : "";
}

struct vec3
gravel_options_vec3(const struct gravel_options *options, const char *path)
{
    const struct gravel_value *value = gravel_options_find(options, path);
    return value != NULL ? value->vec : v3(0, 0, 0);
}

static void
read_value(const struct gravel_value *value, const struct gravel_key *key, void *to)
{
    const bool absent = value == NULL;
    switch (key->type) {
    case GRAVEL_TYPE_REAL: *(double *)to = absent ? NAN : value->real; break;
    case GRAVEL_TYPE_INT: *(long *)to = absent ? -1 : (long)value->real; break;
    case GRAVEL_TYPE_BOOL: *(bool *)to = !absent && value->real != 0.0; break;
    case GRAVEL_TYPE_TEXT: *(const char **)to = absent ? NULL : value->text; break;
    case GRAVEL_TYPE_CHOICE: *(int *)to = absent ? -1 : gravel_word_list_index(key->choices, value->text); break;
    case GRAVEL_TYPE_VEC3: *(struct vec3 *)to = absent ? v3(NAN, NAN, NAN) : value->vec; break;
    }
}

/* Called for every key at every combination of a sweep; snprintf takes ten times as long. */
void
gravel_option_path(char *path, size_t size, const char *prefix, const char *name)
{
    const size_t before = strnlen(prefix, size - 1), dot = before > 0 && before < size - 1 ? 1 : 0;
    const size_t after = strnlen(name, size - 1 - before - dot);
    memcpy(path, prefix, before);
    if (dot > 0)
        path[before] = '.';
    memcpy(path + before + dot, name, after);
    path[before + dot + after] = '\0';
}

void
gravel_options_read(const struct gravel_options *options, const char *prefix, const struct gravel_key *keys, void *to)
{
    for (; keys->name != NULL; keys++) {
        char path[PATH_MAX_LENGTH];
        gravel_option_path(path, sizeof path, prefix, keys->name);
        read_value(gravel_options_find(options, path), keys, (char *)to + keys->offset);
    }
}

enum gravel_status
gravel_options_defaults(struct gravel_options *options, const char *prefix, const struct gravel_key *keys,
                        struct gravel_error *error)
{
    for (; keys != NULL && keys->name != NULL; keys++) {
        char path[PATH_MAX_LENGTH];
        gravel_option_path(path, sizeof path, prefix, keys->name);
        if (keys->fallback == NULL || gravel_options_has(options, path))
            continue;
        struct gravel_value value;
        enum gravel_status status = gravel_key_parse(keys, keys->fallback, &value, error);
        if (status == GRAVEL_OK)
            status = gravel_options_set(options, path, &value, error);
        free(value.text);
        if (status != GRAVEL_OK)
            return status;
    }
    return GRAVEL_OK;
}
