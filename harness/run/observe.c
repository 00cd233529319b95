#include "harness/run/observe.h"

#include "engines/core/words.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static enum gravel_status
attach(struct gravel_observed *item, const char *name, const struct gravel_system *system,
       const struct gravel_options *parameters, struct gravel_error *error)
{
    char prefix[96];
    struct gravel_options options = {0};
    const struct gravel_measure_ops *ops = gravel_measure_find(name);
    if (ops == NULL)
        return gravel_fail(error, GRAVEL_INPUT, "there is no measure %s", name);
    if (ops->size > 0 && (item->measure = calloc(1, ops->size)) == NULL)
        return gravel_no_memory(error);
    item->ops = ops;
    snprintf(prefix, sizeof prefix, "measure.%s", name);
    enum gravel_status status = gravel_measure_fits(ops, system, error);
    if (status == GRAVEL_OK)
        status = gravel_options_view(&options, parameters, prefix, error);
    if (status == GRAVEL_OK && ops->create != NULL)
        status = ops->create(item->measure, system, parameters, &options, error);
    gravel_options_free(&options);
    if (status == GRAVEL_INPUT && error != NULL && error->path[0] == '\0')
        snprintf(error->path, sizeof error->path, "%s", prefix);
    if (status != GRAVEL_OK)
        return status;
    if (ops->means != NULL)
        item->means = ops->means(item->measure, &item->n_means);
    for (size_t k = 0; k < item->n_means; k++)
        item->width += item->means[k].of == NULL ? item->means[k].n : 0;
    return GRAVEL_OK;
}

enum gravel_status
gravel_observation_create(struct gravel_observation *observation, size_t n, const char (*names)[64],
                          const struct gravel_system *system, const struct gravel_options *parameters,
                          struct gravel_error *error)
{
    size_t width = 1;
    *observation = (struct gravel_observation){0};
    for (size_t k = 0; k < n && k < GRAVEL_MEASURES_MAX; k++) {
        observation->n++;
        const enum gravel_status status = attach(&observation->items[k], names[k], system, parameters, error);
        if (status != GRAVEL_OK) {
            gravel_observation_free(observation);
            return status;
        }
        width += observation->items[k].width;
    }
    observation->values = calloc(width, sizeof *observation->values);
    if (observation->values == NULL || gravel_blocks_init(&observation->blocks, width) != GRAVEL_OK) {
        gravel_observation_free(observation);
        return gravel_no_memory(error);
    }
    return GRAVEL_OK;
}

void
gravel_observation_free(struct gravel_observation *observation)
{
    for (size_t k = 0; k < observation->n; k++) {
        const struct gravel_observed *item = &observation->items[k];
        if (item->ops != NULL && item->ops->destroy != NULL)
            item->ops->destroy(item->measure);
        free(item->measure);
    }
    free(observation->values);
    gravel_blocks_free(&observation->blocks);
    *observation = (struct gravel_observation){0};
}

static void
fan_out(void *self, const struct gravel_event *event)
{
    struct gravel_observation *observation = self;
    for (size_t k = 0; k < observation->n; k++)
        if (observation->items[k].ops->event != NULL)
            observation->items[k].ops->event(observation->items[k].measure, event);
}

static void
fan_out_push(void *self, const struct gravel_push *push)
{
    struct gravel_observation *observation = self;
    for (size_t k = 0; k < observation->n; k++)
        if (observation->items[k].ops->push != NULL)
            observation->items[k].ops->push(observation->items[k].measure, push);
}

struct gravel_sink
gravel_observation_sink(struct gravel_observation *observation)
{
    struct gravel_sink sink = {.self = observation};
    for (size_t k = 0; k < observation->n; k++) {
        const struct gravel_measure_ops *ops = observation->items[k].ops;
        sink.event = ops->event != NULL ? fan_out : sink.event;
        sink.push = ops->push != NULL ? fan_out_push : sink.push;
    }
    return sink;
}

void
gravel_observation_sample(struct gravel_observation *observation, const struct gravel_state *state)
{
    double *values = observation->values;
    *values++ = state->energy->kinetic + state->energy->rotational; /* what shows the steady state */
    for (size_t k = 0; k < observation->n; k++) {
        const struct gravel_observed *item = &observation->items[k];
        if (item->ops->sample != NULL)
            item->ops->sample(item->measure, state, values);
        values += item->width;
    }
    if (state->t > 0.0)
        gravel_blocks_add(&observation->blocks, observation->values);
}

