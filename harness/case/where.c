#include "harness/case/where.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct gravel_key any_number = {"number", .type = GRAVEL_TYPE_REAL};

/* A number of a condition; false for texts. */
static bool
is_number(const struct gravel_yaml *node, double *number)
{
    struct gravel_value value;
    if (node->kind != GRAVEL_YAML_SCALAR || node->quoted ||
        gravel_key_parse(&any_number, node->text, &value, NULL) != GRAVEL_OK)
        return false;
    *number = value.real;
    return true;
}

static enum gravel_status
read_condition(struct gravel_reader *reader, const struct gravel_yaml *item, struct gravel_condition *condition)
{
    *condition = (struct gravel_condition){.from = -INFINITY, .to = INFINITY};
    if (strlen(item->key) >= sizeof condition->name)
        return gravel_refuse(reader, item, "where: found a name of %zu characters, allowed at most %zu",
                             strlen(item->key), sizeof condition->name - 1);
    snprintf(condition->name, sizeof condition->name, "%s", item->key);
    if (is_number(item, &condition->from)) {
        condition->to = condition->from;
        return GRAVEL_OK;
    }
    if (item->kind == GRAVEL_YAML_SCALAR && item->text[0] != '\0') {
        condition->text = strdup(item->text);
        return condition->text != NULL ? GRAVEL_OK : gravel_no_memory(reader->error);
    }
    for (size_t k = 0; item->kind == GRAVEL_YAML_MAP && k < item->n; k++) {
        const struct gravel_yaml *end = &item->items[k];
        double *to = strcmp(end->key, "from") == 0 ? &condition->from
                     : strcmp(end->key, "to") == 0 ? &condition->to
                                                   : NULL;
        if (to == NULL || !is_number(end, to))
            return gravel_refuse(reader, end, "where.%s: found %.60s, allowed {from: number, to: number}",
                                 condition->name, end->key);
    }
    if (item->kind != GRAVEL_YAML_MAP || item->n == 0 || condition->from > condition->to)
        return gravel_refuse(reader, item,
                             "where.%s: allowed a number, a text or {from: number, to: number} with "
                             "from <= to",
                             condition->name);
    return GRAVEL_OK;
}

enum gravel_status
gravel_read_where(struct gravel_reader *reader, const struct gravel_yaml *map, struct gravel_where *where)
{
    char found[96];
    if (map == NULL)
        return GRAVEL_OK;
    if (map->kind != GRAVEL_YAML_MAP || map->n == 0)
        return gravel_refuse(reader, map, "where: found %s, allowed a mapping of conditions",
                             gravel_yaml_text(map, found, sizeof found));
    where->items = calloc(map->n, sizeof *where->items);
    if (where->items == NULL)
        return gravel_no_memory(reader->error);
    for (size_t k = 0; k < map->n; k++) {
        where->n = k + 1;
        const enum gravel_status status = read_condition(reader, &map->items[k], &where->items[k]);
        if (status != GRAVEL_OK)
            return status;
    }
    return GRAVEL_OK;
}
