#include "harness/case/read.h"

#include "engines/core/words.h"
#include "harness/case/schema.h"
#include "harness/util/suggest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_SIZE = 256 };

enum gravel_status
gravel_read_word(struct gravel_reader *reader, const struct gravel_yaml *node, const char *what, char *to, size_t size)
{
    char found[96];
    if (node->kind != GRAVEL_YAML_SCALAR || node->text[0] == '\0' || strlen(node->text) >= size)
        return gravel_refuse(reader, node, "%s: found %s, allowed a text of at most %zu characters", what,
                             node->kind == GRAVEL_YAML_SCALAR && node->text[0] == '\0'
                                 ? "nothing"
                                 : gravel_yaml_text(node, found, sizeof found),
                             size - 1);
    snprintf(to, size, "%s", node->text);
    return GRAVEL_OK;
}

static bool
is_group(const struct gravel_key *keys, const char *name)
{
    const size_t length = strlen(name);
    for (; keys != NULL && keys->name != NULL; keys++)
        if (strncmp(keys->name, name, length) == 0 && keys->name[length] == '.')
            return true;
    return false;
}

/* Append a word to a list of words, unless it is there: keys of nested mappings, and those that a caller reads itself,
 * come several times. */
static void
add_word(char *list, size_t size, const char *word)
{
    const size_t used = strlen(list), length = strlen(word);
    for (const char *s = list; (s = strstr(s, word)) != NULL; s += length)
        if ((s == list || s[-1] == ' ') && (s[length] == ',' || s[length] == '\0'))
            return;
    snprintf(list + used, size - used, "%s%s", used > 0 ? ", " : "", word);
}

static enum gravel_status
refuse_unknown(struct gravel_reader *reader, const struct gravel_yaml *item, const char *path, const char *inner,
               const struct gravel_key *keys, const char *others)
{
    char text[96], name[64], allowed[400] = "";
    struct gravel_suggestion suggestion = {.word = item->key};
    const size_t length = strlen(inner);
    for (size_t k = 0; inner[0] == '\0' && k < gravel_word_list_count(others); k++) {
        gravel_suggest(&suggestion, gravel_word_list_get(others, k, name, sizeof name));
        add_word(allowed, sizeof allowed, name);
    }
    for (; keys != NULL && keys->name != NULL; keys++) {
        if (strncmp(keys->name, inner, length) != 0)
            continue;
        snprintf(name, sizeof name, "%s", keys->name + length);
        name[strcspn(name, ".")] = '\0';
        gravel_suggest(&suggestion, name);
        add_word(allowed, sizeof allowed, name);
    }
    gravel_suggestion_text(&suggestion, text, sizeof text);
    if (text[0] != '\0' || allowed[0] == '\0')
        return gravel_refuse(reader, item, "%s: found an unknown key%s", path, text);
    return gravel_refuse(reader, item, "%s: found an unknown key, allowed: %s", path, allowed);
}

/* A scalar, or a list of three for vectors. */
static enum gravel_status
read_value(struct gravel_reader *reader, const struct gravel_yaml *item, const char *path, const struct gravel_key *key,
           struct gravel_options *options)
{
    char text[1024], allowed[256];
    struct gravel_value value;
    struct gravel_error why;
    const bool textual = key->type == GRAVEL_TYPE_TEXT || key->type == GRAVEL_TYPE_CHOICE;
    const bool list = key->type == GRAVEL_TYPE_VEC3;
    gravel_yaml_text(item, text, sizeof text);
    if (item->kind != (list ? GRAVEL_YAML_LIST : GRAVEL_YAML_SCALAR) || (item->quoted && !textual)) {
        gravel_key_allowed(key, allowed, sizeof allowed);
        return gravel_refuse(reader, item, "%s: found %s%.120s, allowed: %s", path,
                             item->quoted && !textual ? "a text in quotes, " : "", text[0] != '\0' ? text : "nothing",
                             allowed);
    }
    enum gravel_status status = gravel_key_parse(key, textual ? item->text : text, &value, &why);
    if (status == GRAVEL_MEMORY)
        return gravel_no_memory(reader->error);
    if (status != GRAVEL_OK)
        return gravel_refuse(reader, item, "%s: %s", path, why.text);
    status = gravel_options_set(options, path, &value, reader->error);
    free(value.text);
    gravel_options_place(options, path, item->line, item->column);
    return status;
}

/* `inner` is the part of the declared names that is above this mapping: "" or "motion.". */
static enum gravel_status
read_keys(struct gravel_reader *reader, const struct gravel_yaml *node, const char *prefix, const char *inner,
          const struct gravel_key *keys, const char *others, struct gravel_options *options)
{
    for (size_t k = 0; k < node->n; k++) {
        const struct gravel_yaml *item = &node->items[k];
        char name[PATH_SIZE], path[PATH_SIZE], found[96];
        snprintf(name, sizeof name, "%s%.96s", inner, item->key);
        snprintf(path, sizeof path, "%s%s%.150s", prefix, prefix[0] != '\0' ? "." : "", name);
        const bool dotted = strchr(item->key, '.') != NULL;
        const struct gravel_key *key = dotted ? NULL : gravel_schema_key(keys, name);
        enum gravel_status status = GRAVEL_OK;
        if (inner[0] == '\0' && gravel_word_list_index(others, item->key) >= 0)
            continue;
        if (key != NULL) {
            status = read_value(reader, item, path, key, options);
        } else if (!dotted && is_group(keys, name)) {
            if (item->kind != GRAVEL_YAML_MAP)
                return gravel_refuse(reader, item, "%s: found %s, allowed a mapping", path,
                                     gravel_yaml_text(item, found, sizeof found));
            strcat(name, ".");
            status = read_keys(reader, item, prefix, name, keys, others, options);
        } else {
            return refuse_unknown(reader, item, path, inner, keys, others);
        }
        if (status != GRAVEL_OK)
            return status;
    }
    return GRAVEL_OK;
}

enum gravel_status
gravel_read_section(struct gravel_reader *reader, const struct gravel_yaml *node, const char *prefix,
                    const struct gravel_key *keys, const char *others, struct gravel_options *options)
{
    struct gravel_yaml empty = {.kind = GRAVEL_YAML_MAP, .line = 1, .column = 1};
    char found[96];
    if (node == NULL) {
        node = &empty;
    } else if (node->kind == GRAVEL_YAML_SCALAR && node->text[0] == '\0') { /* "ed:" without a value */
        empty.line = node->line;
        empty.column = node->column;
        node = &empty;
    }
    if (node->kind != GRAVEL_YAML_MAP)
        return gravel_refuse(reader, node, "%s: found %s, allowed a mapping", prefix,
                             gravel_yaml_text(node, found, sizeof found));
    enum gravel_status status = read_keys(reader, node, prefix, "", keys, others, options);
    if (status != GRAVEL_OK)
        return status;
    for (const struct gravel_key *key = keys; key != NULL && key->name != NULL; key++) {
        char path[PATH_SIZE], allowed[256];
        gravel_option_path(path, sizeof path, prefix, key->name);
        if (!(key->flags & GRAVEL_REQUIRED) || gravel_options_has(options, path))
            continue;
        gravel_key_allowed(key, allowed, sizeof allowed);
        return gravel_refuse(reader, node, "%s: found nothing, allowed: %s", path, allowed);
    }
    return gravel_options_defaults(options, prefix, keys, reader->error);
}
