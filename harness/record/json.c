/* Records as JSON.  Lossless: JSON_REAL_PRECISION(17) when dumped, NaN and infinities as the strings "nan", "inf",
 * "-inf", seeds as decimal strings (JSON numbers end at 2^53 for many readers). */
#include "harness/record/record.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const type_names[] = {
    [GRAVEL_TYPE_REAL] = "real", [GRAVEL_TYPE_INT] = "int",       [GRAVEL_TYPE_BOOL] = "bool",
    [GRAVEL_TYPE_TEXT] = "text", [GRAVEL_TYPE_CHOICE] = "choice", [GRAVEL_TYPE_VEC3] = "vec3",
};

static json_t *
real_to_json(double x)
{
    if (isnan(x))
        return json_string("nan");
    if (isinf(x))
        return json_string(x > 0.0 ? "inf" : "-inf");
    return json_real(x);
}

static bool
real_from_json(const json_t *json, double *x)
{
    *x = NAN;
    if (json_is_number(json)) {
        *x = json_number_value(json);
        return true;
    }
    const char *text = json_string_value(json);
    if (text == NULL)
        return false;
    if (strcmp(text, "inf") == 0)
        *x = INFINITY;
    else if (strcmp(text, "-inf") == 0)
        *x = -INFINITY;
    else
        return strcmp(text, "nan") == 0;
    return true;
}

static json_t *
value_to_json(const struct gravel_value *value)
{
    switch (value->type) {
    case GRAVEL_TYPE_REAL: return real_to_json(value->real);
    case GRAVEL_TYPE_INT: return json_integer((json_int_t)value->real);
    case GRAVEL_TYPE_BOOL: return json_boolean(value->real != 0.0);
    case GRAVEL_TYPE_TEXT:
    case GRAVEL_TYPE_CHOICE: return json_string(value->text != NULL ? value->text : "");
    case GRAVEL_TYPE_VEC3:
        return json_pack("[o,o,o]", real_to_json(value->vec.x), real_to_json(value->vec.y), real_to_json(value->vec.z));
    }
    return NULL;
}

/* value->text is owned by the JSON object. */
static bool
value_from_json(const json_t *json, const char *type, struct gravel_value *value)
{
    size_t k = 0;
    while (k < sizeof type_names / sizeof *type_names && strcmp(type_names[k], type) != 0)
        k++;
    *value = (struct gravel_value){.type = (enum gravel_type)k};
    switch (value->type) {
    case GRAVEL_TYPE_REAL:
    case GRAVEL_TYPE_INT: return real_from_json(json, &value->real);
    case GRAVEL_TYPE_BOOL: value->real = json_is_true(json) ? 1.0 : 0.0; return json_is_boolean(json);
    case GRAVEL_TYPE_TEXT:
    case GRAVEL_TYPE_CHOICE: value->text = (char *)json_string_value(json); return value->text != NULL;
    case GRAVEL_TYPE_VEC3:
        return json_array_size(json) == 3 && real_from_json(json_array_get(json, 0), &value->vec.x) &&
               real_from_json(json_array_get(json, 1), &value->vec.y) &&
               real_from_json(json_array_get(json, 2), &value->vec.z);
    }
    return false;
}

json_t *
gravel_parameters_to_json(const struct gravel_options *parameters)
{
    json_t *json = json_object();
    for (size_t k = 0; json != NULL && k < parameters->n; k++) {
        const struct gravel_option *option = &parameters->items[k];
        json_t *item =
            json_pack("{s:s, s:o}", "type", type_names[option->value.type], "value", value_to_json(&option->value));
        if (json_object_set_new(json, option->path, item) != 0) {
            json_decref(json);
            return NULL;
        }
    }
    return json;
}

enum gravel_status
gravel_parameters_from_json(struct gravel_options *parameters, const json_t *json, struct gravel_error *error)
{
    const char *path;
    json_t *item;
    if (!json_is_object(json))
        return gravel_fail(error, GRAVEL_INPUT, "record: parameters are no JSON object");
    json_object_foreach((json_t *)json, path, item)
    {
        struct gravel_value value;
        const char *type = json_string_value(json_object_get(item, "type"));
        if (type == NULL || !value_from_json(json_object_get(item, "value"), type, &value))
            return gravel_fail(error, GRAVEL_INPUT, "record: parameter %s has no type or a wrong value", path);
        const enum gravel_status status = gravel_options_set(parameters, path, &value, error);
        if (status != GRAVEL_OK)
            return status;
    }
    return GRAVEL_OK;
}

static json_t *
table_to_json(const struct gravel_table *table)
{
    json_t *columns = json_array(), *units = json_array(), *rows = json_array();
    int bad = 0;
    for (size_t k = 0; k < table->n_columns; k++) {
        bad |= json_array_append_new(columns, json_string(table->columns[k]));
        bad |= json_array_append_new(units, json_string(table->units[k]));
    }
    for (size_t r = 0; r < table->n_rows; r++) {
        json_t *row = json_array();
        for (size_t k = 0; k < table->n_columns; k++)
            bad |= json_array_append_new(row, real_to_json(table->data[r * table->n_columns + k]));
        bad |= json_array_append_new(rows, row);
    }
    json_t *json =
        json_pack("{s:s, s:o, s:o, s:o}", "name", table->name, "columns", columns, "units", units, "rows", rows);
    if (bad == 0)
        return json;
    json_decref(json);
    return NULL;
}

