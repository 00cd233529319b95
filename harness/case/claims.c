/* Conditions and checks of a case file. */
#include "harness/case/read.h"

#include "harness/case/schema.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct gravel_key any_number = {"number", .type = GRAVEL_TYPE_REAL};

/* A number of a condition; false for texts. */
static bool
is_number(const struct gravel_yaml *node, double *number)
{
    struct gravel_value value;
    if (node->kind != GRAVEL_YAML_SCALAR || node->quoted ||
        gravel_key_parse(&any_number, node->text, &value, NULL) != GRAVEL_OK)
        return false;
    *number = value.real;
    return true;
}

static enum gravel_status
read_condition(struct gravel_reader *reader, const struct gravel_yaml *item, struct gravel_condition *condition)
{
    *condition = (struct gravel_condition){.from = -INFINITY, .to = INFINITY};
    if (strlen(item->key) >= sizeof condition->name)
        return gravel_refuse(reader, item, "where: found a name of %zu characters, allowed at most %zu",
                             strlen(item->key), sizeof condition->name - 1);
    snprintf(condition->name, sizeof condition->name, "%s", item->key);
    if (is_number(item, &condition->from)) {
        condition->to = condition->from;
        return GRAVEL_OK;
    }
    if (item->kind == GRAVEL_YAML_SCALAR && item->text[0] != '\0') {
        condition->text = strdup(item->text);
        return condition->text != NULL ? GRAVEL_OK : gravel_fail(reader->error, GRAVEL_MEMORY, "out of memory");
    }
    for (size_t k = 0; item->kind == GRAVEL_YAML_MAP && k < item->n; k++) {
        const struct gravel_yaml *end = &item->items[k];
        double *to = strcmp(end->key, "from") == 0 ? &condition->from
                     : strcmp(end->key, "to") == 0 ? &condition->to
                                                   : NULL;
        if (to == NULL || !is_number(end, to))
            return gravel_refuse(reader, end, "where.%s: found %.60s, allowed {from: number, to: number}",
                                 condition->name, end->key);
    }
    if (item->kind != GRAVEL_YAML_MAP || item->n == 0 || condition->from > condition->to)
        return gravel_refuse(reader, item,
                             "where.%s: allowed a number, a text or {from: number, to: number} with "
                             "from <= to",
                             condition->name);
    return GRAVEL_OK;
}

enum gravel_status
gravel_read_where(struct gravel_reader *reader, const struct gravel_yaml *map, struct gravel_where *where)
{
    char found[96];
    if (map == NULL)
        return GRAVEL_OK;
    if (map->kind != GRAVEL_YAML_MAP || map->n == 0)
        return gravel_refuse(reader, map, "where: found %s, allowed a mapping of conditions",
                             gravel_yaml_text(map, found, sizeof found));
    where->items = calloc(map->n, sizeof *where->items);
    if (where->items == NULL)
        return gravel_fail(reader->error, GRAVEL_MEMORY, "out of memory");
    for (size_t k = 0; k < map->n; k++) {
        where->n = k + 1;
        const enum gravel_status status = read_condition(reader, &map->items[k], &where->items[k]);
        if (status != GRAVEL_OK)
            return status;
    }
    return GRAVEL_OK;
}

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
        snprintf(check->engines[check->n_engines++], sizeof check->engines[0], "%s", c->engines[e]);
    }
    return GRAVEL_OK;
}

static const struct {
    const char *name;
    enum gravel_check_kind kind;
    const char *needs; /* keys that this kind cannot do without */
    size_t n_engines;  /* 0: any number */
} kinds[] = {
    {"agree", GRAVEL_CHECK_AGREE, "", 2},
    {"differ", GRAVEL_CHECK_DIFFER, "at_least", 2},
    {"collapse", GRAVEL_CHECK_COLLAPSE, "along|within", 0},
    {"rises", GRAVEL_CHECK_RISES, "along", 0},
    {"falls", GRAVEL_CHECK_FALLS, "along", 0},
    {"slope", GRAVEL_CHECK_SLOPE, "along|reference", 0},
    {"fit", GRAVEL_CHECK_FIT, "along|degree|gives|reference", 0},
    {"bound", GRAVEL_CHECK_BOUND, "", 0},
    {"crossing", GRAVEL_CHECK_CROSSING, "along|level", 0},
    {"measure", GRAVEL_CHECK_REFERENCE, "reference", 0},
};
enum { KIND_COUNT = sizeof kinds / sizeof kinds[0] };

