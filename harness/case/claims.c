#include "harness/case/claims.h"

#include "harness/case/check_kinds.h"
#include "harness/case/keys.h"
#include "harness/case/observables.h"
#include "harness/case/tier.h"
#include "harness/case/where.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* engine: e, engine: [e, ..] or engines: [a, b]; all must be engines of the case. */
static enum gravel_status
read_engines(struct gravel_reader *reader, const struct gravel_yaml *node, struct gravel_check *check)
{
    const struct gravel_case *c = reader->c;
    const struct gravel_yaml *one = gravel_yaml_get(node, "engine"), *many = gravel_yaml_get(node, "engines");
    const struct gravel_yaml *list = one != NULL ? one : many;
    const size_t max = sizeof check->engines / sizeof check->engines[0];
    char found[96];
    if (one != NULL && many != NULL)
        return gravel_refuse(reader, many, "checks.engines: found besides engine, allowed one of: engine engines");
    if (list == NULL)
        return GRAVEL_OK;
    const size_t n = list->kind == GRAVEL_YAML_LIST ? list->n : 1;
    if (n == 0 || n > max || list->kind == GRAVEL_YAML_MAP)
        return gravel_refuse(reader, list, "checks.%s: found %s, allowed 1 to %zu engines", list->key,
                             gravel_yaml_text(list, found, sizeof found), max);
    for (size_t k = 0; k < n; k++) {
        const struct gravel_yaml *item = list->kind == GRAVEL_YAML_LIST ? &list->items[k] : list;
        size_t e = 0;
        while (e < c->n_engines && (item->kind != GRAVEL_YAML_SCALAR || strcmp(c->engines[e], item->text) != 0))
            e++;
        if (e == c->n_engines)
            return gravel_refuse(reader, item, "checks.%s: found %s, allowed the engines of the case", list->key,
                                 gravel_yaml_text(item, found, sizeof found));
        for (size_t before = 0; before < check->n_engines; before++)
            if (strcmp(check->engines[before], item->text) == 0)
                return gravel_refuse(reader, item, "checks.%s: found %s twice, allowed each engine once", list->key,
                                     item->text);
        snprintf(check->engines[check->n_engines++], sizeof check->engines[0], "%s", c->engines[e]);
    }
    return GRAVEL_OK;
}

static bool
has_key(const char *const *list, const char *key)
{
    for (; *list != NULL; list++)
        if (strcmp(*list, key) == 0)
            return true;
    return false;
}

/* A key that only some kinds of check have. */
static bool
is_special(const char *key)
{
    for (const struct gravel_check_kind *const *kind = gravel_check_kinds; *kind != NULL; kind++)
        if (has_key((*kind)->needs, key) || has_key((*kind)->one_of, key) || has_key((*kind)->takes, key))
            return strcmp(key, "reference") != 0;
    return false;
}

/* The keys that the kind needs, and none that it does not take. */
static enum gravel_status
check_keys(struct gravel_reader *reader, const struct gravel_yaml *node, const struct gravel_check *check)
{
    const struct gravel_check_kind *kind = check->kind;
    char words[96] = "";
    bool has_one = kind->one_of[0] == NULL;
    for (const char *const *key = kind->needs; *key != NULL; key++)
        if (gravel_yaml_get(node, *key) == NULL)
            return gravel_refuse(reader, node, "checks.%s: found no %s, which it needs", kind->name, *key);
    if (kind->n_engines != 0 && check->n_engines != kind->n_engines)
        return gravel_refuse(reader, node, "checks.%s: found %zu engines, allowed %zu: engines: [a, b]", kind->name,
                             check->n_engines, kind->n_engines);
    for (const char *const *key = kind->one_of; *key != NULL; key++) {
        const size_t used = strlen(words);
        snprintf(words + used, sizeof words - used, "%s%s", used > 0 ? " or " : "", *key);
        has_one = has_one || gravel_yaml_get(node, *key) != NULL;
    }
    if (!has_one)
        return gravel_refuse(reader, node, "checks.%s: found no %s, of which it needs one", kind->name, words);
    for (size_t k = 0; k < node->n; k++) {
        const char *found = node->items[k].key;
        if (is_special(found) && !has_key(kind->needs, found) && !has_key(kind->one_of, found) &&
            !has_key(kind->takes, found))
            return gravel_refuse(reader, &node->items[k], "checks.%s: found %s, which this kind of check does not have",
                                 kind->name, found);
    }
    return GRAVEL_OK;
}

