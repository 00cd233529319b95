#include "reports/place.h"

#include "harness/case/coordinates.h"
#include "reports/label.h"
#include "reports/text.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

void
gravel_place_unit(char *buffer, size_t size, const struct gravel_records *records, const char *name)
{
    char unit[32] = "";

    for (size_t i = 0; i < records->n && unit[0] == '\0'; i++)
        gravel_label_unit(unit, sizeof unit, &records->items[i], name);
    gravel_label_powers(buffer, size, unit);
}

/* The full path of a swept key that is called by its last part; the name itself where there is none. */
static const char *
path_of(const struct gravel_case *c, const char *name)
{
    for (size_t a = 0; a < c->n_axes; a++)
        for (size_t k = 0; k < c->axes[a].n_keys; k++)
            if (strcmp(gravel_text_last(c->axes[a].keys[k]), name) == 0)
                return c->axes[a].keys[k];
    return name;
}

/* Length of the value behind " = ": up to a comma outside of brackets, or a parenthesis. */
static size_t
value_length(const char *text)
{
    size_t n = 0;

    for (int depth = 0; text[n] != '\0'; n++) {
        depth += (text[n] == '[') - (text[n] == ']');
        if (depth == 0 && (text[n] == ')' || strncmp(text + n, ", ", 2) == 0 || strncmp(text + n, " (", 2) == 0))
            break;
    }
    return n;
}

void
gravel_place_with_units(char *buffer, size_t size, const char *at, const struct gravel_case *c,
                        const struct gravel_records *records)
{
    const char *rest = at;

    buffer[0] = '\0';
    for (const char *sign; (sign = strstr(rest, " = ")) != NULL;) {
        const char *begin = sign, *value = sign + 3;
        const size_t n = value_length(value), used = strlen(buffer);
        char name[GRAVEL_NAME_MAX], unit[32] = "";
        while (begin > rest && (isalnum((unsigned char)begin[-1]) || strchr("_.", begin[-1])))
            begin--;
        snprintf(name, sizeof name, "%.*s", (int)(sign - begin), begin);
        if (!isalpha((unsigned char)value[0]))
            gravel_place_unit(unit, sizeof unit, records, path_of(c, name));
        snprintf(buffer + used, size - used, "%.*s%s%s", (int)(value + n - rest), rest, unit[0] ? " " : "", unit);
        rest = value + n;
    }
    const size_t used = strlen(buffer);
    snprintf(buffer + used, size - used, "%s", rest);
}

void
gravel_place_of_record(char *buffer, size_t size, const struct gravel_case *c, const struct gravel_record *record)
{
    /* Not changed: a list of records is one of many. */
    const struct gravel_records one = {.n = 1, .items = (struct gravel_record *)record};
    char at[256];

    gravel_coordinates_print(c, record, at, sizeof at);
    gravel_place_with_units(buffer, size, at, c, &one);
}
