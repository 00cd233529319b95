#include "reports/label.h"

#include "harness/case/case.h"
#include "reports/text.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

static const struct gravel_value *
parameter(const struct gravel_record *record, const char *name)
{
    const struct gravel_value *value = gravel_options_find(&record->parameters, name);

    for (size_t i = 0; !value && i < record->parameters.n; i++)
        if (strcmp(gravel_text_last(record->parameters.items[i].path), name) == 0)
            value = &record->parameters.items[i].value;
    return value;
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

struct unit_search {
    const char *name;
    char *buffer;
    size_t size;
};

static void
match_unit(void *self, const char *prefix, const struct gravel_key *key)
{
    struct unit_search *search = self;

    (void)prefix;
    if (search->buffer[0] == '\0' && key->unit && strcmp(key->unit, "1") != 0 &&
        strcmp(gravel_text_last(key->name), search->name) == 0)
        snprintf(search->buffer, search->size, "%s", key->unit);
}

void
gravel_label_unit(char *buffer, size_t size, const struct gravel_record *record, const char *name)
{
    const struct gravel_observable *observable = gravel_record_observable(record, name);
    struct unit_search search = {gravel_text_last(name), buffer, size};

    buffer[0] = '\0';
    if (observable) {
        if (strcmp(observable->unit, "1") != 0)
            snprintf(buffer, size, "%s", observable->unit);
        return;
    }
    gravel_case_schema(match_unit, &search);
}

void
gravel_label_setting(char *buffer, size_t size, const struct gravel_record *record, const char *name)
{
    char number[64], unit[32];
    double x = gravel_record_number(record, name);

    if (isnan(x)) {
        const struct gravel_value *value = parameter(record, name);
        snprintf(buffer, size, "%s", value && value->text ? value->text : "?");
        return;
    }
    gravel_label_unit(unit, sizeof unit, record, name);
    snprintf(buffer, size, "%s = %s%s%s", gravel_text_last(name), gravel_text_number(number, sizeof number, x, 4),
             unit[0] ? " " : "", unit);
    for (char *c = buffer; *c != '\0'; c++)
        if (*c == '_')
            *c = ' ';
}