/* Fractions, where there is something that may be one. */
static enum gravel_status
check_relative(struct gravel_reader *reader, const struct gravel_yaml *node, const struct gravel_check *check)
{
    const bool differ = check->kind == &gravel_check_differ;
    if (!check->relative || differ || gravel_yaml_get(node, "within") != NULL ||
        gravel_yaml_get(node, "at_least") != NULL)
        return GRAVEL_OK;
    return gravel_refuse(reader, gravel_yaml_get(node, "relative"),
                         "checks.%s: found relative without within, allowed with within%s", check->kind->name,
                         has_key(check->kind->needs, "at_least") ? " or at_least" : "");
}

/* A curve that falls through a level is none that rises through it.  The difference of two engines vanishes, whichever
 * sign it has before. */
static enum gravel_status
check_direction(struct gravel_reader *reader, const struct gravel_yaml *node, const struct gravel_check *check)
{
    const bool difference = check->n_engines == 2, stated = check->direction != 0;
    if (check->kind != &gravel_check_crossing || stated != difference)
        return GRAVEL_OK;
    return gravel_refuse(reader, node, "checks.crossing: found %s direction with %s, allowed %s", stated ? "a" : "no",
                         difference ? "two engines" : "one engine",
                         difference ? "without it, as their difference vanishes from either side"
                                    : "direction: rising or falling");
}

/* What its values must fulfil together. */
static enum gravel_status
check_values(struct gravel_reader *reader, const struct gravel_yaml *node, const struct gravel_check *check)
{
    if (check->gives[0] == 'c' && check->gives[1] - '0' > check->degree)
        return gravel_refuse(reader, node, "checks.%s: found gives %s at degree %d, allowed up to c%d",
                             check->kind->name, check->gives, check->degree, check->degree);
    if (strcmp(check->gives, "vertex") == 0 && check->degree != 2)
        return gravel_refuse(reader, node, "checks.%s: found gives vertex at degree %d, allowed at degree 2",
                             check->kind->name, check->degree);
    if (!(check->from <= check->to))
        return gravel_refuse(reader, node, "checks.%s: found from %g to %g, allowed from <= to", check->kind->name,
                             check->from, check->to);
    const enum gravel_status status = check_direction(reader, node, check);
    return status == GRAVEL_OK ? check_relative(reader, node, check) : status;
}

/* The one kind of the check, and the observable that its key names. */
static enum gravel_status
read_kind(struct gravel_reader *reader, const struct gravel_yaml *node, struct gravel_check *check)
{
    char names[128];
    size_t used = 0;
    for (const struct gravel_check_kind *const *kind = gravel_check_kinds; *kind != NULL; kind++) {
        const struct gravel_yaml *item = gravel_yaml_get(node, (*kind)->name);
        used += (size_t)snprintf(names + used, sizeof names - used, " %s", (*kind)->name);
        if (item == NULL)
            continue;
        if (check->kind != NULL)
            return gravel_refuse(reader, item, "checks.%s: found besides %s, allowed one kind a check", item->key,
                                 check->kind->name);
        check->kind = *kind;
        char key[GRAVEL_NAME_MAX];
        snprintf(key, sizeof key, "checks.%s", item->key);
        enum gravel_status status = gravel_read_word(reader, item, item->key, check->measure, sizeof check->measure);
        if (status == GRAVEL_OK)
            status = gravel_check_number_name(reader, item, key, check->measure);
        if (status != GRAVEL_OK)
            return status;
    }
    return check->kind != NULL ? GRAVEL_OK
                               : gravel_refuse(reader, node, "checks: found none of, allowed one of:%s", names);
}

static double
real_or(const struct gravel_options *o, const char *path, double otherwise)
{
    return gravel_options_has(o, path) ? gravel_options_real(o, path) : otherwise;
}