/* The lists of a record. NULL when out of memory. */
static json_t *
lists_to_json(const struct gravel_record *record)
{
    json_t *observables = json_array(), *invariants = json_array(), *counters = json_array(), *tables = json_array();
    int bad = 0;
    for (size_t k = 0; k < record->n_observables; k++) {
        const struct gravel_observable *o = &record->observables[k];
        bad |= json_array_append_new(observables, json_pack("{s:s, s:s, s:o, s:o, s:o}", "name", o->name, "unit",
                                                            o->unit, "value", real_to_json(o->value), "err",
                                                            real_to_json(o->err), "n_eff", real_to_json(o->n_eff)));
    }
    for (size_t k = 0; k < record->n_invariants; k++) {
        const struct gravel_invariant *i = &record->invariants[k];
        bad |= json_array_append_new(invariants,
                                     json_pack("{s:s, s:o, s:o, s:b}", "name", i->name, "value", real_to_json(i->value),
                                               "limit", real_to_json(i->limit), "ok", (int)i->ok));
    }
    for (size_t k = 0; k < record->n_counters; k++)
        bad |= json_array_append_new(counters, json_pack("{s:s, s:o}", "name", record->counters[k].name, "value",
                                                         real_to_json(record->counters[k].value)));
    for (size_t k = 0; k < record->n_tables; k++)
        bad |= json_array_append_new(tables, table_to_json(&record->tables[k]));
    json_t *json = json_pack("{s:o, s:o, s:o, s:o}", "observables", observables, "invariants", invariants, "counters",
                             counters, "tables", tables);
    if (bad == 0)
        return json;
    json_decref(json);
    return NULL;
}

static const char *
text_of(const char *text)
{
    return text != NULL ? text : "";
}

json_t *
gravel_record_to_json(const struct gravel_record *record)
{
    char seed[24];
    snprintf(seed, sizeof seed, "%" PRIu64, record->seed);
    json_t *json = json_pack(
        "{s:s, s:s, s:s, s:s, s:s, s:s, s:i, s:s, s:s, s:o, s:o, s:b, s:o, s:s, s:s, s:s, s:s, s:o}", "key",
        record->key, "case", text_of(record->case_name), "family", text_of(record->family), "engine",
        text_of(record->engine), "tier", text_of(record->tier), "seed", seed, "replicate", record->replicate, "status",
        gravel_point_status_name(record->status), "message", text_of(record->message), "cpu_seconds",
        real_to_json(record->cpu_seconds), "simulated_seconds", real_to_json(record->simulated_seconds), "steady",
        (int)record->steady, "transient", real_to_json(record->transient), "commit", record->commit, "compiler",
        record->compiler, "host", record->host, "started", record->started, "parameters",
        gravel_parameters_to_json(&record->parameters));
    json_t *lists = lists_to_json(record);
    if (json == NULL || lists == NULL || json_object_update(json, lists) != 0) {
        json_decref(json);
        json = NULL;
    }
    json_decref(lists);
    return json;
}

static enum gravel_status
table_from_json(struct gravel_record *record, const json_t *json)
{
    const json_t *columns = json_object_get(json, "columns"), *units = json_object_get(json, "units"),
                 *rows = json_object_get(json, "rows");
    const char *name = json_string_value(json_object_get(json, "name"));
    const size_t n_columns = json_array_size(columns), n_rows = json_array_size(rows);
    if (name == NULL || n_columns == 0)
        return GRAVEL_INPUT;
    enum gravel_status status = GRAVEL_MEMORY;
    const size_t size = 33 * n_columns;
    double *data = malloc((n_columns * n_rows + 1) * sizeof *data);
    char *heads = calloc(2, size);
    if (data == NULL || heads == NULL)
        goto end;
    char *const head_units = heads + size;
    status = GRAVEL_INPUT;
    for (size_t k = 0; k < n_columns; k++) {
        const char *column = json_string_value(json_array_get(columns, k));
        const char *unit = json_string_value(json_array_get(units, k));
        if (column == NULL || unit == NULL || strlen(column) > 31 || strlen(unit) > 23)
            goto end;
        sprintf(heads + strlen(heads), "%s%s", k > 0 ? "|" : "", column);
        sprintf(head_units + strlen(head_units), "%s%s", k > 0 ? "|" : "", unit);
    }
    for (size_t r = 0; r < n_rows; r++)
        for (size_t k = 0; k < n_columns; k++)
            if (!real_from_json(json_array_get(json_array_get(rows, r), k), &data[r * n_columns + k]))
                goto end;
    status = gravel_record_add_table(record, name, heads, head_units, n_rows, data);
end:
    free(data);
    free(heads);
    return status;
}

