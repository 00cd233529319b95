/* A YAML file becomes a tree: its bytes are checked, then libfyaml's events are taken one by one. */
#include "harness/case/yaml_read.h"

#include "engines/core/array.h"

#include <errno.h>
#include <libfyaml.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { FILE_SIZE_MAX = 4 << 20 };

/* Length of the well-formed UTF-8 character at `s`, 0 when there is none (RFC 3629, without control characters;
 * overlong forms are left to libfyaml). */
static size_t
character_length(const unsigned char *s)
{
    if (s[0] < 0x80)
        return s[0] >= 0x20 || s[0] == '\t' || s[0] == '\n' || s[0] == '\r';
    const size_t n = s[0] >= 0xc2 && s[0] < 0xe0   ? 2
                     : s[0] >= 0xe0 && s[0] < 0xf0 ? 3
                     : s[0] >= 0xf0 && s[0] < 0xf5 ? 4
                                                   : 0;
    for (size_t k = 1; k < n; k++)
        if ((s[k] & 0xc0) != 0x80)
            return 0;
    return n;
}

/* The bytes are text, and no line is a directive: libfyaml 0.7 does not end where one has a character of three bytes.
 */
static enum gravel_status
check_text(const char *path, const char *bytes, size_t length, struct gravel_error *error)
{
    static const char byte_order_mark[] = "\xef\xbb\xbf";
    int line = 1, column = 1;
    bool begins = true; /* a line; a carriage return alone ends one, too */
    for (size_t k = 0, n; k < length; k += n) {
        n = character_length((const unsigned char *)bytes + k);
        if (n == 0)
            return gravel_fail(error, GRAVEL_INPUT, "%s:%d:%d: found the byte 0x%02x, allowed UTF-8 text", path, line,
                               column, (unsigned char)bytes[k]);
        if (begins && bytes[k] == '%')
            return gravel_fail(error, GRAVEL_INPUT, "%s:%d:%d: found a directive, allowed `key: value` lines", path,
                               line, column);
        begins = bytes[k] == '\n' || bytes[k] == '\r' || (begins && strncmp(bytes + k, byte_order_mark, 3) == 0);
        column++;
        if (bytes[k] == '\n') {
            line++;
            column = 1;
        }
    }
    return GRAVEL_OK;
}

/* The bytes of a text file, NUL-terminated. */
static enum gravel_status
read_file(const char *path, char **text, size_t *length, struct gravel_error *error)
{
    enum gravel_status status = GRAVEL_INPUT;
    struct stat info;
    char *bytes = NULL;
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return gravel_fail(error, GRAVEL_INPUT, "%s:1:1: cannot be read: %s", path, strerror(errno));
    if (fstat(fileno(file), &info) != 0 || !S_ISREG(info.st_mode)) {
        gravel_fail(error, GRAVEL_INPUT, "%s:1:1: found no regular file, allowed a YAML file", path);
        goto fail;
    }
    if (info.st_size > FILE_SIZE_MAX) {
        gravel_fail(error, GRAVEL_INPUT, "%s:1:1: found %lld bytes, allowed at most %d", path, (long long)info.st_size,
                    FILE_SIZE_MAX);
        goto fail;
    }
    bytes = malloc((size_t)info.st_size + 1);
    if (bytes == NULL) {
        status = gravel_no_memory(error);
        goto fail;
    }
    *length = fread(bytes, 1, (size_t)info.st_size, file);
    if (ferror(file)) {
        status = gravel_fail(error, GRAVEL_IO, "%s:1:1: cannot be read: %s", path, strerror(errno));
        goto fail;
    }
    bytes[*length] = '\0';
    if (check_text(path, bytes, *length, error) != GRAVEL_OK)
        goto fail;
    fclose(file);
    *text = bytes;
    return GRAVEL_OK;
fail:
    free(bytes);
    fclose(file);
    return status;
}

/* What a refusal in the middle of a file needs. */
struct reader {
    struct fy_parser *parser;
    const char *path;
    struct gravel_error *error;
    int line, column; /* of the last event that has a place; an empty scalar has none */
};

enum { DEPTH_MAX = 32 };

static void
take_place(struct gravel_yaml *node, const struct reader *r)
{
    node->line = r->line;
    node->column = r->column;
}

