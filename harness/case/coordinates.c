#include "harness/case/coordinates.h"

#include <stdio.h>
#include <string.h>

static const char *
last_part(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot ? dot + 1 : path;
}

bool
gravel_coordinates_match(const struct gravel_case *c, const struct gravel_record *a, const struct gravel_record *b,
                         int except)
{
    for (size_t axis = 0; axis < c->n_axes; axis++)
        for (size_t k = 0; (int)axis != except && k < c->axes[axis].n_keys; k++) {
            const struct gravel_value *x = gravel_options_find(&a->parameters, c->axes[axis].keys[k]);
            const struct gravel_value *y = gravel_options_find(&b->parameters, c->axes[axis].keys[k]);
            if (x && y && !gravel_value_equal(x, y))
                return false;
        }
    return true;
}

int
gravel_coordinates_axis(const struct gravel_case *c, const char *name)
{
    for (size_t axis = 0; axis < c->n_axes; axis++)
        for (size_t k = 0; k < c->axes[axis].n_keys; k++)
            if (strcmp(c->axes[axis].keys[k], name) == 0 || strcmp(last_part(c->axes[axis].keys[k]), name) == 0)
                return (int)axis;
    return GRAVEL_NO_AXIS;
}

/* Keys that are swept together often share name and value, as the frequencies of all walls of a shaken box. */
static bool
said_before(const struct gravel_axis *axis, size_t k, const struct gravel_record *record)
{
    const struct gravel_value *value = gravel_options_find(&record->parameters, axis->keys[k]);
    for (size_t l = 0; l < k; l++) {
        const struct gravel_value *other = gravel_options_find(&record->parameters, axis->keys[l]);
        if (other && strcmp(last_part(axis->keys[l]), last_part(axis->keys[k])) == 0 &&
            gravel_value_equal(other, value))
            return true;
    }
    return false;
}

/* The value in one line, as every output shows it: six digits of a number.  Of a long text, as a table of rows is, the
 * beginning and which of the swept values it is, as such texts may begin with the same words. */
static void
print_value(const struct gravel_axis *axis, size_t k, const struct gravel_value *value, char *text, size_t size)
{
    enum { SHOWN = 32 };
    if (value->type == GRAVEL_TYPE_REAL || value->type == GRAVEL_TYPE_INT) {
        snprintf(text, size, "%.6g", value->real);
        return;
    }
    gravel_value_print(value, text, size);
    if (value->type == GRAVEL_TYPE_TEXT && strlen(value->text) > SHOWN) {
        size_t v = 0;
        int shown = SHOWN;
        while ((value->text[shown] & 0xC0) == 0x80) /* within a character of UTF-8, and JSON takes no part of one */
            shown--;
        while (v + 1 < axis->n_values && strcmp(axis->values[v * axis->n_keys + k], value->text) != 0)
            v++;
        snprintf(text, size, "%.*s... (%zu of %zu)", shown, value->text, v + 1, axis->n_values);
    }
    for (char *s = text; (s = strchr(s, '\n')) != NULL;)
        *s = ' ';
}

/* For a reader; identity is decided on the values themselves. */
void
gravel_coordinates_print(const struct gravel_case *c, const struct gravel_record *record, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (size_t axis = 0; axis < c->n_axes; axis++)
        for (size_t k = 0; k < c->axes[axis].n_keys && used < size; k++) {
            const char *key = c->axes[axis].keys[k];
            const struct gravel_value *value = gravel_options_find(&record->parameters, key);
            char number[96];
            if (!value || said_before(&c->axes[axis], k, record))
                continue;
            print_value(&c->axes[axis], k, value, number, sizeof number);
            used += (size_t)snprintf(text + used, size - used, "%s%s = %s", used ? ", " : "", last_part(key), number);
        }
}
