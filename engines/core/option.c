#include "engines/core/option.h"

#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
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

static enum gravel_status
no_memory(struct gravel_error *error)
{
    return gravel_fail(error, GRAVEL_MEMORY, "out of memory");
}

static enum gravel_status
make_room(struct gravel_options *options, struct gravel_error *error)
{
    if (options->n < options->capacity)
        return GRAVEL_OK;
    const size_t capacity = options->capacity == 0 ? 32 : 2 * options->capacity;
    struct gravel_option *items = realloc(options->items, capacity * sizeof *items);
    if (items == NULL)
        return no_memory(error);
    options->items = items;
    options->capacity = capacity;
    return GRAVEL_OK;
}

enum gravel_status
gravel_options_set(struct gravel_options *options, const char *path, const struct gravel_value *value,
                   struct gravel_error *error)
{
    struct gravel_value copy = *value;
    if (value->text != NULL && (copy.text = strdup(value->text)) == NULL)
        return no_memory(error);
    const size_t k = lower_bound(options, path);
    if (is_at(options, k, path)) {
        free(options->items[k].value.text);
        options->items[k].value = copy;
        return GRAVEL_OK;
    }
    char *own_path = strdup(path);
    if (own_path == NULL || make_room(options, error) != GRAVEL_OK) {
        free(own_path);
        free(copy.text);
        return no_memory(error);
    }
    memmove(&options->items[k + 1], &options->items[k], (options->n - k) * sizeof options->items[0]);
    options->items[k] = (struct gravel_option){.path = own_path, .value = copy};
    options->n++;
    return GRAVEL_OK;
}

