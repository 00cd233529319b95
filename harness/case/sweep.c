#include "harness/case/sweep.h"

#include "harness/case/keys.h"
#include "harness/case/schema.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEYS_MAX = 16, COMBINATIONS_MAX = 100000 };

/* One value of a key, checked, into its slot; errors stand at `node`. */
static enum gravel_status
add_value(struct gravel_reader *reader, char **slot, const struct gravel_yaml *node, const struct gravel_key *key,
          const char *path, const char *text)
{
    struct gravel_value value;
    struct gravel_error why;
    const enum gravel_status status = gravel_key_parse(key, text, &value, &why);
    if (status == GRAVEL_MEMORY)
        return gravel_no_memory(reader->error);
    if (status != GRAVEL_OK)
        return gravel_refuse(reader, node, "%s: %s", path, why.text);
    free(value.text);
    *slot = strdup(text);
    return *slot != NULL ? GRAVEL_OK : gravel_no_memory(reader->error);
}

static enum gravel_status
read_text(struct gravel_reader *reader, const struct gravel_yaml *node, const struct gravel_key *key, char *text,
          size_t size)
{
    const bool textual = key->type == GRAVEL_TYPE_TEXT || key->type == GRAVEL_TYPE_CHOICE;
    gravel_yaml_text(node, text, size);
    if (node->kind == GRAVEL_YAML_MAP || (node->kind == GRAVEL_YAML_LIST && key->type != GRAVEL_TYPE_VEC3) ||
        (node->quoted && !textual))
        return gravel_refuse(reader, node, "sweep: found %.100s, allowed a value of %s", text, key->name);
    if (textual)
        snprintf(text, size, "%s", node->text);
    return GRAVEL_OK;
}

static enum gravel_status
make_room(struct gravel_reader *reader, struct gravel_axis *axis, size_t n_values)
{
    axis->values = calloc(n_values * axis->n_keys, sizeof *axis->values);
    if (axis->values == NULL)
        return gravel_no_memory(reader->error);
    axis->n_values = n_values;
    return GRAVEL_OK;
}

static bool
is_same(const struct gravel_key *key, const char *a, const char *b)
{
    const bool number = key->type == GRAVEL_TYPE_REAL || key->type == GRAVEL_TYPE_INT;
    return number ? strtod(a, NULL) == strtod(b, NULL) : strcmp(a, b) == 0;
}

/* Each value once: a number counts by its value, however it is written. */
static enum gravel_status
refuse_twice(struct gravel_reader *reader, const struct gravel_yaml *list, const struct gravel_axis *axis,
             const struct gravel_key *const *keys)
{
    for (size_t v = 0; v < axis->n_values; v++)
        for (size_t before = 0; before < v; before++) {
            size_t same = 0;
            while (same < axis->n_keys && is_same(keys[same], axis->values[v * axis->n_keys + same],
                                                  axis->values[before * axis->n_keys + same]))
                same++;
            if (same == axis->n_keys)
                return gravel_refuse(reader, &list->items[v],
                                     "sweep.values: found value %zu equal to value %zu, allowed: each once", v + 1,
                                     before + 1);
        }
    return GRAVEL_OK;
}

/* values: [..], or [[..], ..] for several keys. */
static enum gravel_status
read_values(struct gravel_reader *reader, struct gravel_axis *axis, const struct gravel_yaml *list,
            const struct gravel_key *const *keys, bool tuples)
{
    char text[1024], found[96];
    if (list->kind != GRAVEL_YAML_LIST || list->n == 0)
        return gravel_refuse(reader, list, "sweep.values: found %s, allowed a list of values",
                             gravel_yaml_text(list, found, sizeof found));
    enum gravel_status status = make_room(reader, axis, list->n);
    for (size_t v = 0; v < list->n && status == GRAVEL_OK; v++) {
        const struct gravel_yaml *item = &list->items[v];
        if (tuples && (item->kind != GRAVEL_YAML_LIST || item->n != axis->n_keys))
            return gravel_refuse(reader, item, "sweep.values: found %s, allowed a list of %zu values, one a key",
                                 gravel_yaml_text(item, found, sizeof found), axis->n_keys);
        for (size_t k = 0; k < axis->n_keys && status == GRAVEL_OK; k++) {
            const struct gravel_yaml *node = tuples ? &item->items[k] : item;
            status = read_text(reader, node, keys[k], text, sizeof text);
            if (status == GRAVEL_OK)
                status = add_value(reader, &axis->values[v * axis->n_keys + k], node, keys[k], axis->keys[k], text);
        }
    }
    return status == GRAVEL_OK ? refuse_twice(reader, list, axis, keys) : status;
}

/* log: or linear: {from, to, count}.  Values have ten digits, so that they and the keys of points are the same
 * on every machine; whole numbers that coincide after rounding occur once. */
