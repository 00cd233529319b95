#include "harness/run/observe.h"

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
    enum gravel_status status = gravel_options_view(&options, parameters, prefix, error);
    if (status == GRAVEL_OK && ops->create != NULL)
        status = ops->create(item->measure, system, parameters, &options, error);
    gravel_options_free(&options);
    if (status != GRAVEL_OK)
        return status;
    if (ops->means != NULL)
        item->means = ops->means(item->measure, &item->n_means);
    for (size_t k = 0; k < item->n_means; k++)
        item->width += item->means[k].n;
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

struct gravel_sink
gravel_observation_sink(struct gravel_observation *observation)
{
    bool listens = false;
    for (size_t k = 0; k < observation->n; k++)
        listens = listens || observation->items[k].ops->event != NULL;
    return (struct gravel_sink){observation, listens ? fan_out : NULL};
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

/* Where no steady state was shown, the drift of the series adds to the error of its mean. */
static struct gravel_estimate
average(const struct gravel_blocks *blocks, size_t column, size_t discard, bool steady)
{
    struct gravel_estimate e = gravel_blocks_estimate(blocks, column, discard);
    if (!steady && e.err >= 0.0)
        e.err = hypot(e.err, gravel_blocks_drift(blocks, column, discard));
    return e;
}

/* An array over an abscissa: a table "abscissa | value | err". */
static enum gravel_status
add_profile(const struct gravel_blocks *blocks, size_t column, size_t discard, const struct gravel_mean *mean,
            struct gravel_record *record)
{
    char columns[64], units[80];
    double *rows = malloc(3 * mean->n * sizeof *rows);
    if (rows == NULL)
        return GRAVEL_MEMORY;
    for (size_t k = 0; k < mean->n; k++) {
        const struct gravel_estimate e = average(blocks, column + k, discard, record->steady);
        rows[3 * k] = mean->abscissa[k];
        rows[3 * k + 1] = e.value;
        rows[3 * k + 2] = e.err;
    }
    snprintf(columns, sizeof columns, "%.31s|value|err", mean->abscissa_name);
    snprintf(units, sizeof units, "%.23s|%.23s|%.23s", mean->abscissa_unit, mean->unit, mean->unit);
    const enum gravel_status status = gravel_record_add_table(record, mean->name, columns, units, mean->n, rows);
    free(rows);
    return status;
}

static enum gravel_status
add_means(const struct gravel_observation *observation, size_t discard, struct gravel_record *record)
{
    const struct gravel_blocks *blocks = &observation->blocks;
    enum gravel_status status = GRAVEL_OK;
    size_t column = 1;
    for (size_t k = 0; k < observation->n; k++)
        for (size_t m = 0; m < observation->items[k].n_means && status == GRAVEL_OK; m++) {
            const struct gravel_mean *mean = &observation->items[k].means[m];
            if (mean->n == 1 && mean->abscissa == NULL) {
                const struct gravel_estimate e = average(blocks, column, discard, record->steady);
                status = gravel_record_add_observable(record, mean->name, mean->unit, e.value, e.err, e.n_eff);
            } else {
                status = add_profile(blocks, column, discard, mean, record);
            }
            column += mean->n;
        }
    return status;
}

/* Receives the finals of all measures. */
struct receiver {
    struct gravel_record *record;
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
receive_table(void *self, const char *name, const char *columns, const char *units, size_t n_rows, const double *data)
{
    struct receiver *r = self;
    if (r->status == GRAVEL_OK)
        r->status = gravel_record_add_table(r->record, name, columns, units, n_rows, data);
}

enum gravel_status
gravel_observation_finish(struct gravel_observation *observation, const struct gravel_state *last, bool steady,
                          double interval, struct gravel_record *record, struct gravel_error *error)
{
    size_t discard = 0;
    record->steady = true;
    if (steady)
        discard = gravel_blocks_transient(&observation->blocks, 0, &record->steady);
    record->transient = (double)(discard * observation->blocks.block_length) * interval;
    struct receiver receiver = {record, add_means(observation, discard, record)};
    const struct gravel_results results = {&receiver, receive_number, receive_table};
    for (size_t k = 0; k < observation->n && receiver.status == GRAVEL_OK; k++) {
        const struct gravel_observed *item = &observation->items[k];
        if (item->ops->finish == NULL)
            continue;
        const enum gravel_status status = item->ops->finish(item->measure, last, &results, error);
        if (status != GRAVEL_OK)
            return status;
    }
    return receiver.status == GRAVEL_OK ? GRAVEL_OK : gravel_fail(error, receiver.status, "measures: out of memory");
}
