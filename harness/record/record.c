#include "harness/record/record.h"

#include "engines/core/array.h"
#include "engines/core/words.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const status_names[] = {
    [GRAVEL_POINT_DONE] = "done",       [GRAVEL_POINT_BROKEN] = "broken",
    [GRAVEL_POINT_FAILED] = "failed",   [GRAVEL_POINT_NOT_APPLICABLE] = "not applicable",
    [GRAVEL_POINT_SKIPPED] = "skipped",
};

const char *
gravel_point_status_name(enum gravel_point_status status)
{
    return status_names[status];
}

bool
gravel_point_status_parse(const char *name, enum gravel_point_status *status)
{
    for (size_t k = 0; k < sizeof status_names / sizeof *status_names; k++)
        if (strcmp(status_names[k], name) == 0) {
            *status = (enum gravel_point_status)k;
            return true;
        }
    return false;
}

static void
table_free(struct gravel_table *table)
{
    free(table->columns);
    free(table->units);
    free(table->data);
}

void
gravel_record_free(struct gravel_record *record)
{
    free(record->case_name);
    free(record->family);
    free(record->engine);
    free(record->tier);
    free(record->message);
    gravel_options_free(&record->parameters);
    for (size_t k = 0; k < record->n_tables; k++)
        table_free(&record->tables[k]);
    free(record->observables);
    free(record->tables);
    free(record->invariants);
    free(record->counters);
    *record = (struct gravel_record){0};
}

enum gravel_status
gravel_record_set_text(char **field, const char *text)
{
    char *copy = strdup(text);
    if (copy == NULL)
        return GRAVEL_MEMORY;
    free(*field);
    *field = copy;
    return GRAVEL_OK;
}

/* Search by name is linear: a record has tens of entries. */

const struct gravel_observable *
gravel_record_observable(const struct gravel_record *record, const char *name)
{
    for (size_t k = 0; k < record->n_observables; k++)
        if (strcmp(record->observables[k].name, name) == 0)
            return &record->observables[k];
    return NULL;
}

const struct gravel_table *
gravel_record_table(const struct gravel_record *record, const char *name)
{
    for (size_t k = 0; k < record->n_tables; k++)
        if (strcmp(record->tables[k].name, name) == 0)
            return &record->tables[k];
    return NULL;
}

double
gravel_record_counter(const struct gravel_record *record, const char *name)
{
    for (size_t k = 0; k < record->n_counters; k++)
        if (strcmp(record->counters[k].name, name) == 0)
            return record->counters[k].value;
    return NAN;
}

const struct gravel_invariant *
gravel_record_invariant(const struct gravel_record *record, const char *name)
{
    for (size_t k = 0; k < record->n_invariants; k++)
        if (strcmp(record->invariants[k].name, name) == 0)
            return &record->invariants[k];
    return NULL;
}

int
gravel_table_column(const struct gravel_table *table, const char *name)
{
    for (size_t k = 0; k < table->n_columns; k++)
        if (strcmp(table->columns[k], name) == 0)
            return (int)k;
    return -1;
}

static bool
is_number(const struct gravel_value *value)
{
    return value->type == GRAVEL_TYPE_REAL || value->type == GRAVEL_TYPE_INT || value->type == GRAVEL_TYPE_BOOL;
}

static bool
ends_with_part(const char *path, const char *part)
{
    const size_t n = strlen(path), m = strlen(part);
    return n > m && path[n - m - 1] == '.' && strcmp(path + n - m, part) == 0;
}

static double
parameter_number(const struct gravel_options *parameters, const char *name)
{
    const struct gravel_value *value = gravel_options_find(parameters, name);
    if (value != NULL)
        return is_number(value) ? value->real : NAN;
    for (size_t k = 0; k < parameters->n; k++) {
        if (!is_number(&parameters->items[k].value) || !ends_with_part(parameters->items[k].path, name))
            continue;
        if (value != NULL)
            return NAN; /* ambiguous */
        value = &parameters->items[k].value;
    }
    return value != NULL ? value->real : NAN;
}

/* Whether the record has an observable or a counter of this name; *value is its number. */
static bool
find_measured(const struct gravel_record *record, const char *name, double *value)
{
    const struct gravel_observable *observable = gravel_record_observable(record, name);
    if (observable != NULL) {
        *value = observable->value;
        return true;
    }
    for (size_t k = 0; k < record->n_counters; k++)
        if (strcmp(record->counters[k].name, name) == 0) {
            *value = record->counters[k].value;
            return true;
        }
    return false;
}

