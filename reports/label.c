#include "reports/label.h"

#include "harness/case/schema.h"
#include "reports/text.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

/* The parameter of this path, else the first whose path ends with it; NULL when there is none. */
static const struct gravel_option *
find_parameter(const struct gravel_record *record, const char *name)
{
    const struct gravel_options *parameters = &record->parameters;
    const size_t length = strlen(name);
    const struct gravel_option *ending = NULL;

    for (size_t i = 0; i < parameters->n; i++) {
        const char *path = parameters->items[i].path;
        const size_t n = strlen(path);
        if (strcmp(path, name) == 0)
            return &parameters->items[i];
        if (!ending && n > length && path[n - length - 1] == '.' && strcmp(path + n - length, name) == 0)
            ending = &parameters->items[i];
    }
    return ending;
}

void
gravel_label_engine(char *buffer, size_t size, const char *engine)
{
    snprintf(buffer, size, "%s", engine);
    for (char *c = buffer; *c != '\0'; c++) {
        const bool begins = c == buffer || !isalnum((unsigned char)c[-1]);
        if (begins && (strncmp(c, "md", 2) == 0 || strncmp(c, "ed", 2) == 0) && !isalnum((unsigned char)c[2])) {
            c[0] = (char)toupper((unsigned char)c[0]);
            c[1] = 'D';
        }
        if (*c == '-')
            *c = ' ';
    }
}

void
gravel_label_unit(char *buffer, size_t size, const struct gravel_record *record, const char *name)
{
    const struct gravel_observable *observable = gravel_record_observable(record, name);
    const struct gravel_option *parameter = observable ? NULL : find_parameter(record, name);
    const struct gravel_key *key = parameter ? gravel_schema_find(parameter->path, &record->parameters, NULL) : NULL;
    const char *unit = observable ? observable->unit : key && key->unit ? key->unit : "1";

    snprintf(buffer, size, "%s", strcmp(unit, "1") != 0 ? unit : "");
}

static void
underscores_to_spaces(char *text)
{
    for (; *text != '\0'; text++)
        if (*text == '_')
            *text = ' ';
}

void
gravel_label_setting(char *buffer, size_t size, const struct gravel_record *record, const char *name)
{
    char number[64], unit[32];
    double x = gravel_record_number(record, name);
    const struct gravel_option *parameter = find_parameter(record, name);

    if (parameter && parameter->value.type == GRAVEL_TYPE_BOOL)
        gravel_value_print(&parameter->value, number, sizeof number);
    else if (isnan(x)) {
        const bool vector = parameter && !parameter->value.text;
        if (!vector) {
            snprintf(buffer, size, "%s", parameter ? parameter->value.text : "?");
            return;
        }
        gravel_value_print(&parameter->value, number, sizeof number);
    } else
        gravel_text_number(number, sizeof number, x, 4);
    gravel_label_unit(unit, sizeof unit, record, name);
    snprintf(buffer, size, "%s = %s%s%s", gravel_text_last(name), number, unit[0] ? " " : "", unit);
    underscores_to_spaces(buffer);
}

void
gravel_label_powers(char *buffer, size_t size, const char *unit)
{
    size_t used = 0;

    for (const char *c = unit; *c != '\0' && used + 2 < size; c++) {
        if (c > unit && isdigit((unsigned char)*c) && isalpha((unsigned char)c[-1]))
            buffer[used++] = '^';
        buffer[used++] = *c;
    }
    buffer[used] = '\0';
}

void
gravel_label_quantity(char *buffer, size_t size, const char *name, const char *unit)
{
    const bool pure = unit[0] == '\0' || strcmp(unit, "1") == 0;
    char powers[64];

    snprintf(buffer, size, "%.100s", name);
    underscores_to_spaces(buffer);
    gravel_label_powers(powers, sizeof powers, unit);
    const size_t used = strlen(buffer);
    if (!pure)
        snprintf(buffer + used, size - used, " [%s]", powers);
}