static enum gravel_status
read_range(struct gravel_reader *reader, struct gravel_axis *axis, const struct gravel_yaml *node,
           const struct gravel_key *key, bool logarithmic)
{
    struct gravel_options range = {0};
    char text[64], before[64] = "";
    enum gravel_status status =
        gravel_read_section(reader, node, logarithmic ? "sweep.log" : "sweep.linear", gravel_keys_range, NULL, &range);
    const double from = gravel_options_real(&range, logarithmic ? "sweep.log.from" : "sweep.linear.from");
    const double to = gravel_options_real(&range, logarithmic ? "sweep.log.to" : "sweep.linear.to");
    const long count = gravel_options_int(&range, logarithmic ? "sweep.log.count" : "sweep.linear.count");
    gravel_options_free(&range);
    if (status != GRAVEL_OK)
        return status;
    if (key->type != GRAVEL_TYPE_REAL && key->type != GRAVEL_TYPE_INT)
        return gravel_refuse(reader, node, "sweep: found a range for %s, allowed for numbers only", key->name);
    if (from == to)
        return gravel_refuse(reader, node, "sweep.%s: found from and to %g, allowed two numbers that differ",
                             logarithmic ? "log" : "linear", from);
    if (logarithmic && !(from > 0.0 && to > 0.0))
        return gravel_refuse(reader, node, "sweep.log: found %g to %g, allowed numbers above 0", from, to);
    status = make_room(reader, axis, (size_t)count);
    size_t n = 0;
    for (long k = 0; k < count && status == GRAVEL_OK; k++) {
        const double part = (double)k / (double)(count - 1);
        const double x = k == 0           ? from
                         : k == count - 1 ? to
                         : logarithmic    ? from * pow(to / from, part)
                                          : from + part * (to - from);
        snprintf(text, sizeof text, key->type == GRAVEL_TYPE_INT ? "%.0f" : "%.10g", x);
        if (strcmp(text, before) == 0)
            continue;
        snprintf(before, sizeof before, "%s", text);
        status = add_value(reader, &axis->values[n++], node, key, axis->keys[0], text);
    }
    axis->n_values = n;
    return status;
}

static enum gravel_status
add_key(struct gravel_reader *reader, struct gravel_axis *axis, const struct gravel_yaml *node,
        const struct gravel_key **keys)
{
    struct gravel_case *c = reader->c;
    struct gravel_error why;
    char path[192];
    enum gravel_status status = gravel_read_word(reader, node, "sweep.key", path, sizeof path);
    if (status != GRAVEL_OK)
        return status;
    keys[axis->n_keys] = gravel_schema_find(path, &c->parameters, &why);
    if (keys[axis->n_keys] == NULL)
        return gravel_refuse(reader, node, "%s", why.text);
    if (gravel_case_axis(c, path) < c->n_axes)
        return gravel_refuse(reader, node, "%s: found in two places of the sweep, allowed in one", path);
    axis->keys[axis->n_keys] = strdup(path);
    if (axis->keys[axis->n_keys] == NULL)
        return gravel_no_memory(reader->error);
    axis->n_keys++;
    return GRAVEL_OK;
}

static enum gravel_status
read_axis(struct gravel_reader *reader, struct gravel_axis *axis, const struct gravel_yaml *node)
{
    const struct gravel_key *keys[KEYS_MAX];
    struct gravel_options nothing = {0};
    axis->location = (struct gravel_location){.file = reader->c->path, .line = node->line, .column = node->column};
    enum gravel_status status =
        gravel_read_section(reader, node, "sweep", gravel_keys_axis, "key|keys|values|log|linear", &nothing);
    gravel_options_free(&nothing);
    if (status != GRAVEL_OK)
        return status;
    const struct gravel_yaml *one = gravel_yaml_get(node, "key"), *many = gravel_yaml_get(node, "keys");
    const struct gravel_yaml *values = gravel_yaml_get(node, "values"), *log = gravel_yaml_get(node, "log");
    const struct gravel_yaml *linear = gravel_yaml_get(node, "linear");
    if ((one != NULL) + (many != NULL) != 1)
        return gravel_refuse(reader, node, "sweep: found %s, allowed one of: key keys", one != NULL ? "both" : "none");
    if ((values != NULL) + (log != NULL) + (linear != NULL) != 1)
        return gravel_refuse(reader, node, "sweep: found %s, allowed one of: values log linear",
                             values != NULL || log != NULL || linear != NULL ? "several" : "none");
    if (many != NULL && (many->kind != GRAVEL_YAML_LIST || many->n == 0 || many->n > KEYS_MAX || values == NULL))
        return gravel_refuse(reader, many, "sweep.keys: allowed a list of 1 to %d paths, with values", KEYS_MAX);
    const size_t n = many != NULL ? many->n : 1;
    axis->keys = calloc(n, sizeof *axis->keys);
    if (axis->keys == NULL)
        return gravel_no_memory(reader->error);
    for (size_t k = 0; k < n && status == GRAVEL_OK; k++)
        status = add_key(reader, axis, many != NULL ? &many->items[k] : one, keys);
    if (status != GRAVEL_OK)
        return status;
    if (values != NULL)
        return read_values(reader, axis, values, keys, many != NULL);
    return read_range(reader, axis, log != NULL ? log : linear, keys[0], log != NULL);
}

enum gravel_status
gravel_read_sweep(struct gravel_reader *reader, const struct gravel_yaml *list)
{
    struct gravel_case *c = reader->c;
    if (list->kind != GRAVEL_YAML_LIST)
        return gravel_refuse(reader, list, "sweep: found no list, allowed a list of {key, values}, ...");
    if (list->n == 0)
        return GRAVEL_OK;
    c->axes = calloc(list->n, sizeof *c->axes);
    if (c->axes == NULL)
        return gravel_no_memory(reader->error);
    for (size_t k = 0; k < list->n; k++) {
        c->n_axes = k + 1; /* so that gravel_case_free finds it */
        const enum gravel_status status = read_axis(reader, &c->axes[k], &list->items[k]);
        if (status != GRAVEL_OK)
            return status;
        if (gravel_case_n_combinations(c) > COMBINATIONS_MAX)
            return gravel_refuse(reader, list, "sweep: found %zu combinations, allowed at most %d",
                                 gravel_case_n_combinations(c), COMBINATIONS_MAX);
    }
    return GRAVEL_OK;
}
