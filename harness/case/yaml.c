/* The tree of a YAML file, once it is read. */
#include "harness/case/yaml.h"

#include "engines/core/array.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum gravel_status
gravel_yaml_fail(struct gravel_error *error, const char *file, const struct gravel_yaml *node, const char *format, ...)
{
    char text[900];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return gravel_fail(error, GRAVEL_INPUT, "%s:%d:%d: %s", file, node->line, node->column, text);
}

void
gravel_yaml_free(struct gravel_yaml *node)
{
    for (size_t k = 0; k < node->n; k++)
        gravel_yaml_free(&node->items[k]);
    free(node->items);
    free(node->key);
    free(node->text);
    *node = (struct gravel_yaml){0};
}

const struct gravel_yaml *
gravel_yaml_get(const struct gravel_yaml *map, const char *key)
{
    if (map == NULL || map->kind != GRAVEL_YAML_MAP)
        return NULL;
    for (size_t k = 0; k < map->n; k++)
        if (strcmp(map->items[k].key, key) == 0)
            return &map->items[k];
    return NULL;
}

const char *
gravel_yaml_text(const struct gravel_yaml *node, char *buffer, size_t size)
{
    if (node->kind == GRAVEL_YAML_MAP) {
        snprintf(buffer, size, "a mapping");
    } else if (node->kind == GRAVEL_YAML_SCALAR) {
        snprintf(buffer, size, node->quoted ? "\"%s\"" : "%s", node->text);
    } else {
        size_t used = (size_t)snprintf(buffer, size, "[");
        for (size_t k = 0; k < node->n && used < size; k++) {
            char item[128];
            const bool plain = node->items[k].kind == GRAVEL_YAML_SCALAR;
            used += (size_t)snprintf(buffer + used, size - used, "%s%s", k > 0 ? ", " : "",
                                     plain ? gravel_yaml_text(&node->items[k], item, sizeof item) : "...");
        }
        if (used < size)
            snprintf(buffer + used, size - used, "]");
    }
    for (char *c = buffer; *c != '\0'; c++)
        if (*c == '\n' || *c == '\r' || *c == '\t')
            *c = ' ';
    return buffer;
}

static enum gravel_status
copy(struct gravel_yaml *to, const struct gravel_yaml *from, struct gravel_error *error)
{
    *to = (struct gravel_yaml){.kind = from->kind, .quoted = from->quoted, .line = from->line, .column = from->column};
    if (from->key != NULL && (to->key = strdup(from->key)) == NULL)
        goto fail;
    if (from->text != NULL && (to->text = strdup(from->text)) == NULL)
        goto fail;
    if (!gravel_array_grow(&to->items, &to->capacity, from->n, sizeof *to->items))
        goto fail;
    for (; to->n < from->n; to->n++)
        if (copy(&to->items[to->n], &from->items[to->n], error) != GRAVEL_OK)
            goto fail;
    return GRAVEL_OK;
fail:
    gravel_yaml_free(to);
    return gravel_no_memory(error);
}

enum gravel_status
gravel_yaml_merge(struct gravel_yaml *to, const struct gravel_yaml *from, struct gravel_error *error)
{
    for (size_t k = 0; k < from->n; k++) {
        const struct gravel_yaml *item = &from->items[k];
        struct gravel_yaml *old = (struct gravel_yaml *)gravel_yaml_get(to, item->key);
        if (old != NULL && old->kind == GRAVEL_YAML_MAP && item->kind == GRAVEL_YAML_MAP) {
            const enum gravel_status status = gravel_yaml_merge(old, item, error);
            if (status != GRAVEL_OK)
                return status;
            continue;
        }
        struct gravel_yaml fresh;
        if (copy(&fresh, item, error) != GRAVEL_OK)
            return GRAVEL_MEMORY;
        if (old != NULL) {
            gravel_yaml_free(old);
            *old = fresh;
            continue;
        }
        if (!gravel_array_grow(&to->items, &to->capacity, to->n + 1, sizeof *to->items)) {
            gravel_yaml_free(&fresh);
            return gravel_no_memory(error);
        }
        to->items[to->n++] = fresh;
    }
    return GRAVEL_OK;
}