static enum gravel_status
observable_from_json(struct gravel_record *record, const json_t *json)
{
    const char *name = json_string_value(json_object_get(json, "name"));
    const char *unit = json_string_value(json_object_get(json, "unit"));
    double value, err, n_eff;
    if (name == NULL || unit == NULL || !real_from_json(json_object_get(json, "value"), &value) ||
        !real_from_json(json_object_get(json, "err"), &err) || !real_from_json(json_object_get(json, "n_eff"), &n_eff))
        return GRAVEL_INPUT;
    return gravel_record_add_observable(record, name, unit, value, err, n_eff);
}

static enum gravel_status
invariant_from_json(struct gravel_record *record, const json_t *json)
{
    const char *name = json_string_value(json_object_get(json, "name"));
    double value, limit;
    if (name == NULL || !real_from_json(json_object_get(json, "value"), &value) ||
        !real_from_json(json_object_get(json, "limit"), &limit))
        return GRAVEL_INPUT;
    return gravel_record_add_invariant(record, name, value, limit);
}

static enum gravel_status
counter_from_json(struct gravel_record *record, const json_t *json)
{
    const char *name = json_string_value(json_object_get(json, "name"));
    double value;
    if (name == NULL || !real_from_json(json_object_get(json, "value"), &value))
        return GRAVEL_INPUT;
    return gravel_record_add_counter(record, name, value);
}

static enum gravel_status
lists_from_json(struct gravel_record *record, const json_t *json, struct gravel_error *error)
{
    static const struct {
        const char *name;
        enum gravel_status (*add)(struct gravel_record *record, const json_t *json);
    } lists[] = {{"observables", observable_from_json},
                 {"invariants", invariant_from_json},
                 {"counters", counter_from_json},
                 {"tables", table_from_json}};
    for (size_t l = 0; l < sizeof lists / sizeof *lists; l++) {
        const json_t *list = json_object_get(json, lists[l].name);
        for (size_t k = 0; k < json_array_size(list); k++) {
            const enum gravel_status status = lists[l].add(record, json_array_get(list, k));
            if (status != GRAVEL_OK)
                return gravel_fail(error, status, "record: %s[%zu]: %s", lists[l].name, k, gravel_status_text(status));
        }
    }
    return GRAVEL_OK;
}

static enum gravel_status
heads_from_json(struct gravel_record *record, const json_t *json, struct gravel_error *error)
{
    struct {
        const char *key;
        char **owned; /* either a text that the record owns */
        char *buffer; /* or one of fixed size */
        size_t size;
    } const texts[] = {
        {"case", &record->case_name, NULL, 0},
        {"family", &record->family, NULL, 0},
        {"engine", &record->engine, NULL, 0},
        {"tier", &record->tier, NULL, 0},
        {"message", &record->message, NULL, 0},
        {"key", NULL, record->key, sizeof record->key},
        {"commit", NULL, record->commit, sizeof record->commit},
        {"compiler", NULL, record->compiler, sizeof record->compiler},
        {"host", NULL, record->host, sizeof record->host},
        {"started", NULL, record->started, sizeof record->started},
    };
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        const char *text = json_string_value(json_object_get(json, texts[k].key));
        if (text == NULL)
            return gravel_fail(error, GRAVEL_INPUT, "record: no text \"%s\"", texts[k].key);
        if (texts[k].owned == NULL)
            snprintf(texts[k].buffer, texts[k].size, "%s", text);
        else if (gravel_record_set_text(texts[k].owned, text) != GRAVEL_OK)
            return gravel_no_memory(error);
    }
    const char *seed = json_string_value(json_object_get(json, "seed"));
    const char *status = json_string_value(json_object_get(json, "status"));
    if (seed == NULL || status == NULL || !gravel_point_status_parse(status, &record->status) ||
        !real_from_json(json_object_get(json, "cpu_seconds"), &record->cpu_seconds) ||
        !real_from_json(json_object_get(json, "simulated_seconds"), &record->simulated_seconds) ||
        !real_from_json(json_object_get(json, "transient"), &record->transient))
        return gravel_fail(error, GRAVEL_INPUT, "record: no seed, status, time or transient");
    record->seed = strtoull(seed, NULL, 10);
    record->replicate = (int)json_integer_value(json_object_get(json, "replicate"));
    record->steady = json_is_true(json_object_get(json, "steady"));
    return GRAVEL_OK;
}

enum gravel_status
gravel_record_from_json(struct gravel_record *record, const json_t *json, struct gravel_error *error)
{
    *record = (struct gravel_record){0};
    enum gravel_status status = heads_from_json(record, json, error);
    if (status == GRAVEL_OK)
        status = gravel_parameters_from_json(&record->parameters, json_object_get(json, "parameters"), error);
    if (status == GRAVEL_OK)
        status = lists_from_json(record, json, error);
    if (status != GRAVEL_OK)
        gravel_record_free(record);
    return status;
}