enum gravel_status
gravel_options_copy(struct gravel_options *to, const struct gravel_options *from, struct gravel_error *error)
{
    *to = (struct gravel_options){0};
    for (size_t k = 0; k < from->n; k++) {
        const enum gravel_status status = gravel_options_set(to, from->items[k].path, &from->items[k].value, error);
        if (status != GRAVEL_OK) {
            gravel_options_free(to);
            return status;
        }
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

static enum gravel_status
refuse(const struct gravel_key *key, const char *text, struct gravel_error *error)
{
    char allowed[256];
    gravel_key_allowed(key, allowed, sizeof allowed);
    return gravel_fail(error, GRAVEL_INPUT, "found \"%.80s\", allowed: %s", text, allowed);
}

/* A finite number that fills the whole text; "1e-3x", "", "nan", "inf" and hexadecimal are none. */
static bool
read_number(const char *text, const char **end, double *number)
{
    const char *s = text + strspn(text, " ");
    if (*s == '\0' || s[strspn(s, "+-0123456789.eE")] == 'x' || strspn(s, "+-.0123456789") == 0)
        return false;
    char *stop;
    errno = 0;
    *number = strtod(s, &stop);
    *end = stop + strspn(stop, " ");
    return stop != s && isfinite(*number) && !(errno == ERANGE && fabs(*number) > 1.0);
}

static bool
in_range(const struct gravel_key *key, double x)
{
    if (key->min == 0.0 && key->max == 0.0)
        return true;
    const bool low = (key->flags & GRAVEL_ABOVE_MIN) ? x > key->min : x >= key->min;
    const bool high = (key->flags & GRAVEL_BELOW_MAX) ? x < key->max : x <= key->max;
    return low && high;
}

static bool
read_vec3(const char *text, struct vec3 *vec)
{
    double c[3];
    const char *s = text + strspn(text, " ");
    for (int k = 0; k < 3; k++) {
        const char *end;
        if (*s != (k == 0 ? '[' : ',') || !read_number(s + 1, &end, &c[k]))
            return false;
        s = end;
    }
    *vec = v3(c[0], c[1], c[2]);
    return *s == ']' && s[1 + strspn(s + 1, " ")] == '\0';
}

static bool
is_choice(const char *choices, const char *word)
{
    const size_t length = strlen(word);
    const bool one_word = length > 0 && strchr(word, '|') == NULL;
    for (const char *s = choices; one_word && s != NULL; s = strchr(s, '|')) {
        s += *s == '|';
        if (strncmp(s, word, length) == 0 && (s[length] == '|' || s[length] == '\0'))
            return true;
    }
    return false;
}

enum gravel_status
gravel_key_parse(const struct gravel_key *key, const char *text, struct gravel_value *value, struct gravel_error *error)
{
    const char *end;
    *value = (struct gravel_value){.type = key->type};
    switch (key->type) {
    case GRAVEL_TYPE_REAL:
    case GRAVEL_TYPE_INT:
        if (!read_number(text, &end, &value->real) || *end != '\0' || !in_range(key, value->real))
            return refuse(key, text, error);
        if (key->type == GRAVEL_TYPE_INT && (value->real != floor(value->real) || fabs(value->real) > 0x1p53))
            return refuse(key, text, error);
        return GRAVEL_OK;
    case GRAVEL_TYPE_BOOL:
        value->real = strcmp(text, "true") == 0;
        if (value->real == 0.0 && strcmp(text, "false") != 0)
            return refuse(key, text, error);
        return GRAVEL_OK;
    case GRAVEL_TYPE_VEC3: return read_vec3(text, &value->vec) ? GRAVEL_OK : refuse(key, text, error);
    case GRAVEL_TYPE_CHOICE:
        if (!is_choice(key->choices, text))
            return refuse(key, text, error);
        break;
    case GRAVEL_TYPE_TEXT:
        if (text[0] == '\0')
            return refuse(key, text, error);
        break;
    }
    value->text = strdup(text);
    return value->text != NULL ? GRAVEL_OK : no_memory(error);
}

enum gravel_status
gravel_options_defaults(struct gravel_options *options, const char *prefix, const struct gravel_key *keys,
                        struct gravel_error *error)
{
    for (; keys != NULL && keys->name != NULL; keys++) {
        char path[PATH_MAX_LENGTH];
        snprintf(path, sizeof path, "%s%s%s", prefix, prefix[0] != '\0' ? "." : "", keys->name);
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

bool
gravel_value_equal(const struct gravel_value *a, const struct gravel_value *b)
{
    if (a->type != b->type)
        return false;
    switch (a->type) {
    case GRAVEL_TYPE_REAL:
    case GRAVEL_TYPE_INT:
    case GRAVEL_TYPE_BOOL: return a->real == b->real;
    case GRAVEL_TYPE_VEC3: return a->vec.x == b->vec.x && a->vec.y == b->vec.y && a->vec.z == b->vec.z;
    case GRAVEL_TYPE_TEXT:
    case GRAVEL_TYPE_CHOICE: break;
    }
    return strcmp(a->text != NULL ? a->text : "", b->text != NULL ? b->text : "") == 0;
}

int
gravel_number_print(double number, char *buffer, size_t size)
{
    char text[32];
    int digits = 15;
    do
        snprintf(text, sizeof text, "%.*g", digits, number);
    while (strtod(text, NULL) != number && digits++ < 17);
    return snprintf(buffer, size, "%s", text);
}

int
gravel_value_print(const struct gravel_value *value, char *buffer, size_t size)
{
    switch (value->type) {
    case GRAVEL_TYPE_REAL: return gravel_number_print(value->real, buffer, size);
    case GRAVEL_TYPE_INT: return snprintf(buffer, size, "%.0f", value->real);
    case GRAVEL_TYPE_BOOL: return snprintf(buffer, size, "%s", value->real != 0.0 ? "true" : "false");
    case GRAVEL_TYPE_VEC3: {
        char x[32], y[32], z[32];
        gravel_number_print(value->vec.x, x, sizeof x);
        gravel_number_print(value->vec.y, y, sizeof y);
        gravel_number_print(value->vec.z, z, sizeof z);
        return snprintf(buffer, size, "[%s, %s, %s]", x, y, z);
    }
    case GRAVEL_TYPE_TEXT:
    case GRAVEL_TYPE_CHOICE: break;
    }
    return snprintf(buffer, size, "%s", value->text != NULL ? value->text : "");
}

/* "a number in (0, 1]", "a number above 0", ... */
static int
print_range(const struct gravel_key *key, const char *noun, char *buffer, size_t size)
{
    const bool open_low = key->flags & GRAVEL_ABOVE_MIN, open_high = key->flags & GRAVEL_BELOW_MAX;
    if (key->min == 0.0 && key->max == 0.0)
        return snprintf(buffer, size, "%s", noun);
    if (isinf(key->max) || key->max >= 1e300)
        return snprintf(buffer, size, "%s %s %g", noun, open_low ? "above" : "of at least", key->min);
    return snprintf(buffer, size, "%s in %c%g, %g%c", noun, open_low ? '(' : '[', key->min, key->max,
                    open_high ? ')' : ']');
}

int
gravel_key_allowed(const struct gravel_key *key, char *buffer, size_t size)
{
    switch (key->type) {
    case GRAVEL_TYPE_REAL: return print_range(key, "a number", buffer, size);
    case GRAVEL_TYPE_INT: return print_range(key, "a whole number", buffer, size);
    case GRAVEL_TYPE_BOOL: return snprintf(buffer, size, "true or false");
    case GRAVEL_TYPE_VEC3: return snprintf(buffer, size, "three numbers [x, y, z]");
    case GRAVEL_TYPE_TEXT: return snprintf(buffer, size, "a text that is not empty");
    case GRAVEL_TYPE_CHOICE: break;
    }
    int length = snprintf(buffer, size, "one of: %s", key->choices);
    for (size_t k = 0; k < size && buffer[k] != '\0'; k++)
        if (buffer[k] == '|')
            buffer[k] = ' ';
    return length;
}