void
gravel_observation_archive(struct gravel_observation *observation, struct gravel_archive *archive)
{
    gravel_archive_part(archive, "samples", 1);
    gravel_blocks_archive(&observation->blocks, archive);
    for (size_t k = 0; k < observation->n; k++) {
        gravel_archive_part(archive, observation->items[k].ops->name, 1);
        observation->items[k].ops->archive(observation->items[k].measure, archive);
    }
}

/* What is averaged: blocks without their transient. */
struct averaging {
    const struct gravel_blocks *blocks;
    size_t discard;
    bool steady;  /* as the energy shows */
    bool claimed; /* the case is about a steady state */
};

/* Where no steady state was shown, or one of the energy and not of this series, the drift of the series adds to the
 * error of its mean. */
static struct gravel_estimate
average(const struct averaging *a, size_t column)
{
    struct gravel_estimate e = gravel_blocks_estimate(a->blocks, column, a->discard);
    const bool drifts = a->claimed && !gravel_blocks_halves_agree(a->blocks, column, a->discard);
    if ((!a->steady || drifts) && e.err >= 0.0 && !isnan(e.value))
        e.err = hypot(e.err, gravel_blocks_drift(a->blocks, column, a->discard));
    return e;
}

/* A mean that is a function of the others, as one of columns. */
struct derived {
    const struct gravel_observed *item;
    size_t mean;
};

static double
derive(const void *self, const double *averages, size_t k)
{
    const struct derived *d = self;
    return d->item->means[d->mean].of(d->item->measure, averages, d->mean, k);
}

/* Element k of a mean of this item, whose values begin at `first`; its own, if it has any, at `column`. */
static enum gravel_status
estimate_mean(const struct averaging *a, const struct gravel_observed *item, const struct gravel_mean *mean,
              size_t first, size_t column, size_t k, struct gravel_estimate *e)
{
    struct gravel_blocks series;
    double whole;
    if (mean->of == NULL) {
        *e = average(a, column + k);
        return GRAVEL_OK;
    }
    const struct derived derived = {item, (size_t)(mean - item->means)};
    const struct gravel_blocks_function function = {first, item->width, derive, &derived, k};
    const enum gravel_status status = gravel_blocks_jackknife(a->blocks, a->discard, &function, &series, &whole);
    if (status == GRAVEL_OK) {
        *e = average(&(struct averaging){&series, 0, a->steady, a->claimed}, 0);
        e->value = whole; /* of the averages that are recorded; their bias is far below the error */
        gravel_blocks_free(&series);
    }
    return status;
}

/* An array over an abscissa: a table "abscissa | value | err". */
static enum gravel_status
add_profile(const struct averaging *a, const struct gravel_observed *item, const struct gravel_mean *mean, size_t first,
            size_t column, struct gravel_record *record)
{
    char columns[64], units[80];
    enum gravel_status status = GRAVEL_OK;
    double *rows = malloc(3 * mean->n * sizeof *rows);
    if (rows == NULL)
        return GRAVEL_MEMORY;
    for (size_t k = 0; k < mean->n && status == GRAVEL_OK; k++) {
        struct gravel_estimate e = {0};
        status = estimate_mean(a, item, mean, first, column, k, &e);
        rows[3 * k] = mean->abscissa[k];
        rows[3 * k + 1] = e.value;
        rows[3 * k + 2] = e.err;
    }
    snprintf(columns, sizeof columns, "%.31s|value|err", mean->abscissa_name);
    snprintf(units, sizeof units, "%.23s|%.23s|%.23s", mean->abscissa_unit, mean->unit, mean->unit);
    if (status == GRAVEL_OK)
        status = gravel_record_add_table(record, mean->name, columns, units, mean->n, rows);
    free(rows);
    return status;
}

/* The means of one item, whose values begin at column `first`. */
static enum gravel_status
add_item(const struct averaging *a, const struct gravel_observed *item, size_t first, struct gravel_record *record)
{
    enum gravel_status status = GRAVEL_OK;
    size_t column = first;
    for (size_t m = 0; m < item->n_means && status == GRAVEL_OK; m++) {
        const struct gravel_mean *mean = &item->means[m];
        if (mean->name != NULL && mean->n == 1 && mean->abscissa == NULL) {
            struct gravel_estimate e = {0};
            status = estimate_mean(a, item, mean, first, column, 0, &e);
            if (status == GRAVEL_OK)
                status = gravel_record_add_observable(record, mean->name, mean->unit, e.value, e.err, e.n_eff);
        } else if (mean->name != NULL) {
            status = add_profile(a, item, mean, first, column, record);
        }
        column += mean->of == NULL ? mean->n : 0;
    }
    return status;
}

