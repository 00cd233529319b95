#include "engines/core/key.h"

#include "engines/core/words.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static enum gravel_status
refuse(const struct gravel_key *key, const char *text, struct gravel_error *error)
{
    char allowed[256];
    gravel_key_allowed(key, allowed, sizeof allowed);
    return gravel_fail(error, GRAVEL_INPUT, "found \"%.80s\", allowed: %s", text, allowed);
}

/* A finite number that fills the whole text; "1e-3x", "", "nan", "inf" and hexadecimal are none.  -0 is 0: it would be
 * another point of the same system. */
static bool
read_number(const char *text, const char **end, double *number)
{
    const char *s = text + strspn(text, " ");
    if (*s == '\0' || s[strspn(s, "+-0123456789.eE")] == 'x' || strspn(s, "+-.0123456789") == 0)
        return false;
    char *stop;
    errno = 0;
    *number = strtod(s, &stop) + 0.0;
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
        if (gravel_word_list_index(key->choices, text) < 0)
            return refuse(key, text, error);
        break;
    case GRAVEL_TYPE_TEXT:
        if (text[0] == '\0')
            return refuse(key, text, error);
        break;
    }
    value->text = strdup(text);
    return value->text != NULL ? GRAVEL_OK : gravel_no_memory(error);
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
    int digits = 15, length;
    char text[32];
    do
        length = snprintf(text, sizeof text, "%.*g", digits, number);
    while (strtod(text, NULL) != number && digits++ < 17);
    if (size > 0)
        snprintf(buffer, size, "%s", text);
    return length;
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
    const int length = snprintf(buffer, size, "one of: ");
    const size_t used = (size_t)length < size ? (size_t)length : size;
    return length + gravel_word_list_print(key->choices, buffer + used, size - used);
}