/* A scalar's text, malloc'd; NUL characters cannot occur in it (they end it). */
static char *
token_text(struct fy_token *token)
{
    size_t length = 0;
    const char *text = token != NULL ? fy_token_get_text(token, &length) : NULL;
    return text != NULL ? strndup(text, length) : strdup("");
}

/* Where the event stands; an empty scalar has at most the place of what decorates it. */
static const struct fy_mark *
place_of(struct fy_event *event)
{
    struct fy_token *tag = fy_event_get_tag_token(event), *anchor = fy_event_get_anchor_token(event);
    const struct fy_mark *mark = fy_event_start_mark(event);
    if (mark == NULL && tag != NULL)
        mark = fy_token_start_mark(tag);
    if (mark == NULL && anchor != NULL)
        mark = fy_token_start_mark(anchor);
    return mark;
}

/* The next event; NULL at a syntax error, which is reported, or at the end. */
static struct fy_event *
next(struct reader *r)
{
    struct fy_event *event = fy_parser_parse(r->parser);
    struct fy_diag *diag = fy_parser_get_diag(r->parser);
    void *previous = NULL;
    const struct fy_diag_error *first = diag != NULL ? fy_diag_errors_iterate(diag, &previous) : NULL;
    if (first != NULL) {
        gravel_fail(r->error, GRAVEL_INPUT, "%s:%d:%d: %s", r->path, first->line, first->column, first->msg);
        fy_parser_event_free(r->parser, event);
        event = NULL;
    } else if (event == NULL) {
        gravel_fail(r->error, GRAVEL_INPUT, "%s:1:1: found no YAML", r->path);
    }
    fy_diag_unref(diag);
    const struct fy_mark *mark = event != NULL ? place_of(event) : NULL;
    if (mark != NULL) {
        r->line = mark->line + 1;
        r->column = mark->column + 1;
    }
    return event;
}

static bool
is_decorated(const struct fy_event *event)
{
    switch (event->type) {
    case FYET_SCALAR: return event->scalar.tag != NULL || event->scalar.anchor != NULL;
    case FYET_MAPPING_START: return event->mapping_start.tag != NULL || event->mapping_start.anchor != NULL;
    case FYET_SEQUENCE_START: return event->sequence_start.tag != NULL || event->sequence_start.anchor != NULL;
    default: return event->type == FYET_ALIAS;
    }
}

static enum gravel_status
add_item(struct reader *r, struct gravel_yaml *to, struct gravel_yaml **item)
{
    if (!gravel_array_grow(&to->items, &to->capacity, to->n + 1, sizeof *to->items))
        return gravel_no_memory(r->error);
    *item = &to->items[to->n++];
    **item = (struct gravel_yaml){0};
    return GRAVEL_OK;
}

static enum gravel_status
take_key(struct reader *r, struct gravel_yaml *map, struct gravel_yaml *item, struct fy_event *event)
{
    take_place(item, r);
    if (event->type != FYET_SCALAR || is_decorated(event))
        return gravel_yaml_fail(r->error, r->path, item, "found a key that is no plain word");
    char *key = token_text(event->scalar.value);
    if (key == NULL)
        return gravel_no_memory(r->error);
    if (key[0] == '\0') {
        free(key);
        fy_parser_event_free(r->parser, next(r)); /* the value has a place */
        take_place(item, r);
        return gravel_yaml_fail(r->error, r->path, item, "found a value without a key, allowed key: value");
    }
    for (size_t k = 0; k + 1 < map->n; k++)
        if (strcmp(map->items[k].key, key) == 0) {
            gravel_yaml_fail(r->error, r->path, item, "%s: found twice, first in line %d, allowed once", key,
                             map->items[k].line);
            free(key);
            return GRAVEL_INPUT;
        }
    item->key = key;
    return GRAVEL_OK;
}