static enum gravel_status
add_means(const struct gravel_observation *observation, size_t discard, bool claimed, struct gravel_record *record)
{
    const struct averaging averaging = {&observation->blocks, discard, record->steady, claimed};
    enum gravel_status status = GRAVEL_OK;
    for (size_t k = 0, column = 1; k < observation->n && status == GRAVEL_OK; k++) {
        status = add_item(&averaging, &observation->items[k], column, record);
        column += observation->items[k].width;
    }
    return status;
}

/* Receives the finals of all measures. */
struct receiver {
    struct gravel_record *record;
    bool claimed;              /* a steady state */
    enum gravel_status status; /* the first failure */
};

static void
receive_number(void *self, const char *name, const char *unit, double value, double err)
{
    struct receiver *r = self;
    if (r->status == GRAVEL_OK)
        r->status = gravel_record_add_observable(r->record, name, unit, value, err, 0.0);
}

static void
receive_estimate(void *self, const char *name, const char *unit, double value, const double *series, size_t stride,
                 size_t n)
{
    struct receiver *r = self;
    struct gravel_blocks blocks = {0};
    if (r->status == GRAVEL_OK)
        r->status = gravel_blocks_init(&blocks, 1);
    if (r->status == GRAVEL_OK) {
        for (size_t k = 0; k < n; k++)
            gravel_blocks_add(&blocks, &series[k * stride]);
        const struct gravel_estimate e = average(&(struct averaging){&blocks, 0, r->record->steady, r->claimed}, 0);
        r->status = gravel_record_add_observable(r->record, name, unit, value, e.err, e.n_eff);
    }
    gravel_blocks_free(&blocks);
}

static void
receive_table(void *self, const char *name, const char *columns, const char *units, size_t n_rows, const double *data)
{
    struct receiver *r = self;
    if (r->status == GRAVEL_OK)
        r->status = gravel_record_add_table(r->record, name, columns, units, n_rows, data);
}

static const struct gravel_yield *
find_yield(const struct gravel_observation *observation, const char *name, bool table)
{
    const struct gravel_yield *yield = NULL;
    for (size_t k = 0; k < observation->n && yield == NULL; k++)
        yield = gravel_measure_yield(observation->items[k].ops, name, table);
    return yield;
}

/* Whether all that the measures added is declared: a check of the program, not of the user. */
static enum gravel_status
check_declared(const struct gravel_observation *observation, const struct gravel_record *record,
               struct gravel_error *error)
{
    for (size_t k = 0; k < record->n_observables; k++) {
        const struct gravel_observable *o = &record->observables[k];
        const struct gravel_yield *yield = find_yield(observation, o->name, false);
        if (yield == NULL || gravel_word_list_index(yield->unit, o->unit) < 0)
            return gravel_fail(error, GRAVEL_PHYSICS, "no measure declares %s [%s]", o->name, o->unit);
    }
    for (size_t k = 0; k < record->n_tables; k++)
        if (find_yield(observation, record->tables[k].name, true) == NULL)
            return gravel_fail(error, GRAVEL_PHYSICS, "no measure declares the table %s", record->tables[k].name);
    return GRAVEL_OK;
}

enum gravel_status
gravel_observation_finish(struct gravel_observation *observation, const struct gravel_state *last,
                          const struct gravel_averaging *averaging, struct gravel_record *record,
                          struct gravel_error *error)
{
    size_t discard = (size_t)ceil(averaging->discard * (double)observation->blocks.n_blocks);
    record->steady = true;
    if (averaging->steady)
        discard = gravel_blocks_transient(&observation->blocks, 0, &record->steady);
    record->transient = (double)(discard * observation->blocks.block_length) * averaging->interval;
    struct receiver receiver = {record, averaging->steady, add_means(observation, discard, averaging->steady, record)};
    const struct gravel_results results = {&receiver, receive_number, receive_estimate, receive_table};
    for (size_t k = 0; k < observation->n && receiver.status == GRAVEL_OK; k++) {
        const struct gravel_observed *item = &observation->items[k];
        if (item->ops->finish == NULL)
            continue;
        const enum gravel_status status = item->ops->finish(item->measure, last, &results, error);
        if (status != GRAVEL_OK)
            return status;
    }
    return receiver.status == GRAVEL_OK ? check_declared(observation, record, error)
                                        : gravel_fail(error, receiver.status, "measures: out of memory");
}
