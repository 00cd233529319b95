#include "harness/case/where.h"

#include "harness/case/combination.h"
#include "harness/case/observables.h"
#include "harness/case/schema.h"
#include "harness/record/record.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double same_number = 1e-9; /* relative: numbers of a file and of a record that mean the same */
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
        return condition->text != NULL ? GRAVEL_OK : gravel_no_memory(reader->error);
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

bool
gravel_condition_contains(const struct gravel_condition *condition, double x)
{
    const double margin = same_number * fabs(x);
    return x >= condition->from - margin && x <= condition->to + margin;
}

/* What the parameters decide of a condition: `stated` when they have what its name means. */
static bool
fulfils(const struct gravel_options *parameters, const struct gravel_condition *condition, bool *stated)
{
    const struct gravel_value *value = gravel_options_find(parameters, condition->name);
    const char *text = value != NULL ? value->text : NULL;
    if (condition->text != NULL || text != NULL) {
        *stated = true;
        return condition->text != NULL && text != NULL && strcmp(text, condition->text) == 0;
    }
    const struct gravel_record record = {.parameters = *parameters};
    const double x = gravel_record_number(&record, condition->name);
    *stated = *stated || !isnan(x);
    return gravel_condition_contains(condition, x);
}

static enum gravel_status
refuse_condition(struct gravel_reader *reader, const struct gravel_yaml *node, const struct gravel_condition *condition,
                 const struct gravel_options *parameters)
{
    const struct gravel_record record = {.parameters = *parameters};
    const struct gravel_value *value = gravel_options_find(parameters, condition->name);
    char found[96], one[96];
    if (condition->text == NULL && condition->from < condition->to)
        snprintf(found, sizeof found, "from %g to %g", condition->from, condition->to);
    else
        gravel_yaml_text(node, found, sizeof found);
    if (value != NULL && value->text != NULL)
        snprintf(one, sizeof one, "%.90s", value->text);
    else
        snprintf(one, sizeof one, "%g", gravel_record_number(&record, condition->name));
    return gravel_refuse(reader, node, "where.%s: found %s, which no point of the tier %s fulfils; one has %s",
                         condition->name, found, reader->c->tier, one);
}

/* A condition on a parameter is one that some point of the case fulfils. */
static enum gravel_status
check_fulfilled(struct gravel_reader *reader, const struct gravel_yaml *node, const struct gravel_condition *condition)
{
    const size_t n = gravel_case_n_combinations(reader->c);
    enum gravel_status status = GRAVEL_OK;
    bool stated = false, fulfilled = false;
    for (size_t k = 0; k < n && status == GRAVEL_OK && !fulfilled; k++) {
        struct gravel_options parameters;
        status = gravel_case_at(reader->c, k, &parameters, reader->error);
        if (status != GRAVEL_OK)
            return status;
        fulfilled = fulfils(&parameters, condition, &stated);
        if (k + 1 == n && stated && !fulfilled)
            status = refuse_condition(reader, node, condition, &parameters);
        gravel_options_free(&parameters);
    }
    return status;
}

static enum gravel_status
check_engine(struct gravel_reader *reader, const struct gravel_yaml *node, const char *name)
{
    char engines[160] = "";
    for (size_t e = 0; e < reader->c->n_engines; e++) {
        const size_t used = strlen(engines);
        if (strcmp(reader->c->engines[e], name) == 0)
            return GRAVEL_OK;
        snprintf(engines + used, sizeof engines - used, " %s", reader->c->engines[e]);
    }
    return gravel_refuse(reader, node, "where.engine: found %.60s, allowed one of:%s", name, engines);
}

static enum gravel_status
check_name(struct gravel_reader *reader, const struct gravel_yaml *node, const struct gravel_condition *condition)
{
    const char *name = condition->name;
    struct gravel_error why;
    if (condition->text == NULL && (gravel_names_invariant(name) || gravel_case_measures(reader->c, name)) &&
        !gravel_case_determines(reader->c, name))
        return gravel_refuse(
            reader, node,
            "where: found %s, which depends on the run, allowed a parameter, or a number that follows from "
            "the parameters: which points are judged must not depend on the run",
            name);
    if (condition->text == NULL)
        return gravel_check_setting_name(reader, node, "where", name);
    if (strcmp(name, "engine") == 0)
        return check_engine(reader, node, condition->text);
    return gravel_schema_find(name, &reader->c->parameters, &why) != NULL
               ? GRAVEL_OK
               : gravel_refuse(reader, node, "where: %s, allowed for a text: the whole path of a parameter", why.text);
}

enum gravel_status
gravel_check_where(struct gravel_reader *reader, const struct gravel_yaml *map, const struct gravel_where *where)
{
    enum gravel_status status = GRAVEL_OK;
    for (size_t k = 0; k < where->n && status == GRAVEL_OK; k++)
        if (strcmp(where->items[k].name, "engine") != 0 && !gravel_case_measures(reader->c, where->items[k].name))
            status = check_fulfilled(reader, &map->items[k], &where->items[k]);
    return status;
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
        return gravel_no_memory(reader->error);
    for (size_t k = 0; k < map->n; k++) {
        where->n = k + 1;
        enum gravel_status status = read_condition(reader, &map->items[k], &where->items[k]);
        if (status == GRAVEL_OK && reader->c != NULL)
            status = check_name(reader, &map->items[k], &where->items[k]);
        if (status != GRAVEL_OK)
            return status;
    }
    return GRAVEL_OK;
}