/* Fill the node from the event that begins it; frees the event. */
static enum gravel_status
take_value(struct reader *r, struct gravel_yaml *to, struct fy_event *event, int depth)
{
    enum gravel_status status = GRAVEL_OK;
    const enum fy_event_type type = event->type;
    if (to->key == NULL)
        take_place(to, r);
    if (is_decorated(event)) {
        status =
            gravel_yaml_fail(r->error, r->path, to, "found a tag, an anchor or an alias, allowed plain values only");
    } else if (type == FYET_SCALAR) {
        to->kind = GRAVEL_YAML_SCALAR;
        to->quoted = event->scalar.value != NULL && fy_scalar_token_get_style(event->scalar.value) != FYSS_PLAIN;
        to->text = token_text(event->scalar.value);
        if (to->text == NULL)
            status = gravel_no_memory(r->error);
    } else if (depth >= DEPTH_MAX) {
        status = gravel_yaml_fail(r->error, r->path, to, "found more than %d levels, allowed fewer", DEPTH_MAX);
    }
    fy_parser_event_free(r->parser, event);
    if (status != GRAVEL_OK || type == FYET_SCALAR)
        return status;
    const bool map = type == FYET_MAPPING_START;
    to->kind = map ? GRAVEL_YAML_MAP : GRAVEL_YAML_LIST;
    for (;;) {
        struct gravel_yaml *item = NULL;
        if ((event = next(r)) == NULL)
            return GRAVEL_INPUT;
        if (event->type == FYET_MAPPING_END || event->type == FYET_SEQUENCE_END) {
            fy_parser_event_free(r->parser, event);
            return GRAVEL_OK;
        }
        status = add_item(r, to, &item);
        if (status == GRAVEL_OK && map)
            status = take_key(r, to, item, event);
        if (map || status != GRAVEL_OK) {
            fy_parser_event_free(r->parser, event);
            if (status != GRAVEL_OK)
                return status;
            if ((event = next(r)) == NULL)
                return GRAVEL_INPUT;
        }
        status = take_value(r, item, event, depth + 1);
        if (status != GRAVEL_OK)
            return status;
    }
}

/* One document whose root is a mapping, and nothing after it. */
static enum gravel_status
take_document(struct reader *r, struct gravel_yaml *root)
{
    struct fy_event *event;
    enum gravel_status status = GRAVEL_OK;
    int n_documents = 0;
    for (;;) {
        if ((event = next(r)) == NULL)
            return GRAVEL_INPUT;
        const enum fy_event_type type = event->type;
        switch (type) {
        case FYET_SCALAR:
        case FYET_ALIAS:
        case FYET_MAPPING_START:
        case FYET_SEQUENCE_START:
            status = take_value(r, root, event, 0);
            if (status == GRAVEL_OK && root->kind != GRAVEL_YAML_MAP)
                status = gravel_yaml_fail(r->error, r->path, root, "found no mapping, allowed `key: value` lines");
            break;
        case FYET_DOCUMENT_START:
            if (n_documents++ > 0) {
                const struct gravel_yaml here = {.line = r->line, .column = r->column};
                status = gravel_yaml_fail(r->error, r->path, &here, "found a second document, allowed one");
            }
            fy_parser_event_free(r->parser, event);
            break;
        default: fy_parser_event_free(r->parser, event); break;
        }
        if (status != GRAVEL_OK)
            return status;
        if (type == FYET_STREAM_END)
            return n_documents > 0 ? GRAVEL_OK
                                   : gravel_fail(r->error, GRAVEL_INPUT, "%s:1:1: found an empty file", r->path);
    }
}

/* libfyaml would print what it finds; the errors are collected instead. */
static void
print_nothing(struct fy_diag *diag, void *user, const char *text, size_t length)
{
    (void)diag;
    (void)user;
    (void)text;
    (void)length;
}

enum gravel_status
gravel_yaml_read(struct gravel_yaml *root, const char *path, struct gravel_error *error)
{
    char *text = NULL;
    size_t length = 0;
    struct fy_diag *diag = NULL;
    struct reader r = {.path = path, .error = error, .line = 1, .column = 1};
    *root = (struct gravel_yaml){.line = 1, .column = 1};
    enum gravel_status status = read_file(path, &text, &length, error);
    if (status != GRAVEL_OK)
        return status;
    diag = fy_diag_create(&(struct fy_diag_cfg){.output_fn = print_nothing, .level = FYET_ERROR, .module_mask = ~0u});
    if (diag != NULL) {
        fy_diag_set_collect_errors(diag, true);
        r.parser = fy_parser_create(&(struct fy_parse_cfg){.flags = FYPCF_QUIET | FYPCF_COLLECT_DIAG, .diag = diag});
    }
    if (r.parser == NULL || fy_parser_set_string(r.parser, text, length) != 0)
        status = gravel_no_memory(error);
    else
        status = take_document(&r, root);
    if (r.parser != NULL)
        fy_parser_destroy(r.parser);
    if (diag != NULL)
        fy_diag_destroy(diag);
    free(text);
    if (status != GRAVEL_OK)
        gravel_yaml_free(root);
    return status;
}