static enum gravel_status
check_needs(struct gravel_reader *reader, const struct gravel_yaml *node, size_t kind, const struct gravel_check *check)
{
    for (const char *s = kinds[kind].needs; *s != '\0'; s += *s == '|') {
        char name[32];
        const size_t length = strcspn(s, "|");
        snprintf(name, sizeof name, "%.*s", (int)length, s);
        s += length;
        if (gravel_yaml_get(node, name) == NULL)
            return gravel_refuse(reader, node, "checks.%s: found no %s, which it needs", kinds[kind].name, name);
    }
    if (kinds[kind].n_engines != 0 && check->n_engines != kinds[kind].n_engines)
        return gravel_refuse(reader, node, "checks.%s: found %zu engines, allowed %zu: engines: [a, b]",
                             kinds[kind].name, check->n_engines, kinds[kind].n_engines);
    if (check->kind == GRAVEL_CHECK_AGREE && check->reference[0] == '\0' && gravel_yaml_get(node, "within") == NULL)
        return gravel_refuse(reader, node, "checks.agree: found no tolerance, allowed within or reference");
    const bool bounds = gravel_yaml_get(node, "from") != NULL || gravel_yaml_get(node, "to") != NULL;
    const bool may = check->kind == GRAVEL_CHECK_BOUND || check->kind == GRAVEL_CHECK_CROSSING;
    if (bounds != may && check->reference[0] == '\0')
        return gravel_refuse(reader, node, "checks.%s: found %s from or to, %s", kinds[kind].name, bounds ? "a" : "no",
                             bounds ? "which only bound has" : "which it needs");
    const bool fit = check->kind == GRAVEL_CHECK_FIT, polynomial = fit || check->kind == GRAVEL_CHECK_COLLAPSE;
    if ((check->degree != 0 && !polynomial) || (!fit && (check->gives[0] != '\0' || !isnan(check->constant))))
        return gravel_refuse(reader, node,
                             "checks.%s: found degree, constant or gives, which only fit has (and "
                             "collapse a degree)",
                             kinds[kind].name);
    if (fit && check->gives[0] == 'c' && check->gives[1] - '0' > check->degree)
        return gravel_refuse(reader, node, "checks.fit: found gives %s at degree %d, allowed up to c%d", check->gives,
                             check->degree, check->degree);
    if (!(check->from <= check->to))
        return gravel_refuse(reader, node, "checks.bound: found from %g to %g, allowed from <= to", check->from,
                             check->to);
    return GRAVEL_OK;
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
    check->place = (struct gravel_place){.file = reader->c->path, .line = node->line, .column = node->column};
    enum gravel_status status =
        gravel_read_section(reader, node, "checks", gravel_keys_check, "engine|engines|where", &o);
    size_t kind = KIND_COUNT;
    for (size_t k = 0; k < KIND_COUNT && status == GRAVEL_OK; k++) {
        const struct gravel_yaml *item = gravel_yaml_get(node, kinds[k].name);
        if (item == NULL)
            continue;
        if (kind != KIND_COUNT)
            status = gravel_refuse(reader, item, "checks.%s: found besides %s, allowed one kind a check", item->key,
                                   kinds[kind].name);
        else
            status = gravel_read_word(reader, item, kinds[k].name, check->measure, sizeof check->measure);
        kind = k;
    }
    if (status == GRAVEL_OK && kind == KIND_COUNT)
        status = gravel_refuse(reader, node,
                               "checks: found none of, allowed one of: measure (with reference) agree "
                               "differ collapse rises falls slope fit bound");
    if (status != GRAVEL_OK)
        goto done;
    check->kind = kinds[kind].kind;
    check->within = real_or(&o, "checks.within", 0.0);
    check->relative = gravel_options_bool(&o, "checks.relative");
    check->at_least = real_or(&o, "checks.at_least", 0.0);
    check->level = real_or(&o, "checks.level", 0.0);
    check->from = real_or(&o, "checks.from", -INFINITY);
    check->to = real_or(&o, "checks.to", INFINITY);
    check->degree = gravel_options_has(&o, "checks.degree") ? (int)gravel_options_int(&o, "checks.degree") : 0;
    check->constant = real_or(&o, "checks.constant", NAN);
    if (gravel_options_has(&o, "checks.gives"))
        snprintf(check->gives, sizeof check->gives, "%s", gravel_options_text(&o, "checks.gives"));
    check->title = strdup(gravel_options_text(&o, "checks.title"));
    if (check->title == NULL)
        status = gravel_fail(reader->error, GRAVEL_MEMORY, "out of memory");
    const struct gravel_yaml *reference = gravel_yaml_get(node, "reference"), *along = gravel_yaml_get(node, "along");
    if (status == GRAVEL_OK && reference != NULL)
        status = gravel_read_word(reader, reference, "reference", check->reference, sizeof check->reference);
    if (status == GRAVEL_OK && along != NULL)
        status = gravel_read_word(reader, along, "along", check->along, sizeof check->along);
    const struct gravel_yaml *over = gravel_yaml_get(node, "over");
    if (status == GRAVEL_OK && over != NULL)
        status = gravel_read_word(reader, over, "over", check->over, sizeof check->over);
    if (status == GRAVEL_OK)
        status = read_engines(reader, node, check);
    if (status == GRAVEL_OK)
        status = gravel_read_where(reader, gravel_yaml_get(node, "where"), &check->where);
    if (status == GRAVEL_OK)
        status = check_needs(reader, node, kind, check);
done:
    gravel_options_free(&o);
    return status;
}

/* Whether the check is one of the tier that is read: what it says of engines and sweeps may not hold in the other. */
static enum gravel_status
is_meant(struct gravel_reader *reader, const struct gravel_yaml *node, bool *meant)
{
    const struct gravel_yaml *only = node->kind == GRAVEL_YAML_MAP ? gravel_yaml_get(node, "tier") : NULL;
    char found[GRAVEL_NAME_MAX];

    *meant = true;
    if (only == NULL)
        return GRAVEL_OK;
    gravel_yaml_text(only, found, sizeof found);
    if (strcmp(found, "quick") != 0 && strcmp(found, "full") != 0)
        return gravel_refuse(reader, only, "checks.tier: found %s, allowed one of: quick full", found);
    *meant = strcmp(found, reader->c->tier) == 0;
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
        return gravel_fail(reader->error, GRAVEL_MEMORY, "out of memory");
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