double
gravel_record_measured(const struct gravel_record *record, const char *name)
{
    double value;
    return find_measured(record, name, &value) ? value : NAN;
}

double
gravel_record_number(const struct gravel_record *record, const char *name)
{
    double value;
    return find_measured(record, name, &value) ? value : parameter_number(&record->parameters, name);
}

enum gravel_status
gravel_record_add_observable(struct gravel_record *record, const char *name, const char *unit, double value, double err,
                             double n_eff)
{
    if (!gravel_array_grow(&record->observables, &record->observables_capacity, record->n_observables + 1,
                           sizeof *record->observables))
        return GRAVEL_MEMORY;
    struct gravel_observable *o = &record->observables[record->n_observables++];
    *o = (struct gravel_observable){.value = value, .err = err, .n_eff = n_eff};
    snprintf(o->name, sizeof o->name, "%s", name);
    snprintf(o->unit, sizeof o->unit, "%s", unit);
    return GRAVEL_OK;
}

enum gravel_status
gravel_record_add_invariant(struct gravel_record *record, const char *name, double value, double limit)
{
    if (!gravel_array_grow(&record->invariants, &record->invariants_capacity, record->n_invariants + 1,
                           sizeof *record->invariants))
        return GRAVEL_MEMORY;
    struct gravel_invariant *i = &record->invariants[record->n_invariants++];
    *i = (struct gravel_invariant){.value = value, .limit = limit, .ok = fabs(value) <= limit};
    snprintf(i->name, sizeof i->name, "%s", name);
    return GRAVEL_OK;
}

enum gravel_status
gravel_record_add_counter(struct gravel_record *record, const char *name, double value)
{
    if (!gravel_array_grow(&record->counters, &record->counters_capacity, record->n_counters + 1,
                           sizeof *record->counters))
        return GRAVEL_MEMORY;
    struct gravel_counter *c = &record->counters[record->n_counters++];
    *c = (struct gravel_counter){.value = value};
    snprintf(c->name, sizeof c->name, "%s", name);
    return GRAVEL_OK;
}

static enum gravel_status
table_create(struct gravel_table *table, const char *name, size_t n_columns, size_t n_rows)
{
    *table = (struct gravel_table){.n_columns = n_columns, .n_rows = n_rows};
    snprintf(table->name, sizeof table->name, "%s", name);
    table->columns = calloc(n_columns + 1, sizeof *table->columns);
    table->units = calloc(n_columns + 1, sizeof *table->units);
    table->data = calloc(n_columns * n_rows + 1, sizeof *table->data);
    if (table->columns == NULL || table->units == NULL || table->data == NULL) {
        table_free(table);
        return GRAVEL_MEMORY;
    }
    return GRAVEL_OK;
}

enum gravel_status
gravel_record_add_table(struct gravel_record *record, const char *name, const char *columns, const char *units,
                        size_t n_rows, const double *data)
{
    const size_t n_columns = gravel_word_list_count(columns);
    if (!gravel_array_grow(&record->tables, &record->tables_capacity, record->n_tables + 1, sizeof *record->tables))
        return GRAVEL_MEMORY;
    struct gravel_table *table = &record->tables[record->n_tables];
    if (table_create(table, name, n_columns, n_rows) != GRAVEL_OK)
        return GRAVEL_MEMORY;
    for (size_t k = 0; k < n_columns; k++) {
        gravel_word_list_get(columns, k, table->columns[k], sizeof *table->columns);
        gravel_word_list_get(units, k, table->units[k], sizeof *table->units);
    }
    if (n_rows > 0)
        memcpy(table->data, data, n_columns * n_rows * sizeof *data);
    record->n_tables++;
    return GRAVEL_OK;
}

void
gravel_records_free(struct gravel_records *records)
{
    for (size_t k = 0; k < records->n; k++)
        gravel_record_free(&records->items[k]);
    free(records->items);
    *records = (struct gravel_records){0};
}

enum gravel_status
gravel_records_append(struct gravel_records *records, struct gravel_record *record)
{
    if (!gravel_array_grow(&records->items, &records->capacity, records->n + 1, sizeof *records->items))
        return GRAVEL_MEMORY;
    records->items[records->n++] = *record;
    *record = (struct gravel_record){0};
    return GRAVEL_OK;
}
