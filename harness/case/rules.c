#include "harness/case/rules.h"

#include "engines/core/words.h"
#include "harness/case/keys.h"
#include "harness/case/schema.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { PATH_SIZE = 160 };

/* Whether what holds for a contact has a value for an optional number of the material. */
static bool
holds(const struct gravel_case_material *m, const char *name)
{
    const struct gravel_key *key = gravel_schema_key(gravel_keys_material, name);
    double value;
    if (key->type == GRAVEL_TYPE_CHOICE)
        return true;
    memcpy(&value, (const char *)m + key->offset, sizeof value);
    return !isnan(value);
}

bool
gravel_rules_has(const struct gravel_rules *r, const char *name)
{
    char path[PATH_SIZE];
    if (r->material != NULL)
        return holds(r->material, name);
    gravel_option_path(path, sizeof path, r->section, name);
    return gravel_options_has(r->p, path);
}

enum gravel_status
gravel_rules_refuse(const struct gravel_rules *r, const char *name, const char *format, ...)
{
    char text[400], path[PATH_SIZE];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    snprintf(path, sizeof path, "%s%s%s", r->section, r->section[0] != '\0' && name[0] != '\0' ? "." : "", name);
    return gravel_fail_at(r->error, GRAVEL_INPUT, path, "%s", text);
}

const char *
gravel_rules_word(const struct gravel_rules *r, const char *name)
{
    char path[PATH_SIZE];
    gravel_option_path(path, sizeof path, r->section, name);
    return gravel_options_text(r->p, path);
}

enum gravel_status
gravel_rules_choose(const struct gravel_rules *r, const char *alternatives, bool needed, char (*stated)[32])
{
    char first[32] = "", name[32], list[160];
    gravel_word_list_print(alternatives, list, sizeof list);
    for (size_t k = 0; k < gravel_word_list_count(alternatives); k++) {
        if (!gravel_rules_has(r, gravel_word_list_get(alternatives, k, name, sizeof name)))
            continue;
        if (first[0] != '\0')
            return gravel_rules_refuse(r, name, "found besides %s, allowed one of: %s", first, list);
        snprintf(first, sizeof first, "%s", name);
    }
    if (first[0] == '\0' && needed)
        return gravel_rules_refuse(r, "", "found none, allowed one of: %s", list);
    if (stated != NULL)
        memcpy(*stated, first, sizeof first);
    return GRAVEL_OK;
}

enum gravel_status
gravel_rules_demand_value(const struct gravel_rules *r, const char *name, bool there, bool wanted, const char *reason)
{
    if (there == wanted)
        return GRAVEL_OK;
    if (wanted)
        return gravel_rules_refuse(r, "", "found no %s, which %s needs", name, reason);
    return gravel_rules_refuse(r, name, "found a value that %s has no use for", reason);
}

enum gravel_status
gravel_rules_demand(const struct gravel_rules *r, const char *name, bool wanted, const char *reason)
{
    return gravel_rules_demand_value(r, name, gravel_rules_has(r, name), wanted, reason);
}
