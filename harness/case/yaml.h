/* YAML files as plain trees, by libfyaml: every node has its line and column.
 *
 * Only the data part of YAML is taken: one document of mappings, lists and scalars.  Duplicate keys, anchors,
 * aliases, tags and a second document are refused, so that the text of a file is its whole content. */
#ifndef GRAVEL_HARNESS_CASE_YAML_H
#define GRAVEL_HARNESS_CASE_YAML_H

#include "engines/core/status.h"

#include <stdbool.h>
#include <stddef.h>

enum gravel_yaml_kind { GRAVEL_YAML_SCALAR, GRAVEL_YAML_LIST, GRAVEL_YAML_MAP };

struct gravel_yaml {
    enum gravel_yaml_kind kind;
    char *key;        /* of an entry of a mapping; NULL in lists and at the root; owned */
    char *text;       /* of a scalar, "" when the value is missing; NULL otherwise; owned */
    bool quoted;      /* "1" is a text, 1 is a number */
    int line, column; /* of the key where there is one, else of the value; from 1 */
    size_t n, capacity;
    struct gravel_yaml *items; /* of a list or a mapping; owned */
};

/* Frees what the node owns, its items included, and leaves it empty. */
void gravel_yaml_free(struct gravel_yaml *node);

/* The entry of a mapping; NULL when absent or when `map` is NULL or no mapping. */
const struct gravel_yaml *gravel_yaml_get(const struct gravel_yaml *map, const char *key);

/* Lay a copy of the mapping `from` over the mapping `to`: mappings merge, lists and scalars replace.  `from` must be no
 * part of `to`.  After GRAVEL_MEMORY the merge is incomplete, but `to` can be freed. */
GRAVEL_MUST_USE enum gravel_status gravel_yaml_merge(struct gravel_yaml *to, const struct gravel_yaml *from,
                                                     struct gravel_error *error);

/* A value as a user would write it on one line, for messages and for gravel_key_parse: "0.5", "[0, 0, 1]",
 * "a mapping".  Cut to the size of the buffer, which is
 * returned. */
const char *gravel_yaml_text(const struct gravel_yaml *node, char *buffer, size_t size);

/* GRAVEL_INPUT with the message "file:line:column: ...", the place being that of `node`. */
enum gravel_status gravel_yaml_fail(struct gravel_error *error, const char *file, const struct gravel_yaml *node,
                                    const char *format, ...) GRAVEL_PRINTF(4, 5);

#endif