static enum gravel_status
read_check(struct gravel_reader *reader, const struct gravel_yaml *node, struct gravel_check *check)
{
    struct gravel_options o = {0};
    check->location = (struct gravel_location){.file = reader->c->path, .line = node->line, .column = node->column};
    enum gravel_status status =
        gravel_read_section(reader, node, "checks", gravel_keys_check, "engine|engines|where", &o);
    if (status == GRAVEL_OK)
        status = read_kind(reader, node, check);
    if (status != GRAVEL_OK)
        goto done;
    check->within = real_or(&o, "checks.within", 0.0);
    check->relative = gravel_options_bool(&o, "checks.relative");
    check->is_absolute = !check->relative && gravel_yaml_get(node, "relative") != NULL;
    check->at_least = real_or(&o, "checks.at_least", 0.0);
    check->level = real_or(&o, "checks.level", 0.0);
    if (gravel_options_has(&o, "checks.direction"))
        check->direction = strcmp(gravel_options_text(&o, "checks.direction"), "rising") == 0 ? 1 : -1;
    check->from = real_or(&o, "checks.from", -INFINITY);
    check->to = real_or(&o, "checks.to", INFINITY);
    check->every_run = gravel_options_bool(&o, "checks.every_run");
    check->degree = gravel_options_has(&o, "checks.degree") ? (int)gravel_options_int(&o, "checks.degree") : 0;
    check->constant = real_or(&o, "checks.constant", NAN);
    if (gravel_options_has(&o, "checks.gives"))
        snprintf(check->gives, sizeof check->gives, "%s", gravel_options_text(&o, "checks.gives"));
    if (gravel_options_has(&o, "checks.offset"))
        snprintf(check->offset, sizeof check->offset, "%s", gravel_options_text(&o, "checks.offset"));
    check->title = strdup(gravel_options_text(&o, "checks.title"));
    if (check->title == NULL)
        status = gravel_no_memory(reader->error);
    const struct gravel_yaml *reference = gravel_yaml_get(node, "reference"), *along = gravel_yaml_get(node, "along");
    if (status == GRAVEL_OK && reference != NULL)
        status = gravel_read_word(reader, reference, "reference", check->reference, sizeof check->reference);
    if (status == GRAVEL_OK && along != NULL)
        status = gravel_read_word(reader, along, "along", check->along, sizeof check->along);
    if (status == GRAVEL_OK && along != NULL)
        status = gravel_check_number_name(reader, along, "checks.along", check->along);
    const struct gravel_yaml *over = gravel_yaml_get(node, "over"), *where = gravel_yaml_get(node, "where");
    if (status == GRAVEL_OK && over != NULL)
        status = gravel_read_word(reader, over, "over", check->over, sizeof check->over);
    if (status == GRAVEL_OK)
        status = read_engines(reader, node, check);
    if (status == GRAVEL_OK)
        status = gravel_read_where(reader, where, &check->where);
    if (status == GRAVEL_OK)
        status = gravel_check_where(reader, where, &check->where);
    if (status == GRAVEL_OK)
        status = check_keys(reader, node, check);
    if (status == GRAVEL_OK)
        status = check_values(reader, node, check);
done:
    gravel_options_free(&o);
    return status;
}

/* Whether the check is one of the tier that is read: its engines and sweeps may be invalid in the other. */
static enum gravel_status
is_meant(struct gravel_reader *reader, const struct gravel_yaml *node, bool *meant)
{
    const struct gravel_yaml *only = node->kind == GRAVEL_YAML_MAP ? gravel_yaml_get(node, "tier") : NULL;
    char found[GRAVEL_NAME_MAX];

    *meant = true;
    if (only == NULL)
        return GRAVEL_OK;
    gravel_yaml_text(only, found, sizeof found);
    if (!gravel_tier_is_known(found))
        return gravel_refuse(reader, only, "checks.tier: found %s, allowed one of: quick full long", found);
    *meant = gravel_tier_includes(reader->c->tier, found);
    return GRAVEL_OK;
}

enum gravel_status
gravel_read_checks(struct gravel_reader *reader, const struct gravel_yaml *list)
{
    struct gravel_case *c = reader->c;
    if (list->kind != GRAVEL_YAML_LIST)
        return gravel_refuse(reader, list, "checks: found no list, allowed a list of mappings");
    c->checks = calloc(list->n + 1, sizeof *c->checks);
    if (c->checks == NULL)
        return gravel_no_memory(reader->error);
    for (size_t k = 0; k < list->n; k++) {
        bool meant;
        enum gravel_status status = is_meant(reader, &list->items[k], &meant);
        if (status == GRAVEL_OK && meant)
            status = read_check(reader, &list->items[k], &c->checks[c->n_checks++]);
        if (status != GRAVEL_OK)
            return status;
    }
    return GRAVEL_OK;
}
